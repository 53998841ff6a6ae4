"""Names of things as they are printed on a layout, a sign or a page, made from the words of the regulations' data."""

from collections.abc import Collection

from pitboss.rules.payout import Payout
from pitboss.rules.regulation import Regulation
from pitboss.text import listed

_SMALL = frozenset({"a", "of", "or", "in", "and"})
_SUITS = frozenset({"clubs", "diamonds", "hearts", "spades"})
PILES: dict[str, str] = {
    "player": "Player's cards",
    "dealer": "Dealer's cards",
    "community": "Community cards",
    "bonus_box": "Bonus box",
}

OPENING = {
    "inspect_cards": "Inspect the fronts and the backs of the cards",
    "verify_inspection": "Verify the inspection of the cards",
    "spread_face_up": "Spread the cards face up",
    "view_cards": "Let the first player look at the cards",
    "turn_face_down": "Turn the cards face down",
    "wash": "Wash the cards",
    "stack": "Stack the cards",
}
"""The steps of opening new cards."""


def title_of(word: str) -> str:
    """`three_of_a_kind` as `Three of a Kind`; a suit at the end as `in Spades`."""
    words = word.split("_")
    if len(words) > 1 and words[-1] in _SUITS:
        words.insert(-1, "in")
    return " ".join(part if index and part in _SMALL else part.capitalize() for index, part in enumerate(words))


def plain_words(word: str) -> str:
    """`tens_or_better` as `tens or better`."""
    return word.replace("_", " ")


def item_title(regulation: Regulation, item: str) -> str:
    """The name of a wager or award as the layout prints it."""
    wager = regulation.wagers.get(item)
    return wager.title if wager else regulation.awards[item].title


def item_titles(regulation: Regulation) -> dict[str, str]:
    """The names of every wager and award, as the layout prints them."""
    return {name: item_title(regulation, name) for name in (*regulation.wagers, *regulation.awards)}


def odds_titles(regulation: Regulation) -> dict[str, str]:
    """The names of wagers as odds group them: those with the same limits, and what a decision about them places."""
    groups: dict[str, list[str]] = {}
    for name, wager in regulation.wagers.items():
        if wager.placed == "before_deal":
            groups.setdefault(wager.limits or name, []).append(wager.title)
    for step in regulation.script:
        for choice in step.choices:
            groups.get(step.asks, []).extend(regulation.wagers[placed].title for placed in choice.places)
    return {group: listed(titles) for group, titles in groups.items()}


def payout_text(payout: Payout, meters: Collection[str] = ()) -> str:
    """A payout as the regulation prints it; a share of one of several meters names it as the sign does."""
    if payout.form != "share":
        return str(payout)
    return f"{payout.number}% of {title_of(payout.meter) if len(meters) > 1 else 'meter'}"
