"""This checkout beside another one, say of the last release: every benchmark in turns, and the numbers as ratios.

    python benchmarks/compare.py ../pitboss-0.1 [engine settlement ...]

Both run on the same interpreter. Turns alternate, so that a noisy machine disturbs both alike. Each cell of a
benchmark's table is the median over the turns, and its ratio is this checkout's number over the other's.
"""

import argparse
import os
import re
import subprocess
import sys
from collections import defaultdict
from pathlib import Path
from statistics import median

HERE = Path(__file__).parents[1]
QUICK = ("startup", "settlement", "engine", "odds")
_NUMBER = re.compile(r"(?<![\w.])[0-9][0-9,]*(?:\.[0-9]+)?(?![\w.])")
Cells = dict[tuple[str, int], list[float]]


def output(checkout: Path, benchmark: str) -> str:
    """What a benchmark of a checkout prints, with that checkout's own package."""
    paths = os.pathsep.join((str(checkout / "src"), str(checkout)))
    done = subprocess.run(
        [sys.executable, str(checkout / "benchmarks" / f"{benchmark}.py")], cwd=checkout, text=True,
        env={**os.environ, "PYTHONPATH": paths}, capture_output=True, check=False,
    )  # fmt: skip
    if done.returncode:
        raise SystemExit(f"{checkout}: {benchmark} failed:\n{done.stderr}")
    return done.stdout


def numbers(text: str) -> dict[tuple[str, int], float]:
    """Each number of a table, by the words of its line and its place in the line."""
    found = {}
    for line in text.splitlines():
        label = re.sub(r"\s+", " ", _NUMBER.sub("", line)).strip(" %:")[:40]
        for place, number in enumerate(_NUMBER.findall(line)):
            found[label, place] = float(number.replace(",", ""))
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("other", type=Path, metavar="CHECKOUT", help="the checkout to compare with")
    parser.add_argument("benchmarks", nargs="*", default=QUICK, metavar="BENCHMARK", help=f"default: {' '.join(QUICK)}")
    parser.add_argument("--turns", type=int, default=3)
    options = parser.parse_args()
    for benchmark in options.benchmarks:
        ours: Cells = defaultdict(list)
        theirs: Cells = defaultdict(list)
        for _ in range(options.turns):
            for cells, checkout in ((theirs, options.other.resolve()), (ours, HERE)):
                for key, number in numbers(output(checkout, benchmark)).items():
                    cells[key].append(number)
        print(f"{benchmark:42}{'other':>14}{'here':>14}{'here/other':>12}")
        for key in [key for key in ours if key in theirs]:
            here, other = median(ours[key]), median(theirs[key])
            ratio = f"{here / other:12.2f}" if other else f"{'-':>12}"
            print(f"{f'{key[0]} [{key[1] + 1}]':42}{other:14,.2f}{here:14,.2f}{ratio}")


if __name__ == "__main__":
    main()
