"""The regulations on disk: shaped strictly, checked for coherence, loaded once."""

import os
from functools import cache
from pathlib import Path

from pitboss.rules.coherence import incoherences
from pitboss.rules.editions import VARIABLE, editions, editions_in_force, find_edition
from pitboss.rules.regulation import Regulation
from pitboss.rules.regulation_text import RegulationText
from pitboss.rules.rules_file import name_of, parse_rules_text, read_rules_text, refuse_at
from pitboss.rules.rulings import Rulings
from pitboss.rules.schema import TomlPlace, read_path, shape


@cache
def folders() -> dict[str, Path]:
    """The folder of the newest edition of each regulation, by id."""
    return {regulation_id: known[-1].folder for regulation_id, known in editions().items()}


def regulations_in_force(on: str = "") -> list[Regulation]:
    """Every regulation in the edition in force on a day, else today; a regulation without one is left out."""
    return [load_edition(edition.folder) for edition in editions_in_force(on).values()]


def use_regulations(named: str) -> str:
    """Lets this process and those that it starts read the regulations in these folders; returns the former folders.

    Folders are written as in the environment variable, which is read only once: this is how it is changed later.
    """
    former = os.environ.get(VARIABLE, "")
    os.environ[VARIABLE] = named
    editions.cache_clear()
    folders.cache_clear()
    return former


def known_id(text: str, on: str = "") -> str:
    """The regulation and edition that a person means, as `MD-TCP@1.4`; InputError lists the ones that exist."""
    return find_edition(text, on).key


def load_regulation(regulation_id: str) -> Regulation:
    """The regulation with this id, in the edition named or in force; a RulesError says where its file is wrong."""
    return load_edition(find_edition(regulation_id).folder)


@cache
def load_edition(folder: Path) -> Regulation:
    """The regulation in a folder."""
    return read_regulation(folder / "rules.toml")


def read_regulation(path: Path) -> Regulation:
    """The regulation in a file, shaped and coherent; its rulings are in the same folder."""
    rulings = path.parent / "rulings.toml"
    regulation = parse_regulation(read_rules_text(path), name_of(path), rulings)
    if not rulings.is_file():
        read_rules_text(rulings)  # says what is missing; the text itself is read only when a ruling is needed
    return regulation


def parse_regulation(text: str, file: str, rulings: Path | str) -> Regulation:
    """The regulation in a text, shaped and coherent; `rulings` is a file or its text."""
    document = parse_rules_text(text, file)
    place = TomlPlace(file, str(document.get("id", "")), reporter=refuse_at(file, text))
    shaped: Regulation = shape(Regulation, document, place)
    files = RegulationText(text, rulings)
    regulation = Regulation(**{**shaped.given(), "rulings": Rulings(shaped.id, files), "text": files})
    for where, reason in incoherences(regulation):
        refuse_at(file, text)("incoherent", reason, read_path(where))
    return regulation
