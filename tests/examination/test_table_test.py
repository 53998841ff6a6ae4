"""The table test: questions made by the engine for every regulation, marks by topic and clause, and the certificate."""

import json
from collections import Counter
from functools import cache
from itertools import pairwise

import pytest

from pitboss.documents.settled_text import SettlingEvent
from pitboss.errors import InputError, LedgerBroken
from pitboss.evidence.heads import SigningKey
from pitboss.examination.certificate import certificate_of, check_certificate, mark_again, sign_certificate
from pitboss.examination.draws import Draws
from pitboss.examination.faults import effects_of, effects_text
from pitboss.examination.played_round import play_round
from pitboss.examination.questions import TOPICS, Question, handed, settled_line, told
from pitboss.examination.table_test import Answer, TableTest, marks_json, question_json, right_text
from pitboss.money import parse_money
from pitboss.play import events as e
from pitboss.rules.editions import VARIABLE
from pitboss.rules.register import clause_entries
from pitboss.rules.ruleset import Ruleset
from pitboss.rules.sample_house import find_ruleset
from tests.clauses.marks import clause
from tests.regulations.outside import PENNSYLVANIA, forget_regulations

PACKAGE = ("MD-TCP", "MD-LIR", "MD-TFP", "MA-LIR")
OUTSIDE = ("PA-TCP", "MS-MSS", "NJ-CST", "NJ-FCP", "NJ-UTH", "NV-TCP")
SEEDS = ("1", "another", "0f" * 16)
KEY = SigningKey(bytes(range(32)))
each = pytest.mark.parametrize("regulation", PACKAGE)


@cache
def of(regulation: str, seed: str = "1", number: int = 24) -> TableTest:
    return TableTest(find_ruleset(regulation), seed, number)


def right(question: Question) -> Answer:
    return Answer(question.faults[0] if question.faults else 0, right_text(question))


def check_questions(test: TableTest) -> None:
    """Every topic is asked, the right answers earn everything, and a dealer who finds nothing earns the controls."""
    rules = test.ruleset
    assert {question.topic for question in test.questions} == {*TOPICS}
    marks = test.mark([right(question) for question in test.questions])
    assert (marks.points, marks.passed) == (marks.possible, True)
    assert sum(got for got, _ in marks.topics.values()) == sum(got for got, _ in marks.clauses.values()) == marks.points
    nothing = test.mark([Answer(0)] * test.number)
    controls = [question for question in test.questions if not question.faults]
    assert (nothing.points, nothing.passed) == (len(controls), False)
    assert 0 < len(controls) < test.number / 2
    for question in test.questions:
        assert question.clause.startswith(f"{rules.regulation.id} ")
        assert question.clause.removeprefix(f"{rules.regulation.id} ") in clause_entries(rules.regulation.id)
        asked = json.dumps(question_json(question, 1))
        assert not {"fault", "due", "why", "clause", question.clause} & {*asked.split('"')}


@clause("COMAR 36.05.03.18 B")
@each
@pytest.mark.parametrize("seed", SEEDS)
def test_every_regulation_has_questions_on_every_topic(regulation: str, seed: str) -> None:
    check_questions(of(regulation, seed))


