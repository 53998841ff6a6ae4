"""`pitboss new` and `pitboss check-rules`: a regulation outside the package, from its first line to a played round."""

import json
import os
from pathlib import Path

import pytest

from pitboss.rules.load import folders
from tests.cli.running import Run
from tests.regulations.outside import PENNSYLVANIA

FILES = ["rules.toml", "rulings.toml", "clauses.toml", "house.toml"]


@pytest.mark.parametrize("like", folders())
def test_a_new_regulation_is_fit_and_says_what_is_left_to_do(pitboss: Run, tmp_path: Path, like: str) -> None:
    made = pitboss("new", f"NV-{like[3:]}", "--like", like, "mine", "--json")
    assert made.code == 0, made.err
    assert (made.json["regulation"], made.json["files"]) == (f"NV-{like[3:]}@1", FILES)
    folder = tmp_path / made.json["folder"]
    assert folder.relative_to(tmp_path).parts[:2] == ("mine", "nv")
    checked = pitboss("check-rules", "mine", "--json")
    assert (checked.code, checked.json["ok"], checked.json["faults"]) == (0, True, [])
    assert {Path(note["file"]).name for note in checked.json["notes"]} == set(FILES)
    for note in checked.json["notes"]:
        line = Path(note["file"]).read_text(encoding="utf-8").split("\n")[note["line"] - 1]
        assert line[note["column"] - 1 :] == f"# EDIT: {note['message']}"
    assert pitboss("check", folder / "house.toml", "--regulations", "mine").code == 0


