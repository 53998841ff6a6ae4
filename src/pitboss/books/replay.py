"""Replay: everything of one round in order, from the shuffle that made its deck to the last card in the rack.

Only rounds that are over can be replayed. What is recorded of any other deck is left out, down to the command that
names its cards: a deck that waits for its round tells nothing.
"""

from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple

from pitboss.books.rounds import STEP, Place, Progress, check_table_name, no_such_round
from pitboss.cards import DECK
from pitboss.errors import InputError
from pitboss.evidence.receipt import OVER, parse_round
from pitboss.ledger.entry import Entry
from pitboss.ledger.fold import REFUSALS, Folded, Rulesets, Shuffle, fold_table, table_stream
from pitboss.ledger.store import Store
from pitboss.play import events as e
from pitboss.play.encoding import event_from_json
from pitboss.play.round import Round
from pitboss.play.terms import Cards
from pitboss.rules.register import clause_entries
from pitboss.table.state import Table, evolve

_SHUFFLES = "dealer shuffles"
_FOLLOWED = (
    e.DecksReceived, e.DeckShuffled, e.DeckRemoved, e.DeckCut, e.RecutOrdered, e.DeviceTakenOut, e.BetsOpened,
)  # fmt: skip
"""What has to be followed between rounds to know what was done to a deck."""


class Said(NamedTuple):
    """A command as it stands in the ledger: where, when (milliseconds), who gave it, and what was said."""

    place: Place
    at: int
    by: str
    role: str
    id: str
    command: str
    """Empty where nobody gave a command and the house noted something itself."""


class Moment(NamedTuple):
    """One event of a round, the command that brought it about, and the table after it."""

    said: Said
    part: int
    """The place of the event among those of its command, from 0."""
    event: e.Event
    table: Table

    @property
    def gist(self) -> str:
        """What the event's clause says, in our words."""
        return gist_of(self.event.cite)


class Refused(NamedTuple):
    """A command that was refused during a round."""

    said: Said
    code: str
    clause: str
    reason: str


class Correction(NamedTuple):
    """A payment that was put right after a round."""

    said: Said
    event: e.PaymentCorrected


class Replay(NamedTuple):
    """A round that is over, put together again."""

    id: str
    house: int
    """The entry of the house's stream that its rules stand in."""
    before: Table
    """The table before the bets were opened."""
    moments: tuple[Moment, ...]
    """The shuffle and cuts of its deck, then everything from the opening of the bets to the end."""
    opened: int
    """The number of the moment in which the bets open."""
    final: Round
    """The round before its cards went to the discard rack."""
    shuffle: Shuffle | None
    """What was published of the deck and what opens it; None where nobody knew the order."""
    refused: tuple[Refused, ...] = ()
    corrections: tuple[Correction, ...] = ()

    @property
    def table(self) -> str:
        return parse_round(self.id)[0]

    @property
    def first(self) -> Moment:
        return self.moments[self.opened]

    @property
    def last(self) -> Moment:
        return self.moments[-1]

    @property
    def after(self) -> Table:
        return self.last.table

    @property
    def events(self) -> tuple[e.Event, ...]:
        """The events of the round itself."""
        return tuple(moment.event for moment in self.moments[self.opened :])

    @property
    def void(self) -> bool:
        return any(isinstance(event, e.RoundVoided) for event in self.events)

    @property
    def unread(self) -> bool:
        """Whether the cards were read at the deal, so that nobody knows how the stub lay."""
        deck = self.before.deck
        return deck is not None and deck.read is not None

    @property
    def dealt(self) -> dict[str, Cards]:
        """What each box and pile was dealt."""
        return {event.to: event.cards for event in self.events if isinstance(event, e.CardsDealt)}

    @property
    def rack(self) -> Cards:
        """The discard rack as the regulation has it laid, from the first card in; without a stub that nobody read."""
        rack = self.final.rack_order()
        return rack[: len(rack) - len(self.final.stub)] if self.unread else rack

    @property
    def unknown(self) -> int:
        """The cards of the deck that nobody read."""
        return len(DECK) - len(self.rack) if self.unread else 0


def gist_of(cite: str) -> str:
    """What a clause says, in our words; empty where the register does not have it."""
    regulation, _, address = cite.partition(" ")
    entry = clause_entries(regulation).get(address)
    return entry.gist if entry else ""


def replay_round(store: Store, round_id: str, progress: Progress | None = None) -> Replay:
    """A round by TABLE/NUMBER, with what was refused during it and put right after it.

    An InputError for a round that is not over, and for one that is not there.
    """
    table, number = parse_round(round_id)
    check_table_name(store, table)
    tracing = _Tracing(table, lambda found: found == number)
    for folded in _folded(store, table, progress):
        if found := tracing.take(folded):
            return found._replace(refused=tuple(_refused(store, found)), corrections=tuple(_corrections(store, found)))
    if tracing.number == number:
        raise InputError(
            f"round {round_id} is not over: its cards are for nobody's eyes yet. Ask again when it is completed or void"
        )
    raise no_such_round(store, round_id)


