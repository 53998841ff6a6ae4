"""Invented regulations of games that the package does not know: they play, settle and audit from data alone."""

import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from pitboss.books.export import selected_paytables
from pitboss.errors import SubmissionRejected
from pitboss.play.round import Round
from pitboss.play.settle import settle
from pitboss.recorded.round import read_round
from pitboss.rules.approve import approve_house
from pitboss.rules.check_rules import check_rules
from pitboss.rules.editions import VARIABLE
from pitboss.rules.house_file import HouseFile
from pitboss.rules.load import load_regulation
from pitboss.rules.register import clause_entries, rows_citing
from tests.regulations.outside import INVENTED, forget_regulations
from tests.rounds.transcript import Play, played, read

ROUNDS = [file for folder in INVENTED.values() for file in sorted((folder / "rounds").glob("*.round"))]
SETTLED = [file for file in ROUNDS if "  round completed" in file.read_text(encoding="utf-8")]
every_regulation = pytest.mark.parametrize("name", INVENTED)


@pytest.fixture(autouse=True)
def _invented(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """All of them are among the regulations."""
    monkeypatch.setenv(VARIABLE, os.pathsep.join(map(str, INVENTED.values())))
    forget_regulations()
    yield
    forget_regulations()


def label(file: Path) -> str:
    return f"{file.parent.parent.name}-{file.stem}"


@every_regulation
def test_each_is_fit_and_data_only(name: str) -> None:
    assert {path.suffix for path in INVENTED[name].rglob("*") if path.is_file()} == {".toml", ".round"}
    assert [check.faults for check in check_rules(INVENTED[name])] == [[]]


def test_the_stake_of_a_wager_at_a_decision_is_not_the_operators() -> None:
    file = INVENTED["NJ-CST"] / "caribbean_stud/1/house.toml"
    text = file.read_text(encoding="utf-8")
    written = re.sub(r"(raise = \{[^}]*?) *\}", r'\1, minimum = "$10" }', text)
    assert written != text
    with pytest.raises(SubmissionRejected) as rejected:
        approve_house(HouseFile("house.toml", written.encode()))
    (violation,) = rejected.value.violations
    assert (violation.code, violation.clause) == ("stake-follows", "NJ-CST 13:69F-10.5(f)")
    assert violation.message.endswith("the stake follows from another wager; leave minimum out")


@every_regulation
def test_every_clause_that_is_cited_has_a_gist_and_every_clause_a_row(name: str) -> None:
    assert set(clause_entries(name)) == set(rows_citing(name))
    assert load_regulation(name).key == f"{name}@1"


@pytest.mark.parametrize("file", ROUNDS, ids=label)
def test_rounds_come_out_as_they_stand_in_their_files(file: Path) -> None:
    text = file.read_text(encoding="utf-8")
    found, play = played(read(text))
    if os.environ.get("PITBOSS_REWRITE"):
        file.write_text(found, encoding="utf-8")
    assert found == text
    assert play.replayed() == play.table


def recorded(play: Play, round_: Round) -> dict[str, Any]:
    """The last round of a table as somebody would hand it over for settlement."""
    ruleset = play.table.ruleset
    before = [name for name, wager in ruleset.wagers.items() if wager.placed == "before_deal"]
    return {
        "regulation": ruleset.regulation.id,
        "paytables": selected_paytables(ruleset),
        "dealer": [str(card) for card in round_.piles.get("dealer", ())],
        "community": [str(card) for card in round_.piles.get("community", ())],
        "boxes": [
            {
                "box": number,
                "player": box.player,
                "cards": [str(card) for card in box.cards],
                "decisions": [None if made in box.undecided else choice for made, choice in box.choices.items()],
                "wagers": {name: box.wagers[name] for name in before if name in box.wagers},
            }
            for number, box in round_.boxes.items()
        ],
    }


@pytest.mark.parametrize("file", SETTLED, ids=label)
def test_a_recorded_round_is_settled_as_it_was_played(file: Path) -> None:
    _, play = played(read(file.read_text(encoding="utf-8")))
    round_ = play.table.last
    assert round_
    found = read_round(recorded(play, round_))
    for number, lines in settle(found.terms, found.facts).boxes:
        paid = {name: (due.returned, due.amount) for name, due in round_.boxes[number].settled.items()}
        assert {line.item: (line.returned, line.amount) for line in lines} == paid
