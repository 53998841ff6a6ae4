"""Each incoherence that can be reported: one name of a sound file is replaced, and the fault is read off the error."""

from collections.abc import Callable
from pathlib import Path

import pytest

from pitboss.errors import RulesError
from pitboss.rules.coherence import incoherences
from pitboss.rules.load import folders, load_regulation, read_regulation

Broken = Callable[[str, str, str], str]


@pytest.fixture
def broken(tmp_path: Path) -> Broken:
    def replace(regulation_id: str, old: str, new: str) -> str:
        """The error of a regulation whose first `old` is `new`, without its place in the file."""
        text = (folders()[regulation_id] / "rules.toml").read_text(encoding="utf-8")
        assert old in text
        path = tmp_path / "rules.toml"
        path.write_text(text.replace(old, new, 1), encoding="utf-8")
        with pytest.raises(RulesError) as raised:
            read_regulation(path)
        assert (raised.value.file, raised.value.line > 1) == (path.as_posix(), True)
        return raised.value.reason

    return replace


@pytest.mark.parametrize("regulation_id", folders())
def test_the_regulations_are_coherent(regulation_id: str) -> None:
    assert list(incoherences(load_regulation(regulation_id))) == []


UNKNOWN = {
    "pattern of a hand": (
        "MD-LIR",
        'order.full_house = "(4)"',
        'order.full_hose = "(4)"',
        "hands.five_card.order: 'full_hose'",
    ),
    "pattern of another ranking": (
        "MD-LIR",
        "order.two_pair",
        "order.mini_royal",
        "hands.five_card.order: 'mini_royal'",
    ),
    "hand of a wager": (
        "MD-TCP",
        'cite = "7.F(2)"\nalso = ["7.F(3)"]\nhand = "three_card"',
        'cite = "7.F(2)"\nhand = "x"',
        "wagers.pair_plus: 'x'",
    ),
    "further hand of a wager": (
        "MA-LIR",
        'also_reads = "community_stack"',
        'also_reads = "x"',
        "wagers.cover_all: 'x'",
    ),
    "paytables of a wager": ("MD-TCP", 'paytable = "pair_plus"', 'paytable = "x"', "wagers.pair_plus: 'x'"),
    "wager that is needed": ("MD-TCP", 'needs_all = ["ante"]', 'needs_all = ["x"]', "wagers.play: 'x'"),
    "wager of which one is needed": (
        "MD-TCP",
        'needs_any = ["ante", "pair_plus"]',
        'needs_any = ["ante", "x"]',
        "wagers.progressive: 'x'",
    ),
    "limits of a wager": ("MD-TCP", 'limits = "ante"', 'limits = "x"', "wagers.play: 'x'"),
    "hand of an award": (
        "MD-TCP",
        'kind = "bonus"\nhand = "three_card"',
        'kind = "bonus"\nhand = "x"',
        "awards.ante_bonus: 'x'",
    ),
    "paytables of an award": ("MD-TCP", 'paytable = "ante_bonus"', 'paytable = "x"', "awards.ante_bonus: 'x'"),
    "stake of an award": ("MD-TCP", 'stake_of = "ante"', 'stake_of = "x"', "awards.ante_bonus: 'x'"),
    "wager that an award follows": ("MD-TCP", 'follows = "progressive"', 'follows = "x"', "awards.envy: 'x'"),
    "wager that an award needs": ("MD-TCP", 'needs_all = ["play"]', 'needs_all = ["x"]', "awards.ante_bonus: 'x'"),
    "wager of a stake relation": ("MD-TCP", '[[stakes]]\nwager = "play"', '[[stakes]]\nwager = "x"', "stakes[0]: 'x'"),
    "other wager of a stake relation": ("MD-TCP", 'to = "ante"\nleast', 'to = "x"\nleast', "stakes[0]: 'x'"),
    "required wager": (
        "MD-TCP",
        'required = ["ante", "pair_plus"]',
        'required = ["ante", "x"]',
        "versions.compulsory: 'x'",
    ),
    "wager of which one is required": (
        "MD-TCP",
        'required_any = ["ante"',
        'required_any = ["x"',
        "versions.standard: 'x'",
    ),
    "wager in a version's stakes": (
        "MD-TCP",
        'stakes = [{ wager = "ante", to = "pair_plus", least = "1",',
        'stakes = [{ wager = "ante", to = "x", least = "1",',
        "versions.ante_covers_pair_plus: 'x'",
    ),
    "wager under the payout limit": (
        "MA-LIR",
        '[payout_limit]\ncite = "10(c)"\nwagers = ["bet_1"',
        '[payout_limit]\ncite = "10(c)"\nwagers = ["x"',
        "payout_limit: 'x'",
    ),
    "hand of a paytable": (
        "MD-LIR",
        'cite = "12.E(2)"\nhand = "three_card"',
        'cite = "12.E(2)"\nhand = "x"',
        "paytables.progressive.B: 'x'",
    ),
    "version of a paytable": (
        "MD-TCP",
        'version = "compulsory"',
        'version = "x"',
        "paytables.ante_bonus.compulsory: 'x'",
    ),
    "pattern of a row": (
        "MD-TCP",
        '["straight_flush", "35 to 1"',
        '["strait_flush", "35 to 1"',
        "paytables.pair_plus.A: 'strait_flush'",
    ),
    "pattern of another hand in a row": (
        "MD-TCP",
        '["straight_flush", "35 to 1"',
        '["royal_flush", "35 to 1"',
        "paytables.pair_plus.A: 'royal_flush'",
    ),
    "meter of a row": ("MD-TCP", "100% of main", "100% of x", "paytables.progressive.A: 'x'"),
    "offered wager of a deal": (
        "MD-LIR",
        'if_offered = "six_card_bonus"',
        'if_offered = "x"',
        "dealing.manual_shoe: 'x'",
    ),
    "placed wager of a deal": (
        "MD-TCP",
        'if_placed = "five_card_progressive"',
        'if_placed = "x"',
        "dealing.manual_shoe: 'x'",
    ),
    "wager that is taken in": (
        "MD-LIR",
        '{ does = "collect", wagers = ["five_card_bonus"]',
        '{ does = "collect", wagers = ["x"]',
        "dealing.manual_shoe: 'x'",
    ),
    "wager that is asked about": ("MD-LIR", 'asks = "bet_1"', 'asks = "x"', "script[1]: 'x'"),
    "wager that keeps cards": (
        "MD-TCP",
        'keeps_cards_for = ["six_card_bonus"]',
        'keeps_cards_for = ["x"]',
        "script[2]: 'x'",
    ),
    "wager that a choice places": ("MD-TCP", 'places = ["play"]', 'places = ["x"]', "script[1]: 'x'"),
    "wager that a choice returns": ("MD-LIR", 'returns = ["bet_1"]', 'returns = ["x"]', "script[1]: 'x'"),
    "wager that a choice forfeits": ("MD-TCP", '["ante", "11.B"]', '["x", "11.B"]', "script[1]: 'x'"),
    "wager forfeited with another": ("MD-TCP", '["ante", "pair_plus",', '["ante", "x",', "script[1]: 'x'"),
    "item that is settled": ("MD-TCP", '{ item = "pair_plus"', '{ item = "x"', "script[4]: 'x'"),
    "hand of the showdown": ("MD-TCP", 'hand = "three_card"\nqualifies', 'hand = "x"\nqualifies', "showdown: 'x'"),
    "wager of an outcome": (
        "MD-TCP",
        '{ wager = "ante", qualified = false',
        '{ wager = "x", qualified = false',
        "showdown: 'x'",
    ),
    "qualifying pattern": ("MD-TCP", 'qualifies = "queen_high_or_better"', 'qualifies = "x"', "showdown: 'x'"),
    "wager on the layout": (
        "MD-TCP",
        '{ shows = "wager", wager = "ante"',
        '{ shows = "wager", wager = "x"',
        "table.layout: 'x'",
    ),
}


