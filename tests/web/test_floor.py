"""The floor over HTTP and sockets: tables that close, chips by two people, sessions that end within a second."""

import asyncio
import time
from contextlib import suppress
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from pitboss.house.automatic_schedule import Times
from pitboss.house.environment import wall_clock
from pitboss.web.http.config import ServerConfig
from tests.web.bots import examples
from tests.web.sockets import Answer, Closed, Crew, Running, Socket, request, running

_IDS = count()


async def post(house: Running, by: str, path: str, **body: object) -> Answer:
    headers = {"authorization": f"Bearer {house.tokens[by]}"}
    return await request(house.app, "POST", path, body, headers)


async def ordered(house: Running, name: str, order: str, **more: object) -> Answer:
    """An order of the floor about the table."""
    id_ = f"order-number-{next(_IDS)}"
    return await post(house, name, "/api/tables/three-card/standing", id=id_, order=order, **more)


async def reached(socket: Socket, key: str, value: object) -> dict[str, Any]:
    """The first view that shows a value."""
    while True:
        view: dict[str, Any] = (await socket.until("snapshot", "entry"))["view"]
        if view.get(key) == value:
            return view


def test_everybody_sees_a_table_close(tmp_path: Path) -> None:
    async def close() -> None:
        async with running(tmp_path) as house:
            crew = await Crew(house, "three-card").sit_down("ann")
            await crew.round()
            anybody = await house.open("three-card")
            assert (await ordered(house, "dora", "closing")).status == 403
            assert (await ordered(house, "flo", "closing")).status == 200
            assert "next" not in await reached(anybody, "closed", "closing")
            view = await reached(crew.dealer, "closed", "closing")
            assert view["next"]["title"] == "Clear the table"
            assert not [
                text for text in examples(view) if "opens bets" in text or "takes box" in text or "buys" in text
            ]
            refused = await crew.dealer.give("player ann buys $100")
            assert (refused["code"], refused["clause"][:6]) == ("table-closed", "MD-TCP")
            view = await reached(crew.floor, "closed", "closing")
            assert [row["text"].split(" $")[0] for row in view["clear"]] == ["ann leaves box 1", "ann cashes out"]
            assert (await ordered(house, "flo", "closed", counted=5_000_000)).json["code"] == "players-seated"
            for row in view["clear"]:
                assert (await crew.floor.give(row["command"]))["type"] == "answer"
            assert (await ordered(house, "flo", "closed")).status == 400
            counted = await ordered(house, "flo", "closed", counted=5_000_100)
            assert counted.json == {"difference": 100}
            await reached(anybody, "closed", "closed")
            assert (await request(house.app, "GET", "/api/lobby")).json["tables"][1]["closed"] == "closed"
            assert (await ordered(house, "flo", "open")).status == 200
            view = await reached(crew.dealer, "closed", "")
            assert view["next"]["command"] == "dealer performs inspect_cards"
            assert view["dealer"] == "dora"

    asyncio.run(close())


def test_a_fill_waits_for_the_dealer(tmp_path: Path) -> None:
    async def fill() -> None:
        async with running(tmp_path) as house:
            crew = await Crew(house, "three-card").sit_down("ann")
            refused = await crew.floor.give("floorperson fills $5,000")
            assert (refused["code"], refused["clause"][:6]) == ("two-people", "MD-TCP")
            path = "/api/tables/three-card/transfers"
            asked = {"id": "fill-of-flo", "kind": "fill", "amount": 500_000}
            assert (await post(house, "dora", path, **asked)).status == 403
            for _ in range(2):
                assert (await post(house, "flo", path, **asked)).status == 200
            waiting = [{**asked, "by": "flo", "second": "", "command": "", "chips": []}]
            view = await reached(crew.dealer, "transfers", waiting)
            described = house.app.openapi()["components"]["schemas"]["TransferView"]
            assert view["transfers"][0].keys() == {*described["required"]}
            own = await post(house, "flo", f"{path}/fill-of-flo", id="own-hand", answer="confirm")
            assert (own.status, own.json["code"]) == (409, "dual-control")
            sent = {"id": "second-person", "answer": "confirm"}
            for _ in range(2):
                await post(house, "dora", f"{path}/fill-of-flo", **sent)
            after = await reached(crew.dealer, "transfers", [])
            assert after["inventory"] == view["inventory"] + 500_000
            assert "transfers" not in await crew.players[1].snapshot()

    asyncio.run(fill())


TELL_THE_DROP = {"bought", "cashed", "emptied"}


async def chips_of_today(house: Running, name: str) -> tuple[bool, dict[str, Any]]:
    """Whether the day report of the table has a counted drop, and the chips that it shows to somebody."""
    headers = {"authorization": f"Bearer {house.tokens[name]}"}
    (report,) = (await request(house.app, "GET", "/api/reports?table=three-card", None, headers)).json
    assert {"filled", "credited"} <= report["chips"].keys() <= {"filled", "credited"} | TELL_THE_DROP
    return report["counted"], report["chips"]


