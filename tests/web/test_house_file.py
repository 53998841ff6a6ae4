"""A new house file, new limits and a new edition over HTTP: pages follow, in this process and in others."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime, time
from itertools import count
from pathlib import Path
from typing import Any

from fastapi import FastAPI

from pitboss.evidence.heads import SigningKey
from pitboss.house.automatic_schedule import Times
from pitboss.house.environment import ClockAndEntropy, wall_clock
from pitboss.house.gaming_calendar import GamingCalendar
from pitboss.house.live_house import LiveHouse
from pitboss.house.people import People
from pitboss.ledger.open_store import open_store
from pitboss.web.app import make_app
from pitboss.web.http.config import ServerConfig
from tests.house.test_startup import DEARER, ONE, PROGRESSIVE
from tests.rules.next_edition import regulations_outside, write_next_edition
from tests.web.sockets import Answer, Crew, Running, Socket, request, running

_IDS = count()
TWO = ONE + ONE[ONE.index("[tables.one]") :].replace("tables.one", "tables.two")
QUICK = Times(bets=0, all_bet=0, decision=0, step=0, result=0)


async def ask(house: Running, by: str, method: str, path: str, **body: object) -> Answer:
    headers = {"authorization": f"Bearer {house.tokens[by]}"}
    sent = {"id": f"house-file-{next(_IDS)}", **body} if method == "POST" else None
    return await request(house.app, method, path, sent, headers)


async def changes(house: Running, by: str = "flo") -> dict[str, Any]:
    answer = await ask(house, by, "GET", "/api/house/changes")
    assert answer.status == 200
    found: dict[str, Any] = answer.json
    return found


def test_a_file_is_checked_put_in_force_and_taken(tmp_path: Path) -> None:
    async def change() -> None:
        async with running(tmp_path, text=ONE) as house:
            crew = await Crew(house, "one").sit_down("ann")
            await crew.round()
            wrong = await ask(house, "flo", "POST", "/api/house/file", text=ONE.replace("boxes = 4", "boxes = 9"))
            assert wrong.json["approved"] is False
            assert [one["code"] for one in wrong.json["violations"]] == ["boxes-out-of-range"]
            broken = await ask(house, "flo", "POST", "/api/house/file", text="facility =", put_in_force=True)
            assert [one["code"] for one in broken.json["violations"]] == ["not-toml"]
            checked = await ask(house, "flo", "POST", "/api/house/file", text=DEARER)
            assert checked.json == {"approved": True, "violations": [], "tables": {"one": "changed"}, "in_force": False}
            assert (await changes(house))["waiting"] == []
            put = await ask(house, "flo", "POST", "/api/house/file", text=DEARER, put_in_force=True)
            assert put.json["in_force"] is True
            found = await changes(house, "dora")
            assert (found["file"]["by"], found["file"]["role"]) == ("flo", "floorperson")
            assert [one["table"] for one in found["waiting"]] == ["one"]
            assert (await ask(house, "dora", "GET", "/api/house/file")).text == DEARER
            before = (await crew.dealer.snapshot())["rules"]
            assert (await ask(house, "dora", "POST", "/api/tables/one/rules")).status == 403
            assert (await ask(house, "flo", "POST", "/api/tables/one/rules")).status == 200
            view = await crew.dealer.snapshot()
            layout = (await request(house.app, "GET", "/api/tables/one/layout")).json
            assert before != view["rules"] == layout["digest"]
            assert ("Ante", "$25 to $500") in {(row["wager"], row["stakes"]) for row in layout["sign"]["limits"]}
            await crew.round()

    asyncio.run(change())


@asynccontextmanager
async def second_process(first: Running, setting: ServerConfig) -> AsyncIterator[FastAPI]:
    """Another process on the same ledger, which looks after the first table alone."""
    house = LiveHouse(lambda: open_store(first.url), ONE, SigningKey(bytes(range(32))))
    app = make_app(house, lambda store: People(store, guests=True), setting._replace(share=frozenset({"one"})))
    async with app.router.lifespan_context(app):
        yield app


async def tables_of(app: FastAPI) -> list[str]:
    lobby = (await request(app, "GET", "/api/lobby")).json
    return [table["name"] for table in lobby["tables"]]


def test_a_new_table_is_dealt_and_another_process_follows(tmp_path: Path) -> None:
    setting = ServerConfig(practice=True, times=QUICK, players=2)

    async def add() -> None:
        async with running(tmp_path, setting=setting, text=ONE) as house, second_process(house, setting) as other:
            put = await ask(house, "flo", "POST", "/api/house/file", text=TWO, put_in_force=True)
            assert put.json["tables"] == {}, "it is there already"
            for app in (house.app, other):
                async with asyncio.timeout(10):
                    while await tables_of(app) != ["one", "two"]:
                        await asyncio.sleep(0.05)
            watching = await Socket(other, "two").open()
            while not (await watching.snapshot())["phase"]:
                await asyncio.sleep(0.05)

    asyncio.run(add())


def test_limits_are_announced_shown_and_take_effect(tmp_path: Path) -> None:
    late = [0]

    async def change() -> None:
        environment = ClockAndEntropy(lambda: wall_clock() + late[0])
        async with running(tmp_path, text=ONE, environment=environment) as house:
            crew = await Crew(house, "one").sit_down("ann")
            sent = {"wager": "ante", "minimum": 500, "maximum": 100_000}
            early = await ask(house, "flo", "POST", "/api/tables/one/limits", **sent)
            assert (early.status, early.json["code"]) == (409, "not-announced")
            told = {"announced": True, "sign_posted": True}
            raised = await ask(house, "flo", "POST", "/api/tables/one/limits", **{**sent, "minimum": 2000}, **told)
            assert (raised.status, raised.json["clause"]) == (409, "COMAR 36.05.03.21 B")
            assert (await ask(house, "flo", "POST", "/api/tables/one/limits", **sent, **told)).status == 200
            anybody = await house.open("one")
            view = await anybody.snapshot()
            (coming,) = view["coming_limits"]
            assert (coming["title"], coming["stakes"], coming["by"]) == ("Ante", "$5 to $1,000", "flo")
            assert 29 * 60_000 < coming["effective"] - wall_clock() <= 30 * 60_000
            late[0] = 31 * 60_000
            async with asyncio.timeout(10):
                while (after := await anybody.snapshot())["coming_limits"]:
                    await asyncio.sleep(0.05)
            assert after["rules"] != view["rules"]
            while (await crew.dealer.snapshot())["phase"] != "betting":
                await crew.step()
            assert (await crew.players[1].give("box 1 places ante $1,000"))["type"] == "answer"

    asyncio.run(change())


def test_a_served_house_warns_before_the_day_and_crosses_it(tmp_path: Path) -> None:
    crossing = int(datetime(2027, 1, 1, 6, tzinfo=UTC).timestamp()) * 1000
    now = [crossing - 60_000]
    environment = ClockAndEntropy(lambda: now[0], calendar=GamingCalendar(time(6), UTC))

    async def cross(text: str, folder: Path) -> dict[str, Any]:
        folder.mkdir()
        async with running(folder, text=text, environment=environment) as house:
            found = await changes(house)
            assert found["today"] == "2026-12-31"
            coming = found["coming"]
            assert (coming["day"], coming["at"]) == ("2027-01-01", crossing)
            assert coming["tables"] == {"one": {"before": "MD-TCP@1.4", "after": "MD-TCP@1.5"}}
            assert found["blocked"] == {}
            now[0] = crossing
            await asyncio.sleep(1.5)
            after = await changes(house)
            return {"approved": coming["approved"], "edition": _edition(house), **after}

    write_next_edition(tmp_path / "amended")
    with regulations_outside(tmp_path / "amended"):
        good = asyncio.run(cross(ONE, tmp_path / "good"))
        now[0] = crossing - 60_000
        bad = asyncio.run(cross(PROGRESSIVE, tmp_path / "bad"))
    assert (good["approved"], good["edition"], good["blocked"]) == (True, "1.5", {})
    assert (bad["approved"], bad["edition"]) == (False, "1.4")
    assert "no round begins under MD-TCP@1.4" in bad["blocked"]["one"]


def _edition(house: Running) -> str:
    return house.house.record("one").table.ruleset.regulation.edition
