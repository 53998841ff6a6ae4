"""Commands as people write them: parsing and printing are inverse for every command there is."""

from collections.abc import Mapping
from typing import Any, get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss.cards import DECK
from pitboss.play import commands as c
from pitboss.play.commands import Command, given_by
from pitboss.play.message import Message
from pitboss.play.notation import parse_command, parse_time, show_command, show_time
from pitboss.rules.vocabulary import Person

NAMES = st.text(st.characters(codec="utf-8"), max_size=12) | st.sampled_from(['Mr. "Q"  O\'Neil', "a\\", "", "buys $5"])
WORDS = st.from_regex(r"(?!nothing|coupon)[a-z_0-9]+", fullmatch=True)
AMOUNTS = st.integers(0, 10**12)
BOXES = st.integers(0, 99)
PAIRS = st.lists(st.tuples(WORDS, AMOUNTS), max_size=4).map(tuple)
CARDS = st.sampled_from(DECK)
PLACES = BOXES.map(str) | st.sampled_from(["dealer", "community", "bonus_box", "burned"])

CHOICES = st.from_regex(r"(?!(leave|place)(_|$))[a-z]+(_[a-z0-9]+)*", fullmatch=True)
DECKS = st.sampled_from(["", "current", "device"])
COMMANDS: Mapping[type, st.SearchStrategy[Any]] = {
    c.BuyChips: st.builds(c.BuyChips, NAMES, AMOUNTS),
    c.CashOut: st.builds(c.CashOut, NAMES, AMOUNTS),
    c.TakeSeat: st.builds(c.TakeSeat, NAMES, BOXES),
    c.LeaveSeat: st.builds(c.LeaveSeat, BOXES),
    c.FreeSeat: st.builds(c.FreeSeat, BOXES),
    c.FillTable: st.builds(c.FillTable, AMOUNTS),
    c.CreditTable: st.builds(c.CreditTable, AMOUNTS),
    c.EmptyDrop: st.builds(c.EmptyDrop),
    c.CorrectPayment: st.builds(c.CorrectPayment, NAMES, st.integers(-(10**12), 10**12), NAMES),
    c.ReceiveDecks: st.builds(c.ReceiveDecks, st.integers(0, 9), st.booleans()),
    c.Perform: st.builds(c.Perform, WORDS, st.sampled_from(get_args(Person))),
    c.RecordShuffle: st.builds(
        c.RecordShuffle,
        st.lists(CARDS).map(tuple),
        st.sampled_from(["hand", "device", "preshuffled"]),
    ),
    c.CutCards: st.builds(c.CutCards, st.integers(0, 99)),
    c.OrderRecut: st.builds(c.OrderRecut),
    c.OrderShuffle: st.builds(c.OrderShuffle),
    c.GoIdle: st.builds(c.GoIdle),
    c.OpenBets: st.builds(c.OpenBets, st.integers(0, 10**7)),
    c.PlaceWagers: st.builds(c.PlaceWagers, BOXES, PAIRS, PAIRS, st.integers(0, 9)),
    c.CloseBets: st.builds(c.CloseBets, st.lists(st.tuples(WORDS, st.integers(0, 99)), max_size=3).map(tuple)),
    c.ReadCards: st.builds(c.ReadCards, st.lists(CARDS).map(tuple)),
    c.DealCards: st.builds(c.DealCards),
    c.TurnCards: st.builds(c.TurnCards, PLACES, st.lists(CARDS, min_size=1).map(tuple)),
    c.CorrectCards: st.builds(c.CorrectCards, PLACES, st.lists(CARDS, min_size=1).map(tuple)),
    c.CorrectChoice: st.builds(c.CorrectChoice, BOXES, WORDS, WORDS),
    c.Choose: st.builds(c.Choose, BOXES, st.sampled_from(["play", "fold", "ride", "withdraw", "raise_3"]) | CHOICES),
    c.Settle: st.builds(c.Settle),
    c.ValidateWin: st.builds(c.ValidateWin, BOXES, WORDS),
    c.CountStub: st.builds(c.CountStub, st.integers(0, 99), st.integers(-1, 52), DECKS),
    c.LoadShuffler: st.just(c.LoadShuffler()),
    c.WithdrawBets: st.just(c.WithdrawBets()),
    c.ReturnToService: st.builds(c.ReturnToService, st.sampled_from(["shuffler", "dealing_shoe"])),
    c.Report: st.builds(
        c.Report,
        WORDS,
        st.none() | CARDS,
        st.sampled_from(["1", "7", "dealer", "deck"]),
        st.integers(-1, 60),
        st.sampled_from(["dealer", "floorperson"]),
    ),
    c.AcceptWager: st.builds(c.AcceptWager, WORDS, BOXES, st.sampled_from([0, 100, 500])),
    c.RefuseWager: st.builds(c.RefuseWager, WORDS, BOXES),
    c.CountChips: st.builds(c.CountChips, WORDS, st.integers(0, 99)),
    c.ConfirmReport: st.builds(c.ConfirmReport),
    c.RefuseReport: st.builds(c.RefuseReport),
    c.TakeOutOfService: st.builds(
        c.TakeOutOfService, st.sampled_from(["shuffler", "dealing_shoe"]), st.sampled_from(["covered", "marked"])
    ),
    c.DeclareAbandoned: st.builds(c.DeclareAbandoned, BOXES),
    c.FindViolation: st.builds(c.FindViolation, BOXES),
}


