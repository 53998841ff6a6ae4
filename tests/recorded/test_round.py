"""Recorded rounds are read strictly: what is wrong is one sentence, and what is right is not refused."""

import copy
from collections.abc import Callable
from typing import Any

import pytest

from pitboss.errors import InputError
from pitboss.play.json_values import DocumentFault
from pitboss.play.settle import settle
from pitboss.recorded.csv_rows import document_of, read_header, read_row
from pitboss.recorded.json_text import parse_document
from pitboss.recorded.round import read_round
from tests.clauses.marks import clause

Document = dict[str, Any]

THREE_CARD: Document = {
    "regulation": "MD-TCP",
    "paytables": {"ante_bonus": "A", "pair_plus": "D", "progressive": "A"},
    "meters": {"main": 1_000_000},
    "boxes": [
        {
            "box": 1,
            "player": "p1",
            "cards": ["Qs", "6d", "4c"],
            "decisions": ["play"],
            "wagers": {"ante": 1000, "pair_plus": 500, "progressive": 100},
        }
    ],
    "dealer": ["Kc", "Kd", "4s"],
}
LET_IT_RIDE: Document = {
    "regulation": "MA-LIR",
    "paytables": {"progressive": "PTMGL02"},
    "meters": {"main": 6_000_000},
    "boxes": [
        {
            "box": 1,
            "cards": ["Ah", "Kh", "Qh"],
            "decisions": ["ride", "withdraw"],
            "wagers": {"bet_1": 500, "bet_2": 500, "bet_3": 500, "progressive": 500},
        }
    ],
    "community": ["2c", "Jh", "Th"],
}
ELECTRONIC: Document = {
    "regulation": "MD-TCP",
    "version": "etg",
    "paytables": {"ante_bonus": "A", "pair_plus": "A"},
    "boxes": [{"box": 4, "hand": 2, "decisions": ["fold"], "wagers": {"ante": 1000}}],
    "dealer": ["Kc", "Kd", "4s"],
    "community": ["2c", "3c", "4c", "5c", "6c", "7c", "8c", "9c", "Tc"],
}


def changed(document: Document, change: Callable[[Document], object]) -> Document:
    changed_one = copy.deepcopy(document)
    change(changed_one)
    return changed_one


def put(*path: str | int, value: object) -> Callable[[Document], None]:
    """A change that puts a value at a path."""

    def change(document: Any) -> None:
        for key in path[:-1]:
            document = document[key]
        document[path[-1]] = value

    return change


def box(key: str, value: object) -> Callable[[Document], None]:
    return put("boxes", 0, key, value=value)


def wager(name: str, value: object) -> Callable[[Document], None]:
    return put("boxes", 0, "wagers", name, value=value)


@pytest.mark.parametrize("document", [THREE_CARD, LET_IT_RIDE, ELECTRONIC], ids=["tcp", "lir", "etg"])
def test_a_good_round_is_read(document: Document) -> None:
    read = read_round(document)
    assert read.terms.regulation.id == document["regulation"]
    assert [found.box for found in read.facts.boxes] == [given["box"] for given in document["boxes"]]


def test_boxes_stand_in_order_however_they_are_listed() -> None:
    other = {"box": 3, "cards": ["2s", "3s", "5s"], "decisions": ["fold"], "wagers": {"ante": 100}}
    document = changed(THREE_CARD, lambda document: document["boxes"].insert(0, other))
    assert [found.box for found in read_round(document).facts.boxes] == [1, 3]


def test_equal_terms_are_one_object() -> None:
    first, second = read_round(THREE_CARD), read_round(copy.deepcopy(THREE_CARD))
    assert first.terms is second.terms
    assert read_round(changed(THREE_CARD, put("seeds", value={"main": 5}))).terms is not first.terms


