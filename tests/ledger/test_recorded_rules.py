"""A ledger carries its rules: it is read by them, also where the package has others, and never judged again."""

import shutil
from contextlib import closing
from pathlib import Path

import pytest

from pitboss.cli.main import main
from pitboss.errors import InputError, LedgerBroken
from pitboss.ledger.entry import Draft
from pitboss.ledger.fold import HOUSE, Rulesets
from pitboss.ledger.migrations import migrate
from pitboss.ledger.open_store import open_store
from pitboss.ledger.recorded_rules import RULES, read_recorded, record_rules
from pitboss.ledger.records import house_opened, rules_recorded
from pitboss.ledger.store import SCHEMA
from pitboss.play.message import message_to_json
from pitboss.rules.load import folders, load_regulation
from pitboss.rules.regulation import Regulation
from pitboss.rules.regulation_text import RegulationText
from tests.house.driving import SAMPLE, Driven
from tests.ledger.postgres_server import PostgresServer
from tests.ledger.test_version_0_1 import unpacked
from tests.rules.package_copy import forget_regulations

IDS = sorted(folders())


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "house.db"


@pytest.mark.parametrize("comment", ["", "\n# A comment that this package does not have.\n"], ids=["here", "elsewhere"])
@pytest.mark.parametrize("regulation_id", IDS)
def test_rules_are_read_as_they_were_recorded(regulation_id: str, comment: str) -> None:
    regulation = load_regulation(regulation_id)
    text = RegulationText(regulation.text.rules + comment, regulation.text.rulings)
    again = read_recorded(record_rules(Regulation(**{**regulation.given(), "text": text})))
    assert (again is regulation) == (not comment), "the same text is parsed once"
    assert again == regulation
    assert again.digest == regulation.digest
    assert dict(again.rulings) == dict(regulation.rulings)


def test_each_text_is_recorded_once(path: Path) -> None:
    store = Driven(path, SAMPLE).house.store
    records = [rules_recorded(entry) for entry in store.stream(RULES)]
    assert sorted(record.regulation for record in records) == IDS
    (house,) = [house_opened(entry) for entry in store.stream(HOUSE)]
    assert {(name.regulation, name.digest) for name in house.rules} == {
        (record.regulation, record.digest) for record in records
    }
    assert store.schema() == SCHEMA


def test_a_ledger_is_read_where_the_package_has_other_rules(path: Path, other_package: Path) -> None:
    Driven(path, SAMPLE).house.close()
    before = load_regulation("MD-TCP").digest
    rules = other_package / "md/three_card_poker/1.4/rules.toml"
    rules.write_text(rules.read_text(encoding="utf-8").replace('"35 to 1"', '"60 to 1"'), encoding="utf-8")
    shutil.rmtree(other_package / "ma")
    forget_regulations()
    assert load_regulation("MD-TCP").digest != before
    with closing(open_store(str(path))) as store:
        digests = {ruleset.regulation.digest for ruleset in Rulesets(store).house(1).tables.values()}
        assert before in digests
    assert main(["verify", "--books", "--db", str(path)]) == 0


def test_rules_that_are_not_in_the_ledger(path: Path) -> None:
    house = Driven(path, SAMPLE).house
    content = dict(next(house.store.stream(HOUSE)).content)
    event = content["events"][0]
    event["rules"][0]["digest"] = "0" * 64
    house.store.append([Draft(HOUSE, 1, {"at": 0, "by": "house", "role": "house", "events": [event]})])
    with pytest.raises(LedgerBroken, match=r"the rules 0{12} of 'M[AD]-\w+' are not in the ledger"):
        Rulesets(house.store).house(2)


def test_rules_that_do_not_mean_what_they_did(path: Path) -> None:
    """Exit code 2: they cannot be read here, and nobody was mispaid."""
    house = Driven(path, SAMPLE).house
    content = dict(next(house.store.stream(HOUSE)).content)
    event = content["events"][0]
    forged = record_rules(load_regulation("MD-TCP")).replace(digest="1" * 64)
    for name in event["rules"]:
        name["digest"] = "1" * 64 if name["regulation"] == "MD-TCP" else name["digest"]
    drafts = [
        Draft(stream, last, {"at": 0, "by": "house", "role": "house", "events": [document]})
        for stream, last, document in ((RULES, 4, message_to_json(forged)), (HOUSE, 1, event))
    ]
    house.store.append(drafts)
    with pytest.raises(InputError, match=r"MD-TCP@1\.4 in the ledger: this version of pitboss reads revision 2 as"):
        Rulesets(house.store).house(2)


# Migration


@pytest.fixture
def former(tmp_path: Path) -> Path:
    """A ledger of pitboss 0.1."""
    path = tmp_path / "former.db"
    path.write_bytes(unpacked("ledger.db"))
    return path


def check_migrated(url: str, capsys: pytest.CaptureFixture[str]) -> None:
    with closing(open_store(url)) as store:
        assert store.schema() == 0
        size, houses = store.size(), store.last(HOUSE)
    assert main(["migrate", "--db", url]) == 0
    assert "the ledger carries the rules of" in capsys.readouterr().out
    with closing(open_store(url)) as store:
        assert (store.schema(), store.last(HOUSE)) == (SCHEMA, houses)
        assert store.size() == size + store.last(RULES) > size
    assert main(["migrate", "--db", url]) == 0
    assert "was in form 2 already" in capsys.readouterr().out
    assert main(["verify", "--books", "--db", url]) == 0


def test_an_older_ledger_is_brought_up_to_date(former: Path, capsys: pytest.CaptureFixture[str]) -> None:
    check_migrated(str(former), capsys)


def test_an_older_ledger_in_postgresql(
    former: Path, postgres_server: PostgresServer, capsys: pytest.CaptureFixture[str]
) -> None:
    url = postgres_server.new_schema()
    assert main(["restore", str(former), "--db", url]) == 0
    capsys.readouterr()
    check_migrated(url, capsys)


def test_a_migrated_ledger_needs_no_package(former: Path, other_package: Path) -> None:
    with closing(open_store(str(former))) as store:
        migrate(store, 0)
    shutil.rmtree(other_package / "md")
    forget_regulations()
    assert main(["verify", "--books", "--db", str(former)]) == 0
    assert main(["rounds", "--db", str(former)]) == 0


def test_a_ledger_of_a_later_version(former: Path) -> None:
    with closing(open_store(str(former))) as store:
        store.set_schema(SCHEMA + 1)
    with pytest.raises(InputError, match=r"a later pitboss stores this ledger in form 3, this one reads up to 2"):
        open_store(str(former))
