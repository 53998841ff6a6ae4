"""Begins a regulation outside the package: the files of a similar edition, with comments that say what to edit."""

import json
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

from pitboss.rules.edition_check import EDIT
from pitboss.rules.editions import Edition
from pitboss.rules.regulation import Regulation
from pitboss.rules.rules_file import FILES, OWN_HOUSE, read_rules_text
from pitboss.rules.sample_house import sample_file

_RULES, _RULINGS, _CLAUSES = FILES
_SECTION = re.compile(r"^(?=\[)", re.MULTILINE)
_LINKED = re.compile(r'link = "([^"\n]+)"')
_TOP = {
    _RULES: ("work through the document from its first clause to its last: what a row says, its numbers and its cite",
             "order is meaning; `(a)` continues the cite of the table around it"),
    _RULINGS: ("keep what is unclear in this document too, and write down each place where you had to choose",),
    _CLAUSES: ("list every clause of the document, its gist in your own words, and how it is met",),
    OWN_HOUSE: ("a house that the document allows; play and simulate use its table if no house is named",),
}  # fmt: skip
"""What to do with each file, and what else to know."""


class NewEdition(NamedTuple):
    """An edition that is to be written."""

    id: str
    edition: str

    @property
    def key(self) -> str:
        return f"{self.id}@{self.edition}"

    def folder(self, root: Path, game: str) -> Path:
        """Its folder: `pa/three_card_poker/1`."""
        return root / self.id.partition("-")[0].lower() / game / self.edition


def new_files(new: NewEdition, like: Edition, rules: Regulation) -> Mapping[str, str]:
    """The text of each file of the new edition, by its name."""
    found = {name: _without_top(read_rules_text(like.folder / name)) for name in FILES}
    found[_RULES] = _header(new, rules) + _body(found[_RULES])
    if house := _house(new, like):
        found[OWN_HOUSE] = house
    return {name: "\n".join([*_top(new, like, name), "", text]) for name, text in found.items()}


def _top(new: NewEdition, like: Edition, name: str) -> Iterator[str]:
    todo, *more = _TOP[name]
    yield f"# {new.key}, begun as a copy of {like.key}. pitboss check-rules lists every line with {EDIT}."
    yield f"# {EDIT}: {todo}"
    yield from (f"# {line[0].upper()}{line[1:]}." for line in more)


def _without_top(text: str) -> str:
    """A text without the comment that it begins with."""
    lines = text.split("\n")
    first = next((number for number, line in enumerate(lines) if not line.startswith("#")), len(lines))
    return "\n".join(lines[first:]).lstrip("\n")


def _body(rules: str) -> str:
    """rules.toml after the keys above its tables."""
    lines = rules.split("\n")
    tables = next((number for number, line in enumerate(lines) if line.startswith("[")), len(lines))
    keys = [number for number, line in enumerate(lines[:tables]) if re.match(r"[a-z_]+\s*=", line)]
    return "\n".join(lines[max(keys, default=-1) + 1 :])


def _header(new: NewEdition, rules: Regulation) -> str:
    """The keys above the tables; for another edition of the same regulation, its names stay."""
    same = new.id == rules.id
    state = new.id.partition("-")[0]
    yours = {} if same else {
        "jurisdiction": (state, "the name of the state"),
        "authority": (state, "who issued the document"),
        "operator": (rules.operator, "what the document calls the house"),
    }  # fmt: skip
    lines = [f'id = "{new.id}"', f'edition = "{new.edition}" # {EDIT}: the version that the document names; 1 if none']
    day = 'the first day on which it is in force, effective = "2027-01-31"'
    lines.append(f"# {EDIT}: {day}" if same else f"# {EDIT}: {day}, if the document names one")
    lines += [f'replaces = "{rules.edition}"'] if same else []
    lines.append("revision = 1")
    for key in ("title", "jurisdiction", "authority", "game", "operator"):
        text, todo = yours.get(key, (str(getattr(rules, key)), ""))
        lines.append(f"{key} = {json.dumps(text, ensure_ascii=False)}" + (f" # {EDIT}: {todo}" if todo else ""))
    lines.append(f'wagers_cite = "{rules.wagers_cite.address}"')
    return "\n".join([*lines, ""])


def _house(new: NewEdition, like: Edition) -> str:
    """The sample house with the tables under the other edition, now under this one; empty if it has none."""
    top, *sections = _SECTION.split(read_rules_text(sample_file(like)))
    named = re.compile(rf'^regulation = "{re.escape(like.id)}(@[^"\n]*)?"$', re.MULTILINE | re.IGNORECASE)
    tables = {_names(section)[1] for section in sections if named.search(section)}
    kept = [section for section in sections if _names(section)[0] == "tables" and _names(section)[1] in tables]
    links = {link for section in kept for link in _LINKED.findall(section)}
    kept = [section for section in sections if _names(section)[0] == "links" and _names(section)[1] in links] + kept
    name = new.key if new.id == like.id else new.id
    texts = [_plain(named.sub(f'regulation = "{name}"', section)) for section in kept]
    return "\n\n".join([_plain(top), *texts, ""]) if tables else ""


def _names(section: str) -> list[str]:
    """The keys in the head of a section: `[tables.pit-1.wagers]` belongs to table pit-1."""
    return [*section.partition("]")[0].strip("[ ").replace('"', "").split("."), ""]


def _plain(section: str) -> str:
    """A section without comments and empty lines at its ends."""
    return "\n".join(line for line in section.split("\n") if line and not line.startswith("#"))
