"""`pitboss rounds`: finds rounds in a ledger by table, time, people, amount or irregularity, and exports them."""

import argparse
import json
import sys
from collections.abc import Iterable, Iterator
from itertools import islice
from pathlib import Path

from pitboss.books.export import recorded_round, summary_json, why_not_recorded
from pitboss.books.replay import Replay, replays
from pitboss.books.resettlement import Resettlement
from pitboss.books.round_search import MOST_COUNTED, RoundSearch, find_rounds, search
from pitboss.books.round_text import recorded_house, round_text
from pitboss.books.rounds import UNDER_WAY, Progress, RoundFilter, RoundSummary
from pitboss.cli.arguments import add_db, add_output, add_table, whole
from pitboss.cli.files import reason
from pitboss.cli.ledgers import opened, say_rebuilding, shown_url
from pitboss.cli.output import paint, say, table
from pitboss.cli.progress import ProgressBar
from pitboss.cli.times import parse_when, show_when
from pitboss.errors import InputError
from pitboss.ledger.store import Store
from pitboss.money import parse_money, show_money
from pitboss.text import plural, printable, show_signed

_LISTED = 100
"""How many rounds a list shows without --limit."""
_HEAD = ("round", "regulation", "began (UTC)", "lasted", "players", "staked", "paid", "house", "")


def configure(parser: argparse.ArgumentParser) -> None:
    add_db(parser)
    add_table(parser, "rounds of this table (default: every table)")
    parser.add_argument("--from", dest="since", type=parse_when, metavar="TIME", help="rounds that began then or later")
    parser.add_argument("--to", dest="until", type=parse_when, metavar="TIME", help="rounds that began before then")
    parser.add_argument("--player", metavar="NAME", default="", help="rounds in which this player wagered")
    parser.add_argument("--dealer", metavar="NAME", default="", help="rounds that this dealer dealt, at least in part")
    parser.add_argument(
        "--amount", type=_cents, default=0, metavar="AMOUNT",
        help="rounds with a wager, a payment, or a player's win or loss of this amount or more",
    )  # fmt: skip
    parser.add_argument(
        "--irregularity", nargs="?", const="", metavar="NAME", help="rounds with an irregularity, or with this one"
    )
    parser.add_argument("--jackpots", action="store_true", help="rounds that were paid from a progressive meter")
    parser.add_argument("--void", action="store_true", help="rounds that were void")
    parser.add_argument(
        "--limit",
        type=whole(0, 10**9 - 1),
        metavar="N",
        help=f"the newest N; 0 is all (default: {_LISTED}; --json: all)",
    )
    add_output(parser, "writes them: .jsonl for pitboss audit, .parquet with a row for each event, or .round")
    parser.set_defaults(run=run)


def _cents(text: str) -> int:
    try:
        return parse_money(text if text.startswith("$") else f"${text}")
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from None


def run(options: argparse.Namespace) -> int:
    wanted = RoundFilter(
        options.table, options.since, options.until, options.player, options.amount, options.irregularity,
        options.jackpots, options.void, options.dealer,
    )  # fmt: skip
    if options.out and options.limit is not None:
        raise InputError("--limit is for lists: a file gets every matching round")
    with opened(options.db) as store:
        return _export(options, store, wanted) if options.out else _list(options, store, wanted)


# Lists


def _list(options: argparse.Namespace, store: Store, wanted: RoundFilter) -> int:
    with ProgressBar("entries") as bar:
        found = search(store, bar.show, wanted.table, say_rebuilding)
    limit = options.limit if options.limit is not None else 0 if options.json else _LISTED
    rounds: Iterable[RoundSummary] = _newest(found, wanted, limit) if limit else found.all(wanted)
    if options.json:
        _show_json(rounds)
        return 0
    rounds = list(rounds)
    if rounds:
        print(table(_HEAD, map(_row, rounds), right=(3, 5, 6, 7)), end="\n\n")
    total = found.total(wanted) if len(rounds) == limit else len(rounds)
    number = f"more than {plural(MOST_COUNTED, 'round')}" if total is None else plural(total, "round")
    more = f", the newest {len(rounds)} of them shown: --limit 0 shows all" if total != len(rounds) else ""
    say(f"{number} in {printable(shown_url(options.db))}{more}.")
    return 0


def _newest(found: RoundSearch, wanted: RoundFilter, limit: int) -> list[RoundSummary]:
    """The newest rounds, oldest first; rounds that are not over are the newest of all."""
    under_way = found.under_way(wanted)[-limit:]
    over = [*islice(found.find(wanted, newest_first=True), limit - len(under_way))]
    return [*reversed(over), *under_way]