BAD: dict[str, tuple[Document, Callable[[Document], object], str]] = {
    "no regulation": (THREE_CARD, lambda d: d.pop("regulation"), 'expected an id such as "MD-TCP", found nothing'),
    "an unknown regulation": (THREE_CARD, put("regulation", value="NV-TCP"), "there is no regulation 'NV-TCP'"),
    "an unknown key": (THREE_CARD, put("dealr", value=[]), "unknown key 'dealr'; did you mean 'dealer'?"),
    "an unknown key of a box": (THREE_CARD, box("seat", 1), "boxes[0]: unknown key 'seat'"),
    "no boxes": (THREE_CARD, put("boxes", value=[]), "expected an array of one box or more, found nothing"),
    "boxes no array": (THREE_CARD, put("boxes", value={}), "expected an array of one box or more"),
    "too many boxes": (THREE_CARD, put("boxes", value=[{}] * 8), "expected at most 7, found 8"),
    "a box twice": (
        THREE_CARD,
        lambda d: d["boxes"].append({**d["boxes"][0], "cards": ["2c", "3c", "4d"]}),
        "box 1 appears twice",
    ),
    "box 0": (THREE_CARD, box("box", 0), "expected a number from 1 to 7, found 0"),
    "box true": (THREE_CARD, box("box", True), "expected a number from 1 to 7, found true"),
    "a player that is a number": (THREE_CARD, box("player", 7), "player: expected a text, found 7"),
    "an unknown card": (THREE_CARD, box("cards", ["Qs", "6d", "1c"]), "'1c' is not a card"),
    "a card in lower case": (THREE_CARD, box("cards", ["qs", "6d", "4c"]), "'qs' is not a card"),
    "a card that is a number": (THREE_CARD, box("cards", ["Qs", "6d", 4]), 'a card such as "As", found 4'),
    "a card that is an array": (THREE_CARD, box("cards", ["Qs", "6d", ["4c"]]), "found an array"),
    "cards as a text": (THREE_CARD, box("cards", "Qs 6d 4c"), "expected an array of cards, found 'Qs 6d 4c'"),
    "no cards": (THREE_CARD, lambda d: d["boxes"][0].pop("cards"), "expected an array of cards, found nothing"),
    "two cards": (THREE_CARD, box("cards", ["Qs", "6d"]), "box 1: cards: expected 3 cards, found 2"),
    "a card twice": (THREE_CARD, box("cards", ["Qs", "6d", "4s"]), "4s is on the table twice"),
    "a dealer of two cards": (THREE_CARD, put("dealer", value=["Kc", "Kd"]), "dealer: expected 3 cards, found 2"),
    "community cards unasked": (
        THREE_CARD,
        put("community", value=["2c", "3c"]),
        "community: expected 0 cards, found 2",
    ),
    "an unknown paytable": (THREE_CARD, put("paytables", "pair_plus", value="Z"), "no paytable 'Z'; choose A, B, C"),
    "a paytable that is a number": (THREE_CARD, put("paytables", "pair_plus", value=1), "no paytable 1"),
    "a paytable that is an array": (THREE_CARD, put("paytables", "pair_plus", value=["A"]), "found an array"),
    "a paytable of nothing": (THREE_CARD, put("paytables", "pear_plus", value="A"), "unknown key 'pear_plus'"),
    "no paytable": (THREE_CARD, lambda d: d["paytables"].pop("pair_plus"), "pair_plus is missing; choose A, B"),
    "no paytable of an award": (THREE_CARD, lambda d: d["paytables"].pop("ante_bonus"), "ante_bonus is missing"),
    "an envy table of another wager's table": (
        LET_IT_RIDE,
        put("paytables", "envy", value="TABLE1"),
        "envy TABLE1 does not go with progressive PTMGL02",
    ),
    "an unknown option": (THREE_CARD, put("options", value={"ante": "x"}), "options: unknown key 'ante'"),
    "an unknown reading": (THREE_CARD, put("options", value={"ante_bonus": "never"}), "choose always or win_only"),
    "an option that is true": (THREE_CARD, put("options", value={"ante_bonus": True}), "found true"),
    "a decision not due": (THREE_CARD, box("decisions", ["play", "play"]), "decisions: expected 1 decision, found 2"),
    "a decision not taken": (THREE_CARD, box("decisions", []), "decisions: expected 1 decision, found 0"),
    "an unknown decision": (THREE_CARD, box("decisions", ["raise"]), "expected play or fold, found 'raise'"),
    "a decision that is an array": (THREE_CARD, box("decisions", [["play"]]), "found an array"),
    "decisions as a text": (THREE_CARD, box("decisions", "play"), "expected an array, found 'play'"),
    "no wagers": (THREE_CARD, lambda d: d["boxes"][0].pop("wagers"), "wagers: expected an object, found nothing"),
    "an unknown wager": (THREE_CARD, wager("pair", 100), "unknown key 'pair'"),
    "a wager that the decision places": (THREE_CARD, wager("play", 100), "unknown key 'play'"),
    "a negative stake": (THREE_CARD, wager("ante", -100), "expected whole cents, at least 1, found -100"),
    "no stake": (THREE_CARD, wager("ante", 0), "expected whole cents, at least 1, found 0"),
    "a fraction": (THREE_CARD, wager("ante", 10.5), "found 10.5"),
    "a whole fraction": (THREE_CARD, wager("ante", 10.0), "found 10.0"),
    "a stake of true": (THREE_CARD, wager("ante", True), "found true"),
    "a stake in quotes": (THREE_CARD, wager("ante", "10"), "found '10'"),
    "a stake of nothing": (THREE_CARD, wager("ante", None), "found nothing"),
    "a stake beyond money": (THREE_CARD, wager("ante", 10**14), "at most $999,999,999,999.99"),
    "a stake of a thousand digits": (THREE_CARD, wager("ante", 10**1000), "at most $999,999,999,999.99"),
    "a stake that is not accepted": (THREE_CARD, wager("progressive", 200), "expected $1 or $5 (MD-TCP 12.E(5))"),
    "neither ante nor pair plus": (
        THREE_CARD,
        box("wagers", {"progressive": 100}),
        "progressive needs ante or pair_plus (MD-TCP 7.F(4))",
    ),
    "unequal bets": (LET_IT_RIDE, wager("bet_2", 600), "bet_2 $6 is not in the prescribed ratio to bet_1 $5"),
    "a lower bet": (LET_IT_RIDE, wager("bet_2", 400), "bet_2 $4 is not in the prescribed ratio to bet_1 $5"),
    "a missing bet": (LET_IT_RIDE, lambda d: d["boxes"][0]["wagers"].pop("bet_2"), "needs bet_2"),
    "a link's stake in cents": (LET_IT_RIDE, wager("progressive", 550), "expected whole dollars"),
    "no meter": (THREE_CARD, lambda d: d.pop("meters"), "meters: main is missing; progressive is paid from it"),
    "an unknown meter": (THREE_CARD, put("meters", "grand", value=1), "meters: unknown key 'grand'"),
    "a negative meter": (THREE_CARD, put("meters", "main", value=-1), "meters: main: expected whole cents"),
    "meters of nothing": (THREE_CARD, put("meters", value=None), "meters: expected an object, found nothing"),
    "a fractional seed": (THREE_CARD, put("seeds", value={"main": 0.5}), "seeds: main: expected whole cents"),
    "a payout limit where none is allowed": (
        THREE_CARD,
        put("payout_limit", value=5_000_000),
        "payout_limit: no limit is allowed (MD-TCP 12.A)",
    ),
    "a payout limit of 0": (LET_IT_RIDE, put("payout_limit", value=0), "payout_limit: expected whole cents"),
    "a version of another game": (LET_IT_RIDE, put("version", value="etg"), "MA-LIR has no version 'etg'"),
    "a version that is a number": (THREE_CARD, put("version", value=1), "version: expected a text, found 1"),
    "a hand where there are cards": (THREE_CARD, box("hand", 1), "only the electronic version has community hands"),
    "cards where there are hands": (ELECTRONIC, box("cards", ["2c", "3c", "4c"]), "instead of cards"),
    "hand 4": (ELECTRONIC, box("hand", 4), "expected hand, from 1 to 3, instead of cards; found 4"),
    "eight community cards": (ELECTRONIC, lambda d: d["community"].pop(), "community: expected 9 cards, found 8"),
    "a five-card progressive without community cards": (
        ELECTRONIC,
        wager("five_card_progressive", 100),
        "unknown key 'five_card_progressive'",
    ),
    "abandoned as a text": (THREE_CARD, box("abandoned", "yes"), "expected true or false, found 'yes'"),
    "abandoned in Massachusetts": (LET_IT_RIDE, box("abandoned", True), "MA-LIR has no clause on abandoned wagers"),
    "match play in Maryland": (THREE_CARD, box("match_play", {"ante": 1}), "MD-TCP has no match play coupons"),
    "a coupon above its bet": (LET_IT_RIDE, box("match_play", {"bet_3": 501}), "worth more than its bet"),
    "a coupon on a bonus": (LET_IT_RIDE, box("match_play", {"progressive": 1}), "unknown key 'progressive'"),
    "paid to an empty box": (THREE_CARD, put("paid", value={"2": {}}), "paid: unknown key '2'"),
    "paid for an unknown item": (THREE_CARD, put("paid", value={"1": {"tip": 1}}), "unknown key 'tip'"),
    "paid less than nothing": (THREE_CARD, put("paid", value={"1": {"ante": -1}}), "at least 0, found -1"),
    "a label that is an array": (THREE_CARD, put("round", value=[]), "round: expected a text or a number"),
}


