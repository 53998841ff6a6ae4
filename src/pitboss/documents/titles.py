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

_PLACES = {**PILES, "deck": "Deck", "burned": "Burned cards"}

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


def place_title(place: str) -> str:
    """`Box 3`, `Dealer's cards`, `Deck`: a place on the table by its box number or pile."""
    number = place.removeprefix("box ")
    return f"Box {number}" if number.isdecimal() else _PLACES[place]


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


def decision_title(regulation: Regulation, decision: str) -> str:
    """The name of a decision: that of the wager it is about, if it has one."""
    return regulation.wagers[decision].title if decision in regulation.wagers else title_of(decision)


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


def payout_text(regulation: Regulation, payout: Payout, meters: Collection[str] = ()) -> str:
    """A payout as a layout states it; a share of one of several meters names it as the sign does."""
    if payout.form == "share":
        return f"{payout.number}% of {title_of(payout.meter) if len(meters) > 1 else 'meter'}"
    if payout.form == "for" and regulation.table.odds_with_to:
        # The stake comes with the win: what is won beyond it is one less.
        payout = payout._replace(form="to", number=payout.number - 1)
    return str(payout)


def odds_text(regulation: Regulation, odds: str) -> str:
    """The recorded odds of a settled line as a layout states them."""
    return payout_text(regulation, Payout.parse(odds)) if odds.endswith(" for 1") else odds
