"""Replay: one round in order, from the shuffle that made its deck to the last card in the rack.

Only rounds that are over can be replayed. Everything about other decks is left out, even the command that names their
cards, so that a deck that waits for its round stays secret.
"""

from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import suppress
from typing import Any, NamedTuple, assert_never

from pitboss.books.recorded_commands import (
    RecordedCommand,
    RecordedCorrection,
    RefusedCommand,
    corrections_of,
    refused_between,
    source_of,
    without_cards,
)
from pitboss.books.round_search import no_such_round
from pitboss.books.rounds import STEP, Progress, check_table_name
from pitboss.cards import DECK, UNREAD
from pitboss.errors import InputError
from pitboss.evidence.receipt import OVER, parse_round
from pitboss.evidence.snapshots import ShuffledEarlier, records_before
from pitboss.ledger.fold import Folded, Rulesets, Shuffle, TableRecord, fold_table, table_stream
from pitboss.ledger.store import Store
from pitboss.play import event_groups as g
from pitboss.play import events as e
from pitboss.play.round import Round
from pitboss.play.terms import Cards
from pitboss.rules.editions import editions
from pitboss.rules.register import clause_entries
from pitboss.rules.regulation import Regulation
from pitboss.table.state import Table, evolve

NEAR = 100
"""Wanted rounds that are this near are read in one go."""
_FOLLOWED = (
    e.DecksReceived, e.DeckAdded, e.DeckShuffled, e.DeckRemoved, e.DeckCut, e.RecutOrdered,
    e.DeviceTakenOut, e.BetsOpened,
)  # fmt: skip
"""The events between rounds that change a deck."""


class Moment(NamedTuple):
    """One event of a round, the command that caused it, and the table after it."""

    source: RecordedCommand
    part: int
    """The index of the event among those of its command."""
    event: e.Event
    table: Table

    @property
    def gist(self) -> str:
        """The gist of the event's clause."""
        return gist_of(self.event.cite, self.table.ruleset.regulation)


class Replay(NamedTuple):
    """A round that is over, reconstructed."""

    id: str
    house: int
    """The sequence number of the house entry that holds its rules."""
    before: Table
    """The table before the bets were opened."""
    moments: tuple[Moment, ...]
    """The shuffle and cuts of its deck, then everything from the opening of the bets to the end."""
    opened: int
    """The index of the moment at which the bets open."""
    final: Round
    """The round before its cards went to the discard rack."""
    shuffle: Shuffle | None
    """The commitment to the deck and what opens it; None if nobody knew the order."""
    refused: tuple[RefusedCommand, ...] = ()
    corrections: tuple[RecordedCorrection, ...] = ()

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
        """Whether the cards were read at the deal, so nobody knows the order of the stub."""
        deck = self.before.deck
        return deck is not None and deck.read is not None

    @property
    def dealt(self) -> dict[str, Cards]:
        """The cards that each box and pile was dealt, as far as anybody has read them."""
        dealt = {event.to: event.cards for event in self.events if isinstance(event, e.CardsDealt)}
        if not any(UNREAD in cards for cards in dealt.values()):
            return dealt
        final, burned = self.final, {"community": self.final.burned}
        return {to: (*burned.get(to, ()), *final.cards_at(to)) for to in dealt}

    @property
    def rack(self) -> Cards:
        """The discard rack in the prescribed order, first card first, without a stub that nobody read."""
        final = self.final.replace(stub=()) if self.unread else self.final
        return final.rack_order(stub_first=self.before.terms.script.stub_first)

    @property
    def unknown(self) -> int:
        """How many cards of the deck nobody read."""
        return len(DECK) - sum(card != UNREAD for card in self.rack) if self.unread else 0


def gist_of(cite: str, regulation: Regulation) -> str:
    """The gist of a clause; empty if this edition is not here, or has no such clause."""
    if regulation.key not in {edition.key for edition in editions().get(regulation.id, ())}:
        return ""
    entry = clause_entries(regulation.key).get(cite.partition(" ")[2])
    return entry.gist if entry else ""


def replay_round(store: Store, round_id: str, progress: Progress | None = None) -> Replay:
    """The round TABLE/NUMBER, with the commands refused during it and the corrections made after it.

    InputError if the round does not exist or is not over.
    """
    table, number = parse_round(round_id)
    check_table_name(store, table)
    rulesets = Rulesets(store)
    for start in records_before(store, rulesets, table, number):
        with suppress(ShuffledEarlier):
            found = replayed_from(store, rulesets, round_id, start, progress)
            return found._replace(**_beside(store, found, progress))
    raise no_such_round(store, round_id)


def _beside(store: Store, replay: Replay, progress: Progress | None) -> dict[str, Any]:
    """What was refused during the round and corrected after it."""
    first, last = replay.first.source.place, replay.last.source.place
    return {
        "refused": tuple(refused_between(store, replay.table, first.position, last.position)),
        "corrections": tuple(corrections_of(store, replay.id, last.seq, progress)),
    }


