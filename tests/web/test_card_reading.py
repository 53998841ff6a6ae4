"""Cards that a reading shoe, a camera or a scanner sends: where they go, once for each id."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from pitboss.cards import UNREAD, parse_cards
from tests.web.bots import Refused
from tests.web.inside import Inside, InsideClient

CARD = re.compile(r"\b[2-9TJQKA][cdhs]\b")
PATH = "/api/tables/three-card/cards"
TABLE = "/api/tables/three-card"


@pytest.fixture
def house(tmp_path: Path) -> Iterator[Inside]:
    """A house with a table of real cards, where ann has bet and nobody knows a card."""
    people = [("dora", "dealer"), ("flo", "floorperson"), ("ann", "player")]
    with Inside(tmp_path, people, physical=("three-card",)) as inside:
        yield inside


class Dealer:
    """The dealer, who gives one command after another, and the floorperson beside."""

    def __init__(self, house: Inside) -> None:
        self.client: InsideClient = house.client("dora")
        self._floor = house.client("flo")
        self._number = 0

    def give(self, command: str, by: str = "dealer") -> dict[str, Any]:
        self._number += 1
        sent = {"id": f"given-by-hand-{self._number}", "command": command}
        client = self._floor if by == "floorperson" else self.client
        return client.call("POST", f"{TABLE}/commands", sent)  # type: ignore[no-any-return]

    def step(self) -> dict[str, Any]:
        return self.client.call("GET", TABLE)["next"]  # type: ignore[no-any-return]


@pytest.fixture
def dealer(house: Inside) -> Dealer:
    dealer = Dealer(house)
    dealer.give("player ann buys $500")
    dealer.give("player ann takes box 1")
    while (step := dealer.step())["command"] != "dealer opens bets":
        dealer.give(step.get("unread") or step["command"], step["by"])
    dealer.give("dealer opens bets")
    dealer.give("box 1 places ante $10")
    dealer.give("dealer closes bets")
    return dealer


def test_cards_go_where_they_are_turned_up(house: Inside, dealer: Dealer) -> None:
    dealer.give("dealer deals")
    dealer.give("box 1 plays")
    read = {"id": "shoe-first", "cards": "Qh5c2d"}
    first = dealer.client.call("POST", PATH, read)
    assert [(event["event"], event["to"], event["cards"]) for event in first["events"]] == [
        ("CardsTurned", "dealer", ["Qh", "5c", "2d"])
    ]
    again = dealer.client.call("POST", PATH, read)
    assert (again["seq"], again["again"]) == (first["seq"], True)
    assert dealer.step()["turns"] == "box 1"
    named = dealer.client.call("POST", PATH, {"id": "shoe-second", "cards": "As Ad 3h", "place": "box 1"})
    assert named["events"][0]["to"] == "1"
    round_ = house.house.record("three-card").table.round
    assert round_
    assert round_.boxes[1].cards == parse_cards("As Ad 3h")
    assert dealer.step()["title"].startswith("Pay box 1 $")


def test_nobody_is_told_a_card_that_nobody_has_read(house: Inside, dealer: Dealer, tmp_path: Path) -> None:
    """Neither an answer to anybody nor a file of the house names a card before the dealer turns it up."""
    viewers = [dealer.client, house.client("flo"), house.client("ann"), house.client("")]
    told: set[str] = set()
    for step in ("dealer deals", "box 1 plays", "dealer turns dealer Qh 5c 2d", "dealer turns box 1 As Ad 3h"):
        told.update(CARD.findall(step))
        dealer.give(step)
        for viewer in viewers:
            assert set(CARD.findall(json.dumps(viewer.call("GET", TABLE)["round"]))) <= told
        ledger = b"".join(entry.body for entry in house.house.store.stream("table three-card")).decode()
        assert set(CARD.findall(ledger)) <= told
    assert told == {"Qh", "5c", "2d", "As", "Ad", "3h"}


def test_a_shoe_may_read_the_whole_deal_at_once(house: Inside, dealer: Dealer) -> None:
    answer = dealer.client.call("POST", PATH, {"id": "shoe-first", "cards": "Qh 5c 2d As Ad 3h"})
    assert [event["event"] for event in answer["events"]] == ["CardsRead"]
    dealer.give("dealer deals")
    round_ = house.house.record("three-card").table.round
    assert round_
    assert UNREAD not in round_.boxes[1].cards


@pytest.mark.parametrize(
    ("sent", "status", "told"),
    [
        ({"id": "shoe-wrong", "cards": "Qh 5c"}, 409, "the deal takes"),
        ({"id": "shoe-wrong", "cards": "Qh 5c ten"}, 400, "is not a card"),
        ({"id": "shoe-wrong", "cards": "Qh", "place": "the floor"}, 400, "is not a place"),
        ({"id": "shoe-wrong", "cards": "Qh 5c 2d", "place": "box 1"}, 409, "turned up"),
        ({"id": "shoe-wrong"}, 400, "cards"),
    ],
)
def test_what_cannot_be_used_is_refused(dealer: Dealer, sent: dict[str, Any], status: int, told: str) -> None:
    with pytest.raises(Refused) as caught:
        dealer.client.call("POST", PATH, sent)
    assert str(caught.value).startswith(str(status))
    assert told in str(caught.value)


def test_a_player_reads_no_cards(house: Inside, dealer: Dealer) -> None:
    with pytest.raises(Refused, match=r"409 .*not-your-role"):
        house.client("ann").call("POST", PATH, {"id": "shoe-wrong", "cards": "Qh 5c 2d As Ad 3h"})
