"""The clauses that golden rounds show: those that an event or a refusal cites."""

from collections.abc import Collection
from functools import cache

from pitboss.rules.clause import address_parts
from tests.rounds.test_rounds import of


@cache
def cited(regulation_id: str) -> frozenset[str]:
    """The addresses that an event or a refusal of a golden round cites."""
    found = {event.cite for one in of(regulation_id) for event in one.play.events}
    found |= {clause for one in of(regulation_id) for _, clause in one.play.refused}
    return frozenset(clause.rpartition(" ")[2] for clause in found)


def below(address: str, addresses: Collection[str]) -> list[str]:
    """The addresses directly below one."""
    parts = address_parts(address)
    return [
        other
        for other in addresses
        if len(address_parts(other)) == len(parts) + 1 and address_parts(other)[: len(parts)] == parts
    ]
