"""What a void round gives back: payments, wagers, coupons, locked jackpots, and what it put into meters."""

from fractions import Fraction

from pitboss.play import events as e
from pitboss.play.round import Round
from pitboss.rules.clause import Clause
from pitboss.table.dry_run import Events


def void(done: Events, cite: Clause, remove_deck: bool = False) -> None:
    """Undoes the round: takes back every payment, returns every wager, and restores every meter."""
    deck, round_ = done.table.current, done.round
    for number in round_.in_play():
        release(done, number, cite)
        box = round_.boxes[number]
        for item, settled in box.settled.items():
            if settled.amount:
                done.add(e.PaymentTakenBack(number, item, settled.amount, settled.meter, cite))
        for wager, stake in box.wagers.items():
            returned = box.settled[wager].returned if wager in box.settled else 0
            if stake > returned:
                done.add(e.WagerReturned(number, wager, stake - returned, cite))
        for wager, amount in box.coupons.items():
            done.add(e.CouponReturned(number, wager, amount, done.table.ruleset.regulation.conduct["match_play"]))
    _restore_meters(done, round_, cite)
    done.add(e.RoundVoided(cite))
    if remove_deck:
        done.add(e.DeckRemoved(deck, cite))


def release(done: Events, number: int, cite: Clause) -> None:
    """Gives back to their meters the amounts that were locked for a box and are not paid."""
    box = done.round.boxes[number]
    for wager, locked in box.locked.items():
        if wager not in box.settled:
            done.add(e.JackpotReleased(number, wager, locked.meter, locked.amount, cite))


def take_back_refill(done: Events, name: str, cite: Clause) -> None:
    """Takes back what filled a meter up after a win of all of it that was not one."""
    filled = min(done.table.terms.seeds[name], done.round.refilled.get(name, 0))
    _lower(done, name, filled, Fraction(0), cite)


def _restore_meters(done: Events, round_: Round, cite: Clause) -> None:
    if round_.phase == "betting":
        return
    for wager, link in done.table.ruleset.links.items():
        if wager in round_.differences:
            # Its chips are still on the layout, and no meter has grown by them.
            continue
        staked = sum(box.wagers.get(wager, 0) for box in round_.boxes.values())
        for name, meter in link.meters.items():
            if staked:
                _lower(done, name, round_.refilled.get(name, 0), staked * meter.rate, cite)


def _lower(done: Events, name: str, filled: int, contributed: Fraction, cite: Clause) -> None:
    """Takes from a meter what filled it up and what wagers put into it, but never more than it may give.

    It is left as if they had not been, but not below its reset amount: other tables may have won what the round put
    into the meter, and that is then the house's cost. A meter that shares have taken below its reset amount goes back
    to what it showed before the round.
    """
    held = done.table.meters()[name] + done.table.carry.get(name, Fraction(0))
    reset = done.table.terms.seeds[name]
    floor = reset if held - filled >= reset else min(reset, done.round.meters_before.get(name, reset))
    left = max(held - filled - contributed, min(held, Fraction(floor)))
    whole = left.numerator // left.denominator
    done.add(e.MeterLowered(name, done.table.meters()[name] - whole, str(left - whole), cite))
