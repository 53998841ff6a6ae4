"""Two servers run many tables on one PostgreSQL; one is killed mid-way, and nobody at the tables loses a thing."""

from contextlib import closing
from pathlib import Path
from threading import Thread

import pytest

from pitboss.ledger.fold import load_link
from pitboss.ledger.open_store import open_store
from pitboss.ledger.store import Store
from tests.ledger.postgres_server import PostgresServer
from tests.web.bots import Crew, staff_and
from tests.web.checks import check_ledger
from tests.web.many_tables import house_text, table_names
from tests.web.serving import Served, hire

PLAYERS = ("ann", "bob")
THREADS = 10


def run(folder: Path, url: str, tables: int, rounds: int) -> None:
    house, key = folder / "house.toml", folder / "house.key"
    house.write_text(house_text(tables))
    hire(url, staff_and(PLAYERS))
    servers = [Served(house, url, key) for _ in range(2)]
    for served in servers:
        served.start()
    crews = [
        _crew(table, number, [served.port for served in servers]) for number, table in enumerate(table_names(tables))
    ]
    tokens: dict[str, str] = {}
    crews[0].sit_down(tokens)
    failed: list[BaseException] = []

    def play(part: list[Crew]) -> None:
        try:
            for crew in part:
                if crew is not crews[0]:
                    crew.sit_down(tokens)
            for _ in range(rounds):
                for crew in part:
                    crew.play(1)
        except BaseException as error:  # noqa: BLE001 - whatever stops a bot fails the test
            failed.append(error)

    threads = [Thread(target=play, args=(crews[first::THREADS],)) for first in range(THREADS)]
    for thread in threads:
        thread.start()
    while sum(crew.rounds for crew in crews) < tables * rounds // 2 and any(thread.is_alive() for thread in threads):
        threads[0].join(timeout=0.05)
    servers[0].kill()
    for thread in threads:
        thread.join()
    for crew in crews:
        crew.close()
    servers[1].stop()
    assert not failed, failed[0]
    assert [crew.rounds for crew in crews] == [rounds] * tables
    _check(url, crews, sum(table.startswith("let-it-ride") for table in table_names(tables)) * rounds * len(PLAYERS))


def _check(url: str, crews: list[Crew], played: int) -> None:
    acked = [ack for crew in crews for ack in crew.acked]
    with closing(open_store(url)) as store:
        check_ledger(store, acked)
        # Every progressive dollar that was bet has moved its meter: 25 % of each goes to the riverboat's.
        meter = load_link(store, "riverboat").meters["main"]
        assert meter.amount + meter.carry + _won(store, "riverboat") == 1_000_000 + 25 * played
    print(f"{len(acked)} commands, {sum(client.resent for crew in crews for client in crew.clients)} sent again")


def _crew(table: str, number: int, ports: list[int]) -> Crew:
    """A crew that begins with one of the servers, and goes to the other when it has to."""
    ports = ports if number % 2 else ports[::-1]
    crew = Crew(table, lambda: ports, PLAYERS, number)
    crew.side_bets = "" if table.startswith("top-five") else ", progressive $1"
    return crew


def _won(store: Store, link: str) -> int:
    """What the meter of a link has paid, less what the house filled it up with."""
    total = 0
    for entry in store.stream(f"link {link}"):
        for event in entry.content["events"]:
            total += event.get("amount", 0) * {"WagerPaid": 1, "JackpotLocked": 1, "MeterReset": -1}.get(
                event["event"], 0
            )
    return total


def test_one_of_two_servers_is_killed(tmp_path: Path, postgres_server: PostgresServer) -> None:
    run(tmp_path, postgres_server.new_schema(), 12, 2)


@pytest.mark.slow
def test_one_of_two_servers_is_killed_in_a_long_evening(tmp_path: Path, postgres_server: PostgresServer) -> None:
    run(tmp_path, postgres_server.new_schema(), 50, 40)