def test_the_drop_is_counted_blind(tmp_path: Path) -> None:
    """No report tells those who count what they will count; the auditor is told, and all are once it is counted."""

    async def count_it() -> None:
        async with running(tmp_path, max="manager", aud="auditor") as house:
            floor = await house.open("three-card", "flo")
            for counted in (50_000, 70_000):
                assert (await floor.give(f"player ann buys ${counted // 100}"))["type"] == "answer"
                for _ in range(2):
                    for name in ("flo", "max"):
                        is_counted, chips = await chips_of_today(house, name)
                        assert not is_counted
                        assert not TELL_THE_DROP & chips.keys()
                    is_counted, chips = await chips_of_today(house, "aud")
                    assert not is_counted
                    assert chips["bought"]["amount"] >= counted
                    await ordered(house, "flo", "closing")
                (row,) = (await floor.snapshot())["clear"]
                assert (await floor.give(row["command"]))["type"] == "answer"
                assert not (await chips_of_today(house, "flo"))[0]
                assert (await ordered(house, "flo", "closed", counted=counted)).json == {"difference": 0}
                for name in ("flo", "max", "aud"):
                    is_counted, chips = await chips_of_today(house, name)
                    assert is_counted
                    assert chips["emptied"]["amount"] >= counted
                assert (await ordered(house, "flo", "open")).status == 200

    asyncio.run(count_it())


def test_an_automatic_table_rests_while_it_is_closed(tmp_path: Path) -> None:
    """The house begins no round there, and asks for none that would be refused."""

    async def rest() -> None:
        setting = ServerConfig(dealt={"three-card": "automatic"}, times=Times(50, 20, 1000, 5, 50))
        async with running(tmp_path, setting=setting) as house:
            ann, floor = await house.open("three-card", "ann"), await house.open("three-card", "flo")
            assert (await floor.give("player ann buys $500"))["type"] == "answer"
            await ann.give("player ann takes box 1")
            async with asyncio.timeout(10):
                while (await ann.snapshot())["phase"] != "betting":
                    await asyncio.sleep(0.02)
            assert (await ann.give("box 1 places ante $10"))["type"] == "answer"
            assert (await ordered(house, "flo", "closing")).status == 200
            async with asyncio.timeout(10):
                while not (await ann.snapshot())["turn"]:
                    await asyncio.sleep(0.02)
            assert (await ann.give("box 1 folds"))["type"] == "answer"
            while (view := await floor.snapshot())["next"]["title"] != "Clear the table":
                await asyncio.sleep(0.02)
            for row in view["clear"]:
                assert (await floor.give(row["command"]))["type"] == "answer", row
            assert (await ordered(house, "flo", "closed", counted=50_000)).json == {"difference": 0}
            before = house.house.store.last("refusals")
            await asyncio.sleep(1.2)
            assert house.house.record("three-card").table.rounds == 1
            assert house.house.store.last("refusals") == before
            assert (await ordered(house, "flo", "open")).status == 200
            assert (await floor.give("player ann buys $500"))["type"] == "answer"
            await ann.give("player ann takes box 1")
            while house.house.record("three-card").table.rounds < 2:
                await asyncio.sleep(0.02)

    asyncio.run(asyncio.wait_for(rest(), 20))


# Sessions


async def ended(socket: Socket) -> tuple[float, Closed]:
    """How long a connection still holds, and why it ends."""
    began = time.monotonic()
    try:
        await socket.to_the_end()
    except Closed as closed:
        return time.monotonic() - began, closed
    raise AssertionError("it never ends")


@pytest.mark.parametrize("elsewhere", [False, True], ids=["here", "by another process"])
def test_a_session_that_a_manager_ends_drops_within_a_second(tmp_path: Path, elsewhere: bool) -> None:
    async def end() -> None:
        async with running(tmp_path, max="manager") as house:
            ann, bob = await house.open("three-card", "ann"), await house.open("three-card", "bob")
            listed = await request(
                house.app, "GET", "/api/sessions", headers={"authorization": f"Bearer {house.tokens['max']}"}
            )
            assert {(one["name"], one["role"]) for one in listed.json} >= {("ann", "player"), ("max", "manager")}
            assert all(one["since"] <= wall_clock() < one["until"] for one in listed.json)
            if elsewhere:
                house.people.end_sessions("ann")
            else:
                assert (await post(house, "flo", "/api/sessions/end", name="ann")).status == 403
                assert (await post(house, "max", "/api/sessions/end", name="ann")).status == 200
                assert (await post(house, "max", "/api/sessions/end", name="nobody")).status == 400
            seconds, closed = await ended(ann)
            assert seconds < (1.5 if elsewhere else 1)
            assert closed.reason.startswith("this session has ended")
            # Whoever comes back with the same token is anybody, and others were never disturbed.
            again = await house.open("three-card", "ann")
            assert "rack" not in await again.snapshot()
            assert "rack" in await bob.snapshot()
            with suppress(Closed):
                assert (await bob.give("player bob takes box 3"))["type"] == "answer"

    asyncio.run(end())
