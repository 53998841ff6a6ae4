"""The commands, for games that the package does not know."""

import json
import os
from pathlib import Path

from tests.regulations.outside import INVENTED
from tests.regulations.test_pennsylvania_commands import pitboss

UTH = {
    "regulation": "NJ-UTH",
    "dealer": ["9c", "9d"],
    "community": ["2h", "7h", "3s", "8h", "9s"],
    "boxes": [
        {"box": 1, "cards": ["Ah", "Th"], "decisions": ["raise_4"], "wagers": {"ante": 500, "blind": 500}},
        {
            "box": 2,
            "cards": ["Kc", "Kd"],
            "decisions": ["check", "check", "fold"],
            "wagers": {"ante": 500, "blind": 500},
        },
    ],
}


def house(name: str) -> Path:
    return next(INVENTED[name].rglob("house.toml"))


def test_mississippi_stud_is_played() -> None:
    shown = pitboss(
        "play", "MS-MSS", "--house", house("MS-MSS"), "--plain", "--deck", "Js Jd 2c 3c Jh",
        lines="5\n1\n3\n2\nq\n", folder=INVENTED["MS-MSS"],
    )  # fmt: skip
    assert "box 1, Fourth Street: 1 raise 1x, 2 raise 2x, 3 raise 3x, f fold" in shown
    assert "+$45  three jacks pays 3 to 1 (18.8(a)(7))" in shown


def test_the_dealer_shows_a_card_at_caribbean_stud() -> None:
    shown = pitboss(
        "play", "NJ-CST", "--house", house("NJ-CST"), "--plain", "--deck", "As Kh Ad Jd Ac Ts 2d 3d 2h Ah",
        lines="5\nr\nq\n", folder=INVENTED["NJ-CST"],
    )  # fmt: skip
    assert "dealer: ?? ?? ?? ?? Ah" in shown
    assert "full house, aces over twos pays 7 to 1 (13:69F-10.8(b)(1))" in shown


def test_one_raise_in_a_round_of_ultimate_texas_holdem() -> None:
    shown = pitboss(
        "play", "NJ-UTH", "--house", house("NJ-UTH"), "--plain", "--deck", "Ah 9c Th 9d 2h 7h 3s 8h 9s",
        lines="5\nc\n2\nq\n", folder=INVENTED["NJ-UTH"],
    )  # fmt: skip
    assert "box 1, Before The Flop: 4 play 4x, 3 play 3x, c check" in shown
    assert "box 1, Flop: 2 play 2x, c check" in shown
    assert "flush, ace high pays 3 to 2 (13:69F-37.8(b))" in shown


def test_a_round_is_settled_and_audited(tmp_path: Path) -> None:
    round_, rounds = tmp_path / "round.json", tmp_path / "rounds.jsonl"
    round_.write_text(json.dumps(UTH))
    (one, two) = sorted(
        json.loads(pitboss("settle", "--json", round_, folder=INVENTED["NJ-UTH"]))["boxes"], key=lambda box: box["box"]
    )
    assert (one["net"], two["net"]) == (3250, -1000)
    paid = {"1": {"ante": 1000, "blind": 1200, "play": 4000}, "2": {}}
    rounds.write_text(json.dumps({**UTH, "paid": paid}) + "\n")
    told = pitboss("audit", rounds, code=1, folder=INVENTED["NJ-UTH"])
    assert "mispaid 1 time, $0 too much and $0.50 too little" in told


def test_what_cannot_be_solved_is_refused_with_its_reason() -> None:
    told = pitboss("odds", "NJ-UTH", code=2, folder=INVENTED["NJ-UTH"])
    assert "no exact solution: the dealer's hand is made of community cards too" in told
    assert len(told.splitlines()) == 1
    told = pitboss("odds", "NV-TCP", "colors", "A", code=2, folder=INVENTED["NV-TCP"])
    assert "its rows read different hands" in told


def test_what_cannot_be_simulated_is_refused_with_its_reason() -> None:
    for name, reason in (
        ("NV-TCP", "the rows of colors read different hands, which is not simulated"),
        ("NJ-FCP", "no simulation of a dealer's hand of 6 cards against 5"),
    ):
        told = pitboss("simulate", house(name), "--rounds", 100, code=2, folder=INVENTED[name])
        assert reason in told
        assert len(told.splitlines()) == 1


def test_four_card_poker_is_played() -> None:
    shown = pitboss(
        "play", "NJ-FCP", "--house", house("NJ-FCP"), "--plain", "--deck", "As 7h Ah 7d Qs 7c Jd 2d 2h 3c 8s",
        lines="5\n3\nq\n", folder=INVENTED["NJ-FCP"],
    )  # fmt: skip
    assert "box 1, Play: 1 play 1x, 2 play 2x, 3 play 3x, f fold" in shown


def test_all_of_them_are_named() -> None:
    folder = Path(os.pathsep.join(map(str, INVENTED.values())))
    shown = pitboss("rules", folder=folder)
    assert all(name in shown for name in INVENTED)
