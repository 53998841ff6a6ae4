"""What each person may do now. It is computed again only if something that it depends on has changed."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Literal, NamedTuple

from pitboss.play import commands as c
from pitboss.play.commands import Command
from pitboss.play.round import Box, Phase, Round
from pitboss.play.terms import Terms
from pitboss.rules.ruleset import Ruleset
from pitboss.rules.vocabulary import Person
from pitboss.table.authority import Closed, is_clearing, is_taken, may_give
from pitboss.table.closing_bets import to_count
from pitboss.table.committed_order import order_stays
from pitboss.table.decide import accepted, bets, choices, dry_run, house_candidates, leaving
from pitboss.table.decks import deck_names, needs_a_look
from pitboss.table.irregularities import places, row_for
from pitboss.table.settled import is_being_settled
from pitboss.table.state import Table
from pitboss.views.actions import (
    action_view,
    bet_view,
    close_view,
    correct_view,
    count_view,
    load_view,
    repeat_view,
    report_view,
)
from pitboss.views.dealer_moment import DealerMoment, dealer_moment, table_at
from pitboss.views.memo import ViewMemo
from pitboss.views.shapes import ActionView

Stage = Literal["", "betting", "settling"]
DEALER: tuple[Person, ...] = ("dealer",)
_PLAYER = "a player"
"""What a player may do depends on their boxes and chips, not on who they are."""


class RulesInForce(NamedTuple):
    """The rules of a table, and the devices that are out of service."""

    ruleset: Ruleset
    terms: Terms
    out_of_service: Mapping[str, str]


class LyingWagers(NamedTuple):
    """What lies on a box."""

    box: int
    wagers: tuple[tuple[str, int], ...] = ()
    coupons: tuple[tuple[str, int], ...] = ()
    hand: int = 0


class PlayerSituation(NamedTuple):
    """Everything that a player's view and options depend on, besides the rules and the phase of the round."""

    player: str
    chips: int
    seats: tuple[int, ...]
    now: tuple[tuple[int, Box], ...]
    """The boxes of the player in the round under way,"""
    last: tuple[tuple[int, Box], ...]
    """and in the last one."""
    turn: int
    """The box of the player that decides now, or 0."""


def player_actions(
    rules: RulesInForce,
    stage: Stage,
    situation: PlayerSituation,
    memo: ViewMemo,
) -> list[ActionView]:
    """What a player may do now, at their own boxes and with the chips in their rack.

    What others have at their boxes and in their racks makes no difference, except for whose turn it is.
    """
    chips, seats, ruleset = situation.chips, situation.seats, rules.ruleset
    actions = memo(_leaving_actions, rules, seats, slot=seats)
    if chips and memo(_can_cash_out, rules, stage, slot=stage):
        actions = [*actions, action_view(ruleset.regulation, c.CashOut(situation.player, chips))]
    boxes = dict(situation.now)
    if stage == "betting":
        # More chips than the least bets take make no difference.
        enough = min(chips, len(seats) * sum([amount for _, amount in ruleset.least_wagers]))
        lying = tuple([_lying(number, boxes[number]) for number in seats])
        return [*memo(_betting_actions, rules, lying, enough, slot=(lying, enough)), *actions]
    if situation.turn:
        box = boxes[situation.turn]
        box = box.replace(player=_PLAYER, cards=box.cards if rules.terms.script.looks_at_cards else ())
        # More chips than choices can place make no difference.
        placed = rules.terms.script.most_placed.values()
        enough = min(chips, sum([stake.multiple * box.wagers.get(stake.to, 0) for stake in placed]))
        slot = situation.turn, tuple(box.choices)
        return [*memo(_choice_actions, rules, situation.turn, box, enough, slot=slot), *actions]
    return actions


def repeated_bets(table: Table) -> list[ActionView]:
    """For each box that the same player had in the last round: placing the same wagers, if that is permitted now."""
    if table.round is None or table.round.phase != "betting" or table.last is None:
        return []
    boxes, before = table.round.boxes, table.last.boxes
    commands = [
        _repeated(table.ruleset, number, before[number])
        for number, box in boxes.items()
        if number in before and before[number].player == box.player
    ]
    differ = [command for command in commands if command.wagers and dict(command.wagers) != boxes[command.box].wagers]
    return [repeat_view(command) for command in differ if dry_run(table, command) is None]


def _repeated(ruleset: Ruleset, number: int, before: Box) -> c.PlaceWagers:
    """The wagers that lay on a box before the deal. A coupon is used up and lies there no more."""
    offered = [name for name, wager in ruleset.wagers.items() if wager.placed == "before_deal"]
    wagers = tuple([(name, before.wagers[name]) for name in offered if name in before.wagers])
    return c.PlaceWagers(number, wagers, hand=before.hand)


def stage_of(table: Table) -> Stage:
    """What matters to players of the phase of a round, except for whose turn it is: whether they bet, or are paid."""
    match table.round.phase if table.round else None:
        case "betting":
            return "" if needs_a_look(table) or (table.round and table.round.reported) else "betting"
        case "settling":
            return "settling"
    return "settling" if is_being_settled(table) else ""


