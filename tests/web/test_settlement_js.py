"""The settlement in the browser and ours agree on every line of random rounds of every regulation."""

import json
import shutil
import subprocess
from pathlib import Path
from random import Random
from typing import Any

import pytest

from pitboss.documents.settlement_terms import settlement_facts, settlement_terms
from pitboss.errors import PitbossError
from pitboss.play.settle import settle
from pitboss.play.settlement_input import SettledLine
from pitboss.recorded.round import read_round
from tests.oracle.rounds import random_round

REGULATIONS = ("MD-LIR", "MD-TCP", "MD-TFP", "MA-LIR")
AT_ONCE = 2_000
pytestmark = pytest.mark.skipif(shutil.which("node") is None, reason="there is no node")


@pytest.mark.parametrize("regulation", REGULATIONS)
def test_the_browser_settles_as_python_does(regulation: str) -> None:
    assert compared(regulation, 150) > 140


@pytest.mark.slow
@pytest.mark.parametrize("regulation", REGULATIONS)
def test_the_browser_settles_twenty_five_thousand_rounds_as_python_does(regulation: str) -> None:
    for start in range(0, 25_000, AT_ONCE):
        compared(regulation, min(AT_ONCE, 25_000 - start), seed=start + 1)


def compared(regulation: str, number: int, seed: int = 0) -> int:
    """How many of these rounds were settled by both, and alike."""
    rng, sent, due = Random(f"{regulation} {seed}"), [], []
    for place in range(number):
        given = random_round(rng, regulation, rigged=place % 2 == 0)
        read = read_round(given)
        try:
            settled = settle(read.terms, read.facts)
        except PitbossError:
            continue
        boxes = [{"box": box, "lines": [line_of(one) for one in lines]} for box, lines in settled.boxes]
        due.append((given, {"boxes": boxes, "meters": dict(settled.meters)}))
        terms, facts = settlement_terms(read.terms, read.facts), settlement_facts(read.facts)
        sent.append(json.dumps({"terms": terms, "facts": facts}))
    answers = settled_by_node(sent)
    assert len(answers) == len(due)
    for (given, expected), answer in zip(due, answers, strict=True):
        assert json.loads(answer) == expected, json.dumps(given)
    return len(due)


def settled_by_node(sent: list[str]) -> list[str]:
    """The answers of the page's settlement, one for each line."""
    command = ["node", str(Path(__file__).parent / "node/settle_rounds.mjs")]
    run = subprocess.run(command, input="\n".join(sent) + "\n", capture_output=True, text=True, check=True)
    return run.stdout.splitlines()


def line_of(line: SettledLine) -> dict[str, Any]:
    keys = ("item", "stake", "outcome", "returned", "amount", "pattern", "odds", "cite", "hand_of")
    return {key: getattr(line, key) for key in keys}


def test_a_changed_row_changes_the_answer() -> None:
    """The control: the page settles by the rows that it is given."""
    sent, rng = [], Random(3)
    for _ in range(20):
        read = read_round(random_round(rng, "MD-TCP", rigged=True))
        terms = settlement_terms(read.terms, read.facts)
        for row in terms["showdown"]["outcomes"]:
            row["does"], row["odds"] = "pay", "changed"
        sent.append(json.dumps({"terms": terms, "facts": settlement_facts(read.facts)}))
    assert '"odds":"changed"' in "".join(settled_by_node(sent))