@pytest.mark.parametrize("regulation", OUTSIDE)
def test_so_has_a_regulation_from_a_folder(regulation: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(VARIABLE, str(PENNSYLVANIA.parent))
    forget_regulations()
    try:
        check_questions(TableTest(find_ruleset(regulation), "1", 24))
    finally:
        forget_regulations()


@each
def test_the_same_seed_sets_the_same_test(regulation: str) -> None:
    again = TableTest(find_ruleset(regulation), "1", 24)
    assert again.questions == of(regulation).questions
    assert again.questions != of(regulation, "another").questions


# What is wrong is wrong by the engine


@each
def test_a_wrong_payment_is_one_that_the_engine_does_not_make(regulation: str) -> None:
    """All other lines of the round are as they were settled, and the amount that is due is the engine's."""
    for question in (one for one in of(regulation).questions if one.topic == "payment" and one.faults):
        (place,) = question.faults
        line = question.lines[place - 1]
        assert (line.asks, line.cite) == ("amount", question.clause)
        assert question.why.startswith(line.text.rpartition(", the dealer ")[0].split(", the dealer ")[0])
        assert not question.why.startswith(f"{line.text}:")
        assert question.due is not None
        assert question.why.endswith(f": {right_text(question)} in all")
        assert parse_money(right_text(question)) == question.due


def rounds(ruleset: Ruleset, number: int) -> list[tuple[Draws, tuple]]:  # type: ignore[type-arg]
    return [(draws := Draws("rounds", place), play_round(ruleset, draws)) for place in range(number)]


@each
def test_rounds_are_whole_and_balance(regulation: str) -> None:
    seen = Counter[str]()
    for _, steps in rounds(find_ruleset(regulation), 12):
        assert isinstance(steps[-1].event, e.RoundCompleted)
        for before, after in pairwise(steps):
            assert before.after == after.before
        assert sum(steps[-1].after.accounts.values()) == 0
        for one in told(steps):
            assert one.line.cite.startswith(regulation)
            if one.line.asks:
                assert isinstance(one.step.event, SettlingEvent)
                returned, amount = handed(one.step.event)
                assert settled_line(one.step, returned, amount) == one.line
                seen["paid" if amount else "returned" if returned else "collected"] += 1
    assert seen.keys() == {"paid", "returned", "collected"}


@each
def test_what_is_done_in_the_wrong_order_was_swapped(regulation: str) -> None:
    """The two lines are of different places, and stand the other way round in what is said to be right."""
    for question in (one for one in of(regulation).questions if one.topic == "order" and one.faults):
        first, second = question.faults
        assert second == first + 1
        above, below = question.lines[first - 1], question.lines[second - 1]
        assert above.text != below.text
        assert question.why == f"{below.text}; only then: {above.text}"


@each
def test_what_follows_from_a_finding_is_a_row_of_the_regulation(regulation: str) -> None:
    rules = find_ruleset(regulation).regulation
    texts = [effects_text(effects) for effects in effects_of(rules)]
    rows = {(str(row.cite), effects_text(tuple(row.effects))) for row in rules.irregularities}
    found = [one for one in of(regulation).questions if one.topic in ("exposed card", "count")]
    assert found
    for question in found:
        assert list(question.choices) == texts
        last = question.lines[-1]
        assert last.asks == "consequence"
        said = last.text.removeprefix("What follows: ")
        assert said in texts
        if question.faults:
            assert question.due is not None
            assert question.choices[question.due] != said
            due = question.choices[question.due]
        else:
            due = said
        assert due == texts[0] or (question.clause, due) in rows


# Marks


def test_half_an_answer_earns_half() -> None:
    test = of("MD-TCP")
    place = next(place for place, one in enumerate(test.questions) if one.topic == "payment" and one.faults)
    question = test.questions[place]
    line, due = question.faults[0], question.due
    assert due is not None
    for text, points in (
        (right_text(question), 2), (f" {right_text(question).removeprefix('$')} ", 2), ("$123,456", 1), ("", 1),
        ("much", 1), ("a", 1), ("$1.234", 1),
    ):  # fmt: skip
        answers = [Answer(0)] * test.number
        answers[place] = Answer(line, text)
        assert test.mark(answers).answers[place].points == points, text
    for wrong in (0, line + 1, -1, 10**9):
        answers[place] = Answer(wrong, right_text(question))
        assert test.mark(answers).answers[place].points == 0


def test_a_test_is_passed_with_the_points_that_are_needed() -> None:
    test = of("MD-LIR")
    answers = [right(question) for question in test.questions]
    answers[0] = Answer(0 if test.questions[0].faults else 1)
    marks = test.mark(answers)
    percent = 100 * marks.points // marks.possible
    assert test.mark(answers, percent).passed
    assert not test.mark(answers, percent + 1).passed
    shown = marks_json(marks)
    assert shown["questions"][0]["points"] == 0
    assert shown["questions"][0]["why"] == test.questions[0].why


def test_what_cannot_be_a_test() -> None:
    rules = find_ruleset("MD-TCP")
    for number in (0, 3, 101):
        with pytest.raises(InputError, match="4 to 100 questions"):
            TableTest(rules, "1", number)
    for seed in ("", "x" * 65, "é", "a\nb"):
        with pytest.raises(InputError, match="seed"):
            TableTest(rules, seed)
    with pytest.raises(InputError, match="24 questions, and there are 1 answers"):
        of("MD-TCP").mark([Answer(0)])
    with pytest.raises(InputError, match="1 to 100 per cent"):
        of("MD-TCP").mark([Answer(0)] * 24, 101)


# The certificate


def signed(test: TableTest) -> str:
    marks = test.mark([right(question) for question in test.questions])
    certificate = certificate_of(test, marks, candidate="dora", examiner="mia", at=1_790_000_000_000)
    return sign_certificate(certificate, KEY.public, KEY.signature)


@clause("COMAR 36.05.03.18 C(2)")
@each
def test_a_certificate_proves_a_test_and_can_be_marked_again(regulation: str) -> None:
    test = of(regulation)
    found = check_certificate(signed(test), KEY.public)
    assert (found.candidate, found.examiner, found.passed) == ("dora", "mia", True)
    marks = mark_again(found, test.ruleset)
    assert marks is not None
    assert marks.points == found.points == found.possible
    other = find_ruleset("MD-TFP" if regulation != "MD-TFP" else "MD-TCP")
    assert mark_again(found, other) is None


def test_a_certificate_that_was_changed_is_found() -> None:
    note = signed(of("MD-TCP"))
    for changed in (
        note.replace('"dora"', '"dodo"'), note.replace('"points":', '"points":1'),
        note.replace("pitboss table test 1\n", "pitboss table test 2\n"), note[:-20], note.replace("\n\n", "\n \n"), "",
    ):  # fmt: skip
        with pytest.raises(LedgerBroken):
            check_certificate(changed, KEY.public)
    with pytest.raises(LedgerBroken, match="not signed by the key"):
        check_certificate(note, SigningKey(bytes(32)).public)


def test_marks_that_the_answers_do_not_earn_are_found_though_the_house_signed_them() -> None:
    test = of("MD-TCP")
    bad = test.mark([Answer(0)] * test.number)
    certificate = certificate_of(test, bad, candidate="dora", examiner="mia", at=1)._replace(
        points=bad.possible, passed=True
    )
    found = check_certificate(sign_certificate(certificate, KEY.public, KEY.signature), KEY.public)
    with pytest.raises(LedgerBroken, match=f"earn {bad.points} of {bad.possible} points"):
        mark_again(found, test.ruleset)


@pytest.mark.parametrize(
    "document",
    ["{}", "[]", "nonsense", '{"candidate": 1}', "null"],
)
def test_a_signed_text_that_is_no_certificate_is_unusable(document: str) -> None:
    text = f"pitboss table test 1\n{document}\n"
    note = f"{text}\n{KEY.public.named('pitboss').line(KEY.signature(text))}"
    with pytest.raises(InputError, match="certificate of a table test"):
        check_certificate(note, KEY.public)


def test_chance_is_the_same_everywhere() -> None:
    assert _numbers(Draws("seed", 7)) == FIRST
    assert _numbers(Draws("seed", 8)) != FIRST
    assert len({*Draws("seed").order()}) == 52
    drawn = Counter(_numbers(Draws("even"), 6, 6000))
    assert drawn.keys() == {*range(6)}
    assert all(850 < number < 1150 for number in drawn.values())


FIRST = [607, 257, 243, 744, 617]
"""Certificates of released versions are set again by these draws: they never change."""


def _numbers(draws: Draws, bound: int = 1000, number: int = 5) -> list[int]:
    return [draws.below(bound) for _ in range(number)]
