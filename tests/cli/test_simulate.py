"""`pitboss simulate`: what it prints, what it refuses at once, and that it can be stopped and taken up again."""

import json
from functools import partial
from pathlib import Path

import pytest

from pitboss.simulation import runner as running
from pitboss.simulation.chunks import Job
from pitboss.simulation.runner import Played
from tests.cli.running import Run


@pytest.fixture
def run(pitboss: Run) -> Run:
    return partial(pitboss, "simulate")


QUICK = ("--rounds", "2000", "--seed", "1", "--boxes", "2")


@pytest.mark.parametrize("regulation", ["MD-LIR", "md-tcp", "MD-TFP", "MA-LIR"])
def test_a_short_run_as_text_and_for_programs(run: Run, regulation: str) -> None:
    text = run(regulation, *QUICK, "--bankroll", "$200")
    assert (text.code, text.err) == (0, "")
    assert text.out.startswith(f"{regulation.upper()} ")
    for part in (
        "2,000 rounds, 2 boxes",
        "seed 1, strategy optimal",
        "Wagers, per unit first staked",
        "Shifts of 8 hours",
    ):
        assert part in text.out
    answer = run(regulation, *QUICK, "--bankroll", "200", "--json").json
    assert (answer["rounds"], answer["boxes"], answer["seed"]) == (2000, 2, 1)
    assert {wager["hands"] for wager in answer["wagers"]} == {4000}
    assert answer["shifts"]["shifts"] == 4
    assert 0 <= answer["ruin"]["share_of_shifts"] <= 1
    for wager in answer["wagers"]:
        assert sum(row["number"] for row in wager["rows"]) == 4000 or wager["wager"].endswith("envy")


def test_the_same_seed_gives_the_same_numbers(run: Run) -> None:
    one, two, other = (run("MD-TCP", *QUICK[:3], seed, "--json").json for seed in ("5", "5", "6"))
    for answer in (one, two, other):
        del answer["seconds"], answer["rounds_per_second"], answer["seed"]
    assert one == two != other


def test_without_a_seed_it_tells_the_one_it_took(run: Run) -> None:
    first = run("MD-TFP", "--rounds", "100", "--json").json
    again = run("MD-TFP", "--rounds", "100", "--seed", first["seed"], "--json").json
    assert [wager["net"] for wager in first["wagers"]] == [wager["net"] for wager in again["wagers"]]


def test_a_house_of_ones_own(run: Run) -> None:
    house = Path(__file__).parents[2] / "examples" / "house.toml"
    answer = run(house, "--table", "three-card", "--rounds", "500", "--json").json
    assert answer["regulation"] == "MD-TCP"


def test_one_wager_a_stake_another_paytable_and_a_mistake(run: Run) -> None:
    answer = run(
        "MD-TCP", *QUICK, "--wager", "pair_plus", "--stake", "pair_plus=$10", "--paytable", "pair_plus=A",
        "--strategy", "optimal,always", "--json",
    ).json  # fmt: skip
    found = {(wager["wager"], wager["strategy"]): wager for wager in answer["wagers"]}
    assert {wager for wager, _ in found} == {"pair_plus"}
    assert {strategy for _, strategy in found} == {"optimal", "always"}
    assert all((wager["paytable"], wager["stake"]) == ("A", 1000) for wager in found.values())


