"""What happens in one run: who is there, and which faults come when. A seed draws it, and a file can keep it."""

import json
from pathlib import Path
from random import Random
from typing import NamedTuple

FAULTY_FOR = 3.0
"""Seconds in which faults begin."""
KINDS = (
    ("cut", 6), ("slow", 3), ("stall", 3), ("kill", 4), ("kill in a write", 4), ("power", 4), ("full", 2),
    ("broken", 3), ("clock", 3), ("elsewhere", 6), ("rollback", 1), ("witness away", 1),
)  # fmt: skip
"""The kinds of faults, and how often each is drawn."""


class Fault(NamedTuple):
    """Something goes wrong: when, what, to whom, and how much."""

    at: float
    kind: str
    whom: int
    much: float


class Plan(NamedTuple):
    """Everything that a run does not draw from its seed on its way."""

    seed: int
    servers: int
    guests: int
    shared: bool
    """Whether each server looks after some of the tables, not all after all."""
    witness: bool
    faults: tuple[Fault, ...]

    @classmethod
    def drawn(cls, seed: int) -> "Plan":
        chance = Random(seed)
        kinds = chance.choices([kind for kind, _ in KINDS], [share for _, share in KINDS], k=chance.randrange(7))
        times = sorted(round(chance.uniform(0.3, FAULTY_FOR), 3) for _ in kinds)
        faults = [
            Fault(at, kind, chance.randrange(8), round(chance.random(), 3))
            for at, kind in zip(times, kinds, strict=True)
        ]
        return cls(
            seed, chance.choice((1, 2, 2, 3)), chance.choice((2, 3, 4)), chance.random() < 0.4,
            chance.random() < 0.25, tuple(faults),
        )  # fmt: skip

    def written(self, found: str) -> str:
        """The plan as a file, with what it found."""
        document = {**self._asdict(), "faults": [fault._asdict() for fault in self.faults], "found": found}
        return json.dumps(document, indent=1) + "\n"


def read_plan(file: Path) -> Plan:
    document = json.loads(file.read_text(encoding="utf-8"))
    del document["found"]
    document["faults"] = tuple(Fault(**fault) for fault in document["faults"])
    return Plan(**document)
