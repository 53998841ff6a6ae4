"""A round that is over, for a person who investigates it: no card is hidden."""

from collections.abc import Iterator
from itertools import groupby

from pitboss.books.recorded_commands import RecordedCommand
from pitboss.books.replay import Replay, gist_of
from pitboss.books.resettlement import PaymentDifference, ResettledLine, Resettlement
from pitboss.cards import UNREAD, show_cards
from pitboss.cli.output import heading, paint, paragraph, say, table
from pitboss.cli.times import show_clock, show_when
from pitboss.documents.event_text import EventNarrator
from pitboss.documents.hand_names import hand_name
from pitboss.documents.titles import PILES, plain_words
from pitboss.money import show_money
from pitboss.play import events as e
from pitboss.play.terms import Cards
from pitboss.rules.regulation import Regulation
from pitboss.text import address, plural, printable, show_signed

_BOX_HEAD = ("item", "stake", "outcome", "hand", "odds", "computed", "back", "net", "clause")
_METER_HEAD = ("meter", "before", "raised", "paid", "filled up", "given back", "elsewhere", "after")


def show_replay(resettlement: Resettlement) -> None:
    """Prints everything about a round."""
    replay = resettlement.replay
    _show_head(replay)
    print(heading("What was said and done"))
    for line in _course(replay):
        print(line)
    _show_hands(replay)
    _show_settlement(resettlement)
    _show_meters(resettlement)
    _show_corrections(replay)
    _show_verdict(resettlement)


def _show_head(replay: Replay) -> None:
    ruleset, first, last = replay.before.ruleset, replay.first.source, replay.last.source
    regulation = ruleset.regulation
    void = f"  {paint('void', 'yellow')}" if replay.void else ""
    say(f"{paint(f'Round {printable(replay.id)}', 'bold')}  {regulation.id}  {regulation.title}{void}")
    lasted = (last.at - first.at) // 1000
    say(f"{show_when(first.at)} UTC, {lasted} s; entries {first.place.position} to {last.place.position}", 2)
    say(f"dealt from {_device(replay.before.device)}; rules {ruleset.digest[:12]}", 2)
    if replay.shuffle:
        way = "made by a seed" if replay.shuffle.by_seed else "read after the shuffle"
        committed = f"committed to as {replay.shuffle.commitment[:16]}..."
        say(f"deck {way}, {committed}: pitboss verify --round {printable(replay.id)} checks it", 2)


def _device(device: str) -> str:
    return "the hand" if device == "hand" else f"the {plain_words(device)}"


# The course of the round


def _course(replay: Replay) -> Iterator[str]:
    """Commands and, below each, its events; a clause is explained the first time."""
    told: set[str] = set()
    refused, rules = list(replay.refused), replay.before.ruleset.regulation
    for _, moments in groupby(replay.moments, lambda moment: moment.source.place):
        group = list(moments)
        while refused and refused[0].source.place.position < group[0].source.place.position:
            one = refused.pop(0)
            yield _command(one.source)
            yield from _happened(f"refused: {one.reason}", one.clause, rules, told)
        yield _command(group[0].source)
        for moment in group:
            narrator = EventNarrator(moment.table, sees_all=True)
            yield from _happened(str(narrator.text(moment.event)), moment.event.cite, rules, told)


def _command(said: RecordedCommand) -> str:
    who = f"{printable(said.by)}, {said.role}"
    return paragraph(
        f"{paint(show_clock(said.at), 'dim')}  {who}  {paint(f'> {printable(_said(said))}', 'bold')}", 2, 2
    )


def _happened(text: str, cite: str, rules: Regulation, told: set[str]) -> Iterator[str]:
    """An event with its clause and, at its first appearance, the gist of the clause."""
    yield paragraph(f"{printable(text)} ({address(cite)})", 4, hang=2)
    if cite not in told and (gist := gist_of(cite, rules)):
        yield paragraph(paint(gist, "dim"), 6)
    told.add(cite)


