"""Practice: players who fill seats where people learn the games, and what each choice is worth."""

from collections.abc import Callable, Sequence
from functools import lru_cache, partial
from random import Random
from secrets import token_urlsafe
from typing import NamedTuple

from pitboss.cards import Card
from pitboss.errors import CommandRefused, InputError
from pitboss.games.let_it_ride.payout_limit import limited_ride, reaches_limit
from pitboss.house.authority import Who
from pitboss.house.automatic_schedule import Turn
from pitboss.house.passwords import Cost
from pitboss.house.people import People
from pitboss.house.people_registry import AccessRefused
from pitboss.ledger.store import Store
from pitboss.odds.catalog import in_force
from pitboss.odds.query import Asked
from pitboss.odds.strategy import Values, hand_values
from pitboss.play import commands as c
from pitboss.play.commands import Command
from pitboss.rules.ruleset import Ruleset
from pitboss.table.betting import accepted_stakes, least_bet
from pitboss.table.decide import decide
from pitboss.table.playing import pending
from pitboss.table.state import Table

NAMES = (
    "Ada", "Blaise", "Carl", "Daniela", "Emmy", "Fermat", "Grace", "Hedy", "Ivo", "Jules", "Katherine", "Leonhard",
    "Maryam", "Niels", "Olga", "Pierre",
)  # fmt: skip
BUY_IN = 100_000
"""What a practice player buys in for, in cents."""
SEATS_LEFT = 3
"""So many boxes stay free for people."""
_BETTING, _DECIDING = (600, 2_500), (900, 2_600)
"""How long they take over a bet and a decision, in milliseconds."""
_INVITING = (8_000, 10_000)
"""How long they leave the bets to somebody who has just come and may want to sit down."""
_SIDE_BETS = 0.3


class _Wish(NamedTuple):
    """What a practice player is about to do, and how long that takes: the least and the most, in milliseconds."""

    mark: tuple[object, ...]
    who: Who
    command: Callable[[], Command]
    takes: tuple[int, int] = (0, 1)


class Practice:
    """The practice players of one table. They bet the least, a side bet now and then, and decide as well as can be."""

    def __init__(self, players: Sequence[Who], chance: Random) -> None:
        self.players = {who.name: who for who in players}
        self._chance = chance
        self._turn: tuple[object, Turn] | None = None

    def next(self, table: Table, now: int) -> Turn | None:
        """What one of them does next, and when; None while it is others' turn."""
        wish = self._sits(table) or self._bets(table) or self._decides(table)
        if wish is None:
            self._turn = None
            return None
        # Whoever was about to do this does it when they wanted to.
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
                stake = next(iter(accepted_stakes(table, name)), table.ruleset.offer(name).minimum or 0)
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
    """The best choice, or with too few chips for it the last one that is open."""
    due, values = pending(table), advice(table, box)
    assert due
    known = [choice.choice for choice in due[0].choices]
    best = [choice for choice in known if values and choice == values.best]
    wanted = [c.Choose(box, choice) for choice in (*best, *reversed(known))]
    return next(command for command in wanted if _is_open(table, command))


def enrol(store: Store, who: Who) -> bool:
    """Keeps a name for somebody whom the house plays itself; False where anybody else has it, or one like it."""
    # Nobody signs in with such a password, so nothing is gained by hashing it slowly.
    people = People(store, cost=Cost(1, 8, 1))
    known = next((person for person in people.everyone() if person.name == who.name), None)
    if known:
        return (known.role, known.tables, known.password) == (who.role, who.tables, "set")
    try:
        people.add(who.name, who.role, token_urlsafe(), who.tables)
    except AccessRefused:
        return False
    return True


def advice(table: Table, box: int) -> Values | None:
    """The exact value of each choice of a box that decides, per unit of its first bet, other wagers aside.

    Looks at no card but those that its player sees; None where nothing is to decide, or nobody has worked it out.
    """
    due, round_ = pending(table), table.round
    if due is None or round_ is None or due[1][0] != box:
        return None
    there, community = round_.boxes[box], round_.piles.get("community", ())
    hand = there.hand
    own = community[3 * hand - 3 : 3 * hand] if hand else there.cards
    seen = () if hand else tuple(card for card in round_.revealed.get("community", ()) if card not in round_.burned)
    # One bet always stays; a bet that was let ride before is one more.
    riding = 1 + list(there.choices.values()).count("ride")
    try:
        values = _values(table.ruleset, (*own, *seen), there.wagers[due[0].asks], riding)
    except InputError:
        return None
    return values if values.decision == due[0].decision else None


def stake_asked(table: Table, box: int) -> int:
    """The stake that a decision is about, in cents: advice is per unit of it."""
    due, round_ = pending(table), table.round
    assert due
    assert round_
    return round_.boxes[box].wagers[due[0].asks]


@lru_cache(maxsize=256)
def _values(ruleset: Ruleset, cards: tuple[Card, ...], stake: int, riding: int) -> Values:
    regulation = ruleset.regulation
    group = "base" if "base" in regulation.paytables else "ante_bonus"
    submission = ruleset.submission
    offer = submission.wagers.get(group) or submission.awards.get(group)
    paytable = (offer.paytable if offer else "") or next(iter(regulation.paytables.get(group, ("A",))))
    standing = in_force(regulation)
    chosen = {key: value for key, value in ruleset.options.items() if standing.get(key) != value}
    values = hand_values(regulation, paytable, cards, Asked(chosen))
    limit = submission.payout_limit
    if limit is None or regulation.game != "let_it_ride":
        return values
    lines = ruleset.paytables["base"].lines()
    if not reaches_limit(lines, stake, limit):
        return values
    return values._replace(choices={**values.choices, "ride": limited_ride(lines, cards, stake, limit, riding)})


def _is_open(table: Table, command: Command) -> bool:
    try:
        decide(table, command)
    except CommandRefused:
        return False
    return True


def _has_bet(table: Table, player: str) -> bool:
    boxes = table.round.boxes.values() if table.round else ()
    return any(box.player == player and box.wagers for box in boxes)
