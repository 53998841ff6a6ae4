"""Chapter 11 from the last decision on: reveals, settlement box by box, and wins that wait for validation."""

from collections.abc import Collection, Iterator, Sequence
from typing import NamedTuple

from pitboss.cards import UNREAD
from pitboss.play import commands as c
from pitboss.play import events as e
from pitboss.play.round import Box, Round
from pitboss.play.settle import NotRead, Settling
from pitboss.play.settlement_input import BoxFacts, SettledLine
from pitboss.rules.clause import Clause
from pitboss.rules.script import Item, Step
from pitboss.table.decks import refuse_before_count
from pitboss.table.dry_run import Events
from pitboss.table.playing import is_face_down, pending, turn
from pitboss.table.refusal import refuse
from pitboss.table.state import Table
from pitboss.table.voiding import take_back_refill


def settle(table: Table, _: c.Settle) -> Events:
    """Reveals, then settles box by box, until the end, a win that waits for the floorperson, or a hand to read."""
    script = table.ruleset.regulation.script
    first = next(step for step in script if step.step == "settle")
    if table.round is None or table.round.phase not in ("playing", "settling"):
        refuse("nothing-to-settle", first.cite, "no round waits to be settled")
    refuse_before_count(table)
    if open_now := pending(table):
        refuse("decisions-open", open_now[0].cite, f"box {open_now[1][0]} has not decided {open_now[0].decision}")
    waiting = table.round.asked - table.round.validated
    if waiting:
        box, item = min(waiting)
        refuse("validation-open", first.cite, f"the floorperson has not validated {item} of box {box}")
    done = Events(table)
    _go_on(done)
    if not done.found:
        refuse("cards-not-read", first.cite, "turn up and read the next cards first")
    return done


def _go_on(done: Events) -> None:
    """Settles as far as the cards are known and every win is validated."""
    settling: Settling | None = None
    for step in done.table.ruleset.regulation.script:
        match step.step:
            case "burn" | "reveal":
                turn(done, step)
                if is_face_down(done.round, step):
                    return
            case "collect_folded":
                collect_folded(done, step)
            case "settle":
                settling = settling or settling_of(done.table, done.round)
                try:
                    if not _settle_step(done, settling, step):
                        return
                except NotRead:
                    return
            case "clear":
                done.add(e.RoundCompleted(step.cite))


def settling_of(table: Table, round_: Round) -> Settling:
    """The settlement so far: meters as they stand, and payout limits minus what was already paid."""
    terms = table.terms
    settling = Settling(terms, round_.facts(terms, table.meters()), round_.locked())
    if terms.payout_limit is not None:
        covered = terms.regulation.payout_limit.wagers
        for number, box in round_.boxes.items():
            used = sum(settled.amount for item, settled in box.settled.items() if item in covered)
            settling.limits[number] = terms.payout_limit - used
    return settling


def collect_folded(done: Events, step: Step) -> None:
    for number in done.round.in_play():
        lying = [done.table.accounts.get(f"area {number} {wager}", 0) for wager in done.round.boxes[number].settled]
        if step.takes_wagers and any(lying):
            done.add(e.ForfeitsCollected(number, sum(lying), step.cite))
        box = done.round.boxes[number]
        folded = box.choices and any(_gives_up(done.table, box))
        if (
            folded
            and box.cards
            and not box.surrendered
            and not any(wager in box.wagers for wager in step.keeps_cards_for)
        ):
            done.add(e.CardsCollected(number, box.cards, step.cite))


def _gives_up(table: Table, box: Box) -> Iterator[bool]:
    for decision, choice in box.choices.items():
        yield bool(table.terms.script.decisions[decision][1][choice].forfeits)


def _settle_step(done: Events, settling: Settling, step: Step) -> bool:
    """Settles one step of the script; False if it stops for a validation."""
    return all(_settle_box(done, settling, step, box) for box in reversed(settling.facts.boxes))


def _settle_box(done: Events, settling: Settling, step: Step, box: BoxFacts) -> bool:
    """Settles one box in a step; False if it stops for a validation."""
    settled: list[SettledLine] = []
    for item, due in lines_of(done.round, settling, step, box):
        _turn_all(done, revealing(done.table, step, item))
        if due is None:
            continue
        settled.append(due.line)
        if due.line.outcome == "paid" and item.validated and (box.box, item.item) not in done.round.validated:
            _lock(done, due)
            done.add(e.ValidationAsked(box.box, item.item, item.validated))
            return False
        _pay(done, due.box, due.line)
    if step.collects_lost and _is_lost(done.round.boxes[box.box], step, settled):
        done.add(e.HandCollected(box.box, box.cards, step.collects_lost))
    return True


class DueLine(NamedTuple):
    """A line, and the box that it settles."""

    box: int
    line: SettledLine

    @property
    def is_lost(self) -> bool:
        return self.line.outcome in ("collected", "forfeited")


def lines_of(round_: Round, settling: Settling, step: Step, box: BoxFacts) -> Iterator[tuple[Item, DueLine | None]]:
    """The lines of a step that are still due in the turn of a box, in their order.

    Raises NotRead at the first line that depends on unread cards: what comes before it is due without them. Where
    losing wagers go first, that is the first of all.
    """
    lines = ((item, due) for item in step.items for due in _open_lines(round_, settling, item, box))
    if step.losers_first:
        yield from sorted(lines, key=lambda pair: pair[1] is not None and not pair[1].is_lost)
    else:
        yield from lines


