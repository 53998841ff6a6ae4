"""A regulation to browse: what `pitboss.regulation("MD-TCP")` returns."""

from collections.abc import Mapping
from functools import partial
from os import PathLike, fspath
from pathlib import Path
from typing import TYPE_CHECKING, Any, Unpack

from pitboss.errors import InputError
from pitboss.library.html import html_table
from pitboss.library.names import NamedMapping
from pitboss.library.paytables import PaytableEntry
from pitboss.rules.editions import editions, find_edition
from pitboss.rules.load import load_edition, read_regulation
from pitboss.rules.register import ClauseEntry, read_clauses
from pitboss.rules.regulation import Regulation
from pitboss.rules.rulings import Ruling
from pitboss.rules.wagers import Award, Wager
from pitboss.tabular import data_frame

if TYPE_CHECKING:
    from pitboss.odds import OddsParameters, OddsTable, Strategy


def regulation(source: str | PathLike[str]) -> "RegulationEntry":
    """Returns a regulation by its id, in any case, or by the folder that holds its files.

    InputError names the regulations there are. RulesError says what is wrong in the files of a folder.

    >>> tcp = regulation("md-tcp")
    >>> tcp
    <regulation MD-TCP: Maryland Three Card Poker, 6 wagers, 402 clauses>
    >>> tcp.wagers["pair_plus"].paytables
    <paytable of MD-TCP pair_plus: A, B, C, D, E>
    >>> tcp.wagers["pair_plus"].paytables["A"].rows[0]
    PrintedRow(pattern='straight_flush', pays=('35 to 1',), cites=('MD-TCP 12.D(1)(a)',))
    >>> tcp.clauses["11.C(1)"].status
    'enforced'
    """
    text = fspath(source)
    if text and text.upper().partition("@")[0] not in editions():
        folder = Path(text)
        if (folder / "rules.toml").is_file():
            return RegulationEntry(read_regulation(folder / "rules.toml"), folder)
        if folder.is_dir():
            raise InputError("this folder has no rules.toml, so it is not a regulation", text)
    folder = find_edition(text).folder
    return RegulationEntry(load_edition(folder), folder)


class _ItemEntry:
    """A wager or an award, and the paytables that pay it."""

    def __init__(self, entry: "RegulationEntry", id_: str, rules: Wager | Award, group: str) -> None:
        self._entry = entry
        self.id, self.title, self.cite = id_, rules.title, str(rules.cite)
        self.paytables: NamedMapping[PaytableEntry] = NamedMapping(
            f"paytable of {entry.id} {id_}", lambda: entry.paytables[group] if group else {}
        )

    def __repr__(self) -> str:
        kind = "wager" if isinstance(self, WagerEntry) else "award"
        return f"<{kind} {self._entry.id} {self.id}: {self.title}, {self.cite}>"


class WagerEntry(_ItemEntry):
    """A betting area of a regulation, the paytables that can pay it, and its odds."""

    def __init__(self, entry: "RegulationEntry", id_: str, rules: Wager) -> None:
        super().__init__(entry, id_, rules, entry.paytable_group(id_))
        self.rules = rules

    def odds(self, **asked: "Unpack[OddsParameters]") -> "OddsTable":
        """Returns the odds of every paytable; the parameters are those of `pitboss.odds`."""
        from pitboss.odds import odds  # noqa: PLC0415 - for start-up time: browsing needs no odds

        return odds(self._entry.rules, self.rules.limits or self.id, **asked)


class AwardEntry(_ItemEntry):
    """A payment of a regulation that has no stake of its own, and the paytables that set it."""

    def __init__(self, entry: "RegulationEntry", id_: str, rules: Award) -> None:
        super().__init__(entry, id_, rules, rules.paytable)
        self.rules = rules
        self.stake_of = rules.stake_of


