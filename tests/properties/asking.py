"""What can be asked of a table: anything at all, and the step that comes next if nothing is amiss."""

from collections.abc import Callable, Iterator
from random import Random
from typing import Literal

from hypothesis import strategies as st

from pitboss.cards import DECK, UNREAD, Card, parse_cards
from pitboss.play import commands as c
from pitboss.play.commands import Command
from pitboss.play.round import Round
from pitboss.table import closing_bets, decks, playing, turning
from pitboss.table.stakes import accepted_stakes
from pitboss.table.state import Table

PLAYERS = ("ann", "bob", 'Mr. "Q"  O\'Neil')
AMOUNTS = (0, 50, 100, 250, 300, 500, 1000, 5000, 20_000)
CHOICES = ("ride", "withdraw", "play", "fold")
ITEMS = ("progressive", "five_card_progressive", "ante", "luck")
WAYS = ("hand", "device", "preshuffled")
DECKS: tuple[c.Deck, ...] = ("", "current", "device")
DEVICES = ("shuffler", "dealing_shoe")
STAFF: tuple[Literal["dealer", "floorperson"], ...] = ("dealer", "floorperson")
PLACES = ("1", "2", "3", "dealer", "community", "bonus_box", "burned")
DECISIONS = ("play", "bet_1", "bet_2", "luck")
FOUND = (
    "card_face_up", "second_card_face_up", "card_drawn_in_error", "wrong_number_of_cards", "card_exposed_early",
    "face_up_after_deal", "shuffler_failed", "dealing_shoe_failed", "device_unusable", "stub_misdealt",
    "stub_wrong", "deck_not_52", "rain",
)  # fmt: skip

chances = st.integers(0, 2**64).map(Random)
"""One draw decides a whole step: drawing every detail apart takes longer than all the rest."""


def shuffled(chance: Random) -> tuple[Card, ...]:
    """A deck: fairly shuffled, or such that neighbours in suit and rank come together to so many places."""
    if chance.random() < 0.5:
        return tuple(chance.sample(DECK, 52))
    start, places = chance.randrange(52), chance.randint(1, 8)
    run, cards = 52 // places, (*DECK[start:], *DECK[:start])
    return (*(cards[place * run + index] for index in range(run) for place in range(places)), *cards[places * run :])


def royal(table: Table, chance: Random) -> tuple[Card, ...]:
    """A deck that gives the first seated box a royal flush in spades, however many of its cards count."""
    places: dict[str, list[int]] = {}
    position = 0
    for row in table.ruleset.regulation.dealing[table.device].deal:
        if not row.if_offered or row.if_offered in table.ruleset.wagers:
            for pile in row.to * row.times:
                for to in map(str, sorted(table.seats)) if pile == "player" else (pile,):
                    places.setdefault(to, []).extend(range(position, position + row.cards))
                    position += row.cards
    first = next((places[str(box)] for box in sorted(table.seats) if str(box) in places), [])[:3]
    order = chance.sample(DECK, 52)
    for card, place in zip(parse_cards("As Ks Qs Js Ts"), first + places.get("community", [])[-2:], strict=False):
        other = order.index(card)
        order[place], order[other] = order[other], order[place]
    return tuple(order)


def some_wagers(table: Table, chance: Random) -> tuple[tuple[str, int], ...]:
    """Wagers that suit the table more often than not."""
    ruleset, times = table.ruleset, chance.choice([1, 1, 1, 2, 4])
    placed: dict[str, int] = {}
    for name, wager in ruleset.wagers.items():
        if wager.placed == "before_deal" and (wager.limits or chance.random() < 0.8):
            fixed = accepted_stakes(table.ruleset, name).fixed
            placed[name] = chance.choice(fixed) if fixed else (ruleset.offer(name).minimum or 0) * times
    return tuple(placed.items())


