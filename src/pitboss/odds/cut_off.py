"""The strategy of a game in which one lowest hand separates the hands to play from those to fold."""

from collections.abc import Collection

from pitboss.cards import Card

_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight")


def cut_off_rule(lowest: Collection[Card] | None, numbers_first: bool = False) -> str:
    """The rule in words for the lowest hand to play; None means that no single hand separates the two.

    If hands are compared by the number of cards that count, `lowest` has just those cards.
    """
    if lowest is None:
        return "no single lowest hand separates play from fold: see the full table"
    shown = "-".join({"T": "10"}.get(str(card)[0], str(card)[0]) for card in sorted(lowest, reverse=True))
    if numbers_first:
        more, own = _NUMBERS[len(lowest) + 1], _NUMBERS[len(lowest)]
        return f"play with {more} or more high cards, or with {own} that are {shown} or better; fold everything lower"
    return f"play with {shown} or better, fold everything lower"
