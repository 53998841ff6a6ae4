"""Chapter 11: the ordered steps of a round after the deal, and the showdown."""

from typing import Literal, NamedTuple

from pitboss.rules.clause import Clause
from pitboss.rules.payout import Payout
from pitboss.rules.vocabulary import ChoiceName, Cited, Direction, Pile, spoken_choice


class ForfeitRule(NamedTuple):
    """A wager that the player forfeits by a choice."""

    wager: str
    cite: Clause


class ForfeitCite(NamedTuple):
    """The clause that forfeits a wager if another one is forfeited with it."""

    wager: str
    other: str
    cite: Clause


class WithHand(NamedTuple):
    """A hand, and the patterns of which it must match one."""

    hand: str
    patterns: tuple[str, ...]


class Choice(Cited):
    """What a player may answer, and what it does to wagers."""

    choice: ChoiceName
    label: str = ""
    """What a button says; empty for the name of the choice."""
    verb: str = ""
    """What is said of a box that chose it; empty for what the notation writes: `folds`, `raises 3`."""
    key: str = ""
    """The key that makes it; empty for a letter of its name."""
    places: tuple[str, ...] = ()
    times: int = 0
    """How many times the stake that it is related to a placed wager is; 0 if `[[stakes]]` states one number."""
    only_with: WithHand | None = None
    """The cards with which it is open; None for any."""
    returns: tuple[str, ...] = ()
    forfeits: tuple[ForfeitRule, ...] = ()
    together: tuple[ForfeitCite, ...] = ()
    """The first row whose two wagers the box placed replaces the clause of `forfeits`."""

    @property
    def said(self) -> str:
        """What is said of a box that chose it: `folds`, `raises to three times the Ante`."""
        return self.verb or spoken_choice(self.choice)


class Item(Cited):
    """One wager or award in the order of settlement. A loss cites this row; a win cites the row that pays."""

    item: str
    by: Literal["showdown", "paytable", "envy"]
    reveals: Pile | None = None
    reveal_cite: Clause | None = None
    validated: Clause | None = None
    """A floorperson or above validates a win before it is paid."""
    verified: tuple[Clause, ...] = ()
    """What the dealer verifies before validation."""


class Step(Cited):
    """One step of the script."""

    row_key = ("step", "decision", "pile", "card")
    step: Literal["examine", "decide", "burn", "reveal", "collect_folded", "settle", "clear"]
    order: Direction | None = None
    decision: str = ""
    asks: str = ""
    """Only boxes that placed this wager are asked."""
    unless_placed: tuple[str, ...] = ()
    """Boxes that placed one of these wagers at an earlier decision are not asked any more."""
    choices: tuple[Choice, ...] = ()
    pile: Pile | None = None
    card: int = 0
    """Which card of the pile, counted from 1 in dealt order; 0 for all of them."""
    cards: int = 1
    """How many cards from that one on."""
    keeps_cards_for: tuple[str, ...] = ()
    """A hand that is folded or lost stays on the layout if the box placed one of these wagers."""
    at_once: bool = False
    """A folded hand is collected at the fold, not when all have decided."""
    takes_wagers: bool = False
    """Forfeited wagers lie on the layout until this step, not only until they are forfeited."""
    collects_lost: Clause | None = None
    """A hand that loses to the dealer's goes to the discard rack in the turn of its box."""
    stub_first: bool = False
    """The stub and a burned card lie in the discard rack before the hands and piles that this step adds."""
    losers_first: bool = False
    after_all_boxes: bool = False
    """A further settle step: it begins when the one before it has settled all boxes."""
    items: tuple[Item, ...] = ()

    @property
    def silent(self) -> Choice:
        """What stands if a player who has left makes no choice: bets ride as placed, and no further wager is made."""
        return next(choice for choice in self.choices if not choice.places and not choice.returns)


class Outcome(Cited):
    """What happens to one wager, by whether the dealer qualifies and how the player's hand compares."""

    row_key = ("wager", "qualified", "hand")
    wager: str
    qualified: bool | None = None
    """Whether the dealer qualifies; None if that makes no difference."""
    hand: Literal["fewer", "more", "lower", "higher", "equal", "any"] = "any"
    """How it compares; `fewer` and `more` by number of cards, if the game compares that before rank."""
    does: Literal["pay", "pay_by_table", "return", "collect"]
    """`pay_by_table`: as the first row of its paytable that its hand matches; without such a row it goes back."""
    odds: Payout | None = None


class ShowdownRules(Cited):
    """The player's hand against the dealer's."""

    hand: str
    qualifies: str = ""
    """The pattern that the dealer's hand must match to qualify; empty if the dealer plays with every hand."""
    outcomes: tuple[Outcome, ...]
