"""Meters that several tables share: a table learns what they show before it decides, and its events move them."""

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from typing import NamedTuple, assert_never

from pitboss.play import events as e
from pitboss.table.state import Table, fraction


class Meter(NamedTuple):
    """What a meter shows in whole cents, and the fraction of a cent that waits to be added."""

    amount: int
    carry: Fraction = Fraction(0)


def linked(table: Table) -> Mapping[str, str]:
    """The link of each meter at a table."""
    return table.ruleset.meter_links


def shown(table: Table, meters: Mapping[str, Meter]) -> Iterator[e.MeterShown]:
    """Those of the meters that have changed since the table last saw them."""
    for wager, link in table.ruleset.links.items():
        for name in link.meters:
            now = meters.get(name)
            if now is not None and now != (table.accounts[f"meter {name}"], table.carry.get(name, 0)):
                rules = table.ruleset.paytables[table.ruleset.regulation.wagers[wager].paytable].meters
                yield e.MeterShown(name, now.amount, str(now.carry), rules[name].rate_cite or rules[name].cite)


def moving(events: Iterable[e.Event]) -> Iterator[tuple[str, e.MovesMeter]]:
    """The events that move a meter, each with the meter's name."""
    for event in events:
        if isinstance(event, e.MovesMeter) and event.meter:
            yield event.meter, event


def moved(meter: Meter, event: e.MovesMeter) -> Meter:
    """The meter after an event."""
    match event:
        case e.MeterRaised(amount=amount, carry=carry):
            return Meter(meter.amount + amount, fraction(carry))
        case e.MeterLowered(amount=amount, carry=carry):
            return Meter(meter.amount - amount, fraction(carry))
        case e.MeterReset(amount=amount) | e.JackpotReleased(amount=amount) | e.PaymentTakenBack(amount=amount):
            return meter._replace(amount=meter.amount + amount)
        case e.JackpotLocked(amount=amount) | e.WagerPaid(amount=amount):
            return meter._replace(amount=meter.amount - amount)
        case _:
            assert_never(event)
