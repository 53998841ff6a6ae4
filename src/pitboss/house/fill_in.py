"""What the house fills in: the time at which bets open, a count of cards that are not real, the order of its shuffles,
and a commitment to each order."""

from collections.abc import Callable
from typing import Any

from pitboss.cards import DECK
from pitboss.errors import CommandRefused
from pitboss.house.request import CountByHouse, HouseCommand, OpenBetsNow, ShuffleByHouse
from pitboss.play import commands as c
from pitboss.play.commands import Command
from pitboss.shuffle import commitment, shuffled
from pitboss.table.closing_bets import to_count
from pitboss.table.decks import cards_to_count, deck_to_shuffle, shuffle_ways
from pitboss.table.playing import counted_by
from pitboss.table.state import Table

Draw = Callable[[Command], bytes]
"""Draws 32 bytes for a command that shuffles; CommandRefused, and nothing is drawn, if one like it is refused."""
ShuffleEntry = dict[str, Any]
"""What an entry records beside the command and its events: a shuffle, or that the house counted chips."""


def fill_in(
    table: Table, command: HouseCommand, *, physical: bool, now: int, draw: Draw
) -> tuple[Command, ShuffleEntry]:
    """The engine's command, and what the entry records of a shuffle.

    `physical` means that real cards are dealt, and `now` is in seconds.
    """
    match command:
        case OpenBetsNow():
            # The clocks of two hosts may differ a little; the time at a table never goes back.
            since = table.deck.since if table.deck else None
            return c.OpenBets(max(now, since or 0)), {}
        case c.OpenBets():
            cite = table.ruleset.regulation.conduct["before_no_more_bets"]
            raise CommandRefused("time-of-the-house", cite, "the house's clock gives the time: say `dealer opens bets`")
        case CountByHouse():
            if physical:
                cite = table.ruleset.regulation.dealing[table.device].stub.count_cite
                raise CommandRefused("cards-are-physical", cite, "count the cards and say `dealer counts stub NUMBER`")
            return c.CountStub(cards_to_count(table)), {}
        case ShuffleByHouse():
            return _by_house(table, physical, draw)
        case c.CloseBets():
            return command, _count_of_chips(table, command, physical=physical)
        case c.RecordShuffle():
            return _of_real_cards(table, command, physical, draw)
    return command, {}


def _count_of_chips(table: Table, command: c.CloseBets, *, physical: bool) -> ShuffleEntry:
    """Says that the house counted the chips of a table without real chips; a person counts real ones.

    CommandRefused if the number of real chips is missing.
    """
    missing = [wager for wager in to_count(table) if wager not in dict(command.counted)]
    if missing and physical:
        wager = missing[0]
        reason = f"count the chips of {wager} and say how many: `dealer closes bets counting {wager} NUMBER`"
        raise CommandRefused("chips-not-counted", counted_by(table, wager), reason)
    return {"counted_by": "house"} if missing else {}


def _by_house(table: Table, physical: bool, draw: Draw) -> tuple[Command, ShuffleEntry]:
    if physical:
        cite = table.ruleset.regulation.shuffling.cite
        raise CommandRefused("cards-are-physical", cite, "this table is dealt from real cards: enter their order")
    index = deck_to_shuffle(table)
    ways = shuffle_ways(table, table.decks[index]) if index is not None else ("hand",)
    seed = draw(c.RecordShuffle(DECK, ways[0]))  # type: ignore[arg-type]
    command = c.RecordShuffle(shuffled(seed), ways[0])  # type: ignore[arg-type]
    return command, _committed(index, seed, command, by_seed=True)


def _of_real_cards(table: Table, command: c.RecordShuffle, physical: bool, draw: Draw) -> tuple[Command, ShuffleEntry]:
    if not physical:
        cite = table.ruleset.regulation.shuffling.cite
        raise CommandRefused("cards-of-the-house", cite, "the house shuffles at this table: say `dealer shuffles`")
    if not command.order:
        return command, {}
    return command, _committed(deck_to_shuffle(table), draw(command), command, by_seed=False)


def _committed(deck: int | None, salt: bytes, command: c.RecordShuffle, *, by_seed: bool) -> ShuffleEntry:
    """The commitment to an order and the salt that opens it; empty if no deck waits for a shuffle."""
    if deck is None:
        return {}
    made = {"deck": deck, "commitment": commitment(salt, command.order), "salt": salt.hex(), "by_seed": by_seed}
    return {"shuffle": made}
