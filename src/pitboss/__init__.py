"""pitboss runs casino poker tables exactly as their regulation orders, and can prove it.

A regulation is data that you can browse, price and change:

>>> import pitboss as pb
>>> tcp = pb.regulation("MD-TCP")
>>> plus = tcp.wagers["pair_plus"].paytables["A"]
>>> plus.odds().expected
Fraction(-253, 5525)
>>> f"{float(plus.replace(straight='5 to 1').odds().house_edge):.2%}"
'7.84%'

A table follows its regulation, and refuses what a clause forbids:

>>> house = pb.approve("examples/house.toml")
>>> table = pb.new_table(house.tables["three-card"])
>>> [event.cite for event in pb.decide(table, "player ann takes box 1")]
['MD-TCP 7.C']
>>> pb.decide(table, "dealer deals")
Traceback (most recent call last):
pitboss.errors.CommandRefused: ...

What is here, each with a docstring and examples of its own:

    regulation   a regulation as an object to browse: wagers, awards, paytables, options, rulings, clauses
    odds         exact odds of one paytable, of a wager, of a regulation, of everything
    strategy     the optimal strategy, as rules to learn and hand by hand
    simulate     Monte Carlo of whole rounds, with the exact odds beside each mean
    settle       what a recorded round must pay, with the keys of `pitboss settle --json`
    approve      a house file becomes the rules of its tables, or is rejected with every violation
    Table        the immutable state of a table; new_table makes the first one
    offers       everything that is permitted at a table now, and to whom
    decide       the events that a command brings about, or a refusal that names the clause
    evolve       the table after an event
    verify       proves that a ledger is whole, or names the first entry that is not

Errors, by whose problem it is: RulesError (a file of pitboss), SubmissionRejected (the operator's choices, with every
Violation), CommandRefused (a person at the table), LedgerBroken (the evidence), InputError (something given that cannot
be used). All of them are PitbossError.

Stability: the names in `pitboss.__all__`, their parameters, and the attributes that carry the names of the JSON answers
stay as they are within a minor version (0.2.x); the changelog names everything that a minor version changes. Other
modules can change at any time. Names are loaded when they are first used, so `import pitboss` itself takes no time.
"""

TYPE_CHECKING = False  # known to type checkers by its name; `typing` would take longer to import than the rest
if TYPE_CHECKING:
    from typing import Any

    from pitboss.errors import (
        CommandRefused,
        InputError,
        LedgerBroken,
        PitbossError,
        RulesError,
        SubmissionRejected,
        Violation,
    )
    from pitboss.library.live_tables import approve, decide
    from pitboss.library.records import settle, simulate, strategy, verify
    from pitboss.library.regulations import regulation
    from pitboss.odds import odds
    from pitboss.table.decide import offers
    from pitboss.table.state import Table, evolve, new_table

__version__ = "0.2.0"

__all__ = [
    "CommandRefused",
    "InputError",
    "LedgerBroken",
    "PitbossError",
    "RulesError",
    "SubmissionRejected",
    "Table",
    "Violation",
    "__version__",
    "approve",
    "decide",
    "evolve",
    "new_table",
    "odds",
    "offers",
    "regulation",
    "settle",
    "simulate",
    "strategy",
    "verify",
]

_HOMES = {
    "errors": (
        "CommandRefused", "InputError", "LedgerBroken", "PitbossError", "RulesError", "SubmissionRejected", "Violation",
    ),
    "library.live_tables": ("approve", "decide"),
    "library.records": ("settle", "simulate", "strategy", "verify"),
    "library.regulations": ("regulation",),
    "table.decide": ("offers",),
    "table.state": ("Table", "evolve", "new_table"),
}  # fmt: skip
"""The module that each name is loaded from. `odds` is missing: the package itself can be called."""


if not TYPE_CHECKING:  # a type checker knows every name from the imports above

    def __getattr__(name: str) -> "Any":
        from importlib import import_module  # noqa: PLC0415 - for start-up time: most programs need a few of the names

        if name == "odds":
            return import_module("pitboss.odds")
        for module, names in _HOMES.items():
            if name in names:
                found = getattr(import_module(f"pitboss.{module}"), name)
                globals()[name] = found
                return found
        raise AttributeError(f"module 'pitboss' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
