"""Simulations as Parquet: the engine settles what is written to the same cents; nothing is left of a failed file."""

import json
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow.parquet as pq  # type: ignore[import-untyped, unused-ignore]
import pytest

from pitboss.cards import Card, parse_cards
from pitboss.errors import InputError
from pitboss.play.settle import settle
from pitboss.play.settlement_input import BoxFacts, RoundFacts
from pitboss.play.terms import Terms
from pitboss.simulation import parquet, vectorised
from pitboss.simulation.card_stream import key_of
from pitboss.simulation.manifest import recipe
from pitboss.simulation.parquet import COLUMNS, TOTALS, write
from pitboss.simulation.rounds import Rounds
from pitboss.simulation.setup import setup_of
from pitboss.simulation.simulate import simulate
from pitboss.tabular import Column
from tests.simulation.sample_run import ROUNDS, STRATEGIES, sample_run
from tests.simulation.tables import rulesets

Row = Mapping[str, Any]
PILES = ("burned", "community", "dealer", "bonus_box")


def rows_of(file: Path) -> list[Row]:
    found: list[Row] = pq.read_table(file).to_pylist()
    return found


def disagreements(terms: Terms, stakes: Mapping[str, int], rows: Sequence[Row]) -> Iterator[str]:
    """What the engine settles differently, from nothing but the text of the rows and what every box stakes."""
    for number, group in groupby(rows, key=lambda row: row["round"]):
        boxes = list(group)
        facts = RoundFacts(
            tuple(box_of(terms, stakes, row) for row in boxes),
            meters=terms.seeds,
            **{pile: parse_cards(boxes[0][pile]) for pile in PILES if pile in boxes[0]},
        )
        settled = dict(settle(terms, facts).boxes)
        for row in boxes:
            lines = settled[row["box"]]
            for column in row:
                item = column.removesuffix("_net")
                net = sum(line.net for line in lines if column == "net" or line.item == item)
                if column.endswith("net") and net != row[column]:
                    yield f"round {number} box {row['box']} {column}: {row[column]}, settled {net}"


def box_of(terms: Terms, stakes: Mapping[str, int], row: Row) -> BoxFacts:
    choices = {name: row[f"{name}_choice"] for name in terms.script.decisions if f"{name}_choice" in row}
    placed = {name for decision, made in choices.items() for name in terms.script.decisions[decision][1][made].places}
    wagers = {
        name: stake
        for name, stake in stakes.items()
        if terms.regulation.wagers[name].placed == "before_deal" or name in placed
    }
    return BoxFacts(row["box"], str(row["box"]), parse_cards(row["cards"]), wagers, choices)


@pytest.mark.parametrize("regulation", STRATEGIES)
def test_the_engine_settles_written_rounds_to_the_same_cents(regulation: str, tmp_path: Path) -> None:
    results, file = sample_run(regulation), tmp_path / "rounds.parquet"
    setup = results.totals.setup
    assert write(results, str(file), 250) == ROUNDS // 250 * setup.boxes
    rows = rows_of(file)
    assert list(disagreements(setup.terms, setup.stakes, rows)) == []
    assert {row["strategy"] for row in rows} == set(STRATEGIES[regulation])
    piles = [*(row["cards"] for row in rows[: setup.boxes]), *(rows[0][pile] for pile in PILES if pile in rows[0])]
    dealt = " ".join(piles).split()
    assert len(dealt) == len(set(dealt))


def test_another_paytable_is_noticed(tmp_path: Path) -> None:
    results, file = sample_run("MD-TCP"), tmp_path / "rounds.parquet"
    write(results, str(file), 100)
    other = setup_of(rulesets()["MD-TCP"], paytables={"pair_plus": "A"})
    found = list(disagreements(other.terms, other.stakes, rows_of(file)))
    assert found
    assert all("pair_plus_net" in line or " net:" in line for line in found)


@pytest.mark.parametrize("regulation", ["MD-TCP", "MA-LIR"])
def test_rounds_in_which_a_meter_pays(regulation: str) -> None:
    results = sample_run(regulation)
    rounds, setup = Rounds(results.totals), results.totals.setup
    job = results.totals.job
    counts = vectorised.play(0, job.rounds, key_of(job.seed), job.hour, job.shift, job.tables)
    numbers = np.unique(counts.hits[:, 0])
    dealt = rounds.dealt(numbers)
    rows = [
        {
            "round": number,
            "box": box + 1,
            "cards": text(dealt.hands[at, box]),
            **{pile: text(cards[at]) for pile, cards in dealt.piles.items()},
            **{f"{name}_choice": rounds.choices(name)[int(chosen[at, box])] for name, chosen in dealt.keeps.items()},
            **{f"{name}_net": int(nets[at, box]) for name, nets in dealt.nets.items()},
        }
        for at, number in enumerate(numbers.tolist())
        for box in range(setup.boxes)
    ]
    assert len(numbers)
    assert list(disagreements(setup.terms, setup.stakes, rows)) == []


