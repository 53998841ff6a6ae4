"""`pitboss audit`: re-settles recorded rounds and lists every mispayment."""

import argparse
import json
import os
import signal
import sys
import time
from collections import Counter, deque
from collections.abc import Generator, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import closing
from itertools import chain, islice
from typing import BinaryIO, NamedTuple

from pitboss.cli.arguments import add_jobs, add_on, add_regulations
from pitboss.cli.files import reason
from pitboss.cli.output import paint, say, table
from pitboss.cli.progress import ProgressBar
from pitboss.errors import InputError
from pitboss.money import show_money
from pitboss.play.json_values import DocumentFault
from pitboss.play.settle import settle
from pitboss.play.settlement_input import SettledLine
from pitboss.recorded.round import RecordedRound, read_round
from pitboss.recorded.stream import Entry, Unusable, csv_entries, json_entries
from pitboss.rules.editions import editions
from pitboss.rules.today import read_as_on
from pitboss.text import plural, printable

_CHUNK_ROUNDS, _CHUNK_BYTES = 250, 1_000_000
_FEW_CHUNKS = 12
"""The number of rounds that one process judges before another could start."""


class Mispayment(NamedTuple):
    """An item that was not paid as it was due."""

    round: str | int
    """Its name in the record, else its line."""
    box: int
    item: str
    due: int
    paid: int
    clause: str
    edition: str
    """The edition by which it was due."""


