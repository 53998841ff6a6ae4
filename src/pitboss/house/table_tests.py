"""TableTests: which dealers took the table test, in the ledger's `people` stream."""

from collections.abc import Callable, Iterator
from typing import NamedTuple

from pitboss.errors import CommandRefused
from pitboss.house.authority import Who
from pitboss.house.environment import wall_clock
from pitboss.house.people_registry import PeopleChange, PeopleRegistry
from pitboss.house.request import own_id
from pitboss.ledger import people_records as r
from pitboss.ledger.fold import PEOPLE
from pitboss.ledger.store import Store

JUDGED_BY = "COMAR 36.05.03.18 B"
"""A pit manager or above judges the test: here the role of a manager."""


class TakenTest(NamedTuple):
    """A test as the ledger has it: when, in milliseconds, and who judged it."""

    at: int
    judged_by: str
    test: r.TableTestTaken


class TableTests:
    """The table tests of a house."""

    def __init__(self, store: Store, clock: Callable[[], int] = wall_clock) -> None:
        self._store, self._registry = store, PeopleRegistry(store, clock)

    def check(self, candidate: str, by: Who) -> str:
        """The name of a candidate whom this person may judge; refused if the law lets someone else do it."""
        person, judge = self._registry.known(candidate), self._registry.find(by.name)
        if judge is None or judge.role != "manager":
            role = judge.role if judge else by.role
            raise CommandRefused("not-your-role", JUDGED_BY, f"a manager judges a table test, not the {role}")
        if judge.name == person.name:
            raise CommandRefused("own-test", JUDGED_BY, f"{person.name} would take the test and judge it")
        return person.name

    def note(self, taken: r.TableTestTaken, id_: str, by: Who) -> None:
        """Records a test that was taken; AccessRefused if the test of this id was recorded before."""

        def noted() -> PeopleChange:
            return PeopleChange(taken.replace(name=self.check(taken.name, by)), (), by)

        self._registry.record(noted, own_id("test", id_))

    def taken(self) -> Iterator[TakenTest]:
        """Every test that was taken, in order."""
        for entry in self._store.stream(PEOPLE):
            if b'"event":"TableTestTaken"' in entry.body:
                record = r.people_record(entry)
                assert isinstance(record, r.TableTestTaken)
                yield TakenTest(entry.content["at"], entry.content["by"], record)
