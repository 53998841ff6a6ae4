"""Rows that the engine cannot obey: the regulation is refused at load, with the place, the reason and a way out."""

import re
from pathlib import Path

import pytest

from pitboss.errors import RulesError
from pitboss.rules.load import folders, load_regulation, read_regulation
from pitboss.rules.unsupported import unsupported_rows
from pitboss.rules.wagers import REQUIRED_CONDUCT
from tests.regulations.outside import source_of


def refused(folder: Path, regulation_id: str, *changes: tuple[str, str]) -> str:
    """Why a regulation is refused in which the first occurrence of each text is replaced by another."""
    source = source_of(regulation_id)
    text = source.joinpath("rules.toml").read_text(encoding="utf-8")
    for old, new in changes:
        assert old in text, old
        text = text.replace(old, new, 1)
    path = folder / "rules.toml"
    path.write_text(text, encoding="utf-8")
    path.with_name("rulings.toml").write_bytes(source.joinpath("rulings.toml").read_bytes())
    with pytest.raises(RulesError) as raised:
        read_regulation(path)
    place, said = str(raised.value).removeprefix(path.as_posix()).split(": ", 1)
    assert re.fullmatch(r":\d+:\d+", place)
    return said


@pytest.mark.parametrize("regulation_id", folders())
def test_the_engine_obeys_every_row_of_the_regulations(regulation_id: str) -> None:
    assert list(unsupported_rows(load_regulation(regulation_id))) == []


def test_the_engine_obeys_every_row_of_the_outside_regulation(pennsylvania: str) -> None:
    assert list(unsupported_rows(load_regulation("PA-TCP"))) == []


@pytest.mark.parametrize("key", REQUIRED_CONDUCT)
@pytest.mark.parametrize("regulation_id", [*folders(), "PA-TCP"])
def test_a_missing_duty_is_named(tmp_path: Path, regulation_id: str, key: str) -> None:
    text = source_of(regulation_id).joinpath("rules.toml").read_text(encoding="utf-8")
    line = next(line for line in text.splitlines(keepends=True) if line.startswith(f"{key} = "))
    said = refused(tmp_path, regulation_id, (line, ""))
    assert said.startswith(f"conduct.{key}: this key is missing; name the clause by which ")


