"""The deal of a round is done again from the ledger or from a receipt, and nothing that is changed passes."""

import json
from collections.abc import Iterator
from copy import deepcopy
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pitboss.cards import DECK
from pitboss.errors import InputError, LedgerBroken, PitbossError
from pitboss.evidence.deal_check import DealCheck, check_receipt, check_round, read_receipt
from pitboss.evidence.receipt import Receipt, receipt
from pitboss.play import commands as c
from pitboss.rules.load import folders
from pitboss.shuffle import commitment, shuffled
from tests.ledger.one_table import OneTable, Shuffling, by_seed, scanned, unread
from tests.properties.houses import houses
from tests.regulations.outside import Variants
from tests.table.test_obeyed_rows import ONE_UP

HOUSE = """
facility = "House of tests"
[tables.T1]
regulation = "MD-TCP"
boxes = 3
device = "manual_shoe"
adjacent_boxes = 1
[tables.T1.wagers]
ante = { minimum = "$10", maximum = "$500" }
pair_plus = { paytable = "A", minimum = "$5", maximum = "$100" }
[tables.T1.awards]
ante_bonus = { paytable = "A" }
"""
TWO_DECKS = HOUSE.replace(
    'device = "manual_shoe"', 'device = "hand"\nshuffler = "automated"\ndecks = 2\nbacks = ["red", "blue"]'
)
WAYS: dict[str, Shuffling] = {"seed": by_seed, "scanned": scanned, "read": unread}
many = settings(deadline=None, suppress_health_check=list(HealthCheck), max_examples=15)


def checked_in_both_ways(one: OneTable, number: int) -> DealCheck:
    """In the ledger, and from a receipt that went through a file."""
    store, round_id = one.store, f"{one.name}/{number}"
    found = check_round(store, round_id)
    assert check_receipt(read_receipt(json.dumps(receipt(store, round_id)).encode())) == found
    return found


@pytest.mark.parametrize("regulation_id", sorted(folders()))
@many
@given(data=st.data(), way=st.sampled_from(list(WAYS)), seed=st.integers(0, 2**32))
def test_every_deal_is_found_right(regulation_id: str, data: st.DataObject, way: str, seed: int) -> None:
    one = OneTable(data.draw(houses(regulation_id)), seed).prepare()
    one.shuffling = WAYS[way]
    for number in (1, 2, 3):
        one.deal()
        round_ = one.table.round
        assert round_
        hands = {str(box): round_.boxes[box].cards for box in round_.in_play() if round_.boxes[box].cards}
        one.settle()
        found = checked_in_both_ways(one, number)
        assert (found.round, found.way, found.void) == (f"one/{number}", way, False)
        assert {to: cards for to, cards in found.dealt.items() if to.isdecimal()} == hands
        assert (found.commitment != "", len(found.order)) == ((False, 0) if way == "read" else (True, 52))


def test_what_was_found_is_told() -> None:
    one = OneTable(HOUSE).prepare(boxes=1).play()
    found = check_round(one.store, "T1/1")
    seed_order = shuffled(OneTable(HOUSE).fresh())
    (depth,) = found.cuts
    cut = (*seed_order[depth:], *seed_order[:depth])
    assert found.order == seed_order
    assert found.dealt == {"1": cut[0:6:2], "dealer": cut[1:6:2]}
    assert found.commitment == commitment(OneTable(HOUSE).fresh(), seed_order)


def test_a_round_that_is_not_over_is_not_opened() -> None:
    one = OneTable(HOUSE).prepare().play()
    one.open_bets()
    for step in (lambda: None, one.deal, lambda: one.do(c.Choose(1, "play"))):
        step()
        with pytest.raises(InputError, match="round T1/2 is not over: its deck is opened when it is") as caught:
            receipt(one.store, "T1/2")
        salts = [draft.content["shuffle"]["salt"] for draft in one.drafts if "shuffle" in draft.content]
        assert salts[1] not in str(caught.value)
        check_round(one.store, "T1/1")
    one.settle()
    check_round(one.store, "T1/2")


