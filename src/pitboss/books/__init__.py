"""Books: accounts, gaming days, reports, replays and re-settlement, all computed from a ledger's entries."""
