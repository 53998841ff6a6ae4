"""The manifest of the package's regulations: what each released revision means, and every data file as released.

`regulations/manifest.json` is made by `make manifest`. A digest in it never changes: a correction of ours is the next
revision, and the one before stays readable under `revisions/`.
"""

import json
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from pitboss.rules import rules_file
from pitboss.rules.editions import REVISIONS, Edition, editions
from pitboss.rules.load import load_edition
from pitboss.rules.regulation import Regulation

NAME = "manifest.json"


class Release(NamedTuple):
    """A released revision of an edition."""

    id: str
    edition: str
    revision: int
    digest: str
    recorded_as: str
    """What ledgers of pitboss 0.1 and 0.2 call it: the digest of its files' bytes."""


@cache
def releases() -> tuple[Release, ...]:
    """Every released revision of every edition in the package."""
    return tuple(Release(**row) for row in _manifest()["releases"])


def released_files() -> Mapping[str, str]:
    """The SHA-256 of every data file of the package as it was released, by its name."""
    files: dict[str, str] = _manifest()["files"]
    return files


def read_release(release: Release) -> Regulation:
    """The regulation as it was released."""
    edition = next(one for one in editions()[release.id] if one.edition == release.edition)
    current = load_edition(edition.folder)
    if current.revision == release.revision:
        return current
    return load_edition(edition.folder / REVISIONS / str(release.revision))


class FileFault(NamedTuple):
    """A data file that is not as it was released."""

    file: str
    reason: str


def changed_files() -> Iterator[FileFault]:
    """Every data file of the package that differs from the manifest, is missing, or was added."""
    released, here = released_files(), dict(data_files())
    for name in sorted({*released, *here}):
        if name not in here:
            yield FileFault(name, "is missing")
        elif name not in released:
            yield FileFault(name, "is not part of this release")
        elif here[name] != released[name]:
            yield FileFault(name, "was changed after the release")


def data_files() -> Iterator[tuple[str, str]]:
    """Every data file of the package with its SHA-256."""
    from hashlib import sha256  # noqa: PLC0415 - only doctor and the release pay for it

    for path in sorted(rules_file.FOLDER.rglob("*.toml")):
        yield path.relative_to(rules_file.FOLDER).as_posix(), sha256(path.read_bytes()).hexdigest()


def current_releases() -> Iterator[tuple[Edition, Regulation]]:
    """The newest revision of every edition in the package."""
    for known in editions().values():
        for edition in known:
            if edition.folder.is_relative_to(rules_file.FOLDER):
                yield edition, load_edition(edition.folder)


def _manifest() -> dict[str, Any]:
    path: Path = rules_file.FOLDER / NAME
    manifest: dict[str, Any] = json.loads(rules_file.read_rules_text(path))
    return manifest
