"""`pitboss odds … --known`: what cards that are known too early are worth, and the clauses that keep them secret."""

import argparse
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from pitboss.cli.output import paint, paragraph, table
from pitboss.errors import InputError
from pitboss.money import show_money
from pitboss.odds.catalog import odds
from pitboss.odds.known_cards import boxes_together, known_cards
from pitboss.odds.query import OddsQuery
from pitboss.odds.record import Odds
from pitboss.rules.regulation import Regulation
from pitboss.text import listed, show_percentage


class KnownWorth:
    """What known cards are worth at a stake and a number of rounds an hour."""

    def __init__(self, regulation: Regulation, record: Odds, query: OddsQuery, rounds: int) -> None:
        self.record, self._rounds, self.boxes = record, rounds, boxes_together(record.known)
        self.clauses = known_cards(regulation)[record.known]
        unseen_query = query._replace(known="", stake=record.stake)
        (unseen,) = odds(regulation, unseen_query, record.wager, record.paytable)
        assert record.expected is not None
        assert unseen.expected is not None
        self.expected, self.unseen = record.expected, unseen.expected

    @property
    def swing(self) -> Fraction:
        """What a box gains, per unit first staked."""
        return self.expected - self.unseen

    @property
    def cost(self) -> int:
        """What the house loses in an hour to one box, in cents."""
        return round(self.swing * self._rounds * self.record.stake)

    def to_json(self) -> dict[str, Any]:
        together = {"boxes_together": self.boxes, "cost_an_hour_together": self.boxes * self.cost}
        return {
            "unseen": str(self.unseen), "swing": str(self.swing), "swing_float": float(self.swing),
            "rounds": self._rounds, "cost_an_hour": self.cost, **(together if self.boxes > 1 else {}),
            "clauses": [str(clause) for clause in self.clauses],
        }  # fmt: skip

    def text(self) -> list[str]:
        edge, gain = show_percentage(-self.unseen, 4), show_percentage(self.swing, 4)
        pace = f"At {show_money(self.record.stake)} and {self._rounds} rounds an hour"
        if self.boxes > 1:
            worth = (
                f"Apart, the house edge is {edge}; {self.boxes} boxes that show each other their cards and play as one "
                f"gain {gain} each."
            )
            cost = f"{pace} that costs {show_money(self.cost)} a box, {show_money(self.boxes * self.cost)} in all."
        else:
            worth = f"Without the card the house edge is {edge}; seeing it is worth {gain}."
            cost = f"{pace} a careless dealer costs {show_money(self.cost)} a box."
        secret = f"Kept secret by {listed(map(str, self.clauses))}."
        return ["", paragraph(worth), paragraph(cost), paragraph(secret)]


def every_word(regulations: list[Regulation], query: OddsQuery, given: argparse.Namespace) -> dict[str, Any]:
    """What every known card is worth, and for each word that is not solved exactly, why."""
    if len(regulations) != 1 or not given.wager or not given.paytable:
        raise InputError("--known all: name a regulation, a wager and a paytable, such as MD-TCP ante A")
    (regulation,) = regulations
    found, refused = list[KnownWorth](), dict[str, str]()
    for word in known_cards(regulation):
        try:
            records = list(odds(regulation, query._replace(known=word), given.wager, given.paytable))
        except InputError as error:
            refused[word] = str(error).removeprefix(f"--known {word!r}: ")
            continue
        found += [KnownWorth(regulation, record, query, given.rounds) for record in records]
    if not found:
        raise InputError(f"--known all: {given.wager} has no decision that a known card could change")
    return {"found": found, "refused": refused}


def every_word_json(answer: dict[str, Any]) -> dict[str, Any]:
    """The answer for programs."""
    first: KnownWorth = answer["found"][0]
    words = [{"known": one.record.known, "expected": str(one.expected)} | one.to_json() for one in answer["found"]]
    return {
        "regulation": first.record.regulation, "wager": first.record.wager, "paytable": first.record.paytable,
        "stake": first.record.stake, "words": words, "refused": answer["refused"],
    }  # fmt: skip


def every_word_text(answer: dict[str, Any], rounds: int) -> Iterator[str]:
    """The answer for people: the prices, then the clauses."""
    found: list[KnownWorth] = answer["found"]
    record = found[0].record
    yield paint(f"{record.regulation} {record.wager}, paytable {record.paytable}", "bold")
    yield paragraph(
        f"What known cards are worth to a box, at {show_money(record.stake)} and {rounds} rounds an hour. Without them "
        f"the house edge is {show_percentage(-found[0].unseen, 4)}."
    )
    rows = [
        (
            one.record.known,
            show_percentage(-one.expected, 4),
            show_percentage(one.swing, 4),
            show_money(one.cost),
            show_money(one.boxes * one.cost),
        )
        for one in found
    ]
    yield table(("known", "house edge", "gain", "$ an hour", "all boxes"), rows, right=(1, 2, 3, 4))
    secrets: dict[tuple[str, ...], list[str]] = {}
    for one in found:
        secrets.setdefault(tuple(map(str, one.clauses)), []).append(one.record.known)
    yield ""
    for clauses, words in secrets.items():
        yield paragraph(f"{', '.join(words)}: kept secret by {listed(clauses)}.", hang=2)
    refused: dict[str, list[str]] = {}
    for word, reason in answer["refused"].items():
        refused.setdefault(reason, []).append(word)
    for reason, words in refused.items():
        yield paragraph(f"{', '.join(words)}: not counted; {reason}.", hang=2)
