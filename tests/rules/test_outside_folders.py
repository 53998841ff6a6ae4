"""Folders of regulations outside the package: named by the environment or by an installed package."""

import os
import pickle
import shutil
import sys
from pathlib import Path

import pytest

import pitboss as pb
from pitboss.errors import InputError, RulesError
from pitboss.rules.editions import editions, outside_folders
from pitboss.rules.load import folders, load_regulation, use_regulations
from pitboss.rules.register import clause_entries, count_clauses, count_rulings
from pitboss.rules.sample_house import SAMPLE_HOUSE, find_ruleset, sample_file
from tests.regulations.outside import HOUSE, PENNSYLVANIA, forget_regulations
from tests.rules.next_edition import regulations_outside

EDITION = PENNSYLVANIA / "three_card_poker/1"


@pytest.mark.parametrize("named", [PENNSYLVANIA.parent, PENNSYLVANIA, EDITION], ids=["root", "state", "edition"])
def test_a_folder_of_any_depth(named: Path) -> None:
    with regulations_outside(named):
        assert [edition.folder for edition in editions()["PA-TCP"]] == [EDITION]
    assert "PA-TCP" not in editions()


def test_folders_that_hold_the_same_files(monkeypatch: pytest.MonkeyPatch) -> None:
    with regulations_outside(Path(f"{PENNSYLVANIA}{os.pathsep}{EDITION}{os.pathsep}{PENNSYLVANIA.parent}")):
        assert len(editions()["PA-TCP"]) == 1


def test_a_folder_in_a_folder_called_revisions(tmp_path: Path) -> None:
    shutil.copytree(PENNSYLVANIA, tmp_path / "revisions/pa")
    with regulations_outside(tmp_path / "revisions"):
        assert "PA-TCP" in editions()


def test_the_folders_are_changed_and_changed_back() -> None:
    former = use_regulations(str(PENNSYLVANIA))
    try:
        assert "PA-TCP" in folders()
        assert os.environ["PITBOSS_REGULATIONS"] == str(PENNSYLVANIA), "so that further processes read the same"
    finally:
        use_regulations(former)
    assert "PA-TCP" not in folders()


# A package with an entry point


