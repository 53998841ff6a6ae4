"""The digest of a regulation covers what it means, and the manifest what was released."""

import json
import re
import shutil
from pathlib import Path

import pytest

from pitboss.rules import manifest, rules_file
from pitboss.rules.load import folders, load_regulation, read_regulation
from pitboss.rules.manifest import changed_files, data_files, read_release, released_files, releases
from pitboss.rules.meaning import meaning_text

IDS = sorted(folders())


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A copy of MD-TCP that a test may change."""
    return Path(shutil.copytree(folders()["MD-TCP"], tmp_path / "1.4"))


def digest(folder: Path) -> str:
    return read_regulation(folder / "rules.toml").digest


def edit(path: Path, old: str, new: str) -> None:
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")


DIGEST = load_regulation("MD-TCP").digest

WORDING = {
    "a comment": ("rules.toml", "# Chapter 2", "# Chapter Two"),
    "the form of a list": ("rules.toml", 'also = ["2.C"]', 'also = [\n  "2.C",\n]'),
    "the revision": ("rules.toml", "revision = 2", "revision = 3"),
    "the first day": ("rules.toml", "revision = 2", 'revision = 2\neffective = "2020-01-01"'),
    "a gist": ("clauses.toml", 'gist = "', 'gist = "Well: '),
    "a doubt": ("rulings.toml", 'doubt = "', 'doubt = "Well: '),
    "a reading": ("rulings.toml", 'reading = "', 'reading = "Well: '),
}


@pytest.mark.parametrize(("file", "old", "new"), WORDING.values(), ids=WORDING)
def test_wording_does_not_change_the_digest(folder: Path, file: str, old: str, new: str) -> None:
    edit(folder / file, old, new)
    assert digest(folder) == DIGEST


MEANING = {
    "a payout": ("rules.toml", '"35 to 1"', '"60 to 1"'),
    "a cite": ("rules.toml", 'cite = "2.A"', 'cite = "2.B"'),
    "a number of boxes": ("rules.toml", "boxes = 7", "boxes = 6"),
    "a least rate": ("rules.toml", 'least_rate = "14%"', 'least_rate = "15%"'),
    "the edition": ("rules.toml", 'edition = "1.4"', 'edition = "1.5"'),
    "the reading in force of an option": ("rulings.toml", '["always", "win_only"]', '["win_only", "always"]'),
}


@pytest.mark.parametrize(("file", "old", "new"), MEANING.values(), ids=MEANING)
def test_meaning_changes_the_digest(folder: Path, file: str, old: str, new: str) -> None:
    edit(folder / file, old, new)
    assert digest(folder) != DIGEST


def test_order_is_meaning(folder: Path) -> None:
    text = (folder / "rules.toml").read_text(encoding="utf-8")
    rows = re.search(r"\[paytables\.pair_plus\.A\].*?pays = \[\n(?P<a>[^\n]*\n)(?P<b>[^\n]*\n)", text, re.DOTALL)
    assert rows is not None
    edit(folder / "rules.toml", rows["a"] + rows["b"], rows["b"] + rows["a"])
    assert digest(folder) != DIGEST


@pytest.mark.parametrize("regulation_id", IDS)
def test_the_canonical_text_is_json_without_defaults(regulation_id: str) -> None:
    text = meaning_text(load_regulation(regulation_id))
    assert json.dumps(json.loads(text), sort_keys=True, separators=(",", ":")) == text
    assert "null" not in text


@pytest.mark.parametrize("release", releases(), ids=lambda one: f"{one.id}@{one.edition} {one.revision}")
def test_what_was_released_is_what_is_here(release: manifest.Release) -> None:
    """If this fails, a released revision means something else now: keep it under revisions/ and raise the revision."""
    assert read_release(release).digest == release.digest


def test_every_revision_in_the_package_is_in_the_manifest() -> None:
    known = {(one.id, one.edition, one.revision) for one in releases()}
    here = {(rules.id, rules.edition, rules.revision) for _, rules in manifest.current_releases()}
    assert here <= known


def test_the_manifest_lists_every_file_as_it_is() -> None:
    """If this fails, a file was changed: make manifest writes the new digests."""
    assert dict(data_files()) == released_files()
    assert list(changed_files()) == []


def test_a_changed_a_missing_and_an_added_file_are_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    copied = Path(shutil.copytree(rules_file.FOLDER, tmp_path / "regulations"))
    monkeypatch.setattr(rules_file, "FOLDER", copied)
    edit(copied / "md/three_card_poker/1.4/rules.toml", '"35 to 1"', '"60 to 1"')
    (copied / "ma/let_it_ride/1/rulings.toml").unlink()
    (copied / "md/more.toml").write_text("", encoding="utf-8")
    assert [tuple(fault) for fault in changed_files()] == [
        ("ma/let_it_ride/1/rulings.toml", "is missing"),
        ("md/more.toml", "is not part of this release"),
        ("md/three_card_poker/1.4/rules.toml", "was changed after the release"),
    ]
