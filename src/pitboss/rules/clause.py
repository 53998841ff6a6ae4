"""Clause: an address in a regulation."""

import re
from collections.abc import Sequence
from itertools import takewhile

_ADDRESS = re.compile(
    r"(?:[0-9]+[a-z]?(?:\.[A-Z]{1,2}|\.[0-9]+[a-z]?)?|[0-9]+:[0-9]+[A-Z]?(?:-[0-9]+[a-z]?(?:\.[0-9]+[a-z]?)?)?)"
    r"(?:\([0-9]+\)|\([a-z]+\)|(?<=[a-z]\))\([A-Z]+\)|(?<=\))[0-9]+[a-z]*)*"
)
_PARTS = re.compile(
    r"^[0-9]+[a-z]?|:[0-9]+[A-Z]?|-[0-9]+[a-z]?|\.[0-9]+[a-z]?|\.[A-Z]{1,2}|\([0-9A-Za-z]+\)|[0-9]+|[a-z]+"
)


class Clause(str):
    """`MD-TCP 12.D(1)(c)`: a string, so that it travels through events, JSON and pages as it is.

    Each state numbers in its own way: `12.D(1)(c)`, `6a(b)`, `649a.7(d)(1)`, `13:69F-20.7(d)1`, `5.225(3)(a)`.
    """

    __slots__ = ()

    def __new__(cls, regulation: str, address: str) -> "Clause":
        if not _ADDRESS.fullmatch(address):
            like = "12.D(1)(c) or 6a(b), 649a.7(d)(1), 13:69F-20.7(d)1"
            raise ValueError(f"{address!r} is not an address of a clause: write it like {like}")
        return super().__new__(cls, f"{regulation} {address}")

    def __reduce__(self) -> tuple[type["Clause"], tuple[str, str]]:
        return Clause, (self.regulation, self.address)

    @property
    def regulation(self) -> str:
        return self.split(" ", 1)[0]

    @property
    def address(self) -> str:
        return self.split(" ", 1)[1]


def common_clause(clauses: Sequence[Clause]) -> Clause:
    """The deepest clause that contains all of these; they belong to one chapter."""
    levels = zip(*(address_parts(clause.address) for clause in clauses), strict=False)
    shared = takewhile(lambda parts: len(set(parts)) == 1, levels)
    return Clause(clauses[0].regulation, "".join(parts[0] for parts in shared))


def address_parts(address: str) -> tuple[str, ...]:
    """`12.D(1)(c)` as `("12", ".D", "(1)", "(c)")`: its parents are its prefixes."""
    return tuple(_PARTS.findall(address))
