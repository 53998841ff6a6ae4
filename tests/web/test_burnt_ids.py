"""The ids of the house's own commands cannot be used up by clients, so that nobody holds an automatic table."""

import asyncio
from pathlib import Path

from pitboss.house.automatic_schedule import Times
from pitboss.ledger.fold import table_stream
from pitboss.web.http.config import ServerConfig
from tests.web.sockets import Running, request, running

TABLE = "three-card"
STEPS, TRIES = 6, 3
SETTING = ServerConfig(
    practice=True,
    dealt={TABLE: "automatic"},
    times=Times(300, 20, 60_000, 20, 50),
    players=1,
    share=frozenset({TABLE}),
)


async def burn(house: Running, id_: str) -> int:
    """The status of a command that the house refuses, and records under its id."""
    headers = {"authorization": f"Bearer {house.tokens['bob']}"}
    sent = {"id": id_, "command": "dealer deals"}
    return (await request(house.app, "POST", f"/api/tables/{TABLE}/commands", sent, headers)).status


def test_a_player_who_uses_up_ids_does_not_hold_an_automatic_table(tmp_path: Path) -> None:
    """A practice player's steps come at their first try, although a client sent every id that they might have."""

    async def play() -> None:
        async with running(tmp_path, setting=SETTING) as house:
            record = house.house.record(TABLE)
            (name,) = record.table.seats.values()
            for seq in range(record.seq, record.seq + STEPS):
                for tried in range(TRIES):
                    assert await burn(house, f"auto-{TABLE}-{seq}-{name}-{tried}") == 409
                assert await burn(house, f"auto/{TABLE}/{seq}/{name}/0") == 400
            await house.open(TABLE, "ann")
            async with asyncio.timeout(20):
                while house.house.record(TABLE).table.rounds < 2:
                    await asyncio.sleep(0.02)
            entries = [entry.content for entry in house.house.store.stream(table_stream(TABLE), record.seq)]
            own = [content["id"] for content in entries if content["by"] == name]
            assert own
            assert {id_[-2:] for id_ in own} == {"/0"}

    asyncio.run(play())
