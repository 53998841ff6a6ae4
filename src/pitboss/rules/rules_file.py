"""The data files of a regulation: their places, their text, and faults with their position."""

import tomllib
from pathlib import Path
from typing import Any

from pitboss.errors import InputError, RulesError
from pitboss.rules import schema

FOLDER = Path(__file__).parent.parent / "regulations"
FILES = ("rules.toml", "rulings.toml", "clauses.toml")
"""The files of an edition. A table runs by the first two."""
OWN_HOUSE = "house.toml"
"""The sample house that an edition outside the package may have; `play` and `simulate` use it if none is named."""


def read_rules_text(path: Path) -> str:
    """The text of a data file; a RulesError says why it cannot be read."""
    try:
        # Some editors begin a text with a byte-order mark.
        return path.read_text(encoding="utf-8-sig")
    except FileNotFoundError:
        needed = "[[rulings]] tables, or empty if no place is unclear" if path.name == "rulings.toml" else "the rules"
        raise RulesError(f"this file is missing; add it with {needed}", name_of(path)) from None
    except UnicodeDecodeError as error:
        line = error.object.count(b"\n", 0, error.start) + 1
        raise RulesError("this is not a text file: a byte is not UTF-8", name_of(path), line) from None
    except OSError as error:
        raise RulesError(f"cannot be read: {(error.strerror or str(error)).lower()}", name_of(path)) from None


def parse_rules_text(text: str, file: str) -> dict[str, object]:
    """The TOML document in a text; a RulesError names the file and the place."""
    try:
        return tomllib.loads(text)
    except (ValueError, RecursionError):
        try:
            document: dict[str, object] = _positions().read_toml_text(file, text.encode())
            return document
        except InputError as error:
            raise RulesError(error.reason, error.file, error.line, error.column) from None


def refuse_at(file: str, text: str) -> schema.Reporter:
    """Returns a reporter for which the first fault is a RulesError with its line and column."""

    def refuse(_code: str, reason: str, path: schema.Path) -> None:
        raise RulesError(f"{schema.show_path(path) or 'top'}: {reason}", file, *_positions().Places(text)[path])

    return refuse


def _positions() -> Any:
    from pitboss.rules import toml_positions  # noqa: PLC0415 - start-up time: only a bad file pays for tree-sitter

    return toml_positions


def name_of(path: Path) -> str:
    """A path as people say it: `md/three_card_poker/1.4/rules.toml`."""
    return path.relative_to(FOLDER).as_posix() if path.is_relative_to(FOLDER) else path.as_posix()