@pytest.fixture
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A place like site-packages with an installed package of data."""
    shutil.copytree(PENNSYLVANIA, tmp_path / "keystone_rules/pa")
    (tmp_path / "keystone_rules/__init__.py").touch()
    info = tmp_path / "keystone_rules-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: keystone-rules\nVersion: 1.0\n", encoding="utf-8")
    (info / "entry_points.txt").write_text("[pitboss.regulations]\nkeystone = keystone_rules\n", encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    forget_regulations()
    return tmp_path


@pytest.fixture(autouse=True)
def forgotten() -> None:
    """What one test reads is not what the next one finds."""
    forget_regulations()


def test_an_installed_package_brings_regulations(installed: Path) -> None:
    assert outside_folders() == [installed / "keystone_rules"]
    assert load_regulation("pa-tcp").id == "PA-TCP"
    forget_regulations()


def test_an_entry_point_that_names_no_package(installed: Path) -> None:
    listing = installed / "keystone_rules-1.0.dist-info/entry_points.txt"
    for value in ("no_such_package", "json.decoder"):
        listing.write_text(f"[pitboss.regulations]\nkeystone = {value}\n", encoding="utf-8")
        forget_regulations()
        with pytest.raises(InputError, match=f"the entry point 'keystone' names '{value}', which is not a package"):
            editions()
    sys.path_importer_cache.clear()


# What a regulation outside the package has


def test_its_clauses_and_rulings_are_counted_as_they_are_read(pennsylvania: str) -> None:
    assert count_clauses("PA-TCP") == len(clause_entries("PA-TCP"))
    assert count_rulings("PA-TCP") == len(load_regulation("PA-TCP").rulings)


@pytest.mark.parametrize(
    "text", ['"1.A" = {}\n"1.B" = {}\n', "# one\n'1.A' = {}\n\n  1 = {}\n", '\n\n["1.A"]\nstatus = "x"\n["2"]\n'],
    ids=["from the first line", "other quotes", "tables"],
)  # fmt: skip
def test_clauses_are_counted_however_they_are_written(text: str, tmp_path: Path, pennsylvania: str) -> None:
    shutil.copytree(EDITION, tmp_path / "copy")
    (tmp_path / "copy/clauses.toml").write_text(text, encoding="utf-8")
    with regulations_outside(tmp_path):
        assert count_clauses("PA-TCP") == 2


def test_a_text_with_a_byte_order_mark(tmp_path: Path) -> None:
    shutil.copytree(EDITION, tmp_path / "copy")
    for name in ("rules.toml", "rulings.toml", "clauses.toml"):
        file = tmp_path / "copy" / name
        file.write_bytes(b"\xef\xbb\xbf" + file.read_bytes().replace(b"\n", b"\r\n"))
    with regulations_outside(PENNSYLVANIA):
        plain = load_regulation("PA-TCP")
    with regulations_outside(tmp_path):
        assert load_regulation("PA-TCP").digest == plain.digest
        assert count_clauses("PA-TCP") == 117


def test_its_own_sample_house(pennsylvania: str, tmp_path: Path) -> None:
    assert sample_file(editions()["PA-TCP"][0]) == HOUSE
    assert sample_file(editions()["MD-TCP"][0]) == sample_file(None) == SAMPLE_HOUSE
    assert find_ruleset("PA-TCP").table == "pa-1"
    with pytest.raises(InputError, match=r"^the sample house has no table 'x' under PA-TCP; there are pa-1$"):
        find_ruleset("PA-TCP", table="x")
    shutil.copytree(EDITION, tmp_path / "copy")
    with regulations_outside(tmp_path):
        own = (
            r"^the sample house has no table under PA-TCP: give a house file, or write a sample into house\.toml beside"
        )
        with pytest.raises(InputError, match=own):
            find_ruleset("PA-TCP")


def test_it_pickles_for_another_process(pennsylvania: str) -> None:
    ruleset = find_ruleset("PA-TCP")
    assert pickle.loads(pickle.dumps(ruleset)).digest == ruleset.digest


# From Python


def test_a_folder_to_browse() -> None:
    tcp = pb.regulation(EDITION)
    assert (tcp.id, list(tcp.wagers["pair_plus"].paytables)) == ("PA-TCP", ["A", "B"])
    assert tcp.clauses["649a.7(d)(1)"].status == "enforced"
    table = tcp.wagers["pair_plus"].paytables["B"].odds()
    assert pb.odds(tcp, "pair_plus", "B").expected == table.expected
    assert pb.strategy(tcp).rules["play"]
    with pytest.raises(InputError, match=r"^.*: this folder has no rules\.toml, so it is not a regulation$"):
        pb.regulation(PENNSYLVANIA)


def test_every_function_knows_it_by_its_id(pennsylvania: str) -> None:
    assert pb.regulation("pa-tcp").id == "PA-TCP"
    assert {record.regulation for record in pb.odds("PA-TCP")} == {"PA-TCP"}
    assert "PA-TCP" in {record.regulation for record in pb.odds()}
    house = pb.approve(HOUSE)
    table = pb.new_table(house.tables["pa-1"])
    assert pb.decide(table, "player ann takes box 1")[0].cite.startswith("PA-TCP 649a.")
    assert pb.simulate("PA-TCP", 200, seed=1).rounds == 200
    round_ = {
        "regulation": "PA-TCP", "paytables": {"pair_plus": "B"}, "dealer": ["Kc", "Kd", "4d"],
        "boxes": [{"box": 1, "cards": ["Qs", "6s", "4s"], "wagers": {"pair_plus": 500}}],
    }  # fmt: skip
    assert pb.settle(round_)["boxes"][0]["net"] == 1500


def test_a_fault_has_its_place(tmp_path: Path) -> None:
    shutil.copytree(EDITION, tmp_path / "copy")
    rules = tmp_path / "copy/rules.toml"
    rules.write_text(rules.read_text(encoding="utf-8").replace("boxes = 6", "boxes = 0.5"), encoding="utf-8")
    with pytest.raises(RulesError) as raised:
        pb.regulation(tmp_path / "copy")
    line = rules.read_text(encoding="utf-8").split("\n").index("boxes = 0.5") + 1
    assert (raised.value.file, raised.value.line, raised.value.column) == (rules.as_posix(), line, 1)
