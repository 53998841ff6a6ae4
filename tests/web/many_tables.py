"""A house file with as many tables as wanted, made of the sample house's four; tables of a kind share its links."""

import re
from itertools import cycle, islice
from pathlib import Path

_SAMPLE = (Path(__file__).parents[2] / "examples/house.toml").read_text()
KINDS = ("let-it-ride", "three-card", "top-five", "commonwealth")


def house_text(number: int) -> str:
    """The text of the house file; the tables are `let-it-ride-1`, `three-card-1` and so on."""
    start = _SAMPLE.index("[tables.let-it-ride]")
    sections = re.split(r"(?m)^(?=\[tables\.)", _SAMPLE[start:])[1:]
    parts = [_SAMPLE[:start]]
    for index, kind in enumerate(islice(cycle(KINDS), number)):
        name = f"{kind}-{index // len(KINDS) + 1}"
        own = (section for section in sections if re.match(rf"\[tables\.{kind}[\].]", section))
        parts += [section.replace(f"[tables.{kind}", f"[tables.{name}", 1) for section in own]
    return "".join(parts)


def table_names(number: int) -> list[str]:
    return [f"{kind}-{index // len(KINDS) + 1}" for index, kind in enumerate(islice(cycle(KINDS), number))]
