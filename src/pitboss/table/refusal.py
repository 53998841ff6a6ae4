"""Refusing: one way to say no, with a stable code, the clause and a sentence."""

from typing import NoReturn

from pitboss.errors import CommandRefused
from pitboss.rules.clause import Clause


def refuse(code: str, cite: Clause, reason: str) -> NoReturn:
    """Refuses a command; `decide` adds what is open now."""
    raise CommandRefused(code, cite, reason)
