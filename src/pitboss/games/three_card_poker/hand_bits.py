"""The bits of a hand in the tables that the kernels read."""

PLAYED, VALUE = 18, 19
"""Bits of a hand: below PLAYED its place; at PLAYED whether it is played; from VALUE on its value."""
