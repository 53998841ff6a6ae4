"""A copy of the package's regulations that a test may change."""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from pitboss.rules import rules_file
from pitboss.rules.editions import editions
from pitboss.rules.load import folders, load_edition
from pitboss.rules.manifest import releases


def forget_regulations() -> None:
    """Lets everything be read anew."""
    for cached in (editions, folders, load_edition, releases):
        cached.cache_clear()


@contextmanager
def package_copy(folder: Path) -> Iterator[Path]:
    """Lets the package's regulations be those of a copy in a folder."""
    copied = Path(shutil.copytree(rules_file.FOLDER, folder / "regulations"))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(rules_file, "FOLDER", copied)
        forget_regulations()
        yield copied
    forget_regulations()