RATIO = 'to = "ante"\nleast = "1"\nmost = "1"\n'
ENVY = """by_stake = ["$1", "$5"]
pays = [
  ["mini_royal_spades", ["$100", "$500"], ["(a)(i)", "(b)(i)"]],
  ["mini_royal", ["$25", "$125"], ["(a)(ii)", "(b)(ii)"]],
]"""
ELECTRONIC = '{ to = ["community"], cards = 9, face_up = true, cite = "11.F(2)" }'
PLAYERS = '{ to = ["player"], cards = 3, cite = "10.B(2)"'
VOID_RETURNS = (
    "a void round returns every wager, and its cards are shuffled or leave the table: "
    'write effects = ["void_round", "return_wagers", "reshuffle"], or remove_deck in place of reshuffle'
)
CASES = {
    "an order of hands that the ranking does not have": (
        "MD-LIR",
        ('order.flush = "(5)"\norder.straight = "(6)"', 'order.straight = "(6)"\norder.flush = "(5)"'),
        "hands.five_card.order: five_card ranks flush above straight: write them in its order",
    ),
    "a hand that is paid and not defined": (
        "MD-LIR",
        ('order.four_of_a_kind = "(3)"\n', ""),
        "hands.five_card.order: a paytable pays four_of_a_kind: add it, with the clause that defines it",
    ),
    "a stake that the player chooses at a decision": (
        "MD-TCP",
        (RATIO, RATIO.replace('most = "1"', 'most = "3"')),
        "script[1].choices[0]: 'play' is 1 to 3 times 'ante': say how many times in this choice, times = 1",
    ),
    "a choice beyond the range of its stake": (
        "MS-MSS",
        ("times = 3", "times = 4"),
        "script[1].choices[2]: 'third_street' is at least 1 and at most 3 times 'ante', not 4",
    ),
    "a number of times of nothing": (
        "MD-TCP",
        ('choice = "fold"', 'choice = "fold"\ntimes = 2'),
        "script[1].choices[1]: it places no wager: leave times out",
    ),
    "two choices of one name": (
        "MD-TCP",
        ('choice = "fold"', 'choice = "play"'),
        "script[1]: 2 choices are named 'play': give each a name of its own, such as play_2",
    ),
    "one key for two choices": (
        "MS-MSS",
        ('key = "2"', 'key = "1"'),
        "script[1]: the key '1' must be one character that makes one choice",
    ),
    "a choice that reads differently later": (
        "MS-MSS",
        ('label = "Raise 2x"', 'label = "Double"'),
        "script[3].choices[1]: 'raise_2' has another label, verb or key at an earlier decision: write the same",
    ),
    "a part of a stake at a decision": (
        "MD-TCP",
        (RATIO, RATIO.replace('"1"', '"1/2"')),
        "stakes[0]: 'play' is placed at a decision and needs least and most, both whole numbers",
    ),
    "no stake at a decision": (
        "MD-TCP",
        ('[[stakes]]\nwager = "play"', '[[stakes]]\nwager = "pair_plus"'),
        "script[1]: 'play' is placed at a decision but has no stake: add [[stakes]] with its ratio to 'ante'",
    ),
    "a stake at a decision by a version": (
        "MD-TCP",
        ('{ wager = "ante", to = "pair_plus", least = "1",', '{ wager = "play", to = "pair_plus", least = "1",'),
        "versions.ante_covers_pair_plus: 'play' is placed at a decision: write its ratio in [[stakes]]",
    ),
    "a decision that places a wager made before the deal": (
        "MD-TCP",
        ('placed = "at_decision"\n', ""),
        "script[1]: a choice places 'play': write placed = \"at_decision\" in wagers.play",
    ),
    "a wager that no decision places": (
        "MD-TCP",
        ('places = ["play"]\n', ""),
        "wagers.play: it is placed at a decision, but no choice places it",
    ),
    "decisions from the right": (
        "MD-TCP",
        ('asks = "ante"\norder = "clockwise"', 'asks = "ante"\norder = "counterclockwise"'),
        'script[1]: a table goes clockwise in this step: write order = "clockwise"',
    ),
    "a settlement from the left": (
        "MD-TCP",
        ('order = "counterclockwise"', 'order = "clockwise"'),
        'script[4]: a table goes counterclockwise in this step: write order = "counterclockwise"',
    ),
    "a reveal in an order": (
        "MD-TCP",
        ('pile = "dealer"\ncite = "11.D(2)"', 'pile = "dealer"\norder = "clockwise"\ncite = "11.D(2)"'),
        "script[3]: this step does not go around the boxes: leave order out",
    ),
    "a decision about nothing": (
        "MD-TCP",
        ('asks = "ante"\n', ""),
        "script[1]: name the wager that the decision is about: asks",
    ),
    "a decision without a choice for a player who has left": (
        "MD-LIR",
        ('choice = "ride"\n', 'choice = "ride"\nreturns = ["bet_1"]\n'),
        "script[1]: a choice is missing that neither places nor returns a wager, for a player who has left",
    ),
    "a win that a table pays, without a table": (
        "MD-TCP",
        (
            'wager = "play", qualified = true, hand = "higher", does = "pay", odds = "1 to 1"',
            'wager = "play", qualified = true, hand = "higher", does = "pay_by_table"',
        ),
        "showdown: 'play' is paid by a table but has none",
    ),
    "a win over the dealer that is an amount": (
        "NJ-CST",
        ('["royal_flush", "100 to 1", "13:69F-10.8(b)(1)"]', '["royal_flush", "$1,000", "13:69F-10.8(b)(1)"]'),
        'paytables.raise.A: a win over the dealer is paid by odds such as "5 to 1", but royal_flush pays $1,000',
    ),
    "cards for a player who has left": (
        "NV-TCP",
        ('choice = "fold"\n', 'choice = "fold"\nonly_with = ["three_card", ["pair"]]\n'),
        "script[1].choices[2]: it stands for a player who has left: leave only_with out",
    ),
    "a choice by cards that the player does not hold alone": (
        "NV-TCP",
        ('only_with = ["three_card", ["straight_flush", ', 'only_with = ["six_card", ["straight_flush", '),
        "script[1].choices[1]: it depends on hands.six_card, which is not made of the player's own cards alone",
    ),
    "a dealer who qualifies with nothing": (
        "MD-TCP",
        ('qualifies = "queen_high_or_better"\n', ""),
        "showdown: the outcome of 'ante' asks whether the dealer qualifies: name the pattern, qualifies",
    ),
    "cards that nobody has dealt": (
        "NJ-UTH",
        ("card = 4\ncards = 2", "card = 4\ncards = 3"),
        "script[4]: it turns up cards 4 to 6, but community gets 5",
    ),
    "several cards of no pile": (
        "MD-TCP",
        ('pile = "dealer"\n', 'pile = "dealer"\ncards = 2\n'),
        "script[3]: only a step that reveals a card of a pile turns up several from that one on: leave cards out",
    ),
    "no standard version": (
        "MD-TCP",
        ("[versions.standard]", "[versions.usual]"),
        "versions.standard: this table is missing; a house file that names no version plays it",
    ),
    "an envy table without stake columns": (
        "MD-TCP",
        (
            ENVY,
            'pays = [["mini_royal_spades", "$100", "(a)(i)"], ["mini_royal", "$25", "(a)(ii)"]]',
        ),
        "paytables.envy.A: an Envy Bonus depends on the stake: add by_stake, and a column for $1 and $5",
    ),
    "an envy table without a column for a stake": (
        "MD-TCP",
        ('stakes = ["$1", "$5"]\nstake_cite = "12.E(5)"', 'stakes = ["$1", "$5", "$10"]\nstake_cite = "12.E(5)"'),
        "paytables.envy.A: it has no column for $10, a stake of progressive",
    ),
    "an envy table for a wager without fixed stakes": (
        "MD-TCP",
        ('stakes = ["$1", "$5"]\nstake_cite = "12.E(5)"\n', ""),
        "awards.envy: an Envy Bonus needs a wager with fixed stakes, but progressive has none",
    ),
    "an envy bonus by odds": (
        "MD-TCP",
        ('["mini_royal", ["$25", "$125"]', '["mini_royal", ["25 to 1", "$125"]'),
        "paytables.envy.A: an Envy Bonus is an amount, but mini_royal pays 25 to 1",
    ),
    "a bonus that is an amount": (
        "MD-TCP",
        ('["straight_flush", "5 to 1", "(a)"]', '["straight_flush", "$50", "(a)"]'),
        'paytables.ante_bonus.A: an award is paid by odds such as "5 to 1", but straight_flush pays $50',
    ),
    "columns by stake for a wager": (
        "MD-TCP",
        (
            'cite = "12.F(3)"\npays = [\n  ["royal_flush", "1,000 to 1", "(a)"],',
            'cite = "12.F(3)"\nby_stake = ["$5"]\npays = [\n  ["royal_flush", "1,000 to 1", "(a)"],',
        ),
        "paytables.six_card_bonus.C: only an Envy Bonus has columns by stake",
    ),
    "columns by boxes for a wager on one's own hand": (
        "MD-TCP",
        (
            'cite = "12.F(3)"\npays = [\n  ["royal_flush", "1,000 to 1", "(a)"],',
            'cite = "12.F(3)"\nby_boxes = [1]\npays = [\n  ["royal_flush", "1,000 to 1", "(a)"],',
        ),
        "paytables.six_card_bonus.C: only a wager on the highest hand at the table has columns by boxes",
    ),
    "a number of boxes without a column": (
        "MA-LIR",
        ("\nboxes = 7\n", "\nboxes = 9\n"),
        "paytables.cover_all.A: it has no column for 8 or 9 boxes",
    ),
    "a showdown without an outcome": (
        "MD-TCP",
        ('  { wager = "play", qualified = false, does = "return", cite = "11.D(3)(c)" },\n', ""),
        "showdown: no outcome says what becomes of 'play' if the dealer does not qualify and the hand is lower",
    ),
    "a showdown that pays without odds": (
        "MD-TCP",
        ('does = "pay", odds = "1 to 1", cite = "11.D(3)(c)"', 'does = "pay", cite = "11.D(3)(c)"'),
        "showdown: 'ante' is paid by odds such as \"1 to 1\"",
    ),
    "a showdown that pays an amount": (
        "MD-TCP",
        ('does = "pay", odds = "1 to 1", cite = "11.D(3)(c)"', 'does = "pay", odds = "$10", cite = "11.D(3)(c)"'),
        "showdown: 'ante' is paid by odds such as \"1 to 1\"",
    ),
    "a wager without a paytable": (
        "MD-TCP",
        ('{ item = "ante", by = "showdown"', '{ item = "ante", by = "paytable"'),
        "script[4]: 'ante' is settled by a paytable but has none",
    ),
    "a showdown that there is not": (
        "MD-LIR",
        ('{ item = "bet_1", by = "paytable"', '{ item = "bet_1", by = "showdown"'),
        "script[6]: 'bet_1' is settled by a showdown, but the regulation has none",
    ),
    "coupons without a clause": (
        "PA-TCP",
        ('match_play = "649a.7(b)"\n', ""),
        "wagers.ante: it accepts match play coupons, but conduct.match_play names no clause on them",
    ),
    "coupons on a wager placed at a decision": (
        "PA-TCP",
        ('placed = "at_decision"\n', 'placed = "at_decision"\nmatch_play = true\n'),
        "wagers.play: a match play coupon lies on a wager before the deal",
    ),
    "coupons on a wager that pays an amount": (
        "PA-TCP",
        ("match_play = true\n", ""),
        ('cite = "649a.7(d)(2)"\n', 'cite = "649a.7(d)(2)"\nmatch_play = true\n'),
        ('["mini_royal", "50 to 1"', '["mini_royal", "$5,000"'),
        'paytables.pair_plus.B: a match play coupon doubles odds such as "5 to 1", but mini_royal pays $5,000',
    ),
    "a payout limit on nothing": (
        "PA-TCP",
        ('wagers = ["pair_plus", "six_card_bonus"]\n', ""),
        "payout_limit: name the wagers that a limit covers, or write permitted = false",
    ),
    "a payout limit on a meter": (
        "MD-TCP",
        ('[payout_limit]\ncite = "12.A"\npermitted = false', '[payout_limit]\ncite = "12.A"\nwagers = ["progressive"]'),
        "payout_limit: 'progressive' is paid from a meter, which no limit can cut",
    ),
    "players' cards face up": (
        "MD-TCP",
        (PLAYERS, PLAYERS.replace("cite", "face_up = true, cite")),
        "dealing.automated_shoe: the cards of players are dealt face down: leave out face_up",
    ),
    "a hand's size for cards that are no hands": (
        "MD-TCP",
        (PLAYERS, PLAYERS.replace("cite", "hand = 3, cite")),
        "dealing.automated_shoe: only community cards make community hands: leave out hand",
    ),
    "community cards that do not make whole hands": (
        "MD-TCP",
        (ELECTRONIC, ELECTRONIC.replace("9", "10")),
        "dealing.electronic: 10 community cards do not make hands of 3: change cards, or set hand",
    ),
    "a device that deals hands to nobody": (
        "MD-TCP",
        (f"  {ELECTRONIC},\n", ""),
        "dealing.electronic: neither the players nor the community area get cards",
    ),
    "a pile that is dealt always and sometimes": (
        "MD-TCP",
        (
            '{ to = ["community"], cards = 2, if_placed = "five_card_progressive", cite = "8.E(2)" }',
            '{ to = ["dealer"], cards = 2, if_placed = "five_card_progressive", cite = "8.E(2)" }',
        ),
        "dealing.manual_shoe: a row with a condition needs a pile of its own, but another row also deals to dealer",
    ),
    "more cards than a deck has": (
        "MD-TFP",
        ("\nboxes = 6\n", "\nboxes = 7\n"),
        "dealing.manual_shoe: 7 boxes take 56 cards, but a deck has 52",
    ),
    "a closing without an announcement": (
        "PA-TCP",
        ('closing = [{ does = "announce", cite = "649a.8(b)" }]', "closing = []"),
        'dealing.manual_shoe: closing begins with the announcement: { does = "announce", cite = … }',
    ),
    "a script without an end": (
        "MD-TCP",
        ('step = "clear"', 'step = "examine"'),
        "script: the step 'clear' is missing",
    ),
    "two burned cards": (
        "MA-LIR",
        ('step = "burn"', 'step = "burn"\npile = "community"\ncard = 1\ncite = "8(b)"\n\n[[script]]\nstep = "burn"'),
        "script: a round burns one card, but 2 steps burn one",
    ),
    "a second settlement that waits for no box": (
        "MA-LIR",
        ('after_all_boxes = true\ncite = "12(d)"', 'cite = "12(d)"'),
        "script[7]: this settle step begins when all boxes are settled: add after_all_boxes = true",
    ),
    "a first settlement after all boxes": (
        "MD-TCP",
        ('step = "settle"', 'step = "settle"\nafter_all_boxes = true'),
        "script[4]: no settle step comes before this one: leave after_all_boxes out",
    ),
    "a hand of a size that its ranking does not know": (
        "MD-TCP",
        (
            '{ to = ["community"], cards = 2, if_placed = "five_card_progressive", cite = "8.E(2)" }',
            '{ to = ["community"], cards = 3, if_placed = "five_card_progressive", cite = "8.E(2)" }',
        ),
        "dealing.manual_shoe: five_card_progressive uses 6 cards, but hands.five_card is ranked by 5",
    ),
    "a dealer's hand of a size that its ranking does not know": (
        "MD-TCP",
        ('{ to = ["dealer"], cards = 3, cite = "11.F(1)" }', '{ to = ["dealer"], cards = 2, cite = "11.F(1)" }'),
        "dealing.electronic: the dealer gets 2 cards, but hands.three_card is ranked by 3",
    ),
    "no manual shoe to go on with": (
        "MD-TFP",
        ("[dealing.manual_shoe]", "[dealing.reshuffling_shoe]"),
        "dealing.manual_shoe: this table is missing; a table goes on with a manual shoe if its device cannot be used",
    ),
    "nothing to do with cards that lie idle": (
        "PA-TCP",
        ('idle = [["spread", "649a.5(g)"], ["view_cards", "649a.5(g)"], ["open_again", "649a.5(g)"]]', "idle = []"),
        "shuffling.idle: add a step, with the clause by which cards are spread while nobody plays",
    ),
    "a shuffle that nobody orders": (
        "PA-TCP",
        ('["before_play", "649a.5(a)"], ["after_round", "649a.5(a)"], ', '["after_round", "649a.5(a)"], '),
        "shuffling.occasions: the first two must be before_play and after_round",
    ),
    "a void round that keeps the wagers": (
        "PA-TCP",
        (
            'found = "card_exposed_early"\npile = "dealer"\neffects = ["void_round", "return_wagers", "reshuffle"]',
            'found = "card_exposed_early"\npile = "dealer"\neffects = ["void_round", "reshuffle"]',
        ),
        f"irregularities[4]: {VOID_RETURNS}",
    ),
    "a shuffler that voids the round": (
        "PA-TCP",
        ('effects = ["reshuffle"]', 'effects = ["void_round", "return_wagers", "reshuffle"]'),
        'irregularities[5]: this finding has one effect: write effects = ["reshuffle"]',
    ),
    "an exposed card that only takes a deck away": (
        "PA-TCP",
        (
            'pile = "dealer"\neffects = ["void_round", "return_wagers", "reshuffle"]',
            'pile = "dealer"\neffects = ["remove_deck"]',
        ),
        'irregularities[4]: unless it voids the round, this finding has one effect: write effects = ["play_on"]',
    ),
    "no clause on a wrong number of cards": (
        "MD-TCP",
        ('found = "wrong_number_of_cards"', 'found = "shuffler_failed"'),
        "irregularities: no row covers wrong_number_of_cards",
    ),
}


@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
def test_what_the_engine_cannot_obey_is_refused(tmp_path: Path, case: tuple[str | tuple[str, str], ...]) -> None:
    regulation_id, *changes, message = case
    assert isinstance(regulation_id, str)
    assert refused(tmp_path, regulation_id, *(one for one in changes if isinstance(one, tuple))) == message


def test_a_missing_file_of_rulings(tmp_path: Path) -> None:
    path = tmp_path / "rules.toml"
    path.write_bytes(source_of("PA-TCP").joinpath("rules.toml").read_bytes())
    with pytest.raises(RulesError) as raised:
        read_regulation(path)
    assert str(raised.value) == (
        f"{path.with_name('rulings.toml').as_posix()}: this file is missing; "
        "add it with [[rulings]] tables, or empty if no place is unclear"
    )
