"""Practice: players that the house plays at a practice table, and the value of each choice."""

from collections.abc import Callable, Sequence
from functools import partial
from random import Random
from secrets import token_urlsafe
from typing import NamedTuple

from pitboss.errors import CommandRefused, InputError
from pitboss.house.authority import Who
from pitboss.house.automatic_schedule import Turn
from pitboss.house.passwords import Cost
from pitboss.house.people import People
from pitboss.house.people_registry import AccessRefused
from pitboss.ledger.store import Store
from pitboss.odds.box_values import BoxBets, box_values
from pitboss.odds.game import ChoiceValues
from pitboss.play import commands as c
from pitboss.play.commands import Command
from pitboss.table.betting import least_bet
from pitboss.table.decide import decide
from pitboss.table.playing import pending
from pitboss.table.stakes import accepted_stakes
from pitboss.table.state import Table
from pitboss.table.visible_cards import hand_of

NAMES = (
    "Ada", "Blaise", "Carl", "Daniela", "Emmy", "Fermat", "Grace", "Hedy", "Ivo", "Jules", "Katherine", "Leonhard",
    "Maryam", "Niels", "Olga", "Pierre",
)  # fmt: skip
BUY_IN = 100_000
"""What a practice player buys in for, in cents."""
SEATS_LEFT = 3
"""The number of boxes that practice players leave free for people."""
_BETTING, _DECIDING = (600, 2_500), (900, 2_600)
"""How long they take for a bet and for a decision, in milliseconds."""
_INVITING = (8_000, 10_000)
"""How long they wait with their bets for a person who has just come and may want to sit down."""
_SIDE_BETS = 0.3


class _Wish(NamedTuple):
    """What a practice player is about to do, and the least and the most milliseconds that it takes."""

    mark: tuple[object, ...]
    who: Who
    command: Callable[[], Command]
    takes: tuple[int, int] = (0, 1)


class Practice:
    """The practice players of one table. They bet the least, place a side bet now and then, and decide optimally."""

    def __init__(self, players: Sequence[Who], chance: Random) -> None:
        self.players = {who.name: who for who in players}
        self._chance = chance
        self._turn: tuple[object, Turn] | None = None

    def next(self, table: Table, now: int) -> Turn | None:
        """What one of them does next, and when; None if it is the turn of others."""
        wish = self._sits(table) or self._bets(table) or self._decides(table)
        if wish is None:
            self._turn = None
            return None
        # A player keeps the time that was drawn when this wish came up first.
        known = wish.mark, wish.who
        if self._turn is None or self._turn[0] != known:
            self._turn = known, Turn(now + self._chance.randrange(*wish.takes), wish.who, wish.command())
        return self._turn[1]

    def _sits(self, table: Table) -> _Wish | None:
        round_ = table.round
        if round_ and round_.phase != "betting":
            return None
        taken = {*table.seats, *(round_.boxes if round_ else ())}
        free = [box for box in range(table.ruleset.submission.boxes, SEATS_LEFT, -1) if box not in taken]
        for name, who in self.players.items():
            if table.rack_of(name) < BUY_IN // 10 and not _has_bet(table, name):
                return _Wish(("buys",), who, partial(c.BuyChips, name, BUY_IN))
            if name not in table.seats.values() and free:
                return _Wish(("sits", free[0]), who, partial(c.TakeSeat, name, free[0]))
        return None

    def _bets(self, table: Table) -> _Wish | None:
        round_ = table.round
        if round_ is None or round_.phase != "betting":
            return None
        for box, name in sorted(table.seats.items()):
            if name in self.players and not round_.boxes[box].wagers:
                wagers = partial(self._wagers, table, box)
                alone = not round_.in_play() and all(player in self.players for player in table.seats.values())
                takes = _INVITING if alone else _BETTING
                return _Wish(("bets", round_.number, box, alone), self.players[name], wagers, takes)
        return None

    def _wagers(self, table: Table, box: int) -> Command:
        """The least wagers, and side bets as far as they can be made together."""
        command = least_bet(table, box)
        for name, wager in table.ruleset.wagers.items():
            if wager.placed == "before_deal" and name not in dict(command.wagers):
                stake = accepted_stakes(table.ruleset, name).least or 0
                more = command.replace(wagers=(*command.wagers, (name, stake)))
                if self._chance.random() < _SIDE_BETS and _is_open(table, more):
                    command = more
        return command

    def _decides(self, table: Table) -> _Wish | None:
        due = pending(table)
        if due is None or table.round is None:
            return None
        step, (box, *_) = due
        who = self.players.get(table.round.boxes[box].player)
        mark = "decides", table.round.number, step.decision, box
        return _Wish(mark, who, partial(_choice, table, box), _DECIDING) if who else None


def _choice(table: Table, box: int) -> Command:
    """The best choice, or the last one that is open if the box has too few chips for the best."""
    due, values = pending(table), advice(table, box)
    assert due
    known = [choice.choice for choice in due[0].choices]
    best = [choice for choice in known if values and choice == values.best]
    wanted = [c.Choose(box, choice) for choice in (*best, *reversed(known))]
    return next(command for command in wanted if _is_open(table, command))


def enrol(store: Store, who: Who) -> bool:
    """Registers the name of a practice player; False if a person has this name or one like it."""
    # Nobody signs in with this password, so a slow hash would protect nothing.
    people = People(store, cost=Cost(1, 8, 1))
    known = next((person for person in people.everyone() if person.name == who.name), None)
    if known:
        return (known.role, known.tables, known.password) == (who.role, who.tables, "set")
    try:
        people.add(who.name, who.role, token_urlsafe(), who.tables)
    except AccessRefused:
        return False
    return True


def advice(table: Table, box: int) -> ChoiceValues | None:
    """The exact value of each choice of a box that decides, per unit of its first bet, given everything on it.

    Looks at no card but those that the player sees; None if the box has nothing to decide, or its rounds cannot be
    solved exactly.
    """
    due, round_ = pending(table), table.round
    if due is None or round_ is None or due[1][0] != box:
        return None
    there, script = round_.boxes[box], table.terms.script
    bets = BoxBets(
        terms=table.terms,
        dealing=table.ruleset.regulation.dealing[table.device],
        wagers=tuple((name, stake) for name, stake in there.wagers.items() if name not in script.most_placed),
        coupons=tuple(there.coupons.items()),
    )
    piles = {"player": hand_of(table.terms, round_, there)}
    for pile, cards in round_.revealed.items():
        if not (there.hand and pile == "community"):
            piles[pile] = tuple(card for card in cards if card not in round_.burned)
    decided = list(script.decisions)[: list(script.decisions).index(due[0].decision)]
    path = tuple(there.choices.get(decision, "") for decision in decided)
    try:
        return box_values(bets, piles, path, table.meters())
    except InputError:
        return None


def stake_asked(table: Table, box: int) -> int:
    """The stake that a decision is about, in cents: advice is per unit of it."""
    due, round_ = pending(table), table.round
    assert due
    assert round_
    return round_.boxes[box].wagers[due[0].asks]


def _is_open(table: Table, command: Command) -> bool:
    try:
        decide(table, command)
    except CommandRefused:
        return False
    return True


def _has_bet(table: Table, player: str) -> bool:
    boxes = table.round.boxes.values() if table.round else ()
    return any(box.player == player and box.wagers for box in boxes)