def _show_json(found: Iterable[RoundSummary]) -> None:
    """One array with one round on each line, written as they are found."""
    before = "["
    for one in found:
        print(f"{before}\n{json.dumps(summary_json(one))}", end="")
        before = ","
    print("[]" if before == "[" else "\n]")


def _row(found: RoundSummary) -> tuple[str, ...]:
    players: dict[str, list[str]] = {}
    for box, player in found.boxes.items():
        players.setdefault(player, []).append(str(box))
    won = -sum(found.net.values())
    return (
        printable(found.id),
        found.regulation,
        show_when(found.start),
        "-" if found.end is None else f"{(found.end - found.start) // 1000} s",
        ", ".join(f"{printable(player)} {'+'.join(boxes)}" for player, boxes in players.items()) or "-",
        show_money(found.staked),
        "-" if found.end is None else show_money(found.paid),
        "-" if found.end is None else show_signed(won),
        ", ".join(_remarks(found)),
    )


def _remarks(found: RoundSummary) -> Iterator[str]:
    if found.status == UNDER_WAY:
        yield paint(UNDER_WAY, "cyan")
    if found.void:
        yield paint("void", "yellow")
    yield from (paint(name.replace("_", " "), "yellow") for name in found.irregularities)
    for won in found.jackpots:
        yield paint(f"box {won.box} wins {show_money(won.amount)} of {won.meter}", "green", "bold")


# Files


def _export(options: argparse.Namespace, store: Store, wanted: RoundFilter) -> int:
    write = {".jsonl": _jsonl, ".parquet": _parquet, ".round": _texts}.get(Path(options.out).suffix.lower())
    if write is None:
        raise InputError("rounds are written as .jsonl, .parquet or .round", options.out)
    try:
        said = write(options.out, store, wanted)
    except OSError as error:
        raise InputError(f"cannot be written: {reason(error)}", options.out) from None
    if options.json:
        print(json.dumps({"file": options.out, **said}))
    else:
        say(_said(options.out, said))
    return 0


def _said(file: str, said: dict[str, int]) -> str:
    parts = [plural(number, name.removesuffix("s")) for name, number in said.items() if name != "left_out"]
    return f"{file}: {', '.join(parts)}."


def _parquet(file: str, store: Store, wanted: RoundFilter) -> dict[str, int]:
    from pitboss.books.rounds_parquet import ParquetFile, find_rows  # noqa: PLC0415 - an extra, only for this file

    with ProgressBar("entries") as bar, ParquetFile(file) as out:
        out.write(find_rows(store, wanted, bar.show))
    return {"rows": out.rows}


def _jsonl(file: str, store: Store, wanted: RoundFilter) -> dict[str, int]:
    """One round on each line, as `pitboss audit` reads them; standard error names the rounds without such a form."""
    written = left_out = 0
    with ProgressBar("entries") as bar, open(file, "w", encoding="utf-8") as out:
        for replay in _replayed(store, wanted, bar.show):
            resettlement = Resettlement(replay)
            if why := why_not_recorded(resettlement):
                left_out += 1
                print(f"pitboss: round {replay.id} is left out: {why}", file=sys.stderr)
            else:
                written += 1
                out.write(json.dumps(recorded_round(resettlement)) + "\n")
    return {"rounds": written, "left_out": left_out}


def _texts(file: str, store: Store, wanted: RoundFilter) -> dict[str, int]:
    """The rounds one after the other, an empty line between them, and the house files that they name."""
    houses: dict[int, str] = {}
    written, path = 0, Path(file)
    beside: set[str] = set()
    with ProgressBar("entries") as bar, open(path, "w", encoding="utf-8") as out:
        for replay in _replayed(store, wanted, bar.show):
            if replay.house not in houses:
                houses[replay.house] = recorded_house(store, replay.house)
            made = round_text(replay, houses[replay.house], path.stem)
            out.write("\n" * bool(written) + made.text)
            if made.house_name not in beside:
                beside.add(made.house_name)
                path.with_name(made.house_name).write_text(made.house, encoding="utf-8")
            written += 1
    return {"rounds": written}


def _replayed(store: Store, wanted: RoundFilter, progress: Progress) -> Iterator[Replay]:
    """The matching rounds that are over, table by table."""
    numbers: dict[str, set[int]] = {}
    for one in find_rounds(store, wanted, progress):
        if one.status != UNDER_WAY:
            numbers.setdefault(one.table, set()).add(one.number)
    for name, those in sorted(numbers.items()):
        yield from replays(store, name, those, progress)
