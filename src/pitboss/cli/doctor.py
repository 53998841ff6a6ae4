"""`pitboss doctor`: versions, database, entropy, file digests: is this installation fit to run a table."""

import argparse
import json
import os
import platform
import shutil
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing
from hashlib import sha256
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple

import pitboss
from pitboss.cli.arguments import add_db, add_regulations
from pitboss.cli.output import paint, say, table
from pitboss.errors import PitbossError, install_command
from pitboss.ledger.fold import HOUSE, Rulesets
from pitboss.ledger.open_store import open_store
from pitboss.ledger.store import SCHEMA, Store
from pitboss.rules.check_rules import check_rules
from pitboss.rules.editions import outside_folders
from pitboss.rules.load import load_edition
from pitboss.rules.manifest import changed_files, read_release, released_files, releases
from pitboss.text import plural

_NEEDED = {
    "apsw": "apsw", "argon2": "argon2-cffi", "cryptography": "cryptography", "fastapi": "fastapi",
    "uvicorn": "uvicorn", "zstandard": "zstandard",
}  # fmt: skip
_OPTIONAL = {"psycopg": ("psycopg", "a house on PostgreSQL"), "pyarrow": ("pyarrow", "Parquet files")}
_LEAST_FREE = 256 * 1024 * 1024
_FIRST_DECK = "Qs 4d 8s"
"""The first cards that the seed of zeros makes: the shuffle's known answer."""


class Finding(NamedTuple):
    """One check; `fit` is None if it only informs."""

    what: str
    found: str
    fit: bool | None = None
    advice: str = ""


