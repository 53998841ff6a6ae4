"""An invented regulation of Pennsylvania in an outside folder of data: everything works, and no code knows of it."""

import os
from pathlib import Path
from typing import Any

import pytest

from pitboss.play.round import Round
from pitboss.play.settle import settle
from pitboss.recorded.round import read_round
from pitboss.rules.load import folders, load_regulation
from pitboss.rules.register import clause_entries, rows_citing
from tests.regulations.outside import PENNSYLVANIA
from tests.rounds.transcript import Play, played, read

ROUNDS = sorted((PENNSYLVANIA / "rounds").glob("*.round"))
DEALT = [file for file in ROUNDS if "> dealer settles" in file.read_text(encoding="utf-8")]
every_round = pytest.mark.parametrize("file", ROUNDS, ids=lambda file: file.stem)


def test_it_is_there_only_if_it_is_named() -> None:
    assert "PA-TCP" not in folders()


def test_it_is_data_only(pennsylvania: str) -> None:
    assert folders()["PA-TCP"].is_relative_to(pennsylvania)
    assert {path.suffix for path in Path(pennsylvania).rglob("*") if path.is_file()} == {".toml", ".round"}


def test_every_clause_that_is_cited_has_a_gist_and_every_clause_a_row(pennsylvania: str) -> None:
    assert set(clause_entries("PA-TCP")) == set(rows_citing("PA-TCP"))
    assert load_regulation("PA-TCP").key == "PA-TCP@1"


@every_round
def test_rounds_come_out_as_they_stand_in_their_files(pennsylvania: str, file: Path) -> None:
    text = file.read_text(encoding="utf-8")
    found, play = played(read(text))
    if os.environ.get("PITBOSS_REWRITE"):
        file.write_text(found, encoding="utf-8")
    assert found == text
    assert play.replayed() == play.table


def recorded(play: Play, round_: Round) -> dict[str, Any]:
    """The last round of a table as somebody would hand it over for settlement."""
    return {
        "regulation": "PA-TCP",
        "paytables": {"ante_bonus": "A", "pair_plus": "B", "six_card_bonus": "A"},
        "payout_limit": play.table.ruleset.submission.payout_limit,
        "dealer": [str(card) for card in round_.piles["dealer"]],
        "boxes": [
            {
                "box": number,
                "player": box.player,
                "cards": [str(card) for card in box.cards],
                "decisions": list(box.choices.values()),
                "wagers": {name: stake for name, stake in box.wagers.items() if name != "play"},
                **({"match_play": dict(box.coupons)} if box.coupons else {}),
            }
            for number, box in round_.boxes.items()
        ],
    }


@pytest.mark.parametrize("file", DEALT, ids=lambda file: file.stem)
def test_a_recorded_round_is_settled_as_it_was_played(pennsylvania: str, file: Path) -> None:
    _, play = played(read(file.read_text(encoding="utf-8")))
    round_ = play.table.last
    assert round_
    found = read_round(recorded(play, round_))
    for number, lines in settle(found.terms, found.facts).boxes:
        paid = {name: (due.returned, due.amount) for name, due in round_.boxes[number].settled.items()}
        assert {line.item: (line.returned, line.amount) for line in lines} == paid
