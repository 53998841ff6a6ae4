"""No client receives a card that lies face down, nor anything that depends on one."""

import re
from pathlib import Path
from random import Random

import pytest

from pitboss.cards import DECK, Card
from pitboss.play import events as e
from pitboss.play.encoding import event_from_json
from pitboss.table.playing import pending
from tests.web.bots import Client, Crew, Refused, examples, staff_and
from tests.web.inside import TABLES, Inside

PLAYERS = ("ann", "bob", "cat")
_CARD = re.compile(r"\b[2-9TJQKA][cdhs]\b")
_SALT = re.compile(r"(?=([0-9a-f]{64}))")
_SETTLED = (e.WagerPaid, e.WagerCollected, e.WagerReturned, e.AwardPaid)


class Eyes:
    """Which cards a person has seen at a table in this round and the one before, told by the recorded events alone."""

    def __init__(self, viewer: str) -> None:
        self.viewer = viewer
        self.seen: set[Card] = set()
        self._before: set[Card] = set()
        self._hands: dict[str, tuple[Card, ...]] = {}
        self._seats: dict[int, str] = {}
        self._gone: set[int] = set()
        self._settling = False

    @property
    def allowed(self) -> set[str]:
        return {str(card) for card in self.seen | self._before}

    def look(self, event: e.Event, by: str) -> None:
        match event:
            case e.SeatTaken(box=box, player=player):
                self._seats[box] = player
            case e.BetsOpened():
                self._before, self.seen, self._hands, self._gone = self.seen, set(), {}, set()
            case e.CardsDealt(to=to, cards=cards):
                self._hands[to] = cards
                if to.isdecimal() and self._seats[int(to)] == self.viewer:
                    self.seen |= set(cards)
            case e.CardsRevealed(cards=cards):
                self.seen |= set(cards)
            case e.CardDiscarded(pile="deck", card=card):
                self.seen.add(card)
            case e.CardsCollected(box=box):
                self._gone.add(box)
        if (
            isinstance(event, _SETTLED)
            and by in ("dealer settles", "floorperson validates")
            and event.box not in self._gone
        ):
            self.seen |= set(self._hands[str(event.box)])


class LedgerFollower:
    """Everybody at a table, each answer held against what its receiver may have seen by then."""

    def __init__(self, inside: Inside, table: str, seed: int) -> None:
        self.inside, self.table = inside, table
        self.crew = inside.crew(table, PLAYERS, seed)
        self.anybody = inside.client("")
        self.eyes = {name: Eyes(name) for name in (*PLAYERS, "")}
        self.secrets: set[str] = set()
        self.answers = 0
        self._seq = 0
        for client in self.clients:
            client.capture = True

    @property
    def clients(self) -> list[Client]:
        return [*self.crew.clients, self.anybody]

    def play(self, rounds: int) -> None:
        goal = self.crew.rounds + rounds
        while self.crew.rounds < goal:
            self.crew.step()
            self.crew.view(self.anybody)
            for client in self.crew.players.values():
                self.crew.view(client)
            self.check()

    def check(self) -> None:
        for entry in self.inside.house.store.stream(f"table {self.table}", self._seq):
            content = entry.content
            self._seq = entry.seq
            if "shuffle" in content:
                self.secrets |= {content["shuffle"]["salt"]}
            for document in content["events"]:
                if document["event"] != "TableOpened":
                    for eyes in self.eyes.values():
                        eyes.look(event_from_json(document), " ".join(content.get("command", "").split()[:2]))
        for client in self.clients:
            allowed = self.eyes.get(client.name, self.eyes[""]).allowed
            for text in client.received:
                self.answers += 1
                hidden = set(_CARD.findall(text)) - allowed
                assert not hidden, f"{client.name or 'anybody'} at {self.table} was told {hidden}: {text[:2000]}"
                assert self.secrets.isdisjoint(_SALT.findall(text)), f"{client.name or 'anybody'} was told a salt"
            client.received.clear()


def watch(folder: Path, rounds: int, seed: int) -> None:
    with Inside(folder, list(staff_and(PLAYERS))) as inside:
        watches = [LedgerFollower(inside, table, seed) for table in TABLES]
        for watching in watches:
            watching.play(rounds)
    assert all(watching.answers > 20 * rounds for watching in watches)


def test_nobody_is_told_a_card_that_lies_face_down(tmp_path: Path) -> None:
    watch(tmp_path, 8, 1)


@pytest.mark.slow
def test_nobody_is_told_a_card_in_ten_thousand_rounds(tmp_path: Path) -> None:
    watch(tmp_path, 2_500, 2)


