"""Segments: closed periods of a ledger in files that never change, and the reading of a ledger that has some."""
