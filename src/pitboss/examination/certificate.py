"""The certificate of a table test: what was asked by seed, what was answered, and the marks, signed by the house.

It is a signed note (c2sp.org/signed-note). Its text begins with its kind, so it never passes for a head of a ledger.
"""

import json
from collections.abc import Callable
from typing import Any, NamedTuple

from pitboss import __version__
from pitboss.errors import InputError, LedgerBroken
from pitboss.evidence.heads import NAME, PublicKey
from pitboss.evidence.signed_note import read_note
from pitboss.examination.table_test import Answer, Marks, TableTest
from pitboss.rules.ruleset import Ruleset

FIRST_LINE = "pitboss table test 1"
MOST_BYTES = 100_000
_FIELDS = {
    "candidate": str, "examiner": str, "regulation": str, "table": str, "rules": str, "seed": str,
    "questions": int, "answers": list, "needed_percent": int, "points": int, "possible": int, "passed": bool,
    "at": int, "version": str,
}  # fmt: skip


class Certificate(NamedTuple):
    """What the house certifies. `rules` is the digest of the table's rules, `at` a time in milliseconds."""

    candidate: str
    examiner: str
    regulation: str
    table: str
    rules: str
    seed: str
    questions: int
    answers: tuple[Answer, ...]
    needed_percent: int
    points: int
    possible: int
    passed: bool
    at: int
    version: str

    @property
    def text(self) -> str:
        """The text that is signed."""
        document = self._asdict() | {"answers": [list(answer) for answer in self.answers]}
        return f"{FIRST_LINE}\n{json.dumps(document, ensure_ascii=False, separators=(',', ':'))}\n"


def certificate_of(test: TableTest, marks: Marks, *, candidate: str, examiner: str, at: int) -> Certificate:
    """The certificate of a test that was marked."""
    rules = test.ruleset
    return Certificate(
        candidate, examiner, rules.regulation.key, rules.table, rules.meaning, test.seed, test.number,
        tuple(one.answer for one in marks.answers), marks.needed, marks.points, marks.possible, marks.passed, at,
        __version__,
    )  # fmt: skip


def sign_certificate(certificate: Certificate, public: PublicKey, sign: Callable[[str], bytes]) -> str:
    """The certificate as a signed note, by the owner of the key."""
    text = certificate.text
    note = f"{text}\n{public.named(NAME).line(sign(text))}"
    check_certificate(note, public)
    return note


def check_certificate(note: str, key: PublicKey) -> Certificate:
    """The certificate in a note that the owner of this key signed. LedgerBroken says why it is not one."""
    signed, named = read_note(note), key.named(NAME)
    if not any(line.is_by(named) and key.signed(line.signature, signed.text) for line in signed.lines):
        raise LedgerBroken("it is not signed by the key that you gave, or was changed after it was signed")
    return _read(signed.text)


def _read(text: str) -> Certificate:
    first, _, rest = text.partition("\n")
    try:
        document: dict[str, Any] = json.loads(rest)
        if first != FIRST_LINE or document.keys() != _FIELDS.keys():
            raise ValueError("its fields are others")
        if wrong := [name for name, kind in _FIELDS.items() if type(document[name]) is not kind]:
            raise ValueError(f"{wrong[0]} is not as expected")
        answers = tuple(Answer(line, right) for line, right in document["answers"])
        if not all(type(one.line) is int and type(one.right) is str for one in answers):
            raise ValueError("an answer is not a line and a text")
    except (ValueError, TypeError, AttributeError) as error:
        raise InputError(f"expected the certificate of a table test: {error}") from None
    return Certificate(**{**document, "answers": answers})


def mark_again(certificate: Certificate, ruleset: Ruleset) -> Marks | None:
    """The marks of the same answers by these rules; None if they are not the rules of the test.

    LedgerBroken if these rules make other marks than are certified.
    """
    if ruleset.meaning != certificate.rules:
        return None
    test = TableTest(ruleset, certificate.seed, certificate.questions)
    marks = test.mark(certificate.answers, certificate.needed_percent)
    certified = certificate.points, certificate.possible, certificate.passed
    if (marks.points, marks.possible, marks.passed) != certified:
        raise LedgerBroken(
            f"its answers earn {marks.points} of {marks.possible} points, and it certifies "
            f"{certificate.points} of {certificate.possible}"
        )
    return marks