def test_the_watch_finds_a_leak(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The control: a view that shows every hand is caught."""
    monkeypatch.setattr("pitboss.views.seat.is_turned_up", lambda *_: True)
    with pytest.raises(AssertionError, match="was told"):
        watch(tmp_path, 2, 1)


def test_the_watch_knows_a_salt(tmp_path: Path) -> None:
    """The control: what opens the commitment to a shuffle is found in whatever it hides."""
    with Inside(tmp_path, list(staff_and(PLAYERS))) as inside:
        watching = LedgerFollower(inside, "three-card", 1)
        watching.play(1)
        watching.anybody.received.append(f"ff{max(watching.secrets)}00")
        with pytest.raises(AssertionError, match="was told a salt"):
            watching.check()


# Two worlds

Order = tuple[Card, ...]


def traffic(folder: Path, table: str, order: Order) -> dict[str, list[str]]:
    """What each player and anybody receive of a round up to its settlement, the cards lying as they are given."""
    folder.mkdir()
    with Inside(folder, list(staff_and(PLAYERS)), physical=TABLES) as inside:
        crew = inside.crew(table, PLAYERS, 7)
        watchers = [*crew.players.values(), inside.client("")]
        for client in watchers:
            client.capture = True
        while not ready_to_settle(inside, table):
            give_cards(crew, inside, order)
            for client in watchers:
                crew.view(client)
        return {client.name: [masked(text) for text in client.received] for client in watchers}


def give_cards(crew: Crew, inside: Inside, order: Order) -> None:
    """The next step; a shuffle by a scanner that gives this order, set back by the cut that follows."""
    view = crew.view(crew.dealer)
    if "dealer shuffles" not in examples(view):
        crew.step()
        return
    table = inside.house.record(crew.table).table
    rule = table.ruleset.regulation.shuffling.cut
    cuts = table.shuffler == "none" and "none" in rule.after
    laid = (*order[-rule.least :], *order[: -rule.least]) if cuts else order
    way = "hand" if table.shuffler == "none" else "device"
    crew.give(crew.dealer, f"dealer shuffles by {way}: {' '.join(map(str, laid))}", view["rounds"])


def ready_to_settle(inside: Inside, table: str) -> bool:
    now = inside.house.record(table).table
    return now.round is not None and now.round.phase == "playing" and pending(now) is None


def masked(text: str) -> str:
    """An answer without the commitment: the one thing that binds the house to the hidden cards, and hides them."""
    return re.sub(r'"commitment":"[0-9a-f]{64}"', '"commitment":"…"', text)


@pytest.mark.parametrize("worlds", [1, pytest.param(5, marks=pytest.mark.slow)])
@pytest.mark.parametrize("table", TABLES)
def test_two_worlds_that_differ_in_hidden_cards_look_alike(tmp_path: Path, table: str, worlds: int) -> None:
    """After settlement the worlds differ in what everybody may see, so each round is the first of its house."""
    chance = Random(f"two worlds {table}")
    for number in range(worlds):
        first = tuple(chance.sample(DECK, len(DECK)))
        one = traffic(tmp_path / f"{number}-one", table, first)
        for viewer in (*PLAYERS, ""):
            seen = {card for card in DECK if str(card) in _CARD.findall(" ".join(one[viewer]))}
            second = hidden_moved(first, seen, chance)
            assert first != second
            assert traffic(tmp_path / f"{number}-{viewer}", table, second)[viewer] == one[viewer]


def hidden_moved(order: Order, seen: set[Card], chance: Random) -> Order:
    """The order with all cards that a viewer has not seen in other places."""
    hidden = [card for card in order if card not in seen]
    moved = iter([*hidden[1:], hidden[0]] if chance.random() < 0.5 else chance.sample(hidden, len(hidden)))
    return tuple(card if card in seen else next(moved) for card in order)


def test_a_deal_is_opened_only_when_the_round_is_over(tmp_path: Path) -> None:
    with Inside(tmp_path, list(staff_and(PLAYERS))) as inside:
        crew = inside.crew("three-card", PLAYERS, 3)
        while not ready_to_settle(inside, "three-card"):
            crew.step()
        with pytest.raises(Refused, match="over"):
            crew.dealer.call("GET", "/api/rounds/three-card/1/deal")
        while inside.house.record("three-card").table.round:
            crew.step()
        assert crew.dealer.call("GET", "/api/rounds/three-card/1/deal")["round"] == "three-card/1"
