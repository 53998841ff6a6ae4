"""The wheel and the source distribution install, and answer, on every Python that pyproject.toml names."""

import json
import os
import re
import shutil
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.packaging.clean import ROOT, new_environment, pip_install, run_clean

_PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
SUPPORTED = [match[1] for text in _PROJECT["classifiers"] if (match := re.fullmatch(r".* :: Python :: (3\.\d+)", text))]
RUNNING = f"{sys.version_info.major}.{sys.version_info.minor}"


def interpreters(version: str) -> Iterator[str]:
    """Where an interpreter of this version may be: this one, on the path, or beside others that pyenv installed."""
    if version == RUNNING:
        yield sys.executable
    if on_path := shutil.which(f"python{version}"):
        yield on_path
    versions = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv")) / "versions"
    yield from (str(path / "bin/python") for path in sorted(versions.glob(f"{version}.*"), reverse=True))


def find_interpreter(version: str, folder: Path) -> str | None:
    """Returns the first interpreter that runs and has this version. A pyenv shim may be on the path and do neither."""
    for python in interpreters(version):
        said = run_clean(python, "-c", "import sys; print('%d.%d' % sys.version_info[:2])", cwd=folder)
        if said.stdout.strip() == version:
            return python
    return None


def test_the_running_python_is_supported() -> None:
    assert RUNNING in SUPPORTED


@pytest.mark.slow
@pytest.mark.parametrize("version", SUPPORTED)
@pytest.mark.parametrize("kind", ["wheel", "sdist"])
def test_a_stranger_can_install_it(
    version: str, kind: str, request: pytest.FixtureRequest, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    found = find_interpreter(version, tmp_path)
    if found is None:
        pytest.skip(f"there is no Python {version} on this machine")
    with capsys.disabled():
        print(f"\n{kind} on Python {version}: {found}")
    python = new_environment(found, tmp_path / "fresh")
    pip_install(python, request.getfixturevalue(kind))
    pitboss = python.with_name("pitboss")
    odds = run_clean(pitboss, "odds", "MD-TCP", "pair_plus", "A", "--json", cwd=tmp_path)
    assert json.loads(odds.stdout)["expected"] == "-253/5525", odds.stderr
    (clause,) = json.loads(run_clean(pitboss, "clauses", "MD-TCP", "11.C(3)", "--json", cwd=tmp_path).stdout)
    assert clause["tests"]
    checked = run_clean(pitboss, "check", ROOT / "examples/house.toml", cwd=tmp_path)
    assert checked.returncode == 0, checked.stdout