@pytest.mark.parametrize(
    ("round_id", "said"),
    [
        *((round_id, "pitboss rounds lists the rounds") for round_id in ("T1/3", "T1/0", "T2/1")),
        *(
            (round_id, "a round is written TABLE/NUMBER")
            for round_id in ("T1", "", "/1", "T1/x", "T1/-1", "T1/²", "T1/" + "9" * 5000)
        ),
    ],
)
def test_a_round_that_is_not_there(round_id: str, said: str) -> None:
    with pytest.raises(InputError, match=f"there is no round .*: {said}$"):
        check_round(OneTable(HOUSE).prepare().play(2).store, round_id)


# More than one deck


def test_decks_that_alternate_are_told_apart() -> None:
    one = OneTable(TWO_DECKS).prepare().play(4)
    orders = [checked_in_both_ways(one, number).order for number in (1, 2, 3, 4)]
    assert len(set(orders)) == 4


def test_a_receipt_tells_nothing_of_the_deck_that_comes_next() -> None:
    """The other deck is shuffled while a round is played; what opens it stays in the ledger."""
    one = OneTable(TWO_DECKS).prepare().play()
    one.open_bets()
    one.deal()
    one.shuffle()
    one.settle()
    salts = [draft.content["shuffle"]["salt"] for draft in one.drafts if "shuffle" in draft.content]
    assert len(salts) == 3
    for number, own in ((1, salts[0]), (2, salts[1])):
        text = json.dumps(receipt(one.store, f"T1/{number}"))
        assert [salt for salt in salts if salt in text] == [own]
        assert text.count("DeckShuffled") == 1


def test_a_deck_keeps_its_shuffle_when_the_other_goes() -> None:
    for leaving in (c.TakeOutOfService("shuffler", "covered"), c.CountStub(51, deck="device")):
        one = OneTable(TWO_DECKS).prepare().play()
        one.shuffle()
        one.do(leaving)
        assert len(one.table.decks) == 1
        if not one.table.out_of_service:
            one.do(c.ReceiveDecks(1, preshuffled=True))
        one.play(2)
        for number in (1, 2, 3):
            checked_in_both_ways(one, number)


def test_irregular_rounds() -> None:
    one = OneTable(HOUSE)
    # Real cards are cut again, and lose a card that lies face up, while bets are open.
    one.shuffling = scanned
    one.prepare()
    one.open_bets()
    one.do(c.OrderRecut())
    one.do(c.CutCards(20))
    one.do(c.PlaceWagers(1, (("ante", 1000),)))
    one.do(c.CloseBets())
    assert one.table.round
    one.do(c.Report("card_face_up", one.table.round.stub[3]))
    one.do(c.OrderRecut())
    one.do(c.CutCards(51))
    one.do(c.DealCards())
    one.do(c.CountStub(40, misdealt=11))
    one.do(c.ConfirmReport())
    found = checked_in_both_ways(one, 1)
    assert (found.void, len(found.cuts), set(found.dealt)) == (True, 3, {"1", "dealer"})
    one.open_bets()
    one.do(c.PlaceWagers(1, (("ante", 1000),)))
    one.do(c.CloseBets())
    one.do(c.Report("wrong_number_of_cards", None, "deck", 51))
    one.do(c.ConfirmReport())
    assert (checked_in_both_ways(one, 2).void, checked_in_both_ways(one, 2).dealt) == (True, {})


# What does not pass


def one_receipt(way: str) -> Receipt:
    one = OneTable(HOUSE).prepare(boxes=2)
    one.shuffling = WAYS[way]
    one.open_bets()
    for box in (1, 2):
        one.do(c.PlaceWagers(box, (("ante", 1000),)))
    one.do(c.CloseBets())
    assert one.table.round
    if way != "seed":
        one.do(c.Report("card_face_up", one.table.round.stub[1]))
    if way == "read":
        one.do(c.ReadCards(DECK[10:19]))
    one.do(c.DealCards())
    one.do(c.Choose(1, "fold"))
    one.do(c.Choose(2, "play"))
    one.do(c.Settle())
    return receipt(one.store, "T1/1")


