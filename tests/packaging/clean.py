"""Environments that know nothing of this checkout."""

import os
import subprocess
from pathlib import Path

ROOT = Path(__file__).parents[2]


def run_clean(*command: str | Path, cwd: Path) -> subprocess.CompletedProcess[str]:
    """Runs a command without the PYTHON variables of this process, and returns what it wrote."""
    clean = {key: value for key, value in os.environ.items() if not key.startswith("PYTHON")}
    words = [*map(str, command)]
    return subprocess.run(
        words, cwd=cwd, env=clean, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False
    )


def new_environment(python: str, folder: Path) -> Path:
    """Creates a virtual environment in a folder and returns its interpreter."""
    done = run_clean(python, "-m", "venv", folder, cwd=folder.parent)
    assert done.returncode == 0, done.stderr
    return folder / "bin" / "python"


def pip_install(python: Path, *wanted: str | Path) -> None:
    done = run_clean(
        python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", *wanted, cwd=python.parents[1]
    )
    assert done.returncode == 0, done.stderr
