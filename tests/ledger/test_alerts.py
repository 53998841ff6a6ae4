"""Alerts from new entries alone, on SQLite and on a real PostgreSQL server; and the test of decisions."""

from collections.abc import Callable
from fractions import Fraction
from functools import lru_cache
from itertools import combinations
from random import Random

import pytest

from pitboss.books.alert_watch import AlertWatch
from pitboss.books.alerts import Alert
from pitboss.books.decision_evidence import Evidence, box_factors
from pitboss.books.gaming_day import Day
from pitboss.cards import DECK, Card, parse_cards
from pitboss.errors import InputError, SubmissionRejected
from pitboss.games.three_card_poker.game import GAME
from pitboss.ledger.entry import Draft
from pitboss.ledger.store import Store
from pitboss.odds.game import Solver
from pitboss.play import commands as c
from pitboss.rules.approve import approve_house
from pitboss.rules.house_file import HouseFile
from pitboss.rules.load import load_regulation
from tests.books.test_round_variance import base, bay
from tests.clauses.marks import clause
from tests.ledger.busy_house import HOURS, HOUSE, START, VOID, BusyHouse
from tests.ledger.played import append_entries

LIMITS = """
[alerts]
correction = "$5"
low_rack = "$95,000"
known_cards = 3
"""


def day_of(at: int) -> Day:
    """Days of ten hours."""
    number = (at - START) // (10 * HOURS)
    return Day(str(number), START + number * 10 * HOURS, START + (number + 1) * 10 * HOURS)


def told(alerts: list[Alert]) -> list[tuple[str, int, str]]:
    return [(alert.kind, alert.round, alert.cite) for alert in alerts]


class Followed:
    """A busy house whose entries come to a store a few at a time."""

    def __init__(self, store: Store) -> None:
        self.busy = BusyHouse(0, HOUSE + LIMITS, pace=1)
        self._store, self.watch = store, AlertWatch(store, day_of, "one")
        for box, player in enumerate(("ann", "bob"), 1):
            self.busy.do("one", c.BuyChips(player, 50_000))
            self.busy.do("one", c.TakeSeat(player, box))
        assert self.alerts() == []

    def alerts(self) -> list[Alert]:
        if new := (*self.busy.store.entries(self._store.size()),):
            append_entries(self._store, new)
        return [*self.watch.follow(self.busy.at)]


@clause("COMAR 36.05.03.25 B(2)")
def test_alerts_follow_new_entries(store: Store, reopen: Callable[[], Store]) -> None:
    house = Followed(store)
    busy = house.busy
    busy.deal("one", "", {"ante": 1000}, {"ante": 1000})
    assert house.alerts() == []
    busy.do("one", VOID)
    (void,) = house.alerts()
    assert (void.kind, void.table, void.round, void.cite) == ("void", "one", 1, "MD-TCP 13.D")
    busy.do("one", c.CorrectPayment("ann", 499, "too little"))
    assert house.alerts() == []
    busy.do("one", c.CorrectPayment("ann", -700, "one chip too many"))
    (corrected,) = house.alerts()
    assert (corrected.kind, "-$7: one chip too many" in corrected.text) == ("correction", True)
    busy.do("one", c.CreditTable(1_000_000))
    (low,) = house.alerts()
    assert (low.kind, low.text) == ("low_rack", "the table inventory is down to $89,002.01")
    # A mini royal on the progressive waits for the floorperson.
    busy.deal("one", "As 8h Jc Ks 8d 9d Qs 2c 4h", {"ante": 1000, "progressive": 100}, {"ante": 1000})
    busy.do("one", c.Choose(1, "play"))
    busy.do("one", c.Choose(2, "play"))
    busy.do("one", c.Settle())
    assert [alert.kind for alert in house.alerts()] == ["jackpot"]
    # What came on the day is found again by another watch, and nothing of the day before.
    again = [*AlertWatch(reopen(), day_of, "one").follow(busy.at)]
    assert [alert.kind for alert in again] == ["void", "correction", "low_rack", "jackpot"]
    assert [alert.kind for alert in AlertWatch(reopen(), day_of, "one").follow(START + 11 * HOURS)] == ["deck_age"]


def test_cards_that_will_soon_be_too_old_are_told_of_once(store: Store) -> None:
    house = Followed(store)
    house.busy.deal("one", "", {"ante": 1000}, {"ante": 1000})
    assert house.alerts() == []
    house.busy.at += 3 * HOURS + HOURS // 2
    deck = house.busy.table("one").deck
    assert deck
    life = house.busy.table("one").ruleset.regulation.decks.life
    hours = next(one.hours for one in life if "hand" in one.devices)
    assert deck.since is not None
    house.busy.at = (deck.since + hours * 3600) * 1000 - 30 * 60_000
    (old,) = house.alerts()
    assert (old.kind, old.text.startswith("the cards must be changed in 30 minutes")) == ("deck_age", True)
    assert house.alerts() == []