@pytest.mark.parametrize(("regulation_id", "old", "new", "message"), UNKNOWN.values(), ids=UNKNOWN)
def test_a_name_that_refers_to_nothing(broken: Broken, regulation_id: str, old: str, new: str, message: str) -> None:
    assert broken(regulation_id, old, new).startswith(f"{message} is not defined; ")


def test_what_was_probably_meant_is_named(broken: Broken) -> None:
    said = broken("MD-TCP", '["straight_flush", "35 to 1"', '["strait_flush", "35 to 1"')
    assert said.endswith("did you mean 'straight_flush'?")


def test_a_group_of_paytables_that_pays_nothing(broken: Broken) -> None:
    spare = '[paytables.spare.A]\ncite = "12.D"\npays = [["pair", "1 to 1", "12.D"]]\n\n[paytables.pair_plus.A]'
    assert broken("MD-TCP", "[paytables.pair_plus.A]", spare) == (
        "paytables.spare: no wager or award uses this group of paytables"
    )


def test_a_row_with_a_column_too_few(broken: Broken) -> None:
    said = broken("MD-TCP", '["$100", "$500"]', '["$100"]')
    assert said == "paytables.envy.A: mini_royal_spades: expected 2 payouts, and one cite or 2"


def test_a_row_with_a_column_too_many(broken: Broken) -> None:
    said = broken("MD-TCP", '"35 to 1"', '["35 to 1", "36 to 1"]')
    assert said == "paytables.pair_plus.A: straight_flush: expected 1 payouts, and one cite or 1"


def test_a_row_with_a_cite_too_many(broken: Broken) -> None:
    said = broken("MD-TCP", '["(a)(i)", "(b)(i)"]', '["(a)(i)", "(b)(i)", "(b)(ii)"]')
    assert said == "paytables.envy.A: mini_royal_spades: expected 2 payouts, and one cite or 2"


def test_a_meter_that_is_never_paid(broken: Broken) -> None:
    said = broken("MD-TCP", '"100% of main"', '"1,000 for 1"')
    assert said == "paytables.progressive.A: no row pays from the meter 'main'"


@pytest.mark.parametrize("item", ["pair_plus", "envy"])
def test_what_is_never_settled(broken: Broken, item: str) -> None:
    text = (folders()["MD-TCP"] / "rules.toml").read_text(encoding="utf-8")
    line = next(line for line in text.splitlines(keepends=True) if f'{{ item = "{item}"' in line)
    assert broken("MD-TCP", line, "") == f"script: no step of the script settles {item!r}"
