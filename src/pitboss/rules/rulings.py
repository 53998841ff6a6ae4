"""Rulings: how each unclear place of a regulation is read, what else it could mean, and who may choose."""

from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import Any

from pitboss.money import parse_money
from pitboss.rules.clause import Clause
from pitboss.rules.record import Record
from pitboss.rules.regulation_text import RegulationText
from pitboss.rules.rules_file import parse_rules_text, refuse_at
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
    stated_with: str = ""
    """A table that offers this wager states the option, because the text leaves the reading open."""

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


def read_rulings(text: str, place: TomlPlace) -> dict[str, Ruling]:
    """Every ruling in a text by its id; faults go to the reporter of the place."""
    if not text.strip():
        return {}
    shaped: _RulingsTable = shape(_RulingsTable, parse_rules_text(text, place.file), place)
    found: dict[str, Ruling] = {}
    for index, ruling in enumerate(shaped.rulings):
        if ruling.id in found:
            place.at("rulings").at(index).fault("same-id", f"two rulings are called {ruling.id!r}")
        found[ruling.id] = ruling
    return found


class Rulings(Mapping[str, Ruling]):
    """Every ruling on a regulation by its id. The file is read on first use, because most commands never need it."""

    def __init__(self, regulation_id: str = "", text: RegulationText | None = None) -> None:
        """Without a text there are no rulings."""
        self._regulation_id, self._text = regulation_id, text or RegulationText()

    @classmethod
    def parse(cls, _text: str) -> "Rulings":
        """A key `rulings` of rules.toml is refused."""
        raise ValueError("rulings belong in a file of their own: rulings.toml")

    @cached_property
    def _by_id(self) -> dict[str, Ruling]:
        text, file = self._text.rulings, self._text.rulings_file
        return read_rulings(text, TomlPlace(file, self._regulation_id, reporter=refuse_at(file, text)))

    def __getitem__(self, ruling_id: str) -> Ruling:
        return self._by_id[ruling_id]

    def __iter__(self) -> Iterator[str]:
        return iter(self._by_id)

    def __len__(self) -> int:
        return len(self._by_id)

    def __repr__(self) -> str:
        return f"Rulings({self._regulation_id!r})"

    def __reduce__(self) -> tuple[Any, ...]:
        return Rulings, (self._regulation_id, self._text)