def test_a_difference_and_an_unusual_result_are_told_as_a_table_closes(store: Store) -> None:
    busy = bay(base(1500), base(3000), house=HOUSE + '[alerts]\nresult = "99%"\ndifference = "$5"')
    watch = AlertWatch(store, day_of, "bay")
    append_entries(store, (*busy.store.entries(),))
    assert [*watch.follow(busy.at)] == []
    for seq, counted in enumerate((99_500, 99_501), store.last("table bay")):
        closed = {"event": "TableClosed", "drop": 100_000, "counted": counted, "inventory": 1}
        content = {"at": busy.at, "by": "flo", "role": "floorperson", "id": f"x{seq}", "events": [], "floor": closed}
        store.append([Draft("table bay", seq, content)])
    difference, result = watch.follow(busy.at)
    assert (difference.kind, difference.text) == ("difference", "the drop was counted $5 below the books")
    assert (result.kind, result.cite) == ("result", "COMAR 36.05.03.25 B(2)")
    assert "more than theory" in result.text


# Decisions


def solver() -> Solver:
    regulation = load_regulation("MD-TCP")
    return GAME.solver(regulation, regulation.paytables["ante_bonus"]["A"], {})


OURS = solver()
BEST = lru_cache(maxsize=None)(OURS.knowing)


@pytest.mark.parametrize("hand", ["9s 7h 2c", "Qs 6d 3c", "Ks 9d 4c"])
@pytest.mark.parametrize("choice", ["play", "fold"])
def test_honest_evidence_stays_where_it_is_on_average(hand: str, choice: str) -> None:
    cards = parse_cards(hand)
    seen = frozenset(cards)
    hands = [*combinations([card for card in DECK if card not in seen], 3)]
    # What a factor depends on is how many of the three cards lead to the choice.
    worth = {}
    for card in DECK:
        if card not in seen:
            worth[card] = BEST(cards, card) == choice
    by_number: dict[int, tuple[Card, ...]] = {}
    for dealer in hands:
        by_number.setdefault(sum(worth[card] for card in dealer), dealer)
    factors = {number: box_factors(BEST, cards, choice, dealer, seen) for number, dealer in by_number.items()}
    total = sum(factors[sum(worth[card] for card in dealer)][-1] for dealer in hands)
    assert total == len(hands)
    # For one card: it is any of those that are not seen.
    (each,) = {Fraction(sum(box_factors(BEST, cards, choice, (card,), seen)[0] for card in worth), len(worth))}
    assert each == 1


def test_a_player_who_sees_a_card_is_found_and_honest_players_are_not() -> None:
    chance, found = Random(5), 0
    for evening in range(6):
        knows, evidence = evening < 3, Evidence()
        for _ in range(300):
            six = chance.sample(DECK, 6)
            cards, dealer = tuple(six[:3]), tuple(six[3:])
            seen = dealer[chance.randrange(3)] if knows else chance.choice([card for card in DECK if card not in cards])
            # An honest player may decide by anything but the dealer's cards, here by a card that is not there.
            evidence.add(box_factors(BEST, cards, BEST(cards, seen), dealer, frozenset(cards)))
            if evidence.reaches(100_000):
                found += knows
                assert knows
                break
    assert found == 3


def test_decisions_at_a_table_are_followed(store: Store) -> None:
    house = Followed(store)
    kinds: list[str] = []
    for _ in range(6):
        # Ann plays nine high against a dealer who cannot have a queen.
        house.busy.deal("one", "9s Kh 3d 7h Kc 4h 2c Ts 8c", {"ante": 1000}, {"ante": 1000})
        house.busy.settle("one", "play", "play")
        kinds += [alert.kind for alert in house.alerts()]
    assert kinds == ["known_cards"]


def test_games_without_a_solver_for_it_are_left_out() -> None:
    with pytest.raises(InputError, match="who sees"):
        Solver.knowing(OURS, DECK[:3], DECK[9])


# The house file


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ('low_rack = "-$5"', "not-money"),
        ('correction = "-$1"', "not-money"),
        ("known_cards = -1", "alert-limit-below-one"),
        ('result = "101%"', "alert-limit-too-high"),
        ('result = "-1%"', "not-percent"),
        ('webhook = "mailto:pit"', "webhook-not-an-address"),
        ('deck_notice = "soon"', "not-minutes"),
    ],
)
def test_limits_that_mean_nothing_are_refused(line: str, code: str) -> None:
    with pytest.raises(SubmissionRejected) as rejected:
        approve_house(HouseFile("house.toml", f"{HOUSE}\n[alerts]\n{line}".encode()))
    (violation,) = rejected.value.violations
    key = line.split(" ", maxsplit=1)[0]
    assert (violation.code, key in violation.message) == (code, True)


def test_a_file_without_limits_keeps_its_digest() -> None:
    plain = approve_house(HouseFile("house.toml", HOUSE.encode()))
    stated = approve_house(HouseFile("house.toml", f'{HOUSE}\n[alerts]\ncorrection = "$0"'.encode()))
    other = approve_house(HouseFile("house.toml", (HOUSE + LIMITS).encode()))
    assert plain.digest == stated.digest != other.digest
    assert plain.submission.alerts.result == Fraction(1, 100)
