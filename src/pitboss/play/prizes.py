"""Prizes: what a paytable's dollar amounts come to at the stake that is played."""

from pitboss.rules.paytable import PaytableLine
from pitboss.rules.wagers import Wager


def lines_at_stake(wager: Wager, lines: tuple[PaytableLine, ...], stake: object) -> tuple[PaytableLine, ...]:
    """The lines with the prizes that are paid: printed for one stake, they scale if another is played (dollar-prizes).

    A prize of a wager whose stake is free is the printed amount whatever is staked (super-royal-prizes). `stake` is in
    cents; anything else stands for the printed one.
    """
    if not isinstance(stake, int) or not wager.stakes or stake == wager.stakes[0]:
        return lines
    return tuple(
        line._replace(payout=line.payout._replace(number=line.payout.number * stake // wager.stakes[0]))
        if line.payout.form == "prize"
        else line
        for line in lines
    )
