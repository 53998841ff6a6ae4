"""`pitboss simulate`: whole rounds by the million or the billion, on one core, all of them, or a cluster."""

import argparse
import json
import re
import secrets
import socket
import time
from decimal import Decimal, InvalidOperation
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

from pitboss.cli.arguments import (
    add_jobs,
    add_meters,
    add_on,
    add_output,
    add_regulations,
    add_stakes,
    add_table,
    amount,
    pairs,
    rate,
    retire,
    whole,
)
from pitboss.cli.files import write
from pitboss.cli.odds import is_house_file
from pitboss.cli.progress import ProgressBar
from pitboss.errors import InputError
from pitboss.rules.ruleset import Ruleset
from pitboss.rules.sample_house import find_ruleset

if TYPE_CHECKING:
    from pitboss.simulation.results import SimulationResults
    from pitboss.simulation.runner import Runner
    from pitboss.simulation.setup import Setup

_MOST_ROUNDS = 10**15
_SAVE_SECONDS = 30
_CONNECT_SECONDS = 3


def configure(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    add("of", metavar="REGULATION|HOUSE.toml", help="such as MD-LIR, by the sample house; or a house file")
    add_table(parser, "a table of the house (default: its first, or its first under the regulation)")
    add("--boxes", type=whole(1, 10**6), metavar="N", help="boxes in every round (default: every box of the table)")
    add("--rounds", type=_rounds, default=1_000_000, metavar="N", help="such as 1e9 (default: 1,000,000)")
    add("--seed", type=whole(0, 2**256), metavar="N", help="the same seed gives the same result to the last cent")
    add("--wager", action="append", default=[], metavar="NAME", help="an optional wager to make (default: all)")
    add_stakes(parser, "such as base=25 (default: the least stake)")
    add("--paytable", action="append", default=[], metavar="NAME=ID", help="such as pair_plus=D (default: the house's)")
    add_meters(parser, "what a meter starts from and resets to (default: the house's)")
    add("--strategy", default="optimal", metavar="NAME", help="optimal, basic, always, never, mimic or FILE.csv; "
        "several with commas are for boxes 1, 2 and so on (default: optimal)")  # fmt: skip
    add("--rounds-per-hour", type=whole(1, 10_000), default=60, metavar="N", help="the pace of a shift (default: 60)")
    add("--hours", type=whole(1, 1000), default=8, metavar="N", help="the length of a shift (default: 8)")
    add("--bankroll", default="", metavar="AMOUNT", help="also how often box 1 loses this much within a shift")
    add_jobs(parser)
    add("--cluster", default="", metavar="ADDRESS", help="a Dask scheduler such as tcp://host:8786; or local")
    add("--checkpoint", default="", metavar="FILE", help="saved as it goes; the same command continues from there")
    add_output(parser, "the results as .parquet; with --every, rounds")
    add("--every", type=whole(1, 10**12), metavar="K", help="each K-th round goes to -o, card by card")
    add("--html", default="", metavar="FILE", help="one page with tables and plots")
    add("--plots", default="", metavar="FOLDER", help="the plots as SVG and PNG")
    add_regulations(parser)
    add_on(parser)
    retire(parser, "--cores", "--jobs N")
    parser.set_defaults(run=run)


def run(given: argparse.Namespace) -> int:
    from pitboss.simulation.results import SimulationResults  # noqa: PLC0415 - needs an extra, which main names
    from pitboss.simulation.runner import job_of, resume, save  # noqa: PLC0415
    from pitboss.simulation.runner import run as played  # noqa: PLC0415
    from pitboss.simulation.totals import Totals  # noqa: PLC0415

    if given.every and not given.out:
        raise InputError("--every says which rounds go to -o FILE: name the file")
    _check_files(given)
    _answers(given.cluster)
    is_file = is_house_file(given.of)
    ruleset = find_ruleset("" if is_file else given.of, given.of if is_file else "", given.table)
    setup = _setup(given, ruleset)
    seed = secrets.randbits(32) if given.seed is None else given.seed
    job = job_of(setup, given.rounds, seed, given.rounds_per_hour, given.hours)
    totals, runner = Totals(setup, job), _runner(given)
    if given.checkpoint:
        resume(given.checkpoint, job, totals)
    begun, before, saved, interrupted = time.monotonic(), totals.rounds, time.monotonic(), False
    with ProgressBar("rounds") as bar:
        try:
            for _ in played(job, totals, runner):
                now = time.monotonic()
                bar.show(
                    totals.rounds, job.rounds, _pace(totals.rounds - before, job.rounds - totals.rounds, now - begun)
                )
                if given.checkpoint and now - saved > _SAVE_SECONDS:
                    save(given.checkpoint, job, totals)
                    saved = now
        except KeyboardInterrupt:
            interrupted = True
    if given.checkpoint:
        save(given.checkpoint, job, totals)
    if not totals.rounds:
        raise KeyboardInterrupt
    results = SimulationResults(totals=totals, seconds=time.monotonic() - begun, played=totals.rounds - before)
    house = given.of if is_file else "the sample house"
    _show(given, results, interrupted, f"table {ruleset.table} of {house}")
    return 130 if interrupted else 0


def _show(given: argparse.Namespace, results: "SimulationResults", interrupted: bool, source: str) -> None:
    bankroll = amount("--bankroll", given.bankroll) if given.bankroll else 0
    if given.json:
        answer = {**results.to_json(), "interrupted": interrupted}
        if bankroll and results.shifts:
            answer["ruin"] = {"bankroll": bankroll, "share_of_shifts": results.shifts.ruin(bankroll)}
        print(json.dumps(answer, indent=2))
    else:
        from pitboss.cli.simulate_text import lines  # noqa: PLC0415 - programs do without

        print("\n".join(lines(results, bankroll, interrupted, source)))
    if given.out:
        from pitboss.simulation import parquet  # noqa: PLC0415 - only those who ask for it

        parquet.write(results, given.out, given.every)
    if given.html:
        from pitboss.simulation.report import report_html  # noqa: PLC0415 - for start-up time

        file = f"{given.of}{f' --table {given.table}' if given.table else ''}" if is_house_file(given.of) else ""
        write(given.html, report_html(results, file))
    if given.plots:
        from pitboss.simulation.plots import save  # noqa: PLC0415 - for start-up time

        save(results, given.plots)


def _setup(given: argparse.Namespace, ruleset: Ruleset) -> "Setup":
    from pitboss.simulation.setup import setup_of  # noqa: PLC0415 - needs an extra, which main names

    rates = {name: rate(name, text) for name, text in pairs("--rate", given.rate)}
    seeds = {name: amount(f"--meter {name}", text) for name, text in pairs("--meter", given.meter)}
    return setup_of(
        ruleset,
        boxes=given.boxes or 0,
        wagers=given.wager,
        stakes={name: amount(f"--stake {name}", text) for name, text in pairs("--stake", given.stake)},
        paytables=dict(pairs("--paytable", given.paytable)),
        seeds=seeds,
        rates=rates,
        strategies=given.strategy.split(","),
    )


def _runner(given: argparse.Namespace) -> "Runner":
    from pitboss.simulation.runner import default_cores, on_cores  # noqa: PLC0415 - needs an extra

    cores = given.jobs or default_cores()
    if given.cluster:
        from pitboss.simulation.cluster import on_cluster  # noqa: PLC0415 - needs another

        return on_cluster(given.cluster, cores)
    return on_cores(cores)


def _answers(address: str) -> None:
    """Reports at once that no scheduler answers; Dask itself would go on trying for a while."""
    found = re.fullmatch(r"(?:tcp://)?([\w.-]+):(\d{1,5})", address)
    if found and int(found[2]) < 65536:
        try:
            socket.create_connection((found[1], int(found[2])), timeout=_CONNECT_SECONDS).close()
        except OSError as error:
            reason = (error.strerror or str(error)).lower()
            raise InputError(f"--cluster {address}: no Dask scheduler answers there ({reason})") from None


def _check_files(given: argparse.Namespace) -> None:
    """Checks that the results can be written: better now than after a billion rounds."""
    from pitboss.simulation.output_files import writable, writable_folder  # noqa: PLC0415 - for start-up time

    if given.out and (suffix := Path(given.out).suffix).lower() != ".parquet":
        raise InputError(f"-o {given.out}: results are written as .parquet, not {suffix or 'without a suffix'}")
    for option in ("out", "html", "checkpoint"):
        if file := getattr(given, option):
            writable(f"--{option}", file)
    if given.plots:
        writable_folder("--plots", given.plots)
    if given.bankroll:
        amount("--bankroll", given.bankroll)
    # A missing extra is named before the work, not after it.
    for needed, package in ((given.html or given.plots, "matplotlib"), (given.out, "pyarrow")):
        if needed:
            import_module(package)


def _pace(done: int, left: int, seconds: float) -> str:
    """The rate, and how long the rest takes."""
    if not done or seconds <= 0:
        return ""
    minutes, rest = divmod(round(left * seconds / done), 60)
    hours, minutes = divmod(minutes, 60)
    time_left = f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"
    return f", {done / seconds / 1e6:.1f} M/s, {time_left} left"


def _rounds(text: str) -> int:
    try:
        number = Decimal(text.replace("_", "").replace(",", ""))
        whole = int(number)
    except (InvalidOperation, ValueError, OverflowError):
        raise argparse.ArgumentTypeError(f"expected a number such as 1000000 or 1e9, found {text[:40]!r}") from None
    if whole != number or not 1 <= whole <= _MOST_ROUNDS:
        raise argparse.ArgumentTypeError(f"expected a whole number from 1 to 1e15, found {text[:40]!r}")
    return whole
