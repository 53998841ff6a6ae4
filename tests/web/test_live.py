"""The WebSocket of a table: everybody hears every entry once and in order, however often they lose the connection."""

import asyncio
import threading
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

import pytest

from pitboss.evidence.verify import verify_store
from pitboss.house.authority import Who
from pitboss.house.automatic_schedule import Times
from pitboss.house.request import CommandRequest
from pitboss.play import commands as c
from pitboss.web.http.config import ServerConfig
from pitboss.web.http.rate_limits import Limits, Rate
from pitboss.web.live import broadcast, connection
from pitboss.web.live.broadcast import KEPT_CHANGES
from tests.house.driving import TWINS
from tests.web.inside import TABLES
from tests.web.known import Known
from tests.web.sockets import PATIENCE, Closed, Crew, Running, Socket, request, running

BY_DEALERS = ServerConfig(practice=True, dealt=dict.fromkeys(TABLES, "dealer"))
"""A house where players buy chips by their own commands."""
QUICK = Times(bets=60, all_bet=20, decision=20_000, step=1, result=1)


class Cut:
    """A client that loses the connection after so many frames, again and again, and goes on where it stopped."""

    def __init__(self, house: Running, table: str, name: str, frames: int) -> None:
        self.house, self.table, self.name, self.frames = house, table, name, frames
        self.heard: list[dict[str, Any]] = []
        self.cuts = 0
        self._done = asyncio.Event()

    async def run(self) -> None:
        after, known = None, Known()
        while True:
            socket = await self.house.open(self.table, self.name, after=after)
            socket.known = known
            for _ in range(self.frames):
                receiving = asyncio.ensure_future(socket.receive())
                stopping = asyncio.ensure_future(self._done.wait())
                await asyncio.wait({receiving, stopping}, return_when=asyncio.FIRST_COMPLETED)
                stopping.cancel()
                if not receiving.done():
                    receiving.cancel()
                    await socket.cut()
                    return
                frame = receiving.result()
                self.heard.append(frame)
                after = frame["seq"]
            await socket.cut()
            self.cuts += 1
            # Something may happen while nobody is there.
            await asyncio.sleep(0.01)

    def stop(self) -> None:
        self._done.set()


def entries(frames: list[dict[str, Any]]) -> dict[int, tuple[Any, Any]]:
    """What a client heard of each entry; each of them once."""
    heard = [frame for frame in frames if frame["type"] == "entry"]
    assert len({frame["seq"] for frame in heard}) == len(heard)
    return {frame["seq"]: (frame["events"], frame["view"]) for frame in heard}


@pytest.mark.parametrize("table", TABLES)
def test_a_round_by_two_players_one_of_whom_is_cut_off_again_and_again(tmp_path: Path, table: str) -> None:
    async def play() -> None:
        async with running(tmp_path) as house:
            whole = await house.open(table, "ann")
            anybody = await house.open(table)
            start = (await whole.receive())["seq"]
            cuts = [Cut(house, table, "ann", frames) for frames in (1, 2, 5)]
            tasks = [asyncio.create_task(cut.run()) for cut in cuts]
            crew = await Crew(house, table).sit_down("ann", "bob")
            await crew.round()
            await crew.round()
            last = (await crew.dealer.snapshot())["seq"]
            await whole.reach(last)
            await anybody.reach(last)
            uncut = entries(whole.frames)
            assert list(uncut) == list(range(start + 1, last + 1))
            for cut, task in zip(cuts, tasks, strict=True):
                while not cut.heard or cut.heard[-1]["seq"] < last:
                    await asyncio.sleep(0.01)
                cut.stop()
                await task
                heard = entries(cut.heard)
                first = next(iter(heard))
                assert list(heard) == list(range(first, last + 1))
                assert all(heard[seq] == uncut[seq] for seq in heard)
                assert cut.cuts > 3
            # The own cards are the player's alone.
            own = [event for events, _ in uncut.values() for event in events if event["event"] == "CardsDealt"]
            assert any(event["cards"] for event in own)
            public = [event for events, _ in entries(anybody.frames).values() for event in events]
            assert not any(event["cards"] for event in public if event["event"] == "CardsDealt")
            verify_store(house.house.store, None)

    asyncio.run(play())


