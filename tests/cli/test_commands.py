"""What rules, clauses, diff and check answer, in text and in JSON."""

import json
import re
from fractions import Fraction
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from pitboss.cli.main import main
from pitboss.cli.output import table
from pitboss.cli.wrapping import wrap
from pitboss.rules.load import folders, load_regulation
from pitboss.rules.register import clause_entries, count_clauses, count_rulings
from pitboss.text import plural
from tests.clauses.marks import clause

ROOT = Path(__file__).parents[2]
HOUSE = str(ROOT / "examples" / "house.toml")


def answer(capsys: pytest.CaptureFixture[str], *arguments: str, code: int = 0) -> Any:
    assert main([*arguments, "--json"]) == code
    return json.loads(capsys.readouterr().out)


def text(capsys: pytest.CaptureFixture[str], *arguments: str, code: int = 0) -> str:
    assert main(arguments) == code
    return capsys.readouterr().out


def test_rules_lists_the_four_regulations(capsys: pytest.CaptureFixture[str]) -> None:
    found = answer(capsys, "rules")
    assert {one["id"]: one["clauses"] for one in found} == {"MD-LIR": 495, "MD-TCP": 402, "MD-TFP": 223, "MA-LIR": 136}
    shown = text(capsys, "rules")
    assert all(one["id"] in shown for one in found)


@pytest.mark.parametrize("regulation_id", sorted(folders()))
def test_the_quick_counts_are_the_counts(regulation_id: str) -> None:
    assert count_clauses(regulation_id) == len(clause_entries(regulation_id))
    assert count_rulings(regulation_id) == len(load_regulation(regulation_id).rulings)


def test_rules_shows_paytables_side_by_side(capsys: pytest.CaptureFixture[str]) -> None:
    shown = text(capsys, "rules", "MD-TCP")
    line = next(line for line in shown.splitlines() if line.split()[:1] == ["straight_flush"] and "35 to 1" in line)
    assert [cell.strip() for cell in line.split("  ") if cell][1:] == [
        "35 to 1",
        "40 to 1",
        "40 to 1",
        "40 to 1",
        "40 to 1",
    ]


def test_rules_cites_the_clause_of_each_column(capsys: pytest.CaptureFixture[str]) -> None:
    shown = text(capsys, "rules", "MD-LIR").partition("Paytables of envy")[2]
    cites = next(line.split()[1:] for line in shown.splitlines() if line.split()[:1] == ["clause"])
    assert cites == [f"12.{section}({number})" for number in range(1, 7) for section in "IJ"]


def test_rules_json_has_every_row(capsys: pytest.CaptureFixture[str]) -> None:
    found = answer(capsys, "rules", "MD-TCP")
    assert found["paytables"]["pair_plus"]["A"]["rows"][0] == {
        "pattern": "straight_flush",
        "pays": ["35 to 1"],
        "cites": ["MD-TCP 12.D(1)(a)"],
    }
    assert {option["option"]: option["default"] for option in found["options"]} == {
        "ante_bonus": "always",
        "five_card_envy": "as_let_it_ride",
    }


def test_clauses_has_one_object_for_each_id(capsys: pytest.CaptureFixture[str]) -> None:
    found = answer(capsys, "clauses", "MD-TCP")
    assert [clause["id"] for clause in found] == list(clause_entries("MD-TCP"))
    assert {"id", "status", "gist", "where", "tests", "rulings"} <= set(found[0])
    assert {clause["status"] for clause in found} == {"enforced", "procedure", "layout", "definition", "physical"}


def test_one_clause_with_its_row_and_ruling(capsys: pytest.CaptureFixture[str]) -> None:
    (clause,) = answer(capsys, "clauses", "MD-TCP", "11.C(3)")
    assert clause["where"] == ["script[1].choices[1]"]
    assert "folding-six-card" in clause["rulings"]
    assert "folding-six-card" in text(capsys, "clauses", "MD-TCP", "11.C(3)")


