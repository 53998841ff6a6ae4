"""House: live tables over a ledger. The only place with entropy, clock and storage: load, decide, append."""
