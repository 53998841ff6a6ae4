"""What a player sees from a seat, and what anybody sees, as JSON.

A view is built up from what its audience may see. It holds no card that is not named here: the viewer's own, the hands
that settlement turned up, and what the dealer revealed.
"""

from functools import partial
from typing import Any

from pitboss.cards import Card
from pitboss.play import commands as c
from pitboss.play.notation import show_command
from pitboss.play.round import Box, Round
from pitboss.play.terms import Terms
from pitboss.table.decide import offers
from pitboss.table.playing import pending
from pitboss.table.state import Table
from pitboss.views.kept import Kept

View = dict[str, Any]


def public_view(table: Table, kept: Kept | None = None) -> View:
    """What anybody may see who stands at the table; parts that have not changed are taken from what was kept."""
    kept = kept or Kept()
    return {
        "table": table.ruleset.table,
        "regulation": table.ruleset.regulation.id,
        "seats": kept.of(
            table.seats, "seats", lambda: {str(box): player for box, player in sorted(table.seats.items())}
        ),
        "meters": table.meters(),
        "phase": table.round.phase if table.round else None,
        "turn": _turn(table),
        "round": _round(table.terms, table.round, kept) if table.round else None,
        "last": kept.of(table.last, "round", partial(_round, table.terms, table.last, kept)) if table.last else None,
    }


def seat_view(table: Table, player: str) -> View:
    """What a player may see: also the own cards and chips, and what the player may do now."""
    shared, kept = public_view(table), Kept()
    return {**shared, **seat_part(table, player, shared, kept)}


def seat_part(table: Table, player: str, shared: View, kept: Kept) -> View:
    """What a player sees beside the public view, and instead of parts of it."""
    return {
        **_with_own(table, player, shared, kept),
        "player": player,
        "rack": table.rack_of(player),
        "may": kept.of(table, "may", partial(_open_to, table)).get(player, []),
    }


def _with_own(table: Table, player: str, shared: View, kept: Kept) -> View:
    """The rounds with the cards of the player's own boxes, where that makes a difference."""
    found = {}
    if table.round:
        found["round"] = _own(table.terms, table.round, player, shared["round"], kept)
    if table.last:
        own = partial(_own, table.terms, table.last, player, shared["last"], kept)
        found["last"] = kept.of(table.last, ("own", player), own)
    return {name: round_ for name, round_ in found.items() if round_ is not shared[name]}


def _own(terms: Terms, round_: Round, player: str, shown: View, kept: Kept) -> View:
    """A round as anybody sees it, with the cards of the player's own boxes; the same where that changes nothing."""
    boxes = shown["boxes"]
    own = {
        str(number): _kept_box(terms, round_, box, kept, is_own=True)
        for number, box in round_.boxes.items()
        if box.player == player and not _is_seen(box, boxes[str(number)])
    }
    return {**shown, "boxes": {**boxes, **own}} if own else shown


def _is_seen(box: Box, shown: View) -> bool:
    """Whether anybody sees of a box what its player sees: there are no cards, or they are turned up."""
    return bool(shown["cards"]) or not (box.cards or box.hand)


def _turn(table: Table) -> View | None:
    open_now = pending(table)
    if open_now is None:
        return None
    step, boxes = open_now
    return {"box": boxes[0], "decision": step.decision, "choices": [choice.choice for choice in step.choices]}


def _round(terms: Terms, round_: Round, kept: Kept) -> View:
    """A round as anybody sees it."""
    return {
        "number": round_.number,
        "boxes": {str(number): _kept_box(terms, round_, box, kept) for number, box in sorted(round_.boxes.items())},
        "piles": {pile: _pile(round_, pile) for pile in round_.piles},
    }


def _pile(round_: Round, pile: str) -> View:
    lying, up = round_.piles[pile], round_.revealed.get(pile, ())
    return {"cards": _texts(up), "down": sum(card not in up for card in lying)}


def _kept_box(terms: Terms, round_: Round, box: Box, kept: Kept, *, is_own: bool = False) -> View:
    """A box looks the same until something happens at it, or the community hand that it plays is dealt."""
    hand = round_.piles.get("community", ()) if box.hand else ()
    return kept.of(box, (is_own, hand), partial(_box, terms, round_, box, is_own=is_own))


def _box(terms: Terms, round_: Round, box: Box, *, is_own: bool = False) -> View:
    community = round_.piles.get("community", ())
    cards = community[3 * box.hand - 3 : 3 * box.hand] if box.hand else box.cards
    seen = is_own or _is_up(terms, box)
    return {
        "player": box.player,
        "wagers": dict(box.wagers),
        "coupons": dict(box.coupons),
        "hand": box.hand,
        "cards": _texts(cards) if seen else [],
        "down": 0 if seen or box.surrendered else len(cards),
        "choices": dict(box.choices),
        "left": box.left,
        "abandoned": box.abandoned,
        "settled": {item: {"returned": due.returned, "amount": due.amount} for item, due in box.settled.items()},
    }


def _is_up(terms: Terms, box: Box) -> bool:
    """Whether settlement has turned the hand up: it has come to a wager that no choice had settled before.

    A hand that was given up goes to the discard rack unseen.
    """
    if box.surrendered:
        return False
    chosen = [terms.decisions[decision][1][choice] for decision, choice in box.choices.items()]
    gone = {wager for choice in chosen for wager in (*choice.returns, *(lost.wager for lost in choice.forfeits))}
    return any(wager in box.settled for wager in box.wagers if wager not in gone)


def _open_to(table: Table) -> dict[str, list[str]]:
    """What each player may do now, at the own boxes and with the chips in the rack."""
    found: dict[str, list[str]] = {}
    for _, command in offers(table, "player"):
        match command:
            case c.CashOut(player=player):
                found.setdefault(player, []).append(show_command(command))
            case c.PlaceWagers(box=box) | c.Choose(box=box) | c.LeaveSeat(box=box):
                found.setdefault(table.seats.get(box, ""), []).append(show_command(command))
    return found


def _texts(cards: tuple[Card, ...]) -> list[str]:
    return [str(card) for card in cards]