@pytest.mark.parametrize(("document", "change", "said"), BAD.values(), ids=BAD)
def test_what_is_wrong_is_one_sentence(document: Document, change: Callable[[Document], object], said: str) -> None:
    # A good round with the same terms comes first, so that nothing wrong hides behind what is remembered.
    read_round(document)
    with pytest.raises(ValueError) as refused:  # noqa: PT011 - the sentence is what matters
        read_round(changed(document, change))
    assert said in str(refused.value)
    assert "\n" not in str(refused.value)
    assert len(str(refused.value)) < 400


@pytest.mark.parametrize("given", [None, 1, "round", [], True], ids=str)
def test_a_document_that_is_no_object_is_refused(given: object) -> None:
    with pytest.raises(ValueError, match="the round: expected an object"):
        read_round(given)


def test_a_cached_option_does_not_let_its_likes_in() -> None:
    document: Document = {
        "regulation": "MD-LIR",
        "options": {"five_card_bonus_stake": 100},
        "boxes": [
            {
                "box": 1,
                "cards": ["2c", "3c", "4c"],
                "decisions": ["ride", "ride"],
                "wagers": dict.fromkeys(("bet_1", "bet_2", "bet_3"), 500),
            }
        ],
        "paytables": {"base": "A"},
        "community": ["5h", "6h"],
    }
    read_round(document)
    with pytest.raises(ValueError, match=r"found 100\.0"):
        read_round(changed(document, put("options", "five_card_bonus_stake", value=100.0)))


