"""Nothing skips unseen: with NOTHING_SKIPS a run in which a test skips fails, and says which and why."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PASSES = "def test_one() -> None: ...\n"
SKIPS = "import pytest\n\ndef test_two() -> None:\n    pytest.skip('no such server here')\n"
SKIPS_WHOLE = "import pytest\n\npytest.importorskip('no_such_package')\n"


def run(folder: Path, *tests: str, workers: str = "0", asked: str = "1") -> subprocess.CompletedProcess[str]:
    for number, text in enumerate(tests):
        (folder / f"test_number_{number}.py").write_text(text)
    (folder / "conftest.py").write_text(
        "from tests.nothing_skips import NothingSkips\n\n"
        "import os\n\n"
        "def pytest_configure(config):\n"
        "    if os.environ.get('NOTHING_SKIPS'):\n"
        "        config.pluginmanager.register(NothingSkips())\n"
    )
    command = [sys.executable, "-m", "pytest", "-q", "-n", workers, "-p", "no:cacheprovider", str(folder)]
    environment = {**os.environ, "NOTHING_SKIPS": asked, "PYTHONPATH": str(ROOT)}
    return subprocess.run(
        command, cwd=folder, env=environment, capture_output=True, text=True, timeout=120, check=False
    )


@pytest.mark.parametrize("workers", ["0", "1"])
def test_a_skip_fails_the_run_and_is_named(tmp_path: Path, workers: str) -> None:
    done = run(tmp_path, PASSES, SKIPS, SKIPS_WHOLE, workers=workers)
    assert done.returncode == 1, done.stdout
    assert "::test_two: no such server here" in done.stdout
    assert "could not import 'no_such_package'" in done.stdout


def test_a_run_without_skips_passes(tmp_path: Path) -> None:
    assert run(tmp_path, PASSES).returncode == 0


def test_elsewhere_a_skip_is_a_skip(tmp_path: Path) -> None:
    assert run(tmp_path, PASSES, SKIPS, asked="").returncode == 0
