"""A server that is killed at any instant loses nothing that it acknowledged, and does nothing twice."""

import time
from contextlib import closing
from pathlib import Path
from random import Random
from statistics import median
from threading import Thread

import pytest

from pitboss.ledger.open_store import open_store
from tests.web.bots import Crew, staff_and
from tests.web.checks import check_ledger
from tests.web.serving import Served, hire

HOUSE = Path(__file__).parents[2] / "examples/house.toml"
TABLES = ("let-it-ride", "three-card", "top-five", "commonwealth")
PLAYERS = ("ann", "bob")


def kill_again_and_again(folder: Path, kills: int, seed: int) -> None:
    url, chance = str(folder / "house.db"), Random(seed)
    hire(url, staff_and(PLAYERS))
    served = Served(HOUSE, url, folder / "house.key")
    served.start()
    crews = [Crew(table, lambda: [served.port], PLAYERS, number) for number, table in enumerate(TABLES)]
    tokens: dict[str, str] = {}
    for crew in crews:
        crew.sit_down(tokens)
    over: list[bool] = []
    failed: list[BaseException] = []

    def play(crew: Crew) -> None:
        try:
            crew.play(1_000_000, stop=lambda: bool(over or failed))
        except BaseException as error:  # noqa: BLE001 - whatever stops a bot fails the test
            failed.append(error)

    threads = [Thread(target=play, args=(crew,)) for crew in crews]
    for thread in threads:
        thread.start()
    try:
        for _ in range(kills):
            # A machine that is slow to start the server is given as much more time to play.
            time.sleep(chance.random() * max(0.4, served.restarts[-1] / 2))
            served.kill()
            served.start()
    finally:
        over.append(True)
        for thread in threads:
            thread.join()
        for crew in crews:
            crew.close()
        served.stop()
    assert not failed, failed[0]
    acked = [ack for crew in crews for ack in crew.acked]
    with closing(open_store(url)) as store:
        check_ledger(store, acked)
    again = sum(ack.again for ack in acked)
    resent = sum(client.resent for crew in crews for client in crew.clients)
    print(
        f"{kills} kills, {len(acked)} commands acknowledged, {resent} requests sent again, {again} were done before; "
        f"{sum(crew.rounds for crew in crews)} rounds; start to first answer: median {median(served.restarts):.2f} s, "
        f"longest {max(served.restarts):.2f} s"
    )
    assert len(acked) > kills


def test_killing_the_server_loses_nothing(tmp_path: Path) -> None:
    kill_again_and_again(tmp_path, 10, 1)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(20))
def test_killing_the_server_two_thousand_times(tmp_path: Path, seed: int) -> None:
    kill_again_and_again(tmp_path, 100, 100 + seed)