def test_who_was_away_too_long_gets_the_table_as_it_is(tmp_path: Path) -> None:
    async def play() -> None:
        async with running(tmp_path, setting=BY_DEALERS) as house:
            ann = await house.open("three-card", "ann")
            start = (await ann.receive())["seq"]
            for number in range(KEPT_CHANGES + 5):
                await ann.give(f"player ann buys ${number + 1}")
            seq = start + KEPT_CHANGES + 5
            for after, expected in ((seq - KEPT_CHANGES, KEPT_CHANGES), (seq - 1, 1), (seq, 0)):
                again = await house.open("three-card", "ann", after=after)
                await again.snapshot()
                assert [frame["type"] for frame in again.frames] == ["entry"] * expected + ["snapshot"]
            for after in (0, seq - KEPT_CHANGES - 1, seq + 1, seq + 10**9):
                again = await house.open("three-card", "ann", after=after)
                assert (await again.receive())["type"] == "snapshot"

    asyncio.run(play())


def test_a_command_is_answered_after_its_entry_and_done_once(tmp_path: Path) -> None:
    async def play() -> None:
        async with running(tmp_path, setting=BY_DEALERS) as house:
            ann = await house.open("three-card", "ann")
            answer = await ann.give("player ann buys $500", id_="one-and-only")
            assert [frame["type"] for frame in ann.frames] == ["snapshot", "entry", "answer"]
            assert ann.frames[1]["view"]["rack"] == 50_000
            again = await ann.give("player ann buys $500", id_="one-and-only")
            assert (again["again"], again["seq"]) == (True, answer["seq"])
            # The table is looked at anew meanwhile, without any event.
            house.app.state.broadcasts.refresh("three-card", always=True)
            again = await ann.give("player ann buys $500", id_="one-and-only")
            assert again["events"] == answer["events"] != []
            other = await ann.give("player ann buys $600", id_="one-and-only")
            assert (other["type"], other["code"]) == ("refused", "unusable")
            refused = await ann.give("box 3 leaves")
            assert (refused["code"], refused["clause"][:6]) == ("box-empty", "MD-TCP")
            assert refused["open_now"]
            assert (await ann.snapshot())["rack"] == 50_000

    asyncio.run(play())


async def judged(house: Running, socket: Socket, name: str, command: str) -> str:
    """Why a command is refused; where the connection has been ended meanwhile, over another."""
    try:
        return str((await socket.give(command))["code"])
    except Closed:
        return str((await (await house.open("three-card", name)).give(command))["code"])


def test_a_command_is_judged_by_who_somebody_is_now(tmp_path: Path) -> None:
    async def play() -> None:
        async with running(tmp_path) as house:
            ann, nobody = await house.open("three-card", "ann"), await house.open("three-card")
            dora = await house.open("three-card", "dora")
            assert (await nobody.give("player ann buys $500"))["code"] == "not-signed-in"
            assert (await ann.give("player ann buys $500"))["code"] == "chips-are-sold"
            assert (await ann.give("dealer opens bets"))["code"] == "not-your-role"
            assert (await ann.give("player bob buys $500"))["code"] == "not-your-box"
            house.people.change("dora", tables=("top-five",))
            assert await judged(house, dora, "dora", "dealer receives 2 decks") == "not-your-table"
            house.people.sign_out(house.tokens["ann"])
            assert await judged(house, ann, "ann", "player ann buys $500") == "session-revoked"

    asyncio.run(play())


