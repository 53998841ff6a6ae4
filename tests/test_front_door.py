"""`import pitboss`: what it offers, that it is loaded lazily, and that its documentation is true."""

import doctest
import gzip
import json
import pydoc
import shutil
import subprocess
import sys
from collections.abc import Mapping
from fractions import Fraction
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

import pitboss as pb
from pitboss.library.names import UnknownName
from pitboss.rules.load import folders

ROOT = Path(__file__).parents[1]
KEPT = ROOT / "tests/ledger/version_0_1"
HOUSE = ROOT / "examples/house.toml"
DOCUMENTED = (
    "pitboss", "pitboss.odds", "pitboss.library.live_tables", "pitboss.library.paytables", "pitboss.library.records",
    "pitboss.library.regulations",
)  # fmt: skip
ROUND = {
    "regulation": "MD-TCP",
    "paytables": {"ante_bonus": "A", "pair_plus": "A"},
    "boxes": [
        {"box": 1, "cards": ["As", "Ks", "Qs"], "decisions": ["play"], "wagers": {"ante": 1000, "pair_plus": 500}}
    ],
    "dealer": ["Kc", "Kd", "4s"],
}


def run_python(source: str) -> str:
    return subprocess.run([sys.executable, "-c", source], check=True, capture_output=True, text=True, cwd=ROOT).stdout


