"""Other payouts, the changes that come closest to an edge, and sheets: each against a second way of finding it."""

import csv
import json
from collections.abc import Iterator
from fractions import Fraction
from io import BytesIO, StringIO
from itertools import combinations, pairwise
from pathlib import Path

import openpyxl
import pytest

import pitboss as pb
from pitboss.cli.main import main
from pitboss.odds.catalog import query_odds
from pitboss.odds.query import OddsQuery
from pitboss.odds.target_edge import TargetEdge
from pitboss.odds.workbook import CSV_HEAD, to_workbook
from pitboss.rules.load import load_regulation
from tests.cli.test_odds import answer, text

HOUSE = str(Path(__file__).parents[2] / "examples/house.toml")


def test_another_payout_is_priced_as_it_is_from_python(capsys: pytest.CaptureFixture[str]) -> None:
    found = answer(capsys, "odds", "MD-TCP", "pair_plus", "A", "--pays", "straight=5 to 1")
    plus = pb.regulation("MD-TCP").wagers["pair_plus"].paytables["A"]
    assert Fraction(found["expected"]) == plus.replace(straight="5 to 1").odds().expected == Fraction(-433, 5525)
    assert found["changes"] == {"straight": "5 to 1"}
    assert "What if: straight at 5 to 1" in text(
        capsys, "odds", "md-tcp", "pair_plus", "a", "--pays", "straight=5 to 1"
    )


def test_the_best_play_follows_the_changed_table(capsys: pytest.CaptureFixture[str]) -> None:
    found = answer(capsys, "odds", "MD-LIR", "base", "A", "--pays", "three_of_a_kind=4 to 1")
    assert Fraction(found["expected"]) > Fraction(answer(capsys, "odds", "MD-LIR", "base", "A")["expected"])


def test_a_table_with_columns_takes_a_payout_for_each(capsys: pytest.CaptureFixture[str]) -> None:
    asked = ("odds", "MA-LIR", "cover_all", "A", "--boxes", "7")
    before = answer(capsys, *asked)
    columns = pb.regulation("MA-LIR").wagers["cover_all"].paytables["A"].rows[-1]
    pays = " / ".join(columns.pays)
    assert answer(capsys, *asked, "--pays", f"{columns.pattern}={pays}")["expected"] == before["expected"]


def by_trying(target: Fraction) -> Iterator[Fraction]:
    """How far each lawful-looking change of one or two rows of MD-TCP's Pair Plus A stays from an edge."""
    (record,) = query_odds(load_regulation("MD-TCP"), OddsQuery({}), "pair_plus", "A")
    rows = [(row.count, int((row.pays or "0 to").split()[0])) for row in record.rows if row.pays]
    assert record.expected is not None

    def away(new: dict[int, int]) -> Iterator[Fraction]:
        pays = [new.get(place, number) for place, (_, number) in enumerate(rows)]
        if all(better >= worse for better, worse in pairwise(pays)) and pays[-1] >= 1:
            more = sum(Fraction(count, record.total) * (new[place] - rows[place][1])
                       for place, (count, _) in enumerate(rows) if place in new)  # fmt: skip
            yield abs(-(record.expected or 0) - more - target)

    for one, other in combinations(range(len(rows)), 2):
        for number in range(1, 80):
            for second in range(1, 80):
                yield from away({one: number, other: second})


@pytest.mark.parametrize("target", ["2%", "3.5%", "7.25%"])
def test_no_change_of_two_rows_comes_closer(target: str) -> None:
    wanted = Fraction(target.rstrip("%")) / 100
    regulation = load_regulation("MD-TCP")
    (record,) = query_odds(regulation, OddsQuery({}), "pair_plus", "A")
    best = TargetEdge(regulation, record, OddsQuery({}), wanted).changes()[0]
    assert abs(best.edge - wanted) <= min(by_trying(wanted))


def test_where_players_decide_no_single_row_comes_closer(capsys: pytest.CaptureFixture[str]) -> None:
    found = answer(capsys, "odds", "MD-TCP", "ante", "A", "--target-edge", "3%")
    best = found["changes"][0]
    target = Fraction(3, 100)
    table = pb.regulation("MD-TCP").awards["ante_bonus"].paytables["A"]
    for row, most in zip(table.rows, (12, 5, 4), strict=True):
        for number in range(1, most):
            edge = -Fraction(
                answer(capsys, "odds", "MD-TCP", "ante", "A", "--pays", f"{row.pattern}={number} to 1")["expected"]
            )
            pays = [number if one is row else int(one.pays[0].split()[0]) for one in table.rows]
            if pays == sorted(pays, reverse=True):
                assert Fraction(best["away"]) <= abs(edge - target)


def test_only_raises_are_lawful_where_payouts_are_minimums(capsys: pytest.CaptureFixture[str]) -> None:
    found = answer(capsys, "odds", "MA-LIR", "base", "A", "--target-edge", "3%")
    assert found["changes"]
    for change in found["changes"]:
        assert change["lawful"]
        assert change["house_edge"] < float(-Fraction(found["expected"]))
    printed = answer(capsys, "odds", "MD-TCP", "pair_plus", "A", "--target-edge", "3.5%")
    assert not any(change["lawful"] for change in printed["changes"])
    assert printed["printed"][0]["paytable"] == "E"


