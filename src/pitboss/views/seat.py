"""What a player sees from a seat, and what anybody sees, as JSON.

A view is built from what its audience may see. It holds no card that is not named here: the viewer's own, the hands
that settlement turned up, and what the dealer revealed.
"""

from collections.abc import Mapping
from typing import NamedTuple

from pitboss.cards import UNREAD
from pitboss.documents.hand_names import hand_name
from pitboss.play.round import Box, Round, hand_cards
from pitboss.play.terms import Cards, Terms
from pitboss.rules.script import Step
from pitboss.table.playing import pending
from pitboss.table.state import Table
from pitboss.table.visible_cards import is_turned_up
from pitboss.views.memo import Part, View, ViewMemo, overlaid
from pitboss.views.permitted import PlayerSituation, RulesInForce, Stage, player_actions, stage_of


class CommunityCards(NamedTuple):
    """The community cards of a round, and those of them that are open and in play."""

    lying: Cards = ()
    open: Cards = ()


def public_view(table: Table, memo: ViewMemo | None = None) -> Part:
    """What anybody at the table may see. Parts that have not changed are taken from the memo."""
    memo, terms = memo or ViewMemo(), table.terms
    return Part({
        "table": table.ruleset.table,
        "regulation": table.ruleset.regulation.id,
        "seats": memo(_seats, table.seats),
        "meters": table.meters(),
        "phase": table.round.phase if table.round else None,
        "turn": _turn(memo(pending, table)),
        "round": _round(terms, table.round, memo),
        "last": memo(_round, terms, table.last, memo),
    })  # fmt: skip


def seat_view(table: Table, player: str) -> View:
    """What a player may see: also their own cards and chips, and what they may do now."""
    shared, memo = public_view(table), ViewMemo()
    return overlaid(shared, seat_part(player, seat_parts(table, shared, memo), memo))


def seat_part(player: str, parts: Mapping[str, Part], memo: ViewMemo) -> Part:
    """What a player sees besides the public view. A player with neither box nor chips sees nothing more."""
    return parts.get(player) or memo(_newcomer, player, slot=player)


def _newcomer(player: str) -> Part:
    return Part(player=player, rack=0, actions=[])


def seat_parts(table: Table, shared: View, memo: ViewMemo) -> Mapping[str, Part]:
    """What each player with a box or chips sees besides the public view, or instead of parts of it: their own cards.

    If nothing in it has changed, it is the same part as before.
    """
    turn, now, last = shared["turn"], _by_player(table.round), memo(_by_player, table.last)
    seats: dict[str, tuple[int, ...]] = {}
    for box, player in table.seats.items():
        seats[player] = (*seats.get(player, ()), box)
    asked = table.seats.get(turn["box"]) if turn else None
    racks = dict.fromkeys((*seats, *now, *last), 0) | racks_of(table, memo)
    situations = {
        player: PlayerSituation(
            player, chips, seats.get(player, ()), now.get(player, ()), last.get(player, ()),
            turn["box"] if turn and player == asked else 0,
        )
        for player, chips in racks.items()
    }  # fmt: skip
    rules = RulesInForce(table.ruleset, table.terms, table.out_of_service)
    around = rules, stage_of(table), _community(table.round), _community(table.last), memo
    return memo.each(_seat_part, around, situations)


def racks_of(table: Table, memo: ViewMemo) -> dict[str, int]:
    """The chips of every player."""
    return memo(_racks, table.accounts)


def _racks(accounts: Mapping[str, int]) -> dict[str, int]:
    return {name[5:]: cents for name, cents in accounts.items() if name.startswith("rack ")}


_Boxes = tuple[tuple[int, Box], ...]


def _by_player(round_: Round | None) -> dict[str, _Boxes]:
    """The boxes of each player, with their numbers."""
    found: dict[str, _Boxes] = {}
    for number, box in round_.boxes.items() if round_ else ():
        found[box.player] = (*found.get(box.player, ()), (number, box))
    return found


