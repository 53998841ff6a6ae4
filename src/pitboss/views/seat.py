"""What a player sees from a seat, and what anybody sees, as JSON.

A view is built up from what its audience may see. It holds no card that is not named here: the viewer's own, the hands
that settlement turned up, and what the dealer revealed.
"""

from functools import partial

from pitboss.cards import Card
from pitboss.play.round import Box, Round
from pitboss.play.terms import Terms
from pitboss.table.playing import pending
from pitboss.table.state import Table
from pitboss.views.kept import Kept, Part, View, overlaid
from pitboss.views.open_now import open_to_players


def public_view(table: Table, kept: Kept | None = None) -> Part:
    """What anybody may see who stands at the table; parts that have not changed are taken from what was kept."""
    kept, terms = kept or Kept(), table.terms
    return Part({
        "table": table.ruleset.table,
        "regulation": table.ruleset.regulation.id,
        "seats": kept.of("seats", table.seats, lambda: _seats(table)),
        "meters": table.meters(),
        "phase": table.round.phase if table.round else None,
        "turn": _turn(table),
        "round": _round(terms, table.round, kept) if table.round else None,
        "last": kept.of("last", (terms, table.last), lambda: table.last and _round(terms, table.last, kept)),
    })  # fmt: skip


def seat_view(table: Table, player: str) -> View:
    """What a player may see: also the own cards and chips, and what the player may do now."""
    shared, kept = public_view(table), Kept()
    return overlaid(shared, seat_part(table, player, shared, kept))


def seat_part(table: Table, player: str, shared: View, kept: Kept) -> Part:
    """What a player sees beside the public view, and instead of parts of it: the cards of the own boxes."""
    part = kept.of("seats' parts", (table, shared["turn"]), lambda: _seat_parts(table, shared, kept)).get(player)
    return part or Part(player=player, rack=0, may=[])


def _seat_parts(table: Table, shared: View, kept: Kept) -> dict[str, Part]:
    """Of everybody who has a box or chips; the same part as before where nothing in it has changed."""
    found: dict[str, View] = {
        player: {"player": player, "rack": table.rack_of(player), "may": may}
        for player, may in open_to_players(table, shared["turn"], kept).items()
    }
    for name, round_ in (("round", table.round), ("last", table.last)):
        if round_:
            hidden = partial(_hidden, table.terms, round_, shared[name]["boxes"], kept)
            for player, boxes in kept.of(("hidden", name), (table.terms, round_), hidden).items():
                own = found.setdefault(player, {"player": player, "rack": table.rack_of(player), "may": []})
                own[name] = {"boxes": boxes}
    return {player: kept.of(("seat", player), own, partial(Part, own)) for player, own in found.items()}


def _hidden(terms: Terms, round_: Round, shown: View, kept: Kept) -> dict[str, View]:
    """Each player's own boxes, where their cards are hidden from others."""
    found: dict[str, View] = {}
    for number, box in round_.boxes.items():
        if (box.cards or box.hand) and not shown[str(number)]["cards"]:
            found.setdefault(box.player, {})[str(number)] = _kept_box(terms, round_, number, kept, is_own=True)
    return found


def _seats(table: Table) -> Part:
    return Part((str(box), player) for box, player in sorted(table.seats.items()))


def _turn(table: Table) -> View | None:
    open_now = pending(table)
    if open_now is None:
        return None
    step, boxes = open_now
    return {"box": boxes[0], "decision": step.decision, "choices": [choice.choice for choice in step.choices]}


def _round(terms: Terms, round_: Round, kept: Kept) -> Part:
    """A round as anybody sees it."""
    return Part({
        "number": round_.number,
        "boxes": Part((str(number), _kept_box(terms, round_, number, kept)) for number in sorted(round_.boxes)),
        "piles": {pile: _pile(round_, pile) for pile in round_.piles},
    })  # fmt: skip


def _pile(round_: Round, pile: str) -> View:
    lying, up = round_.piles[pile], round_.revealed.get(pile, ())
    return {"cards": _texts(up), "down": sum(card not in up for card in lying)}


def _kept_box(terms: Terms, round_: Round, number: int, kept: Kept, *, is_own: bool = False) -> Part:
    """A box looks the same until something happens at it, or the community hand that it plays is dealt."""
    box = round_.boxes[number]
    hand = round_.piles.get("community", ()) if box.hand else ()
    made = partial(_box, terms, box, hand, is_own=is_own)
    return kept.of((number, is_own), (terms, box, hand), made)


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