def next_step(table: Table, chance: Random) -> Command:
    """What the people at the table do next if nothing is amiss."""
    round_ = table.round
    if round_ is None:
        return next(_between_rounds(table, chance))
    if round_.reported:
        return c.ConfirmReport() if chance.random() < 0.5 else c.RefuseReport()
    if table.deck and table.deck.needs_cut and round_.phase in ("betting", "closed"):
        return c.CutCards(chance.randint(10, len(table.deck.order) - 1))
    if round_.phase == "betting":
        return _bet(table, chance)
    if round_.phase == "closed":
        if round_.differences:
            return _decision(table, chance)
        if playing.taken(table) > len(round_.stub):
            return c.Report("wrong_number_of_cards", None, "deck", len(round_.stub))
        # A shoe reads the cards before they are dealt, or nobody does before they are turned up.
        reads = playing.unread(table) and round_.number % 2
        return c.ReadCards(_read(table, chance)) if reads else c.DealCards()
    if decks.count_is_due(table):
        return c.CountStub(52 - round_.away())
    if open_now := playing.pending(table):
        return c.Choose(open_now[1][0], chance.choice(open_now[0].choices).choice)
    for box, item in sorted(round_.asked - round_.validated):
        return c.ValidateWin(box, item)
    if reading := turning.reading_due(table):
        return c.TurnCards(reading.place, winning(round_, reading.number, chance))
    return c.Settle()


def winning(round_: Round, number: int, chance: Random) -> tuple[Card, ...]:
    """Cards that may be turned up: any, or the highest spades that are left, so that jackpots are won."""
    spades = [card for card in parse_cards("As Ks Qs Js Ts") if card in round_.stub]
    if chance.random() < 0.5 and len(spades) >= number:
        return tuple(spades[:number])
    return tuple(chance.sample(round_.stub, number))


def _count(table: Table, chance: Random) -> tuple[tuple[str, int], ...]:
    """What the dealer counts: the chips that lie there, and now and then another number."""
    assert table.round
    boxes, wrong = table.round.boxes.values(), chance.random() < 0.1
    return tuple((wager, sum(wager in box.wagers for box in boxes) + wrong) for wager in closing_bets.to_count(table))


def _decision(table: Table, chance: Random) -> Command:
    """What the floorperson decides on chips that do not agree: the first wager in question, or a new count."""
    assert table.round
    (wager, more), *_ = table.round.differences.items()
    boxes = [number for number, box in table.round.boxes.items() if (wager in box.wagers) == (more < 0)]
    open_ = [number for number in boxes if (number, wager) not in table.round.decided]
    if open_ and chance.random() < 0.8:
        amount = (accepted_stakes(table.ruleset, wager).least or 0) if more > 0 else 0
        accepts = table.round.boxes[open_[0]].wagers and chance.random() < 0.3
        return c.AcceptWager(wager, open_[0], amount) if accepts else c.RefuseWager(wager, open_[0])
    return c.CountChips(wager, sum(wager in box.wagers for box in table.round.boxes.values()))


def _read(table: Table, chance: Random) -> tuple[Card, ...]:
    """Cards that can come out of the shoe: as many as the deal takes, or all that are left."""
    assert table.round
    return tuple(chance.sample(table.round.stub, min(playing.taken(table), len(table.round.stub))))


def _bet(table: Table, chance: Random) -> Command:
    assert table.round
    if decks.needs_a_look(table) and not table.round.in_play():
        return c.WithdrawBets()
    waiting = [box for box in table.seats if not table.round.boxes[box].wagers]
    if not waiting or (table.round.in_play() and chance.random() < 0.2):
        free = [box for box in range(1, table.ruleset.submission.boxes + 1) if box not in table.round.boxes]
        return c.CloseBets(_count(table, chance)) if table.round.in_play() else c.TakeSeat("someone new", free[0])
    box = waiting[0]
    if table.rack_of(table.seats[box]) < 1_000_000:
        return c.BuyChips(table.seats[box], 1_000_000)
    coupons = (("bet_1", 100),) if "match_play" in table.ruleset.regulation.conduct and chance.random() < 0.3 else ()
    hand = chance.randint(1, 3) if table.device == "electronic" else 0
    return c.PlaceWagers(box, some_wagers(table, chance), coupons, hand)


