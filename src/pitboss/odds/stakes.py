"""The stake that odds are computed for: the query's, unless a clause or an option fixes another."""

from collections.abc import Mapping, Sequence

from pitboss.errors import InputError
from pitboss.money import show_money
from pitboss.odds.paid_hands import UNIT
from pitboss.rules.paytable import Paytable
from pitboss.rules.regulation import Regulation
from pitboss.rules.wagers import Wager

_DOLLAR = 100

Options = Mapping[str, str | int]


def stake_of(wager: Wager, paytable: Paytable, options: Options, asked: int | None) -> int:
    """The stake of a query if the wager accepts it, else the wager's own."""
    fixed = _fixed(wager, paytable, options)
    if asked is not None and (asked in fixed or not fixed):
        return asked
    return (fixed or paytable.stakes or wager.stakes or (UNIT,))[0]


def check_stake(regulation: Regulation, name: str, paytables: Sequence[str], options: Options, asked: int) -> None:
    """Raises InputError, with the clause, for a stake that a wager accepts under none of these paytables."""
    wager = regulation.wagers.get(name)
    if wager is None or not wager.paytable:
        return
    reasons = [_reason(wager, regulation.paytables[wager.paytable][paytable], options, asked) for paytable in paytables]
    if reasons and all(reasons):
        raise InputError(f"stake {show_money(asked)}: {regulation.id} {name} accepts {reasons[0]}")


def _fixed(wager: Wager, paytable: Paytable, options: Options) -> tuple[int, ...]:
    """The only stakes that odds are computed for; empty if the house sets limits, or if prizes scale with the stake."""
    chosen = options.get(wager.stake_option)
    if isinstance(chosen, int):
        return (chosen,)
    if paytable.scales or not paytable.meters:
        return ()
    return paytable.stakes or wager.stakes


def _reason(wager: Wager, paytable: Paytable, options: Options, asked: int) -> str:
    """The stakes that the wager accepts instead, and the clause; empty if it accepts the stake."""
    fixed = _fixed(wager, paytable, options)
    if fixed and asked not in fixed:
        taken = " or ".join(map(show_money, fixed))
        option = f", set by the option {wager.stake_option}" if wager.stake_option else ""
        return f"{taken}{option} ({wager.stake_cite or wager.cite})"
    if paytable.scales and asked % _DOLLAR:
        return f"whole dollars ({paytable.cite})"
    return ""
