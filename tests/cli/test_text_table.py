"""Tables within any width: aligned, wrapped, shown in parts; colours and wide letters as they are shown."""

from itertools import product
from random import Random

import pytest

from pitboss.cli import output
from pitboss.cli.progress import bar_text
from pitboss.cli.text_table import TextTable
from pitboss.cli.wrapping import display_width, wrap


def test_what_fits_stays_as_it_is() -> None:
    rows = [("ante", "$10", "the dealer has a pair"), ("pair_plus", "$1,000", "-")]
    assert TextTable(("wager", "stake", "why"), rows, (1,)).lines(80) == [
        "wager       stake  why",
        "ante          $10  the dealer has a pair",
        "pair_plus  $1,000  -",
    ]


def test_texts_wrap_before_columns_go_elsewhere() -> None:
    rows = [("ante", "$10", "the dealer has a pair of queens")]
    assert TextTable(("wager", "stake", "why"), rows, (1,)).lines(32) == [
        "wager  stake  why",
        "ante     $10  the dealer has a",
        "              pair of queens",
    ]


def test_numbers_are_shown_in_parts_that_begin_with_the_keys() -> None:
    rows = [("ante", "A", "1,000,000", "2,000,000"), ("ante", "B", "3", "4")]
    assert TextTable(("wager", "table", "first", "second"), rows, (2, 3), keys=2).lines(24) == [
        "wager  table      first",
        "ante   A      1,000,000",
        "ante   B              3",
        "",
        "wager  table     second",
        "ante   A      2,000,000",
        "ante   B              4",
    ]


def test_a_column_without_a_value_gives_way() -> None:
    rows = [("ante", "-", "1,000,000"), ("play", "-", "2")]
    assert TextTable(("wager", "break-even", "hands"), rows, (1, 2)).lines(20) == [
        "wager      hands", "ante   1,000,000", "play           2",
    ]  # fmt: skip


def test_a_percent_sign_stays_with_its_number() -> None:
    assert wrap("costs 3.37 % of it", 12) == ["costs 3.37 %", "of it"]


@pytest.mark.parametrize(("text", "columns"), [
    ("abc", 3), ("王小明", 6), ("e\u0301a", 2), ("\033[1;31mred\033[0m", 3), ("a\u200bb", 2), ("", 0), ("¡±", 2),
])  # fmt: skip
def test_how_wide_a_text_is_shown(text: str, columns: int) -> None:
    assert display_width(text) == columns


def test_a_colour_ends_with_its_line_and_goes_on_in_the_next() -> None:
    red, plain = "\033[31m", "\033[0m"
    assert wrap(f"{red}one two three{plain} four", 9) == [f"{red}one two{plain}", f"{red}three{plain}", "four"]


def test_any_table_fits_any_width() -> None:
    chance = Random(5)
    words = ("ante", "a", "five_card_progressive", "王小明", "$1,234,567.89", "-", "three of a kind", "x" * 70, "")
    for _ in range(300):
        columns = chance.randint(1, 9)
        rows = [[chance.choice(words) for _ in range(columns)] for _ in range(3)]
        right = [column for column in range(columns) if chance.random() < 0.4]
        keys = chance.randint(1, min(2, columns))
        for room in (30, 58, 80, 200):
            lines = TextTable([f"head {n}" for n in range(columns)], rows, right, keys).lines(room)
            assert max(map(display_width, lines)) <= room, (rows, right, keys, room)


# Progress


@pytest.mark.parametrize(("size", "note"), [*product([0, 10**12], ["", ", 123.4 M/s, 1:02:03 left"])])
def test_the_line_of_progress_fits(size: int, note: str) -> None:
    for columns in (30, 60, 80, 120):
        text = bar_text(345_678_901_234, size, "rounds", note, columns)
        assert len(text) < columns
        assert text.lstrip("[#.] ").startswith("345,678,901,234")
    assert bar_text(3, 4, "rounds", "", 80) == f"[{'#' * 30}{'.' * 10}] 3 of 4 rounds"


# The width


def test_the_width_is_that_of_the_terminal_unless_columns_says_otherwise(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "72")
    assert output.width() == 72
    for unusable in ("", "0", "x", "-5"):
        monkeypatch.setenv("COLUMNS", unusable)
        assert output.width() >= 30
    monkeypatch.delenv("COLUMNS")
    monkeypatch.setattr("os.get_terminal_size", lambda _: type("Size", (), {"columns": 133}))
    assert output.width() == 133

    def none(_: int) -> None:
        raise OSError

    monkeypatch.setattr("os.get_terminal_size", none)
    assert output.width() == 80