def passes(document: Receipt) -> bool:
    try:
        check_receipt(document)
    except PitbossError:
        return False
    return True


def places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[tuple[Any, ...], Any]]:
    """Every value in a document that holds no other, and the keys that lead there."""
    if isinstance(value, dict | list):
        for key, inner in value.items() if isinstance(value, dict) else enumerate(value):
            yield from places(inner, (*path, key))
    else:
        yield path, value


def changed(document: Receipt, path: tuple[Any, ...], value: Any) -> Receipt:
    copy = deepcopy(document)
    inner: Any = copy
    for key in path[:-1]:
        inner = inner[key]
    inner[path[-1]] = value
    return copy


NOT_OF_THE_DEAL = {"position", "seq", "cite", "at", "deck", "way", "by_seed"}
"""What a receipt tells beside the cards; the proof of the entries holds it."""


def others(path: tuple[Any, ...], value: Any) -> Iterator[Any]:
    """Values of the same kind that could stand there instead."""
    if isinstance(value, str) and len(value) == 64:
        yield from (f"{int(value[0], 16) ^ 1:x}{value[1:]}", value[:-1], "")
    elif value in set(map(str, DECK)):
        yield from (str(DECK[0]), str(DECK[11]), str(DECK[-1]), str(DECK[30]))
    elif isinstance(value, bool):
        yield not value
    elif isinstance(value, int):
        yield from (value + 1, value - 1, -1)
    elif path[-1] == "to":
        yield from ("1", "2", "3", "dealer", "community")
    elif path[-1] == "pile":
        yield from ("deck", "dealer", "community")
    else:
        yield from ("", "something else")


@pytest.mark.parametrize("way", WAYS)
def test_whatever_is_changed_is_found_out(way: str) -> None:
    """Each value of a receipt by itself, card for card."""
    document = one_receipt(way)
    check_receipt(document)
    tried = 0
    for path, value in places(document):
        if path[-1] in NOT_OF_THE_DEAL or path == ("format",):
            continue
        # An unknown order is as unknown after any cut, and without any card that is not read.
        if way == "read" and path[-1] in ("depth", "card"):
            continue
        for other in others(path, value):
            if other != value:
                tried += 1
                assert not passes(changed(document, path, other)), (path, value, other)
    assert tried > 100


@pytest.mark.parametrize("way", WAYS)
def test_whatever_is_left_out_or_moved_is_found_out(way: str) -> None:
    document = one_receipt(way)
    kept_without = {"CardsCollected", "CardsRevealed"}
    for index, entry in enumerate(document["entries"]):
        kinds = [event["event"] for event in entry["events"]]
        for place, kind in enumerate(kinds):
            if kind in kept_without or (way == "read" and kind in ("DeckCut", "CardDiscarded")):
                continue
            copy = deepcopy(document)
            del copy["entries"][index]["events"][place]
            assert not passes(copy), kind
        if index:
            copy = deepcopy(document)
            copy["entries"][index - 1 : index + 1] = reversed(copy["entries"][index - 1 : index + 1])
            with pytest.raises(
                LedgerBroken, match=r"it comes before an entry that it should follow|begins with the shuffle"
            ):
                check_receipt(copy)


def test_the_reason_is_told_with_its_place() -> None:
    document = one_receipt("seed")
    with pytest.raises(
        LedgerBroken, match=r"entry 1\d \(table T1 \d+\): the opened salt and order do not make the comm"
    ):
        check_receipt(changed(document, ("shuffle", "commitment"), "0" * 64))
    path = next(path for path, _ in places(document) if path[-2:] == ("cards", 0))
    with pytest.raises(LedgerBroken, match=r"the deck gives \w\w \w\w \w\w to box 1, but 9h \w\w \w\w was dealt"):
        check_receipt(changed(document, path, "9h"))