def _lying(number: int, box: Box) -> LyingWagers:
    return LyingWagers(number, tuple(box.wagers.items()), tuple(box.coupons.items()), box.hand)


def _leaving_actions(rules: RulesInForce, boxes: tuple[int, ...]) -> list[ActionView]:
    table = _table_of(rules, boxes)
    return _views(table, accepted(table, leaving(boxes)))


def _can_cash_out(rules: RulesInForce, stage: Stage) -> bool:
    table = _table_of(rules, (), 1)
    if stage:
        table = _in_round(table, stage, {})
    return bool(accepted(table, [c.CashOut(_PLAYER, 1)]))


def _betting_actions(rules: RulesInForce, lying: tuple[LyingWagers, ...], chips: int) -> list[ActionView]:
    boxes = {one.box: Box(_PLAYER, dict(one.wagers), dict(one.coupons), one.hand) for one in lying}
    table = _in_round(_table_of(rules, boxes, chips), "betting", boxes)
    return _views(table, accepted(table, bets(table, boxes)))


def _choice_actions(rules: RulesInForce, number: int, box: Box, chips: int) -> list[ActionView]:
    table = _in_round(_table_of(rules, (number,), chips), "playing", {number: box})
    return _views(table, accepted(table, choices(table)))


def _table_of(rules: RulesInForce, boxes: Iterable[int], chips: int = 0) -> Table:
    """A table with nothing but the boxes and chips of one player."""
    seats, accounts = dict.fromkeys(boxes, _PLAYER), {f"rack {_PLAYER}": chips}
    return Table(rules.ruleset, rules.terms, seats=seats, accounts=accounts, out_of_service=rules.out_of_service)


def _in_round(table: Table, phase: Phase, boxes: Mapping[int, Box]) -> Table:
    return table.replace(round=Round(1, phase, boxes))


def _views(table: Table, commands: Iterable[Command], *, physical: bool = False) -> list[ActionView]:
    return [_view(table, command, physical=physical) for command in commands]


def _view(table: Table, command: Command, *, physical: bool = False) -> ActionView:
    match command:
        case c.CloseBets() if physical and (wagers := to_count(table)):
            return close_view(table.ruleset.regulation, command, wagers)
        case c.PlaceWagers():
            return bet_view(command, table.community_hands)
        case c.CountStub():
            return count_view(command, deck_names(table), is_dealt=table.round is not None)
        case c.Report():
            row = row_for(table, command.found)
            assert row
            deck = deck_names(table).get(command.place, "")  # type: ignore[call-overload]
            view = report_view(command, row, _places(table), deck)
            voids = not physical or (table.round is not None and table.round.face_up_found)
            further = row_for(table, "second_card_face_up") if voids else None
            if command.found == "card_face_up" and further:
                # A second card, or one of a committed order, has other effects: the dealer reads them first.
                second = report_view(command, further, ())
                return {**view, "confirm": second["confirm"], "cite": second["cite"]}
            return view
        case c.CorrectPayment() if command.round:
            ruleset = table.ruleset
            return correct_view(ruleset.regulation, command, [*ruleset.wagers, *ruleset.awards])
        case c.LoadShuffler():
            return load_view(command, deck_names(table)["device"])
    return action_view(table.ruleset.regulation, command)


def _places(table: Table) -> list[str]:
    """Where a wrong number of cards can lie, as commands write it."""
    found = places(table, table.round) if table.round else []
    return [f"box {place}" if place.isdecimal() else place for place in found]


def staff_actions(table: Table, person: Person, closed: Closed, memo: ViewMemo, *, physical: bool) -> list[ActionView]:
    """What is open to the dealer or the floorperson; at a `physical` table also what a newcomer may do."""
    if person != "dealer" or (table.round and (physical or table.round.unread())):
        # What was read and entered at a table with real cards can be corrected, place by place.
        return memo(_staff_actions, table, person, closed, physical, slot=person)
    rules, moment = RulesInForce(table.ruleset, table.terms, table.out_of_service), dealer_moment(table, memo)
    return memo(_dealer_actions, rules, moment, closed, physical, slot=(moment, closed, physical))


def _dealer_actions(rules: RulesInForce, moment: DealerMoment, closed: Closed, physical: bool) -> list[ActionView]:
    return _staff_actions(table_at(*rules, moment), "dealer", closed, physical)


def _staff_actions(table: Table, person: Person, closed: Closed, physical: bool) -> list[ActionView]:
    clearing = is_clearing(table, closed)
    return _views(table, accepted(table, [
        command
        for command in _one_correction(house_candidates(table))
        if may_give(person, command, physical=physical, clearing=clearing)
        and is_taken(table, closed, command)
        and order_stays(table, command, physical=physical)
    ]), physical=physical)  # fmt: skip


def _one_correction(commands: Iterable[Command]) -> Iterator[Command]:
    """The commands with one correction of a payment: the floorperson says whose."""
    is_first = True
    for command in commands:
        if not isinstance(command, c.CorrectPayment):
            yield command
        elif is_first:
            is_first = False
            yield command
