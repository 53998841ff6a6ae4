"""TableTest: the questions of a test by its seed, and the marks of the answers.

Nothing about a test is kept but its seed and the answers: anyone with the rules can set it and mark it again.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any, NamedTuple

from pitboss.errors import InputError
from pitboss.examination.draws import Draws
from pitboss.examination.faults import MAKERS
from pitboss.examination.played_round import play_round
from pitboss.examination.questions import TOPICS, Question, Topic
from pitboss.money import parse_money, show_money
from pitboss.rules.ruleset import Ruleset

FEWEST, MOST, USUAL = 4, 100, 12
PASS = 80
"""Per cent of the points that pass, unless the house says otherwise."""
_TRIES = 40
_RIGHT_EVERY = 5
"""By chance, one question in five has nothing wrong."""


class Answer(NamedTuple):
    """The line that is wrong, 0 if none is; and what is right instead: an amount, or the letter of what follows."""

    line: int
    right: str = ""


class Marked(NamedTuple):
    """One answer beside what is right."""

    question: Question
    answer: Answer
    points: int


class Marks(NamedTuple):
    """The marks of a test."""

    answers: tuple[Marked, ...]
    needed: int
    """Per cent of the points that pass."""

    @property
    def points(self) -> int:
        return sum(one.points for one in self.answers)

    @property
    def possible(self) -> int:
        return sum(one.question.points for one in self.answers)

    @property
    def passed(self) -> bool:
        return 100 * self.points >= self.needed * self.possible

    @property
    def topics(self) -> dict[str, tuple[int, int]]:
        """The points of each topic, and how many there were."""
        return self._sums([one.question.topic for one in self.answers])

    @property
    def clauses(self) -> dict[str, tuple[int, int]]:
        """The points of each clause that a question was about, and how many there were."""
        return self._sums([one.question.clause for one in self.answers])

    def _sums(self, names: Sequence[str]) -> dict[str, tuple[int, int]]:
        found: dict[str, tuple[int, int]] = {}
        for name, one in zip(names, self.answers, strict=True):
            got, of = found.get(name, (0, 0))
            found[name] = got + one.points, of + one.question.points
        return dict(sorted(found.items()))


class TableTest:
    """A test by the rules of one table."""

    def __init__(self, ruleset: Ruleset, seed: str, number: int = USUAL) -> None:
        if not FEWEST <= number <= MOST:
            raise InputError(f"a test has {FEWEST} to {MOST} questions, not {number}")
        if not (seed.isascii() and seed.isprintable() and 1 <= len(seed) <= 64):
            raise InputError("a seed has 1 to 64 printable ASCII characters")
        self.ruleset, self.seed, self.number = ruleset, seed, number

    @cached_property
    def questions(self) -> tuple[Question, ...]:
        return tuple(self._question(number) for number in range(self.number))

    def _question(self, number: int) -> Question:
        """A question of the topic whose turn it is; of the next one, if the regulation has nothing to ask about it."""
        draws = Draws(self.seed, number)
        faulty = draws.below(_RIGHT_EVERY) != 0
        first = number % len(TOPICS)
        for topic in (*TOPICS[first:], *TOPICS[:first]):
            for question in self._tries(topic, number, faulty=faulty):
                return question
        raise InputError(f"{self.ruleset.regulation.id}: no round of this table makes a question")

    def _tries(self, topic: Topic, number: int, *, faulty: bool) -> Iterator[Question]:
        for attempt in range(_TRIES):
            draws = Draws(self.seed, number, topic, attempt)
            question = MAKERS[topic](play_round(self.ruleset, draws), draws, faulty)
            if question and bool(question.faults) == faulty:
                yield question

    def mark(self, answers: Sequence[Answer], needed: int = PASS) -> Marks:
        """The marks of answers, one for each question in order."""
        if len(answers) != self.number:
            raise InputError(f"this test has {self.number} questions, and there are {len(answers)} answers")
        if not 1 <= needed <= 100:
            raise InputError(f"a test is passed with 1 to 100 per cent of its points, not {needed}")
        return Marks(tuple(map(_marked, self.questions, answers)), needed)


def _marked(question: Question, answer: Answer) -> Marked:
    found = answer.line in question.faults if question.faults else answer.line == 0
    if not found:
        return Marked(question, answer, 0)
    if question.due is None:
        return Marked(question, answer, question.points)
    return Marked(question, answer, question.points if read_right(question, answer) == question.due else 1)


def read_right(question: Question, answer: Answer) -> int | None:
    """What an answer says is right: cents, or the place of a choice; None if it says neither."""
    text = answer.right.strip()
    if not 1 <= answer.line <= len(question.lines):
        return None
    match question.lines[answer.line - 1].asks:
        case "amount":
            try:
                return parse_money(text if text.startswith("$") else f"${text}")
            except ValueError:
                return None
        case "consequence":
            place = ord(text.lower()) - ord("a") if len(text) == 1 else -1
            return place if 0 <= place < len(question.choices) else None
    return None


def letter(place: int) -> str:
    """The letter of a choice."""
    return chr(ord("a") + place)


def right_text(question: Question) -> str:
    """What is right, as an answer would say it."""
    if question.due is None:
        return ""
    return letter(question.due) if question.choices else show_money(question.due)


def question_json(question: Question, number: int) -> dict[str, Any]:
    """A question as it is asked: it says neither what is wrong nor by which clause."""
    return {
        "number": number,
        "lines": [{"number": place, "text": line.text, "asks": line.asks} for place, line in _numbered(question)],
        "choices": {letter(place): text for place, text in enumerate(question.choices)},
    }


def _numbered(question: Question) -> Iterator[tuple[int, Any]]:
    return iter(enumerate(question.lines, 1))


def marks_json(marks: Marks) -> dict[str, Any]:
    """The marks, with what was right in each question."""

    def sums(found: Mapping[str, tuple[int, int]]) -> dict[str, Any]:
        return {name: {"points": got, "possible": of} for name, (got, of) in found.items()}

    return {
        "passed": marks.passed, "points": marks.points, "possible": marks.possible, "needed_percent": marks.needed,
        "topics": sums(marks.topics), "clauses": sums(marks.clauses),
        "questions": [
            {
                "number": number, "topic": one.question.topic, "clause": one.question.clause,
                "answer": {"line": one.answer.line, "right": one.answer.right},
                "due": {"lines": list(one.question.faults), "right": right_text(one.question)},
                "why": one.question.why, "points": one.points, "possible": one.question.points,
            }
            for number, one in enumerate(marks.answers, 1)
        ],
    }  # fmt: skip