def _between_rounds(table: Table, chance: Random) -> Iterator[Command]:
    if not table.decks or (table.deck and 0 < len(table.deck.order) < 20):
        yield c.ReceiveDecks(decks.decks_wanted(table), chance.random() < 0.5)
    if (missing := decks.decks_missing(table)) > 0:
        yield c.ReceiveDecks(missing, chance.random() < 0.5)
    if due := decks.step_due(table):
        yield (
            c.Perform(due[1].does, due[1].by) if table.seats or due[1].by != "player" else c.TakeSeat("someone new", 1)
        )
    if decks.needs_a_look(table):
        yield c.GoIdle()
    waiting = decks.deck_to_shuffle(table)
    if waiting is not None:
        way = decks.shuffle_ways(table, table.decks[waiting])[0]
        order = royal(table, chance) if chance.random() < 0.3 else shuffled(chance)
        unknown = chance.random() < 0.2
        yield c.RecordShuffle(() if unknown else order, way)  # type: ignore[arg-type]
    if table.deck and table.deck.needs_cut:
        yield c.CutCards(chance.randint(10, len(table.deck.order) - 1))
    if decks.count_is_due(table):
        yield c.CountStub(52)
    yield c.OpenBets(table.deck.since or 0 if table.deck else 0)


def _turn(table: Table, chance: Random) -> Command:
    """The cards that are due, some other cards, or those of another place."""
    reading, place = turning.reading_due(table), chance.choice(PLACES)
    number = reading.number if reading else chance.randint(1, 4)
    if table.round and len(table.round.stub) >= number and chance.random() < 0.7:
        return c.TurnCards(reading.place if reading else place, tuple(chance.sample(table.round.stub, number)))
    return c.TurnCards(place, tuple(chance.choices(DECK, k=number)))


def _correct_cards(table: Table, chance: Random) -> Command:
    """Other cards for those that were read at a place, if there are any."""
    place = chance.choice(PLACES)
    number = len(table.round.cards_at(place)) if table.round else 0
    known = [card for card in table.round.cards_at(place) if card != UNREAD] if table.round else []
    free = [*table.round.stub, *known] if table.round else [*DECK]
    cards = tuple(chance.sample(free, min(number or 1, len(free))))
    return c.CorrectCards(place, cards, chance.choice(STAFF))


def _shuffle(chance: Random) -> Command:
    order = shuffled(chance)
    order = chance.choice([order, order[:51], order[:12], order[:51] + order[:1], ()])
    return c.RecordShuffle(order, chance.choice(WAYS))  # type: ignore[arg-type]


