"""Whatever is asked of any table: chips and cards are conserved, events replay, refusals cite and change nothing."""

import json
from collections import Counter
from fractions import Fraction
from random import Random
from typing import NamedTuple

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, precondition, rule, run_state_machine_as_test

from pitboss.books.accounts import check_books
from pitboss.cards import DECK, UNREAD
from pitboss.errors import CommandRefused
from pitboss.play import commands as c
from pitboss.play import events as e
from pitboss.play.commands import Command, given_by
from pitboss.play.encoding import event_from_json, event_to_json, parse_event, show_event
from pitboss.play.notation import parse_command, show_command
from pitboss.rules.load import folders
from pitboss.rules.register import clause_entries
from pitboss.table import decks, irregularities, playing
from pitboss.table.decide import act, offers
from pitboss.table.state import Table, evolve
from tests.properties.asking import any_command, chances, next_step, shuffled, some_wagers
from tests.properties.houses import approved, houses
from tests.properties.recorded_table import RecordedTable
from tests.properties.voids import void_faults


class Chips(NamedTuple):
    """Who has what: players with what they staked, the inventory, the meters and the fractions that wait for them."""

    players: dict[str, int]
    inventory: int
    meters: dict[str, int]
    carry: dict[str, Fraction]

    @classmethod
    def of(cls, table: Table) -> "Chips":
        players: Counter[str] = Counter()
        for name, cents in table.accounts.items():
            kind, *rest = name.split(" ", 1)
            if kind == "rack":
                players[rest[0]] += cents
            elif kind == "area" and cents and table.round:
                players[table.round.boxes[int(rest[0].split()[0])].player] += cents
        carry = {name: rest for name, rest in table.carry.items() if rest}
        return cls(dict(+players), table.accounts["inventory"], table.meters(), carry)

    def moved(self, player: str, chips: int, inventory: int) -> "Chips":
        """With chips more or fewer for a player, and for the inventory."""
        players = Counter({**self.players, player: self.players.get(player, 0) + chips})
        return self._replace(players=dict(+players), inventory=self.inventory + inventory)