def test_the_texts_say_what_to_do_next(pitboss: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    made = pitboss("new", "pa-tcp", "mine", "--like", "md-tcp")
    assert made.out.startswith("mine/pa/three_card_poker/1: PA-TCP@1, which begins as a copy of MD-TCP@1.4\n")
    assert "pitboss check-rules mine" in made.out
    checked = pitboss("check-rules", "mine")
    assert checked.out.startswith("Fit: PA-TCP@1, PA Three Card Poker: 6 wagers, 23 paytables, 79 rulings\n")
    assert "rules.toml:10   the name of the state" in checked.out
    monkeypatch.setenv("PITBOSS_REGULATIONS", "mine")
    done = pitboss("check-rules", "mine/pa")
    assert done.code == 0
    assert pitboss("diff", "MD-TCP", "PA-TCP", "--regulations", "mine").code == 0


def test_a_new_edition_of_a_regulation_wants_its_first_day(pitboss: Run, tmp_path: Path) -> None:
    assert pitboss("new", "MD-TCP@1.5", "--like", "MD-TCP", "mine").code == 0
    checked = pitboss("check-rules", "mine", "--json")
    assert (checked.code, [fault["code"] for fault in checked.json["faults"]]) == (1, ["same-day"])
    rules = tmp_path / "mine/md/three_card_poker/1.5/rules.toml"
    text = rules.read_text(encoding="utf-8")
    assert 'jurisdiction = "Maryland"\n' in text
    rules.write_text(text.replace("revision = 1", 'effective = "2027-01-31"\nrevision = 1'), encoding="utf-8")
    assert pitboss("check-rules", "mine").code == 0
    on = ("--regulations", "mine", "--json", "--on")
    assert pitboss("rules", "MD-TCP", *on, "2027-01-30").json["edition"] == "1.4"
    assert pitboss("rules", "MD-TCP", *on, "2027-01-31").json["edition"] == "1.5"


def test_one_outside_the_package_can_be_begun_with_too(pitboss: Run) -> None:
    made = pitboss("new", "NJ-TCP", "--like", "PA-TCP", "--regulations", PENNSYLVANIA, "mine", "--json")
    assert made.json["like"] == "PA-TCP@1"
    assert pitboss("check-rules", "mine").code == 0
    played = pitboss("simulate", "NJ-TCP", "--regulations", "mine", "--rounds", "500", "--seed", "1", "--json")
    assert played.json["rounds"] == 500


BAD = {
    "taken by the package": (["MD-TCP"], "MD-TCP is taken by md/three_card_poker/1.4: MD-TCP@EDITION begins another"),
    "a taken edition": (["MD-TCP@1.4"], "MD-TCP@1.4 is taken by md/three_card_poker/1.4: choose another id or edition"),
    "no id": (["PATCP"], "'PATCP' is not an id: write the state and the game, such as PA-TCP"),
    "a path": (["../PA-TCP"], "'../PA-TCP' is not an id"),
    "a path as an edition": (["PA-TCP@../x"], "'PA-TCP@../x' is not an id"),
}


@pytest.mark.parametrize(("arguments", "says"), BAD.values(), ids=BAD)
def test_ids_that_cannot_be_used(pitboss: Run, tmp_path: Path, arguments: list[str], says: str) -> None:
    code, out, err = pitboss("new", *arguments, "--like", "MD-TCP", "mine")
    assert (code, out) == (2, "")
    assert err.startswith(f"pitboss: {says}")
    assert not list(tmp_path.iterdir())


def test_what_else_a_new_regulation_needs(pitboss: Run, tmp_path: Path) -> None:
    assert "new needs --like: pitboss new --help says more" in pitboss("new", "PA-TCP", "mine").err
    assert "there is no regulation 'NV-XXX'" in pitboss("new", "PA-TCP", "--like", "NV-XXX", "mine").err
    (tmp_path / "file").touch()
    refused = pitboss("new", "PA-TCP", "--like", "MD-TCP", "file", "--json")
    assert (refused.code, refused.json["file"]) == (2, "file/pa/three_card_poker/1")


def test_nothing_is_written_over(pitboss: Run, tmp_path: Path) -> None:
    assert pitboss("new", "PA-TCP", "--like", "MD-TCP", "mine").code == 0
    folder = tmp_path / "mine/pa/three_card_poker/1"
    (folder / "rules.toml").write_text("mine", encoding="utf-8")
    refused = pitboss("new", "PA-TCP", "--like", "MD-TCP", "mine", "--json")
    assert (refused.code, refused.json["file"]) == (2, "mine/pa/three_card_poker/1")
    assert refused.json["error"] == "this folder exists, and nothing is overwritten: give another folder"
    assert (folder / "rules.toml").read_text(encoding="utf-8") == "mine"


# check-rules


def test_faults_are_shown_under_their_lines(pitboss: Run, tmp_path: Path) -> None:
    pitboss("new", "PA-TCP", "--like", "MD-TCP", "mine")
    rules = tmp_path / "mine/pa/three_card_poker/1/rules.toml"
    text = rules.read_text(encoding="utf-8").replace('operator = "', 'operater = "')
    rules.write_text(text, encoding="utf-8")
    (rules.parent / "clauses.toml").unlink()
    code, out, err = pitboss("check-rules", "mine")
    assert (code, err) == (1, "")
    line = text[: text.index("operater")].count("\n") + 1
    place = "mine/pa/three_card_poker/1/rules.toml"
    assert f"{place}:{line}:1  unknown-key\n  {line} | operater = " in out
    assert "      operater: there is no such key; did you mean 'operator'?\n" in out
    assert "mine/pa/three_card_poker/1/clauses.toml  missing-file\n" in out
    assert out.endswith("Not fit: 3 faults in 2 files.\n")
    answer = pitboss("check-rules", "mine", "--json")
    assert (answer.code, answer.err, answer.json["ok"]) == (1, "", False)
    assert answer.json["faults"][0] == {
        "file": place, "line": 1, "column": 1, "code": "missing-key", "message": "operator: this key is missing",
    }  # fmt: skip
    assert answer.json["faults"][-1]["line"] is None


def test_a_folder_that_cannot_be_used_at_all(pitboss: Run, tmp_path: Path) -> None:
    for folder, says in (("nowhere", "there is no folder of regulations here"), (".", "this folder holds no rules")):
        code, out, err = pitboss("check-rules", folder, "--json")
        assert (code, json.loads(out)["file"]) == (2, folder)
        assert says in err
    if os.getuid():
        (tmp_path / "locked").mkdir(mode=0o000)
        assert pitboss("check-rules", "locked").code == 2
