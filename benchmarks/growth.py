"""What questions cost on a small and on a large ledger, as cost(large)/cost(small) in CPU seconds.

    python benchmarks/growth.py --least 1e3 --most 1e5 --folder /tmp/ledgers

Ledgers that are in the folder already are asked again. Each question is asked once before it is measured, so that both
ledgers are indexed and warm, then several times; the least time counts. A gaming day has as many rounds in each ledger.
"""

import argparse
import contextlib
import io
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Mapping
from contextlib import closing
from hashlib import sha256
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))
from benchmarks.ledger_builder import KEY, ROUNDS_A_DAY, build
from benchmarks.verifying import read_bare, verify_all
from pitboss.cli.main import main as pitboss
from pitboss.house.head_signing import ROUNDS_A_SNAPSHOT
from pitboss.house.live_house import LiveHouse
from pitboss.ledger.entry import Draft
from pitboss.ledger.open_store import open_store

GOAL = 2.0
TIMES = 5
DAY = 86_400
FIRST_DAY = "2026-01-01"
HOUSE = Path(__file__).parents[1] / "examples/house.toml"
TABLE = "three-card"


def asking(*words: str) -> Callable[[], None]:
    def ask() -> None:
        with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()) as said:
            if code := pitboss(words):
                raise SystemExit(f"pitboss {' '.join(words)} ended with {code}: {said.getvalue()}")

    return ask


def starting(path: str) -> Callable[[], None]:
    def start() -> None:
        with closing(LiveHouse(lambda: open_store(path), HOUSE.read_text(encoding="utf-8"), KEY)):
            pass

    return start


def appending(path: str) -> Callable[[], None]:
    store = open_store(path)

    def append() -> None:
        for _ in range(100):
            number = store.last("notes") + 1
            store.append([Draft("notes", number - 1, {"at": 0, "events": []})], f"note {path} {number}")

    return append


def verifying_new(path: str, key: str) -> Callable[[], None]:
    append, verify = appending(path), asking("verify", "--db", path, "--key", key, "--bookmark", f"{path}.bookmark")

    def both() -> None:
        append()
        verify()

    return both


def updating(path: str) -> Callable[[], None]:
    """Adds a hundred new entries to a backup."""
    append, backup = appending(path), f"{path}.backup"
    if not Path(backup).exists():
        asking("backup", backup, "--db", path)()
    update = asking("backup", backup, "--update", "--db", path)

    def both() -> None:
        append()
        update()

    return both


def rates(path: str) -> tuple[float, float]:
    """The CPU microseconds for an entry of verifying everything in one process, and of bare reading."""
    with closing(open_store(path)) as store:
        spent = []
        for work in (verify_all, read_bare):
            began = time.process_time()
            work(store)
            spent.append((time.process_time() - began) / store.size() * 1e6)
    return spent[0], spent[1]