def _open_lines(round_: Round, settling: Settling, item: Item, box: BoxFacts) -> Iterator[DueLine | None]:
    """The lines still due; None for a wager that is already settled, whose cards are still turned up.

    An envy award is due to the other boxes when the hand that earns it is up: in the turn of that hand.
    """
    if item.by == "envy":
        for number, line in settling.envy_of(item.item, box):
            if (item.item, box.box) not in round_.boxes[number].awarded:
                yield DueLine(number, line)
    elif item.item not in round_.boxes[box.box].settled:
        for line in settling.item(item, box):
            yield DueLine(box.box, line)
    elif item.reveals:
        yield None


def _is_lost(box: Box, step: Step, lines: Sequence[SettledLine]) -> bool:
    """Whether a hand has lost to the dealer's and no wager of the box keeps it on the layout."""
    against_dealer = {item.item for item in step.items if item.by == "showdown"}
    return (
        any(line.item in against_dealer and line.outcome == "collected" for line in lines)
        and not box.in_rack
        and not any(wager in box.wagers for wager in step.keeps_cards_for)
    )


def lock_won(done: Events) -> None:
    """Locks what a hand that was just read wins from meters: its turn has come, here and at every linked table.

    Ruling meter-order. Hands are read in the order of settlement, so no box before it is still to be paid.
    """
    settling = settling_of(done.table, done.round)
    for step in done.table.terms.script.settling:
        for box in reversed(settling.facts.boxes):
            there = done.round.boxes[box.box]
            for item in step.items if there.turned else ():
                if item.item in done.table.ruleset.links and item.item not in there.settled:
                    _lock_item(done, settling, item, box)


def _lock_item(done: Events, settling: Settling, item: Item, box: BoxFacts) -> None:
    try:
        for line in settling.item(item, box):
            if line.outcome == "paid":
                _lock(done, DueLine(box.box, line))
    except NotRead:
        # It depends on cards that are turned up later.
        return


def _lock(done: Events, due: DueLine) -> None:
    """Takes a meter win off its meter before validation, so that the next winner is paid from what is left."""
    line, rules = due.line, done.table.ruleset.regulation.meter_rules
    if line.meter and line.item not in done.round.boxes[due.box].locked:
        cite = rules.paid if rules else line.cite
        done.add(e.JackpotLocked(due.box, line.item, line.meter, line.amount, cite))
        _reset(done, line)


def _reset(done: Events, line: SettledLine) -> None:
    """Fills a meter up to its reset amount after it was won whole."""
    if line.resets:
        rules = done.table.ruleset.regulation.meter_rules
        done.add(e.MeterReset(line.meter, done.table.terms.seeds[line.meter], rules.paid if rules else line.cite))


def unlock(done: Events, boxes: Collection[int], cite: Clause) -> None:
    """Gives back what is locked for hands that may have been misread and are not paid: a correction of the meters."""
    before, settling = done.round, settling_of(done.table, done.round)
    items = {item.item: item for step in done.table.terms.script.settling for item in step.items}
    for box in settling.facts.boxes if before.locked() else ():
        for wager, locked in before.boxes[box.box].locked.items() if box.box in boxes else ():
            (line,) = settling.item(items[wager], box)
            done.add(e.JackpotReleased(box.box, wager, locked.meter, locked.amount, cite))
            if line.resets:
                take_back_refill(done, locked.meter, cite)


def revealing(table: Table, step: Step, item: Item) -> Item:
    """The row that says which cards an item turns up; an award uses the cards of the wager that earns it."""
    award = table.ruleset.regulation.awards.get(item.item)
    return next((row for row in step.items if award and row.item == award.stake_of), item)


def _turn_all(done: Events, item: Item) -> None:
    """Turns up the cards that a wager uses, unless an option excludes them."""
    pile = item.reveals
    if pile is None or done.table.terms.holds(done.table.ruleset.regulation.wagers[item.item].only_boxes_under):
        return
    burned = done.round.burned if pile == "community" else ()
    hidden = tuple(
        card for card in (*burned, *done.round.piles.get(pile, ())) if card not in done.round.revealed.get(pile, ())
    )
    if UNREAD in hidden:
        raise NotRead(pile)
    if hidden:
        done.add(e.CardsRevealed(pile, hidden, item.reveal_cite or item.cite))


def _pay(done: Events, number: int, line: SettledLine) -> None:
    match line.outcome:
        case "collected":
            done.add(e.WagerCollected(number, line.item, line.stake, line.cite))
        case "forfeited":
            done.add(e.WagerForfeited(number, line.item, line.stake, line.cite))
        case "returned":
            done.add(e.WagerReturned(number, line.item, line.returned, line.cite))
        case "paid":
            _paid(done, number, line)


def _paid(done: Events, number: int, line: SettledLine) -> None:
    pattern, odds = line.pattern or "", line.odds or ""
    if line.item in done.table.ruleset.regulation.awards:
        done.add(e.AwardPaid(number, line.item, line.hand_of, pattern, odds, line.amount, line.cite))
        return
    locked = line.item in done.round.boxes[number].locked
    meter = "" if locked else line.meter
    done.add(e.WagerPaid(number, line.item, line.stake, pattern, odds, line.returned, line.amount, meter, line.cite))
    if not locked:
        _reset(done, line)


def validate(table: Table, command: c.ValidateWin) -> Iterator[e.Event]:
    wanted = (command.box, command.item)
    items = [item for step in table.ruleset.regulation.script for item in step.items if item.item == command.item]
    cite = (items[0].validated or items[0].cite) if items else table.ruleset.regulation.table.cite
    if table.round is None or wanted not in table.round.asked - table.round.validated:
        refuse("nothing-to-validate", cite, f"no win of box {command.box} on {command.item} waits to be validated")
    yield e.WinValidated(command.box, command.item, cite)