ANY: dict[type, Callable[[Table, Random], Command]] = {
    c.BuyChips: lambda _, x: c.BuyChips(x.choice(PLAYERS), x.choice(AMOUNTS)),
    c.CashOut: lambda _, x: c.CashOut(x.choice(PLAYERS), x.choice(AMOUNTS)),
    c.TakeSeat: lambda _, x: c.TakeSeat(x.choice(PLAYERS), x.randint(0, 8)),
    c.LeaveSeat: lambda _, x: c.LeaveSeat(x.randint(0, 8)),
    c.FreeSeat: lambda _, x: c.FreeSeat(x.randint(0, 8)),
    c.FillTable: lambda _, x: c.FillTable(x.choice(AMOUNTS)),
    c.CreditTable: lambda table, x: c.CreditTable(x.choice([*AMOUNTS, max(table.accounts["inventory"], 0), 10**9])),
    c.EmptyDrop: lambda _, __: c.EmptyDrop(),
    c.CorrectPayment: lambda table, x: c.CorrectPayment(
        x.choice([*PLAYERS, *table.seats.values()]),
        x.choice(AMOUNTS) * x.choice([1, -1]),
        x.choice(["a stack short", 'paid "twice"', " "]),
        x.choice([*table.ruleset.wagers, "dance"]),
        x.randint(1, 8),
        x.randint(1, table.rounds + 1),
    ),
    c.ReceiveDecks: lambda _, x: c.ReceiveDecks(x.randint(0, 3), x.random() < 0.5),
    c.Perform: lambda _, x: c.Perform(x.choice(["wash", "shuffle", "dance"]), x.choice(["dealer", "player"])),
    c.RecordShuffle: lambda _, x: _shuffle(x),
    c.CutCards: lambda _, x: c.CutCards(x.randint(0, 60)),
    c.OrderRecut: lambda _, __: c.OrderRecut(),
    c.OrderShuffle: lambda _, __: c.OrderShuffle(),
    c.LoadShuffler: lambda _, __: c.LoadShuffler(),
    c.WithdrawBets: lambda _, __: c.WithdrawBets(),
    c.GoIdle: lambda _, __: c.GoIdle(),
    c.OpenBets: lambda _, x: c.OpenBets(x.randint(0, 100_000)),
    c.PlaceWagers: lambda table, x: c.PlaceWagers(
        x.randint(0, 8),
        x.choice([some_wagers(table, x), (), (("ante", 100),), (("bet_1", 300), ("luck", 1)), (("ante", 1),) * 2]),
        x.choice([(), (("bet_1", 100),), (("ante", 100),)]),
        x.randint(0, 4),
    ),
    c.CloseBets: lambda _, x: c.CloseBets(x.choice([(), ((x.choice(ITEMS), x.randint(0, 3)),)])),
    c.ReadCards: lambda table, x: c.ReadCards(
        _read(table, x) if table.round and x.random() < 0.5 else tuple(x.choices(DECK, k=x.randint(0, 12)))
    ),
    c.DealCards: lambda _, __: c.DealCards(),
    c.TurnCards: _turn,
    c.CorrectCards: _correct_cards,
    c.CorrectChoice: lambda _, x: c.CorrectChoice(
        x.randint(0, 4), x.choice(DECISIONS), x.choice(CHOICES), x.choice(STAFF)
    ),
    c.Choose: lambda _, x: c.Choose(x.randint(0, 8), x.choice(CHOICES)),
    c.Settle: lambda _, __: c.Settle(),
    c.ValidateWin: lambda _, x: c.ValidateWin(x.randint(0, 8), x.choice(ITEMS)),
    c.CountStub: lambda _, x: c.CountStub(x.randint(0, 60), x.choice([0, 0, -1, x.randint(1, 52)]), x.choice(DECKS)),
    c.Report: lambda _, x: c.Report(
        x.choice(FOUND),
        x.choice([None, *DECK]),
        x.choice(["", "1", "2", "dealer", "community", "deck", "current", "device", "moon"]),
        x.randint(-1, 52),
        x.choice(["dealer", "floorperson"]),
    ),
    c.AcceptWager: lambda _, x: c.AcceptWager(x.choice(ITEMS), x.randint(0, 8), x.choice([0, 100, 500])),
    c.RefuseWager: lambda _, x: c.RefuseWager(x.choice(ITEMS), x.randint(0, 8)),
    c.CountChips: lambda _, x: c.CountChips(x.choice(ITEMS), x.randint(0, 3)),
    c.ConfirmReport: lambda _, __: c.ConfirmReport(),
    c.RefuseReport: lambda _, __: c.RefuseReport(),
    c.TakeOutOfService: lambda _, x: c.TakeOutOfService(x.choice(DEVICES), x.choice(["covered", "marked"])),  # type: ignore[arg-type]
    c.ReturnToService: lambda _, x: c.ReturnToService(x.choice(DEVICES)),  # type: ignore[arg-type]
    c.DeclareAbandoned: lambda _, x: c.DeclareAbandoned(x.randint(0, 8)),
    c.FindViolation: lambda _, x: c.FindViolation(x.randint(0, 8)),
}
"""For each kind of command, one at random, sensible or not."""


def any_command(table: Table, chance: Random) -> Command:
    return ANY[chance.choice(list(ANY))](table, chance)
