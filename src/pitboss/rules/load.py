"""The regulations on disk: shaped strictly, checked for coherence, loaded once."""

from functools import cache
from pathlib import Path

from pitboss.rules.coherence import incoherences
from pitboss.rules.editions import editions, find_edition
from pitboss.rules.regulation import Regulation
from pitboss.rules.regulation_text import RegulationText
from pitboss.rules.rules_file import name_of, parse_rules_text, read_rules_text
from pitboss.rules.rulings import Rulings
from pitboss.rules.schema import TomlPlace, shape


@cache
def folders() -> dict[str, Path]:
    """The folder of the newest edition of each regulation, by id."""
    return {regulation_id: known[-1].folder for regulation_id, known in editions().items()}


def known_id(text: str, on: str = "") -> str:
    """The regulation and edition meant by a person, as `MD-TCP@1.4`; an InputError names the ones there are."""
    return find_edition(text, on).key


def load_regulation(regulation_id: str) -> Regulation:
    """The regulation with this id, in the edition named or in force; a RulesError says where its file is wrong."""
    return load_edition(find_edition(regulation_id).folder)


@cache
def load_edition(folder: Path) -> Regulation:
    """The regulation in a folder."""
    return read_regulation(folder / "rules.toml")


def read_regulation(path: Path) -> Regulation:
    """The regulation in a file, shaped and coherent; its rulings stand in the same folder."""
    return parse_regulation(read_rules_text(path), name_of(path), path.parent / "rulings.toml")


def parse_regulation(text: str, file: str, rulings: Path | str) -> Regulation:
    """The regulation in a text, shaped and coherent; `rulings` is a file or its text."""
    document = parse_rules_text(text, file)
    place = TomlPlace(file, str(document.get("id", "")))
    shaped: Regulation = shape(Regulation, document, place)
    files = RegulationText(text, rulings)
    regulation = Regulation(**{**shaped.given(), "rulings": Rulings(shaped.id, files), "text": files})
    for where, reason in incoherences(regulation):
        place.at(where).fault("incoherent", reason)
    return regulation
