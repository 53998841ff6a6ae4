"""Prizes: the dollar amounts of a paytable at the stake in force."""

from pitboss.rules.paytable import PaytableLine
from pitboss.rules.wagers import Wager


def lines_at_stake(wager: Wager, lines: tuple[PaytableLine, ...], stake: object) -> tuple[PaytableLine, ...]:
    """The lines with the prizes that are paid. They are printed for one stake and scale with another (dollar-prizes).

    If the player chooses the stake, the prize is the printed amount whatever the stake (super-royal-prizes). `stake` is
    in cents; any other value means the printed stake.
    """
    if not isinstance(stake, int) or not wager.stakes or stake == wager.stakes[0]:
        return lines
    return tuple(
        line._replace(payout=line.payout._replace(number=line.payout.number * stake // wager.stakes[0]))
        if line.payout.form == "prize"
        else line
        for line in lines
    )
