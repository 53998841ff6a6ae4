"""The data files of a regulation: their places and their text."""

import tomllib
from pathlib import Path

from pitboss.errors import RulesError

FOLDER = Path(__file__).parent.parent / "regulations"
FILES = ("rules.toml", "rulings.toml", "clauses.toml")
"""The files of an edition. A table runs by the first two."""


def read_rules_text(path: Path) -> str:
    """The text of a data file; a RulesError says why it cannot be read."""
    try:
        return path.read_text(encoding="utf-8")
    except FileNotFoundError:
        needed = "[[rulings]] tables, or empty if no place is unclear" if path.name == "rulings.toml" else "the rules"
        raise RulesError(f"{name_of(path)}: this file is missing; add it with {needed}") from None
    except (OSError, UnicodeDecodeError) as error:
        raise RulesError(f"{name_of(path)}: {error}") from None


def parse_rules_text(text: str, file: str) -> dict[str, object]:
    """The TOML document in a text; a RulesError names the file and the place."""
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise RulesError(f"{file}: {error}") from None


def read_toml(path: Path) -> dict[str, object]:
    """The TOML document in a file."""
    return parse_rules_text(read_rules_text(path), name_of(path))


def name_of(path: Path) -> str:
    """A path as people say it: `md/three_card_poker/1.4/rules.toml`."""
    return path.relative_to(FOLDER).as_posix() if path.is_relative_to(FOLDER) else path.as_posix()
