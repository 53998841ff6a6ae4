"""Books: accounts, gaming days, reports, replays and re-settlement, all worked out from a ledger's entries."""