def test_a_session_that_ends_is_shown_no_more_than_anybody(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(broadcast, "PING_EVERY", 0.05)

    async def play() -> None:
        async with running(tmp_path) as house:
            ann = await house.open("three-card", "ann")
            assert "rack" in (await ann.receive())["view"]
            house.people.end_sessions("ann")
            # Whoever notices first, the connection's own look or the ledger's: less is shown, or nothing more at all.
            try:
                shown = (await ann.receive())["view"]
            except Closed as closed:
                shown = {closed.reason: True}
            assert "rack" not in shown
            assert connection.SIGNED_OUT.reason in shown or "seats" in shown

    asyncio.run(play())


def test_who_does_not_listen_is_told_no_more_and_then_shown_the_table(tmp_path: Path) -> None:
    async def play() -> None:
        async with running(tmp_path, setting=BY_DEALERS) as house:
            ann, bob = await house.open("three-card", "ann"), await house.open("three-card", "bob")
            await bob.receive()
            bob.writable.clear()
            last = [(await ann.give(f"player ann buys ${number + 1}"))["seq"] for number in range(12)][-1]
            assert bob.unread == 0, "nothing waits for a client that takes nothing"
            bob.resume()
            frame = await bob.receive()
            assert (frame["type"], frame["seq"], bob.unread) == ("snapshot", last, 0)
            await ann.give("player ann buys $1")
            frame = await bob.receive()
            assert (frame["type"], frame["seq"]) == ("entry", last + 1)
            assert frame["view"]["seats"] == ann.known.view["seats"]

    asyncio.run(play())


def test_who_asks_and_does_not_listen_is_asked_nothing_more(tmp_path: Path) -> None:
    async def play() -> None:
        async with running(tmp_path, setting=BY_DEALERS) as house:
            bob = await house.open("three-card", "bob")
            await bob.receive()
            bob.writable.clear()
            for number in range(5):
                bob.send({"type": "command", "id": f"bought-{number}", "command": "player bob buys $1"})
            await asyncio.sleep(0.3)
            assert bob.unread == 1, "the answer to the first"
            bob.resume()
            while (await bob.until("answer"))["id"] != "bought-4":
                pass
            assert (await bob.snapshot())["rack"] == 500

    asyncio.run(play())


def test_entries_of_another_process_arrive(tmp_path: Path) -> None:
    async def play() -> None:
        async with running(tmp_path) as house:
            other = Running(tmp_path, {})
            nobody = await house.open("let-it-ride")
            seq = (await nobody.receive())["seq"]
            async with other.app.router.lifespan_context(other.app):
                other.tokens = house.tokens
                crew = await Crew(other, "let-it-ride").sit_down("ann", "bob")
                await crew.round()
                last = (await crew.dealer.snapshot())["seq"]
                await nobody.reach(last)
                assert list(entries(nobody.frames)) == list(range(seq + 1, last + 1))

    asyncio.run(play())


def test_meters_that_another_table_moves_are_shown(tmp_path: Path) -> None:
    async def play() -> None:
        async with running(tmp_path, text=TWINS) as house:
            watcher = await house.open("west")
            first = await watcher.receive()
            crew = await Crew(house, "east").sit_down("ann", "bob")
            crew.side_bets = ", progressive $5"
            while (await crew.dealer.snapshot())["phase"] != "closed":
                await crew.step()
            # 14.37 % of ten dollars, less the fraction of a cent.
            shown = await watcher.receive()
            assert (shown["type"], shown["seq"]) == ("snapshot", first["seq"])
            assert shown["view"]["meters"]["main"] == first["view"]["meters"]["main"] + 143

    asyncio.run(play())


def test_who_comes_back_is_told_of_meters_that_moved_meanwhile(tmp_path: Path) -> None:
    async def play() -> None:
        async with running(tmp_path, text=TWINS) as house:
            await Crew(house, "west").sit_down("ann", "bob")
            feed = house.app.state.broadcasts["west"]
            seq = feed.record.seq
            assert (await quick_look(house, "west", seq)) == [], "nothing has happened"
            moved = feed.record.table.replace(accounts={**feed.record.table.accounts, "meter main": 1})
            feed.refresh(feed.record.replace(table=moved), always=False)
            (frame,) = await quick_look(house, "west", seq)
            assert (frame["type"], frame["seq"], frame["view"]["meters"]) == ("snapshot", seq, {"main": 1})

    asyncio.run(play())


async def quick_look(house: Running, table: str, after: int) -> list[dict[str, Any]]:
    """What somebody is told at once who comes back."""
    socket = await house.open(table, after=after)
    found = list[dict[str, Any]]()
    with suppress(TimeoutError):
        while True:
            found.append(await asyncio.wait_for(socket.receive(), 0.2))
    await socket.cut()
    return found


def test_who_comes_to_a_table_of_another_process_misses_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody here follows the table until somebody listens; what happens while they are looked up is seen as well."""

    async def play() -> None:
        async with running(tmp_path, setting=ServerConfig(share=frozenset())) as house:
            other = Running(tmp_path, {})
            identify, queue = house.app.state.queue.identify, house.app.state.queue

            async def slowly(*asked: Any) -> Any:
                bought = CommandRequest("meanwhile", "three-card", c.BuyChips("ann", 50_000))
                await asyncio.to_thread(other.house.do, Who("dora", "dealer"), bought)
                # Longer than the watch takes to read it.
                await asyncio.sleep(0.5)
                return await identify(*asked)

            monkeypatch.setattr(queue, "identify", slowly)
            before = house.house.store.last("table three-card")
            ann = await house.open("three-card", "ann")
            with closing(other.house):
                await ann.reach(before + 1)
            assert ann.known.view["rack"] == 50_000

    asyncio.run(play())


def test_a_storage_that_is_slow_holds_up_nobody_but_whoever_asks_it(tmp_path: Path) -> None:
    """The storage is held until the event loop has gone on for a while; where it waited, it would wait for itself."""

    async def play() -> None:
        async with running(tmp_path) as house:
            held, gone_on, in_time = threading.Event(), threading.Event(), list[bool]()

            def busy() -> None:
                with house.house.store._lock:  # type: ignore[attr-defined]
                    held.set()
                    in_time.append(gone_on.wait(PATIENCE))

            holding = asyncio.create_task(asyncio.to_thread(busy))
            await asyncio.to_thread(held.wait)
            headers = {"authorization": f"Bearer {house.tokens['ann']}"}
            paths = {"/api/me": "GET", "/api/tables/three-card": "GET", "/api/sign-out": "POST", "/metrics": "GET"}
            asked = [
                asyncio.create_task(request(house.app, method, path, None, headers)) for path, method in paths.items()
            ]
            for _ in range(20):
                await asyncio.sleep(0.01)
            gone_on.set()
            await holding
            assert in_time == [True]
            assert {answer.status for answer in await asyncio.gather(*asked)} <= {200, 401, 403}

    asyncio.run(play())


def test_a_suspended_house_says_so_and_goes_on(tmp_path: Path) -> None:
    async def play() -> None:
        async with running(tmp_path, setting=BY_DEALERS) as house:
            ann = await house.open("three-card", "ann")
            await ann.receive()
            house.house.store.close()
            assert (await ann.give("player ann buys $500"))["code"] == "suspended"
            assert (await ann.until("suspended"))["reason"]
            assert (await ann.until("snapshot"))["view"]["rack"] == 0
            assert (await ann.give("player ann buys $500"))["type"] == "answer"

    asyncio.run(play())


def test_a_house_that_closes_tells_everybody_why_and_loses_nothing(tmp_path: Path) -> None:
    async def play() -> None:
        async with running(tmp_path, setting=BY_DEALERS) as house:
            ann, nobody = await house.open("three-card", "ann"), await house.open("top-five")
            answer = await ann.give("player ann buys $500", id_="the-last-one")
        for socket in (ann, nobody):
            with pytest.raises(Closed, match="1001 the house is closing"):
                await socket.to_the_end()
        again = Running(tmp_path, {})
        found = again.house.store.by_command("the-last-one")
        assert found
        assert found.seq == answer["seq"]
        assert verify_store(again.house.store, None).heads == 1
        again.house.close()

    asyncio.run(play())


@pytest.mark.parametrize("origin", ["http://elsewhere", "null", "http://house.elsewhere", "https://house:8000"])
def test_pages_of_others_are_not_let_in(tmp_path: Path, origin: str) -> None:
    async def play() -> None:
        async with running(tmp_path) as house:
            with pytest.raises(Closed, match="1008"):
                await house.open("three-card", "ann", origin=origin)
            await house.open("three-card", "ann", origin="http://house")
            with pytest.raises(Closed, match="1008"):
                await house.open("no-such-table", "ann")

    asyncio.run(play())


def test_too_many_messages_end_the_connection(tmp_path: Path) -> None:
    async def play() -> None:
        async with running(tmp_path, setting=ServerConfig(limits=Limits(frames=Rate(1, 10)))) as house:
            ann = await house.open("three-card", "ann")
            for _ in range(30):
                ann.send({"type": "snapshot"})
            with pytest.raises(Closed, match="1008 too many"):
                await ann.to_the_end()
            assert [frame["type"] for frame in ann.frames] == ["snapshot"] * 11 + ["problem"]

    asyncio.run(play())


def test_a_guest_plays_at_an_automatic_table_with_practice_players(tmp_path: Path) -> None:
    async def play() -> None:
        setting = ServerConfig(practice=True, times=QUICK)
        async with running(tmp_path, setting=setting) as house:
            house.tokens["Newcomer"] = house.people.guest("Newcomer")
            guest = await house.open("three-card", "Newcomer")
            view = (await guest.receive())["view"]
            # Everything is ready before anybody comes.
            assert (view["phase"], len(view["seats"])) == ("betting", 3)
            await guest.give("player Newcomer buys $500")
            await guest.give("player Newcomer takes box 1")
            advised = 0
            while not any(event["event"] == "RoundCompleted" for event in guest.frames[-1].get("events", [])):
                view = guest.frames[-1].get("view", {})
                boxes = (view.get("round") or {}).get("boxes", {})
                if view.get("phase") == "betting" and "1" in boxes and not boxes["1"]["wagers"]:
                    await guest.give("box 1 places ante $10, pair_plus $5", view["rounds"])
                elif view.get("turn") and view["turn"]["box"] == 1:
                    assert view["timer"]["what"] == "decision"
                    assert view["timer"]["ends_at"] > view["timer"]["now"]
                    worth = view["advice"]["choices"]
                    assert worth[view["advice"]["best"]]["cost"] == 0
                    advised += 1
                    await guest.give(f"box 1 {view['advice']['best']}s", view["rounds"])
                await guest.until("entry", "snapshot")
            assert advised == 1
            assert house.house.store.last("refusals") == 0

    asyncio.run(play())