def questions(path: str, rounds: int, key: str) -> Mapping[str, Callable[[], None]]:
    """The questions to a ledger. Each asks for as much in every ledger."""
    snapshots = rounds // 4 // 10 // ROUNDS_A_SNAPSHOT
    # As many rounds after the snapshot before it in every ledger.
    early, late = f"{TABLE}/{(2 * snapshots + 1) * ROUNDS_A_SNAPSHOT // 2}", f"{TABLE}/{rounds // 4 - 2}"
    db = ("--db", path)
    last_day = time.strftime("%Y-%m-%d", time.gmtime(1_767_258_000 + (rounds // ROUNDS_A_DAY - 1) * DAY))
    return {
        "rounds, the newest five": asking("rounds", *db, "--limit", "5"),
        "rounds, five far back": asking("rounds", *db, "--limit", "5", "--to", f"{FIRST_DAY}T15:00"),
        "rounds of a player, five": asking("rounds", *db, "--limit", "5", "--player", f"player 1 of {TABLE}"),
        "replay, a late round": asking("replay", late, *db),
        "replay, an early round": asking("replay", early, *db),
        "receipt of a round": asking("verify", *db, "--round", late, "--receipt", "-o", f"{path}.receipt"),
        "proof of a round": asking("verify", *db, "--prove", late, "-o", f"{path}.proof"),
        "report of a day": asking("report", *db, "--day", last_day, "--zone", "UTC"),
        "verify, a hundred new": verifying_new(path, key),
        "verify, nothing new": asking("verify", *db, "--key", key, "--bookmark", f"{path}.bookmark"),
        "start of a house": starting(path),
        "append, a hundred": appending(path),
        "backup, a hundred new": updating(path),
    }


_PEAK = """
import atexit, sys
def peak():
    with open("/proc/self/status") as status:
        print(next(line.split()[1] for line in status if line.startswith("VmHWM:")), file=sys.stderr)
atexit.register(peak)
"""
"""The kernel's own count for a child, `ru_maxrss`, begins with what its parent took."""


def memory(code: str, *arguments: str) -> float:
    """The most megabytes that a process of its own took."""
    done = subprocess.run([sys.executable, "-c", _PEAK + code, *arguments], capture_output=True, text=True, check=False)
    if done.returncode:
        raise SystemExit(f"a process ended with {done.returncode}: {code}\n{done.stderr}")
    return int(done.stderr.split()[-1]) / 1024


def memories(path: str, rounds: int) -> Mapping[str, float]:
    """What a house and a few questions take."""
    command = "import sys; from pitboss.cli.main import main; sys.exit(main(sys.argv[1:]))"
    late, db = f"{TABLE}/{rounds // 4 - 2}", ("--db", path)
    started = f"import sys; sys.path.insert(0, {str(Path(__file__).parents[1])!r}); "
    started += "from benchmarks.growth import starting; starting(sys.argv[1])()"
    return {
        "memory of a house": memory(started, path),
        "memory of rounds": memory(command, "rounds", *db, "--limit", "5"),
        "memory of a replay": memory(command, "replay", late, *db),
    }


def cost(ask: Callable[[], None], path: str) -> float:
    """The least CPU seconds of an answer."""
    spent = []
    for _ in range(TIMES + 1):
        for made in Path(path).parent.glob(f"{Path(path).name}.*"):
            if made.suffix in (".proof", ".receipt"):
                made.unlink()
        began = time.process_time()
        ask()
        spent.append(time.process_time() - began)
    return min(spent[1:])


def ledger(folder: Path, rounds: int) -> str:
    path = folder / f"{rounds}-{sha256(HOUSE.read_bytes()).hexdigest()[:8]}.db"
    if not path.exists():
        building = path.with_suffix(".building")
        for left in folder.glob(f"{building.name}*"):
            left.unlink()
        for over in build(str(building), rounds):
            print(f"\r{over:,} of {rounds:,} rounds", end="", file=sys.stderr)
        print(file=sys.stderr)
        shutil.move(building, path)
    return str(path)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--least", type=float, default=1e3)
    parser.add_argument("--most", type=float, default=1e4)
    parser.add_argument("--folder", type=Path, default=Path("build/ledgers"))
    given = parser.parse_args()
    given.folder.mkdir(parents=True, exist_ok=True)
    sizes = [int(given.least), int(given.most)]
    paths = [ledger(given.folder, size) for size in sizes]
    for size, path in zip(sizes, paths, strict=True):
        print(
            f"{size:9,} rounds of three boxes: {Path(path).stat().st_size / size:8,.0f} bytes a round, indexes included"
        )
    asked = [questions(path, size, str(KEY.public)) for size, path in zip(sizes, paths, strict=True)]
    year = 10_000_000 * Path(paths[1]).stat().st_size / sizes[1] / 1e9
    print(f"a year of 10,000,000 such rounds: {year:.1f} GB")
    print(f"{'CPU milliseconds':28}{sizes[0]:>12,}{sizes[1]:>12,}{'ratio':>8}")
    for name in asked[0]:
        small, large = (cost(one[name], path) for one, path in zip(asked, paths, strict=True))
        ratio = large / small
        remark = "" if ratio <= GOAL else f"  above {GOAL}"
        print(f"{name:28}{small * 1e3:12.1f}{large * 1e3:12.1f}{ratio:8.2f}{remark}")
    print(f"{'megabytes':28}{sizes[0]:>12,}{sizes[1]:>12,}{'ratio':>8}")
    taken = [memories(path, size) for size, path in zip(sizes, paths, strict=True)]
    for name in taken[0]:
        small, large = (one[name] for one in taken)
        print(f"{name:28}{small:12.1f}{large:12.1f}{large / small:8.2f}")
    (small, small_bare), (large, large_bare) = map(rates, paths)
    print(f"{'verify --all, µs an entry':28}{small:12.1f}{large:12.1f}{large / small:8.2f}")
    print(f"{'its rate beside bare reading':28}{small_bare / small:12.2f}{large_bare / large:12.2f}")


if __name__ == "__main__":
    main()
