"""The rules of one table: of a house file, or of the sample house that comes with the package."""

from functools import cache

from pitboss.errors import InputError
from pitboss.rules.approve import approve_file
from pitboss.rules.load import known_id
from pitboss.rules.rules_file import FOLDER
from pitboss.rules.ruleset import House, Ruleset

SAMPLE_HOUSE = FOLDER / "sample_house.toml"


def find_ruleset(regulation: str | Ruleset = "", house: str = "", table: str = "") -> Ruleset:
    """Returns the rules of the named table, or of the first under the regulation; of the sample house if none is given.

    SubmissionRejected carries every violation of a house file that is not approved. InputError says what is missing.
    """
    if isinstance(regulation, Ruleset):
        return regulation
    wanted = known_id(regulation) if regulation else ""
    tables = (approve_file(house) if house else _sample_house()).tables
    there = {name: ruleset for name, ruleset in tables.items() if not wanted or ruleset.regulation.key == wanted}
    where, under = house or "the sample house", f" under {regulation.upper()}" if wanted else ""
    if not there:
        raise InputError(f"{where} has no table{under}")
    if table and table not in there:
        raise InputError(f"{where} has no table {table[:40]!r}{under}; there are {', '.join(there)}")
    return there[table] if table else next(iter(there.values()))


@cache
def _sample_house() -> House:
    return approve_file(str(SAMPLE_HOUSE))
