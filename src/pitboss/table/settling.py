"""Chapter 11 from the last decision on: reveals, settlement box by box, and wins that wait for validation."""

from collections.abc import Container, Iterator

from pitboss.play import commands as c
from pitboss.play import events as e
from pitboss.play.round import Box
from pitboss.play.settle import Settling
from pitboss.play.settlement_input import BoxFacts, SettledLine
from pitboss.rules.script import Item, Step
from pitboss.table.dry_run import Events
from pitboss.table.playing import pending, turn
from pitboss.table.refusal import refuse
from pitboss.table.state import Table


def settle(table: Table, _: c.Settle) -> Events:
    """Reveals, then settles box by box, until the end or until a win waits for the floorperson."""
    script = table.ruleset.regulation.script
    first = next(step for step in script if step.step == "settle")
    if table.round is None or table.round.phase not in ("playing", "settling"):
        refuse("nothing-to-settle", first.cite, "no round waits to be settled")
    if open_now := pending(table):
        refuse("decisions-open", open_now[0].cite, f"box {open_now[1][0]} has not decided {open_now[0].decision}")
    waiting = table.round.asked - table.round.validated
    if waiting:
        box, item = min(waiting)
        refuse("validation-open", first.cite, f"the floorperson has not validated {item} of box {box}")
    done = Events(table)
    settling: Settling | None = None
    for step in script:
        match step.step:
            case "burn" | "reveal":
                turn(done, step)
            case "collect_folded":
                _collect_folded(done, step)
            case "settle":
                settling = settling or _settling(done)
                if not _settle_step(done, settling, step):
                    return done
            case "clear":
                done.add(e.RoundCompleted(step.cite))
    return done


def _settling(done: Events) -> Settling:
    """The settlement so far: meters as they stand, and payout limits minus what was already paid."""
    terms, round_ = done.table.terms, done.round
    settling = Settling(terms, round_.facts(terms, done.table.meters()))
    if terms.payout_limit is not None:
        covered = terms.regulation.payout_limit.wagers
        for number, box in round_.boxes.items():
            used = sum(settled.amount for item, settled in box.settled.items() if item in covered)
            settling.limits[number] = terms.payout_limit - used
    return settling


def _collect_folded(done: Events, step: Step) -> None:
    for number in done.round.in_play():
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
    for box in reversed(settling.facts.boxes):
        settled = done.round.boxes[box.box].settled
        lines = [(item, line) for item in step.items for line in _open_lines(settling, item, box, settled)]
        if step.losers_first:
            lines.sort(key=lambda pair: pair[1] is not None and pair[1].outcome not in ("collected", "forfeited"))
        for item, line in lines:
            if item.reveals:
                _turn_all(done, item)
            if line is None:
                continue
            if line.outcome == "paid" and item.validated and (box.box, item.item) not in done.round.validated:
                done.add(e.ValidationAsked(box.box, item.item, item.validated))
                return False
            _pay(done, box.box, line)
    return True


def _open_lines(settling: Settling, item: Item, box: BoxFacts, settled: Container[str]) -> Iterator[SettledLine | None]:
    """The lines still due; None for a wager that is already settled, whose cards are still turned up."""
    if item.item not in settled:
        yield from settling.item(item, box)
    elif item.reveals:
        yield None


def _turn_all(done: Events, item: Item) -> None:
    """Turns up the cards that a wager uses, unless an option excludes them."""
    if done.table.terms.holds(done.table.ruleset.regulation.wagers[item.item].only_boxes_under):
        return
    pile = item.reveals or "community"
    burned = done.round.burned if pile == "community" else ()
    hidden = tuple(
        card for card in (*burned, *done.round.piles.get(pile, ())) if card not in done.round.revealed.get(pile, ())
    )
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
    done.add(
        e.WagerPaid(number, line.item, line.stake, pattern, odds, line.returned, line.amount, line.meter, line.cite)
    )
    if line.resets:
        rules = done.table.ruleset.regulation.meter_rules
        done.add(e.MeterReset(line.meter, done.table.terms.seeds[line.meter], rules.paid if rules else line.cite))


def validate(table: Table, command: c.ValidateWin) -> Iterator[e.Event]:
    wanted = (command.box, command.item)
    items = [item for step in table.ruleset.regulation.script for item in step.items if item.item == command.item]
    cite = (items[0].validated or items[0].cite) if items else table.ruleset.regulation.table.cite
    if table.round is None or wanted not in table.round.asked - table.round.validated:
        refuse("nothing-to-validate", cite, f"no win of box {command.box} on {command.item} waits to be validated")
    yield e.WinValidated(command.box, command.item, cite)
