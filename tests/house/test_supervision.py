"""At most six tables a floorperson, and twelve if all are electronic: COMAR 36.05.03.01 C(1) and D."""

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from pitboss.errors import CommandRefused
from pitboss.evidence.heads import SigningKey
from pitboss.house.live_house import LiveHouse
from pitboss.house.people import People
from pitboss.house.supervision import check_supervised, supervised, tables_in_force
from pitboss.ledger.open_store import open_store
from pitboss.rules.ruleset import Ruleset
from pitboss.rules.sample_house import find_ruleset
from pitboss.rules.submission import Submission
from tests.clauses.marks import clause
from tests.house.test_people import PASSWORD, QUICK
from tests.web.many_tables import house_text

MARYLAND, MASSACHUSETTS = find_ruleset("MD-TCP"), find_ruleset("MA-LIR")
ELECTRONIC = Ruleset(**{
    **MARYLAND.given(), "submission": Submission(**{**MARYLAND.submission.given(), "device": "electronic"})
})  # fmt: skip


def house(**numbers: int) -> dict[str, Ruleset]:
    kinds = {"md": MARYLAND, "ma": MASSACHUSETTS, "etg": ELECTRONIC}
    return {f"{kind}-{number}": kinds[kind] for kind, most in numbers.items() for number in range(most)}


@clause("COMAR 36.05.03.01 C(1)", "COMAR 36.05.03.01 D")
@pytest.mark.parametrize(
    ("tables", "cite"),
    [
        (house(md=6), ""),
        (house(md=7), "COMAR 36.05.03.01 C(1)"),
        (house(md=6, ma=4), ""),
        (house(ma=9), ""),
        (house(etg=12), ""),
        (house(etg=13), "COMAR 36.05.03.01 D"),
        (house(etg=6, md=1), "COMAR 36.05.03.01 C(1)"),
    ],
    ids=["six", "seven", "other states do not count", "Massachusetts", "twelve electronic", "thirteen", "mixed"],
)
def test_how_many_tables_one_floorperson_supervises(tables: dict[str, Ruleset], cite: str) -> None:
    """Every table if none is named, and the same for as many names."""
    for assigned in ((), tuple(tables)):
        if not cite:
            check_supervised("flo", assigned, tables)
            continue
        with pytest.raises(CommandRefused, match="at most") as refused:
            check_supervised("flo", assigned, tables)
        assert (refused.value.code, refused.value.clause) == ("too-many-tables", cite)
        assert not supervised("flo", assigned, tables).is_within
    if len(tables) > 6:
        check_supervised("flo", tuple(tables)[:6], tables)


@pytest.fixture
def people(tmp_path: Path) -> Iterator[People]:
    """Seven tables of Maryland among nine, and a floorperson from before there were so many."""
    url = str(tmp_path / "house.db")
    with closing(open_store(url, create=True)) as store:
        People(store, cost=QUICK).add("flo", "floorperson", PASSWORD)
    opened = LiveHouse(lambda: open_store(url), house_text(9), SigningKey(bytes(32)))
    yield People(opened.store, cost=QUICK)
    opened.close()


@clause("COMAR 36.05.03.01 C(1)")
def test_assigning_is_checked_and_a_house_that_grew_is_found(people: People) -> None:
    tables = [*tables_in_force(people._store)]
    *rest, last = [name for name in tables if not name.startswith("commonwealth")]
    found = people.supervision()
    assert [(one.name, len(one.counted), one.is_within) for one in found.floorpersons] == [("flo", 7, False)]
    assert not found.is_as_ordered
    size = people._store.size()
    for assigned in ((), tables):
        with pytest.raises(CommandRefused, match="flo would supervise 7 tables"):
            people.change("flo", tables=assigned)
    with pytest.raises(CommandRefused):
        people.add("fred", "floorperson", PASSWORD)
    assert people._store.size() == size
    people.change("flo", tables=rest)
    assert set(people.supervision().unsupervised) == {*tables} - {*rest}
    people.add("fred", "floorperson", PASSWORD, [*{*tables} - {*rest}])
    assert last in people.known("fred").tables
    assert people.supervision().is_as_ordered
    # The limit is for floorpersons: a manager may work everywhere.
    people.add("mia", "manager", PASSWORD)
    with pytest.raises(CommandRefused):
        people.change("mia", role="floorperson")
