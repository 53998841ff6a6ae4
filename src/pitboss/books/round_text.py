"""A round in the notation of golden rounds: each command after `> `, and its events beneath it.

The text can be played again at a new table: its head has the seats, chips and deck from before the bets. Whatever the
round does not depend on is left out: other decks, chips between table and cage, other tables of a link. A new table
cannot begin with a carried fraction of a cent, so the first contribution to a meter may differ by one cent.
"""

import json
import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any, NamedTuple

from pitboss.books.replay import Moment, Replay
from pitboss.books.resettlement import found_meters
from pitboss.cards import show_cards
from pitboss.errors import CommandRefused
from pitboss.ledger.fold import HOUSE
from pitboss.ledger.store import Store
from pitboss.money import show_money
from pitboss.play import commands as c
from pitboss.play import events as e
from pitboss.play.encoding import show_event
from pitboss.play.notation import parse_command, show_command
from pitboss.play.terms import Cards
from pitboss.table.decide import act
from pitboss.table.decks import deck_to_shuffle, shuffle_ways, step_due
from pitboss.table.state import Table, new_table

_APART = (c.RecordShuffle, c.FillTable, c.CreditTable, c.EmptyDrop)
"""Commands that the round does not depend on."""
_A_LINE = 26
"""Cards on one line of the head."""


class RoundText(NamedTuple):
    """A round as text, and the house file that its first line names."""

    text: str
    house: str
    house_name: str


def round_text(replay: Replay, house: str, stem: str = "round") -> RoundText:
    """The round in the notation. `house` is the text of the recorded house file with its rules."""
    stem, table = re.sub(r"\s", "_", stem), re.sub(r"\s", "_", replay.table)
    name = f"{stem}.house-{replay.house}.toml"
    if table != replay.table or any(
        isinstance(event, e.WagerPaid | e.JackpotLocked) and event.meter for event in replay.events
    ):
        # A meter that pays must show what it showed then, but a new table starts it at its seed.
        house, name = _house(replay, house, table), f"{stem}.house-{table}-{replay.final.number}.toml"
    names = _names(replay)
    body = [line for group in _groups(replay) for line in _lines(group, names)]
    cites = dict.fromkeys(event.cite for event in replay.events if not isinstance(event, e.MeterShown))
    clauses = " ".join(cite.split(" ", 1)[1] for cite in cites)
    lines = [
        f"# Round {replay.id} as the ledger has it.   {replay.before.ruleset.regulation.id} {clauses}",
        f"rules  {name} {table}",
        *(_opening(replay, names) if _needs_opening(replay) else _head(replay, names)),
        *body,
    ]
    return RoundText("\n".join(lines) + "\n", house, name)


def recorded_house(store: Store, seq: int) -> str:
    """The house file in an entry of the house's stream."""
    entry = next(store.stream(HOUSE, seq - 1))
    return str(entry.content["events"][0]["file"])


# Commands and events


def _groups(replay: Replay) -> Iterator[list[Moment]]:
    """The moments after the bets opened, command by command."""
    after = replay.moments[replay.opened + 1 :]
    for _, group in groupby(after, lambda moment: moment.source.place):
        yield list(group)


def _lines(group: Sequence[Moment], names: Mapping[str, str]) -> list[str]:
    if any(isinstance(moment.event, e.DeckShuffled) for moment in group):
        return []
    command = _command(group[0])
    if isinstance(command, _APART):
        return []
    events = (moment.event for moment in group if not isinstance(moment.event, e.MeterShown))
    shown = (f"  {show_event(_renamed(event, names))}" for event in events)
    return [f"> {show_command(_renamed(command, names))}", *shown]


def _command(first: Moment) -> c.Command:
    """The command of a group; a count that the house made names no number."""
    if isinstance(first.event, e.StubCounted) and not first.source.command[-1:].isdecimal():
        return c.CountStub(first.event.number)
    return parse_command(first.source.command)


def _renamed(value: Any, names: Mapping[str, str]) -> Any:
    """A command or an event with the one-word name of its player."""
    player = getattr(value, "player", None)
    return value.replace(player=names.get(player, player)) if player else value


def _names(replay: Replay) -> dict[str, str]:
    """A name of one word for everybody in the round."""
    players = [*replay.before.seats.values()]
    players += [
        event.player
        for event in replay.events
        if isinstance(event, e.SeatTaken | e.PaymentCorrected | e.BoxPaymentCorrected)
    ]
    names: dict[str, str] = {}
    for player in dict.fromkeys(players):
        name = re.sub(r'[\s,"\\]+', "_", player)
        while name in names.values():
            name += "_"
        names[player] = name
    return names


# The table before the bets


def _needs_opening(replay: Replay) -> bool:
    """Whether the text must open the table by commands: a head cannot express cards read at the deal or devices out of
    service."""
    return replay.unread or not replay.before.seats or bool(replay.before.out_of_service)


