"""At a real house somebody who is not signed in reads no patron's name and nothing that a patron wins; at a practice
house there is nothing to protect."""

import asyncio
import json
import re
from pathlib import Path

import pytest

from pitboss.web.http.config import ServerConfig
from tests.web.inside import TABLES, Inside
from tests.web.sockets import Crew, running

PATRONS = ("ann", "bob")
NAMES = re.compile(rf"\b({'|'.join(PATRONS)})\b")
WINS = re.compile("WagerPaid|AwardPaid|WagerReturned|JackpotLocked|WinValidated|wins|pays")


@pytest.mark.parametrize("table", TABLES)
def test_an_onlooker_reads_no_name_and_no_result(tmp_path: Path, table: str) -> None:
    """The whole view, each change of it, each event in words, and what is told of the moments before."""

    async def play() -> None:
        async with running(tmp_path) as house:
            onlooker, ann = await house.open(table), await house.open(table, "ann")
            crew = await Crew(house, table).sit_down(*PATRONS)
            # The control: who is signed in hears of somebody's win.
            while not WINS.search(json.dumps(ann.frames)):
                await crew.round()
                last = (await crew.dealer.snapshot())["seq"]
                await ann.reach(last)
            await onlooker.reach(last)
            assert NAMES.search(json.dumps(ann.frames))
            texts = [json.dumps(frame) for frame in onlooker.frames]
            texts.append(house.app.state.broadcasts[table].recent(None))
            assert len(texts) > 20
            for text in texts:
                assert not NAMES.search(text), text
                assert not WINS.search(text), text
            view = await onlooker.snapshot()
            assert view["seats"] == {"1": "Player 1", "2": "Player 2"}
            assert [box["settled"] for box in view["last"]["boxes"].values()] == [{}, {}]

    asyncio.run(play())


@pytest.mark.parametrize("practice", [True, False])
def test_only_a_practice_house_names_its_players_to_everybody(tmp_path: Path, practice: bool) -> None:
    people = [("ann", "player"), ("dora", "dealer"), ("flo", "floorperson")]
    with Inside(tmp_path, people, config=ServerConfig(practice=practice)) as inside:
        crew = inside.crew("three-card", ("ann",), 1)
        crew.play(1)
        for path in ("/api/lobby", "/api/tables/three-card"):
            shown = json.dumps(inside.client("").call("GET", path))
            assert bool(NAMES.search(shown)) == practice
            assert NAMES.search(json.dumps(inside.client("flo").call("GET", path)))
        # Nobody is turned away from the lobby for a session that has ended.
        stale = inside.client("")
        stale.token = "ended"
        assert stale.call("GET", "/api/lobby")["tables"][1]["seats"] == {"1": "ann" if practice else ""}
