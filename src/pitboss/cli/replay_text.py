"""A round that is over, told to a person who looks into it: no card is hidden any more."""

from collections.abc import Iterator
from itertools import groupby

from pitboss.books.replay import Moment, RecordedCommand, Replay, gist_of
from pitboss.books.resettlement import PaymentDifference, ResettledLine, Resettlement
from pitboss.cards import show_cards
from pitboss.cli import narration as telling
from pitboss.cli.cards import name_hand
from pitboss.cli.text import heading, paint, paragraph, say, table
from pitboss.cli.times import show_clock, show_when
from pitboss.money import show_money
from pitboss.play import events as e
from pitboss.play.encoding import words_of
from pitboss.play.terms import Cards
from pitboss.text import address, plural, printable, show_signed, spaced

_BOX_HEAD = ("item", "stake", "outcome", "hand", "odds", "reckoned", "back", "net", "clause")
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
    return "the hand" if device == "hand" else f"the {spaced(device)}"


# The course of the round


def _course(replay: Replay) -> Iterator[str]:
    """Commands and, beneath each, what it brought about; a clause is explained where it comes first."""
    told: set[str] = set()
    refused = list(replay.refused)
    for _, moments in groupby(replay.moments, lambda moment: moment.source.place):
        group = list(moments)
        while refused and refused[0].source.place.position < group[0].source.place.position:
            one = refused.pop(0)
            yield _command(one.source)
            yield from _happened(f"refused: {one.reason}", one.clause, told)
        yield _command(group[0].source)
        for moment in group:
            yield from _happened(words(moment, replay.void), moment.event.cite, told)


def _command(said: RecordedCommand) -> str:
    who = f"{printable(said.by)}, {said.role}"
    return paragraph(
        f"{paint(show_clock(said.at), 'dim')}  {who}  {paint(f'> {printable(_said(said))}', 'bold')}", 2, 2
    )


def _happened(text: str, cite: str, told: set[str]) -> Iterator[str]:
    """What happened with its clause and, if the clause comes for the first time, what that says."""
    yield paragraph(f"{printable(text)} ({address(cite)})", 4, hang=2)
    if cite not in told:
        yield paragraph(paint(gist_of(cite), "dim"), 6)
    told.add(cite)


def _said(said: RecordedCommand) -> str:
    """A command; the order of a shuffle stands among the hands."""
    return said.command.partition(": ")[0] if said.command.startswith("dealer shuffles by") else said.command


def words(moment: Moment, void: bool = False) -> str:
    """An event in words, its cards too."""
    event = moment.event
    if text := _cards(event) or _money(event, void):
        return text
    settled = telling.result(moment.table, event) if moment.table.round else None
    if settled:
        net = f" {show_signed(settled.net)}" if settled.net else ""
        return f"box {settled.box} {settled.item}: {settled.outcome}{net}, {settled.why}"
    return telling.step(event) or _otherwise(event)


def _cards(event: e.Event) -> str:
    match event:
        case e.CardsRead(cards=cards):
            return f"read from the top: {show_cards(cards)}"
        case e.CardsDealt(to=to, cards=cards):
            return f"{_place(to)}: {show_cards(cards)}"
        case e.CardDiscarded(pile=pile, card=card):
            return f"{card} of the {_place(pile)} to the discard rack"
        case e.CardBurned(card=card):
            return f"{card} burned"
        case e.CardsCollected(box=box, cards=cards):
            return f"box {box}: {show_cards(cards)} to the discard rack"
    return ""


def _place(pile: str) -> str:
    return f"box {pile}" if pile.isdecimal() else telling.PILES.get(pile, pile)


def _money(event: e.Event, void: bool) -> str:
    match event:
        case e.WagerReturned(box=box, wager=wager, amount=amount) if void:
            return f"box {box} {wager}: {show_money(amount)} returned"
        case e.PaymentTakenBack(box=box, item=item, amount=amount):
            return f"box {box} {item}: {show_money(amount)} taken back"
        case e.MeterShown(meter=meter, amount=amount):
            return f"meter {meter} shows {show_money(amount)}: other tables have moved it"
        case e.PaymentCorrected(player=player, amount=amount, reason=reason):
            return f"{player}: {show_signed(amount)} put right, {reason}"
        case e.MeterLowered(meter=meter, amount=amount):
            return f"meter {meter} gives {show_money(amount)} back"
        case e.ValidationAsked(box=box, item=item):
            return f"box {box} {item}: a win, which waits for the floorperson"
        case e.IrregularityFound(found=found, effects=effects):
            return f"{spaced(found)}: {spaced(effects).replace(',', ', ')}"
    return ""


def _otherwise(event: e.Event) -> str:
    """The kind of event, and all that it says."""
    said = (str(value) for name, value in event.as_dict().items() if name != "cite" and value not in ("", ()))
    return " ".join([words_of(type(event).__name__), *said])


# Hands


def _show_hands(replay: Replay) -> None:
    final, dealt = replay.final, replay.dealt
    rows = [
        (f"box {number}", printable(box.player), _held(replay, box.cards))
        for number, box in sorted(final.boxes.items())
        if box.cards
    ]
    rows += [(telling.PILES[pile], "", show_cards(dealt[pile])) for pile in telling.PILES if dealt.get(pile)]
    rows += [("burned", "", show_cards(final.burned))] if final.burned else []
    shuffled = [one.event for one in replay.moments if isinstance(one.event, e.DeckShuffled) and one.event.order]
    rows += [("deck, as shuffled", "", show_cards(shuffled[0].order))] if shuffled else []
    unknown = f" and {replay.unknown} that nobody read" if replay.unknown else ""
    rows += [("discard rack", "", show_cards(replay.rack) + unknown)] if replay.rack else []
    print(heading("The hands, put together again"))
    print(table(("", "", ""), rows))


def _held(replay: Replay, cards: Cards) -> str:
    """The cards of a box, and what they are by themselves where a showdown compares them."""
    regulation = replay.before.ruleset.regulation
    if regulation.showdown is None:
        return show_cards(cards)
    return f"{show_cards(cards)}  {name_hand(regulation.hands[regulation.showdown.hand].ranking, cards)}"


# Settlement


def _show_settlement(resettlement: Resettlement) -> None:
    for number, group in groupby(resettlement.lines, lambda one: one.box):
        lines = list(group)
        box = resettlement.replay.final.boxes[number]
        decided = "".join(f"  {choice}" for choice in box.choices.values())
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
        f"{spaced(line.pattern)}{of}" if line.pattern else "-",
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
        print(heading("Put right afterwards"))
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
