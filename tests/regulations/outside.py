"""Regulations outside the package: an invented one of Pennsylvania, and ones of the package with changed rows."""

from itertools import count
from pathlib import Path

import pytest

from pitboss.rules.editions import VARIABLE, editions
from pitboss.rules.load import folders

PENNSYLVANIA = Path(__file__).parent / "pa"
HOUSE = PENNSYLVANIA / "house.toml"
INVENTED = {
    "MS-MSS": Path(__file__).parent / "ms",
    "NJ-CST": Path(__file__).parent / "nj",
    "NV-TCP": Path(__file__).parent / "nv",
    "NJ-FCP": Path(__file__).parent / "fcp",
    "NJ-UTH": Path(__file__).parent / "uth",
}
"""Games that the package does not know, by the id of the regulation."""

OUTSIDE = {"PA-TCP": PENNSYLVANIA, **INVENTED}
"""Every invented regulation."""

_NUMBERS = count(1)


def forget_regulations() -> None:
    """The folders of regulations are looked up anew."""
    editions.cache_clear()
    folders.cache_clear()


class Variants:
    """A folder of regulations, each one of the package with some texts of its rules.toml replaced."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.folder, self._monkeypatch = folder, monkeypatch

    def make(self, regulation_id: str, *changes: tuple[str, str]) -> str:
        """The id of a new regulation in which the first occurrence of each text is replaced by another."""
        source, name = source_of(regulation_id), f"XX-V{next(_NUMBERS)}"
        text = source.joinpath("rules.toml").read_text(encoding="utf-8")
        for old, new in ((f'id = "{regulation_id}"', f'id = "{name}"'), *changes):
            assert old in text, old
            text = text.replace(old, new, 1)
        target = self.folder / name
        target.mkdir(parents=True)
        target.joinpath("rules.toml").write_text(text, encoding="utf-8")
        for file in ("rulings.toml", "clauses.toml"):
            target.joinpath(file).write_bytes(source.joinpath(file).read_bytes())
        self._monkeypatch.setenv(VARIABLE, str(self.folder))
        forget_regulations()
        return name


def source_of(regulation_id: str) -> Path:
    """The folder of a regulation of the package, or of an invented one."""
    if regulation_id in OUTSIDE:
        return next(OUTSIDE[regulation_id].rglob("rules.toml")).parent
    return folders()[regulation_id]


def without_ante_bonus(variants: Variants) -> str:
    """A regulation that has no Ante Bonus at all."""
    text = source_of("PA-TCP").joinpath("rules.toml").read_text(encoding="utf-8")

    def part(begin: str, end: str) -> tuple[str, str]:
        start = text.index(begin)
        return text[start : text.index(end, start)], ""

    return variants.make(
        "PA-TCP",
        part("[awards.ante_bonus]", "[versions.standard]"),
        part("[paytables.ante_bonus.A]", "[paytables.pair_plus.A]"),
        ('  { item = "ante_bonus", by = "paytable", cite = "649a.12(b)" },\n', ""),
        ("[versions.standard]", "[awards]\n\n[versions.standard]"),
    )