def _said(said: RecordedCommand) -> str:
    """A command; the order of a shuffle is shown with the hands."""
    return said.command.partition(": ")[0] if said.command.startswith("dealer shuffles by") else said.command


# Hands


def _show_hands(replay: Replay) -> None:
    final, dealt = replay.final, replay.dealt
    rows = [
        (f"box {number}", printable(box.player), _held(replay, box.cards))
        for number, box in sorted(final.boxes.items())
        if box.cards
    ]
    rows += [(PILES[pile].lower(), "", show_cards(dealt[pile])) for pile in PILES if dealt.get(pile)]
    rows += [("burned", "", show_cards(final.burned))] if final.burned else []
    shuffled = [one.event for one in replay.moments if isinstance(one.event, e.DeckShuffled) and one.event.order]
    rows += [("deck, as shuffled", "", show_cards(shuffled[0].order))] if shuffled else []
    unknown = f" and {replay.unknown} that nobody read" if replay.unknown else ""
    rows += [("discard rack", "", show_cards(replay.rack) + unknown)] if replay.rack else []
    print(heading("The hands, rebuilt"))
    print(table(("", "", ""), rows))


def _held(replay: Replay, cards: Cards) -> str:
    """The cards of a box, and the name of the hand if a showdown compares it."""
    regulation = replay.before.ruleset.regulation
    if regulation.showdown is None or UNREAD in cards:
        return show_cards(cards)
    return f"{show_cards(cards)}  {hand_name(regulation.hands[regulation.showdown.hand].ranking, cards)}"


# Settlement


def _show_settlement(resettlement: Resettlement) -> None:
    for number, group in groupby(resettlement.lines, lambda one: one.box):
        lines = list(group)
        box = resettlement.replay.final.boxes[number]
        decided = "".join(f"  {choice}" for made, choice in box.choices.items() if made not in box.undecided)
        print(heading(f"Box {number}  {printable(box.player)}{decided}"))
        print(table(_BOX_HEAD, map(_line, lines), right=(1, 6, 7)))
        say(f"net {show_signed(sum(one.line.net for one in lines))}", 2)


def _line(one: ResettledLine) -> tuple[str, ...]:
    line = one.line
    of = f" of box {line.hand_of}" if line.hand_of and line.hand_of != one.box else ""
    return (
        line.item,
        show_money(line.stake) if line.stake else "-",
        line.outcome,
        f"{plain_words(line.pattern)}{of}" if line.pattern else "-",
        line.odds or "-",
        one.sum,
        show_money(line.returned + line.amount),
        show_signed(line.net),
        address(line.cite),
    )


def _show_meters(resettlement: Resettlement) -> None:
    if resettlement.meters:
        print(heading("Meters"))
        rows = [(name, *(show_money(cents) for cents in moves)) for name, moves in resettlement.meters.items()]
        print(table(_METER_HEAD, rows, right=range(1, 8)))


def _show_corrections(replay: Replay) -> None:
    if replay.corrections:
        print(heading("Corrected afterwards"))
        rows = [
            (f"{show_when(said.at)}", f"{printable(said.by)}, {said.role}", printable(event.player),
             show_signed(event.amount), printable(event.reason))
            for said, event in replay.corrections
        ]  # fmt: skip
        print(table(("time (UTC)", "who", "player", "amount", "reason"), rows, right=(3,)))


def _show_verdict(resettlement: Resettlement) -> None:
    found = resettlement.differences
    if not found:
        settled = "every wager went back" if resettlement.replay.void else "paid as due"
        print()
        say(f"Settled again: {paint(settled, 'green', 'bold')}.")
        return
    print(heading("Not as due"))
    rows = [(_item(one), show_money(one.due), show_money(one.paid), one.clause) for one in found]
    print(table(("item", "due", "paid", "clause"), rows, right=(1, 2)))
    print()
    say(f"Settled again: {paint(plural(len(found), 'difference'), 'red', 'bold')}.")


def _item(one: PaymentDifference) -> str:
    return f"box {one.box} {one.item}" if one.box else one.item
