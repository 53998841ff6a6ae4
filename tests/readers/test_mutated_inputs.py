"""Every reader, with inputs that nobody wrote: an answer or a refusal, never a traceback; soon, and in little memory.

The seed is printed. `PITBOSS_FUZZ_SEED` repeats a run.
"""

import io
import json
import os
import resource
import shutil
import time
from collections.abc import Callable
from contextlib import closing, redirect_stderr, redirect_stdout
from pathlib import Path
from random import Random
from typing import NamedTuple

import apsw
import pytest

from pitboss.cli.main import main
from pitboss.evidence.proofs import make_bundle, positions_of_round, write_bundle
from pitboss.evidence.receipt import receipt
from pitboss.ledger.entry import canonical, leaf_hash
from pitboss.ledger.open_store import open_store
from pitboss.ledger.packing import PLAIN
from tests.readers.mutations import mutated_bytes, mutated_document, mutated_json
from tests.web.inside import Inside

ROOT = Path(__file__).parents[2]
SEED = int(os.environ.get("PITBOSS_FUZZ_SEED", "0")) or Random().randrange(1, 10**9)
LONGEST = 20.0
"""Seconds for one input, on a machine that has other work."""
MOST_GROWTH = 150
"""Megabytes that all inputs together may add to the process."""
EXIT_CODES = (0, 1, 2)


class Reader(NamedTuple):
    """A command that reads a file: the file as it should be, and how it is changed."""

    command: tuple[str, ...]
    data: bytes
    mutate: Callable[[bytes, Random], bytes]
    ending: str


