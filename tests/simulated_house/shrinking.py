"""The least plan that still finds a failure: fewer faults, fewer people, fewer servers."""

from collections.abc import Callable, Iterator

from tests.simulated_house.plan import Plan

_MOST_TRIES = 60


def shrunk(plan: Plan, fails: Callable[[Plan], bool]) -> Plan:
    """A plan that fails, none of whose parts can be left out. `plan` itself must fail."""
    tries = 0
    while True:
        for smaller in _smaller(plan):
            tries += 1
            if tries > _MOST_TRIES:
                return plan
            if fails(smaller):
                plan = smaller
                break
        else:
            return plan


def _smaller(plan: Plan) -> Iterator[Plan]:
    faults = plan.faults
    half = len(faults) // 2
    if half > 1:
        yield plan._replace(faults=faults[half:])
        yield plan._replace(faults=faults[:half])
    for number in range(len(faults)):
        yield plan._replace(faults=faults[:number] + faults[number + 1 :])
    if plan.witness:
        yield plan._replace(witness=False)
    if plan.shared:
        yield plan._replace(shared=False)
    if plan.servers > 1:
        yield plan._replace(servers=plan.servers - 1)
    if plan.guests > 1:
        yield plan._replace(guests=plan.guests - 1)
