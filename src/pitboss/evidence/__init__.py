"""Evidence: the Merkle tree, signed heads, proofs, receipts and the verification of a ledger."""
