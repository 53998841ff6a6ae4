"""Edition 1.5 of MD-TCP, as an amendment could read: Pair Plus loses table E and gets F, the least rate is 15 %."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from pitboss.rules.editions import VARIABLE, editions
from pitboss.rules.load import folders, load_edition

EFFECTIVE = "2027-01-01"
_AMENDED = {
    'edition = "1.4"': f'edition = "1.5"\neffective = "{EFFECTIVE}"\nreplaces = "1.4"',
    "[paytables.pair_plus.E]": "[paytables.pair_plus.F]",
    '["three_of_a_kind", "25 to 1", "(b)"],\n  ["straight", "6 to 1", "(c)"],\n  ["flush", "4 to 1", "(d)"],\n'
    '  ["pair", "1 to 1", "(e)"],\n]\n\n[paytables.progressive.A]':
    '["three_of_a_kind", "25 to 1", "(b)"],\n  ["straight", "6 to 1", "(c)"],\n  ["flush", "3 to 1", "(d)"],\n'
    '  ["pair", "1 to 1", "(e)"],\n]\n\n[paytables.progressive.A]',
    'least_rate = "14%"': 'least_rate = "15%"',
}  # fmt: skip
"""What the amendment changes in rules.toml."""


def write_next_edition(folder: Path) -> Path:
    """Writes the edition into a folder of regulations outside the package, and returns the edition's own folder."""
    former, amended = folders()["MD-TCP"], folder / "md/three_card_poker/1.5"
    amended.mkdir(parents=True)
    for name in ("rulings.toml", "clauses.toml"):
        (amended / name).write_bytes((former / name).read_bytes())
    text = (former / "rules.toml").read_text(encoding="utf-8")
    for old, new in _AMENDED.items():
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    (amended / "rules.toml").write_text(text, encoding="utf-8")
    return amended


@contextmanager
def regulations_outside(folder: Path) -> Iterator[Path]:
    """Lets every command find the regulations in a folder beside those of the package."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(VARIABLE, str(folder))
        _forget()
        yield folder
    _forget()


def _forget() -> None:
    for cached in (editions, folders, load_edition):
        cached.cache_clear()
