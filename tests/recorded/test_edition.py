"""A recorded round is settled by the edition that it names, or by the one in force on its day."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import pitboss as pb
from pitboss.cli.main import main
from pitboss.play.json_values import DocumentFault
from pitboss.recorded.round import read_round
from pitboss.rules.today import read_as_on
from tests.rules.next_edition import EFFECTIVE, regulations_outside, write_next_edition

BEFORE, AFTER = "2026-12-31", EFFECTIVE


def recorded(paytable: str, **more: Any) -> dict[str, Any]:
    """A flush on a Pair Plus of $5: 4 to 1 by the table E of edition 1.4, 3 to 1 by the table F of 1.5."""
    return {
        "regulation": "MD-TCP",
        "paytables": {"ante_bonus": "A", "pair_plus": paytable},
        "boxes": [{"box": 1, "cards": ["2s", "6s", "9s"], "wagers": {"pair_plus": 500}, "decisions": []}],
        "dealer": ["Kc", "Kd", "4s"],
        **more,
    }


@pytest.fixture(autouse=True)
def amended(tmp_path: Path) -> Iterator[Path]:
    """Edition 1.5 beside 1.4, and a day after it came into force."""
    write_next_edition(tmp_path / "amended")
    read_as_on("2027-06-01")
    with regulations_outside(tmp_path / "amended") as folder:
        yield folder
    read_as_on("")


NAMED: dict[str, tuple[dict[str, Any], str]] = {
    "nothing": (recorded("F"), "1.5"),
    "the edition": (recorded("E", edition="1.4"), "1.4"),
    "the next edition": (recorded("F", edition="1.5"), "1.5"),
    "a day before": (recorded("E", at=BEFORE), "1.4"),
    "the first day": (recorded("F", at=AFTER), "1.5"),
    "the regulation with its edition": (recorded("E", regulation="md-tcp@1.4"), "1.4"),
    "the edition twice": (recorded("E", regulation="MD-TCP@1.4", edition="1.4"), "1.4"),
    "the edition and a day of it": (recorded("E", edition="1.4", at=BEFORE), "1.4"),
    "all three": (recorded("F", regulation="MD-TCP@1.5", edition="1.5", at="2028-02-29"), "1.5"),
}


@pytest.mark.parametrize(("document", "edition"), NAMED.values(), ids=NAMED)
def test_the_edition_of_a_round(document: dict[str, Any], edition: str) -> None:
    assert read_round(document).terms.regulation.edition == edition
    answer = pb.settle(document)
    assert answer["edition"] == edition
    (line,) = answer["boxes"][0]["lines"]
    assert line["amount"] == {"1.4": 2000, "1.5": 1500}[edition]
    assert line["cite"] == "MD-TCP 12.D(5)(d)"


def test_a_round_of_a_day_that_has_no_edition_is_settled_by_the_one_in_force_today() -> None:
    """The day is asked for each round: a process that runs past midnight does not keep the old answer."""
    document = {**recorded("A"), "paytables": {"ante_bonus": "A", "pair_plus": "A"}}
    assert read_round(document).terms.regulation.edition == "1.5"
    read_as_on(BEFORE)
    assert read_round(document).terms.regulation.edition == "1.4"


REFUSED: dict[str, tuple[dict[str, Any], str]] = {
    "an edition and a day of another": (
        recorded("E", edition="1.4", at=AFTER),
        "at: MD-TCP@1.4 is not in force on 2027-01-01, but MD-TCP@1.5",
    ),
    "an edition in the name and a day of another": (
        recorded("F", regulation="MD-TCP@1.5", at=BEFORE),
        "at: MD-TCP@1.5 is not in force on 2026-12-31, but MD-TCP@1.4",
    ),
    "two editions": (
        recorded("E", regulation="MD-TCP@1.4", edition="1.5"),
        "edition: '1.5' is not the edition of MD-TCP@1.4",
    ),
    "no such edition": (recorded("E", edition="1.3"), "edition: MD-TCP has no edition '1.3'; there are 1.4, 1.5"),
    "no such edition in the name": (
        recorded("E", regulation="MD-TCP@1.3"),
        "regulation: MD-TCP has no edition '1.3'; there are 1.4, 1.5",
    ),
    "an edition that is a number": (recorded("E", edition=1.4), 'edition: expected a text such as "1.4", found 1.4'),
    "an empty edition": (recorded("E", edition=""), "edition: expected a text such as \"1.4\", found ''"),
    "a day that is a number": (recorded("E", at=20270101), 'at: expected a day such as "2026-11-18", found 20270101'),
    "no day": (recorded("E", at="2027-02-29"), "at: expected a day such as \"2026-11-18\", found '2027-02-29'"),
    "a moment": (recorded("E", at="2027-01-01T10:00"), "at: expected a day such as"),
    "a table of the other edition": (recorded("E", at=AFTER), "pair_plus has no paytable 'E'; choose A, B, C, D, F"),
    "an unknown key": (recorded("E", editon="1.4"), "unknown key 'editon'; did you mean 'edition'?"),
}


@pytest.mark.parametrize(("document", "reason"), REFUSED.values(), ids=REFUSED)
def test_what_contradicts_itself_is_refused(document: dict[str, Any], reason: str) -> None:
    with pytest.raises(DocumentFault) as fault:
        read_round(document)
    assert reason in str(fault.value)
    with pytest.raises(pb.InputError):
        pb.settle(document)


def test_an_audit_picks_the_edition_line_by_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Rounds of 1.4 audit right after the date of 1.5, by their day and by their edition."""
    paid = {"1.4": {"1": {"pair_plus": 2500}}, "1.5": {"1": {"pair_plus": 2000}}}
    lines = [
        recorded("E", at=BEFORE, paid=paid["1.4"]),
        recorded("E", edition="1.4", paid=paid["1.4"]),
        recorded("F", paid=paid["1.5"]),
        recorded("F", at=AFTER, paid=paid["1.4"], round="too much"),
    ]
    path = tmp_path / "rounds.jsonl"
    path.write_text("".join(f"{json.dumps(line)}\n" for line in lines), encoding="utf-8")
    assert main(["audit", str(path), "--json"]) == 1
    answer = json.loads(capsys.readouterr().out)
    assert answer["differences"] == [
        {
            "round": "too much", "box": 1, "item": "pair_plus", "due": 2000, "paid": 2500,
            "clause": "MD-TCP 12.D(5)(d)", "edition": "1.5",
        }
    ]  # fmt: skip
    assert answer["editions"] == {"MD-TCP@1.4": 2, "MD-TCP@1.5": 2}
    assert main(["audit", str(path)]) == 1
    assert capsys.readouterr().out.startswith("MD-TCP@1.4: 2 rounds. MD-TCP@1.5: 2 rounds.\n")


def test_the_columns_of_csv(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    head = "round,regulation,edition,at,paytables,dealer,box,cards,wagers,paid\n"
    rows = [
        f"one,MD-TCP,,{BEFORE},ante_bonus=A pair_plus=E,Kc Kd 4s,1,2s 6s 9s,pair_plus=500,pair_plus=2500\n",
        "two,MD-TCP,1.4,,ante_bonus=A pair_plus=E,Kc Kd 4s,1,2s 6s 9s,pair_plus=500,pair_plus=2500\n",
    ]
    path = tmp_path / "rounds.csv"
    path.write_text(head + "".join(rows), encoding="utf-8")
    assert main(["audit", str(path), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["editions"] == {"MD-TCP@1.4": 2}


def test_the_edition_stands_once_in_the_header(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "round.json"
    path.write_text(json.dumps(recorded("E", at=BEFORE)), encoding="utf-8")
    assert main(["settle", str(path)]) == 0
    text = capsys.readouterr().out
    assert text.startswith("MD-TCP  Maryland Three Card Poker, edition 1.4\n")
    assert text.count("1.4") == 1
    assert main(["settle", str(path), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["edition"] == "1.4"
