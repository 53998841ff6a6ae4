"""Exports: what `audit` reads and finds right, what plays again as a golden round, and Parquet in stable columns."""

import json
import sys
import tracemalloc
from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from itertools import islice
from pathlib import Path
from typing import Any

import pyarrow as pa  # type: ignore[import-untyped, unused-ignore]
import pyarrow.parquet as pq  # type: ignore[import-untyped, unused-ignore]
import pytest

from pitboss.books.export import recorded_round, replay_json, why_not_recorded
from pitboss.books.replay import Replay, replay_round, replays
from pitboss.books.resettlement import Resettlement
from pitboss.books.round_search import find_rounds
from pitboss.books.round_text import recorded_house, round_text
from pitboss.books.rounds import RoundFilter, table_names
from pitboss.books.rounds_parquet import COLUMNS, ParquetFile, find_rows, rows_of
from pitboss.cli.main import main
from pitboss.errors import InputError
from pitboss.ledger.open_store import open_store
from pitboss.ledger.store import Store
from pitboss.play import events as e
from pitboss.play.settle import settle
from pitboss.recorded.answer import answer
from pitboss.recorded.round import read_round
from tests.ledger.evening import Evening, evening, house_text
from tests.rounds import transcript

Document = dict[str, Any]


@pytest.fixture(scope="module")
def store() -> Iterator[Store]:
    with closing(open_store(str(evening()))) as opened:
        yield opened


@pytest.fixture(scope="module")
def rounds(store: Store) -> list[Replay]:
    return [one for name in table_names(store) for one in replays(store, name)]


@pytest.fixture(scope="module")
def recorded(rounds: list[Replay]) -> list[Document]:
    reckoned = (Resettlement(replay) for replay in rounds)
    return [recorded_round(reckoning) for reckoning in reckoned if not why_not_recorded(reckoning)]


# As audit reads it


def audited(path: Path, documents: list[Document], capsys: pytest.CaptureFixture[str]) -> tuple[int, Document]:
    path.write_text("".join(json.dumps(document) + "\n" for document in documents), encoding="utf-8")
    code = main(["audit", "--json", str(path)])
    found: Document = json.loads(capsys.readouterr().out)
    return code, found


