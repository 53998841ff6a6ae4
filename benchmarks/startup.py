"""How long commands take to answer, as multiples of a bare interpreter and of importing pydantic.

The limit that matters: `pitboss rules` stays under four times `import pydantic`. Runs alternate, so that a noisy
machine disturbs all of them alike, and the fastest of each counts.
"""

import subprocess
import sys
import time

RUNS = 15
PYTHON = sys.executable
COMMANDS = {
    "python -c pass": [PYTHON, "-c", "pass"],
    "import pydantic": [PYTHON, "-c", "import pydantic"],
    "import pitboss": [PYTHON, "-c", "import pitboss"],
    "pitboss --version": [PYTHON, "-m", "pitboss", "--version"],
    "pitboss rules": [PYTHON, "-m", "pitboss", "rules"],
    "pitboss rules MD-TCP": [PYTHON, "-m", "pitboss", "rules", "MD-TCP"],
    "pitboss clauses MD-LIR": [PYTHON, "-m", "pitboss", "clauses", "MD-LIR"],
    "pitboss check": [PYTHON, "-m", "pitboss", "check", "examples/house.toml"],
}


def main() -> None:
    best = dict.fromkeys(COMMANDS, float("inf"))
    for _ in range(RUNS):
        for name, command in COMMANDS.items():
            start = time.perf_counter()
            subprocess.run(command, check=True, capture_output=True)
            best[name] = min(best[name], time.perf_counter() - start)
    bare, pydantic = best["python -c pass"], best["import pydantic"]
    print(f"{'command':28}{'x bare python':>15}{'x import pydantic':>20}")
    for name, seconds in best.items():
        print(f"{name:28}{seconds / bare:15.1f}{seconds / pydantic:20.2f}")
    ratio = best["pitboss rules"] / pydantic
    print(f"\npitboss rules: {ratio:.2f} x import pydantic, limit 4: {'kept' if ratio < 4 else 'BROKEN'}")


if __name__ == "__main__":
    main()