def test_a_clause_brings_those_under_it(capsys: pytest.CaptureFixture[str]) -> None:
    found = answer(capsys, "clauses", "MD-TFP", "12.B(1)")
    assert [clause["id"] for clause in found] == ["12.B(1)", *(f"12.B(1)({letter})" for letter in "abcd")]


@pytest.mark.parametrize(
    ("regulation", "given", "meant"), [("MD-TCP", "11.c(3)", "11.C(3)"), ("MA-LIR", "10(C)", "10(c)")]
)
def test_a_clause_in_letters_of_any_size(
    regulation: str, given: str, meant: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert answer(capsys, "clauses", regulation, given) == answer(capsys, "clauses", regulation, meant)


def test_diff_finds_what_differs_and_what_does_not(capsys: pytest.CaptureFixture[str]) -> None:
    found = answer(capsys, "diff", "MD-LIR", "MA-LIR")
    differences = {(row["chapter"], row["subject"]): row for row in found["differences"]}
    limit = differences["Table", "payout limit a hand"]
    assert limit["right"]["cite"] == "MA-LIR 10(c)"
    assert differences["Wagers", "cover_all"]["left"] is None
    assert {"chapter": "Wagers", "subject": "bet_1"} in found["same"]


def test_diff_prices_the_paytables(capsys: pytest.CaptureFixture[str]) -> None:
    found = answer(capsys, "diff", "MD-LIR", "MA-LIR")
    priced = {(row["regulation"], row["wager"], row["paytable"]): row for row in found["paytables"]}
    assert priced["MD-LIR", "base", "A"]["expected"] == priced["MA-LIR", "base", "A"]["expected"] == "-37963/1082900"
    assert priced["MD-LIR", "base", "A"]["same_as"] == ["A"]
    assert priced["MA-LIR", "progressive", "TABLE1"]["expected"] is None
    for row in priced.values():
        if row["expected"]:
            assert row["house_edge"] == float(-Fraction(row["expected"]))
    assert "3.5057 %" in text(capsys, "diff", "MD-LIR", "MA-LIR")


@pytest.mark.parametrize("regulation_id", sorted(folders()))
def test_a_regulation_does_not_differ_from_itself(regulation_id: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert answer(capsys, "diff", regulation_id, regulation_id)["differences"] == []


def test_check_approves_the_sample_house(capsys: pytest.CaptureFixture[str]) -> None:
    found = answer(capsys, "check", HOUSE)
    assert found["approved"] is True
    assert found["violations"] == []
    assert len(found["digest"]) == 64
    shown = text(capsys, "check", HOUSE)
    assert found["digest"] in shown
    assert "Warning: from" not in shown, "no other edition is known"
    assert "coming" not in found


@clause("COMAR 36.05.03.24 H(2)(a)")
def test_check_warns_of_several_stakes_on_one_meter_and_approves(capsys: pytest.CaptureFixture[str]) -> None:
    """Ruling link-one-stake: at $5 the same jackpot costs five times as much."""
    warnings = answer(capsys, "check", HOUSE)["warnings"]
    assert [(one["code"], one["clause"]) for one in warnings] == [
        ("link-several-stakes", "COMAR 36.05.03.24 H(2)(a)")
    ] * 3
    # A 1-in-22,100 hand wins $2,500: 2,500 / 22,100 of a dollar at $1, a fifth of that at $5.
    by_link = {one["message"].split()[1]: one["message"] for one in warnings}
    shares = [float(share) for share in re.findall(r"returns (\d+\.\d+)%", by_link["harbor"])]
    assert round(shares[0] - shares[1], 2) == round(100 * 2_500 / 22_100 * 4 / 5, 2)
    assert "Warning: link harbor takes $1 and $5" in text(capsys, "check", HOUSE)


def test_check_says_what_is_wrong_with_the_shuffler_and_with_the_device(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    house = tmp_path / "house.toml"
    house.write_text(
        'facility = "X"\n[tables.bay]\nregulation = "MA-LIR"\nboxes = 7\ndevice = "hand"\n'
        '[tables.bay.wagers]\nbase = { minimum = "$15", maximum = "$100" }\n'
    )
    found = answer(capsys, "check", str(house), code=1)["violations"]
    assert {(one["code"], one["clause"]) for one in found} == {
        ("shuffler-not-permitted", "MA-LIR 5(a)"), ("device-not-permitted", "MA-LIR 5(a)(1)"),
    }  # fmt: skip


def test_check_shows_each_violation_under_its_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    house = tmp_path / "house.toml"
    house.write_text(Path(HOUSE).read_text().replace('rate = "14%"', 'rate = "13%"'))
    (violation,) = answer(capsys, "check", str(house), code=1)["violations"]
    line = next(number for number, row in enumerate(house.read_text().splitlines(), 1) if '"13%"' in row)
    assert violation == {
        "code": "meter-rate-too-low",
        "message": "rate: 13%; it must be at least 14%",
        "clause": "MD-TCP 12.E(3)(a)",
        "file": str(house),
        "line": line,
        "column": house.read_text().splitlines()[line - 1].index("rate") + 1,
    }
    shown = text(capsys, "check", str(house), code=1)
    assert "meter-rate-too-low" in shown
    assert "Rejected" in shown
    marked = shown.splitlines()
    row, mark = next((a, b) for a, b in pairwise(marked) if "^" in b)
    assert row[mark.index("^") :].startswith("rate")


UNQUOTED = {
    "a word": ('device = "hand"', "device = hand", "hand"),
    "a word that begins like a number": ('device = "hand"', "device = info", "info"),
    "several words": ('facility = "Chesapeake Sample Casino"', "facility = Chesapeake Casino", "Chesapeake Casino"),
    "an amount in an inline table": ('ante = { minimum = "$10"', "ante = { minimum = $10", "$10"),
    "an item of a list": ('stakes = ["$1", "$5"]', "stakes = [$1, $5]", "$1"),
    "curly quotes": ('device = "hand"', "device = \u201chand\u201d", "hand"),
}


@pytest.mark.parametrize(("before", "after", "word"), UNQUOTED.values(), ids=UNQUOTED)
def test_a_word_without_quotes_is_named_with_its_place(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], before: str, after: str, word: str
) -> None:
    house = tmp_path / "house.toml"
    house.write_text(Path(HOUSE).read_text(encoding="utf-8").replace(before, after), encoding="utf-8")
    line = next(n for n, row in enumerate(house.read_text(encoding="utf-8").splitlines(), 1) if after in row)
    found = answer(capsys, "check", str(house), code=2)
    assert (found["file"], found["line"]) == (str(house), line)
    assert f'is not a value: write a text in straight quotes, "{word}"' in found["error"]
    assert main(["check", str(house)]) == 2
    assert capsys.readouterr().err.startswith(f"pitboss: {house}:{line}:")


def test_a_byte_order_mark_is_no_part_of_a_house_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    house, text_ = tmp_path / "house.toml", Path(HOUSE).read_text(encoding="utf-8")
    house.write_text(text_, encoding="utf-8-sig")
    assert answer(capsys, "check", str(house))["digest"] == answer(capsys, "check", HOUSE)["digest"]
    house.write_text(text_.replace("boxes = 7", "boxes = 9"), encoding="utf-8-sig")
    (first, *_) = answer(capsys, "check", str(house), code=1)["violations"]
    line = next(number for number, row in enumerate(text_.splitlines(), 1) if row == "boxes = 7")
    assert (first["line"], first["column"]) == (line, 1)


def test_tables_align_and_wrap(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    shown = table(("a", "b"), [("1", "one two three four five six seven eight")], right=(0,), indent=0)
    assert shown.splitlines() == ["a  b", "1  one two three four five six seven", "   eight"]


def test_words_are_never_broken() -> None:
    assert wrap("a bb ccc dddd", 4) == ["a bb", "ccc", "dddd"]
    assert wrap("", 4) == [""]


def test_plural() -> None:
    assert [plural(1, "box", "boxes"), plural(2, "box", "boxes"), plural(1256, "clause")] == [
        "1 box",
        "2 boxes",
        "1,256 clauses",
    ]
