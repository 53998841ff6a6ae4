"""Slips: numbered without gaps, with the fields of the law, void and reprint marked, proved by their code."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from pitboss.books.slips import Slip, check_slip_code, newest_slips, read_slip, slip_code
from pitboss.cli.main import main
from pitboss.documents.pdf import keywords_of
from pitboss.documents.qr import qr_rows
from pitboss.errors import CommandRefused, InputError, LedgerBroken
from pitboss.evidence.heads import SigningKey
from pitboss.evidence.verify import verify_store
from pitboss.house.slip_marks import SlipMarks
from pitboss.play import commands as c
from pitboss.views.slip_pdf import slip_pdf
from tests.clauses.marks import clause
from tests.house.pit_crew import BANK, DORA, FLO, FRED, TABLE, TEXT, Crew
from tests.views.reading_pdf import pages_of
from tests.web.reading_qr import read_qr

KEY = SigningKey(bytes(32)).public


@pytest.fixture
def crew(tmp_path: Path) -> Iterator[Crew]:
    made = Crew(str(tmp_path / "house.db"))
    made.count("opener", BANK)
    yield made
    made.house.close()


def slip_of(crew: Crew, number: int) -> Slip:
    return read_slip(crew.house.store, number)


def words(crew: Crew, number: int) -> list[str]:
    """The texts of the PDF of a slip, read back."""
    slip = slip_of(crew, number)
    data = slip_pdf(slip, "Harbor", slip_code(crew.house.store, slip), crew.house.calendar.show)
    (page,) = pages_of(data)
    return [text.text for text in page.texts]


@clause("COMAR 36.05.03.02 F(1)", "COMAR 36.05.03.02 F(2)", "COMAR 36.05.03.02 F(5)", "COMAR 36.05.03.03 F(3)(a)")
def test_an_opener_and_a_closer_with_a_difference(crew: Crew) -> None:
    opener = slip_of(crew, 1)
    assert (opener.kind, opener.table, opener.game, opener.chips) == ("opener", TABLE, "MD-TCP", tuple(BANK.items()))
    assert [(one.role, one.name) for one in opener.signatures] == [("dealer", "dora"), ("floorperson", "flo")]
    shown = words(crew, 1)
    assert {"Harbor", "No. 000001", "MD-TCP, one", "$500", "20", "$10,000", "$19,000", "dora"} <= set(shown)
    assert any(text.startswith(f"{opener.day}, shift ") for text in shown)
    crew.floor.close(FLO, TABLE, "close")
    crew.count("closer", {**BANK, 500: 199}, "a red chip fell and was not found")
    closer, error = slip_of(crew, 2), slip_of(crew, 3)
    assert (closer.kind, error.kind, closer.amount, error.amount) == ("closer", "error", 1_899_500, 1_899_500)
    assert {"By the books", "-$5", "a red chip fell and was not found"} <= set(words(crew, 3))
    crew.count("drop", {})
    assert slip_of(crew, 4).kind == "drop"
    with pytest.raises(InputError, match="slips 1 to 4 were issued"):
        slip_of(crew, 5)


@clause("COMAR 36.05.03.04 K", "COMAR 36.05.03.04 L", "COMAR 36.05.03.04 H(1)", "COMAR 36.05.03.04 H(2)")
@clause("COMAR 36.05.03.04 H(4)", "COMAR 36.05.03.05 L")
def test_fills_and_credits_are_slips_in_one_series(crew: Crew) -> None:
    crew.fill({2_500: 40})
    crew.floor.request(FLO, TABLE, "waits", "credit", 100_000, chips={10_000: 10})
    assert (slip_of(crew, 2).state, slip_of(crew, 3).state) == ("done", "waits")
    assert [one.role for one in slip_of(crew, 2).signatures] == [
        "requested by",
        "chip bank cashier",
        "security",
        "dealer",
    ]
    assert {"Fill Slip", "No. 000002", "$25", "40", "$1,000", "carl 17", "sam 4", "dora"} <= {
        text.split(",")[0] if "20" in text else text for text in words(crew, 2)
    } | set(words(crew, 2))
    assert "WAITS FOR SIGNATURES" in words(crew, 3)
    crew.floor.withdraw(FRED, TABLE, "not-this-one", "waits")
    assert "VOID: withdrawn by fred" in words(crew, 3)
    crew.credit({10_000: 10})
    assert [(slip.number, slip.kind, slip.state) for slip in newest_slips(crew.house.store)] == [
        (4, "credit", "done"), (3, "credit", "void"), (2, "fill", "done"), (1, "opener", "done"),
    ]  # fmt: skip
    assert [slip.number for slip in newest_slips(crew.house.store, "another")] == []
    entries = [*crew.house.store.stream("slips")]
    assert [entry.seq for entry in entries] == [1, 2, 3, 4]


def test_a_correction_has_a_slip(crew: Crew) -> None:
    crew.sit("ann", 1)
    crew.bets("2s 3c 5s 4d 9s 6h", (1, {"ante": 1_000}))
    crew.do(DORA, c.Choose(1, "fold"))
    crew.do(DORA, c.Settle())
    crew.floor.correct(FLO, TABLE, "given-back", c.CorrectPayment("ann", 1_000, "misread", "ante", 1, 1))
    slip = slip_of(crew, 2)
    assert (slip.kind, slip.amount, dict(slip.facts)["Reason"]) == ("correction", 1_000, "misread")
    crew.restart()
    assert slip_of(crew, 2) == slip
    verify_store(crew.house.store)


def test_a_slip_is_printed_again_and_voided(crew: Crew) -> None:
    marks = SlipMarks(crew.house)
    assert marks.print(DORA, 1, "print-1").prints == 1
    assert marks.print(DORA, 1, "print-1").prints == 1, "the same message again"
    assert not [text for text in words(crew, 1) if "REPRINT" in text]
    assert marks.print(FLO, 1, "print-2").prints == 2
    assert "REPRINT 1" in words(crew, 1)
    with pytest.raises(CommandRefused, match="say why"):
        marks.void(FLO, 1, "void-1", " ")
    marks.void(FLO, 1, "void-2", "counted at the wrong table")
    marks.void(FLO, 1, "void-2", "counted at the wrong table")
    assert "VOID: counted at the wrong table (flo)" in " ".join(words(crew, 1))
    with pytest.raises(CommandRefused, match="is void"):
        marks.void(FLO, 1, "void-3", "again")
    crew.floor.request(FLO, TABLE, "waits", "fill", 100, chips={100: 1})
    with pytest.raises(CommandRefused, match="withdraw the request"):
        marks.void(FLO, 2, "void-4", "no")


@clause("COMAR 36.05.03.04 J(2)")
def test_the_code_proves_the_entry_of_the_slip(crew: Crew) -> None:
    store = crew.house.store
    crew.fill({100: 1})
    bare = slip_code(store, slip_of(crew, 2))
    with pytest.raises(LedgerBroken, match="no proof"):
        check_slip_code(bare, KEY)
    crew.house.sign_head()
    code = slip_code(store, slip_of(crew, 2))
    assert check_slip_code(code, KEY) == check_slip_code(code, KEY, store) == 2
    assert read_qr(qr_rows(code))[0] == code
    assert keywords_of(slip_pdf(slip_of(crew, 2), "Harbor", code, crew.house.calendar.show)) == code
    for changed in (
        code.replace("slip 2", "slip 1"),
        code.replace("entry ", "entry 1"),
        code.replace("path ", "path AAAA"),
    ):
        with pytest.raises((LedgerBroken, InputError)):
            check_slip_code(changed, KEY, store)
    with pytest.raises(LedgerBroken):
        check_slip_code(code, SigningKey(bytes([1]) * 32).public)
    with pytest.raises(InputError, match="not the code of a slip"):
        check_slip_code("hello", KEY)


def test_the_command_shows_writes_and_checks(crew: Crew, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    crew.fill({2_500: 40})
    crew.house.sign_head()
    url = crew.url
    assert main(["slips", "--db", url]) == 0
    assert "Fill Slip" in capsys.readouterr().out
    assert main(["slips", "2", "--db", url, "-o", str(tmp_path / "slip.pdf")]) == 0
    assert "No. 000002" in {text.text for text in pages_of((tmp_path / "slip.pdf").read_bytes())[0].texts}
    capsys.readouterr()
    assert main(["slips", "2", "--db", url, "--json"]) == 0
    shown = json.loads(capsys.readouterr().out)
    assert (shown["kind"], shown["chips"], shown["amount"]) == ("fill", [[2_500, 40]], 100_000)
    code = tmp_path / "code.txt"
    code.write_text(shown["code"])
    assert main(["slips", "--check", str(code), "--db", url]) == 0
    assert "slip 2 is in the ledger" in capsys.readouterr().out
    code.write_text(shown["code"].replace("slip 2", "slip 1"))
    assert main(["slips", "--check", str(code), "--db", url, "--json"]) == 1
    assert json.loads(capsys.readouterr().out)["holds"] is False
    assert main(["slips", "9", "--db", url]) == 2
    assert main(["slips", "--db", url, "-o", "x.pdf"]) == 2


def test_a_house_without_denominations_issues_none(tmp_path: Path) -> None:
    crew = Crew(
        str(tmp_path / "other.db"),
        "\n".join(line for line in TEXT.split("\n") if not line.startswith("denominations")),
    )
    crew.floor.request(FLO, TABLE, "fill", "fill", 100)
    assert crew.house.store.last("slips") == 0
    crew.house.close()


@pytest.mark.parametrize("size", [1, 14, 62, 213, 214, 511, 997])
def test_codes_are_read_as_they_were_written(size: int) -> None:
    text = ("proof" * 200)[:size]
    assert read_qr(qr_rows(text))[0] == text


def test_a_code_has_an_end() -> None:
    with pytest.raises(InputError, match="do not fit"):
        qr_rows("x" * 998)
