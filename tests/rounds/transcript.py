"""Golden rounds: a transcript in the shared notation is played, and must come out as it stands in its file.

    # What it shows.                                      MD-TCP 11.C(3) 11.D(1)
    rules  md_tcp.toml hand
    seats  ann 1 2, bob 3
    chips  ann $50
    played 5
    deck   2s Kc 7d Kd 9h 4s
    > box 1 folds
      wager forfeited 1 ante $10                                11.C(1)
    > box 1 plays
      refused no-decision-due                                   11.B

`rules` names a house file and a table of it. With a `deck`, the table is opened unseen: decks received and opened,
seats taken, chips bought, cards shuffled and cut so that those on the line come off first and the rest follows in the
order of a new deck (`DECK`), bets opened at 0:00:00. Without one, the transcript does all of that itself. Where no
`seats` are given, every box that is spoken of has a player of its own: ann at box 1, bob at box 2, and so on; each has
$1,000 unless `chips` says otherwise. `played` is a number of whole rounds that went before, unseen.
"""

import re
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import NamedTuple

from pitboss.cards import DECK, UNREAD, Card, parse_cards
from pitboss.errors import CommandRefused
from pitboss.money import parse_money
from pitboss.play import commands as c
from pitboss.play.commands import Command
from pitboss.play.encoding import event_from_json, event_to_json, parse_event, show_event
from pitboss.play.events import Event
from pitboss.play.notation import parse_command, show_command
from pitboss.rules.approve import approve_file
from pitboss.rules.ruleset import House, Ruleset
from pitboss.table import decks, playing
from pitboss.table.decide import decide
from pitboss.table.state import Table, evolve, new_table

FOLDER = Path(__file__).parent
NAMES = ("ann", "bob", "cal", "dee", "eve", "fay", "gus")
CUT = 10
_NEVER_OWED = ("rack", "area", "meter", "jackpot")
_FIRST = re.compile(r"# (?P<shows>.+?\.)\s{2,}(?P<regulation>[A-Z]{2}-[A-Z]{3}) (?P<clauses>\S+(?: \S+)*)")


class Transcript(NamedTuple):
    """A file as it is read: what it shows, how the table is set up, what is said."""

    shows: str
    clauses: tuple[str, ...]
    head: tuple[str, ...]
    setting: dict[str, str]
    commands: tuple[Command, ...]

    @property
    def ruleset(self) -> Ruleset:
        file, table = self.setting["rules"].split()
        return _house(FOLDER / file).tables[table]

    @property
    def seats(self) -> dict[int, str]:
        """The player of each box."""
        if "seats" in self.setting:
            groups = (group.split() for group in self.setting["seats"].split(", "))
            return {int(box): player for player, *boxes in groups for box in boxes}
        return {box: NAMES[box - 1] for box in sorted({*map(_box, self.commands)} - {0})}

    @property
    def chips(self) -> dict[str, int]:
        """What each player buys."""
        bought = dict.fromkeys(self.seats.values(), parse_money("$1,000"))
        for part in self.setting["chips"].split(", ") if "chips" in self.setting else ():
            player, amount = part.split()
            bought[player] = parse_money(amount)
        return bought


@cache
def _house(file: Path) -> House:
    return approve_file(str(file))


def _box(command: Command) -> int:
    # A correction names a box of a round that is over.
    return getattr(command, "box", 0) if not isinstance(command, c.TakeSeat | c.CorrectPayment) else 0


def read(text: str) -> Transcript:
    """The transcript in a text; its events are left aside."""
    first, *lines = text.splitlines()
    heading = _FIRST.fullmatch(first)
    assert heading, f"the first line is `# What it shows.   MD-TCP 11.C(3) 11.D(1)`, not {first!r}"
    head = [line for line in lines if line and line[0] not in "> "]
    setting: dict[str, str] = {}
    for line in head:
        word, rest = line.split(maxsplit=1)
        setting[word] = f"{setting[word]} {rest}" if word in setting else rest
    assert set(setting) <= {"rules", "seats", "chips", "played", "deck"}, f"unknown words in {setting}"
    clauses = tuple(f"{heading['regulation']} {address}" for address in heading["clauses"].split())
    commands = tuple(parse_command(line[2:]) for line in lines if line.startswith("> "))
    return Transcript(heading["shows"], clauses, (first, *head), setting, commands)