@pytest.mark.parametrize("module", DOCUMENTED)
def test_the_examples_in_docstrings_run(module: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    result = doctest.testmod(import_module(module), optionflags=doctest.IGNORE_EXCEPTION_DETAIL | doctest.ELLIPSIS)
    assert result.attempted > 0
    assert result.failed == 0


def test_the_examples_in_the_documentation_run(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    flags = doctest.IGNORE_EXCEPTION_DETAIL | doctest.ELLIPSIS
    result = doctest.testfile(str(ROOT / "docs/library.md"), module_relative=False, optionflags=flags)
    assert result.attempted > 0
    assert result.failed == 0


def test_every_name_is_documented_for_readers() -> None:
    text = (ROOT / "docs/library.md").read_text(encoding="utf-8")
    assert [name for name in pb.__all__ if f"`{name}" not in text] == ["__version__"]


def test_every_name_is_there_and_documented() -> None:
    assert set(pb.__all__) <= set(dir(pb))
    for name in pb.__all__:
        assert getattr(pb, name).__doc__, name
    with pytest.raises(AttributeError, match="has no attribute 'regulations_'"):
        pb.regulations_  # type: ignore[attr-defined]  # noqa: B018


def test_help_names_everything() -> None:
    text = pydoc.render_doc(pb, renderer=pydoc.plaintext)  # type: ignore[attr-defined, unused-ignore]
    assert [name for name in pb.__all__ if name not in text] == ["__version__"]
    assert pb.__version__ in text
    assert "Stability" in text


def test_importing_pitboss_loads_nothing_else() -> None:
    loaded = run_python("import sys, pitboss; print([name for name in sys.modules if name.startswith('pitboss.')])")
    assert loaded.strip() == "[]"


ASK = "print(pb.odds('MD-TCP', 'pair_plus', 'A').expected)"


@pytest.mark.parametrize(
    "source",
    [
        f"import pitboss as pb\n{ASK}\nfrom pitboss.odds.catalog import odds",
        f"from pitboss.odds.catalog import odds\nimport pitboss as pb\n{ASK}",
        f"from pitboss import odds\nimport pitboss.odds.catalog\n{ASK.replace('pb.', '')}",
    ],
)
def test_odds_is_a_function_and_a_package_in_any_order(source: str) -> None:
    assert run_python(source).strip() == "-253/5525"


def test_a_regulation_is_found_by_id_in_any_case_or_by_its_folder(tmp_path: Path) -> None:
    assert pb.regulation("md-tcp").rules is pb.regulation("MD-TCP").rules
    copied = tmp_path / "three_card_poker"
    shutil.copytree(folders()["MD-TCP"], copied)
    found = pb.regulation(copied)
    assert found.rules == pb.regulation("MD-TCP").rules
    assert found.wagers["pair_plus"].paytables["A"].odds().expected == Fraction(-253, 5525)
    assert len(found.clauses) == 402


@pytest.mark.parametrize(
    ("source", "reason"),
    [
        ("MD-TPC", "there is no regulation 'MD-TPC'; there are MA-LIR, MD-LIR"),
        ("MD-TCP@1.3", "MD-TCP has no edition '1.3'; there are 1.4"),
        ("MD-TCP@", "MD-TCP has no edition ''"),
        ("src/pitboss", "this folder has no rules.toml"),
        ("", "there is no regulation ''"),
    ],
)
def test_a_wrong_regulation_is_refused(source: str, reason: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    with pytest.raises(pb.InputError, match=reason):
        pb.regulation(source)


def test_a_folder_with_a_mistake_says_where(tmp_path: Path) -> None:
    (tmp_path / "rules.toml").write_text('id = "XX-YY"\nboxes = 1\n', encoding="utf-8")
    with pytest.raises(pb.RulesError, match="boxes"):
        pb.regulation(tmp_path)


@pytest.mark.parametrize("name", folders())
def test_everything_in_a_regulation_can_be_browsed(name: str) -> None:
    found = pb.regulation(name)
    assert list(found.wagers) == list(found.rules.wagers)
    assert list(found.awards) == list(found.rules.awards)
    for group, tables in found.paytables.items():
        for id_, paytable in tables.items():
            assert paytable.rules is found.rules.paytables[group][id_]
            assert [row.pattern for row in paytable.rows] == [row.pattern for row in paytable.rules.pays]
            assert all(len(row.pays) == len(paytable.columns) for row in paytable.rows)
            assert id_ in repr(paytable)
            assert "<table>" in paytable._repr_html_()
    assert set(found.options) <= {ruling.option for ruling in found.rulings.values()}
    assert name in repr(found)
    assert name in found._repr_html_()
    for item in (*found.wagers.values(), *found.awards.values()):
        assert item.cite in repr(item)


def test_a_wager_without_a_table_of_its_own_has_that_of_its_award() -> None:
    tcp, lir = pb.regulation("MD-TCP"), pb.regulation("MD-LIR")
    assert list(tcp.wagers["ante"].paytables) == list(tcp.awards["ante_bonus"].paytables)
    assert tcp.wagers["ante"].paytables["A"].odds().expected == pb.odds("MD-TCP", "ante", "A").expected
    assert lir.wagers["base"] is lir.wagers["bet_1"]
    assert lir.wagers["bet_3"].paytables["A"].odds().wager == "base"


def test_a_wrong_name_says_what_was_probably_meant() -> None:
    with pytest.raises(UnknownName, match="no wager of MD-TCP 'pair_pluss'; did you mean 'pair_plus'"):
        pb.regulation("MD-TCP").wagers["pair_pluss"]
    assert pb.regulation("MD-TCP").wagers.get("pair_pluss") is None


def test_replacing_a_payout_changes_the_odds_and_nothing_else() -> None:
    plus = pb.regulation("MD-TCP").wagers["pair_plus"].paytables["A"]
    changed = plus.replace(straight="5 to 1")
    assert [row.pays for row in changed.rows if row.pattern == "straight"] == [("5 to 1",)]
    straights = next(row.count for row in plus.odds().rows if row.pattern == "straight")
    assert changed.odds().expected == Fraction(-253, 5525) - Fraction(straights, 22_100)
    assert "straight at 5 to 1" in repr(changed)
    assert plus.odds().expected == Fraction(-253, 5525)
    both = changed.replace(flush="4 to 1")
    assert set(both.changes) == {"straight", "flush"}
    assert pb.regulation("MD-TCP").wagers["pair_plus"].paytables["A"].rows == plus.rows


def test_replacing_a_payout_changes_the_decisions_too() -> None:
    base = pb.regulation("MD-LIR").wagers["base"].paytables["A"]
    better = base.replace(tens_or_better="3 to 1").odds()
    assert better.average_stake > base.odds().average_stake  # type: ignore[operator]


@pytest.mark.parametrize(
    ("pays", "reason"),
    [
        ({"strait": "5 to 1"}, "MD-TCP pair_plus A has no row 'strait'; did you mean 'straight'"),
        ({"straight": "5:1"}, "is not a payout: write"),
        ({"straight": "$5"}, "is not a payout of this table; write it like"),
        ({"straight": "10% of main"}, "is not a payout of this table"),
        ({"straight": ["5 to 1", "6 to 1"]}, "expected 1 payouts, found 2"),
        ({"straight": 5}, "'5' is not a payout: write"),
    ],
)
def test_a_wrong_replacement_is_refused(pays: Mapping[str, Any], reason: str) -> None:
    with pytest.raises(pb.InputError, match=reason):
        pb.regulation("MD-TCP").wagers["pair_plus"].paytables["A"].replace(**pays)


def test_a_table_with_columns_takes_a_payout_for_each() -> None:
    cover = pb.regulation("MA-LIR").wagers["cover_all"].paytables["A"]
    pattern, printed, _ = cover.rows[0]
    doubled = [f"{int(text.split()[0].replace(',', '')) * 2} to 1" for text in printed]
    assert cover.replace(**{pattern: doubled}).odds(boxes=1).expected > cover.odds(boxes=1).expected  # type: ignore[operator]


def test_settle_answers_as_the_command_does(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    from pitboss.cli.main import main  # noqa: PLC0415 - the command is the second opinion

    file = tmp_path / "round.json"
    file.write_text(json.dumps(ROUND), encoding="utf-8")
    assert main(["settle", str(file), "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert pb.settle(ROUND) == pb.settle(file) == told
    assert "<table>" in pb.settle(ROUND)._repr_html_()


@pytest.mark.parametrize(
    ("round_", "reason"),
    [
        ({**ROUND, "dealer": ["Kc"]}, "dealer: expected 3 cards, found 1"),
        ({**ROUND, "regulation": "MD-XXX"}, "there is no regulation"),
        ("no/such/file.json", "no/such/file.json: cannot be read"),
    ],
)
def test_a_round_that_cannot_be_settled_says_why(round_: Any, reason: str) -> None:
    with pytest.raises(pb.InputError, match=reason):
        pb.settle(round_)


def test_odds_cover_a_wager_a_regulation_and_everything() -> None:
    assert {one.wager for one in pb.odds("MD-TCP", "pair_plus")} == {"pair_plus"}
    assert len(pb.odds("MD-TCP", "pair_plus", stake="$5")) == len(pb.odds("MD-TCP", "pair_plus"))
    with pytest.raises(pb.InputError, match="did you mean 'pair_plus'"):
        pb.odds("MD-TCP", "pair_pluss")
    with pytest.raises(pb.InputError, match="give the number of boxes"):
        pb.odds("MA-LIR", "cover_all", "A")


@pytest.mark.parametrize("library", ["pandas", "polars"])
def test_results_become_data_frames(library: str, monkeypatch: pytest.MonkeyPatch) -> None:
    if library == "polars":
        monkeypatch.setitem(sys.modules, "pandas", None)

    def rows(of: Any) -> list[dict[str, Any]]:
        frame = of.to_frame()
        assert type(frame).__module__.startswith(library)
        found: list[dict[str, Any]] = frame.to_dict("records") if library == "pandas" else frame.to_dicts()
        return found

    every = rows(pb.odds("MD-TCP", "pair_plus"))
    assert [row["paytable"] for row in every][:2] == ["A", "B"]
    assert every[0]["expected"] == "-253/5525"
    assert (counted := rows(pb.odds("MD-TCP", "pair_plus", "A")))[0]["pattern"] == "straight_flush"
    assert counted[0]["count"] == 48
    assert [line["item"] for line in rows(pb.settle(ROUND))][:2] == ["ante", "play"]
    assert rows(pb.regulation("MD-TCP"))[0]["id"] == "ante"
    assert rows(pb.regulation("MD-TCP").wagers["pair_plus"].paytables["A"])[0]["pays"] == "35 to 1"
    assert {row["wager"] for row in rows(pb.odds("MA-LIR"))} >= {"base", "cover_all"}


def test_without_a_library_a_data_frame_names_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("pandas", "polars"):
        monkeypatch.setitem(sys.modules, name, None)
    with pytest.raises(pb.InputError, match="pip install pandas"):
        pb.odds("MD-TCP", "pair_plus").to_frame()


def test_a_simulation_is_one_call() -> None:
    once, again = (pb.simulate("MD-TCP", 3000, seed=5, boxes=2, stakes={"ante": "$25"}) for _ in range(2))
    assert once.to_json()["wagers"] == again.to_json()["wagers"]
    assert once.to_json()["boxes"] == 2
    assert pb.simulate(pb.approve(HOUSE).tables["three-card"], 10, seed=1).rounds == 10


@pytest.mark.parametrize(
    ("asked", "reason"),
    [
        ({"rounds": 0}, "rounds: expected a whole number of at least 1"),
        ({"boxes": 0}, "boxes: expected at least 1"),
        ({"boxes": 9}, "9"),
        ({"stakes": {"ante": "25"}}, "stakes: '25' is not an amount"),
        ({"table": "nowhere"}, "has no table 'nowhere'"),
    ],
)
def test_a_wrong_simulation_is_refused(asked: Mapping[str, Any], reason: str) -> None:
    with pytest.raises(pb.InputError, match=reason):
        pb.simulate("MD-TCP", **{"rounds": 10, "seed": 1, **asked})


def test_verify_proves_a_ledger(tmp_path: Path) -> None:
    ledger, key = tmp_path / "ledger.db", (KEPT / "public.key").read_text(encoding="utf-8")
    ledger.write_bytes(gzip.decompress((KEPT / "ledger.db.gz").read_bytes()))
    assert pb.verify(ledger, key=key, older_head=(KEPT / "kept.head").read_text(encoding="utf-8")).heads > 0
    with pytest.raises(pb.InputError, match="expected a public key"):
        pb.verify(ledger, key="secret")
    with pytest.raises(pb.InputError):
        pb.verify(tmp_path / "missing.db")


def test_a_table_is_played_by_text() -> None:
    table = pb.new_table(pb.approve(HOUSE).tables["three-card"])
    assert isinstance(table, pb.Table)
    assert pb.offers(table)
    for event in pb.decide(table, "player ann takes box 1"):
        table = pb.evolve(table, event)
    assert table.seats == {1: "ann"}
    with pytest.raises(pb.CommandRefused, match="Open now"):
        pb.decide(table, "dealer deals")
    with pytest.raises(pb.InputError, match="is not a command"):
        pb.decide(table, "deal me in")
