"""Prizes: what a paytable's dollar amounts come to at the stake that is played."""

from collections.abc import Mapping

from pitboss.rules.paytable import Line
from pitboss.rules.wagers import Wager


def lines_at_stake(wager: Wager, lines: tuple[Line, ...], options: Mapping[str, str | int]) -> tuple[Line, ...]:
    """The lines with the prizes that are paid: printed for one stake, they scale where an option fixes another.

    A prize of a wager whose stake is free is the printed amount whatever is staked (ruling super-royal-prizes).
    """
    stake = options.get(wager.stake_option)
    if not isinstance(stake, int) or stake == wager.stakes[0]:
        return lines
    return tuple(
        line._replace(payout=line.payout._replace(number=line.payout.number * stake // wager.stakes[0]))
        if line.payout.form == "prize"
        else line
        for line in lines
    )
