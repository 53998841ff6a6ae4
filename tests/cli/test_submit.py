"""`pitboss submit`: the Rules Submission as PDF and for programs; what was submitted before is kept."""

import json
from pathlib import Path

import pytest

from pitboss.cli.main import main
from tests.views.reading_pdf import pages_of

SAMPLE = Path(__file__).parents[2] / "examples/house.toml"
FIVE = """facility = "One Table"
[tables.five]
regulation = "MD-TFP"
boxes = 6
device = "manual_shoe"
adjacent_boxes = 1
[tables.five.wagers]
ante = { minimum = "$10", maximum = "$200" }
"""


@pytest.fixture
def house(tmp_path: Path) -> Path:
    file = tmp_path / "house.toml"
    file.write_text(FIVE, encoding="utf-8")
    return file


def test_a_file_for_the_commission(house: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "submission.pdf"
    assert main(["submit", str(house), "-o", str(file), "--dated", "2026-11-19"]) == 0
    pages = pages_of(file.read_bytes())
    assert capsys.readouterr().out == f"{file}: the Rules Submission of 1 table, {len(pages)} pages\n"
    assert "Rules Submission of One Table" in [shown.text for shown in pages[0].texts]
    again = file.read_bytes()
    assert main(["submit", str(house), "-o", str(file), "--dated", "2026-11-19"]) == 0
    assert file.read_bytes() == again
    assert list(tmp_path.glob("submission*")) == [file]


def test_what_was_submitted_before_is_kept(house: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "submission.pdf"
    assert main(["submit", str(house), "-o", str(file), "--dated", "2026-11-19"]) == 0
    former = file.read_bytes()
    house.write_text(FIVE.replace("$200", "$300"), encoding="utf-8")
    assert main(["submit", str(house), "-o", str(file), "--dated", "2026-12-01"]) == 0
    (kept,) = tmp_path.glob("submission-2026-11-19-*.pdf")
    assert kept.read_bytes() == former
    assert f"{kept}: what was submitted before" in capsys.readouterr().out


def test_for_programs(house: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["submit", str(house), "--json", "--dated", "2026-11-19"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert (answer["facility"], answer["prepared"], answer["approved"]) == ("One Table", "2026-11-19", "")
    assert [table["name"] for table in answer["tables"]] == ["five"]


@pytest.mark.parametrize(
    ("more", "says"),
    [
        ([], "submit needs -o FILE, such as -o submission.pdf, or --json"),
        (["-o", "submission.docx"], "submission.docx: a submission is written as .pdf"),
        (["-o", "x.pdf", "--approved", "soon"], "--approved: 'soon' is not a day"),
        (["-o", "/no/such/folder/x.pdf"], "cannot be written: no such file or directory"),
    ],
)
def test_bad_input_is_a_sentence(house: Path, more: list[str], says: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["submit", str(house), *more]) == 2
    assert says in capsys.readouterr().err


def test_another_file_is_never_overwritten(house: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "letter.pdf"
    file.write_bytes(b"a letter")
    assert main(["submit", str(house), "-o", str(file)]) == 2
    assert "this is no Rules Submission that pitboss submit wrote" in capsys.readouterr().err
    assert file.read_bytes() == b"a letter"


def test_a_house_that_is_refused_is_not_submitted(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    broken = str(SAMPLE.parent / "broken.toml")
    assert main(["submit", broken, "-o", str(tmp_path / "x.pdf")]) == 1
    assert not (tmp_path / "x.pdf").exists()
    assert capsys.readouterr().out