def replays(
    store: Store, table: str, wanted: Callable[[int], bool], progress: Progress | None = None
) -> Iterator[Replay]:
    """The rounds of a table whose numbers are wanted and that are over, in order, in one reading.

    Neither refusals nor corrections are looked for.
    """
    tracing = _Tracing(table, wanted)
    for folded in _folded(store, table, progress):
        if found := tracing.take(folded):
            yield found


class _Tracing:
    """A table entry by entry: what was done to each deck since its shuffle, and the round under way."""

    def __init__(self, table: str, wanted: Callable[[int], bool]) -> None:
        self._name, self._wanted = table, wanted
        self._decks: list[tuple[Moment, ...]] = []
        self._moments: list[Moment] = []
        self._opened: Folded | None = None
        self._lead = 0
        self.number: int | None = None
        """The wanted round that is under way, if one is."""

    def take(self, folded: Folded) -> Replay | None:
        """The wanted round that an entry ends, if it ends one."""
        if folded.before is None or not folded.events:
            return None
        if self.number is None and not any(isinstance(event, _FOLLOWED) for event in folded.events):
            return None
        said, table, final = _said(folded.entry, folded.content), folded.before.table, None
        for part, event in enumerate(folded.events):
            if isinstance(event, e.BetsOpened) and self._wanted(event.round):
                self.number, self._opened = event.round, folded
                self._moments = list(self._decks[table.current])
                self._lead = len(self._moments)
            if isinstance(event, OVER):
                final = table.round
            before, table = table, evolve(table, event)
            moment = Moment(said, part, event, table)
            self._follow(moment, before)
            if self.number is not None:
                self._moments.append(_withheld(moment))
        return self._over(final) if self.number is not None and final else None

    def _over(self, final: Round) -> Replay:
        opened = self._opened
        assert opened
        assert opened.before
        deck = opened.before.table.current
        number, self.number = self.number, None
        return Replay(
            id=f"{self._name}/{number}",
            house=opened.before.house,
            before=opened.before.table,
            moments=tuple(self._moments),
            opened=self._lead,
            final=final,
            shuffle=opened.before.shuffles.get(deck),
        )

    def _follow(self, moment: Moment, before: Table) -> None:
        """What is done to a deck before its round is kept until the round opens."""
        decks, event = self._decks, moment.event
        match event:
            case e.DecksReceived(number=number):
                decks[:] = [()] * number
            case e.DeckShuffled(deck=deck):
                decks[deck] = (moment,)
            case e.DeckRemoved(deck=deck):
                del decks[deck]
            case e.DeckCut() | e.RecutOrdered() if before.round is None:
                decks[before.current] = (*decks[before.current], moment)
            case e.DeviceTakenOut() if len(moment.table.decks) < len(decks):
                decks[:] = [decks[before.current]]


def _said(entry: Entry, content: Mapping[str, Any]) -> Said:
    command, given = str(content.get("command", "")), str(content.get("id", ""))
    return Said(Place(entry.seq, entry.position), content["at"], content["by"], content["role"], given, command)


def _withheld(moment: Moment) -> Moment:
    """A moment of a round; the shuffle of a deck that waits for another round without its order."""
    if not isinstance(moment.event, e.DeckShuffled):
        return moment
    return moment._replace(said=without_cards(moment.said), event=moment.event.replace(order=()))


def without_cards(said: Said) -> Said:
    """A command without the order of a shuffle."""
    return said._replace(command=_SHUFFLES) if said.command.startswith(_SHUFFLES) else said


def _folded(store: Store, table: str, progress: Progress | None) -> Iterator[Folded]:
    """The entries of a table."""
    size = store.last(table_stream(table))
    for folded in fold_table(store, Rulesets(store), table):
        if progress and folded.entry.seq % STEP == 0:
            progress(folded.entry.seq, size)
        yield folded


# Beside the round


def _refused(store: Store, replay: Replay) -> Iterator[Refused]:
    """The commands at the table that were refused between the opening of the bets and the end."""
    first, last = replay.first.said.place.position, replay.last.said.place.position
    for entry in store.stream(REFUSALS):
        if first < entry.position < last:
            content = entry.content
            if content.get("table") == replay.table and (why := content.get("refused")):
                said = without_cards(_said(entry, content))
                yield Refused(said, why["code"], why["clause"], why["reason"])


def _corrections(store: Store, replay: Replay) -> Iterator[Correction]:
    """What was put right at the table before the next bets opened, or later with the round's name as the reason."""
    next_round = False
    for entry in store.stream(table_stream(replay.table), replay.last.said.place.seq):
        next_round = next_round or b'"BetsOpened"' in entry.body
        if b'"PaymentCorrected"' not in entry.body:
            continue
        content = entry.content
        for document in content["events"]:
            event = event_from_json(document)
            if isinstance(event, e.PaymentCorrected) and (not next_round or _names(event.reason, replay.id)):
                yield Correction(_said(entry, content), event)


def _names(reason: str, round_id: str) -> bool:
    """Whether a reason speaks of a round."""
    return round_id in (word.strip(".,;:()'\"") for word in reason.split())
