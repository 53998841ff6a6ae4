"""Real cards: nobody is told a card before it is turned up, and no file of the house holds one that nobody has read."""

import asyncio
import json
import logging
import re
from collections.abc import Iterator, MutableMapping, Sequence
from contextlib import AbstractAsyncContextManager, closing
from pathlib import Path
from random import Random
from typing import Any

import apsw
import psycopg
import pytest
from psycopg import sql
from pyarrow import parquet  # type: ignore[import-untyped, unused-ignore]

from pitboss.books.export import recorded_round
from pitboss.books.replay import replay_round
from pitboss.books.resettlement import Resettlement
from pitboss.cards import DECK, Card, show_cards
from pitboss.cli.main import main
from pitboss.evidence.receipt import receipt
from pitboss.house.environment import ClockAndEntropy
from pitboss.ledger.open_store import open_store
from pitboss.ledger.recorded_rules import RULES
from pitboss.ledger.store import SnapshotRow
from pitboss.table.playing import taken
from pitboss.web.http.log import note
from tests.ledger.postgres_server import PostgresServer
from tests.web.inside import TABLES
from tests.web.sockets import Running, Socket, payload, request, running

PLAYERS = ("ann", "bob")
VIEWERS = ("dora", "flo", "otto", "mona", *PLAYERS, "")
"""The dealer, the floorperson, an auditor, a manager, the players and anybody."""
PATHS = (
    "/api/tables/{}", "/api/tables/{}/layout", "/api/rounds/{}/1", "/api/rounds/{}/1/deal", "/api/rounds/{}/1/proof",
    "/api/rounds", "/api/ledger", "/api/lobby", "/api/house", "/tables/{}", "/tables/{}/dealer", "/floor",
)  # fmt: skip
"""What anybody may ask for; a page and an answer alike."""
every_table = pytest.mark.parametrize(
    "table", ["three-card", *(pytest.param(table, marks=pytest.mark.slow) for table in TABLES if table != "three-card")]
)
CARD = re.compile(r"\b[2-9TJQKA][cdhs]\b")
WRITTEN = re.compile(rb'(?<=[ -~]{4}[" ])([2-9TJQKA][cdhs])(?=[" ,][ -~]{2})')
"""A card in a file, as an entry or a command writes it: between quotes or spaces in a text.

Among the packed bytes of a ledger, two letters between a quote and a comma come up by chance once in 14 MB.
"""


class Watched(Socket):
    """A connection that keeps each frame as it came."""

    received: list[str]

    async def take(self, message: MutableMapping[str, Any]) -> None:
        if '"ping"' not in (text := message.get("text", "")):
            self.received.append(text)
        await super().take(message)

    def write_frame(self, frame: bytes) -> None:
        if '"ping"' not in (text := payload(frame)):
            self.received.append(text)
        super().write_frame(frame)


class Dealt:
    """A table of real cards where ann and bob bet and everybody looks on, over sockets and over HTTP."""

    def __init__(self, house: Running, table: str, order: Sequence[Card], *, by_device: bool) -> None:
        self.house, self.table, self.by_device = house, table, by_device
        self.left = list(order)
        self.turned: set[str] = set()
        self.told: dict[str, list[str]] = {name: [] for name in VIEWERS}
        self.metrics = ""
        self._sockets: list[Watched] = []
        self._given = 0

    async def open(self) -> "Dealt":
        for name in VIEWERS:
            socket = Watched(self.house.app, self.table, self.house.tokens.get(name, ""))
            socket.received = self.told[name]
            await socket.open()
            self._sockets.append(socket)
        for box, player in ((1, "ann"), (2, "bob")):
            await self.give(f"player {player} buys $5,000")
            await self.give(f"player {player} takes box {box}")
        return self

    async def call(self, name: str, method: str, path: str, body: object = None) -> Any:
        token = self.house.tokens.get(name, "")
        headers = {"authorization": f"Bearer {token}"} if token else {}
        return await request(self.house.app, method, path, body, headers)

    async def give(self, command: str, by: str = "dora") -> None:
        await self._post(by, "commands", {"command": command})

    async def _post(self, by: str, what: str, sent: dict[str, str]) -> None:
        self._given += 1
        body = {"id": f"secrecy-{self._given}", **sent}
        answer = await self.call(by, "POST", f"/api/tables/{self.table}/{what}", body)
        assert answer.status == 200, answer.text
        self.told[by].append(answer.text)
        for socket in self._sockets:
            await socket.reach(answer.json["seq"])

    async def look(self) -> None:
        """Everybody asks for everything."""
        for name in VIEWERS:
            for path in PATHS:
                self.told[name].append((await self.call(name, "GET", path.format(self.table))).text)
        self.metrics += (await self.call("", "GET", "/metrics")).text

    async def step(self) -> str:
        """What comes next at the table; the command, or what was done."""
        view = (await self.call("dora", "GET", f"/api/tables/{self.table}")).json
        step, done = view["next"], ""
        if step["by"] == "floorperson":
            await self.give(done := step["command"], "flo")
        elif step["reads"]:
            cards, self.left = self.left[: step["reads"]], self.left[step["reads"] :]
            self.turned |= {str(card) for card in cards}
            await self.give(done := f"dealer turns {step['turns']} {show_cards(cards)}")
        elif turn := view["turn"]:
            folds = "fold" in turn["choices"] and turn["box"] == 2
            await self.give(done := f"box {turn['box']} {'fold' if folds else turn['choices'][0]}s")
        elif step["command"] is None:
            for action in view["actions"]:
                if action["kind"] == "PlaceWagers" and "example" in action:
                    await self.give(done := action["example"])
        else:
            done = step.get("unread") or step["command"]
            if done == "dealer deals" and self.by_device:
                number = taken(self.house.house.record(self.table).table)
                await self._post("dora", "cards", {"cards": show_cards(self.left[:number])})
            await self.give(done)
        return str(done)

    @property
    def is_over(self) -> bool:
        table = self.house.house.record(self.table).table
        return table.rounds == 1 and table.round is None

    @property
    def known_by(self) -> dict[str, set[str]]:
        """The hands that the players hold, by the house's record."""
        round_ = self.house.house.record(self.table).table.round
        return {box.player: set(map(str, box.cards)) for box in round_.boxes.values()} if round_ else {}