class AnyTable(RuleBasedStateMachine):
    """A table of a random house, a second one made from its events alone, and what held when bets were closed."""

    regulation_id: str

    @initialize(data=st.data(), seated=st.sampled_from([3, 2, 1, 0]), opened=st.sampled_from([True, True, False]))
    def begin(self, data: st.DataObject, seated: int, opened: bool) -> None:
        house = data.draw(houses(self.regulation_id))
        ruleset, self.recorded = approved(house), RecordedTable(house)
        self.table, self.replayed = self.recorded.opened, self.recorded.opened
        self.events: list[e.Event] = []
        self.closed: Chips | None = None
        self.clauses = frozenset(clause_entries(ruleset.regulation.id))
        self.do(c.FillTable(10_000_000))
        for number in range(1, min(seated, ruleset.submission.boxes) + 1):
            self.do(c.BuyChips(f"player {number}", 2_000_000))
            self.do(c.TakeSeat(f"player {number}", number))
        if opened:
            self.do(c.ReceiveDecks(ruleset.submission.decks, False))
            # Without a player the cards wait for someone to look at them.
            while (due := decks.step_due(self.table)) and not self.do(c.Perform(due[1].does, due[1].by)):
                pass

    @rule(chance=chances)
    def go_on(self, chance: Random) -> None:
        """The next step of a regular game is always open, so that no table is ever stuck."""
        command = next_step(self.table, chance)
        refused = self.do(command)
        assert refused is None or refused.code == "not-enough-chips" or isinstance(command, c.PlaceWagers), refused

    @rule(chance=chances)
    def go_on_for_long(self, chance: Random) -> None:
        for _ in range(chance.randint(2, 12)):
            self.go_on(chance)

    @rule(chance=chances)
    def do_what_is_offered(self, chance: Random) -> None:
        command = chance.choice(offers(self.table)).command
        if isinstance(command, c.RecordShuffle):
            command = command.replace(order=shuffled(chance))
        assert self.do(command) is None

    @precondition(lambda self: self.table.round and self.table.round.phase not in ("betting", "closed"))
    @rule()
    def find_a_wrong_number_of_cards(self) -> None:
        """The dealer's report waits for the floorperson."""
        assert self.table.round
        there, waits = irregularities.cards_at(self.table, self.table.round), self.table.round.reported
        place = next(iter(there))
        refused = self.do(c.Report("wrong_number_of_cards", None, place, there[place] + 1))
        assert (refused is None) == (waits is None)
        assert self.table.round.reported

    @rule(chance=chances)
    def do_anything(self, chance: Random) -> None:
        self.do(any_command(self.table, chance))

    @precondition(lambda self: self.table.round and self.table.round.phase == "betting")
    @rule(chance=chances)
    def bet_otherwise_with_the_last_chips(self, chance: Random) -> None:
        """All chips of a player lie on the layout and move to other wagers."""
        assert self.table.round
        for box, player in self.table.seats.items():
            self.do(c.PlaceWagers(box, some_wagers(self.table, chance), hand=min(1, self.table.community_hands)))
            self.do(c.CashOut(player, self.table.rack_of(player)))
            for _ in range(5):
                self.do(c.PlaceWagers(box, some_wagers(self.table, chance), hand=min(1, self.table.community_hands)))

    def do(self, command: Command) -> CommandRefused | None:
        assert parse_command(show_command(command)) == command
        try:
            after, events = act(self.table, command)
        except CommandRefused as refused:
            self.check_refusal(refused)
            return refused
        self.check_void(command, events)
        self.recorded.add(command, events)
        for event in events:
            self.happen(event)
        assert after == self.table
        return None

    def check_void(self, command: Command, events: tuple[e.Event, ...]) -> None:
        """A round is void as the ledger shows or as the floorperson says: ruling void-by-whom."""
        assert void_faults(self.table, command, events) == []
        round_, found = self.table.round, [event for event in events if isinstance(event, e.IrregularityFound)]
        if round_ is None or not any(isinstance(event, e.RoundVoided) for event in events):
            return
        by_floor = given_by(command) == "floorperson"
        assert by_floor or round_.asked == round_.validated
        if found[0].found == "wrong_number_of_cards" and not by_floor:
            assert round_.phase == "closed"
            assert playing.taken(self.table) > len(round_.stub)

    def check_refusal(self, refused: CommandRefused) -> None:
        regulation, address = refused.clause.split(" ", 1)
        assert regulation == self.table.ruleset.regulation.id
        assert address in self.clauses
        assert refused.open_now
        assert str(refused).endswith(f"Open now: {refused.open_now}.")
        assert self.table == self.replayed

    def happen(self, event: e.Event) -> None:
        regulation, address = event.cite.split(" ", 1)
        assert regulation == self.table.ruleset.regulation.id
        assert address in self.clauses
        decoded = event_from_json(json.loads(json.dumps(event_to_json(event))))
        assert decoded == event
        assert parse_event(show_event(event), regulation) == event
        self.keep_chips(event)
        self.table, self.replayed = evolve(self.table, event), evolve(self.replayed, decoded)
        self.events.append(event)
        assert self.table == self.replayed
        if isinstance(event, e.RoundVoided) and self.closed:
            assert Chips.of(self.table) == self.closed
        self.check_chips()
        self.check_cards()

    def keep_chips(self, event: e.Event) -> None:
        """What a void round has to restore; chips that come and go beside the round are no part of it."""
        if isinstance(event, e.BetsOpened):
            self.closed = None
        if isinstance(event, e.BetsClosed):
            self.closed = Chips.of(self.table)
        if self.closed is None:
            return
        match event:
            case (
                e.ChipsBought(player=player, amount=amount)
                | e.PaymentCorrected(player=player, amount=amount)
                | e.BoxPaymentCorrected(player=player, amount=amount)
            ):
                self.closed = self.closed.moved(player, amount, -amount)
            case e.ChipsCashed(player=player, amount=amount):
                self.closed = self.closed.moved(player, -amount, 0)
            case e.TableFilled(amount=amount):
                self.closed = self.closed.moved("", 0, amount)
            case e.TableCredited(amount=amount):
                self.closed = self.closed.moved("", 0, -amount)

    def check_chips(self) -> None:
        accounts = self.table.accounts
        assert sum(accounts.values()) == 0
        never_owed = ("rack ", "area ", "meter ", "jackpot ")
        assert all(cents >= 0 for name, cents in accounts.items() if name.startswith(never_owed))
        assert all(0 <= rest < 1 for rest in self.table.carry.values())
        if self.table.round is None:
            assert not any(name.startswith(("area ", "jackpot ")) for name in accounts)

    def check_cards(self) -> None:
        table, round_ = self.table, self.table.round
        assert all(len(set(deck.order)) == len(deck.order) for deck in table.decks)
        collected = [card for card in table.rack if card != UNREAD]
        assert len(set(collected)) == len(collected)
        if round_ is None:
            return
        held = [card for box in round_.boxes.values() if not box.in_rack for card in box.cards]
        piled = [card for pile in round_.piles.values() for card in pile]
        lying = [*held, *piled, *round_.burned, *round_.rack]
        # While cards are unread, the stub has all that may still be in it.
        everywhere = [*round_.stub, *(card for card in lying if card != UNREAD)]
        assert sorted(everywhere) == sorted(table.decks[table.current].order)
        assert round_.in_stub() + len(lying) == len(everywhere) <= len(DECK)

    def teardown(self) -> None:
        if hasattr(self, "table"):
            table = self.recorded.opened
            for event in self.events:
                table = evolve(table, event)
            assert table == self.table
            check_books(self.recorded.store)


def run(regulation_id: str, examples: int, steps: int) -> None:
    chosen = settings(
        max_examples=examples,
        stateful_step_count=steps,
        deadline=None,
        suppress_health_check=list(HealthCheck),
        report_multiple_bugs=False,
    )
    machine = type(f"Table of {regulation_id}", (AnyTable,), {"regulation_id": regulation_id})
    run_state_machine_as_test(machine, settings=chosen)


each_regulation = pytest.mark.parametrize("regulation_id", sorted(folders()))


@each_regulation
def test_no_table_comes_to_harm(regulation_id: str) -> None:
    run(regulation_id, 75, 60)


@pytest.mark.slow
@each_regulation
def test_no_table_comes_to_harm_in_the_long_run(regulation_id: str) -> None:
    run(regulation_id, 1_500, 120)
