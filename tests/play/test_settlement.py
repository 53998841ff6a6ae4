"""Settlement agrees with the independent one in tests/oracle, and the comparison would notice if it did not."""

from collections import Counter
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import pytest

from pitboss.play.settle import settle
from pitboss.play.terms import Terms
from pitboss.recorded.answer import answer
from pitboss.recorded.round import read_round
from pitboss.rules.payout import Payout
from pitboss.rules.paytable import PayRow, Paytable
from pitboss.rules.register import clause_entries
from tests.clauses.marks import clause
from tests.oracle.rounds import random_round
from tests.oracle.settle import settle as oracle

REGULATIONS = ("MD-LIR", "MD-TCP", "MD-TFP", "MA-LIR")
Document = dict[str, Any]
Change = Callable[[Terms], Terms]


def rounds(regulation: str, number: int, seed: object) -> Iterator[Document]:
    """Random rounds, half of them rigged so that rare hands are common."""
    rng = Random(f"{regulation} {seed}")
    for index in range(number):
        yield random_round(rng, regulation, rigged=index % 2 == 0)


def unchanged(terms: Terms) -> Terms:
    return terms


def ours(document: Document, change: Change = unchanged) -> Document:
    read = read_round(document)
    return answer(settle(change(read.terms), read.facts), read.terms.regulation)


def compared(settled: Document) -> tuple[object, ...]:
    """What must agree: the order of boxes, nets, lines in any order and without clauses, and meters."""
    boxes = [
        (box["box"], box["net"], Counter(tuple(line[key] for key in _KEYS) for line in box["lines"]))
        for box in settled["boxes"]
    ]
    return boxes, settled["meters"]


_KEYS = ("item", "stake", "outcome", "returned", "amount", "pattern", "odds")


def disagreements(documents: Iterator[Document], change: Change = unchanged) -> Iterator[Document]:
    for document in documents:
        if compared(ours(document, change)) != compared(oracle(document)):
            yield document


@pytest.mark.parametrize("chunk", range(10))
@pytest.mark.parametrize("regulation", REGULATIONS)
def test_ten_thousand_rounds_agree(regulation: str, chunk: int) -> None:
    assert next(disagreements(rounds(regulation, 1000, chunk)), None) is None


@pytest.mark.slow
@pytest.mark.parametrize("chunk", range(50))
@pytest.mark.parametrize("regulation", REGULATIONS)
def test_a_million_rounds_agree(regulation: str, chunk: int) -> None:
    assert next(disagreements(rounds(regulation, 20_000, f"slow {chunk}")), None) is None


@pytest.mark.parametrize("regulation", REGULATIONS)
def test_every_cite_is_a_clause(regulation: str) -> None:
    known = clause_entries(regulation)
    cites = {
        line["cite"]
        for document in rounds(regulation, 500, "cites")
        for box in ours(document)["boxes"]
        for line in box["lines"]
    }
    assert len(cites) > 10
    assert [cite for cite in cites if cite.removeprefix(f"{regulation} ") not in known] == []


@pytest.mark.parametrize("regulation", REGULATIONS)
def test_the_answer_adds_up(regulation: str) -> None:
    for document in rounds(regulation, 200, "sums"):
        for box in ours(document)["boxes"]:
            assert box["net"] == sum(line["returned"] + line["amount"] - line["stake"] for line in box["lines"])
            assert all(0 <= line["returned"] <= line["stake"] or line["stake"] == 0 for line in box["lines"])


# Controls: the comparison must find a fault that is put there


def with_row(group: str, pattern: str, odds: str) -> Change:
    """Terms in which every table of a group pays a pattern at other odds."""

    def change(terms: Terms) -> Terms:
        if group not in terms.paytables:
            return terms
        table = terms.paytables[group]
        pays = tuple(
            PayRow(row.pattern, tuple(Payout.parse(odds) for _ in row.payouts), row.cites)
            if row.pattern == pattern
            else row
            for row in table.pays
        )
        wrong = Paytable(**{**table.given(), "pays": pays})
        return Terms(**{**terms.given(), "paytables": {**terms.paytables, group: wrong}})

    return change