def house_of(
    folder: Path, table: str, environment: ClockAndEntropy | None = None, url: str = ""
) -> AbstractAsyncContextManager[Running]:
    """A running house with one table of real cards and everybody who looks on."""
    return running(folder, PLAYERS, environment=environment, physical=(table,), url=url, otto="auditor", mona="manager")


ENVIRONMENT = ClockAndEntropy(clock=lambda: 1_700_000_000_000, entropy=bytes)


def world(folder: Path, table: str, order: Sequence[Card]) -> tuple[dict[str, list[str]], dict[str, set[str]]]:
    """What everybody is told, the cards read by a device, until the law turns up the first; and the players' hands."""
    folder.mkdir()

    async def play() -> tuple[dict[str, list[str]], dict[str, set[str]]]:
        async with house_of(folder, table, ENVIRONMENT) as house:
            dealt = await Dealt(house, table, order, by_device=True).open()
            while await dealt.step() != "dealer deals":
                pass
            await dealt.look()
            return {name: [masked(text) for text in texts] for name, texts in dealt.told.items()}, dealt.known_by

    return asyncio.run(play())


def masked(text: str) -> str:
    """An answer without digests and signatures: they bind the house to what it has recorded, and hide it."""
    return re.sub(r"[0-9a-zA-Z+/=_-]{43,}", "…", text)


def exchanged(order: Sequence[Card], kept: set[str], chance: Random) -> list[Card]:
    """The order with all other cards in other places."""
    moved = [card for card in order if str(card) not in kept]
    there = iter([*moved[7:], *moved[:7]] if chance.random() < 0.5 else chance.sample(moved, len(moved)))
    return [card if str(card) in kept else next(there) for card in order]


def compare_worlds(folder: Path, table: str) -> None:
    chance = Random(f"two worlds of real cards {table}")
    first = chance.sample(DECK, len(DECK))
    one, hands = world(folder / "one", table, first)
    assert set(hands) == {"ann", "bob"}
    for viewers in (("dora", "flo", "otto", "mona", ""), ("ann",), ("bob",)):
        second = exchanged(first, hands.get(viewers[0], set()), chance)
        other, _ = world(folder / f"other-{viewers[0]}", table, second)
        assert first[:20] != second[:20]
        for viewer in viewers:
            assert len(one[viewer]) > 20
            assert one[viewer] == other[viewer], f"{viewer or 'anybody'} can tell the worlds apart"


@every_table
def test_nobody_is_told_what_a_device_has_read_before_it_is_turned_up(tmp_path: Path, table: str) -> None:
    compare_worlds(tmp_path, table)


