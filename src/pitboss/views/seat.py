"""What a player sees from a seat, and what anybody sees, as JSON.

A view is built up from what its audience may see. It holds no card that is not named here: the viewer's own, the hands
that settlement turned up, and what the dealer revealed.
"""

from collections.abc import Mapping, Sequence

from pitboss.cards import Card
from pitboss.play.round import Box, Round
from pitboss.play.terms import Terms
from pitboss.table.playing import pending
from pitboss.table.state import Table
from pitboss.views.memo import Kept, Part, View, overlaid
from pitboss.views.permitted import open_to_player, stage


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


def seat_parts(table: Table, shared: View, kept: Kept) -> Mapping[str, Part]:
    """What each player with a box or chips sees beside the public view, and instead of parts of it: the own cards.

    It is the same part as before where nothing in it has changed.
    """
    turn, now = shared["turn"], _by_player(table.round)
    last = kept.of("boxes of the last round", table.last, _by_player, table.last)
    asked = table.seats.get(turn["box"]) if turn else None
    racks = dict.fromkeys((*table.seats.values(), *now, *last)) | racks_of(table, kept)
    around = table.ruleset, table.out_of_service, table.seats, stage(table), _community(table.round)
    own = {player: (now.get(player, ()), last.get(player, ())) for player in racks}
    seen = {player: (chips, own[player], turn if player == asked else None) for player, chips in racks.items()}
    return kept.each("players", around, seen, lambda player: _seat_part(table, player, own[player], shared, kept))


def racks_of(table: Table, kept: Kept) -> dict[str, int]:
    """The chips in front of everybody."""
    return kept.of("racks", table.accounts, table.racks)


_Boxes = Sequence[tuple[int, Box]]


def _by_player(round_: Round | None) -> dict[str, list[tuple[int, Box]]]:
    """The boxes of each player, with their numbers."""
    found: dict[str, list[tuple[int, Box]]] = {}
    for number, box in round_.boxes.items() if round_ else ():
        found.setdefault(box.player, []).append((number, box))
    return found


def _seat_part(table: Table, player: str, own: tuple[_Boxes, _Boxes], shared: View, kept: Kept) -> Part:
    now, last = own
    part = Part(player=player, rack=table.rack_of(player), may=open_to_player(table, player, shared["turn"], kept))
    if now and (hidden := _hidden(table.terms, table.round, now, shared["round"])):
        part["round"] = {"boxes": hidden}
    if last:
        seen = table.terms, last, _community(table.last)
        hidden = kept.of(("last", player), seen, _hidden, table.terms, table.last, last, shared["last"])
        if hidden:
            part["last"] = {"boxes": hidden}
    return part


def _hidden(terms: Terms, round_: Round | None, boxes: _Boxes, shared: View) -> View:
    """A player's own boxes whose cards nobody else sees."""
    return {
        str(number): _box(terms, box, _community(round_), is_own=True)
        for number, box in boxes
        if (box.cards or box.hand) and not shared["boxes"][str(number)]["cards"]
    }


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
        "boxes": _boxes(terms, round_, kept),
        "piles": {pile: _pile(round_, pile) for pile in round_.piles},
    })  # fmt: skip


def _boxes(terms: Terms, round_: Round, kept: Kept) -> Part:
    """A box looks the same until something happens at it, or the community cards are dealt that it may play."""
    boxes, community = {str(number): box for number, box in sorted(round_.boxes.items())}, _community(round_)
    return kept.each("boxes", (terms, community), boxes, lambda key: _box(terms, boxes[key], community, is_own=False))


def _pile(round_: Round, pile: str) -> View:
    lying, up = round_.piles[pile], round_.revealed.get(pile, ())
    return {"cards": _texts(up), "down": sum(card not in up for card in lying)}


def _community(round_: Round | None) -> tuple[Card, ...]:
    return round_.piles.get("community", ()) if round_ else ()


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
