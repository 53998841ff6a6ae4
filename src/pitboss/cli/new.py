"""`pitboss new`: begins a regulation outside the package."""

import argparse
import json
import os
from collections.abc import Mapping
from pathlib import Path

from pitboss.cli.arguments import add_on, add_regulations
from pitboss.cli.files import reason
from pitboss.cli.output import heading, paint, say, table
from pitboss.errors import InputError
from pitboss.rules.editions import EDITION_NAME, REGULATION_ID, editions, find_edition
from pitboss.rules.load import load_edition
from pitboss.rules.new_edition import NewEdition, new_files
from pitboss.rules.rules_file import name_of
from pitboss.text import plural


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("id", metavar="ID", help="its id, such as PA-TCP; MD-TCP@1.5 is a new edition of MD-TCP")
    parser.add_argument("folder", metavar="DIR", help="the folder for your regulations; it is created if it is missing")
    parser.add_argument("--like", required=True, metavar="REGULATION", help="the regulation to begin with, MD-TCP")
    add_regulations(parser)
    add_on(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    like = find_edition(options.like)
    new, rules = _named(options.id), load_edition(like.folder)
    folder = new.folder(Path(options.folder), rules.game)
    files = new_files(new, like, rules)
    _write(folder, files)
    if options.json:
        document = {"regulation": new.key, "like": like.key, "folder": folder.as_posix(), "files": list(files)}
        print(json.dumps(document, indent=2))
    else:
        _show(new, like.key, folder, files, options.folder)
    return 0


def _named(text: str) -> NewEdition:
    """The id and edition that a person names. InputError if they are taken or badly written."""
    name, _, edition = text.partition("@")
    new = NewEdition(name.upper(), edition or "1")
    if not REGULATION_ID.fullmatch(new.id) or not EDITION_NAME.fullmatch(new.edition):
        raise InputError(f"{text[:40]!r} is not an id: write the state and the game, such as PA-TCP")
    known = editions().get(new.id, ())
    if known and not edition:
        raise InputError(f"{new.id} is taken by {name_of(known[-1].folder)}: {new.id}@EDITION begins another edition")
    if taken := next((one for one in known if one.edition == new.edition), None):
        raise InputError(f"{new.key} is taken by {name_of(taken.folder)}: choose another id or edition")
    return new


def _write(folder: Path, files: Mapping[str, str]) -> None:
    if os.path.lexists(folder):
        raise InputError("this folder exists, and nothing is overwritten: give another folder", folder.as_posix())
    try:
        folder.mkdir(parents=True)
        for name, text in files.items():
            (folder / name).write_text(text, encoding="utf-8")
    except OSError as error:
        raise InputError(f"cannot be written: {reason(error)}", folder.as_posix()) from None


def _show(new: NewEdition, like: str, folder: Path, files: Mapping[str, str], root: str) -> None:
    say(f"{paint(folder.as_posix(), 'bold')}: {new.key}, which begins as a copy of {like}")
    print(table(("", ""), [(name, plural(text.count("\n"), "line")) for name, text in files.items()]))
    print(heading("Next"))
    name = new.key if new.id == like.partition("@")[0] else new.id
    for does, command in {
        "What is left to edit, missing or wrong:": f"check-rules {root}",
        "What you have changed so far:": f"diff {like} {name} --regulations {root}",
        "A table by these rules:": f"play {name} --regulations {root}",
    }.items():
        say(does, 2)
        say(f"pitboss {command}", 4)
