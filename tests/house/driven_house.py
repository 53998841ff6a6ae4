"""A live house driven by commands as people write them; what happens comes back as lines with their clauses."""

import tomllib
from itertools import count
from pathlib import Path

import pytest

from pitboss.errors import CommandRefused
from pitboss.evidence.heads import SigningKey
from pitboss.house.authority import Who
from pitboss.house.environment import ClockAndEntropy
from pitboss.house.live_house import LiveHouse
from pitboss.house.request import CommandRequest, parse_house_command
from pitboss.ledger.sqlite import SqliteStore
from pitboss.play.encoding import show_event
from pitboss.table import decks
from pitboss.table.state import Table
from tests.clauses.driven import stacked
from tests.house.counting import counted

KEY = SigningKey(bytes(range(32)))
DORA, FLO, MAX = Who("dora", "dealer"), Who("flo", "floorperson"), Who("max", "manager")


class DrivenHouse:
    """A house whose tables are all dealt from cards that are keyed in. It can be left and opened again."""

    def __init__(self, path: Path, text: str) -> None:
        self._path, self._text, self._ids = path, text, count(1)
        self.house = self._open()

    def _open(self) -> LiveHouse:
        tables = tomllib.loads(self._text)["tables"]
        return LiveHouse(
            lambda: SqliteStore(str(self._path)),
            self._text,
            KEY,
            physical=tables,
            environment=ClockAndEntropy(lambda: 1_790_000_000_000),
        )

    def number_commands_from(self, first: int) -> None:
        """The ledger has commands of another drive already."""
        self._ids = count(first)

    def restart(self) -> None:
        """The process is gone without a word; another one opens the ledger."""
        self.house.store.close()
        self.house = self._open()

    def table(self, name: str) -> Table:
        return self.house.record(name).table

    def do(self, name: str, *commands: str, who: Who | None = None) -> list[str]:
        """Gives commands at a table, each by whom it names unless said. The events of all, one a line."""
        lines: list[str] = []
        for command in commands:
            by = who or self._by(name, command)
            given = parse_house_command(command)
            given = counted(self.table(name), given) if name in self.house.physical else given
            answer = self.house.do(by, CommandRequest(f"id {next(self._ids)}", name, given))
            lines += (" ".join(show_event(event).split()) for event in answer.events)
        return lines

    def refused(self, name: str, command: str, who: Who | None = None, id_: str = "") -> str:
        """The code and the clause that a command is refused with."""
        ask = CommandRequest(id_ or f"id {next(self._ids)}", name, parse_house_command(command))
        with pytest.raises(CommandRefused) as refused:
            self.house.do(who or self._by(name, command), ask)
        return f"{refused.value.code} {refused.value.clause}"

    def _by(self, name: str, command: str) -> Who:
        """The person that a command begins with; a box is its player's, and the dealer sees a player look."""
        first, second = command.split()[:2]
        match first:
            case "box":
                return Who(self.table(name).seats[int(second)], "player")
            case "player" if second != "performs":
                return Who(second, "player")
        return FLO if first == "floorperson" else DORA

    def open(self, name: str, *players: str) -> None:
        """Cards are opened, and players sit from box 1 on with $10,000 each."""
        for box, player in enumerate(players, 1):
            self.do(name, f"player {player} buys $10,000", f"player {player} takes box {box}")
        self.do(name, f"dealer receives {self.table(name).ruleset.submission.decks} decks")
        while due := decks.step_due(self.table(name)):
            self.do(name, f"{due[1].by} performs {due[1].does}")

    def shuffle(self, name: str, top: str = "") -> None:
        """Every deck that waits is shuffled, and cut where that is due; the one in turn is then dealt from `top`."""
        order = stacked(top)
        while (waiting := decks.deck_to_shuffle(self.table(name))) is not None:
            (way,) = decks.shuffle_ways(self.table(name), self.table(name).decks[waiting])
            cards = order if way == "device" else (*order[32:], *order[:32])
            self.do(name, f"dealer shuffles by {way}: {' '.join(map(str, cards))}")
        deck = self.table(name).deck
        if deck and deck.needs_cut:
            self.do(name, "dealer cuts 20")

    def deal(self, name: str, *placed: str, top: str = "") -> list[str]:
        """A round as far as the deal, on cards that lie as written: `1 ante $10`."""
        self.shuffle(name, top)
        placing = (f"box {box} places {wagers}" for box, wagers in (text.split(" ", 1) for text in placed))
        return self.do(name, "dealer opens bets", *placing, "dealer closes bets", "dealer deals")
