"""The table test over HTTP: a manager sets it, a dealer answers at the console, and the house signs the certificate.

A test follows from its id and the key of the house alone, so nothing is kept while it is taken, and nobody without the
key knows it before. An answered test is recorded, once.
"""

from hashlib import sha256
from typing import Annotated

from fastapi import APIRouter, Path
from fastapi.responses import Response
from pydantic import Field, StringConstraints

from pitboss.documents.paytables import paytables_view
from pitboss.evidence.heads import PublicKey
from pitboss.examination.certificate import certificate_of, sign_certificate
from pitboss.examination.table_test import PASS, Answer, TableTest, marks_json, question_json
from pitboss.house.authority import Who
from pitboss.house.live_house import LiveHouse
from pitboss.house.table_tests import TableTests
from pitboss.ledger.people_records import TableTestTaken
from pitboss.web.http.answers.table_tests import MarksAnswer, TableTestAnswer
from pitboss.web.http.auth import SignedIn
from pitboss.web.http.guard import problem
from pitboss.web.http.models import Id, Line, Strict
from pitboss.web.http.problems import answer_to, check_table

MOST_LINES = 1000


class TestOrder(Strict):
    """A test on the game of a table. The same id sets the same test."""

    __test__ = False

    id: Id
    table: Line
    candidate: Line


class GivenAnswer(Strict):
    """The line that is wrong, 0 if none is; and what is right: an amount such as `$20`, or the letter of a choice."""

    line: Annotated[int, Field(ge=0, le=MOST_LINES)]
    right: Annotated[str, StringConstraints(max_length=40)] = ""


class GivenAnswers(Strict):
    """The answers to a test, in the order of its questions."""

    table: Line
    candidate: Line
    answers: Annotated[list[GivenAnswer], Field(max_length=100)]


TestId = Annotated[str, Path(max_length=64)]


def router(house: LiveHouse) -> APIRouter:
    routes = APIRouter(prefix="/api/table-tests", tags=["people"])

    def tests() -> TableTests:
        # A house that resumes opens its store again.
        return TableTests(house.store, house.clock)

    def test_of(id_: str, table: str, candidate: str) -> TableTest:
        text = f"pitboss table test seed 1\n{id_}\n{table}\n{candidate}\n"
        return TableTest(house.record(table).table.ruleset, sha256(house.signature(text)).hexdigest()[:32])

    @routes.post("", response_model=TableTestAnswer)
    def set_table_test(sent: TestOrder, who: SignedIn) -> Response:
        """Sets a table test: rounds, in most of which one thing is wrong. It does not say which."""
        if refused := _refusal(who):
            return refused
        check_table(house, sent.table)

        def work() -> dict[str, object]:
            candidate = tests().check(sent.candidate, who)
            test = test_of(sent.id, sent.table, candidate)
            return {
                "id": sent.id, "table": sent.table, "regulation": test.ruleset.regulation.key,
                "title": test.ruleset.regulation.title, "candidate": candidate, "needed_percent": PASS,
                "paytables": [
                    {
                        "title": one["title"], "id": one["id"], "cite": one["cite"],
                        "rows": [{"title": row["title"], "pays": row["pays"]} for row in one["rows"]],
                    }
                    for one in paytables_view(test.ruleset).values()
                ],
                "questions": [question_json(question, number) for number, question in enumerate(test.questions, 1)],
            }  # fmt: skip

        return answer_to(work)

    @routes.post("/{test}", response_model=MarksAnswer)
    def mark_table_test(test: TestId, sent: GivenAnswers, who: SignedIn) -> Response:
        """Marks a test, records it, and signs the certificate if it is passed. A test is answered once."""
        if refused := _refusal(who):
            return refused
        check_table(house, sent.table)

        def work() -> dict[str, object]:
            candidate = tests().check(sent.candidate, who)
            taken = test_of(test, sent.table, candidate)
            marks = taken.mark([Answer(one.line, one.right) for one in sent.answers])
            note = ""
            if marks.passed:
                certificate = certificate_of(taken, marks, candidate=candidate, examiner=who.name, at=house.clock())
                note = sign_certificate(certificate, PublicKey.parse(house.public_key), house.signature)
            digest = sha256(note.encode()).hexdigest() if note else ""
            key = taken.ruleset.regulation.key
            tests().note(TableTestTaken(candidate, key, marks.points, marks.possible, digest), test, who)
            return {**marks_json(marks), "certificate": note or None}

        return answer_to(work)

    return routes


def _refusal(who: Who) -> Response | None:
    if who.role == "manager":
        return None
    return problem(403, "not-your-role", f"a manager sets and judges table tests, not the {who.role}")