def test_audit_finds_an_evening_right(
    recorded: list[Document], rounds: list[Replay], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert len(recorded) == sum(not replay.void for replay in rounds)
    assert {document["regulation"] for document in recorded} == {"MD-LIR", "MD-TCP", "MD-TFP", "MA-LIR"}
    code, found = audited(tmp_path / "evening.jsonl", recorded, capsys)
    assert (code, found.pop("editions")) == (0, Counter(f"{one['regulation']}@{one['edition']}" for one in recorded))
    assert found == {"rounds": len(recorded), "differences": [], "errors": []}


def test_audit_finds_one_payment_that_was_changed(
    recorded: list[Document], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    changed = json.loads(json.dumps(recorded))
    box, items = next(iter(changed[7]["paid"].items()))
    item = next(iter(items))
    items[item] += 500
    code, found = audited(tmp_path / "changed.jsonl", changed, capsys)
    assert code == 1
    assert [(one["round"], one["box"], one["item"]) for one in found["differences"]] == [
        (changed[7]["round"], int(box), item)
    ]


def test_settle_answers_what_the_replay_reckons(rounds: list[Replay]) -> None:
    """The form of a recorded round says all that settlement needs: read back, it gives the same lines."""
    for replay in rounds:
        whole = json.loads(json.dumps(replay_json(replay)))
        if replay.void:
            assert whole["recorded"] is None
            assert "void" in whole["why_not_recorded"]
            continue
        read = read_round(whole["recorded"])
        again = answer(settle(read.terms, read.facts), read.terms.regulation)
        keys = ("item", "stake", "outcome", "returned", "amount", "pattern", "odds", "cite")
        for box, other in zip(whole["boxes"], again["boxes"], strict=True):
            assert (box["box"], box["net"]) == (other["box"], other["net"])
            assert [{key: line[key] for key in keys} for line in box["lines"]] == other["lines"]


def test_payouts_above_the_printed_ones_cannot_be_recorded(tmp_path: Path) -> None:
    text = house_text().replace("bonus = {}", 'bonus = { pays = { flush = "$51" } }')
    one = Evening(tmp_path / "ledger.db", text=text)
    one.seat("commonwealth", 2)
    one.play("commonwealth")
    reckoning = Resettlement(replay_round(one.store, "commonwealth/1"))
    assert reckoning.differences == ()
    assert why_not_recorded(reckoning) == "the table pays more than the printed paytable"
    one.house.close()


# As golden rounds


def test_every_round_plays_again(
    store: Store, rounds: list[Replay], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(transcript, "FOLDER", tmp_path)
    for replay in rounds:
        made = round_text(replay, recorded_house(store, replay.house), "an evening")
        (tmp_path / made.house_name).write_text(made.house, encoding="utf-8")
        text, play = transcript.played(transcript.read(made.text))
        assert text.splitlines() == made.text.splitlines(), replay.id
        assert not play.refused
        dealt = {event.to: event.cards for event in play.events if isinstance(event, e.CardsDealt)}
        assert dealt == {event.to: event.cards for event in replay.events if isinstance(event, e.CardsDealt)}
    assert any(replay.unread for replay in rounds)


def test_a_changed_line_does_not_play_again(store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(transcript, "FOLDER", tmp_path)
    replay = replay_round(store, "three-card/8")
    made = round_text(replay, recorded_house(store, replay.house))
    (tmp_path / made.house_name).write_text(made.house, encoding="utf-8")
    changed = made.text.replace("$2,510.64", "$2,510.65")
    assert changed != made.text, "the jackpot stands in the text as it was paid"
    assert transcript.played(transcript.read(changed))[0] == made.text


# As Parquet


def written(path: Path, rows: Iterator[Document]) -> Any:
    with ParquetFile(str(path)) as out:
        out.write(rows)
    table = pq.read_table(path)
    assert table.num_rows == out.rows
    return table


STABLE = [
    "table", "round", "seq", "position", "part", "at", "by", "role", "id", "command", "event", "box", "player", "item",
    "stake", "returned", "amount", "meter", "pattern", "odds", "choice", "pile", "cards", "found", "clause", "fields",
]  # fmt: skip


def test_columns_stay_as_they_are(store: Store, tmp_path: Path) -> None:
    table = written(tmp_path / "day.parquet", find_rows(store))
    assert table.column_names == STABLE == [column.name for column in COLUMNS]
    numbers = {"round", "seq", "position", "part", "box", "stake", "returned", "amount"}
    for field in table.schema:
        expected = pa.int64() if field.name in numbers else pa.string()
        assert field.type == (pa.timestamp("ms", tz="UTC") if field.name == "at" else expected)
        assert field.metadata[b"description"]


def test_a_day_holds_every_event_of_the_tables(store: Store, tmp_path: Path) -> None:
    """All but those of the round under way; money adds up to what the rounds were found to have paid."""
    rows = written(tmp_path / "day.parquet", find_rows(store)).to_pylist()
    under_way = next(one for one in find_rounds(store) if one.end is None)
    recorded = {
        (entry.position, part): event
        for entry in store.entries()
        if entry.stream.startswith("table ")
        and not (entry.stream == "table commonwealth" and entry.seq >= under_way.first.seq)
        for part, event in enumerate(entry.content["events"])
    }
    assert [(row["position"], row["part"]) for row in rows] != []
    assert {(row["position"], row["part"]) for row in rows} == set(recorded)
    assert len(rows) == len(recorded)
    for row in rows:
        event = recorded[row["position"], row["part"]]
        assert row["event"] == event["event"]
        if event["event"] != "DeckShuffled":
            assert {"event": row["event"], **json.loads(row["fields"])} == event
    paid: Counter[str] = Counter()
    for row in rows:
        if row["event"] in ("WagerPaid", "WagerReturned", "AwardPaid") and row["round"]:
            paid[f"{row['table']}/{row['round']}"] += row["amount"] + (row["returned"] or 0)
            assert row["player"]
    assert {one.id: one.paid for one in find_rounds(store) if one.end is not None and one.paid} == dict(paid)


def test_no_deck_and_no_round_under_way_is_told(store: Store, tmp_path: Path) -> None:
    rows = written(tmp_path / "day.parquet", find_rows(store)).to_pylist()
    shuffles = [row for row in rows if row["event"] == "DeckShuffled"]
    assert shuffles
    assert {row["cards"] for row in shuffles} == {None}
    assert all(json.loads(row["fields"])["order"] == [] for row in shuffles)
    assert {row["command"] for row in shuffles} == {"dealer shuffles"}
    assert ("commonwealth", 9) not in {(row["table"], row["round"]) for row in rows}


def test_only_the_rounds_that_are_asked_for(store: Store, tmp_path: Path) -> None:
    rows = written(tmp_path / "void.parquet", find_rows(store, RoundFilter(void=True))).to_pylist()
    assert {(row["table"], row["round"]) for row in rows} == {(name, 7) for name in table_names(store)}
    start = next(one.start for one in find_rounds(store, RoundFilter(table="top-five")) if one.number == 5)
    rows = written(tmp_path / "late.parquet", find_rows(store, RoundFilter(table="top-five", since=start))).to_pylist()
    assert {row["round"] for row in rows} == {5, 6, 7, 8, 9, None}


def test_one_round_has_its_own_deck(store: Store, tmp_path: Path) -> None:
    replay = replay_round(store, "three-card/8")
    rows = written(tmp_path / "round.parquet", rows_of(replay)).to_pylist()
    assert len(rows) == len(replay.moments)
    assert len(rows[0]["cards"].split()) == 52
    assert [row["player"] for row in rows if row["event"] == "JackpotLocked"] == ["ann", "ann"]
    assert {row["round"] for row in rows} == {8}


def test_a_long_day_takes_no_more_memory(store: Store, tmp_path: Path) -> None:
    """A hundred thousand events in several row groups; what Python holds stays that of one group."""
    some = [*find_rows(store, RoundFilter(table="top-five"))]

    def repeated(number: int) -> Iterator[Document]:
        return islice((dict(row) for _ in range(number // len(some) + 1) for row in some), number)

    def peak(number: int) -> int:
        tracemalloc.start()
        with ParquetFile(str(tmp_path / f"{number}.parquet")) as out:
            out.write(repeated(number))
        found = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        return found

    small = peak(20_000)
    assert peak(100_000) < small * 3 // 2
    file = pq.ParquetFile(tmp_path / "100000.parquet")
    assert (file.metadata.num_rows, file.metadata.num_row_groups) == (100_000, 5)


def test_without_pyarrow_a_sentence_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(InputError, match=r"pip install 'pitboss-tables\[data\]'"):
        ParquetFile(str(tmp_path / "x.parquet"))


def test_a_file_that_fails_is_gone(store: Store, tmp_path: Path) -> None:
    path = tmp_path / "x.parquet"

    def failing() -> Iterator[Document]:
        yield from islice(find_rows(store), 3)
        raise KeyError("a fault")

    with pytest.raises(KeyError), ParquetFile(str(path)) as out:
        out.write(failing())
    assert not path.exists()
    with pytest.raises(InputError, match="cannot be written"):
        ParquetFile(str(tmp_path / "no/such/folder/x.parquet"))
