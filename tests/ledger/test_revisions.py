"""A correction of ours is the next revision: the one before stays readable, and ledgers go on by their own."""

import json
import shutil
from contextlib import closing
from pathlib import Path

import pytest

from pitboss.cli.main import main
from pitboss.ledger.fold import Rulesets
from pitboss.ledger.open_store import open_store
from pitboss.rules import rules_file
from pitboss.rules.load import load_regulation
from pitboss.rules.manifest import changed_files, read_release, releases
from tests.house.driving import SAMPLE, Driven
from tests.ledger.test_version_0_1 import unpacked
from tests.rules.package_copy import forget_regulations
from tools import manifest

EDITION = "md/three_card_poker/1.4"


def correct(package: Path, *, keep: bool = True) -> None:
    """Corrects a row of an edition, and keeps the revision before or does not."""
    folder = package / EDITION
    if keep:
        former = folder / "revisions/2"
        former.mkdir(parents=True)
        for name in rules_file.FILES:
            shutil.copy(folder / name, former / name)
    rules = folder / "rules.toml"
    text = rules.read_text(encoding="utf-8").replace('"35 to 1"', '"60 to 1"')
    rules.write_text(text.replace("revision = 2", "revision = 3") if keep else text, encoding="utf-8")
    forget_regulations()


def test_a_revision_that_was_released_stays_readable(other_package: Path) -> None:
    before = load_regulation("MD-TCP").digest
    correct(other_package)
    manifest.main()
    forget_regulations()
    first, second, third = (one for one in releases() if one.id == "MD-TCP")
    assert (first.revision, second.revision, second.digest, third.revision) == (1, 2, before, 3)
    assert read_release(second).digest == before
    assert read_release(third).digest == third.digest == load_regulation("MD-TCP").digest != before
    assert list(changed_files()) == []
    assert first.recorded_as
    assert not second.recorded_as


def test_a_released_revision_cannot_be_overwritten(other_package: Path) -> None:
    correct(other_package, keep=False)
    with pytest.raises(SystemExit, match=rf"keep its files in {EDITION}/revisions/2 and raise the revision"):
        manifest.main()


@pytest.mark.parametrize("version", ["0.1", "this"])
def test_a_ledger_goes_on_by_its_own_revision(
    tmp_path: Path, other_package: Path, capsys: pytest.CaptureFixture[str], version: str
) -> None:
    path, before = tmp_path / "house.db", load_regulation("MD-TCP").digest
    if version == "0.1":
        before = next(one.digest for one in releases() if one.id == "MD-TCP")
        path.write_bytes(unpacked("ledger.db"))
    else:
        Driven(path, SAMPLE).house.close()
    path.chmod(0o600)
    correct(other_package)
    manifest.main()
    forget_regulations()
    with closing(open_store(str(path))) as store:
        tables = Rulesets(store).house(1).tables.values()
        assert before in {ruleset.regulation.digest for ruleset in tables}
    assert main(["verify", "--books", "--db", str(path)]) == 0
    capsys.readouterr()
    assert main(["doctor", "--db", str(path), "--json"]) == 0
    found = {finding["what"]: finding["found"] for finding in json.loads(capsys.readouterr().out)["findings"]}
    assert "can be read" in found["recorded rules"]
