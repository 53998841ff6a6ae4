"""What a stranger downloads, built once: the wheel and the source distribution."""

import sys
from pathlib import Path

import pytest

from tests.packaging.clean import ROOT, run_clean


@pytest.fixture(scope="session")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the wheel and the source distribution. `build` makes the wheel from the source distribution."""
    folder = tmp_path_factory.mktemp("built")
    done = run_clean(sys.executable, "-m", "build", "--no-isolation", "--outdir", folder, ROOT, cwd=folder)
    assert done.returncode == 0, done.stderr
    return folder


@pytest.fixture(scope="session")
def wheel(built: Path) -> Path:
    (found,) = built.glob("*.whl")
    return found


@pytest.fixture(scope="session")
def sdist(built: Path) -> Path:
    (found,) = built.glob("*.tar.gz")
    return found
