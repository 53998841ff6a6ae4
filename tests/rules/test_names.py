"""A name that a head, a terminal or a log cannot carry is refused with its line and column."""

import pytest

from pitboss.errors import SubmissionRejected
from pitboss.rules.approve import approve_house
from pitboss.rules.house_file import HouseFile
from tests.house.driving import TWINS

UNSEEN = {
    "line break": "\\n", "carriage return": "\\r", "escape": "\\u001b", "no-break space": "\\u00a0",
    "line separator": "\\u2028", "right-to-left override": "\\u202e", "zero width space": "\\u200b",
    "unassigned": "\\u0378", "delete": "\\u007f", "next line": "\\u0085",
}  # fmt: skip
PLACES = {
    "facility": ('"House of tests"', '"House{}of tests"', (2, 1)),
    "table": ("[tables.east", '[tables."ea{}st"', (5, 2)),
    "link": ("harbor", '"har{}bor"', (3, 2)),
}


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("letter", UNSEEN)
def test_it_is_refused_where_it_stands(place: str, letter: str) -> None:
    plain, written, _ = PLACES[place]
    changed = TWINS.replace(plain, written.format(UNSEEN[letter]))
    if place == "link":
        changed = changed.replace('link = ""har', 'link = "har').replace('bor""', 'bor"')
    with pytest.raises(SubmissionRejected) as rejected:
        approve_house(HouseFile("house.toml", changed.encode()))
    found = [one for one in rejected.value.violations if one.code == "name-unseen"]
    assert found
    assert place in found[0].message
    assert (found[0].line or 0, found[0].column or 0) > (0, 0)


def test_visible_names_of_any_language_are_approved() -> None:
    for name in ("Casino Zürich", "Грод", "宮殿", "Café d'Or №1"):
        approve_house(HouseFile("house.toml", TWINS.replace("House of tests", name).encode()))