def with_option(key: str, value: str, other: str) -> Change:
    """Terms in which an option is turned round."""

    def change(terms: Terms) -> Terms:
        turned = other if terms.options[key] == value else value
        return Terms(**{**terms.given(), "options": {**terms.options, key: turned}})

    return change


CONTROLS: dict[str, tuple[str, Change]] = {
    "MD-LIR base": ("MD-LIR", with_row("base", "three_of_a_kind", "4 to 1")),
    "MD-LIR three card bonus": ("MD-LIR", with_row("three_card_bonus", "pair", "2 to 1")),
    "MD-LIR stake of a prize": ("MD-LIR", with_option("dollar_prize_stake", "gone", "returned")),
    "MD-TCP pair plus": ("MD-TCP", with_row("pair_plus", "flush", "5 to 1")),
    "MD-TCP envy": ("MD-TCP", with_row("envy", "mini_royal", "$26")),
    "MD-TCP ante bonus": ("MD-TCP", with_option("ante_bonus", "always", "win_only")),
    "MD-TFP poker bonus": ("MD-TFP", with_row("poker_bonus", "three_of_a_kind", "99 to 1")),
    "MD-TFP equal counts": ("MD-TFP", with_option("top_five_equal_counts", "poker_rank", "high_cards")),
    "MA-LIR base": ("MA-LIR", with_row("base", "two_pair", "3 to 1")),
    "MA-LIR cover all": ("MA-LIR", with_option("cover_all_dealer", "stack", "players_only")),
}


@pytest.mark.parametrize(("regulation", "change"), CONTROLS.values(), ids=CONTROLS)
def test_a_fault_is_noticed(regulation: str, change: Change) -> None:
    assert next(disagreements(rounds(regulation, 5000, "controls"), change), None) is not None


@clause("MA-LIR 9(b)(2)")
def test_a_bet_taken_back_stands_before_the_bets_that_lose() -> None:
    read = read_round({
        "regulation": "MA-LIR",
        "boxes": [{"box": 1, "cards": ["2c", "4d", "6h"], "decisions": ["ride", "withdraw"],
                   "wagers": {"bet_1": 500, "bet_2": 500, "bet_3": 500}}],
        "community": ["9s", "Jc", "Kd"],
    })  # fmt: skip
    ((_, lines),) = settle(read.terms, read.facts).boxes
    assert [(line.item, line.outcome) for line in lines] == [
        ("bet_2", "returned"), ("bet_1", "collected"), ("bet_3", "collected"),
    ]  # fmt: skip


@clause("MD-LIR 2.B(10)", "MA-LIR 10(c)")
@pytest.mark.parametrize(
    ("regulation", "community", "cites"),
    [
        ("MD-LIR", ["Js", "Ts"], ["12.A(1)(a)", "2.B(10)", "2.B(10)"]),
        ("MA-LIR", ["2c", "Js", "Ts"], ["10(b)", "10(c)", "10(c)"]),
    ],
)
def test_what_the_limit_cuts_cites_the_limit(regulation: str, community: list[str], cites: list[str]) -> None:
    read = read_round({
        "regulation": regulation,
        "paytables": {"base": "A"},
        "payout_limit": 7_500_000,
        "boxes": [{"box": 1, "cards": ["As", "Ks", "Qs"], "decisions": ["ride", "ride"],
                   "wagers": {"bet_1": 5000, "bet_2": 5000, "bet_3": 5000}}],
        "community": community,
    })  # fmt: skip
    ((_, lines),) = settle(read.terms, read.facts).boxes
    assert [line.amount for line in lines] == [5_000_000, 2_500_000, 0]
    assert [line.cite for line in lines] == [f"{regulation} {cite}" for cite in cites]
