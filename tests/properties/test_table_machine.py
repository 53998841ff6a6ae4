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

from pitboss.cards import DECK
from pitboss.errors import CommandRefused
from pitboss.play import commands as c
from pitboss.play import events as e
from pitboss.play.commands import Command
from pitboss.play.encoding import event_from_json, event_to_json, parse_event, show_event
from pitboss.play.notation import parse_command, show_command
from pitboss.rules.load import folders
from pitboss.rules.register import clause_entries
from pitboss.table import decks
from pitboss.table.decide import act, offers
from pitboss.table.state import Table, evolve, new_table
from tests.properties.asking import any_command, chances, next_step, shuffled
from tests.properties.houses import approved, houses


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
        ruleset = approved(data.draw(houses(self.regulation_id)))
        self.table, self.replayed = new_table(ruleset), new_table(ruleset)
        self.events: list[e.Event] = []
        self.closed: Chips | None = None
        self.clauses = frozenset(clause_entries(ruleset.regulation.id))
        for number in range(1, min(seated, ruleset.submission.boxes) + 1):
            self.do(c.BuyChips(f"player {number}", 2_000_000))
            self.do(c.TakeSeat(f"player {number}", number))
        if opened:
            self.do(c.ReceiveDecks(ruleset.submission.decks, False))
            while due := decks.step_due(self.table):
                self.do(c.Perform(due[1].does, due[1].by))

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
        assert self.do(c.Report("wrong_number_of_cards")) is None
        assert self.table.round is None

    @rule(chance=chances)
    def do_anything(self, chance: Random) -> None:
        self.do(any_command(self.table, chance))

    def do(self, command: Command) -> CommandRefused | None:
        assert parse_command(show_command(command)) == command
        try:
            after, events = act(self.table, command)
        except CommandRefused as refused:
            self.check_refusal(refused)
            return refused
        for event in events:
            self.happen(event)
        assert after == self.table
        return None

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
        if isinstance(event, e.RoundVoided):
            assert Chips.of(self.table) == self.closed
        self.check_chips()
        self.check_cards()

    def keep_chips(self, event: e.Event) -> None:
        """What a void round has to restore; chips that come and go beside the round are no part of it."""
        if isinstance(event, e.BetsClosed):
            self.closed = Chips.of(self.table)
        if self.closed is None:
            return
        match event:
            case e.ChipsBought(player=player, amount=amount) | e.PaymentCorrected(player=player, amount=amount):
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
        assert all(cents >= 0 for name, cents in accounts.items() if name.startswith(("rack ", "area ", "meter ")))
        assert all(0 <= rest < 1 for rest in self.table.carry.values())
        if self.table.round is None:
            assert not any(name.startswith("area ") for name in accounts)

    def check_cards(self) -> None:
        table, round_ = self.table, self.table.round
        assert all(len(set(deck.order)) == len(deck.order) for deck in table.decks)
        assert len(set(table.rack)) == len(table.rack)
        if round_ is None:
            return
        held = [card for box in round_.boxes.values() if not box.surrendered for card in box.cards]
        piled = [card for pile in round_.piles.values() for card in pile]
        everywhere = [*round_.stub, *held, *piled, *round_.burned, *round_.rack]
        assert sorted(everywhere) == sorted(table.decks[table.current].order)
        assert len(everywhere) <= len(DECK)

    def teardown(self) -> None:
        if hasattr(self, "table"):
            table = new_table(self.table.ruleset)
            for event in self.events:
                table = evolve(table, event)
            assert table == self.table


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
