"""Completing what is asked: the house brings the time and the order of its shuffles, and commits to every order."""

from collections.abc import Callable
from typing import Any

from pitboss.errors import CommandRefused
from pitboss.house.request import Asked, OpenBetsNow, ShuffleByHouse
from pitboss.play import commands as c
from pitboss.play.commands import Command
from pitboss.shuffle import commitment, shuffled
from pitboss.table.decks import deck_to_shuffle, shuffle_ways
from pitboss.table.state import Table

Beside = dict[str, Any]
"""What is recorded beside a command and its events."""


def completed(
    table: Table, asked: Asked, *, physical: bool, now: int, random: Callable[[], bytes]
) -> tuple[Command, Beside]:
    """The engine's command, and what is recorded of a shuffle beside it.

    `physical` says that real cards are dealt, `now` is in seconds, and `random` gives 32 bytes that nobody can foresee.
    """
    match asked:
        case OpenBetsNow():
            # The clocks of two hosts differ a little; at a table time does not go back.
            since = table.deck.since if table.deck else None
            return c.OpenBets(max(now, since or 0)), {}
        case c.OpenBets():
            cite = table.ruleset.regulation.conduct["before_no_more_bets"]
            raise CommandRefused("time-of-the-house", cite, "the house's clock says when bets open: dealer opens bets")
        case ShuffleByHouse():
            return _by_house(table, physical, random)
        case c.RecordShuffle():
            return _of_real_cards(table, asked, physical, random)
    return asked, {}


def _by_house(table: Table, physical: bool, random: Callable[[], bytes]) -> tuple[Command, Beside]:
    if physical:
        cite = table.ruleset.regulation.shuffling.cite
        raise CommandRefused("cards-are-physical", cite, "this table is dealt from real cards: say how they lie")
    seed, index = random(), deck_to_shuffle(table)
    ways = shuffle_ways(table, table.decks[index]) if index is not None else ("hand",)
    command = c.RecordShuffle(shuffled(seed), ways[0])  # type: ignore[arg-type]
    return command, _committed(index, seed, command, by_seed=True)


def _of_real_cards(
    table: Table, asked: c.RecordShuffle, physical: bool, random: Callable[[], bytes]
) -> tuple[Command, Beside]:
    if not physical:
        cite = table.ruleset.regulation.shuffling.cite
        raise CommandRefused("cards-of-the-house", cite, "the house shuffles here: dealer shuffles")
    if not asked.order:
        return asked, {}
    return asked, _committed(deck_to_shuffle(table), random(), asked, by_seed=False)


def _committed(deck: int | None, salt: bytes, command: c.RecordShuffle, *, by_seed: bool) -> Beside:
    """The commitment to an order and what opens it; nothing where no deck waits for a shuffle."""
    if deck is None:
        return {}
    made = {"deck": deck, "commitment": commitment(salt, command.order), "salt": salt.hex(), "by_seed": by_seed}
    return {"shuffle": made}