def _head(replay: Replay, names: Mapping[str, str]) -> list[str]:
    table = replay.before
    seats: dict[str, list[int]] = {}
    for box, player in sorted(table.seats.items()):
        seats.setdefault(names[player], []).append(box)
    sat = ", ".join(f"{player} {' '.join(map(str, boxes))}" for player, boxes in seats.items())
    chips = ", ".join(f"{name} {show_money(cents)}" for name, cents in _chips(table, names))
    deck = _deck(replay)
    cards = [f"deck   {show_cards(deck[start : start + _A_LINE])}" for start in range(0, len(deck), _A_LINE)]
    return [f"seats  {sat}", f"chips  {chips}", *cards]


def _chips(table: Table, names: Mapping[str, str]) -> list[tuple[str, int]]:
    """The chips in each rack; at least a cent, because nobody can buy chips for nothing."""
    return [(name, max(table.rack_of(player), 1)) for player, name in names.items()]


def _deck(replay: Replay) -> Cards:
    """The cards in the order of the deck, as far as the round used them."""
    order = replay.before.deck.order if replay.before.deck else ()
    if any(isinstance(event, e.DeckCut) for event in replay.events):
        return order
    left = set(replay.final.stub)
    used = [number for number, card in enumerate(order, 1) if card not in left]
    return order[: max(used, default=1)]


def _opening(replay: Replay, names: Mapping[str, str]) -> list[str]:
    """The commands, with their events, that bring a new table to the opening of the bets."""
    lines: list[str] = []
    before, table = replay.before, new_table(replay.before.ruleset)
    shuffled = [moment.event for moment in replay.moments if isinstance(moment.event, e.DeckShuffled)]
    commands: list[c.Command] = [c.BuyChips(name, cents) for name, cents in _chips(before, names)]
    commands += [c.TakeSeat(names[player], box) for box, player in sorted(before.seats.items())]
    commands += [c.TakeOutOfService(device, how) for device, how in before.out_of_service.items()]  # type: ignore[arg-type]
    commands += [c.ReceiveDecks(max(1, len(before.decks)), preshuffled=not before.seats)]
    for command in commands:
        table = _act(table, command, lines)
    while due := step_due(table):
        table = _act(table, c.Perform(due[1].does, due[1].by), lines)
    way = shuffle_ways(table, table.decks[table.current])[0]
    order = before.deck.order if before.deck and shuffled and shuffled[0].order else ()
    depth = max(len(before.deck.order if before.deck else ()) // 2, before.ruleset.regulation.shuffling.cut.least)
    after = act(table, c.RecordShuffle(order, way))[0]  # type: ignore[arg-type]
    cut = after.deck is not None and after.deck.needs_cut
    table = _act(table, c.RecordShuffle((*order[-depth:], *order[:-depth]) if cut else order, way), lines)  # type: ignore[arg-type]
    if deck_to_shuffle(table) is not None:
        table = _act(table, c.RecordShuffle((), way), lines)  # type: ignore[arg-type]
    for command in (*((c.CutCards(depth),) if cut else ()), c.OpenBets(0)):
        table = _act(table, command, lines)
    return lines


def _act(table: Table, command: c.Command, lines: list[str]) -> Table:
    """The table after a command, which is added to the lines; a command that the new table refuses changes nothing."""
    try:
        table, events = act(table, command)
    except CommandRefused:
        return table
    lines += [f"> {show_command(command)}", *(f"  {show_event(event)}" for event in events)]
    return table


# The house file


def _house(replay: Replay, recorded: str, name: str) -> str:
    """A house file with the round's table alone, its meters seeded to show at each payment what they showed then."""
    house = tomllib.loads(recorded)
    table = house["tables"][replay.table]
    links = {offer["link"] for offer in table["wagers"].values() if offer.get("link")}
    shown, _ = found_meters(replay)
    for event in replay.events:
        if isinstance(event, e.MeterRaised):
            shown[event.meter] -= event.amount
    kept: dict[str, Any] = {}
    for link in sorted(links):
        meters = house["links"][link]["meters"]
        kept[link] = {
            "meters": {
                meter: {**choice, "seed": show_money(shown[meter]), "reset": choice.get("reset", choice["seed"])}
                for meter, choice in meters.items()
            }
        }
    written = _toml({"facility": house["facility"], "links": kept, "tables": {name: table}})
    return f"# The table of round {replay.id}, its meters as the round found them.\n{written}"


def _toml(document: Mapping[str, Any], path: tuple[str, ...] = ()) -> str:
    """A document of tables, text, numbers and lists as TOML."""
    plain = {key: value for key, value in document.items() if not isinstance(value, dict)}
    lines = [f"{json.dumps(key)} = {json.dumps(value)}" for key, value in plain.items()]
    if path and lines:
        lines.insert(0, f"\n[{'.'.join(map(json.dumps, path))}]")
    text = "".join(f"{line}\n" for line in lines)
    return text + "".join(_toml(value, (*path, key)) for key, value in document.items() if isinstance(value, dict))
