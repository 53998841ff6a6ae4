"""Rulings: how each unclear place of a regulation is read, what else it could mean, and who may choose."""

from collections.abc import Iterator, Mapping
from functools import cached_property
from pathlib import Path
from typing import Any

from pitboss.errors import RulesError
from pitboss.money import parse_money
from pitboss.rules.clause import Clause
from pitboss.rules.record import Record
from pitboss.rules.rules_file import name_of, parse_rules_text, read_rules_text
from pitboss.rules.schema import TomlPlace, shape


class Ruling(Record):
    """How an unclear place is read, what else it could mean, and whether the operator may choose that."""

    id: str
    clauses: tuple[Clause, ...]
    """The clauses in doubt. A wrong choice is refused by the first one."""
    doubt: str
    reading: str
    alternatives: tuple[str, ...] = ()
    option: str = ""
    values: tuple[str, ...] = ()
    """The values of the option, the reading in force first; `cents` means any amount."""
    default: int = 0
    """The amount in force, if the option is an amount."""

    @property
    def is_amount(self) -> bool:
        return self.values == ("cents",)

    @property
    def in_force(self) -> str | int:
        """The option's value if a submission does not choose one."""
        return self.default if self.is_amount else self.values[0]

    def chosen(self, value: str | int) -> str | int:
        """The value of an option: a known word, or an amount as cents or `"$1"`. Anything else raises ValueError."""
        if not self.is_amount:
            if value not in self.values:
                raise ValueError(f"{value!r} is not a reading of {self.id}: choose {' or '.join(self.values)}")
            return value
        cents = parse_money(value) if isinstance(value, str) else value
        if cents <= 0:
            raise ValueError(f"{value!r} is not a stake: it must be more than 0 cents")
        return cents


class _RulingsTable(Record):
    rulings: tuple[Ruling, ...]


class Rulings(Mapping[str, Ruling]):
    """Every ruling on a regulation by its id. The file is read on first use, because most commands never need it."""

    def __init__(self, regulation_id: str = "", source: Path | str = "", rules_text: str = "") -> None:
        """`source` is the file, or its text; an empty one has no rulings."""
        self._regulation_id, self._source = regulation_id, source
        self.rules_text = rules_text
        """The text of rules.toml; a ledger carries both texts together."""

    @classmethod
    def parse(cls, _text: str) -> "Rulings":
        """A key `rulings` of rules.toml is refused."""
        raise ValueError("rulings belong in a file of their own: rulings.toml")

    @property
    def text(self) -> str:
        """The whole file."""
        return self._source if isinstance(self._source, str) else read_rules_text(self._source)

    @cached_property
    def _by_id(self) -> dict[str, Ruling]:
        file = "rulings.toml" if isinstance(self._source, str) else name_of(self._source)
        if not self.text.strip():
            return {}
        place = TomlPlace(file, self._regulation_id)
        shaped: _RulingsTable = shape(_RulingsTable, parse_rules_text(self.text, file), place)
        found: dict[str, Ruling] = {}
        for ruling in shaped.rulings:
            if ruling.id in found:
                raise RulesError(f"{file}: two rulings are called {ruling.id!r}")
            found[ruling.id] = ruling
        return found

    def __getitem__(self, ruling_id: str) -> Ruling:
        return self._by_id[ruling_id]

    def __iter__(self) -> Iterator[str]:
        return iter(self._by_id)

    def __len__(self) -> int:
        return len(self._by_id)

    def __repr__(self) -> str:
        return f"Rulings({self._regulation_id!r})"

    def __reduce__(self) -> tuple[Any, ...]:
        return Rulings, (self._regulation_id, self._source, self.rules_text)
