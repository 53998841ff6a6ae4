"""Chapters 2 to 5 and 13: the table, its decks, opening, shuffling, and irregularities."""

from typing import Literal, NamedTuple

from pitboss.rules.clause import Clause
from pitboss.rules.vocabulary import Cited, Device, Person, Pile, Shuffler


class Marking(Cited):
    """Something that the layout shows, or a sign at the table if the chapter allows that instead."""

    row_key = ("shows", "wager", "pile")
    shows: Literal["facility_name", "wager", "cards", "payouts", "payout_limit", "phrase"]
    wager: str = ""
    pile: Pile | None = None
    phrase: str = ""
    or_sign: bool = False


class Equipment(NamedTuple):
    """A thing that the table must have."""

    item: Literal["drop_box", "tip_box", "discard_rack", "wagering_device", "lock_out"]
    cite: Clause


class TableRules(Cited):
    """The table and its layout."""

    boxes: int
    layout: tuple[Marking, ...]
    equipment: tuple[Equipment, ...]
    odds_with_to: Clause | None = None
    """Layouts, signs and pages state odds with "to" alone: n for 1 appears as (n - 1) to 1."""


class SecondDeckRule(NamedTuple):
    """What applies while two decks take turns."""

    rule: Literal["same_design", "different_backs", "one_shuffles", "alternate_rounds", "one_in_rack"]
    cite: Clause


class DeckLife(NamedTuple):
    """The deck is changed at least once in this number of hours."""

    devices: tuple[Device, ...]
    hours: int
    cite: Clause


class Decks(Cited):
    """One deck, or two with an automated shuffler."""

    most: int
    second_cite: Clause
    second: tuple[SecondDeckRule, ...]
    life: tuple[DeckLife, ...] = ()


class OpeningStep(NamedTuple):
    """A step of opening a table, and who does it."""

    does: Literal[
        "inspect_cards", "verify_inspection", "spread_face_up", "view_cards", "turn_face_down", "wash", "stack",
        "shuffle",
    ]  # fmt: skip
    by: Person
    cite: Clause


class Opening(Cited):
    """From cards received to the first shuffle."""

    steps: tuple[OpeningStep, ...]
    each_deck: Clause
    skipped: Clause
    """Decks that come preinspected and preshuffled skip all of it."""


class Occasion(NamedTuple):
    """When the cards are shuffled."""

    when: Literal["before_play", "after_round", "floor_orders"]
    cite: Clause


class Cut(Cited):
    """The smallest depth of a cut, in cards from the top."""

    least: int
    after: tuple[Literal["none", "preshuffled", "floor_orders"], ...]
    """What requires the cut: the way of the shuffle, or an order of the floor."""
    way: Literal["cover_card_into_stack", "top_onto_cover_card"]
    steps: tuple[Clause, ...]
    recut: Clause


class IdleStep(NamedTuple):
    """What is done with the cards while nobody plays."""

    does: Literal["remove_cards", "spread_face_down", "spread", "view_cards", "open_again"]
    cite: Clause


class Reshuffler(Cited):
    """A device that reshuffles and counts by itself, and what it makes unnecessary."""

    exempt: tuple[Literal["stack", "cut", "recut", "idle"], ...]


class Shuffling(Cited):
    """Shuffle, count, cut, idle."""

    occasions: tuple[Occasion, ...]
    shufflers: tuple[Shuffler, ...]
    dealt_by: Clause
    """The permitted ways of dealing."""
    stacked: Clause
    into_shoe: Clause
    """A device may insert the stack into a dealing shoe."""
    count_wrong: Clause
    """If a counting device does not find 52 cards, the deck leaves the table."""
    cut: Cut
    idle: tuple[IdleStep, ...]
    reshuffler: Reshuffler | None = None


class Irregularity(Cited):
    """What was found, and what is then done."""

    row_key = ("found", "devices")
    found: Literal[
        "card_face_up", "second_card_face_up", "card_drawn_in_error", "wrong_number_of_cards", "card_exposed_early",
        "face_up_after_deal", "shuffler_failed", "dealing_shoe_failed", "device_unusable", "stub_misdealt",
        "stub_wrong", "deck_not_52",
    ]  # fmt: skip
    effects: tuple[
        Literal[
            "discard_card", "use_as_next_card", "void_round", "return_wagers", "reshuffle", "gather_dealt_cards",
            "remove_deck", "cover_or_mark_device", "play_on",
        ],
        ...,
    ]  # fmt: skip
    pile: Pile | None = None
    devices: tuple[Device, ...] = ()
    """The dealing devices that it applies to; empty means all."""
    floor_confirms: bool = False
    """A floorperson confirms what the dealer reports before it has any effect."""

    @property
    def names_number(self) -> bool:
        """Whether a report names a place and the number of cards found there."""
        return self.floor_confirms and self.found == "wrong_number_of_cards"
