"""What a player sees from a seat, and what anybody sees, as JSON.

A view is built up from what its audience may see. It holds no card that is not named here: the viewer's own, the hands
that settlement turned up, and what the dealer revealed.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from pitboss.cards import Card
from pitboss.play.round import Box, Round
from pitboss.play.terms import Terms
from pitboss.table.playing import pending
from pitboss.table.state import Table
from pitboss.views.kept import Kept, Part, View, overlaid
from pitboss.views.open_now import open_to_player


def public_view(table: Table, kept: Kept | None = None) -> Part:
    """What anybody may see who stands at the table; parts that have not changed are taken from what was kept."""
    kept, terms = kept or Kept(), table.terms
    return Part({
        "table": table.ruleset.table,
        "regulation": table.ruleset.regulation.id,
        "seats": kept.of("seats", table.seats, _seats, table),
        "meters": table.meters(),
        "phase": table.round.phase if table.round else None,
        "turn": _turn(table),
        "round": _round(terms, table.round, kept),
        "last": kept.of("last", (terms, table.last), _round, terms, table.last, kept),
    })  # fmt: skip


def seat_view(table: Table, player: str) -> View:
    """What a player may see: also the own cards and chips, and what the player may do now."""
    shared, kept = public_view(table), Kept()
    return overlaid(shared, seat_part(player, seat_parts(table, shared, kept), kept))


def seat_part(player: str, parts: Mapping[str, Part], kept: Kept) -> Part:
    """What a player sees beside the public view; whoever has neither box nor chips has nothing there."""
    return parts.get(player) or kept.of(("stands", player), (), _standing, player)


def _standing(player: str) -> Part:
    return Part(player=player, rack=0, may=[])


def seat_parts(table: Table, shared: View, kept: Kept) -> dict[str, Part]:
    """What each player with a box or chips sees beside the public view, and instead of parts of it: the own cards.

    It is the same part as before where nothing in it has changed.
    """
    turn, now = shared["turn"], _by_player(table.round)
    last = kept.of("boxes of the last round", table.last, _by_player, table.last)
    asked = table.seats.get(turn["box"]) if turn else None
    around = table.ruleset, table.out_of_service, table.seats, table.round and table.round.phase
    found = {}
    for player, chips in (dict.fromkeys((*table.seats.values(), *now, *last)) | racks_of(table, kept)).items():
        own = now.get(player, ()), last.get(player, ())
        seen = around, chips, own, turn if player == asked else None
        found[player] = kept.of(("seat", player), seen, _seat_part, table, player, own, shared, kept)
    return found


def racks_of(table: Table, kept: Kept) -> dict[str, int]:
    """The chips in front of everybody."""
    return kept.of("racks", table.accounts, table.racks)


class _Own(NamedTuple):
    """A box of a player, and the community hand where one is played."""

    number: int
    box: Box
    community: tuple[Card, ...]


def _by_player(round_: Round | None) -> dict[str, list[_Own]]:
    found: dict[str, list[_Own]] = {}
    if round_:
        for number, box in round_.boxes.items():
            found.setdefault(box.player, []).append(_Own(number, box, _community(round_, box)))
    return found


def _seat_part(table: Table, player: str, own: tuple[Sequence[_Own], ...], shared: View, kept: Kept) -> Part:
    part = Part(player=player, rack=table.rack_of(player), may=open_to_player(table, player, shared["turn"], kept))
    for name, boxes in zip(("round", "last"), own, strict=True):
        hidden = {
            str(one.number): _kept_box(table.terms, *one, kept, is_own=True)
            for one in boxes
            if (one.box.cards or one.box.hand) and not shared[name]["boxes"][str(one.number)]["cards"]
        }
        if hidden:
            part[name] = {"boxes": hidden}
    return part


def _seats(table: Table) -> Part:
    return Part((str(box), player) for box, player in sorted(table.seats.items()))


def _turn(table: Table) -> View | None:
    open_now = pending(table)
    if open_now is None:
        return None
    step, boxes = open_now
    return {"box": boxes[0], "decision": step.decision, "choices": [choice.choice for choice in step.choices]}


def _round(terms: Terms, round_: Round | None, kept: Kept) -> Part | None:
    """A round as anybody sees it."""
    return round_ and Part({
        "number": round_.number,
        "boxes": Part(
            (str(number), _kept_box(terms, number, box, _community(round_, box), kept))
            for number, box in sorted(round_.boxes.items())
        ),
        "piles": {pile: _pile(round_, pile) for pile in round_.piles},
    })  # fmt: skip


def _pile(round_: Round, pile: str) -> View:
    lying, up = round_.piles[pile], round_.revealed.get(pile, ())
    return {"cards": _texts(up), "down": sum(card not in up for card in lying)}


def _kept_box(  # noqa: PLR0913 - a box, and what is known already
    terms: Terms, number: int, box: Box, community: tuple[Card, ...], kept: Kept, *, is_own: bool = False
) -> Part:
    """A box looks the same until something happens at it, or the community hand that it plays is dealt."""
    return kept.of((number, is_own), (terms, box, community), _box, terms, box, community, is_own=is_own)


def _community(round_: Round, box: Box) -> tuple[Card, ...]:
    """The community cards, where a box plays a hand of them."""
    return round_.piles.get("community", ()) if box.hand else ()


def _box(terms: Terms, box: Box, community: tuple[Card, ...], *, is_own: bool) -> Part:
    cards = community[3 * box.hand - 3 : 3 * box.hand] if box.hand else box.cards
    seen = is_own or _is_up(terms, box)
    return Part({
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
    })  # fmt: skip


def _is_up(terms: Terms, box: Box) -> bool:
    """Whether settlement has turned the hand up: it has come to a wager that no choice had settled before.

    A hand that was given up goes to the discard rack unseen.
    """
    if box.surrendered:
        return False
    chosen = [terms.decisions[decision][1][choice] for decision, choice in box.choices.items()]
    gone = {wager for choice in chosen for wager in (*choice.returns, *(lost.wager for lost in choice.forfeits))}
    return any(wager in box.settled for wager in box.wagers if wager not in gone)


def _texts(cards: tuple[Card, ...]) -> list[str]:
    return [str(card) for card in cards]
