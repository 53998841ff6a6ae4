"""The strategy of a game in which one lowest hand separates the hands to play from those to fold."""

from collections.abc import Collection

from pitboss.cards import Card


def cut_off_rule(lowest: Collection[Card] | None) -> str:
    """The rule in words for the lowest hand to play; None means that no single hand separates the two."""
    if lowest is None:
        return "no single lowest hand separates play from fold: see the full table"
    shown = "-".join({"T": "10"}.get(str(card)[0], str(card)[0]) for card in sorted(lowest, reverse=True))
    return f"play with {shown} or better, fold everything lower"
