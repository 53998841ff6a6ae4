"""A ledger and its exports that version 0.1 wrote: opened, verified, replayed, exported and reported as it did.

`version_0_1/write.py.txt` says how they were written. Sentences may have been reworded since: amounts, cards, clauses
and codes have not.
"""

import gzip
import json
import re
import shlex
from collections.abc import Callable
from contextlib import closing
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from pyarrow import parquet  # type: ignore[import-untyped, unused-ignore]

from pitboss.cli.main import main
from pitboss.ledger.open_store import open_store
from pitboss.money import show_money
from tests.house.driving import Driven
from tests.ledger.postgres_server import PostgresServer

FOLDER = Path(__file__).parent / "version_0_1"
LEDGER = "ledger.db"
SENTENCES = {"gist", "why_not_recorded"}
"""Keys of answers whose value is a sentence."""
THEORY = {"expected", "expected_float", "expected_hold", "expected_hold_float"}
"""What reports expect of a progressive is reckoned otherwise since: at average resets, not at those that happened."""
PROGRESSIVES = {"progressive", "five_card_progressive"}
FACTS = re.compile(r"[-+]?\$\d+(?:,\d{3})*(?:\.\d\d)?|\b[2-9TJQKA][cdhs]\b|\b\d+(?:\.[A-Z])?(?:\(\w+\))+")
"""Amounts, cards and clauses in a text."""
SECOND_DECK = re.compile(r"> dealer shuffles by device: unread\n  deck shuffled 1 device +\S+\n(?=> dealer opens bets)")
"""What a round's text has had since: a table with two decks shuffles the second one before the bets open."""
Answer = Callable[[str], tuple[int, str]]


@cache
def unpacked(name: str) -> bytes:
    return gzip.decompress((FOLDER / f"{name}.gz").read_bytes())


@cache
def answers(*beginnings: str) -> list[Any]:
    """What version 0.1 answered to the commands that begin so."""
    every: list[Any] = json.loads(unpacked("answers.json"))
    return [one for one in every if one["command"].startswith(beginnings)]