def test_a_seed_that_does_not_make_its_order_is_found_out() -> None:
    one = OneTable(HOUSE).prepare()
    order, made = scanned(one, 0)
    one.shuffling = lambda _, __: (order, {**made, "by_seed": True})
    one.play()
    with pytest.raises(LedgerBroken, match="not the one that its seed makes"):
        check_round(one.store, "T1/1")


def test_a_shuffle_without_a_commitment_is_found_out() -> None:
    one = OneTable(HOUSE).prepare()
    one.shuffling = lambda at, deck: (by_seed(at, deck)[0], None)
    one.play()
    with pytest.raises(LedgerBroken, match="no commitment to this shuffle was recorded"):
        check_round(one.store, "T1/1")


def test_a_seed_that_is_used_again_is_found_out() -> None:
    one = OneTable(HOUSE).prepare().play()
    one.seeds = 0
    one.play()
    check_round(one.store, "T1/1")
    with pytest.raises(LedgerBroken, match="the seed or salt of an earlier one"):
        check_round(one.store, "T1/2")


def test_an_entry_that_cannot_have_happened_is_named() -> None:
    one = OneTable(HOUSE).prepare().play()
    for events in ([{"event": "Nonsense"}], [{"event": "SeatLeft", "box": 9, "player": "x", "cite": "x"}] * 2, [None]):
        broken = OneTable(HOUSE).prepare().play()
        place = len(broken.drafts) - 2
        broken.drafts[place] = broken.drafts[place]._replace(content={**broken.drafts[place].content, "events": events})
        with pytest.raises(PitbossError):
            check_round(broken.store, "T1/1")
    check_round(one.store, "T1/1")


@pytest.mark.parametrize("text", ["", "[]", "{}", "nonsense", '{"format": "pitboss deal 2"}', "null", "[" * 100_000])
def test_what_is_no_receipt(text: str) -> None:
    with pytest.raises(InputError):
        read_receipt(text.encode())


@pytest.mark.parametrize(
    "wrong",
    [
        {"entries": None}, {"entries": []}, {"entries": [1]}, {"entries": [{}]}, {"round": None}, {"device": "a bag"},
        {"entries": [{"position": 1, "seq": 1, "events": []}]}, {"entries": [{"position": 1, "seq": 1, "events": [3]}]},
        {"entries": [{"position": True, "seq": 1, "events": [3]}]}, {"shuffle": None}, {"shuffle": []}, {"device": {}},
    ],
)  # fmt: skip
def test_a_receipt_with_nonsense_in_it(wrong: Receipt) -> None:
    with pytest.raises(PitbossError):
        check_receipt({**one_receipt("seed"), **wrong})


def test_the_card_that_a_row_deals_face_up_is_turned_up_first(variants: Variants) -> None:
    one = OneTable(HOUSE.replace("MD-TCP", variants.make("MD-TCP", ONE_UP))).prepare().play()
    document = receipt(one.store, "T1/1")
    found = check_receipt(document)
    changed = deepcopy(document)
    events = [event for entry in changed["entries"] for event in entry["events"]]
    first, rest = [event for event in events if event["event"] == "CardsRevealed"]
    assert (first["cards"], rest["cards"]) == ([str(found.dealt["dealer"][0])], [*map(str, found.dealt["dealer"][1:])])
    first["cards"], rest["cards"] = rest["cards"][:1], [*first["cards"], *rest["cards"][1:]]
    with pytest.raises(LedgerBroken, match="the regulation deals other cards of the pile 'dealer' face up"):
        check_receipt(changed)
    hidden = deepcopy(document)
    for entry in hidden["entries"]:
        entry["events"] = [event for event in entry["events"] if event.get("cards") != [str(found.dealt["dealer"][0])]]
    with pytest.raises(LedgerBroken, match="the regulation deals other cards of the pile 'dealer' face up"):
        check_receipt(hidden)