class Findings:
    """What an audit has found so far."""

    def __init__(self) -> None:
        self.rounds = 0
        self.editions = Counter[str]()
        """The number of rounds settled by each edition."""
        self.choice = False
        """Whether a round names its edition, or there are several to choose from."""
        self.differences: list[Mispayment] = []
        self.unusable: list[Unusable] = []

    def add(self, found: "Findings") -> None:
        self.rounds += found.rounds
        self.editions += found.editions
        self.choice = self.choice or found.choice
        self.differences += found.differences
        self.unusable += found.unusable

    @property
    def code(self) -> int:
        return 2 if self.unusable else 1 if self.differences else 0


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "rounds", metavar="ROUNDS.jsonl", help="one round on each line, or a .csv file; - for standard input"
    )
    add_jobs(parser)
    add_regulations(parser)
    add_on(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    name = "standard input" if options.rounds == "-" else options.rounds
    findings, interrupted = Findings(), False
    begun = time.monotonic()
    try:
        with (
            _open(options.rounds) as stream,
            closing(_judged(stream, name, options.jobs, options.on or "")) as chunks,
            ProgressBar("rounds") as bar,
        ):
            for found in chunks:
                findings.add(found)
                judged = findings.rounds + len(findings.unusable)
                bar.show(judged, note=f", {judged / (time.monotonic() - begun):,.0f} a second")
    except OSError as error:
        raise InputError(f"cannot be read: {reason(error)}", name) from None
    except KeyboardInterrupt:
        interrupted = True
    if not interrupted and not findings.rounds and not findings.unusable:
        findings.unusable.append(Unusable(1, "expected one round on each line, found nothing"))
    findings.unusable.sort()
    for line, why in findings.unusable:
        print(f"pitboss: {name}:{line}: {why}", file=sys.stderr)
    if options.json:
        _show_json(name, findings, interrupted)
    else:
        _show(findings, interrupted)
    return 130 if interrupted else findings.code


def _open(file: str) -> BinaryIO:
    # Standard input must stay open, so a copy of it is closed.
    return open(os.dup(0) if file == "-" else file, "rb")


# Judging


def _judged(stream: BinaryIO, name: str, jobs: int, on: str) -> Generator[Findings, None, None]:
    """The findings of each chunk of rounds, in order."""
    chunks = _chunks(csv_entries(stream) if name.lower().endswith(".csv") else json_entries(stream))
    first = list(islice(chunks, _FEW_CHUNKS))
    jobs = jobs or len(os.sched_getaffinity(0) if hasattr(os, "sched_getaffinity") else range(os.cpu_count() or 1))
    many = len(first) == _FEW_CHUNKS and jobs > 1
    chunks = chain(first, chunks)
    yield from _in_processes(chunks, jobs, on) if many else map(judge, chunks)


def _chunks(entries: Iterator[Entry]) -> Iterator[list[Entry]]:
    chunk: list[Entry] = []
    size = 0
    for entry in entries:
        chunk.append(entry)
        size += entry.size
        if len(chunk) == _CHUNK_ROUNDS or size > _CHUNK_BYTES:
            yield chunk
            chunk, size = [], 0
    if chunk:
        yield chunk


def _begin(on: str) -> None:
    """A further process leaves Ctrl-C to the first process, and reads the rules of the same day."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    read_as_on(on)


def _in_processes(chunks: Iterator[list[Entry]], jobs: int, on: str) -> Iterator[Findings]:
    """Judges in several processes at once, a few chunks ahead of the reader."""
    with ProcessPoolExecutor(jobs, initializer=_begin, initargs=(on,)) as pool:
        ahead: deque[Future[Findings]] = deque()
        try:
            for chunk in chunks:
                ahead.append(pool.submit(judge, chunk))
                if len(ahead) > 4 * jobs:
                    yield ahead.popleft().result()
            while ahead:
                yield ahead.popleft().result()
        finally:
            for future in ahead:
                future.cancel()


def judge(entries: list[Entry]) -> Findings:
    """The mispayments of some rounds, and the rounds that cannot be used."""
    findings = Findings()
    for entry in entries:
        if isinstance(entry, Unusable):
            findings.unusable.append(entry)
            continue
        try:
            round_ = read_round(entry.document())
            findings.differences += _differences(entry.line, round_)
            regulation = round_.terms.regulation
            findings.rounds += 1
            findings.editions[regulation.key] += 1
            findings.choice = findings.choice or round_.dated or len(editions()[regulation.id]) > 1
        except InputError as error:
            findings.unusable.append(Unusable(entry.line + max(0, error.line - 1), error.reason))
        except DocumentFault as error:
            findings.unusable.append(Unusable(entry.line_of(error.path), str(error)[:400]))
    return findings


def _differences(line_number: int, round_: RecordedRound) -> list[Mispayment]:
    if round_.paid is None:
        raise DocumentFault("paid is missing: write what was paid, as {box: {item: cents}}")
    label = line_number if round_.label is None else round_.label
    edition = round_.terms.regulation.edition
    found: list[Mispayment] = []
    for box, lines in settle(round_.terms, round_.facts).boxes:
        paid = round_.paid.get(box, {})
        due: dict[str, int] = {}
        for line in lines:
            due[line.item] = due.get(line.item, 0) + line.returned + line.amount
        if due != paid:
            found += [
                Mispayment(label, box, item, due.get(item, 0), paid.get(item, 0), _clause(round_, lines, item), edition)
                for item in {**due, **paid}
                if due.get(item, 0) != paid.get(item, 0)
            ]
    return found


def _clause(round_: RecordedRound, lines: tuple[SettledLine, ...], item: str) -> str:
    """The clause that settles an item; if nothing was due, the clause that gives its turn."""
    settled = (line.cite for line in lines if line.item == item)
    turns = (row.cite for step in round_.terms.script.settling for row in step.items if row.item == item)
    return next(chain(settled, turns))


# Showing


def _show_json(name: str, findings: Findings, interrupted: bool) -> None:
    first = findings.unusable[:1]
    print(json.dumps({
        **{key: value for line, why in first for key, value in (("error", why), ("file", name), ("line", line))},
        "rounds": findings.rounds,
        **({"editions": dict(sorted(findings.editions.items()))} if findings.choice else {}),
        "differences": [_difference_json(difference, findings.choice) for difference in findings.differences],
        "errors": [unusable._asdict() for unusable in findings.unusable],
        **({"interrupted": True} if interrupted else {}),
    }, indent=2))  # fmt: skip


def _difference_json(found: Mispayment, with_edition: bool) -> dict[str, object]:
    return {key: value for key, value in found._asdict().items() if with_edition or key != "edition"}


def _show(findings: Findings, interrupted: bool) -> None:
    if findings.choice:
        say(" ".join(f"{key}: {plural(number, 'round')}." for key, number in sorted(findings.editions.items())))
    if findings.differences:
        head = ("round", "box", "item", "due", "paid", "over", "clause")
        print(table(head, map(_row, findings.differences), right=(1, 3, 4, 5), keys=3), end="\n\n")
    rounds, unusable = plural(findings.rounds, "round"), plural(len(findings.unusable), "line")
    verdict = paint("all paid as due", "green", "bold") if findings.rounds else "nothing to judge"
    if findings.differences:
        over = [difference.paid - difference.due for difference in findings.differences]
        much, little = sum(amount for amount in over if amount > 0), -sum(amount for amount in over if amount < 0)
        mispaid = f"{paint('mispaid', 'red', 'bold')} {plural(len(over), 'time')}"
        verdict = f"{mispaid}, {show_money(much)} too much and {show_money(little)} too little"
    left_out = f"; {unusable} cannot be used" if findings.unusable else ""
    say(f"{'Interrupted: ' if interrupted else ''}{rounds}: {verdict}{left_out}.")


def _row(found: Mispayment) -> tuple[str, ...]:
    amounts = (show_money(amount) for amount in (found.due, found.paid, found.paid - found.due))
    return printable(str(found.round)), str(found.box), found.item, *amounts, found.clause