@clause("MA-LIR 6a(b)", "MA-LIR 6b(b)", "MA-LIR 12(b)")
@pytest.mark.parametrize(
    ("name", "cite"),
    [("bonus", "6a(b)"), ("three_card_bonus", "6b(b)"), ("cover_all", "11(a)"), ("progressive", "12(b)")],
)
def test_a_side_wager_without_the_bets_is_refused_by_its_own_clause(name: str, cite: str) -> None:
    with pytest.raises(ValueError, match=f"{name} needs bet_1") as refused:
        read_round(changed(LET_IT_RIDE, box("wagers", {name: 100})))
    assert str(refused.value).endswith(f"(MA-LIR {cite})")


@pytest.mark.parametrize("number", [0, 3, 8])
def test_an_electronic_table_has_nine_community_cards(number: int) -> None:
    document = changed(ELECTRONIC, put("community", value=ELECTRONIC["community"][:number]))
    with pytest.raises(DocumentFault, match=f"community: expected 9 cards, found {number}") as refused:
        read_round(document)
    assert refused.value.path == ("community",)


@pytest.mark.parametrize(
    ("change", "path"),
    [
        (box("cards", ["Qs", "6d", "Qs"]), ("boxes", 0, "cards", 2)),
        (put("dealer", value=["Kc", "Kd", "6d"]), ("dealer", 2)),
        # In the order of the document: here the dealer's cards come first.
        (lambda given: given.update(boxes=given.pop("boxes"), dealer=["Qs", "Kc", "Kd"]), ("boxes", 0, "cards", 0)),
    ],
)
def test_a_card_that_lies_twice_is_named_at_its_second_place(
    change: Callable[[Document], object], path: tuple[object, ...]
) -> None:
    with pytest.raises(DocumentFault, match="is on the table twice") as refused:
        read_round(changed(THREE_CARD, change))
    assert refused.value.path == path


# Whose box it is


@clause("MD-TCP 12.E(5)")
def test_a_box_without_a_name_is_nobody_elses() -> None:
    """Not of a player who is called as the box is, either."""
    royal = {"box": 2, "cards": ["Ah", "Kh", "Qh"], "decisions": ["play"], "wagers": {"ante": 1000}}
    named = changed(THREE_CARD, box("player", "box 2"))
    named["boxes"].append(royal)
    assert envy_of(named) == [2500]
    assert envy_of(changed(named, put("boxes", 1, "player", value="box 2"))) == []


@clause("MD-TCP 7.C(2)", "MD-TCP 11.D(1)")
def test_a_hand_that_was_abandoned_undecided_gives_no_envy() -> None:
    """No Play Wager was made, so the hand is collected unseen; one that was played, or needs no Ante, is shown."""
    royal = {"box": 3, "cards": ["Ah", "Kh", "Qh"], "decisions": [], "abandoned": True, "wagers": {"ante": 1000}}
    document = changed(THREE_CARD, lambda given: given["boxes"].append(royal))
    assert envy_of(document) == []
    assert envy_of(changed(document, put("boxes", 1, "decisions", value=["play"]))) == [2500]
    assert envy_of(changed(document, put("boxes", 1, "wagers", value={"pair_plus": 1000}))) == [2500]


