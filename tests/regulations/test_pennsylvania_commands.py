"""The commands, for a regulation that stands outside the package and that the environment names."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from pitboss.rules.editions import VARIABLE
from tests.regulations.outside import HOUSE, PENNSYLVANIA

ROUND: dict[str, Any] = {
    "regulation": "PA-TCP",
    "paytables": {"ante_bonus": "A", "pair_plus": "B"},
    "payout_limit": 2_500_000,
    "dealer": ["Kc", "Qd", "4s"],
    "boxes": [
        {
            "box": 6,
            "cards": ["7s", "7h", "7d"],
            "decisions": ["play"],
            "wagers": {"ante": 1000, "pair_plus": 100_000},
            "match_play": {"ante": 1000},
        },
        {"box": 1, "cards": ["2s", "2d", "9h"], "decisions": ["fold"], "wagers": {"ante": 1000, "pair_plus": 500}},
    ],
}
PAID = {
    "6": {"ante": 3000, "play": 2000, "ante_bonus": 4000, "pair_plus": 2_600_000},
    "1": {"ante": 0, "pair_plus": 1000},
}


def pitboss(*arguments: object, lines: str = "", code: int = 0, folder: Path = PENNSYLVANIA) -> str:
    """What a command prints with a folder of regulations; its error if it cannot do what is asked."""
    done = subprocess.run(
        [sys.executable, "-m", "pitboss", *map(str, arguments)],
        input=lines,
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, VARIABLE: str(folder), "COLUMNS": "300"},
        timeout=120,
    )
    assert done.returncode == code, done.stderr
    return done.stderr if code == 2 else done.stdout


def test_check_approves_a_house_file() -> None:
    assert pitboss("check", HOUSE).startswith("Approved: Harbor House")


def test_settle_pays_by_the_rows(tmp_path: Path) -> None:
    file = tmp_path / "round.json"
    file.write_text(json.dumps(ROUND))
    boxes = {box["box"]: box["lines"] for box in json.loads(pitboss("settle", "--json", file))["boxes"]}
    assert {line["item"]: (line["outcome"], line["amount"], line["cite"]) for line in boxes[6]} == {
        "ante": ("paid", 2000, "PA-TCP 649a.11(d)(1)(iii)"),
        "play": ("paid", 1000, "PA-TCP 649a.11(d)(1)(iii)"),
        "ante_bonus": ("paid", 4000, "PA-TCP 649a.12(b)(1)"),
        "pair_plus": ("paid", 2_500_000, "PA-TCP 649a.12(e)"),
    }
    assert {line["item"]: (line["outcome"], line["amount"], line["cite"]) for line in boxes[1]} == {
        "ante": ("forfeited", 0, "PA-TCP 649a.11(b)(2)"),
        "pair_plus": ("paid", 500, "PA-TCP 649a.12(c)(2)"),
    }


def test_audit_finds_what_was_mispaid(tmp_path: Path) -> None:
    file = tmp_path / "rounds.jsonl"
    wrong = {**PAID, "6": {**PAID["6"], "ante": 2000}}
    file.write_text("".join(json.dumps({**ROUND, "paid": paid}) + "\n" for paid in (PAID, wrong)))
    told = pitboss("audit", file, code=1)
    assert "2 rounds: mispaid 1 time, $0 too much and $10 too little." in told


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"box": 7}, "boxes[0].box: expected a number from 1 to 6, found 7"),
        ({"match_play": {"pair_plus": 500}}, "box 6: match_play: unknown key 'pair_plus'; known: ante"),
        ({"match_play": {"ante": 1001}}, "box 6: match_play: ante: the coupon is worth more than its bet"),
    ],
)
def test_settle_says_what_a_round_cannot_hold(tmp_path: Path, change: dict[str, Any], told: str) -> None:
    file = tmp_path / "round.json"
    file.write_text(json.dumps({**ROUND, "boxes": [{**ROUND["boxes"][0], **change}]}))
    assert told in pitboss("settle", file, code=2)


def test_odds_and_strategy() -> None:
    shown = json.loads(pitboss("odds", "PA-TCP", "--json"))
    assert [(one["wager"], one["paytable"]) for one in shown] == [
        ("ante", "A"), ("ante", "B"), ("pair_plus", "A"), ("pair_plus", "B"), ("six_card_bonus", "A"),
    ]  # fmt: skip
    assert "play with Q-6-4 or better, fold everything lower" in pitboss("strategy", "PA-TCP")
    assert "a hand wins at most $25,000" in pitboss("odds", HOUSE)


def test_the_sign_shows_what_the_table_pays() -> None:
    sign = pitboss("sign", HOUSE)
    for text in ("Maximum payout $25,000 a hand on Pair Plus and Six Card Bonus", "50 to 1", "Harbor House"):
        assert text in sign


def test_simulate() -> None:
    results = json.loads(pitboss("simulate", HOUSE, "--rounds", 2000, "--seed", 1, "--json"))
    assert [wager["wager"] for wager in results["wagers"]] == ["ante", "pair_plus", "six_card_bonus"]


def test_play_keeps_pair_plus_after_a_fold_and_doubles_by_a_coupon() -> None:
    shown = pitboss(
        "play", "PA-TCP", "--house", HOUSE, "--plain", "--deck", "2s Kc 2d Kd 9h 4s", "--deck", "As 2c Ks 3c Qs Kd",
        lines="ante 10 pair 5\nfold\nante 10 pair 5 coupon ante 10\nplay\nq\n",
    )  # fmt: skip
    assert "given up (649a.11(b)(2))" in shown
    assert "pair of twos pays 1 to 1 (649a.12(c)(2))" in shown
    assert "king high, 1 to 1, with a coupon of $10 (649a.11(d)(1)(iii))" in shown
    assert "straight flush, ace high (mini royal) pays 50 to 1 (649a.12(c)(2))" in shown


def test_a_folder_without_rulings_cannot_be_read(tmp_path: Path) -> None:
    shutil.copytree(PENNSYLVANIA, tmp_path / "pa")
    missing = tmp_path / "pa" / "three_card_poker" / "1" / "rulings.toml"
    missing.unlink()
    told = f"{missing}: this file is missing; add it with [[rulings]] tables, or empty if no place is unclear"
    for command in (
        ("rules", "PA-TCP"),
        ("check", HOUSE),
        ("odds", "PA-TCP"),
        ("play", "PA-TCP", "--house", HOUSE),
        ("sign", HOUSE),
    ):
        assert told in pitboss(*command, code=2, folder=tmp_path / "pa")
    missing.write_text("")
    assert pitboss("check", HOUSE, folder=tmp_path / "pa").startswith("Approved")