def configure(parser: argparse.ArgumentParser) -> None:
    add_db(parser, "the ledger to look at")
    add_regulations(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    findings = [
        finding
        for what, look in {**_LOOKS, "ledger": lambda: _database(options.db)}.items()
        for finding in _looked(what, look)
    ]
    fit = all(finding.fit is not False for finding in findings)
    if options.json:
        print(json.dumps({"fit": fit, "findings": [finding._asdict() for finding in findings]}, indent=2))
        return 0 if fit else 1
    words = {True: "fit", False: "NOT FIT", None: ""}
    rows = [
        (finding.what, words[finding.fit], finding.found + (f" ({finding.advice})" if finding.advice else ""))
        for finding in findings
    ]
    print(table(("", "", ""), rows))
    verdict = "This installation is fit to run a table." if fit else "This installation is NOT fit to run a table."
    print()
    say(paint(verdict, "green" if fit else "red", "bold"))
    return 0 if fit else 1


def _looked(what: str, look: Callable[[], Iterator[Finding]]) -> Iterator[Finding]:
    """The result of a check; a check that fails with an error is a result too."""
    try:
        yield from look()
    except (PitbossError, OSError, ImportError) as error:
        yield Finding(what, str(error), fit=False)


def _software() -> Iterator[Finding]:
    yield Finding("pitboss", pitboss.__version__)
    yield Finding("python", platform.python_version(), sys.version_info >= (3, 11), "")
    yield Finding("system", platform.platform(terse=True))


def _packages() -> Iterator[Finding]:
    for module, package in _NEEDED.items():
        there = find_spec(module) is not None
        yield Finding(package, _version(package), there, "" if there else install_command("house"))
    for module, (package, use) in _OPTIONAL.items():
        there = find_spec(module) is not None
        yield Finding(package, _version(package), True if there else None, "" if there else f"only needed for {use}")
    if find_spec("apsw") is not None:
        from pitboss.ledger.sqlite import LEAST, sqlite_version  # noqa: PLC0415 - for start-up time

        found = sqlite_version()
        fit = found >= LEAST
        needed = ".".join(map(str, LEAST))
        yield Finding(
            "sqlite", ".".join(map(str, found)), fit, "" if fit else f"WAL is only safe from {needed}: upgrade apsw"
        )


def _version(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        return "not installed"


def _entropy() -> Iterator[Finding]:
    fit = len({os.urandom(32) for _ in range(64)}) == 64
    yield Finding("entropy", "the system's generator works, and does not repeat itself" if fit else "bytes repeat", fit)
    from pitboss.cards import show_cards  # noqa: PLC0415 - for start-up time
    from pitboss.shuffle import shuffled  # noqa: PLC0415 - needs cryptography

    first = show_cards(shuffled(bytes(32))[:3])
    yield Finding("shuffle", f"known answer {first}", first == _FIRST_DECK)


def _clock() -> Iterator[Finding]:
    now = time.time()
    fit = now > 1_735_689_600
    yield Finding(
        "clock", time.strftime("%Y-%m-%d %H:%M:%S UTC", time.gmtime(now)), fit, "" if fit else "set the clock"
    )


def _rules() -> Iterator[Finding]:
    """The data files against the manifest of this release, then what each edition means."""
    changed = list(changed_files())
    for fault in changed:
        yield Finding("rules file", f"{fault.file} {fault.reason}", fit=False, advice="install pitboss-tables again")
    if not changed:
        yield Finding("rules files", f"{plural(len(released_files()), 'file')} as released", fit=True)
    for release in releases():
        digest = read_release(release).digest
        what = f"rules {release.id}@{release.edition}"
        found, fit = f"revision {release.revision}, sha256 {digest}", digest == release.digest
        yield Finding(what, found, fit, "" if fit else f"it was released as {release.digest}")
    for folder in outside_folders():
        yield from _outside_rules(folder)


def _outside_rules(folder: Path) -> Iterator[Finding]:
    """The regulations in a folder outside the package: no release contains them, but they must have no fault."""
    for check in check_rules(folder):
        what = f"rules {check.key}".rstrip()
        if check.faults:
            faults = f"{plural(len(check.faults), 'fault')} in {check.folder}"
            yield Finding(what, faults, fit=False, advice=f"pitboss check-rules {folder}")
        else:
            rules = load_edition(check.folder)
            yield Finding(what, f"revision {rules.revision}, sha256 {rules.digest}, from {check.folder}", None)


def _files() -> Iterator[Finding]:
    """One digest over every file of the package, so that two installations can be compared in one line."""
    root = Path(pitboss.__file__).parent
    whole = sha256()
    names = sorted(
        path for path in root.rglob("*") if path.is_file() and path.suffix in (".py", ".toml", ".json", ".typed")
    )
    for path in names:
        whole.update(f"{path.relative_to(root).as_posix()} {sha256(path.read_bytes()).hexdigest()}\n".encode())
    yield Finding("files", f"{len(names)} files, sha256 {whole.hexdigest()}")


def _database(url: str) -> Iterator[Finding]:
    if "://" not in url and not Path(url.removeprefix("sqlite:")).exists():
        yield Finding("ledger", f"none at {url}", None, "pitboss serve makes one")
        return
    from pitboss.evidence.heads import SigningKey, read_head  # noqa: PLC0415 - for start-up time
    from pitboss.house.key_file import key_file  # noqa: PLC0415

    with closing(open_store(url)) as store:
        row = store.head()
        newest = read_head(row.text) if row else None
        yield Finding("ledger", f"{store.version()}, {store.size():,} entries", fit=True)
        covered = f"{newest.size:,} entries are under a signed head" if newest else "no head is signed yet"
        yield Finding("heads", covered, None if newest is None else newest.size <= store.size())
        yield from _recorded_rules(store)
        if size := store.size():
            last = next(store.entries(size - 1)).content.get("at", 0)
            fit = last <= time.time_ns() // 1_000_000 + 2_000
            yield Finding(
                "time", "the clock is after the last entry" if fit else "the clock is behind the last entry", fit
            )
    if "://" not in url:
        path = Path(url.removeprefix("sqlite:")).resolve()
        if os.name == "posix":
            alone = not path.stat().st_mode & 0o077
            found = "only its owner can read it" if alone else "other users can read it, including decks in play"
            yield Finding("rights", found, alone, "" if alone else f"chmod 600 {path}")
        free = shutil.disk_usage(path.parent).free
        yield Finding(
            "disk", f"{free // 2**20:,} MB free", free >= _LEAST_FREE, "" if free >= _LEAST_FREE else "make room"
        )
        if Path(key_file(url)).exists():
            yield Finding("key", str(SigningKey.load(key_file(url)).public), fit=True)


def _recorded_rules(store: Store) -> Iterator[Finding]:
    """Whether every house in the ledger can be read here by its recorded rules."""
    form = store.schema()
    late = "" if form == SCHEMA else "pitboss migrate brings it up to date"
    yield Finding("form", f"{form}, this version writes {SCHEMA}", True if form == SCHEMA else None, late)
    rulesets = Rulesets(store)
    for entry in store.stream(HOUSE):
        rulesets.house(entry.seq)
    yield Finding("recorded rules", f"{plural(store.last(HOUSE), 'house')} in the ledger can be read", fit=True)


_LOOKS: Mapping[str, Callable[[], Iterator[Finding]]] = {
    "software": _software, "packages": _packages, "entropy": _entropy, "clock": _clock, "rules": _rules,
    "files": _files,
}  # fmt: skip