def _seat_part(  # noqa: PLR0913, PLR0917 - it depends on these and on nothing else
    rules: RulesInForce,
    stage: Stage,
    community: CommunityCards,
    last: CommunityCards,
    memo: ViewMemo,
    situation: PlayerSituation,
) -> Part:
    player = situation.player
    part = Part(player=player, rack=situation.chips, actions=player_actions(rules, stage, situation, memo))
    if hidden := memo(_hidden, rules.terms, community, situation.now, slot=(player, "now")):
        part["round"] = {"boxes": hidden}
    if hidden := memo(_hidden, rules.terms, last, situation.last, slot=(player, "last")):
        part["last"] = {"boxes": hidden}
    return part


def _hidden(terms: Terms, community: CommunityCards, boxes: _Boxes) -> View:
    """A player's own boxes whose cards nobody else sees."""
    return {
        str(number): _box(terms, community, box, is_own=True)
        for number, box in boxes
        if (box.cards or box.hand) and not is_turned_up(terms, box)
    }


def _seats(seats: Mapping[int, str]) -> Part:
    return Part((str(box), player) for box, player in sorted(seats.items()))


def _turn(open_now: tuple[Step, list[int]] | None) -> Part | None:
    if open_now is None:
        return None
    step, boxes = open_now
    return Part(box=boxes[0], decision=step.decision, choices=[choice.choice for choice in step.choices])


def _round(terms: Terms, round_: Round | None, memo: ViewMemo) -> Part | None:
    """A round as anybody sees it. A box looks the same until something happens at it."""
    if round_ is None:
        return None
    boxes = {str(number): box for number, box in sorted(round_.boxes.items())}
    return Part({
        "number": round_.number,
        "boxes": memo.each(_public_box, (terms, _community(round_)), boxes),
        "piles": {pile: _pile(round_, pile) for pile in round_.piles},
    })  # fmt: skip


def _pile(round_: Round, pile: str) -> View:
    lying, up = round_.piles[pile], round_.revealed.get(pile, ())
    return {"cards": _texts(up), "down": sum(card not in up for card in lying)}


def _community(round_: Round | None) -> CommunityCards:
    if round_ is None:
        return CommunityCards()
    revealed = round_.revealed.get("community", ())
    in_play = tuple(card for card in revealed if card not in round_.burned)
    return CommunityCards(round_.piles.get("community", ()), in_play)


def _public_box(terms: Terms, community: CommunityCards, box: Box) -> Part:
    return _box(terms, community, box, is_own=False)


def _box(terms: Terms, community: CommunityCards, box: Box, *, is_own: bool) -> Part:
    cards = hand_cards(box, community.lying, terms.script.community_hand)
    is_seen = UNREAD not in cards and (is_own or is_turned_up(terms, box))
    return Part({
        "player": box.player,
        "wagers": dict(box.wagers),
        "coupons": dict(box.coupons),
        "hand": box.hand,
        "cards": _texts(cards) if is_seen else [],
        "name": _hand_name(terms, box, cards, community.open) if is_seen else "",
        "down": 0 if is_seen or box.surrendered else len(cards),
        "choices": {made: choice for made, choice in box.choices.items() if made not in box.undecided},
        "left": box.left,
        "abandoned": box.abandoned,
        "settled": {item: {"returned": due.returned, "amount": due.amount} for item, due in box.settled.items()},
    })  # fmt: skip


def _hand_name(terms: Terms, box: Box, cards: Cards, community: Cards) -> str:
    """The name of the hand that decides the first wager of a box, by the cards that its player sees."""
    if not cards or not box.wagers:
        return ""
    hand = terms.hand_of(next(iter(box.wagers)))
    return hand_name(hand.ranking, (*cards, *community) if "community" in hand.piles and not box.hand else cards)


def _texts(cards: Cards) -> list[str]:
    return [str(card) for card in cards]
