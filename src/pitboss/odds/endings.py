"""How a round ends against a dealer, in words for reading."""

from collections.abc import Mapping

ENDINGS: Mapping[str, str] = {
    "unqualified": "dealer does not qualify",
    "higher": "player wins",
    "equal": "tie",
    "lower": "dealer wins",
}
"""The outcomes that odds count, by their names in records."""
