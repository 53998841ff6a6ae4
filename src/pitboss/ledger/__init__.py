"""Ledger: append-only, tamper-evident events. The only storage."""
