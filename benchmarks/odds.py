"""How long exact odds take from a cold start, as multiples of a bare interpreter, and the memory at their peak.

Nothing is stored between runs but the bytecode that an installation has. Runs alternate with `python -c pass`, so that
a noisy machine disturbs all of them alike, and the fastest of each counts. Name regulations to run only their commands.
"""

import compileall
import os
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

RUNS = 9
SOURCE = Path(__file__).parents[1] / "src" / "pitboss"
HOUSE = Path(__file__).parents[1] / "examples" / "house.toml"
MEMORY = 150
"""Megabytes, for each command."""
LIMITS = {
    "MD-TCP ante A": 10,
    "MD-LIR base A": 10,
    "MD-LIR": 60,
    "MD-TCP": 60,
    "MD-TFP": 60,
    "MA-LIR": 200,
    **{f"HOUSE {table} --choices": 100 for table in ("let-it-ride", "three-card", "top-five", "commonwealth")},
}
"""HOUSE is the sample house: every lawful house file of one regulation."""
BARE = "-c pass"


def run(arguments: str, installed: str) -> tuple[float, float]:
    """The seconds that a command takes, and its peak memory in megabytes."""
    environment = {**os.environ, "PYTHONPATH": installed}
    start = time.perf_counter()
    child = subprocess.Popen([sys.executable, *arguments.split()], stdout=subprocess.DEVNULL, env=environment)
    _, status, used = os.wait4(child.pid, 0)
    seconds = time.perf_counter() - start
    child.returncode = os.waitstatus_to_exitcode(status)
    if child.returncode:
        raise SystemExit(f"python {arguments} failed")
    return seconds, used.ru_maxrss / 1024


def main() -> int:
    chosen = {name: limit for name, limit in LIMITS.items() if name.split()[0] in (sys.argv[1:] or name)}
    commands = {BARE: BARE, **{name: f"-m pitboss odds {name.replace('HOUSE', str(HOUSE))}" for name in chosen}}
    seconds, memory = dict.fromkeys(commands, float("inf")), dict.fromkeys(commands, 0.0)
    with tempfile.TemporaryDirectory() as installed:
        shutil.copytree(SOURCE, Path(installed, "pitboss"))
        compileall.compile_dir(installed, quiet=1)
        for _ in range(RUNS):
            for name, arguments in commands.items():
                took, used = run(arguments, installed)
                seconds[name], memory[name] = min(seconds[name], took), max(memory[name], used)
    kept = True
    print(f"{'pitboss odds':30}{'x bare python':>15}{'at most':>9}{'MB':>7}{'at most':>9}")
    for name, limit in chosen.items():
        ratio = seconds[name] / seconds[BARE]
        within = ratio <= limit and memory[name] <= MEMORY
        kept &= within
        print(
            f"{name:30}{ratio:15.1f}{limit:9}{memory[name]:7.0f}{MEMORY:9}  {'kept' if within else 'BROKEN'}",
            flush=True,
        )
    return 0 if kept else 1


if __name__ == "__main__":
    raise SystemExit(main())