def test_every_command_is_covered() -> None:
    defined = {kind for kind in vars(c).values() if isinstance(kind, type) and issubclass(kind, Message)} - {Message}
    assert set(COMMANDS) == set(get_args(Command)) == defined


@pytest.mark.parametrize("kind", COMMANDS, ids=lambda kind: kind.__name__)
def test_a_command_comes_back_from_its_line(kind: type) -> None:
    @given(COMMANDS[kind])
    def check(command: Command) -> None:
        line = show_command(command)
        assert parse_command(line) == command
        assert parse_command(f"  {line}\n") == command
        assert type(parse_command(line)) is type(command)
        assert given_by(command) in get_args(Person)

    check()


@pytest.mark.parametrize(
    ("line", "command"),
    [
        ("box 1 places ante $10, pair_plus $5", c.PlaceWagers(1, (("ante", 1000), ("pair_plus", 500)))),
        ("box 1 places bet_1 $1,000, coupon bet_1 $5", c.PlaceWagers(1, (("bet_1", 100_000),), (("bet_1", 500),))),
        ("box 2 places ante $10 on hand 3", c.PlaceWagers(2, (("ante", 1000),), hand=3)),
        ("box 2 places nothing", c.PlaceWagers(2, ())),
        ('player "Ann Lee" buys $2.50', c.BuyChips("Ann Lee", 250)),
        ("floorperson fills $5,000", c.FillTable(500_000)),
        ("floorperson credits $0.50", c.CreditTable(50)),
        ("floorperson empties drop", c.EmptyDrop()),
        ('floorperson gives player ann $5 because "paid short"', c.CorrectPayment("ann", 500, "paid short")),
        ('floorperson takes player "Ann Lee" $5 because twice', c.CorrectPayment("Ann Lee", -500, "twice")),
        (
            "floorperson gives player ann $5 for pair_plus of box 3 in round 12 because short",
            c.CorrectPayment("ann", 500, "short", "pair_plus", 3, 12),
        ),
        ("dealer  opens   bets at 4:00:05", c.OpenBets(14405)),
        ("dealer closes bets counting progressive 2, bonus 0", c.CloseBets((("progressive", 2), ("bonus", 0)))),
        ("dealer shuffles by hand: unread", c.RecordShuffle((), "hand")),
        ("dealer reads As Kd", c.ReadCards((DECK[-1], DECK[24]))),
        ("dealer reads nothing", c.ReadCards(())),
        ("dealer shuffles by hand: As Kd", c.RecordShuffle((DECK[-1], DECK[24]), "hand")),
        ("box 3 withdraws", c.Choose(3, "withdraw")),
        ("dealer reports card_face_up 2c", c.Report("card_face_up", DECK[0])),
        ("dealer reports shuffler_failed", c.Report("shuffler_failed")),
        (
            "dealer reports wrong_number_of_cards at box 3, 4 cards",
            c.Report("wrong_number_of_cards", None, "3", 4),
        ),
        (
            "floorperson reports wrong_number_of_cards at dealer, 1 card",
            c.Report("wrong_number_of_cards", None, "dealer", 1, "floorperson"),
        ),
        ("floorperson performs verify_inspection", c.Perform("verify_inspection", "floorperson")),
    ],
)
def test_lines_read_as_commands(line: str, command: Command) -> None:
    assert parse_command(line) == command


@pytest.mark.parametrize(
    "line",
    [
        "",
        "deal",
        "dealer deals twice",
        "box one leaves",
        "box 1 dance",
        "box 1 places",
        "box 1 places ante",
        "box 1 places ante 10",
        "box 1 places ante $10 pair_plus $5",
        "box 1 places ante $1.5",
        "box 1 places coupon $5",
        "box 1 places coupon coupon bet_1 $5",
        "box 1 places ante $10 on hand",
        "dealer closes bets counting progressive",
        "dealer closes bets counting progressive two",
        "dealer opens bets at noon",
        "dealer opens bets at 4:00",
        "dealer shuffles by magic: As Kd",
        "dealer shuffles by hand: As Xx",
        "dealer reports card_face_up 1s",
        "dealer takes chair out of service, covered",
        "player Ann Lee buys $5",
        "player ann buys five dollars",
        "janitor performs wash",
        "dealer fills $5",
        "floorperson fills -$5",
        "floorperson fills",
        "floorperson gives player ann $5",
        "floorperson gives player ann $5 because paid short",
    ],
)
def test_a_line_that_is_no_command_is_told_why(line: str) -> None:
    with pytest.raises(ValueError, match=r"is not (a command|an amount of money|a card): write ") as error:
        parse_command(line)
    assert len(str(error.value).split()) > 5


LEXICON = [
    "box",
    "dealer",
    "player",
    "1",
    "places",
    "buys",
    "ante",
    "$5",
    "$1,0",
    "coupon",
    ",",
    '"',
    "\\",
    "on hand",
    "As",
]


@given(st.text(max_size=40) | st.lists(st.sampled_from(LEXICON), max_size=9).map(" ".join))
def test_any_text_is_a_command_or_a_value_error(text: str) -> None:
    try:
        command = parse_command(text)
    except ValueError:
        return
    assert parse_command(show_command(command)) == command


@given(st.integers(0, 10**7))
def test_times_come_back(at: int) -> None:
    assert parse_time(show_time(at)) == at


def test_times_read_like_a_clock() -> None:
    assert show_time(4 * 3600 + 5) == "4:00:05"
