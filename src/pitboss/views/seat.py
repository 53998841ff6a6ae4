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
    may = open_to_players(table, shared["turn"], kept).get(player, [])
    part = Part(player=player, rack=table.rack_of(player), may=may)
    if table.round and (own := _own(table.terms, table.round, player, shared["round"], kept)):
        part["round"] = own
    if table.last:
        last = partial(_own, table.terms, table.last, player, shared["last"], kept)
        if own := kept.of(("last", player), (table.terms, table.last), last):
            part["last"] = own
    return part


def _own(terms: Terms, round_: Round, player: str, shown: View, kept: Kept) -> View | None:
    """The player's own boxes of a round, where their cards are hidden from others."""
    own = {
        str(number): _kept_box(terms, round_, number, kept, is_own=True)
        for number, box in round_.boxes.items()
        if box.player == player and not _is_seen(box, shown["boxes"][str(number)])
    }
    return {"boxes": own} if own else None


def _is_seen(box: Box, shown: View) -> bool:
    """Whether anybody sees of a box what its player sees: there are no cards, or they are turned up."""
    return bool(shown["cards"]) or not (box.cards or box.hand)


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
