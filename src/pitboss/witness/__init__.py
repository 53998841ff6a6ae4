"""A witness: a small process of the regulator that cosigns what extends what it saw (c2sp.org/tlog-witness)."""
