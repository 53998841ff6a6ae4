"""Resettlement: what a round had to pay, computed again from its cards, wagers and choices, beside what was paid.

No recorded payment is used to compute what was due. The one exception is what other tables did to a shared meter while
a win waited for the floorperson: only the record has it.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import cached_property
from itertools import pairwise
from typing import NamedTuple, assert_never

from pitboss.books.replay import Replay
from pitboss.money import show_money
from pitboss.play import events as e
from pitboss.play.settle import Settling
from pitboss.play.settlement_input import BoxFacts, RoundFacts, SettledLine
from pitboss.recorded.round import RecordedRound
from pitboss.rules.payout import Payout
from pitboss.rules.script import Item

Key = tuple[int, str]
"""A box and a wager or award of it."""


class ResettledLine(NamedTuple):
    """One wager or award of a box: what was due, and the sum that gives it."""

    box: int
    player: str
    line: SettledLine
    sum: str
    """`$10 x 3 = $30`."""


class PaymentDifference(NamedTuple):
    """A payment that differs from what was due. Box 0 stands for a meter."""

    box: int
    item: str
    due: int
    paid: int
    clause: str


class MeterMoves(NamedTuple):
    """A meter through a round: before + raised - paid + filled - lowered + elsewhere = after."""

    before: int
    raised: int
    paid: int
    filled: int
    """What the house added to reset it after a win of the whole meter."""
    lowered: int
    """Contributions of a void round that were given back."""
    elsewhere: int
    """The net movement by other tables of its link in the meantime."""
    after: int


class Resettlement:
    """A round settled again. Nothing is due in a void round except every wager back."""

    def __init__(self, replay: Replay, other: RecordedRound | None = None) -> None:
        """`other` is the round as other rules read it: what would have been due under them."""
        self.replay, self._other = replay, other
        self.terms = other.terms if other else replay.before.terms
        self.meters_as_settled, self.moved_meanwhile = found_meters(replay)

    @cached_property
    def facts(self) -> RoundFacts:
        return self._other.facts if self._other else self.replay.final.facts(self.terms, self.meters_as_settled)

    @cached_property
    def conduct(self) -> Mapping[Key, str]:
        """The wagers that players forfeited for a violation, each with the clause."""
        cite = self.replay.before.terms.regulation.conduct.get("violation_forfeits")
        return {
            (event.box, event.wager): event.cite
            for event in self.replay.events
            if isinstance(event, e.WagerForfeited) and event.cite == cite
        }

    @cached_property
    def lines(self) -> tuple[ResettledLine, ...]:
        """Every line, box by box, in the order of settlement."""
        if self.replay.void:
            return ()
        found = tuple(self._settled())
        return tuple(one for box in reversed(self.facts.boxes) for one in found if one.box == box.box)

    def _settled(self) -> Iterator[ResettledLine]:
        settling = self._settling
        for step in self.terms.script.settling:
            for box in reversed(self.facts.boxes):
                lines = [one for item in step.items for one in self._item(settling, item, box)]
                if step.losers_first:
                    lines.sort(key=lambda one: settling.turn(box, one.line))
                yield from lines

    @cached_property
    def _settling(self) -> Settling:
        return Settling(self.terms, self.facts)

    def _item(self, settling: Settling, item: Item, box: BoxFacts) -> Iterator[ResettledLine]:
        name = item.item
        if cite := self.conduct.get((box.box, name)):
            stake = box.wagers[name]
            line = SettledLine(name, stake, "forfeited", 0, 0, None, None, cite)  # type: ignore[arg-type]
            yield ResettledLine(box.box, box.player or "", line, self._sum(line, box, {}))
            return
        for meter, change in self.moved_meanwhile.get((box.box, name), {}).items():
            settling.meters[meter] += change
        before = dict(settling.meters)
        for line in settling.item(item, box):
            yield ResettledLine(box.box, box.player or "", line, self._sum(line, box, before))

    def _sum(self, line: SettledLine, box: BoxFacts, meters: Mapping[str, int]) -> str:
        if line.outcome == "returned":
            return f"{show_money(line.returned)} back"
        if line.outcome != "paid" or not line.odds:
            return f"{show_money(line.stake)} lost"
        text, amount = self._product(line, box, Payout.parse(line.odds), meters)
        limited = f", limited to {show_money(line.amount)}" if amount != line.amount else ""
        return f"{text}{limited}"

    def _product(self, line: SettledLine, box: BoxFacts, payout: Payout, meters: Mapping[str, int]) -> tuple[str, int]:
        award = self.terms.regulation.awards.get(line.item)
        stake = box.wagers[award.stake_of] if award else line.stake
        match payout.form:
            case "share":
                amount = meters[payout.meter] * payout.number // 100
                of = f"{payout.number}% of {payout.meter} at {show_money(meters[payout.meter])}"
                return f"{of} = {show_money(amount)}", amount
            case "prize":
                return show_money(payout.number), payout.number
        coupon = box.match_play.get(line.item, 0) if payout.form == "to" else 0
        of = f"({show_money(stake)} + coupon {show_money(coupon)})" if coupon else show_money(stake)
        amount, times = payout.won(stake + coupon), f"{payout.number:,}" + (f"/{payout.per}" if payout.per > 1 else "")
        return f"{of} x {times} = {show_money(amount)}", amount

    # What was paid

    @cached_property
    def paid(self) -> Mapping[Key, int]:
        """What each wager and award was paid, stakes given back included."""
        paid: dict[Key, int] = {}
        for number, box in self.replay.final.boxes.items():
            paid |= dict.fromkeys(((number, wager) for wager in box.wagers), 0)
        for event in self.replay.events:
            match event:
                case (
                    e.WagerReturned(box=box_, wager=item, amount=amount)
                    | e.AwardPaid(box=box_, award=item, amount=amount)
                ):
                    handed = amount
                case e.WagerPaid(box=box_, wager=item, returned=returned, amount=amount):
                    handed = returned + amount
                case e.PaymentTakenBack(box=box_, item=item, amount=amount):
                    handed = -amount
                case e.WagerRestored(box=box_, wager=item):
                    # What a wrongly entered choice returned lies on the layout again.
                    handed = -paid.get((box_, item), 0)
                case _:
                    continue
            paid[box_, item] = paid.get((box_, item), 0) + handed
        # An award that was taken back was not paid.
        wagers = {(number, wager) for number, box in self.replay.final.boxes.items() for wager in box.wagers}
        return {key: cents for key, cents in paid.items() if cents or key in wagers}

    @cached_property
    def due(self) -> Mapping[Key, int]:
        """What each wager and award had to be paid, stakes given back included."""
        if self.replay.void:
            boxes = self.replay.final.boxes.items()
            return {(number, wager): stake for number, box in boxes for wager, stake in box.wagers.items()}
        due: dict[Key, int] = {}
        for one in self.lines:
            key = one.box, one.line.item
            due[key] = due.get(key, 0) + one.line.returned + one.line.amount
        return due

    @cached_property
    def mispaid(self) -> tuple[PaymentDifference, ...]:
        """Every payment that differs from what was due."""
        return tuple(
            PaymentDifference(*key, self.due.get(key, 0), self.paid.get(key, 0), self._clause(key))
            for key in {**self.due, **self.paid}
            if self.due.get(key, 0) != self.paid.get(key, 0)
        )

    @cached_property
    def differences(self) -> tuple[PaymentDifference, ...]:
        """Every payment that differs from what was due, and every meter that shows a wrong amount."""
        return (*self.mispaid, *self._meter_differences())

    def _meter_differences(self) -> Iterator[PaymentDifference]:
        """Contributions that are not the submitted share, and meters that show what the wins do not explain."""
        rules, raised = self.terms.regulation.meter_rules, dict(self._contributions())
        paid_by = rules.paid if rules else self.terms.regulation.table.cite
        for name, moves in self.meters.items():
            if raised.get(name, 0) != moves.raised:
                yield PaymentDifference(0, f"contribution to {name}", raised.get(name, 0), moves.raised, paid_by)
            if self.replay.void:
                # If other tables moved it too, whole cents do not show whose the last fraction of a cent was.
                due = moves.after if moves.elsewhere else moves.before
            else:
                won, filled = self._won.get(name, (0, 0))
                due = moves.before + moves.raised + moves.elsewhere - won + filled
            if due != moves.after:
                yield PaymentDifference(0, f"meter {name}", due, moves.after, paid_by)

    @cached_property
    def _won(self) -> Mapping[str, tuple[int, int]]:
        """What was due from each meter, and what then had to fill it up."""
        won: dict[str, tuple[int, int]] = {}
        for _, _, line, _ in self.lines:
            if line.meter:
                paid, filled = won.get(line.meter, (0, 0))
                won[line.meter] = paid + line.amount, filled + (self.terms.seeds[line.meter] if line.resets else 0)
        return won

    def _contributions(self) -> Iterator[tuple[str, int]]:
        """What each meter had to receive when the bets were closed, in whole cents.

        Nothing for a wager whose chips were still in question when the round became void.
        """
        moments = self.replay.moments[self.replay.opened :]
        closed = next((one.table for one in moments if isinstance(one.event, e.BetsClosed)), None)
        if closed is None:
            return
        # The floor's decision on chips takes time, in which other tables move the meter.
        carried = {
            after.event.meter: before.table.carry
            for before, after in pairwise(moments)
            if isinstance(after.event, e.MeterRaised)
        }
        for wager, link in closed.ruleset.links.items():
            if wager in self.replay.final.differences:
                continue
            staked = sum(box.wagers.get(wager, 0) for box in self.replay.final.boxes.values())
            for name, meter in link.meters.items() if staked else ():
                grown = carried.get(name, closed.carry).get(name, Fraction(0)) + staked * meter.rate
                yield name, grown.numerator // grown.denominator

    def _clause(self, key: Key) -> str:
        """The clause that settles an item; if nothing was due, the clause that orders its turn; empty without one."""
        if self.replay.void:
            return next(event.cite for event in self.replay.events if isinstance(event, e.RoundVoided))
        settled = [one.line.cite for one in self.lines if (one.box, one.line.item) == key]
        turns = [item.cite for step in self.terms.script.settling for item in step.items if item.item == key[1]]
        return next(iter((*settled, *turns)), "")

    # Meters

    @cached_property
    def meters(self) -> Mapping[str, MeterMoves]:
        """How each meter of the table moved during the round."""
        now = self.replay.before.meters()
        moves = {name: MeterMoves(amount, 0, 0, 0, 0, 0, amount) for name, amount in now.items()}
        for moment in self.replay.moments[self.replay.opened :]:
            before, now = now, moment.table.meters()
            for name, old in moves.items():
                if change := now[name] - before[name]:
                    assert isinstance(moment.event, e.MovesMeter | e.MeterShown)
                    moves[name] = _moved(old, moment.event, change)._replace(after=now[name])
        return moves


def _moved(moves: MeterMoves, event: e.MovesMeter | e.MeterShown, change: int) -> MeterMoves:
    match event:
        case e.MeterRaised():
            return moves._replace(raised=moves.raised + change)
        case e.MeterReset():
            return moves._replace(filled=moves.filled + change)
        case e.MeterLowered():
            return moves._replace(lowered=moves.lowered - change)
        case e.MeterShown():
            return moves._replace(elsewhere=moves.elsewhere + change)
        case e.WagerPaid() | e.PaymentTakenBack() | e.JackpotLocked() | e.JackpotReleased():
            return moves._replace(paid=moves.paid - change)
        case _:
            assert_never(event)


def found_meters(replay: Replay) -> tuple[dict[str, int], dict[Key, dict[str, int]]]:
    """Each meter before the first win from it, and by how much other tables moved it before each later win."""
    table = replay.before
    found: dict[str, int] = {}
    told: Counter[str] = Counter()
    moved: dict[Key, dict[str, int]] = {}
    for moment in replay.moments[replay.opened :]:
        shown = table.meters()
        match moment.event:
            case (
                e.WagerPaid(box=box, wager=wager, meter=meter) | e.JackpotLocked(box=box, wager=wager, meter=meter)
            ) if meter:
                found.setdefault(meter, shown[meter])
                earlier = moved.pop((box, wager), {}).get(meter, 0)
                if change := earlier + told.pop(meter, 0):
                    moved[box, wager] = {meter: change}
            case e.MeterShown(meter=meter, amount=amount) if meter in found:
                told[meter] += amount - shown[meter]
        table = moment.table
    return {**table.meters(), **found}, moved
