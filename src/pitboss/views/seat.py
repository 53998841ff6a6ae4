"""What a player sees from a seat, and what anybody sees, as JSON.

A view is built up from what its audience may see. It holds no card that is not named here: the viewer's own, the hands
that settlement turned up, and what the dealer revealed.
"""

from collections.abc import Iterator
from typing import Any

from pitboss.cards import Card
from pitboss.play import commands as c
from pitboss.play.notation import show_command
from pitboss.play.round import Box, Round
from pitboss.play.terms import Terms
from pitboss.table.decide import is_open, least_wagers
from pitboss.table.playing import pending
from pitboss.table.state import Table

View = dict[str, Any]


def public_view(table: Table) -> View:
    """What anybody may see who stands at the table."""
    return _view(table, None)


def seat_view(table: Table, player: str, shared: View | None = None) -> View:
    """What a player may see: also the own cards and chips, and what the player may do now.

    Where `shared`, the public view, is given, every part of it that is the player's too is used as it is.
    """
    return {
        **(_view(table, player) if shared is None else _with_own(table, player, shared)),
        "player": player,
        "rack": table.rack_of(player),
        "may": [show_command(command) for command in _candidates(table, player) if is_open(table, command)],
    }


def _with_own(table: Table, player: str, shared: View) -> View:
    """The public view, with the cards of the player's own boxes."""
    view = {**shared}
    for name, round_ in (("round", table.round), ("last", table.last)):
        boxes = {
            str(number): _box(table.terms, round_, box, player)
            for number, box in (round_.boxes.items() if round_ else ())
            if round_ and box.player == player and not _is_seen(box, shared[name]["boxes"][str(number)])
        }
        if boxes:
            view[name] = {**shared[name], "boxes": {**shared[name]["boxes"], **boxes}}
    return view


def _is_seen(box: Box, shown: View) -> bool:
    """Whether anybody sees of a box what its player sees: there are no cards, or they are turned up."""
    return bool(shown["cards"]) or not (box.cards or box.hand)


def _view(table: Table, viewer: str | None) -> View:
    return {
        "table": table.ruleset.table,
        "regulation": table.ruleset.regulation.id,
        "seats": {str(box): player for box, player in sorted(table.seats.items())},
        "meters": table.meters(),
        "phase": table.round.phase if table.round else None,
        "turn": _turn(table),
        "round": _round(table.terms, table.round, viewer) if table.round else None,
        "last": _round(table.terms, table.last, viewer) if table.last else None,
    }


def _turn(table: Table) -> View | None:
    open_now = pending(table)
    if open_now is None:
        return None
    step, boxes = open_now
    return {"box": boxes[0], "decision": step.decision, "choices": [choice.choice for choice in step.choices]}


def _round(terms: Terms, round_: Round, viewer: str | None) -> View:
    return {
        "number": round_.number,
        "boxes": {str(number): _box(terms, round_, box, viewer) for number, box in sorted(round_.boxes.items())},
        "piles": {pile: _pile(round_, pile) for pile in round_.piles},
    }


def _pile(round_: Round, pile: str) -> View:
    lying, up = round_.piles[pile], round_.revealed.get(pile, ())
    return {"cards": _texts(up), "down": sum(card not in up for card in lying)}


def _box(terms: Terms, round_: Round, box: Box, viewer: str | None) -> View:
    community = round_.piles.get("community", ())
    cards = community[3 * box.hand - 3 : 3 * box.hand] if box.hand else box.cards
    seen = box.player == viewer or _is_up(terms, box)
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


def _candidates(table: Table, player: str) -> Iterator[c.Command]:
    """What could be the player's to do, at the own boxes and with the chips in the rack, in the order of all offers."""
    own = [box for box, name in table.seats.items() if name == player]
    if table.round:
        if table.round.phase == "betting":
            for box in own:
                yield c.PlaceWagers(box, least_wagers(table), hand=1 if table.device == "electronic" else 0)
                yield c.PlaceWagers(box, ())
        if (open_now := pending(table)) and open_now[1][0] in own:
            step, boxes = open_now
            for choice in step.choices:
                yield c.Choose(boxes[0], choice.choice)
    yield from (c.LeaveSeat(box) for box in sorted(own))
    if f"rack {player}" in table.accounts:
        yield c.CashOut(player, table.rack_of(player))


def _texts(cards: tuple[Card, ...]) -> list[str]:
    return [str(card) for card in cards]
