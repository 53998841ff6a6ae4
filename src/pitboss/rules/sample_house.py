"""The rules of one table: of a house file, or of the sample table that comes with a regulation."""

from functools import cache
from pathlib import Path

from pitboss.errors import InputError
from pitboss.rules.approve import approve_file
from pitboss.rules.editions import Edition, find_edition, outside_folders
from pitboss.rules.rules_file import FOLDER, OWN_HOUSE
from pitboss.rules.ruleset import House, Ruleset
from pitboss.rules.schema import suggestion
from pitboss.rules.today import today

SAMPLE_HOUSE = FOLDER / "sample_house.toml"


def find_ruleset(regulation: str | Ruleset = "", house: str = "", table: str = "") -> Ruleset:
    """Returns the rules of the named table, or of the first under the regulation; of the sample house if none is given.

    A regulation outside the package has its own sample house: a file house.toml beside its rules.toml or above.
    SubmissionRejected carries every violation of a house file that is not approved. InputError says what is missing.
    """
    if isinstance(regulation, Ruleset):
        return regulation
    wanted = find_edition(regulation) if regulation else None
    tables = (approve_file(house) if house else _sample_house(sample_file(wanted), today())).tables
    keys = [wanted.key] if wanted else [ruleset.regulation.key for ruleset in tables.values()]
    there = {name: ruleset for name, ruleset in tables.items() if ruleset.regulation.key in keys}
    where, under = house or "the sample house", f" under {regulation.upper()}" if wanted else ""
    if not there:
        own = "" if house else f": give a house file, or write a sample into {OWN_HOUSE} beside its rules.toml"
        raise InputError(f"{where} has no table{under}{own}")
    if table and table not in there:
        advice = suggestion(table, tuple(there), f"there are {', '.join(there)}")
        raise InputError(f"{where} has no table {table[:40]!r}{under}{advice}")
    return there[table] if table else next(iter(there.values()))


def sample_file(edition: Edition | None) -> Path:
    """The sample house for an edition: house.toml beside its rules.toml or in a folder above, else the package's."""
    if edition:
        ends = {FOLDER, *outside_folders()}
        for folder in (edition.folder, *edition.folder.parents):
            if (folder / OWN_HOUSE).is_file():
                return folder / OWN_HOUSE
            if folder in ends:
                break
    return SAMPLE_HOUSE


@cache
def _sample_house(file: Path, on: str) -> House:
    return approve_file(str(file), on)
