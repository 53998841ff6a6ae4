"""`pitboss sign`: HTML, PDF and the document for programs; bad input ends in a sentence."""

import json
from pathlib import Path

import pytest

from pitboss.cli.main import main
from tests.views.reading_pdf import pages_of

HOUSE = str(Path(__file__).parents[2] / "examples/house.toml")


def test_html_to_standard_output(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["sign", HOUSE, "--table", "three-card"]) == 0
    page = capsys.readouterr().out
    assert page.startswith("<!doctype html>")
    assert "Dealer Plays with Queen High or Better" in page


def test_html_to_a_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "sign.html"
    assert main(["sign", HOUSE, "--table", "top-five", "-o", str(file)]) == 0
    assert capsys.readouterr().out == f"{file}: the sign of top-five, 3 paytables\n"
    assert "Top Five Bonus" in file.read_text(encoding="utf-8")


def test_pdf_to_a_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "sign.PDF"
    assert main(["sign", HOUSE, "--table", "let-it-ride", "-o", str(file)]) == 0
    pages = pages_of(file.read_bytes())
    assert capsys.readouterr().out == f"{file}: the sign of let-it-ride, 6 paytables, {len(pages)} pages\n"
    assert "Maximum payout $75,000 a hand on Bet 1, Bet 2 and Bet 3" in [shown.text for shown in pages[0].texts]


def test_for_programs(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "sign.html"
    assert main(["sign", HOUSE, "--table", "commonwealth", "--json", "-o", str(file)]) == 0
    assert json.loads(capsys.readouterr().out)["table"] == "commonwealth"
    assert file.exists()


def test_the_only_table_needs_no_name(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "house.toml"
    file.write_text(
        'facility = "One Table"\n[tables.five]\nregulation = "MD-TFP"\nboxes = 6\ndevice = "manual_shoe"\n'
        'adjacent_boxes = 1\n[tables.five.wagers]\nante = { minimum = "$10", maximum = "$200" }\n'
    )
    assert main(["sign", str(file), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["facility"] == "One Table"


@pytest.mark.parametrize(
    ("more", "says"),
    [
        ([], "which table? Give --table with one of let-it-ride, three-card"),
        (["--table", "baccarat"], "there is no table 'baccarat': there are let-it-ride"),
        (["--table", "top-five", "-o", "sign.docx"], "sign.docx: a sign is written as .html or .pdf, not .docx"),
        (["--table", "top-five", "-o", "sign"], "sign: a sign is written as .html or .pdf, not without a suffix"),
        (["--table", "top-five", "-o", "/no/such/folder/sign.pdf"], "cannot be written: no such file or directory"),
        (["--table", "top-five", "-o", "/no/such/folder/sign.html"], "cannot be written: no such file or directory"),
    ],
)
def test_unusable_input(more: list[str], says: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["sign", HOUSE, *more]) == 2
    told = capsys.readouterr()
    assert says in told.err
    assert told.out == ""


def test_no_such_house(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["sign", "no-house.toml"]) == 2
    assert "no-house.toml" in capsys.readouterr().err


@pytest.mark.parametrize("for_programs", [False, True])
def test_a_rejected_house_is_shown_as_check_shows_it(
    for_programs: bool, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "house.toml"
    file.write_text(Path(HOUSE).read_text().replace('reset = "$1,000", rate = "14%"', 'reset = "$1,000", rate = "1%"'))
    more = ["--json"] * for_programs
    assert main(["sign", str(file), "--table", "three-card", "-o", str(tmp_path / "sign.pdf"), *more]) == 1
    shown = capsys.readouterr().out
    assert main(["check", str(file), *more]) == 1
    assert shown == capsys.readouterr().out
    assert "MD-TCP 12.E(3)(a)" in shown
    assert not (tmp_path / "sign.pdf").exists()


def test_violations_do_not_go_where_the_sign_would(capsys: pytest.CaptureFixture[str]) -> None:
    broken = str(Path(__file__).parents[2] / "examples/broken.toml")
    assert main(["check", broken]) == 1
    checked = capsys.readouterr().out
    assert main(["sign", broken]) == 1
    assert capsys.readouterr() == ("", checked)


def test_letters_that_a_pdf_lacks(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "house.toml"
    file.write_text(Path(HOUSE).read_text().replace("Chesapeake Sample Casino", "金 Casino"), encoding="utf-8")
    assert main(["sign", str(file), "--table", "top-five", "-o", str(tmp_path / "sign.pdf")]) == 2
    assert "write HTML and print that" in capsys.readouterr().err
    assert main(["sign", str(file), "--table", "top-five", "-o", str(tmp_path / "sign.html")]) == 0
