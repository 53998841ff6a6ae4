"""A house of the version before, left in the middle of a round at every table, goes on under this version."""

import gzip
import json
from contextlib import closing
from pathlib import Path

import pytest

from pitboss.cli.main import main
from pitboss.ledger.open_store import open_store
from pitboss.play.commands import Choose, PlaceWagers
from pitboss.play.notation import show_command
from pitboss.table.decide import offers
from pitboss.table.decks import cards_to_count, count_is_due
from tests.house.driven_house import DrivenHouse
from tests.web.inside import TABLES

FOLDER = Path(__file__).with_name("mid_round")


def ledger_before(folder: Path) -> Path:
    """A copy of the ledger that the version before left."""
    path = folder / "house.db"
    path.write_bytes(gzip.decompress((FOLDER / "ledger.db.gz").read_bytes()))
    return path


def finish(house: DrivenHouse, name: str, choice: int) -> None:
    """Everybody decides, and the round is settled."""
    while house.table(name).round:
        choices = [one.command for one in offers(house.table(name)) if isinstance(one.command, Choose)]
        if choices:
            made = choices[min(choice, len(choices) - 1)]
            house.do(name, f"box {made.box} {made.choice}s")
        elif count_is_due(house.table(name)):
            house.do(name, f"dealer counts stub {cards_to_count(house.table(name))}")
        else:
            house.do(name, "dealer settles")


@pytest.mark.parametrize("migrated", [False, True])
def test_rounds_in_progress_end_under_this_version(
    tmp_path: Path, migrated: bool, capsys: pytest.CaptureFixture[str]
) -> None:
    path = ledger_before(tmp_path)
    if migrated:
        assert main(["migrate", "--db", str(path)]) == 0
    with closing(open_store(str(path))) as store:
        before = tuple(store.entries())
    house = DrivenHouse(path, (FOLDER / "house.toml").read_text(encoding="utf-8"))
    house.number_commands_from(1_000)
    for number, name in enumerate(TABLES):
        round_ = house.table(name).round
        assert round_
        assert round_.phase == "playing"
        finish(house, name, number % 2)
        assert house.table(name).rounds == 1
        # The next round is dealt as the law that is in force now orders.
        wagers = show_command(PlaceWagers(1, house.table(name).ruleset.least_wagers))
        house.deal(name, wagers.replace("box ", "").replace("places ", ""))
        finish(house, name, 0)
        assert house.table(name).rounds == 2
    house.house.close()
    with closing(open_store(str(path))) as store:
        assert tuple(store.entries(0, len(before))) == before
    capsys.readouterr()
    assert main(["verify", "--db", str(path), "--books", "--all", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["size"] > len(before)
    assert main(["rounds", "--db", str(path), "--json"]) == 0
    assert len(json.loads(capsys.readouterr().out)) == 2 * len(TABLES)
