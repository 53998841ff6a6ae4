"""Chapters 8 to 10 before the first card: "no more bets", the count of chips, and what the floor decides on it."""

from collections.abc import Iterator
from fractions import Fraction

from pitboss.money import show_money
from pitboss.play import commands as c
from pitboss.play import events as e
from pitboss.play.round import Round
from pitboss.rules.clause import Clause
from pitboss.rules.dealing import ClosingStep
from pitboss.table.betting import betting_round, check_stake
from pitboss.table.dry_run import Events
from pitboss.table.playing import counted_by
from pitboss.table.refusal import refuse
from pitboss.table.state import Table
from pitboss.text import plural


def close_bets(table: Table, command: c.CloseBets) -> Iterator[e.Event]:
    """Closes bets: locks the system, collects and counts chips, and raises the meters (8.C and its twins).

    The announcement stands even if the count differs: ruling no-more-bets-final. The chips in question then lie on the
    layout until the floorperson decides.
    """
    round_, closing = betting_round(table), _closing(table)
    announce = next(step for step in closing if step.does == "announce")
    if not round_.in_play():
        refuse("no-wagers", announce.cite, "nobody has placed a wager")
    counted = _counted(table, command, announce.cite)
    yield e.BetsClosed(announce.cite)
    open_: set[str] = set()
    for step in closing:
        for wager in step.wagers:
            if step.does == "verify_number" and wager in counted:
                number = _number(round_, wager)
                yield e.ChipsCounted(wager, counted[wager], number, step.cite)
                open_ |= {wager} if counted[wager] != number else set()
            elif step.does == "put_in_inventory" and wager not in open_:
                yield from _collected(round_, wager, step.cite)
    for wager in table.ruleset.links:
        if wager not in open_:
            yield from _contributions(table, round_, wager)


def _counted(table: Table, command: c.CloseBets, cite: Clause) -> dict[str, int]:
    """The number of chips of each wager. Refuses a number for a wager whose chips nobody collects, and a second one."""
    collected = {wager for step in _closing(table) if step.does == "verify_number" for wager in step.wagers}
    for wager, _ in command.counted:
        if wager not in collected or wager not in table.ruleset.wagers:
            refuse("not-counted", cite, f"the chips of {wager} are not counted at this table")
    counted = dict(command.counted)
    if len(counted) < len(command.counted):
        refuse("counted-twice", cite, "the command gives two numbers for one wager")
    return counted


def to_count(table: Table) -> list[str]:
    """The wagers that lie on the layout and whose chips the regulation has counted when bets are closed."""
    steps = [step for step in _closing(table) if step.does == "verify_number"]
    return [wager for step in steps for wager in step.wagers if table.round and _number(table.round, wager)]


def _closing(table: Table) -> tuple[ClosingStep, ...]:
    return table.ruleset.regulation.dealing[table.device].closing


def _number(round_: Round, wager: str) -> int:
    return sum(wager in box.wagers for box in round_.boxes.values())


def _collected(round_: Round, wager: str, cite: Clause) -> Iterator[e.Event]:
    if number := _number(round_, wager):
        amount = sum(box.wagers.get(wager, 0) for box in round_.boxes.values())
        yield e.WagersCollected(wager, number, amount, cite)


def _contributions(table: Table, round_: Round, wager: str) -> Iterator[e.Event]:
    staked = sum(box.wagers.get(wager, 0) for box in round_.boxes.values())
    link = table.ruleset.links.get(wager)
    for name, meter in link.meters.items() if link and staked else ():
        due = table.carry.get(name, Fraction(0)) + staked * meter.rate
        cents = due.numerator // due.denominator
        rule = table.ruleset.paytables[table.ruleset.regulation.wagers[wager].paytable].meters[name]
        yield e.MeterRaised(name, cents, str(due - cents), rule.rate_cite or rule.cite)


# A difference


def _difference(table: Table, wager: str) -> tuple[Round, int, Clause]:
    """The round, how many chips more than wagers were counted, and the clause of the count."""
    round_, cite = table.round, counted_by(table, wager)
    if round_ is None or wager not in round_.differences:
        refuse("no-difference", cite, f"no difference waits: the chips and the wagers on {wager} agree")
    return round_, round_.differences[wager], cite


def decide_difference(table: Table, command: c.AcceptWager | c.RefuseWager) -> Events:
    """Accepts or refuses one wager in question; nothing else changes."""
    wager, number = command.wager, command.box
    round_, more, cite = _difference(table, wager)
    box, accepts = round_.boxes.get(number), isinstance(command, c.AcceptWager)
    amount = command.amount if isinstance(command, c.AcceptWager) else 0
    if box is None or (number, wager) in round_.decided or (wager in box.wagers) != (more < 0):
        wanted = "a box with this wager, whose chip is missing" if more < 0 else "a box whose chip was not acknowledged"
        refuse("not-in-question", cite, f"the {wager} of box {number} is not in question: name {wanted}")
    if accepts and more > 0:
        check_stake(table, number, wager, amount, {**box.wagers, wager: amount})
        if amount > table.rack_of(box.player):
            have = show_money(table.rack_of(box.player))
            refuse("not-enough-chips", cite, f"{box.player} has {have} in the rack")
    done = Events(table)
    done.add(e.DifferenceDecided(number, wager, accepts, cite))
    if accepts and more > 0:
        done.add(e.WagerPlaced(number, wager, amount, 0, cite))
    if not accepts and more < 0:
        done.add(e.WagerPlaced(number, wager, 0, box.wagers[wager], cite))
    return _collect_if_decided(done, wager)


def count_chips(table: Table, command: c.CountChips) -> Events:
    """The floorperson counts the chips again; the new count is compared with the wagers as they are now."""
    round_, _, cite = _difference(table, command.wager)
    done = Events(table)
    done.add(e.ChipsCounted(command.wager, command.number, _number(round_, command.wager), cite))
    return _collect_if_decided(done, command.wager)


def _collect_if_decided(done: Events, wager: str) -> Events:
    """Puts the chips away and raises the meters as soon as no difference is left."""
    if wager in done.round.differences:
        return done
    for step in _closing(done.table):
        if step.does == "put_in_inventory" and wager in step.wagers:
            for event in _collected(done.round, wager, step.cite):
                done.add(event)
    for event in _contributions(done.table, done.round, wager):
        done.add(event)
    return done


def difference_text(table: Table, wager: str) -> str:
    """`1 chip counted, 2 wagers accepted`: what the floorperson decides on."""
    round_, more, _ = _difference(table, wager)
    number = _number(round_, wager)
    return f"{plural(number + more, 'chip')} for {plural(number, 'wager')}"
