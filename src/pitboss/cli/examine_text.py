"""A table test at the terminal: the payouts of the table, each round as numbered lines, the answers, the marks."""

from pitboss.cli.output import heading, paint, say, table
from pitboss.cli.terminal import Terminal
from pitboss.documents.paytables import paytables_view
from pitboss.examination.questions import Line, Question
from pitboss.examination.table_test import Answer, Marks, TableTest, letter, read_right, right_text
from pitboss.text import plural


def ask_questions(terminal: Terminal, test: TableTest) -> list[Answer]:
    """The answers of the person at the terminal. EOFError if the input ends before the last."""
    rules = test.ruleset
    terminal.say(f"Table test: {rules.regulation.title} ({rules.regulation.key}), table {rules.table}", "bold")
    terminal.say(f"{plural(test.number, 'round')}. In most of them, one thing is done wrongly. Say which line it is.")
    for paytable in paytables_view(rules).values():
        rows = "; ".join(f"{row['title']} {row['pays']}" for row in paytable["rows"])
        terminal.say(f"{paytable['title']} ({paytable['id']}): {rows}", indent=2, hang=2)
    return [_ask(terminal, question, number, test.number) for number, question in enumerate(test.questions, 1)]


def _ask(terminal: Terminal, question: Question, number: int, of: int) -> Answer:
    terminal.say()
    terminal.say(f"Round {number} of {of}", "bold")
    size = len(str(len(question.lines)))
    for place, line in enumerate(question.lines, 1):
        terminal.say(f"{place:>{size}}  {line.text}", indent=2, hang=size + 2)
    while True:
        text = terminal.ask("Which line is wrong? 0 if none> ")
        if text.isascii() and text.isdecimal() and int(text) <= len(question.lines):
            break
        terminal.say(f"Write a number from 0 to {len(question.lines)}.", "yellow")
    place = int(text)
    return Answer(place, _ask_right(terminal, question, question.lines[place - 1]) if place else "")


def _ask_right(terminal: Terminal, question: Question, line: Line) -> str:
    if line.asks == "amount":
        asked = "How much does the player get back in all, the stake included? Such as $20> "
    elif line.asks == "consequence":
        for place, text in enumerate(question.choices):
            terminal.say(f"{letter(place)}  {text}", indent=4, hang=3)
        asked = "What follows instead? A letter> "
    else:
        return ""
    while True:
        text = terminal.ask(asked)
        probe = Answer(question.lines.index(line) + 1, text)
        if read_right(question, probe) is not None:
            return text
        terminal.say("That is not an answer: write an amount or a letter as asked.", "yellow")


def say_marks(test: TableTest, marks: Marks) -> None:
    """The marks by topic and clause, and what was right where an answer was not."""
    told = paint("Passed", "green", "bold") if marks.passed else paint("Not passed", "red", "bold")
    say(f"{told}: {marks.points} of {marks.possible} points; {marks.needed} % pass. Seed {test.seed}.")
    rows = [(name, f"{got} of {of}") for name, (got, of) in {**marks.topics, **marks.clauses}.items()]
    print("\n" + table(("topic or clause", "points"), rows, right=(1,)))
    wrong = [(number, one) for number, one in enumerate(marks.answers, 1) if one.points < one.question.points]
    if wrong:
        print(heading("What was right"))
    for number, one in wrong:
        lines = " or ".join(map(str, one.question.faults)) or "0"
        right = right_text(one.question)
        say(
            f"Round {number}: line {lines}{', ' if right else ''}{right}. {one.question.why} ({one.question.clause}).",
            2,
        )
