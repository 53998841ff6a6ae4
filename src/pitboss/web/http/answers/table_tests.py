"""Table tests: the questions, which do not say what is wrong, and the marks, which do."""

from typing import Literal

from pydantic import Field

from pitboss.web.http.answers import AnswerModel


class PaidRowJson(AnswerModel):
    title: str
    pays: str


class TestPaytable(AnswerModel):
    """A paytable of the table, as its layout has it."""

    title: str
    id: str
    cite: str
    rows: list[PaidRowJson]


class TestLine(AnswerModel):
    """What is done at the table. `asks`: what to say besides if the line is wrong."""

    number: int
    text: str
    asks: Literal["", "amount", "consequence"]


class TestQuestion(AnswerModel):
    """A round, or its beginning; `choices` are what can follow from a finding, by letter."""

    number: int
    lines: list[TestLine]
    choices: dict[str, str]


class TableTestAnswer(AnswerModel):
    """A test as it is set."""

    id: str
    table: str
    regulation: str
    title: str
    candidate: str
    needed_percent: int
    paytables: list[TestPaytable]
    questions: list[TestQuestion]


class Points(AnswerModel):
    points: int
    possible: int


class TestReply(AnswerModel):
    line: int
    right: str


class TestDue(AnswerModel):
    lines: list[int]
    right: str


class MarkedQuestion(AnswerModel):
    """An answer beside what is right."""

    number: int
    topic: str
    clause: str
    answer: TestReply
    due: TestDue
    why: str
    points: int
    possible: int


class MarksAnswer(AnswerModel):
    """The marks, and the certificate as a signed note if the test is passed."""

    passed: bool
    points: int
    possible: int
    needed_percent: int
    topics: dict[str, Points]
    clauses: dict[str, Points]
    questions: list[MarkedQuestion]
    certificate: str | None = Field(description="a signed note, for `pitboss verify`")