def test_a_strategy_file_names_what_is_played_otherwise(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "brave.csv"
    file.write_text("else,never\nAs Kd Qc,play\n")
    answer = run("MD-TCP", "--boxes", "1", "--rounds", "20000", "--seed", "1", "--strategy", file, "--json").json
    rows = {row["row"]: row["number"] for row in answer["wagers"][0]["rows"]}
    # A-K-Q of mixed suits is 60 of 22,100 hands.
    assert 30 < 20000 - rows["fold"] < 90


BAD = [
    (("XX-YY",), "XX-YY"),
    (("MD-LIR", "--rounds", "0"), "--rounds"),
    (("MD-LIR", "--rounds", "-5"), "--rounds"),
    (("MD-LIR", "--rounds", "1.5"), "--rounds"),
    (("MD-LIR", "--rounds", "nan"), "--rounds"),
    (("MD-LIR", "--rounds", "1e99999999999999999999"), "--rounds"),
    (("MD-LIR", "--boxes", "8"), "--boxes 8: the table has 7"),
    (("MD-TFP", "--boxes", "7"), "--boxes 7: the table has 6"),
    (("MD-LIR", "--boxes", "-1"), "--boxes"),
    (("MD-LIR", "--seed", "x"), "--seed: expected a whole number of 0 or more, found 'x'"),
    (("MD-LIR", "--hours", "2000"), "--hours: expected a whole number from 1 to 1,000, found '2000'"),
    (("MD-LIR", "--strategy", "lucky"), "MD-LIR has optimal, basic, always, never"),
    (("MD-LIR", "--strategy", "mimic"), "MD-LIR has optimal, basic, always, never"),
    (("MD-LIR", "--strategy", "always,never"), "one for each of the 7 boxes"),
    (("MD-LIR", "--strategy", "missing.csv"), "missing.csv: cannot be read"),
    (("MD-LIR", "--cluster", "tcp://127.0.0.1:1"), "no Dask scheduler answers there"),
    (("MD-LIR", "--cluster", "nonsense://x"), "no Dask scheduler answers there"),
    (("MD-LIR", "--out", "nowhere/x.parquet"), "--out nowhere/x.parquet: there is no folder nowhere"),
    (("MD-LIR", "-o", "x.csv"), "-o x.csv: results are written as .parquet, not .csv"),
    (("MD-LIR", "--out", "x"), "-o x: results are written as .parquet, not without a suffix"),
    (("MD-LIR", "--html", "."), "--html .: is a folder"),
    (("MD-LIR", "--every", "10"), "--every"),
    (("MD-LIR", "--wager", "lottery"), "the table has no such wager; known: base, "),
    (("MD-TCP", "--wager", "par_plus"), "the table has no such wager; did you mean 'pair_plus'?"),
    (("MD-LIR", "--stake", "base"), "NAME=VALUE"),
    (("MD-LIR", "--stake", "base=$1"), "--stake base"),
    (("MD-TCP", "--stake", "ante=1"), "--stake ante: the table accepts $10 to $500, not $1 (MD-TCP 7.F(1))"),
    (("MD-TCP", "--stake", "progressive=2.50"), "--stake progressive: the table accepts $1 or $5, not $2.50"),
    (("MD-LIR", "--stake", "ante=$5"), "--stake ante"),
    (("MD-LIR", "--paytable", "base=Z"), "--paytable base=Z: there are A"),
    (("MD-LIR", "--paytable", "nothing=A"), "--paytable nothing"),
    (("MD-LIR", "--meter", "mega=$1"), "--meter mega"),
    (("MD-LIR", "--rate", "main=200%"), "--rate main"),
    (("MD-LIR", "--bankroll", "all"), "--bankroll"),
    (("MD-LIR", "--table", "nine"), "the sample house has no table 'nine' under MD-LIR; there are let-it-ride"),
    (("MD-LIR", "--hours", "0"), "hours"),
]


@pytest.mark.parametrize(("arguments", "says"), BAD)
def test_what_cannot_be_simulated_is_said_in_a_sentence(run: Run, arguments: tuple[str, ...], says: str) -> None:
    code, out, err = run(*arguments)
    assert (code, out) == (2, "")
    assert says in err
    assert "Traceback" not in err


def test_a_rejected_house_answers_no_with_its_violations(run: Run) -> None:
    broken = Path(__file__).parents[2] / "examples" / "broken.toml"
    code, out, err = run(broken)
    assert (code, out) == (1, "")
    assert f"{broken}:8:34: meter-reset-too-low: " in err
    answer = run(broken, "--json")
    assert (answer.code, answer.err, answer.json["approved"]) == (1, "", False)
    assert answer.json["violations"][0]["clause"] == "MD-TCP 12.E(3)(b)"


@pytest.mark.parametrize("text", ["Qs 6d 4c", "Qs 6d 4c,perhaps", "Qs Qs 4c,play", "\xff"])
def test_a_strategy_file_that_cannot_be_read_names_the_line(run: Run, tmp_path: Path, text: str) -> None:
    file = tmp_path / "odd.csv"
    file.write_bytes(text.encode("latin-1"))
    code, out, err = run("MD-TCP", "--strategy", file)
    assert (code, out) == (2, "")
    assert f"{file}" in err


CONTRADICTED = {
    "another choice": ("As Kd Qc,play\n\nAc Kd Qs,fold\n", 3, "and to play in line 1"),
    "too few cards": ("else,never\nAs Kd,play\n", 2, "a decision sees 3 cards, 'As Kd' has 2"),
    "too many cards": ("As Kd Qc 2c,play\n", 1, "a decision sees 3 cards"),
    "a choice of another game": ("As Kd Qc,ride\n", 1, "'ride' is not a choice of MD-TCP: play, fold"),
    "an unknown strategy": ("else,brave\n", 1, "MD-TCP has optimal"),
    "two ways for all others": ("else,never\nelse,always\n", 2, "in line 1"),
    "another file": ("else,other.csv\n", 1, "not a file"),
}


@pytest.mark.parametrize(("text", "line", "says"), CONTRADICTED.values(), ids=CONTRADICTED)
def test_a_line_that_cannot_be_used_is_named(run: Run, tmp_path: Path, text: str, line: int, says: str) -> None:
    file = tmp_path / "strategy.csv"
    file.write_text(text, encoding="utf-8")
    code, out, err = run("MD-TCP", "--strategy", file, "--rounds", "10")
    assert (code, out) == (2, "")
    assert err.startswith(f"pitboss: {file}:{line}: ")
    assert says in err


def test_a_line_may_be_said_twice(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "strategy.csv"
    file.write_text("\ufeffelse,never\nAs Kd Qc,play\n\nAc Kd Qs,play\n", encoding="utf-8")
    assert run("MD-TCP", "--strategy", file, "--rounds", "1000", "--jobs", "1", "--json").code == 0


@pytest.mark.parametrize("boxes", ["0", "-1", "x"])
def test_no_box_is_not_every_box(run: Run, boxes: str) -> None:
    code, out, err = run("MD-LIR", "--boxes", boxes)
    assert (code, out) == (2, "")
    assert "--boxes: expected a whole number" in err


@pytest.mark.parametrize(("old", "new"), [("--cores", "--jobs N")])
def test_an_old_spelling_names_the_new_one(run: Run, old: str, new: str) -> None:
    assert run("MD-LIR", old, "2").err == f"pitboss: simulate: {old} is now {new}\n"


def _interrupted(chunks: int) -> object:
    """Plays some chunks, and then somebody presses Ctrl-C."""

    def played(job: Job, begin: int) -> Played:
        for chunk in range(begin, begin + chunks):
            yield range(chunk, chunk + 1), job.play(range(chunk, chunk + 1))
        raise KeyboardInterrupt

    return lambda _cores: played


def test_ctrl_c_prints_what_there_is_and_a_checkpoint_goes_on(
    run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    asked = ("MD-LIR", "--boxes", "1", "--rounds", "1600000", "--seed", "3", "--json")
    whole = run(*asked).json
    checkpoint = ("--checkpoint", tmp_path / "run.json")
    with monkeypatch.context() as patched:
        patched.setattr(running, "on_cores", _interrupted(2))
        stopped = run(*asked, *checkpoint)
    assert stopped.code == 130
    assert stopped.json["interrupted"]
    assert 0 < stopped.json["rounds"] < 1_600_000
    later = run(*asked, *checkpoint).json
    assert not later["interrupted"]
    for answer in (whole, later):
        del answer["seconds"], answer["rounds_per_second"]
    assert later == whole


def test_ctrl_c_before_anything_was_played(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(running, "on_cores", _interrupted(0))
    code, out, err = run("MD-LIR", "--rounds", "1000")
    assert (code, out, err) == (130, "", "pitboss: interrupted\n")


def test_a_checkpoint_of_another_run_is_refused(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "run.json"
    assert run("MD-TFP", *QUICK, "--checkpoint", file).code == 0
    code, out, err = run("MD-TFP", "--rounds", "2001", "--seed", "1", "--checkpoint", file)
    assert (code, out) == (2, "")
    assert "is of another simulation" in err
    assert json.loads(file.read_text())["chunks"] == 1
