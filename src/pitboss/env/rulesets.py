"""What an environment is played by: an approved table of a house file, or of the sample house."""

from functools import cache

from pitboss.errors import InputError
from pitboss.rules.approve import approve_file
from pitboss.rules.load import FOLDER, folders, known_id
from pitboss.rules.ruleset import House, Ruleset


def names() -> dict[str, str]:
    """The registered name of each regulation's environment: `pitboss/LetItRide-MD-v0` is `MD-LIR`."""
    return {f"pitboss/{_game(path.name)}-{path.parent.name.upper()}-v0": known for known, path in folders().items()}


def _game(folder: str) -> str:
    return "".join(word.capitalize() for word in folder.split("_"))


def find_ruleset(regulation: str | Ruleset = "", house: str = "", table: str = "") -> Ruleset:
    """The table that is named, or the first under the regulation; of the sample house, where no house file is given.

    SubmissionRejected with every violation if the house file is not approved; an InputError says what is not there.
    """
    if isinstance(regulation, Ruleset):
        return regulation
    wanted = known_id(regulation) if regulation else ""
    tables = (approve_file(house) if house else _sample_house()).tables
    there = {name: ruleset for name, ruleset in tables.items() if not wanted or ruleset.regulation.id == wanted}
    where, under = house or "the sample house", f" under {wanted}" if wanted else ""
    if not there:
        raise InputError(f"{where} has no table{under}")
    if table and table not in there:
        raise InputError(f"{where} has no table {table[:40]!r}{under}; there are {', '.join(there)}")
    return there[table] if table else next(iter(there.values()))


@cache
def _sample_house() -> House:
    return approve_file(str(FOLDER / "sample_house.toml"))
