"""`pitboss examine`: the table test of a dealer, at the terminal or from a file of answers, and its certificate."""

import argparse
import json
import secrets
from hashlib import sha256
from typing import Any

from pitboss.cli.arguments import add_db, add_on, add_output, add_regulations, add_table, whole
from pitboss.cli.examine_text import ask_questions, say_marks
from pitboss.cli.files import read_text, shown, write
from pitboss.cli.ledgers import opened
from pitboss.cli.output import say
from pitboss.cli.terminal import Terminal
from pitboss.documents.paytables import paytables_view
from pitboss.errors import InputError
from pitboss.evidence.heads import PublicKey, SigningKey
from pitboss.examination.certificate import certificate_of, sign_certificate
from pitboss.examination.table_test import (
    FEWEST,
    MOST,
    PASS,
    USUAL,
    Answer,
    Marks,
    TableTest,
    marks_json,
    question_json,
)
from pitboss.house.authority import Who
from pitboss.house.environment import wall_clock
from pitboss.house.key_file import key_file
from pitboss.house.person_names import checked_name
from pitboss.house.table_tests import JUDGED_BY, TableTests
from pitboss.ledger.people_records import TableTestTaken
from pitboss.rules.sample_house import find_ruleset
from pitboss.text import printable

_MOST_BYTES = 1_000_000


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("regulation", metavar="REGULATION", help="such as MD-TCP")
    parser.add_argument("--house", metavar="FILE", help="a house file (default: the sample house)")
    add_table(parser, "a table of the house (default: its first under the regulation)")
    parser.add_argument(
        "--questions", metavar="N", type=whole(FEWEST, MOST), default=USUAL, help=f"how many (default: {USUAL})"
    )
    parser.add_argument("--seed", metavar="TEXT", help="sets the same test again (default: a new one)")
    parser.add_argument(
        "--pass", dest="needed", metavar="PERCENT", type=whole(1, 100), default=PASS,
        help=f"the points that pass (default: {PASS})",
    )  # fmt: skip
    parser.add_argument("--answers", metavar="FILE", help="marks these answers, as JSON, to the test of --seed")
    parser.add_argument("--candidate", metavar="NAME", help="the dealer, for the certificate")
    parser.add_argument("--examiner", metavar="NAME", help="who watches the test: a pit manager or above")
    parser.add_argument("--key", metavar="FILE", help="the signing key (default: beside the ledger)")
    add_db(parser, "the ledger whose people these are: the test is recorded in it", None)
    add_output(parser, "the certificate, if the test is passed")
    add_regulations(parser)
    add_on(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """0: passed, or the questions were printed. 1: not passed, or not finished."""
    named = _named(options)
    # What cannot be signed in the end is refused before the first question.
    key = SigningKey.load(_key(options)).public if options.out else None
    if options.answers and not options.seed:
        raise InputError("answers belong to the test of a seed: give it by --seed")
    test = TableTest(
        find_ruleset(options.regulation, options.house or "", options.table),
        options.seed or secrets.token_hex(8), options.questions,
    )  # fmt: skip
    if options.answers:
        answers = _answers(options.answers)
    elif options.json:
        print(json.dumps(_asked(test, options.needed), indent=2, ensure_ascii=False))
        return 0
    else:
        try:
            answers = ask_questions(Terminal(plain=False), test)
        except (EOFError, KeyboardInterrupt):
            say("The test was not finished: nothing is marked.")
            return 1
    marks = test.mark(answers, options.needed)
    written = _certify(options, test, marks, named)
    if options.json:
        print(json.dumps({**_about(test), **marks_json(marks), "certificate": written}, indent=2, ensure_ascii=False))
    else:
        say_marks(test, marks)
        _say_certificate(options, marks, written, key)
    return int(not marks.passed)


def _certify(options: argparse.Namespace, test: TableTest, marks: Marks, named: dict[str, str]) -> str | None:
    """Writes the certificate of a test that was passed, and records the test; the name of the file, if there is one."""
    text = None
    if options.out and marks.passed:
        key = SigningKey.load(_key(options))
        text = sign_certificate(certificate_of(test, marks, at=wall_clock(), **named), key.public, key.signature)
    if options.db:
        digest = sha256(text.encode()).hexdigest() if text else ""
        taken = TableTestTaken(named["candidate"], _about(test)["regulation"], marks.points, marks.possible, digest)
        with opened(options.db) as store:
            TableTests(store).note(taken, test.seed, Who(named["examiner"], "manager"))
    if text:
        write(options.out, text)
    return options.out if text else None


def _key(options: argparse.Namespace) -> str:
    return str(options.key or key_file(options.db or "pitboss.db"))


def _say_certificate(options: argparse.Namespace, marks: Marks, written: str | None, key: PublicKey | None) -> None:
    if written and key:
        say(f"{printable(written)}: the certificate. pitboss verify {printable(written)} --key {key} checks it.")
    elif options.out and not marks.passed:
        say("There is no certificate: the test was not passed.")


def _named(options: argparse.Namespace) -> dict[str, str]:
    """The people whom a certificate names; empty for a test without a certificate."""
    if not options.out:
        if options.db:
            raise InputError("a test that is recorded has a certificate: give its file by -o")
        return {}
    if not options.candidate or not options.examiner:
        raise InputError("a certificate names who took the test and who watched it: give --candidate and --examiner")
    names = {"candidate": checked_name(options.candidate), "examiner": checked_name(options.examiner)}
    if names["candidate"].casefold() == names["examiner"].casefold():
        raise InputError(f"nobody examines themselves: --examiner is a pit manager or above ({JUDGED_BY})")
    if options.db:
        with opened(options.db) as store:
            TableTests(store).check(names["candidate"], Who(names["examiner"], "manager"))
    return names


def _answers(file: str) -> list[Answer]:
    """The answers in a file: a list of objects with `line` and perhaps `right`."""
    try:
        given = json.loads(read_text(file, _MOST_BYTES))
    except ValueError as error:
        raise InputError(f"expected answers as JSON: {error}", shown(file)) from None
    if isinstance(given, dict):
        given = given.get("answers")
    if not isinstance(given, list):
        raise InputError('expected a list of answers such as {"line": 3, "right": "$20"}', shown(file))
    return [_answer(one, number, file) for number, one in enumerate(given, 1)]


def _answer(one: Any, number: int, file: str) -> Answer:
    fits = isinstance(one, dict) and {"line"} <= one.keys() <= {"line", "right", "number"}
    if not fits or type(one["line"]) is not int or not isinstance(one.get("right", ""), str):
        told = f'answer {number}: expected {{"line": 3, "right": "$20"}}, line 0 if nothing is wrong'
        raise InputError(told, shown(file))
    return Answer(one["line"], one.get("right", ""))


def _about(test: TableTest) -> dict[str, Any]:
    rules = test.ruleset
    return {
        "regulation": rules.regulation.key, "table": rules.table, "rules": rules.meaning, "seed": test.seed,
    }  # fmt: skip


def _asked(test: TableTest, needed: int) -> dict[str, Any]:
    """The test as it is set. Someone who takes it must not have the seed, from which the answers follow."""
    questions = [question_json(question, number) for number, question in enumerate(test.questions, 1)]
    paytables = paytables_view(test.ruleset)
    return {**_about(test), "needed_percent": needed, "paytables": paytables, "questions": questions}
