"""What a hand is worth in one ranking."""

from __future__ import annotations

from typing import NamedTuple


class Value(NamedTuple):
    """The worth of a hand. Values of one ranking compare as its hands do; equal values are a tie.

    Values of different rankings cannot be compared.
    """

    category: int
    """What is compared first: higher is better."""

    ranks: tuple[int, ...]
    """What breaks ties within the category, most significant first."""