def test_a_view_that_shows_every_hand_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The control."""
    monkeypatch.setattr("pitboss.views.seat.is_turned_up", lambda *_: True)
    with pytest.raises(AssertionError, match="tell the worlds apart"):
        compare_worlds(tmp_path, "three-card")


# Cards that nobody has read


def held(dealt: Dealt, folder: Path, log: str) -> set[str]:
    """The cards that anything written by the house holds."""
    house, found = dealt.house.house, set(CARD.findall(log + dealt.metrics))
    record = house.record(dealt.table)
    house.signer.save_snapshot(record)
    # A packed row shows no card to the eye, so every entry is unpacked. The rules are older than any deal.
    entries = (str(entry.body) for entry in house.store.entries() if entry.stream != RULES)
    for text in (*entries, *rows_as_text(dealt.house.url)):
        # In a signature, two letters between a plus and a slash come up by chance.
        found |= set(CARD.findall(masked(text)))
    for file in folder.iterdir():
        found |= {card.decode() for card in WRITTEN.findall(file.read_bytes())}
    if dealt.is_over:
        replay = replay_round(house.store, f"{dealt.table}/1")
        exported = recorded_round(Resettlement(replay))
        found |= set(CARD.findall(masked(json.dumps([receipt(house.store, f"{dealt.table}/1"), exported]))))
    return found


def rows_as_text(url: str) -> Iterator[str]:
    """Every value that is not a number, in every row of every table of the database."""
    if url.startswith("postgresql"):
        address, _, schema = url.partition("&schema=")
        with psycopg.connect(address) as database:
            named = database.execute("SELECT tablename FROM pg_tables WHERE schemaname = %s", [schema]).fetchall()
            for (name,) in named:
                table = sql.Identifier(schema, name)
                for (row,) in database.execute(sql.SQL("SELECT row_to_json(t)::text FROM {} t").format(table)):
                    yield row
    else:
        with closing(apsw.Connection(url, flags=apsw.SQLITE_OPEN_READONLY)) as database:
            for (name,) in database.execute("SELECT name FROM sqlite_schema WHERE type = 'table'").fetchall():
                for row in database.execute(f'SELECT * FROM "{name}"'):
                    yield " ".join(value for value in row if isinstance(value, str))


def exports(dealt: Dealt, folder: Path) -> set[str]:
    """The cards of the finished round in each kind of file that `pitboss rounds` writes."""
    found = set[str]()
    for name in ("rounds.jsonl", "rounds.round", "rounds.parquet"):
        to = folder / name
        assert main(["rounds", "--db", dealt.house.url, "-o", str(to)]) == 0
        text = str(parquet.read_table(to).to_pylist()) if to.suffix == ".parquet" else to.read_text(encoding="utf-8")
        cards = set(CARD.findall(text))
        assert cards, name
        found |= cards
    return found


async def unread_round(
    folder: Path, table: str, log: pytest.LogCaptureFixture, url: str = ""
) -> tuple[Dealt, set[str]]:
    """A round whose cards are read as they are turned up; after each step nothing holds another card."""
    async with house_of(folder, table, url=url) as house:
        dealt = await Dealt(house, table, Random(table).sample(DECK, len(DECK)), by_device=False).open()
        while not dealt.is_over:
            await dealt.step()
            if dealt.known_by or dealt.is_over:
                await dealt.look()
            assert held(dealt, folder, log.text) <= dealt.turned
        assert await asyncio.to_thread(exports, dealt, folder) <= dealt.turned
        return dealt, held(dealt, folder, log.text)


@every_table
def test_no_file_log_or_export_holds_a_card_that_nobody_has_read(
    tmp_path: Path, table: str, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    dealt, found = asyncio.run(unread_round(tmp_path, table, caplog))
    assert found == dealt.turned
    folded = {"three-card", "top-five"}
    last = dealt.house.house.record(table).table.last
    assert last
    assert any(box.surrendered for box in last.boxes.values()) == (table in folded)


def test_no_row_of_postgresql_holds_a_card_that_nobody_has_read(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, postgres_server: PostgresServer
) -> None:
    caplog.set_level(logging.DEBUG)
    dealt, found = asyncio.run(unread_round(tmp_path, "three-card", caplog, postgres_server.new_schema()))
    assert found == dealt.turned


@pytest.mark.parametrize("database", ["sqlite", "postgres"])
def test_a_row_that_holds_a_card_is_found(tmp_path: Path, postgres_server: PostgresServer, database: str) -> None:
    """The control."""
    url = postgres_server.new_schema() if database == "postgres" else str(tmp_path / "house.db")
    with closing(open_store(url, create=True)) as store:
        store.save_snapshot(SnapshotRow("table three-card", 1, '{"stub":["Qh"]}'))
    assert "Qh" in CARD.findall(" ".join(rows_as_text(url)))


def test_a_card_is_found_in_the_text_of_a_file_and_not_among_its_other_bytes() -> None:
    """The control."""
    written = b'\x00{"stub":["Qh","5c"]}\x00dealer turns box 2 As Ks Qs now\x00'
    assert WRITTEN.findall(written) == [b"Qh", b"5c", b"As", b"Ks", b"Qs"]
    assert WRITTEN.findall(Random(21).randbytes(1 << 24)) == []


def test_a_log_that_names_a_card_is_found(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The control."""
    caplog.set_level(logging.DEBUG)

    async def look(_: Dealt) -> None:
        note("Qh")

    monkeypatch.setattr(Dealt, "look", look)
    with pytest.raises(AssertionError, match="Qh"):
        asyncio.run(unread_round(tmp_path, "three-card", caplog))