BAD = {
    "no such row": (["MD-TCP", "pair_plus", "A", "--pays", "strait=5 to 1"], "did you mean 'straight'"),
    "no such form": (["MD-TCP", "pair_plus", "A", "--pays", "straight=$5"], "is not a payout of this table"),
    "no payout": (["MD-TCP", "pair_plus", "A", "--pays", "straight=five"], "is not a payout"),
    "no wager": (["MD-TCP", "--pays", "straight=5 to 1"], "name a regulation, a wager and a paytable"),
    "no regulation": (["--pays", "straight=5 to 1"], "name a regulation, a wager and a paytable"),
    "no paytable": (["MD-TCP", "pair_plus", "--pays", "straight=5 to 1"], "name a paytable"),
    "another paytable": (["MD-TCP", "pair_plus", "Z", "--pays", "straight=5 to 1"], "no paytable 'Z'"),
    "no odds": (["MD-TCP", "pairplus", "A", "--pays", "straight=5 to 1"], "did you mean 'pair_plus'"),
    "showdown": (["MD-TFP", "ante", "A", "--pays", "straight=5 to 1"], "only the showdown pays"),
    "columns": (["MA-LIR", "cover_all", "A", "--pays", "royal_flush=5 to 1 / 6 to 1"], "payouts, found 2"),
    "twice": (["MD-TCP", "pair_plus", "A", "--pays", "pair=1 to 1", "--pays", "pair=2 to 1"], "given twice"),
    "target of many": (["MD-TCP", "pair_plus", "--target-edge", "3%"], "name one wager and one paytable"),
    "target of no row": (["MD-TFP", "ante", "A", "--target-edge", "3%"], "only the showdown pays"),
    "target unread": (["MD-TCP", "pair_plus", "A", "--target-edge", "NaN%"], "--target-edge"),
    "house": ([HOUSE, "--pays", "pair=2 to 1"], "it is for a regulation"),
    "house's book": ([HOUSE, "--xlsx", "house.xlsx"], "--xlsx: leave it out"),
    "folder": (["MD-TCP", "pair_plus", "A", "--xlsx", "/nowhere/par.xlsx"], "cannot be written"),
}


@pytest.mark.parametrize("case", BAD)
def test_bad_input_is_a_sentence(case: str, capsys: pytest.CaptureFixture[str]) -> None:
    arguments, reason = BAD[case]
    assert main(["odds", *arguments]) == 2
    assert reason in capsys.readouterr().err


def test_csv_has_every_row(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text(capsys, "odds", "MD-TCP", "--csv", str(tmp_path / "odds.csv"))
    rows = [*csv.DictReader(StringIO((tmp_path / "odds.csv").read_text(encoding="utf-8")))]
    assert tuple(rows[0]) == CSV_HEAD
    every = answer(capsys, "odds", "MD-TCP")
    assert len(rows) == sum(len(record["rows"]) for record in every)
    (straight,) = [
        row for row in rows if (row["wager"], row["paytable"], row["pattern"]) == ("pair_plus", "A", "straight")
    ]
    assert (straight["count"], straight["total"], straight["house_edge"]) == ("720", "22100", "0.045791855204")


def computed(sheet: "openpyxl.worksheet.worksheet.Worksheet", formula: str) -> float:
    """A formula of the figures, computed from the numbers of the columns that it names."""
    inside = formula[formula.index("(") + 1 : formula.index(")")]
    columns = [[cell.value or 0 for (cell,) in sheet[part]] for part in inside.split(",")]
    total = 0.0
    for values in zip(*columns, strict=True):
        product = 1.0
        for value in values:
            product *= value
        total += product
    return total


@pytest.mark.parametrize("wager", ["pair_plus", "progressive", "ante", "six_card_bonus"])
def test_the_workbook_computes_the_edge_from_its_own_cells(wager: str) -> None:
    regulation, query = load_regulation("MD-TCP"), OddsQuery({})
    (record,) = query_odds(regulation, query, wager, "A")
    book = BytesIO(to_workbook([(regulation, [record])], query, {}))
    values, formulas = openpyxl.load_workbook(book, data_only=True), openpyxl.load_workbook(book)
    name = f"MD-TCP {wager} A"
    (place,) = [cell.row for (cell,) in formulas[name]["A1:A60"] if cell.value == "expected win"]
    formula = formulas[name][f"B{place}"].value
    assert formula.startswith("=SUMPRODUCT(C")
    assert record.expected is not None
    assert computed(values[name], formula) == pytest.approx(float(record.expected), rel=1e-12)
    assert values[name][f"B{place}"].value == float(record.expected)
    assert values[name][f"D{place}"].value == str(record.expected)
    assert formulas[name][f"B{place + 1}"].value == f"=-B{place}"
    summary = formulas["Summary"]
    (line,) = [row for row in summary.iter_rows(values_only=True) if row[1] == wager]
    assert (line[4], line[5]) == (f"=-'{name}'!B{place}", str(-record.expected))
    assert summary["D1"].value == regulation.digest
    assert ("MD-TCP A best play" in formulas.sheetnames) == (wager == "ante")


def test_a_workbook_of_everything_has_a_sheet_for_each_paytable(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text(capsys, "odds", "--xlsx", str(tmp_path / "par.xlsx"))
    book = openpyxl.load_workbook(tmp_path / "par.xlsx")
    found = answer(capsys, "odds")
    best = [name for name in book.sheetnames if name.endswith("best play") or "best play" in name]
    assert len(book.sheetnames) == 1 + len(found) + len(best)
    assert json.dumps([row[0] for row in book["Summary"].iter_rows(values_only=True)]).count("MD-TCP") > 20