def envy_of(document: Document) -> list[int]:
    """The Envy Bonuses of box 1."""
    read = read_round(document)
    return [line.amount for line in dict(settle(read.terms, read.facts).boxes)[1] if line.item == "envy"]


# What a meter resets to


@clause("MA-LIR 12(e)")
def test_a_linked_seed_is_printed_for_a_dollar_and_grows_with_the_stake() -> None:
    read = read_round(LET_IT_RIDE)
    assert read.terms.seeds == {"main": 5_000_000}
    assert settle(read.terms, read.facts).meters == {"main": 5_000_000}
    seven = changed(LET_IT_RIDE, wager("progressive", 700))
    assert read_round(seven).terms.seeds == {"main": 7_000_000}
    assert read_round(changed(LET_IT_RIDE, put("seeds", value={"main": 1}))).terms.seeds == {"main": 1}


@clause("MA-LIR 12(e)")
def test_a_link_has_one_stake_for_all() -> None:
    other = {**LET_IT_RIDE["boxes"][0], "box": 2, "cards": ["2d", "3d", "4d"]}
    other["wagers"] = {**other["wagers"], "progressive": 100}
    with pytest.raises(ValueError, match=r"the same at every box, found \$1 and \$5 \(MA-LIR 12\(e\)\)"):
        read_round(changed(LET_IT_RIDE, lambda document: document["boxes"].append(other)))


@clause("MA-LIR 12(e)")
@pytest.mark.parametrize(("stake", "envy"), [(100, 100_000), (500, 500_000), (700, 700_000)])
def test_an_envy_bonus_scales_with_the_stake_of_the_link(stake: int, envy: int) -> None:
    other = {**LET_IT_RIDE["boxes"][0], "box": 2, "player": "p2", "cards": ["2d", "3d", "4d"]}
    document = changed(LET_IT_RIDE, lambda document: document["boxes"].append(other))
    for given in document["boxes"]:
        given["wagers"] = {**given["wagers"], "progressive": stake}
    read = read_round(document)
    lines = dict(settle(read.terms, read.facts).boxes)[2]
    assert [line.amount for line in lines if line.item == "envy"] == [envy]


@clause("MD-TCP 12.E(3)(b)")
def test_without_seeds_the_least_seed_holds() -> None:
    read = read_round(changed(THREE_CARD, box("cards", ["As", "Ks", "Qs"])))
    assert settle(read.terms, read.facts).meters == {"main": 100_000}


def test_a_meter_without_any_seed_cannot_be_won_whole() -> None:
    document = changed(THREE_CARD, wager("five_card_progressive", 100))
    document["paytables"]["five_card_progressive"] = "A"
    document["meters"]["five_card_main"] = 1_000_000
    document["community"] = ["2c", "3c"]
    read = read_round(document)
    settle(read.terms, read.facts)  # nothing is won
    document["boxes"][0]["cards"], document["community"] = ["As", "Ks", "Qs"], ["Js", "Ts"]
    read = read_round(document)
    with pytest.raises(ValueError, match="seeds: five_card_main is missing"):
        settle(read.terms, read.facts)
    read = read_round({**document, "seeds": {"five_card_main": 7}})
    assert settle(read.terms, read.facts).meters["five_card_main"] == 7


@clause("MD-LIR 7.E(5)")
def test_the_six_card_bonus_needs_the_others_by_the_literal_reading_where_they_are_offered() -> None:
    document: Document = {
        "regulation": "MD-LIR",
        "paytables": {"base": "A", "six_card_bonus": "A", "five_card_bonus": "A"},
        "options": {"six_card_precondition": "all_offered"},
        "boxes": [{"box": 1, "cards": ["2c", "4d", "6h"], "decisions": ["ride", "ride"],
                   "wagers": {"bet_1": 500, "bet_2": 500, "bet_3": 500, "six_card_bonus": 100}}],
        "community": ["9s", "Jc"],
        "bonus_box": ["3c", "5d", "7h"],
    }  # fmt: skip
    with pytest.raises(ValueError, match=r"six_card_bonus needs five_card_bonus \(MD-LIR 7\.E\(5\)\)"):
        read_round(document)
    read_round({**document, "options": {}})
    read_round({**document, "paytables": {"base": "A", "six_card_bonus": "A"}})
    document["boxes"][0]["wagers"]["five_card_bonus"] = 100
    read_round(document)