class RegulationEntry:
    """A regulation: wagers, awards, paytables, options, rulings and clauses, each found by its id."""

    def __init__(self, rules: Regulation, folder: Path) -> None:
        self.rules = rules
        """The typed data, chapter by chapter."""
        self.id, self.title = rules.id, rules.title
        self.jurisdiction, self.authority = rules.jurisdiction, rules.authority
        self.boxes = rules.table.boxes
        shared: dict[str, str] = {}
        for name, wager in rules.wagers.items():
            if wager.limits not in ("", *rules.wagers):
                shared.setdefault(wager.limits, name)
        self.wagers: NamedMapping[WagerEntry] = NamedMapping(
            f"wager of {rules.id}",
            lambda: {name: WagerEntry(self, name, wager) for name, wager in rules.wagers.items()},
            others=shared,
        )
        """By id; a name that several wagers share in a house file stands for the first of them."""
        self.awards: NamedMapping[AwardEntry] = NamedMapping(
            f"award of {rules.id}",
            lambda: {name: AwardEntry(self, name, award) for name, award in rules.awards.items()},
        )
        self.paytables: NamedMapping[NamedMapping[PaytableEntry]] = NamedMapping(
            f"group of paytables of {rules.id}", self._groups
        )
        """Every paytable, by group and id."""
        self.rulings: NamedMapping[Ruling] = NamedMapping(f"ruling of {rules.id}", lambda: rules.rulings)
        """How each unclear place is read, by the id of the ruling."""
        self.options: NamedMapping[Ruling] = NamedMapping(f"option of {rules.id}", lambda: rules.options)
        """The rulings that a house file may set otherwise, by the key that it sets."""
        self.clauses: NamedMapping[ClauseEntry] = NamedMapping(
            f"clause of {rules.id}", partial(read_clauses, folder, rules.id)
        )
        """Every clause of the document with its gist and how it is met, by address: `clauses["11.C(1)"]`."""

    def odds(self, wager: str = "", **asked: "Unpack[OddsParameters]") -> "OddsTable":
        """Returns the odds of every paytable; the parameters are those of `pitboss.odds`."""
        from pitboss.odds import odds  # noqa: PLC0415 - for start-up time: browsing needs no odds

        return odds(self.rules, wager, **asked)

    def strategy(self, paytable: str = "", *, options: Mapping[str, str | int] | None = None) -> "Strategy":
        """Returns the optimal strategy for a paytable, the first one if none is named."""
        from pitboss.odds import strategy_of  # noqa: PLC0415 - for start-up time: browsing needs no odds

        return strategy_of(self.rules, paytable, options=options)

    def paytable_group(self, wager: str) -> str:
        """Returns the group of paytables that pays a wager, or the award that comes with it; empty if neither."""
        return self.rules.wagers[wager].paytable or next(
            (one.paytable for one in self.rules.awards.values() if one.stake_of == wager and not one.follows), ""
        )

    def _groups(self) -> Mapping[str, NamedMapping[PaytableEntry]]:
        asked: dict[str, str] = {}
        for name, wager in self.rules.wagers.items():
            if wager.placed == "before_deal":
                asked.setdefault(self.paytable_group(name), wager.limits or name)
        return {group: self._group(group, asked.get(group, "")) for group in self.rules.paytables}

    def _group(self, group: str, wager: str) -> NamedMapping[PaytableEntry]:
        tables = self.rules.paytables[group]
        return NamedMapping(
            f"paytable of {self.id} {group}",
            lambda: {id_: PaytableEntry(self.rules, group, id_, wager) for id_ in tables},
        )

    def to_frame(self) -> Any:
        """Returns the wagers and awards as a data frame of pandas or polars."""
        return data_frame(self._overview())

    def _overview(self) -> list[dict[str, str]]:
        return [
            {"id": one.id, "title": one.title, "paytables": " ".join(one.paytables), "cite": one.cite}
            for one in (*self.wagers.values(), *self.awards.values())
        ]

    def __repr__(self) -> str:
        what = f"{self.jurisdiction} {self.title}"
        return f"<regulation {self.id}: {what}, {len(self.wagers)} wagers, {len(self.clauses)} clauses>"

    def _repr_html_(self) -> str:
        rows = [(*one.values(),) for one in self._overview()]
        caption = f"{self.id} {self.jurisdiction} {self.title} ({self.authority})"
        return html_table(("wager or award", "title", "paytables", "clause"), rows, caption)
