"""The files of one edition, while they are checked: every fault with its place, instead of an error at the first."""

import re
from functools import partial
from pathlib import Path
from typing import NamedTuple

from pitboss.errors import PlacedError, RulesError
from pitboss.rules.rules_file import FILES, read_rules_text
from pitboss.rules.schema import Path as KeyPath
from pitboss.rules.schema import TomlPlace, show_path
from pitboss.rules.toml_positions import Places

EDIT = "EDIT"
"""A comment with this beginning says what is left to do; `pitboss new` writes such comments."""
_EDIT = re.compile(rf"#\s*{EDIT}:\s*(.+)")


class RulesFault(NamedTuple):
    """A fault in a file of a regulation, or something left to do, with its place."""

    code: str
    message: str
    file: str
    line: int
    """0 if the whole file is at fault."""
    column: int


class EditionCheck:
    """The files of an edition, and the faults found so far."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.key = ""
        """`PA-TCP@1`, if the file says so."""
        self._texts: dict[str, str] = {}
        self._places: dict[str, Places] = {}
        self._found: dict[RulesFault, None] = {}
        self._faulty: set[tuple[str, KeyPath]] = set()

    @property
    def faults(self) -> list[RulesFault]:
        """All faults, file by file, in the order of each file; the sample house comes last."""
        files = {self.file(name): number for number, name in enumerate(FILES)}
        return sorted(self._found, key=lambda fault: (files.get(fault.file, 9), fault.line, fault.column))

    @property
    def notes(self) -> list[RulesFault]:
        """What comments in the files say is left to do."""
        return [
            RulesFault("edit", match[1].strip(), self.file(name), number, match.start() + 1)
            for name, text in self._texts.items()
            for number, line in enumerate(text.split("\n"), 1)
            if (match := _EDIT.search(line))
        ]

    def file(self, name: str) -> str:
        """The path of a file of the edition."""
        return (self.folder / name).as_posix()

    def text(self, name: str) -> str | None:
        """The text of a file; None, and a fault, if it cannot be read."""
        try:
            self._texts[name] = read_rules_text(self.folder / name)
        except RulesError as error:
            self.refused(self.file(name), error, "unreadable" if (self.folder / name).exists() else "missing-file")
            return None
        return self._texts[name]

    def place(self, name: str, regulation_id: str = "") -> TomlPlace:
        """The top of a file, whose faults are collected here."""
        return TomlPlace(self.file(name), regulation_id, reporter=partial(self.report, name))

    def report(self, name: str, code: str, reason: str, path: KeyPath) -> None:
        """Adds a fault at a key path of a file that could be read."""
        self._faulty.add((name, path))
        if name not in self._places:
            self._places[name] = Places(self._texts[name])
        line, column = self._places[name][path]
        where = f"{show_path(path)}: " if path else ""
        self.add(RulesFault(code, f"{where}{reason}", self.file(name), line, column))

    def has_fault_near(self, name: str, path: KeyPath) -> bool:
        """Whether a fault was found at a key path of a file, around it or under it."""
        return any(
            name == file and (path[: len(other)] == other or other[: len(path)] == path) for file, other in self._faulty
        )

    def refused(self, file: str, error: PlacedError, code: str) -> None:
        """Adds a fault for a file that could not be read."""
        self.add(RulesFault(code, error.reason, file, error.line, error.column))

    def add(self, fault: RulesFault) -> None:
        self._found[fault] = None
