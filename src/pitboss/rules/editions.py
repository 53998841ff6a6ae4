"""Editions: the versions of each regulation, found by their folders, and the one in force on a day.

An edition is the law's, a revision is our reading of it. `regulations/md/three_card_poker/1.4/` holds the newest
revision of edition 1.4. A revision that was released and then corrected stays in `revisions/` under its number.
"""

import os
import re
import sys
from collections.abc import Iterator, Mapping
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import NamedTuple

from pitboss.errors import InputError, RulesError
from pitboss.rules import rules_file
from pitboss.rules.rules_file import name_of, read_rules_text
from pitboss.rules.today import today
from pitboss.rules.vocabulary import day_after

VARIABLE = "PITBOSS_REGULATIONS"
"""The environment variable that names folders of regulations outside the package."""
ENTRY_POINT = "pitboss.regulations"
"""The group of entry points by which an installed package brings regulations: each names a package of data."""
REVISIONS = "revisions"

REGULATION_ID = re.compile(r"[A-Z]+-[A-Z0-9]+")
EDITION_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9.-]*")
_HEADER = {
    key: re.compile(rf'^{key}[ \t]*=[ \t]*"({value})"[ \t]*(?:#.*)?$', re.MULTILINE)
    for key, value in {
        "id": REGULATION_ID.pattern,
        **dict.fromkeys(("edition", "effective", "until"), r'[^"\n]*'),
    }.items()
}
_NUMBER = re.compile(r"\d+")


class Edition(NamedTuple):
    """One version of a regulation, and where its files are."""

    id: str
    edition: str
    effective: str
    """The first day on which it is in force; empty if the document names none."""
    until: str
    """The last day; empty if it is unknown."""
    folder: Path

    @property
    def key(self) -> str:
        """`MD-TCP@1.4`."""
        return f"{self.id}@{self.edition}"


@cache
def editions() -> Mapping[str, tuple[Edition, ...]]:
    """Every edition of every regulation by id, the oldest first. Adding a regulation is adding a folder."""
    found: dict[str, dict[str, Edition]] = {}
    for path in _rules_files():
        edition = _read_header(path)
        others = found.setdefault(edition.id, {})
        if edition.edition in others:
            taken = name_of(others[edition.edition].folder)
            raise RulesError(f"edition {edition.edition} of {edition.id} is taken by {taken}", name_of(path))
        others[edition.edition] = edition
    return {id_: tuple(sorted(found[id_].values(), key=_age)) for id_ in sorted(found)}


def find_edition(text: str, on: str = "") -> Edition:
    """The edition that a person means by `MD-TCP@1.4`, or by `MD-TCP` the one in force on a day, else today.

    InputError lists the regulations or editions that exist.
    """
    name, at, wanted = text.upper().partition("@")
    known = editions()
    if name not in known:
        raise InputError(f"there is no regulation {text[:40]!r}; there are {', '.join(known)}")
    if at:
        for edition in known[name]:
            if edition.edition.upper() == wanted:
                return edition
        there = ", ".join(edition.edition for edition in known[name])
        raise InputError(f"{name} has no edition {wanted[:40]!r}; there are {there}")
    return _in_force(known[name], on or today())


def editions_in_force(on: str = "") -> dict[str, Edition]:
    """The edition of each regulation in force on a day, else today; a regulation without one is left out."""
    found: dict[str, Edition] = {}
    for name in editions():
        with suppress(InputError):
            found[name] = find_edition(name, on)
    return found


def _in_force(known: tuple[Edition, ...], day: str) -> Edition:
    begun = [edition for edition in known if edition.effective <= day]
    if not begun:
        first = known[0]
        raise InputError(f"no edition of {first.id} is in force on {day}: {first.key} is from {first.effective}")
    last = begun[-1]
    if last.until and last.until < day:
        raise InputError(f"no edition of {last.id} is in force on {day}: {last.key} ended on {last.until}")
    return last


def first_day_after(edition: Edition) -> str:
    """The first day on which an edition is no longer in force; empty if neither a successor nor a last day is known."""
    known = editions()[edition.id]
    following = known[known.index(edition) + 1 :]
    ends = [one.effective for one in following[:1]]
    if edition.until:
        ends.append(day_after(edition.until))
    return min(ends, default="")


def _age(edition: Edition) -> tuple[str, tuple[int, ...], str]:
    """Sorts by the first day, then by number: 1.10 comes after 1.9."""
    return edition.effective, tuple(map(int, _NUMBER.findall(edition.edition))), edition.edition


def header_of(text: str) -> dict[str, str]:
    """The keys above the first table of a rules.toml, read line by line; empty if a line is missing."""
    text = text[:end] if (end := text.find("\n[")) >= 0 else text
    return {key: found[1] if (found := pattern.search(text)) else "" for key, pattern in _HEADER.items()}


def _read_header(path: Path) -> Edition:
    """An edition by its header; the rest of the file is read only for the edition that is needed."""
    header = header_of(read_rules_text(path))
    if not header["id"]:
        raise RulesError('no line id = "STATE-GAME"', name_of(path))
    if not header["edition"]:
        raise RulesError('no line edition = "1": write the version that the document names', name_of(path))
    return Edition(folder=path.parent, **header)


def other_editions(folder: Path) -> list[Edition]:
    """The editions outside a folder; an edition whose header cannot be read is left out."""
    found = []
    for path in _rules_files():
        if not path.resolve().is_relative_to(folder.resolve()):
            with suppress(RulesError):
                found.append(_read_header(path))
    return found


def _rules_files() -> Iterator[Path]:
    yield from sorted(rules_file.FOLDER.glob("*/*/*/rules.toml"))
    outside = (path for folder in outside_folders() for path in _rules_files_in(folder))
    yield from dict.fromkeys(path for path in outside if not path.is_relative_to(rules_file.FOLDER))


def _rules_files_in(folder: Path) -> list[Path]:
    if not folder.is_dir():
        raise InputError(f"{VARIABLE} names this folder, but it does not exist", str(folder))
    files = sorted(path for path in folder.rglob("rules.toml") if REVISIONS not in path.relative_to(folder).parts)
    if not files:
        raise InputError("this folder holds no rules.toml: pitboss new begins a regulation", str(folder))
    return files


def outside_folders() -> list[Path]:
    """The folders of regulations that the environment or an installed package names."""
    named = [Path(text) for text in os.environ.get(VARIABLE, "").split(os.pathsep) if text]
    return list(dict.fromkeys(path.resolve() for path in [*named, *_installed()]))


def _installed() -> Iterator[Path]:
    """The folders that entry points name. importlib.metadata takes longer than a whole command: first a quick look."""
    group = f"[{ENTRY_POINT}]"
    for place in dict.fromkeys(sys.path):
        for listing in Path(place or ".").glob("*.dist-info/entry_points.txt"):
            try:
                is_ours = group in listing.read_text(encoding="utf-8")
            except (OSError, UnicodeDecodeError):
                continue
            if is_ours:
                yield from _named_by(listing)


def _named_by(listing: Path) -> Iterator[Path]:
    from importlib.metadata import PathDistribution  # noqa: PLC0415 - only installed regulations pay for it
    from importlib.util import find_spec  # noqa: PLC0415

    for point in PathDistribution(listing.parent).entry_points.select(group=ENTRY_POINT):
        spec = find_spec(point.value)
        if spec is None or not spec.submodule_search_locations:
            raise InputError(f"the entry point {point.name!r} names {point.value!r}, which is not a package of data")
        yield from map(Path, spec.submodule_search_locations)
