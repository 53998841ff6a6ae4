"""Reads `.counts` files: one `name  count` a line, `#` starts a comment."""

from fractions import Fraction
from pathlib import Path


def read_counts(name: str) -> dict[str, int]:
    """The figures of `<name>.counts` in its order, `total` among them; a name given twice is an error."""
    counts: dict[str, int] = {}
    for line in Path(__file__).with_name(f"{name}.counts").read_text(encoding="utf-8").splitlines():
        if words := line.partition("#")[0].split():
            key, number = words
            assert key not in counts, f"{name}.counts gives {key} twice"
            counts[key] = int(number)
    return counts


def read_figures(name: str) -> dict[str, Fraction]:
    """The same for figures that are fractions: `53223/1082900`."""
    lines = Path(__file__).with_name(f"{name}.counts").read_text(encoding="utf-8").splitlines()
    found = [words for line in lines if (words := line.partition("#")[0].split())]
    return {key: Fraction(number) for key, number in found}