class Play:
    """A table under way. Every event is checked as it happens, and all of them are kept."""

    def __init__(self, ruleset: Ruleset) -> None:
        self.start = self.table = new_table(ruleset)
        self.events: list[Event] = []
        self.refused: list[tuple[str, str]] = []
        self._dealt_from: Sequence[Card] = ()

    def do(self, command: Command) -> tuple[Event, ...]:
        """Decides a command and evolves the table, one event at a time."""
        events = decide(self.table, command)
        for event in events:
            self.table = evolve(self.table, event)
            self.events.append(event)
            self._check(event)
        return events

    def _check(self, event: Event) -> None:
        assert parse_event(show_event(event), event.cite.split(" ")[0]) == event
        assert event_from_json(event_to_json(event)) == event
        accounts = self.table.accounts
        assert sum(accounts.values()) == 0, f"chips appear or vanish at {event}"
        assert all(cents >= 0 for name, cents in accounts.items() if name.startswith(_NEVER_OWED)), event
        if self.table.round and self.table.deck:
            self._dealt_from = self.table.deck.order
        lying = cards_at(self.table)
        assert not lying or is_whole(lying, self._dealt_from), f"cards appear or vanish at {event}"
        left = [name for name in accounts if name.startswith(("area", "jackpot"))]
        assert self.table.round or not left, f"a chip is left at {event}"

    def replayed(self) -> Table:
        """The table that the events alone make."""
        table = self.start
        for event in self.events:
            table = evolve(table, event)
        return table


def is_whole(lying: Sequence[Card], deck: Sequence[Card]) -> bool:
    """Whether these cards are those of a deck; cards that nobody has read stand for some of the others."""
    known = [card for card in lying if card != UNREAD]
    return len(lying) == len(deck) and len(set(known)) == len(known) and set(known) <= set(deck)


def cards_at(table: Table) -> list[Card]:
    """Every card of the round, wherever it lies; between rounds those in the discard rack."""
    round_ = table.round
    if round_ is None:
        return list(table.rack)
    held = [card for box in round_.boxes.values() if not box.in_rack for card in box.cards]
    piles = [card for pile in round_.piles.values() for card in pile]
    stub = [UNREAD] * round_.in_stub() if round_.unread() else round_.stub
    return [*held, *piles, *round_.burned, *round_.rack, *stub]


def opened(transcript: Transcript) -> Play:
    """The table as the transcript finds it."""
    play = Play(transcript.ruleset)
    if "deck" not in transcript.setting:
        return play
    for player, amount in transcript.chips.items():
        play.do(c.BuyChips(player, amount))
    for box, player in transcript.seats.items():
        play.do(c.TakeSeat(player, box))
    play.do(c.ReceiveDecks(transcript.ruleset.submission.decks, preshuffled=False))
    while due := decks.step_due(play.table):
        play.do(c.Perform(due[1].does, due[1].by))
    for _ in range(int(transcript.setting.get("played", "0"))):
        _play_through(play)
    first = parse_cards(transcript.setting["deck"])
    _shuffle(play, (*first, *(card for card in DECK if card not in first)))
    play.do(c.OpenBets(0))
    return play


def _shuffle(play: Play, order: tuple[Card, ...]) -> None:
    """Shuffles the deck in turn, and cuts it where that is due, so that it is dealt in this order."""
    deck = play.table.deck
    assert deck
    way = decks.shuffle_ways(play.table, deck)[0]
    uncut = (*order[-CUT:], *order[:-CUT])
    after = evolve(play.table, decide(play.table, c.RecordShuffle(uncut, way))[0]).deck  # type: ignore[arg-type]
    needs_cut = after is not None and after.needs_cut
    play.do(c.RecordShuffle(uncut if needs_cut else order, way))  # type: ignore[arg-type]
    if needs_cut:
        play.do(c.CutCards(CUT))
    if decks.deck_to_shuffle(play.table) is not None:
        # The shuffler shuffles the second deck during the round.
        play.do(c.LoadShuffler())


def _play_through(play: Play) -> None:
    """A whole round of the least wagers, in which nobody stakes more."""
    _shuffle(play, DECK)
    play.do(c.OpenBets(0))
    electronic = play.table.ruleset.submission.device == "electronic"
    play.do(c.PlaceWagers(min(play.table.seats), play.table.ruleset.least_wagers, hand=int(electronic)))
    play.do(c.CloseBets())
    play.do(c.DealCards())
    if decks.count_is_due(play.table):
        play.do(c.CountStub(decks.cards_to_count(play.table)))
    while due := playing.pending(play.table):
        play.do(c.Choose(due[1][0], due[0].choices[-1].choice))
    play.do(c.Settle())


def played(transcript: Transcript) -> tuple[str, Play]:
    """The text that the transcript should have, and the table after it."""
    play = opened(transcript)
    lines = [*transcript.head]
    for command in transcript.commands:
        lines += [f"> {show_command(command)}", *_answer(play, command)]
    return "\n".join(lines) + "\n", play


def _answer(play: Play, command: Command) -> Iterator[str]:
    try:
        events = play.do(command)
    except CommandRefused as refused:
        play.refused.append((refused.code, refused.clause))
        address = refused.clause.split(" ", 1)[-1]
        yield f"  {f'refused {refused.code}':<57} {address}"
        return
    for event in events:
        yield f"  {show_event(event)}"