@pytest.fixture(params=["as it was left", pytest.param("packed", marks=pytest.mark.slow)])
def folder(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The files as version 0.1 left them, in a folder that commands run in; the ledger also with its entries packed."""
    for file in FOLDER.iterdir():
        if file.suffix not in (".txt", ".gz"):
            (tmp_path / file.name).write_bytes(file.read_bytes())
    for name in (LEDGER, "ledger.backup", "rounds.jsonl"):
        (tmp_path / name).write_bytes(unpacked(name))
    if request.param == "packed":
        with closing(open_store(str(tmp_path / LEDGER))) as store:
            store.pack()
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def answer(folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Answer:
    """The exit code and the standard output of a command, on a wide terminal."""
    monkeypatch.setenv("COLUMNS", "400")

    def answered(command: str) -> tuple[int, str]:
        code = main(shlex.split(command))
        return code, capsys.readouterr().out

    return answered


def assert_kept(before: Any, now: Any, path: str = "") -> None:
    """Everything that an answer said is still said; only sentences may differ, and keys may be added."""
    match before:
        case dict():
            assert isinstance(now, dict), path
            of_progressives = path.endswith(".total") or before.get("wager") in PROGRESSIVES
            for key, value in before.items():
                if key in THEORY and path.startswith("report ") and of_progressives:
                    assert type(value) is type(now[key]), f"{path}.{key}"
                elif key not in SENTENCES:
                    assert key in now, f"{path}.{key}"
                    assert_kept(value, now[key], f"{path}.{key}")
        case list():
            assert len(before) == len(now), path
            for number, (value, other) in enumerate(zip(before, now, strict=True)):
                assert_kept(value, other, f"{path}[{number}]")
        case _:
            assert (before, type(before)) == (now, type(now)), path


def test_a_test_that_finds_a_change() -> None:
    assert_kept({"a": [1, {"gist": "old"}]}, {"a": [1, {"gist": "new"}], "b": 2})
    for other in ({"a": [2, {}]}, {"a": [1]}, {}, {"a": [True, {}]}):
        with pytest.raises(AssertionError):
            assert_kept({"a": [1, {}]}, other)


@pytest.mark.parametrize("what", ["verify", "rounds", "replay", "report", "people", "audit"])
def test_every_answer_for_programs_is_the_same(answer: Answer, what: str) -> None:
    asked = [one for one in answers(f"{what} ") if one["json"]]
    assert asked
    for one in asked:
        code, text = answer(f"{one['command']} --json")
        assert code == one["code"], one["command"]
        assert_kept(json.loads(one["json"]), json.loads(text), one["command"])


def test_what_holds_no_sentence_is_the_same_to_the_byte(answer: Answer) -> None:
    asked = [
        *answers("rounds ", "audit "),
        *(one for one in answers("verify ") if "--round" in one["command"] or ".json" in one["command"]),
    ]
    assert len(asked) > 50
    for one in asked:
        assert answer(f"{one['command']} --json") == (one["code"], one["json"]), one["command"]


def test_every_amount_card_and_clause_of_the_texts_is_still_told(answer: Answer) -> None:
    asked = [*answers("rounds ", "report ", "audit "), *answers("replay ")[:45:3], *answers("verify ")[:15]]
    for one in asked:
        code, text = answer(one["command"])
        assert code == one["code"], one["command"]
        missing = set(FACTS.findall(one["text"])) - set(FACTS.findall(text))
        assert missing <= theory_of(one), one["command"]


def theory_of(one: Any) -> set[str]:
    """What a report expected of progressives, of each day and of all, as its text shows it."""
    days = json.loads(one["json"]) if one["command"].startswith("report ") else []
    totals = [Fraction(day["total"]["expected"]) for day in days]
    wagers = [Fraction(row["expected"]) for day in days for row in day["wagers"] if row["wager"] in PROGRESSIVES]
    return {show_money(round(cents)) for cents in (*totals, *wagers, sum(totals, Fraction()))}


def test_rounds_are_exported_to_the_byte(answer: Answer, folder: Path) -> None:
    assert answer(f"rounds --db {LEDGER} -o again.jsonl")[0] == 0
    assert (folder / "again.jsonl").read_bytes() == unpacked("rounds.jsonl")
    for one in answers("replay "):
        if one["command"].endswith("--round"):
            code, text = answer(one["command"])
            assert (code, SECOND_DECK.sub("", text)) == (one["code"], one["text"]), one["command"]
    assert (
        answer(f"verify --db {LEDGER} --prove three-card-2/2 --head kept.head")[1].encode()
        == (FOLDER / "proof.json").read_bytes()
    )
    assert (
        answer(f"verify --db {LEDGER} --round let-it-ride/1 --receipt")[1].encode()
        == (FOLDER / "receipt.json").read_bytes()
    )


def test_one_round_is_exported_as_it_was(answer: Answer, folder: Path) -> None:
    before = {file.name: file.read_bytes() for file in folder.glob("round.*")}
    assert len(before) == 3
    for name in ("round.json", "round.round"):
        (folder / name).unlink()
        assert answer(f"replay three-card-2/2 --db {LEDGER} -o {name}")[0] == 0
    assert_kept(json.loads(before.pop("round.json")), json.loads((folder / "round.json").read_bytes()))
    assert before == {name: (folder / name).read_bytes() for name in before}


def test_rows_for_data_tools_are_the_same(answer: Answer, folder: Path) -> None:
    assert answer(f"rounds --db {LEDGER} -o again.parquet")[0] == 0
    before, now = (parquet.read_table(str(folder / name)) for name in ("rounds.parquet", "again.parquet"))
    assert before.schema.names == now.schema.names
    assert before.to_pylist() == now.to_pylist()


def test_the_house_goes_on_from_where_it_was(answer: Answer, folder: Path) -> None:
    with closing(open_store(LEDGER)) as store:
        house = [entry.content["events"][0] for entry in store.stream("house")]
        size = store.size()
    assert [one["version"] for one in house] == ["0.1.0", "0.1.0"]
    driven = Driven(folder / LEDGER, house[-1]["file"])
    opened = driven.house
    added = [event["event"] for entry in opened.store.entries(size) for event in entry.content["events"]]
    # The new revision refuses this file: it must say how envy is paid, and a payout limit is too low.
    assert opened.refused_today == 2
    assert added == []
    for name in opened.approved.tables:
        # A snapshot of another version is passed over; if it is read, it is right.
        assert opened.signer.snapshot(name, opened._rulesets) in (None, opened._records[name])
    driven.play("top-five")
    opened.close()
    code, text = answer(f"verify --db {LEDGER} --books --head kept.head --json")
    assert code == 0
    assert json.loads(text)["size"] > size
    for one in answers("replay top-five/8 "):
        assert answer(one["command"])[0] == 0


def test_it_is_indexed_and_archived(answer: Answer, folder: Path) -> None:
    with closing(open_store(LEDGER)) as store:
        house, entries = [entry.content["events"][0] for entry in store.stream("house")], [*store.entries()]
    built = json.loads(answer(f"reindex --db {LEDGER} --json")[1])
    assert (built["entries"], built["rounds"] > 20) == (len(entries), True)
    left = json.loads(answer(f"archive --db {LEDGER} --before 2100-01-01 -o archive --json")[1])
    assert left["archived"] > len(entries) - 10
    with closing(open_store(LEDGER)) as store:
        assert [*store.entries()] == entries
    asked = [*answers("verify ", "rounds ", "report ", "people ", "audit "), *answers("replay ")[::15]]
    for one in [one for one in asked if one["json"]]:
        code, text = answer(f"{one['command']} --json")
        assert code == one["code"], one["command"]
        assert_kept(json.loads(one["json"]), json.loads(text), one["command"])
    driven = Driven(folder / LEDGER, house[-1]["file"])
    driven.play("top-five")
    driven.house.close()
    assert answer(f"verify --db {LEDGER} --all --books --head kept.head")[0] == 0


def test_a_backup_is_restored_into_postgresql(answer: Answer, postgres_server: PostgresServer) -> None:
    url = postgres_server.new_schema()
    assert answer(f"restore ledger.backup --db '{url}'")[0] == 0
    with closing(open_store(url)) as there, closing(open_store(LEDGER)) as here:
        assert tuple(there.entries()) == tuple(here.entries())
        assert there.heads() == here.heads()
        assert there.people() == here.people() != ()
    replays = [one for one in answers("replay ") if one["json"]]
    for one in [*answers("verify ")[:3], *answers("rounds ", "report "), *replays[::5]]:
        code, text = answer(one["command"].replace(LEDGER, f"'{url}'") + " --json")
        assert code == one["code"], one["command"]
        assert_kept(json.loads(one["json"]), json.loads(text), one["command"])


def test_a_backup_is_restored_into_sqlite(answer: Answer) -> None:
    assert answer("restore ledger.backup --db again.db --head kept.head")[0] == 0
    with closing(open_store("again.db")) as there, closing(open_store(LEDGER)) as here:
        assert tuple(there.entries()) == tuple(here.entries())
        assert there.heads() == here.heads()
        assert there.people() == here.people() != ()