# The text


BAD_TEXTS = {
    "nothing": (b"", "expected a round, found nothing", 1),
    "blanks": (b" \n ", "expected a round, found nothing", 1),
    "binary": (b"\x00\xff\xfe\x01", "expected UTF-8, found the byte 0xff", 1),
    "utf-16": ('{"a": 1}'.encode("utf-16"), "expected UTF-8", 1),
    "a broken byte in line 2": (b'{"a":\n "\xe4"}', "found the byte 0xe4", 2),
    "no json": (b'{"a": 1,\n oops}', "expected JSON: ", 2),
    "cut off": (b'{"a": [1, 2', "expected JSON: ", 1),
    "two documents": (b"{} {}", "expected JSON: extra data", 1),
    "a key twice": (b'{"a": {"b": 1, "b": 1}}', "the key 'b' appears twice in one object", 1),
    "a key twice, further down": (
        b'{"a": [{"b": "}"},\n{"b": "\\","}],\n"c": {"b": 1,\n"\\u0062": 2}}',
        "the key 'b' appears twice",
        4,
    ),
    "NaN": (b'{"a": NaN}', "expected a number, found NaN", 1),
    "NaN in line 3": (b'{"a": "NaN",\n"b": [1,\nNaN]}', "expected a number, found NaN", 3),
    "infinity": (b'{"a": -Infinity}', "expected a number, found -Infinity", 1),
    "5,000 digits": (b'{"a": ' + b"9" * 5000 + b"}", "a number of thousands of digits", 1),
    "deep": (b"[" * 100_000, "hundreds of nested", 1),
}


@pytest.mark.parametrize(("data", "said", "line"), BAD_TEXTS.values(), ids=BAD_TEXTS)
def test_a_text_that_is_no_document(data: bytes, said: str, line: int) -> None:
    with pytest.raises(InputError) as refused:
        parse_document(data)
    assert said in refused.value.reason
    assert refused.value.line == line


def test_a_byte_order_mark_is_no_fault() -> None:
    assert parse_document(b'\xef\xbb\xbf{"a": 1}') == {"a": 1}


# CSV

HEADER = "round,regulation,box,cards,decisions,wagers,options,abandoned,paid"


@pytest.mark.parametrize(
    ("header", "said"),
    [
        ("round,box,wagers", "the column regulation is missing"),
        ("regulation,box,wagers,box", "the column box appears twice"),
        ("regulation,box,wagers,decision", "unknown column 'decision'; did you mean 'decisions'?"),
        ("", "the column regulation is missing"),
        ('regulation,"box', "expected comma-separated cells"),
    ],
)
def test_a_bad_header(header: str, said: str) -> None:
    with pytest.raises(ValueError, match=said):
        read_header(header)


def test_rows_are_the_document_that_they_stand_for() -> None:
    columns = read_header(HEADER)
    rows = [
        "r1,MD-TFP,2,2c 3c,play,ante=500,top_five_equal_counts=high_cards,,ante=0",
        "r1,,1,4c 5c,,ante=100 poker_bonus=1.5,,true,",
    ]
    assert document_of(columns, [read_row(row) for row in rows]) == {
        "round": "r1",
        "regulation": "MD-TFP",
        "options": {"top_five_equal_counts": "high_cards"},
        "boxes": [
            {"box": 2, "cards": ["2c", "3c"], "decisions": ["play"], "wagers": {"ante": 500}},
            {"box": 1, "cards": ["4c", "5c"], "wagers": {"ante": 100, "poker_bonus": "1.5"}, "abandoned": True},
        ],
        "paid": {"2": {"ante": 0}, "1": {}},
    }


@pytest.mark.parametrize(
    ("row", "said"),
    [
        ("r1,MD-TCP", "expected 9 cells, found 2"),
        ("r1,MD-TCP,1,,,ante,,,", "wagers: expected name=value, found 'ante'"),
        ("r1,MD-TCP,1,,,ante=1 ante=2,,,", "wagers: 'ante' appears twice"),
        ("r1,MD-LIR,1,,,ante=1,,,", "regulation: expected the same in every row of a round"),
    ],
)
def test_a_bad_row(row: str, said: str) -> None:
    with pytest.raises(ValueError, match=said):
        document_of(read_header(HEADER), [read_row("r1,MD-TCP,2,,,ante=1,,,"), read_row(row)])