def text(cards: Any) -> str:
    return " ".join(str(Card(int(card))) for card in cards)


def test_rounds_add_up_to_the_totals(tmp_path: Path) -> None:
    results, file = sample_run("MA-LIR"), tmp_path / "all.parquet"
    assert write(results, str(file), 1) == ROUNDS * 7
    table = pq.read_table(file)
    sums = {name: int(table[name].to_numpy().sum()) for name in table.column_names if name.endswith(("net", "stake"))}
    items = {"base": ("bet_1", "bet_2", "bet_3")}
    for wager in ("base", "bonus", "three_card_bonus", "cover_all", "envy"):
        found = [each for each in results.wagers if each.wager == wager]
        columns = items.get(wager, (wager,))
        assert sum(each.handle for each in found) == sum(sums.get(f"{item}_stake", 0) for item in columns)
        assert sum(each.net for each in found) == sum(sums[f"{item}_net"] for item in columns)
    assert sums["net"] == sum(total for name, total in sums.items() if name.endswith("_net"))


def test_a_sample_holds_each_so_many_th_round(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    results, more, some = sample_run("MD-LIR"), tmp_path / "more.parquet", tmp_path / "some.parquet"
    write(results, str(more), 100)
    monkeypatch.setattr(parquet, "GROUP", 5)
    assert write(results, str(some), 1200) == 16 * 7
    assert [row for row in rows_of(more) if row["round"] % 1200 == 0] == rows_of(some)
    assert [row["round"] for row in rows_of(some)][-1] == 19_200
    assert pq.ParquetFile(some).metadata.num_row_groups == 4
    assert write(results, str(some), ROUNDS + 1) == 0
    assert rows_of(some) == []


def test_side_bets_alone_ask_for_no_decision(tmp_path: Path) -> None:
    setup = setup_of(rulesets()["MD-TCP"], boxes=1, wagers=["pair_plus"], strategies=["always"])
    write(simulate(setup, 50, seed=3), str(tmp_path / "f"), 1)
    assert not any("choice" in column for column in rows_of(tmp_path / "f")[0])
    assert list(disagreements(setup.terms, setup.stakes, rows_of(tmp_path / "f"))) == []


@pytest.mark.parametrize(("every", "columns"), [(None, TOTALS), (500, COLUMNS)])
def test_every_column_is_documented(every: int | None, columns: tuple[Column, ...], tmp_path: Path) -> None:
    results, file = sample_run("MA-LIR"), tmp_path / "file.parquet"
    write(results, str(file), every)
    said = {column.name: column.says for column in columns}
    documented = set(said.values())
    schema = pq.read_schema(file)
    for field in schema:
        description = field.metadata[b"description"].decode()
        assert description in documented
        assert said.get(field.name, description) == description
    assert json.loads(schema.metadata[b"pitboss"]) == {**recipe(results), "every": every}


def test_the_guide_names_every_column() -> None:
    guide = (Path(__file__).parents[2] / "docs/simulation.md").read_text(encoding="utf-8")
    assert [column.name for column in (*TOTALS, *COLUMNS) if f"`{column.name}`" not in guide] == []


def test_the_totals_are_those_of_the_results(tmp_path: Path) -> None:
    results, file = sample_run("MA-LIR"), tmp_path / "file.parquet"
    assert write(results, str(file)) == sum(len(wager.rows) for wager in results.wagers)
    rows = rows_of(file)
    assert [(row["wager"], row["row"], row["number"]) for row in rows] == [
        (wager.wager, row.row, row.number) for wager in results.wagers for row in wager.rows
    ]
    first = results.wagers[0]
    assert (rows[0]["net"], rows[0]["mean"], rows[0]["expected"]) == (
        first.net,
        float(first.mean),
        float(first.exact or 0),
    )


def broken(*_: object) -> Iterator[parquet.Group]:
    raise OSError(28, "No space left on device")
    yield {}


def test_a_file_that_cannot_be_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    results = sample_run("MA-LIR")
    with pytest.raises(InputError, match=r"no/such/file: cannot be written: .*no such file"):
        write(results, str(tmp_path / "no/such/file"))
    monkeypatch.setattr(parquet, "_totals", broken)
    with pytest.raises(InputError, match="full: cannot be written: no space left"):
        write(results, str(tmp_path / "full"))
    assert list(tmp_path.iterdir()) == []