def replayed_from(
    store: Store, rulesets: Rulesets, round_id: str, start: TableRecord | None, progress: Progress | None
) -> Replay:
    """A round, read from a place before it. Raises ShuffledEarlier if its deck was shuffled before that place."""
    table, number = parse_round(round_id)
    tracer = _RoundTracer(table, lambda found: found == number, start)
    for folded in _folded(store, rulesets, table, progress, start):
        if found := tracer.take(folded):
            return found
    if tracer.number == number:
        raise InputError(
            f"round {round_id} is not over: nobody may see its cards yet. Ask again when it is completed or void"
        )
    raise no_such_round(store, round_id)


def replays(
    store: Store, table: str, numbers: Collection[int] | None = None, progress: Progress | None = None
) -> Iterator[Replay]:
    """The rounds of a table that are over, in order; only those of these numbers, if any are given.

    Rounds that are near each other are read in one go, from a place before the first. Neither refusals nor corrections
    are looked for.
    """
    rulesets = Rulesets(store)
    if numbers is None:
        tracer = _RoundTracer(table, lambda _: True)
        yield from filter(None, map(tracer.take, _folded(store, rulesets, table, progress)))
    else:
        for near in _near_each_other(numbers):
            yield from _replays_near(store, rulesets, table, near, progress)


def _near_each_other(numbers: Iterable[int]) -> Iterator[set[int]]:
    """The numbers in groups, parted where a snapshot lies between two of them."""
    near: list[int] = []
    for number in sorted(numbers):
        if near and number - near[-1] > NEAR:
            yield {*near}
            near = []
        near.append(number)
    if near:
        yield {*near}


def _replays_near(
    store: Store, rulesets: Rulesets, table: str, wanted: set[int], progress: Progress | None
) -> Iterator[Replay]:
    for start in records_before(store, rulesets, table, min(wanted)):
        tracer = _RoundTracer(table, wanted.__contains__, start)
        try:
            for folded in _folded(store, rulesets, table, progress, start):
                if found := tracer.take(folded):
                    wanted.remove(found.final.number)
                    yield found
                if not wanted:
                    return
        except ShuffledEarlier:
            # The deck of the first round that is left was shuffled before this place: begin further back.
            continue
        return


class _RoundTracer:
    """A table entry by entry: what was done to each deck since its shuffle, and the round under way."""

    def __init__(self, table: str, wanted: Callable[[int], bool], start: TableRecord | None = None) -> None:
        self._name, self._wanted = table, wanted
        self._decks: list[tuple[Moment, ...] | None] = [None] * len(start.table.decks if start else ())
        """What was done to each deck since its shuffle; None if that was before the beginning."""
        self._moments: list[Moment] = []
        self._opened: Folded | None = None
        self._lead = 0
        self.number: int | None = None
        """The wanted round that is under way, if one is."""

    def take(self, folded: Folded) -> Replay | None:
        """The wanted round that this entry ends; None if it ends none of them."""
        if folded.before is None or not folded.events:
            return None
        if self.number is None and not any(isinstance(event, _FOLLOWED) for event in folded.events):
            return None
        source, table, final = source_of(folded.entry, folded.content), folded.before.table, None
        for part, event in enumerate(folded.events):
            if isinstance(event, e.BetsOpened) and self._wanted(event.round):
                self.number, self._opened = event.round, folded
                moments = self._decks[table.current]
                if moments is None:
                    raise ShuffledEarlier
                self._moments = list(moments)
                self._lead = len(self._moments)
            if isinstance(event, OVER):
                final = table.round
            before, table = table, evolve(table, event)
            moment = Moment(source, part, event, table)
            self._follow(moment, before)
            if self.number is not None:
                self._moments.append(_without_other_order(moment))
            if isinstance(event, e.BetsWithdrawn):
                self.number = None
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
        """Remembers what is done to a deck until its round opens."""
        decks, event = self._decks, moment.event
        match event:
            case e.DecksReceived(number=number):
                decks[:] = [()] * number
            case e.DeckAdded():
                decks.append(())
            case e.DeckShuffled(deck=deck):
                decks[deck] = (moment,)
            case e.DeckRemoved(deck=deck):
                del decks[deck]
            case e.DeckCut() | e.RecutOrdered():
                moments = decks[before.current]
                if before.round is None and moments is not None:
                    decks[before.current] = (*moments, moment)
            case e.DeviceTakenOut():
                if len(moment.table.decks) < len(decks):
                    decks[:] = [decks[before.current]]
            case (
                e.StepPerformed() | e.DeckLoaded() | e.ShuffleOrdered() | e.TableIdled() | e.DeviceReturned()
                | e.CardsRead()
                | g.ChipEvent() | g.SeatEvent() | g.StageEvent() | g.MeterEvent() | g.RoundEvent()
            ):  # fmt: skip
                pass
            case _:
                assert_never(event)


def _without_other_order(moment: Moment) -> Moment:
    """The moment, without the order of a deck that was shuffled for another round."""
    if not isinstance(moment.event, e.DeckShuffled):
        return moment
    return moment._replace(source=without_cards(moment.source), event=moment.event.replace(order=()))


def _folded(
    store: Store, rulesets: Rulesets, table: str, progress: Progress | None, start: TableRecord | None = None
) -> Iterator[Folded]:
    """The entries of a table."""
    size = store.last(table_stream(table))
    for folded in fold_table(store, rulesets, table, start):
        if progress and folded.entry.seq % STEP == 0:
            progress(folded.entry.seq, size)
        yield folded
