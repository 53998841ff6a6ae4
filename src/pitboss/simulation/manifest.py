"""Manifest: everything that determines a simulation, as data and as a command line that repeats it."""

import shlex
from fractions import Fraction
from typing import Any

from pitboss.money import show_money
from pitboss.simulation.results import SimulationResults
from pitboss.simulation.setup import Setup


def recipe(results: SimulationResults) -> dict[str, Any]:
    """The rules, the stakes, the strategies, the seed: equal manifests have equal results."""
    setup, job = results.totals.setup, results.totals.job
    return {
        "regulation": setup.regulation.id,
        "boxes": setup.boxes,
        "rounds": results.rounds,
        "rounds_asked": job.rounds,
        "seed": job.seed,
        "rounds_an_hour": job.hour,
        "hours": job.shift,
        "stakes": dict(setup.stakes),
        "paytables": dict(setup.paytables),
        "options": dict(setup.terms.options),
        "payout_limit": setup.terms.payout_limit,
        "meters": {
            name: {"wager": wager, "seed": choice.seed, "resets_to": choice.resets_to, "rate": str(choice.rate)}
            for wager, choices in setup.meters.items()
            for name, choice in choices.items()
        },
        "strategies": list(setup.strategies),
    }


def command(results: SimulationResults, source: str = "") -> str:
    """The command line that repeats it.

    `source` names the house file and the table, such as `house.toml --table pit-3`; without it the table is that of the
    sample house under the regulation. What only a house file can set (options, limits) comes from there.
    """
    setup, job = results.totals.setup, results.totals.job
    words = ["--boxes", str(setup.boxes), "--rounds", str(job.rounds), "--seed", str(job.seed)]
    for name, stake in stakes_of(setup).items():
        words += ["--wager", name, "--stake", f"{name}={_plain(stake)}"]
    for name, paytable in setup.paytables.items():
        words += ["--paytable", f"{name}={paytable}"]
    for choices in setup.meters.values():
        for name, choice in choices.items():
            if choice.seed == choice.resets_to:
                words += ["--meter", f"{name}={_plain(choice.seed)}"]
            words += ["--rate", f"{name}={_percent(choice.rate)}"]
    same = len(set(setup.strategies)) == 1
    words += ["--strategy", ",".join(setup.strategies[:1] if same else setup.strategies)]
    words += ["--rounds-per-hour", str(job.hour), "--hours", str(job.shift)]
    return f"pitboss simulate {source or setup.regulation.id} {shlex.join(words)}"


def stakes_of(setup: Setup) -> dict[str, int]:
    """What a box stakes, by the names of options: Let It Ride's three equal bets are one."""
    wagers = setup.regulation.wagers
    return {wagers[name].limits or name: stake for name, stake in setup.stakes.items()}


def _plain(cents: int) -> str:
    """An amount without characters that a shell would interpret."""
    return show_money(cents).removeprefix("$").replace(",", "")


def _percent(rate: Fraction) -> str:
    return f"{float(rate * 100):.10f}".rstrip("0").rstrip(".")
