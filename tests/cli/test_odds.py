"""`odds` and `strategy` on the command line: what programs rely on, and bad input in sentences."""

import doctest
import json
import subprocess
import sys
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from pitboss.cli.main import main
from pitboss.errors import InputError
from pitboss.odds import odds, strategy_of

ROOT = Path(__file__).parents[2]
HOUSE = str(ROOT / "examples/house.toml")
BROKEN = str(ROOT / "examples/broken.toml")


def answer(capsys: pytest.CaptureFixture[str], *arguments: str, code: int = 0) -> Any:
    assert main([*arguments, "--json"]) == code
    return json.loads(capsys.readouterr().out)


def text(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert main(arguments) == 0
    return capsys.readouterr().out


BAD = {
    "regulation": (["MD-XXX"], "there is no regulation 'MD-XXX'"),
    "wager": (["MD-TCP", "par_plus"], "did you mean 'pair_plus'"),
    "paytable": (["MD-TCP", "pair_plus", "Z"], "there are A, B, C, D, E"),
    "option": (["MD-TCP", "ante", "A", "--option", "bonus=always"], "has no option 'bonus'"),
    "option's value": (["MD-TCP", "ante", "A", "--option", "ante_bonus=never"], "choose always or win_only"),
    "option without value": (["MD-TCP", "ante", "A", "--option", "ante_bonus"], "write it like NAME=VALUE"),
    "option twice": (["MD-LIR", "base", "A", "--meter", "main=1", "--meter", "main=2"], "given twice"),
    "meter of another table": (["MD-TCP", "progressive", "A", "--meter", "major=5"], "--meter major: no such meter"),
    "meter of no table": (["MD-TCP", "pair_plus", "A", "--meter", "main=5"], "there is no meter here"),
    "meter below zero": (["MD-TCP", "progressive", "A", "--meter", "main=-5"], "--meter main"),
    "meter not money": (["MD-TCP", "progressive", "A", "--meter", "main=1.5"], "not an amount of money"),
    "rate over the wager": (["MD-TCP", "progressive", "A", "--rate", "main=101%"], "more than the wager"),
    "rate not a share": (["MD-TCP", "progressive", "A", "--rate", "main=-1%"], "not a percentage"),
    "rate of another table": (["MD-TCP", "progressive", "A", "--rate", "minor=14%"], "no such meter"),
    "rate missing": (["MD-TCP", "progressive", "C", "--rate", "major=14%"], "give --rate minor=PERCENT"),
    "reset missing": (["MD-TCP", "five_card_progressive", "A", "--rate", "five_card_main=9%"], "give --reset"),
    "reset alone": (["MD-TCP", "progressive", "A", "--reset", "main=5"], "give --rate"),
    "no box": (["MD-TCP", "progressive", "A", "--boxes", "0"], "expected 1 to 7, found 0"),
    "too many boxes": (["MA-LIR", "cover_all", "A", "--boxes", "8"], "expected 1 to 7, found 8"),
    "no stake": (["MD-TCP", "pair_plus", "A", "--stake", "0"], "more than $0"),
    "no rounds": (
        ["MD-TCP", "ante", "A", "--known", "dealer:1", "--rounds", "0"],
        "1 to 10,000 rounds an hour, found 0",
    ),
    "rounds below zero": (["MD-TCP", "ante", "A", "--known", "dealer:1", "--rounds", "-1"], "--rounds"),
    "rounds past counting": (["MD-TCP", "ante", "A", "--known", "dealer:1", "--rounds", "9" * 4300], "--rounds"),
    "no rounds in a house": ([HOUSE, "--rounds", "0"], "--rounds"),
    "card of another game": (["MD-TCP", "ante", "A", "--known", "community:first"], "can be asked for dealer:1"),
    "box that is not there": (["MD-LIR", "base", "A", "--known", "boxes:8"], "boxes:2, boxes:3, boxes:4, boxes:5"),
    "boxes past counting": (["MD-TCP", "ante", "A", "--known", "boxes:7"], "11,554,258,485,616 sets of 18 cards"),
    "every card of all wagers": (["MD-TCP", "--known", "all"], "name a regulation, a wager and a paytable"),
    "every card for no decision": (["MD-TCP", "pair_plus", "A", "--known", "all"], "no decision"),
    "card for no decision": (["MD-TCP", "pair_plus", "A", "--known", "dealer:1"], "no decision"),
    "file that is not there": (["nowhere.toml"], "nowhere.toml: cannot be read"),
    "file that is no TOML": ([str(ROOT / "README.md")], "README.md:3"),
    "folder": ([f"{ROOT}/"], "cannot be read"),
    "table of the house": ([HOUSE, "three-cards"], "did you mean 'three-card'"),
    "paytable of the house": ([HOUSE, "three-card", "A"], "only a table can be named"),
    "stake of the house": ([HOUSE, "--stake", "$5"], "leave it out; the house file sets it"),
    "sheet that cannot be written": (["MD-TCP", "pair_plus", "A", "--html", "/nowhere/x.html"], "cannot be written"),
}


@pytest.mark.parametrize(("arguments", "says"), BAD.values(), ids=BAD)
def test_bad_input_is_a_sentence(arguments: list[str], says: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["odds", *arguments]) == 2
    shown = capsys.readouterr()
    assert shown.out == ""
    assert says in shown.err
    assert shown.err.count("\n") == 1


BAD_STRATEGY = {
    "card twice": (["MD-TCP", "--hand", "Qs Qs 4c"], "repeats Qs"),
    "two cards": (["MD-TCP", "--hand", "Qs 6d"], "three cards, not 2"),
    "five cards": (["MD-LIR", "--hand", "Qs 6d 4c 2c 3c"], "three cards for the first decision or four"),
    "six cards": (["MD-TFP", "--hand", "Qs 6d 4c 2c 3c 5c"], "7 cards, not 6"),
    "not a card": (["MD-TCP", "--hand", "Qs 6d 1c"], "'1c' is not a card"),
    "no card": (["MD-TCP", "--hand", ""], "--hand"),
    "one hand and every hand": (["MD-TCP", "--hand", "Qs 6d 4c", "--every-hand"], "give one of the two"),
    "paytable": (["MD-TCP", "Z"], "has no paytable 'Z'"),
    "option": (["MD-TFP", "--option", "top_five_equal_counts=x"], "choose poker_rank or high_cards"),
    "no such stake": (
        ["MD-TCP", "--hand", "Qs 6d 4c", "--stake", "antex=$5"],
        "no such wager of a box; did you mean 'ante'?",
    ),
    "no ante": (["MD-TCP", "--hand", "Qs 6d 4c", "--stake", "pair_plus=$5"], "--stake ante=AMOUNT is missing"),
    "a stake without a name": (["MD-TCP", "--hand", "Qs 6d 4c", "--stake", "$5"], "name the wager of each amount"),
    "a stake without a hand": (["MD-TCP", "--stake", "ante=$5"], "go with --hand"),
    "no meter": (
        ["MD-TCP", "--hand", "Qs 6d 4c", "--stake", "ante=$5", "--stake", "five_card_progressive=$5"],
        "--meter five_card_main=AMOUNT is missing",
    ),
    "a stake that is not taken": (
        ["MD-TCP", "--hand", "Qs 6d 4c", "--stake", "ante=$5", "--stake", "progressive=$2"],
        "accepts $1 or $5 (MD-TCP 12.E(5))",
    ),
    "no such choice": (
        ["MD-LIR", "--hand", "Qs 6d 4c 2c", "--stake", "base=$5", "--made", "fold"],
        "at bet_1 there are ride, withdraw",
    ),
    "too many choices": (
        ["MD-TCP", "--hand", "Qs 6d 4c", "--stake", "ante=$5", "--made", "play"],
        "1 choices, and the box decides 1 times",
    ),
    "cards of another decision": (
        ["MD-LIR", "--hand", "Qs 6d 4c 2c", "--stake", "base=$5"],
        "decision bet_1 sees 3 of the player, not 4 cards",
    ),
}


@pytest.mark.parametrize(("arguments", "says"), BAD_STRATEGY.values(), ids=BAD_STRATEGY)
def test_a_bad_hand_is_a_sentence(arguments: list[str], says: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["strategy", *arguments]) == 2
    assert says in capsys.readouterr().err


def test_a_rejected_house_says_why(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["odds", BROKEN]) == 1
    assert "MD-TCP 12.E(3)(b)" in capsys.readouterr().err
    found = answer(capsys, "odds", BROKEN, code=1)
    assert found["approved"] is False
    assert "MD-TCP 12.E(3)(b)" in [violation["clause"] for violation in found["violations"]]


def test_the_contract_of_one_wager(capsys: pytest.CaptureFixture[str]) -> None:
    found = answer(capsys, "odds", "md-tcp", "pair_plus", "a")
    assert found["regulation"] == "MD-TCP"
    assert (found["wager"], found["paytable"], found["options"]) == ("pair_plus", "A", {})
    assert found["cite"] == "MD-TCP 12.D(1)"
    assert found["total"] == 22100
    assert found["rows"][0] == {"pattern": "straight_flush", "pays": "35 to 1", "count": 48}
    assert found["rows"][-1] == {"pattern": "none", "pays": None, "count": 16440}
    assert found["expected"] == "-253/5525"
    assert found["house_edge"] == 0.04579185520361991
    assert found["hit_frequency"] == float(1 - Fraction(16440, 22100))


def test_the_contract_of_games_with_decisions(capsys: pytest.CaptureFixture[str]) -> None:
    for regulation, wager in (("MD-LIR", "base"), ("MD-TCP", "ante"), ("MD-TFP", "ante")):
        found = answer(capsys, "odds", regulation, wager, "A")
        assert found["element_of_risk"] == pytest.approx(found["house_edge"] / float(Fraction(found["average_stake"])))


def test_the_contract_of_progressives(capsys: pytest.CaptureFixture[str]) -> None:
    found = answer(capsys, "odds", "MD-TCP", "progressive", "A", "--rate", "main=14%", "--boxes", "7")
    assert found["meters"] == {"main": "1/22100"}
    assert found["break_even"] == "10080"
    assert Fraction(found["expected"]) == Fraction(-454, 1105) + 6 * Fraction(found["envy_per_other_box"])
    assert found["envy_by_boxes"]["500"][1] == "7/884"
    run = found["long_run"]
    assert Fraction(run["expected_without_envy"]) == Fraction(-504, 1105) + Fraction(7, 50) + Fraction(10, 221)
    main_meter = run["meters"]["main"]
    assert main_meter["wagers_between_hits"] == "22100"
    assert [row["probability"] for row in main_meter["next_hit_within"]] == [0.05, 0.25, 0.5, 0.75, 0.95]
    plain = answer(capsys, "odds", "MD-TCP", "progressive", "A")
    assert "long_run" not in plain
    assert "22,100.0 wagers" in text(capsys, "odds", "MD-TCP", "progressive", "A", "--rate", "main=14")


def test_a_list_where_less_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    found = answer(capsys, "odds", "MD-TCP", "progressive", "--rate", "main=20%")
    assert [record["paytable"] for record in found] == ["A", "B", "C"]
    assert ["long_run" in record for record in found] == [True, True, False]
    shown = text(capsys, "odds", "MD-TCP", "progressive", "--rate", "main=20%").splitlines()
    assert "long run" in shown[2]
    assert f"{found[1]['long_run']['house_edge'] * 100:.4f} %" in shown[4]
    assert "long run" not in text(capsys, "odds", "MD-TCP", "progressive")


def test_an_amount_as_an_option(capsys: pytest.CaptureFixture[str]) -> None:
    for amount in ("500", "$5"):
        found = answer(capsys, "odds", "MD-LIR", "five_card_bonus", "A", "--option", f"five_card_bonus_stake={amount}")
        assert found["stake"] == 500
        # What is paid at that stake, not what is printed for a dollar.
        assert found["rows"][0]["pays"] == "$100,000"
        assert found["expected"] == answer(capsys, "odds", "MD-LIR", "five_card_bonus", "A")["expected"]


FORBIDDEN = {
    "MD-LIR progressive A $2": "accepts $1 or $5 (MD-LIR 12.I)",
    "MD-TCP progressive A $2": "accepts $1 or $5 (MD-TCP 12.E(5))",
    "MD-TCP five_card_progressive C $10": "accepts $1 or $5 (MD-TCP 7.F(6)",
    "MA-LIR progressive TABLE1 $5": "accepts $1 (MA-LIR 12(b))",
    "MA-LIR progressive PTMGL01 $1.50": "accepts whole dollars (MA-LIR 12(e))",
}


@pytest.mark.parametrize(("asked", "said"), FORBIDDEN.items(), ids=FORBIDDEN)
def test_a_stake_that_a_named_wager_does_not_take(asked: str, said: str, capsys: pytest.CaptureFixture[str]) -> None:
    *wager, stake = asked.split()
    assert main(["odds", *wager, "--stake", stake]) == 2
    assert f"stake {stake}: {' '.join(wager[:2])} {said}" in capsys.readouterr().err
    with pytest.raises(InputError, match="accepts"):
        odds(*wager[:2], stake="$0.50")


def test_an_option_sets_the_stake(capsys: pytest.CaptureFixture[str]) -> None:
    asked = ["odds", "MD-LIR", "five_card_bonus", "A", "--option", "five_card_bonus_stake=500", "--stake"]
    assert answer(capsys, *asked, "$5")["stake"] == 500
    assert main([*asked, "$1"]) == 2
    assert "accepts $5, set by the option" in capsys.readouterr().err


def test_a_stake_that_is_asked_for_is_obeyed(capsys: pytest.CaptureFixture[str]) -> None:
    """The dollar too, where the paytable is printed for five."""
    found = {stake: answer(capsys, "odds", "MA-LIR", "progressive", "PTMGL02", *stake) for stake in ((), STAKE)}
    assert [record["stake"] for record in found.values()] == [500, 100]
    assert [record["seeds"] for record in found.values()] == [{"main": 5_000_000}, {"main": 1_000_000}]
    assert [record["break_even"] for record in found.values()] == ["15250400/19", "3050080/19"]
    assert [list(record["envy_by_boxes"]) for record in found.values()] == [["500"], ["100"]]
    assert answer(capsys, "odds", "MD-TCP", "ante", "A", "--stake", "$5")["stake"] == 500


STAKE = ("--stake", "$1")


def test_wagers_whose_stake_is_fixed_keep_it_where_no_wager_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    stakes = {
        (record["wager"], record["paytable"]): record["stake"]
        for regulation in ("MD-LIR", "MA-LIR")
        for record in answer(capsys, "odds", regulation, "--stake", "$2")
    }
    assert (stakes["base", "A"], stakes["three_card_bonus", "A"], stakes["progressive", "PTMGL02"]) == (200, 200, 200)
    assert (stakes["progressive", "F"], stakes["progressive", "TABLE1"]) == (100, 100)
    assert (stakes["five_card_bonus", "A"], stakes["bonus", "A"]) == (200, 200), "their prizes grow with the stake"
    # Of a wager's paytables those that fix the stake keep it, where others take the one asked for.
    found = answer(capsys, "odds", "MA-LIR", "progressive", "--stake", "$5")
    assert [record["stake"] for record in found] == [100, *[500] * 6]


def test_a_record_with_envy_says_for_how_many_boxes(capsys: pytest.CaptureFixture[str]) -> None:
    alone, seven = (answer(capsys, "odds", "MD-TCP", "progressive", "A", *boxes) for boxes in ((), ("--boxes", "7")))
    assert ("boxes" in alone, seven["boxes"]) == (False, 7)
    assert Fraction(seven["expected"]) == Fraction(alone["expected"]) + 6 * Fraction(alone["envy_per_other_box"])
    # The wager's own figures: Envy Bonuses are in none of them.
    for key in ("variance", "standard_deviation", "hit_frequency", "rows", "total", "fixed"):
        assert seven[key] == alone[key]
    shown = text(capsys, "odds", "MD-TCP", "progressive", "A", "--boxes", "2")
    assert "of the stake, Envy Bonuses of 1 other box included" in shown
    assert "included" not in text(capsys, "odds", "MD-TCP", "progressive", "A")


def test_a_meter_that_is_named_is_no_seed(capsys: pytest.CaptureFixture[str]) -> None:
    asked = ("odds", "MD-LIR", "progressive", "D", "--stake", "$5", "--meter", "major=12345.67")
    found = answer(capsys, *asked)
    assert found["seeds"] == {"major": 100_000, "minor": 25_000}
    assert found["shown"] == {"major": 1_234_567, "minor": 25_000}
    worth = sum(Fraction(found["meters"][name]) * cents for name, cents in found["shown"].items())
    assert Fraction(found["expected"]) == Fraction(found["fixed"]) + worth / found["stake"]
    assert "$12,345.67" in text(capsys, *asked)


@pytest.mark.parametrize("asked", [("MD-LIR", "base", "A"), ("MD-TCP", "ante", "A"), ("MD-TFP", "ante", "A")])
def test_stake_and_risk_are_there_exactly_and_as_floats(
    asked: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    found = answer(capsys, "odds", *asked)
    for key in ("average_stake", "element_of_risk"):
        assert float(Fraction(found[f"{key}_exact"])) == found[f"{key}_float"]
        assert found[key] in (found[f"{key}_exact"], found[f"{key}_float"])


def test_a_house_in_text_and_json(capsys: pytest.CaptureFixture[str]) -> None:
    shown = text(capsys, "odds", HOUSE, "three-card")
    for words in ("no paid hand is folded", "7.3414 %", "2.0841 %", "mean at next hit", "Envy Bonus of progressive"):
        assert words in shown
    (found,) = answer(capsys, "odds", HOUSE, "three-card")["tables"]
    assert found["regulation"] == "MD-TCP"
    assert {one["wager"]: one["loss"] for one in found["forfeited_by_folding"]} == {
        "pair_plus": "0",
        "progressive": "0",
        "five_card_progressive": "795/10829",
    }
    assert all("long_run" in one for one in found["wagers"] if one["wager"].endswith("progressive"))


def test_a_sheet_is_written(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "odds.html"
    assert text(capsys, "odds", "MD-TCP", "pair_plus", "--html", str(file)) == f"{file}: 5 paytables\n"
    assert file.read_text().startswith("<!doctype html>")
    assert text(capsys, "odds", HOUSE, "top-five", "--html", str(file)) == f"{file}: 1 table\n"
    assert "Chesapeake Sample Casino" in file.read_text()


def test_the_ante_says_who_wins_and_what_the_bonus_pays(capsys: pytest.CaptureFixture[str]) -> None:
    lines = text(capsys, "odds", "MD-TCP", "ante", "B").splitlines()
    assert [line.split("  ")[1].strip() for line in lines[2:7]] == [
        "fold",
        "dealer does not qualify",
        "player wins",
        "tie",
        "dealer wins",
    ]
    assert lines[-1].strip() == "Included: Ante Bonus, straight flush 5 to 1, three of a kind 3 to 1, straight 1 to 1."
    assert "Included" not in text(capsys, "odds", "MD-TCP", "pair_plus", "A")


def test_the_contract_of_strategy(capsys: pytest.CaptureFixture[str]) -> None:
    found = answer(capsys, "strategy", "MD-TCP", "--hand", "Qs 6d 4c")
    assert found["best"] == "play"
    assert found["choices"]["fold"]["value"] == "-1"
    assert Fraction(found["choices"]["fold"]["cost"]) == Fraction(found["choices"]["play"]["value"]) + 1
    assert answer(capsys, "strategy", "MD-TCP")["rules"] == {
        "play": ["play with Q-6-4 or better, fold everything lower"]
    }
    whole = ("--stake", "ante=$10", "--stake", "five_card_progressive=$5", "--meter", "five_card_main=$12,345")
    alone, given = (answer(capsys, "strategy", "MD-TCP", "--hand", "Js Ts 8h", *box) for box in ((), whole))
    assert (alone["best"], given["best"]) == ("fold", "play")
    assert given["choices"]["fold"]["value"] == "-3/2"
    table = answer(capsys, "strategy", "MD-TCP", "--every-hand")["table"]
    assert sum(row["hands"] for row in table) == 22_100


def test_the_library_refuses_in_the_same_words() -> None:
    with pytest.raises(InputError, match="no such meter"):
        odds("MD-TCP", "progressive", "A", meters={"mian": "$5"})
    with pytest.raises(InputError, match="not an amount of money"):
        odds("MD-TCP", "progressive", "A", meters={"main": "-5"})
    with pytest.raises(InputError, match="give the number of boxes"):
        odds("MA-LIR", "cover_all", "A")
    with pytest.raises(InputError, match="no decision"):
        odds("MD-TCP", "pair_plus", "A", known="dealer:1")
    with pytest.raises(InputError, match="more than"):
        odds("MD-TCP", "pair_plus", stake="$0")
    with pytest.raises(InputError, match="repeats Qs"):
        strategy_of("MD-TCP").hand("Qs Qs 4c")


def test_the_examples_of_the_documentation_run(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    result = doctest.testfile(str(ROOT / "docs/odds.md"), module_relative=False)
    assert result.attempted >= 10
    assert result.failed == 0


def test_a_quick_question_imports_little() -> None:
    """What only houses, sheets and other games need stays unloaded."""
    code = (
        "import sys\nfrom pitboss.cli.main import main\nmain(['odds', 'MD-TCP', 'ante', 'A'])\n"
        "print(sorted(name for name in sys.modules if name.startswith(('pitboss.odds', 'html', 'tree_sitter'))))"
    )
    out = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    loaded = out.splitlines()[-1]
    for name in ("house", "sheet", "plots", "progressive", "results", "folding", "top_five", "cover_all", "strategy"):
        assert f"'pitboss.odds.{name}'" not in loaded
    assert "html" not in loaded
    assert "tree_sitter" not in loaded


def test_what_a_card_seen_early_costs_an_hour(capsys: pytest.CaptureFixture[str]) -> None:
    """Published: one dealer card seen turns 3.3730 % into +3.4829 % for the player."""
    assert (
        main(["odds", "MD-TCP", "ante", "A", "--known", "dealer:1", "--stake", "$25", "--rounds", "40", "--json"]) == 0
    )
    found = json.loads(capsys.readouterr().out)
    swing = Fraction(found["expected"]) - Fraction(found["unseen"])
    assert Fraction(found["swing"]) == swing
    assert found["cost_an_hour"] == round(swing * 40 * 2500)
    assert 0.0348 < found["house_edge"] * -1 < 0.0349


def test_what_boxes_gain_by_showing_their_cards(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["odds", "MD-LIR", "base", "A", "--known", "boxes:4", "--stake", "$10", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    swing = Fraction(found["swing"])
    assert found["cost_an_hour"] == round(swing * 50 * 1000)
    assert (found["boxes_together"], found["cost_an_hour_together"]) == (4, 4 * found["cost_an_hour"])
    assert "MD-LIR 11.A(3)" in found["clauses"]


def test_every_known_card_is_priced_by_its_clauses(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["odds", "MA-LIR", "base", "A", "--known", "all", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    words = {word["known"]: word for word in found["words"]}
    assert list(words) == [
        "community:first", "community:second", "community:both", "burn:1", "bottom:1",
        *(f"boxes:{number}" for number in range(2, 8)),
    ]  # fmt: skip
    assert words["burn:1"]["clauses"] == ["MA-LIR 9(c)"]
    assert words["burn:1"]["expected"] == words["bottom:1"]["expected"]
    assert main(["odds", "MD-TFP", "ante", "A", "--known", "all"]) == 0
    assert "bottom:1, boxes:2" in capsys.readouterr().out
