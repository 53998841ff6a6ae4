"""`pitboss replay`: one round again, every card, chip and word in order, and settled again."""

import argparse
import json
from pathlib import Path

from pitboss.books.export import recorded_round, replay_json, why_not_recorded
from pitboss.books.replay import Replay, replay_round
from pitboss.books.resettlement import Resettlement
from pitboss.books.round_text import recorded_house, round_text
from pitboss.cli.arguments import add_db, add_output, add_regulations
from pitboss.cli.files import reason
from pitboss.cli.ledgers import opened
from pitboss.cli.output import say
from pitboss.cli.progress import ProgressBar
from pitboss.cli.replay_text import show_replay
from pitboss.errors import InputError
from pitboss.ledger.store import Store


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("id", metavar="ROUND", help="TABLE/NUMBER, as pitboss rounds lists it")
    add_db(parser)
    parser.add_argument("--round", action="store_true", help="prints the notation that .round files are written in")
    add_output(parser, "writes it: .round, .json (as --json), .jsonl (for pitboss settle and audit), .parquet")
    add_regulations(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """0: paid as due. 1: something was not."""
    if options.round + bool(options.out) + options.json > 1:
        raise InputError("--json, --round and -o exclude each other: the suffix of the file's name decides its format")
    with opened(options.db) as store:
        with ProgressBar("entries") as bar:
            replay = replay_round(store, options.id, bar.show)
        resettlement = Resettlement(replay)
        if options.out:
            _write(options.out, store, resettlement)
        elif options.json:
            print(json.dumps(replay_json(replay, resettlement), indent=2))
        elif options.round:
            print(round_text(replay, recorded_house(store, replay.house), _stem(replay)).text, end="")
        else:
            show_replay(resettlement)
    return 1 if resettlement.differences else 0


def _stem(replay: Replay) -> str:
    return replay.id.replace("/", "-")


def _write(file: str, store: Store, resettlement: Resettlement) -> None:
    replay, path = resettlement.replay, Path(file)
    try:
        match path.suffix.lower():
            case ".round":
                made = round_text(replay, recorded_house(store, replay.house), path.stem)
                path.write_text(made.text, encoding="utf-8")
                path.with_name(made.house_name).write_text(made.house, encoding="utf-8")
                say(f"{file}: round {replay.id}, by the rules in {made.house_name} beside it.")
                return
            case ".json":
                path.write_text(json.dumps(replay_json(replay, resettlement), indent=2) + "\n", encoding="utf-8")
            case ".jsonl":
                if why := why_not_recorded(resettlement):
                    raise InputError(f"round {replay.id} cannot be settled from a file: {why}", file)
                path.write_text(json.dumps(recorded_round(resettlement)) + "\n", encoding="utf-8")
            case ".parquet":
                from pitboss.books.rounds_parquet import ParquetFile, rows_of  # noqa: PLC0415 - an extra, only for this file

                with ParquetFile(file) as out:
                    out.write(rows_of(replay))
            case _:
                raise InputError("a round is written as .round, .json, .jsonl or .parquet", file)
    except OSError as error:
        raise InputError(f"cannot be written: {reason(error)}", file) from None
    say(f"{file}: round {replay.id}.")