def lines(data: bytes, chance: Random) -> bytes:
    """One of several JSON lines, changed."""
    rows = data.splitlines()
    at = chance.randrange(len(rows))
    rows[at] = mutated_json(rows[at], chance)
    return b"\n".join(rows)


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the ledger of a house where two rounds were played."""
    folder = tmp_path_factory.mktemp("readers")
    people = [("dora", "dealer"), ("flo", "floorperson"), ("ann", "player"), ("bob", "player")]
    with Inside(folder, people) as inside:
        inside.crew("three-card", ("ann", "bob"), 1).play(2)
        inside.house.sign_head()
        (folder / "key").write_text(inside.house.public_key)
    return folder


@pytest.fixture(scope="module")
def readers(house: Path) -> dict[str, Reader]:
    key = (house / "key").read_text()
    with closing(open_store(str(house / "house.db"))) as store:
        deal = json.dumps(receipt(store, "three-card/1")).encode()
        proof = write_bundle(make_bundle(store, positions_of_round(store, "three-card/1")))
    examples = ROOT / "examples"
    sample = (ROOT / "src/pitboss/regulations/sample_house.toml").read_bytes()
    return {
        "round": Reader(("settle", "FILE"), (examples / "round.json").read_bytes(), mutated_json, "json"),
        "rounds": Reader(("audit", "FILE"), (examples / "rounds.jsonl").read_bytes(), lines, "jsonl"),
        "rows": Reader(("audit", "FILE"), (examples / "rounds.csv").read_bytes(), mutated_bytes, "csv"),
        "house file": Reader(("check", "FILE"), sample, mutated_bytes, "toml"),
        "receipt": Reader(("verify", "FILE"), deal, mutated_json, "json"),
        "proof": Reader(("verify", "FILE", "--key", key), proof, mutated_json, "json"),
    }


def read(arguments: list[str]) -> tuple[int, str]:
    """The exit code of a command and everything that it printed."""
    out = io.StringIO()
    began = time.perf_counter()
    with redirect_stdout(out), redirect_stderr(out):
        code = main(arguments)
    spent = time.perf_counter() - began
    assert spent < LONGEST, f"{spent:.0f} seconds"
    return code, out.getvalue()


def check(arguments: list[str], what: str) -> int:
    try:
        code, said = read(arguments)
    except BaseException as error:
        raise AssertionError(f"seed {SEED}, {what}: {type(error).__name__}: {error}") from error
    assert code in EXIT_CODES, f"seed {SEED}, {what}: exit code {code}"
    # Nothing that a file says reaches the terminal as a control.
    assert not any(letter < " " and letter not in "\n\t" for letter in said), f"seed {SEED}, {what}: {said!a}"
    return code


def memory() -> int:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024


def try_reader(name: str, reader: Reader, folder: Path, number: int) -> None:
    print(f"seed {SEED}, {name}")
    chance, file = Random(f"{SEED} {name}"), folder / f"input.{reader.ending}"
    file.write_bytes(reader.data)
    arguments = [str(file) if word == "FILE" else word for word in reader.command]
    # The control: as it was written it is read, with an answer.
    assert check(arguments, name) in (0, 1)
    before, codes = memory(), set[int]()
    for turn in range(number):
        data = reader.mutate(reader.data, chance)
        file.write_bytes(data)
        codes.add(check(arguments, f"{name} {turn}: {data[:4000]!r}"))
    assert 2 in codes
    assert memory() < before + MOST_GROWTH


NAMES = ("round", "rounds", "rows", "house file", "receipt", "proof")


@pytest.mark.parametrize("name", NAMES)
def test_some_mutated_files(name: str, readers: dict[str, Reader], tmp_path: Path) -> None:
    try_reader(name, readers[name], tmp_path, 25)


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_thirty_thousand_mutated_files(name: str, readers: dict[str, Reader], tmp_path: Path) -> None:
    try_reader(name, readers[name], tmp_path, 30_000)


# Ledgers


LEDGER_COMMANDS = (
    ("report",), ("rounds",), ("replay", "three-card/1"), ("verify", "--books"), ("verify", "--round", "three-card/1"),
    ("people", "list"), ("people", "sessions"), ("doctor",), ("verify", "--all"),
)  # fmt: skip


def tampered(source: Path, target: Path, bodies: list[bytes], chance: Random) -> str:
    """A copy of a ledger in which one entry has another body, and a hash that fits it; says which."""
    shutil.copy(source, target)
    for beside in ("-wal", "-shm"):
        target.with_name(target.name + beside).unlink(missing_ok=True)
    position = chance.randrange(len(bodies))
    try:
        changed = canonical(mutated_document(json.loads(bodies[position]), chance))
    except (ValueError, TypeError):
        changed = b""
    if not changed or chance.random() < 0.2:
        changed = mutated_bytes(bodies[position], chance)
    with closing(apsw.Connection(str(target))) as db:
        db.execute("DROP TRIGGER entries_stay; DELETE FROM snapshots").fetchall()
        row = PLAIN + changed, leaf_hash(changed), position
        db.execute("UPDATE entries SET body = ?, hash = ? WHERE position = ?", row)
    return f"entry {position}: {changed[:2000]!r}"


def try_ledgers(house: Path, folder: Path, number: int) -> None:
    print(f"seed {SEED}, ledgers")
    chance, file = Random(f"{SEED} ledgers"), folder / "tampered.db"
    with closing(open_store(str(house / "house.db"))) as store:
        bodies = [entry.body for entry in store.entries()]
    before, codes = memory(), set[int]()
    for _ in range(number):
        what = tampered(house / "house.db", file, bodies, chance)
        for command in LEDGER_COMMANDS if number < 100 else (chance.choice(LEDGER_COMMANDS),):
            codes.add(check([*command, "--db", str(file)], f"{command} of {what}"))
    assert 1 in codes
    assert memory() < before + MOST_GROWTH


def test_some_tampered_ledgers(house: Path, tmp_path: Path) -> None:
    try_ledgers(house, tmp_path, 4)


@pytest.mark.slow
def test_twenty_thousand_tampered_ledgers(house: Path, tmp_path: Path) -> None:
    try_ledgers(house, tmp_path, 20_000)


# What mutations have found


@pytest.mark.parametrize(
    "text",
    [
        "NaNx", '{"a": NaN}}', '{"a": NaN]}]', "[NaN],", '{"a": NaN, 1: 2}', '{"a": 1, "a": {[', '{"a":-Infinity}x',
        "NaN]", '{"a": 1, "a": 2', '{NaN: 1}', '{"a": NaN, "\\x": 1}',
    ],
)  # fmt: skip
def test_numbers_that_are_none_before_the_text_ends(text: str, tmp_path: Path) -> None:
    file = tmp_path / "round.json"
    file.write_text(text)
    for command in ("settle", "audit"):
        assert check([command, str(file)], text) == 2
