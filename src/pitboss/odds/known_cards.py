"""Cards that a player may come to know too early, and the clauses that are there to prevent it.

The words follow from the rows of a regulation: whatever is dealt face down before a decision, burned, or left in the
stub. `boxes:3` means that three boxes show each other their cards and play as one.
"""

from collections.abc import Iterable, Iterator, Mapping

from pitboss.play.script_index import ScriptIndex
from pitboss.rules.clause import Clause
from pitboss.rules.regulation import Regulation
from pitboss.rules.vocabulary import Pile
from pitboss.rules.wagers import Conduct

_SECRECY: tuple[Conduct, ...] = ("own_hand", "touch_own_cards", "cards_in_view", "no_talk")
"""The duties that keep the cards of a box from other players."""
MOST_BOXES = 7
"""The most boxes at a table of any regulation."""
_COMMUNITY = ("community:first", "community:second", "community:both")


def known_cards(regulation: Regulation) -> Mapping[str, tuple[Clause, ...]]:
    """Each word for known cards with the clauses that keep them secret; empty if a round has no decision."""
    if not ScriptIndex(regulation=regulation).decisions:
        return {}
    found: dict[str, tuple[Clause, ...]] = {}
    if dealer := _face_down(regulation, "dealer"):
        found |= dict.fromkeys(("dealer:1", "dealer:all"), (*dealer, *_exposed(regulation, "dealer")))
    if community := _face_down(regulation, "community"):
        found |= dict.fromkeys(_COMMUNITY, (*community, *_exposed(regulation, "community")))
    if burned := tuple(_burned(regulation)):
        found["burn:1"] = burned
    found["bottom:1"] = _once(dealing.stub.cite for dealing in regulation.dealing.values())
    conduct = [regulation.conduct[duty] for duty in _SECRECY if duty in regulation.conduct]
    secret = _once((*conduct, *_face_down(regulation, "player")))
    return found | {f"boxes:{number}": secret for number in range(2, regulation.table.boxes + 1)}


def boxes_together(known: str) -> int:
    """How many boxes show each other their cards; 1 if the word is about another card."""
    kind, _, number = known.partition(":")
    return int(number) if kind == "boxes" else 1


def dead_cards(known: str, hand: int) -> int | None:
    """How many cards that nobody else will play a word makes known to a box; None if they are still to be played."""
    kind = known.partition(":")[0]
    if kind == "boxes":
        return hand * (boxes_together(known) - 1)
    return 1 if kind in ("burn", "bottom") else None


def _face_down(regulation: Regulation, pile: Pile) -> tuple[Clause, ...]:
    return _once(
        row.cite
        for dealing in regulation.dealing.values()
        for row in dealing.deal
        if pile in row.to and not (row.face_up or row.if_placed or row.if_offered)
    )


def _exposed(regulation: Regulation, pile: Pile) -> Iterator[Clause]:
    return (row.cite for row in regulation.irregularities if row.found == "card_exposed_early" and row.pile == pile)


def _burned(regulation: Regulation) -> Iterator[Clause]:
    yield from (step.cite for step in regulation.script if step.step == "burn")
    yield from _once(discard.cite for dealing in regulation.dealing.values() for discard in dealing.discards)


def _once(cites: Iterable[Clause]) -> tuple[Clause, ...]:
    return tuple(dict.fromkeys(cites))
