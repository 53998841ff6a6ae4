"""Table: the immutable state of a table, and how events change it."""

from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache
from types import MappingProxyType
from typing import assert_never

from pitboss.cards import DECK, Card, cut
from pitboss.play import event_groups as g
from pitboss.play import events as e
from pitboss.play.message import TypedValue
from pitboss.play.round import Box, Round, evolve_round
from pitboss.play.terms import Cards, Terms
from pitboss.rules.clause import Clause
from pitboss.rules.procedures import OpeningStep
from pitboss.rules.ruleset import Ruleset
from pitboss.rules.vocabulary import Device, Shuffler
from pitboss.table.chips import Accounts, payout_account, post


class DeckState(TypedValue, frozen=True):
    """One deck: how far it is opened, shuffled and cut, and since when it is in play."""

    opened: int = 0
    """Opening steps done."""
    preshuffled: bool = False
    order: Cards = ()
    """From the top; empty until the cards are shuffled."""
    needs_cut: bool = False
    is_cut: bool = False
    """Cut since the last shuffle."""
    since: int | None = None
    loaded: bool = False
    """In the shuffler, which shuffles it."""
    rests: bool = False
    """Used in the last round: it is the other deck's turn."""
    back: str = ""
    """The color of the backs, if the submission names it."""
    read: Cards | None = None
    """None if the order is known. Otherwise the cards read from the top; a new deck's order stands in for the rest."""


class Table(TypedValue, frozen=True):
    """Everything about a table. Equal events make equal tables."""

    ruleset: Ruleset
    terms: Terms
    decks: tuple[DeckState, ...] = ()
    current: int = 0
    """The deck in turn."""
    seats: Mapping[int, str] = MappingProxyType({})
    accounts: Accounts = MappingProxyType({})
    carry: Mapping[str, Fraction] = MappingProxyType({})
    """Fractions of a cent that wait to be added to a meter."""
    rounds: int = 0
    since_count: int = 0
    """Rounds since the stub was last counted."""
    unattended: bool = False
    """Whether nobody was at the table at some time since the cards were last looked at."""
    round: Round | None = None
    rack: Cards = ()
    """The last round's cards as they lie in the discard rack."""
    last: Round | None = None
    """The last round that was completed."""
    out_of_service: Mapping[str, str] = MappingProxyType({})

    @property
    def deck(self) -> DeckState | None:
        return self.decks[self.current] if self.decks else None

    @property
    def device(self) -> Device:
        """What deals now: a manual shoe if the dealing shoe, or a shuffler that it needs, is out of service."""
        own = self.ruleset.submission.device
        if not self.out_of_service:
            return own
        unusable = self.shuffler not in self.ruleset.regulation.dealing[own].shufflers
        return "manual_shoe" if unusable or "dealing_shoe" in self.out_of_service else own

    @property
    def community_hands(self) -> int:
        """The number of community hands that are dealt; 0 if players have cards of their own."""
        return self.terms.script.community_hands(self.device)

    @property
    def shuffler(self) -> Shuffler:
        """What shuffles now; a shoe that reshuffles goes out of service as a whole."""
        own = self.ruleset.submission.shuffler
        out = "shuffler" in self.out_of_service or (own == "reshuffling" and "dealing_shoe" in self.out_of_service)
        return "none" if out else own

    @property
    def opening_steps(self) -> tuple[OpeningStep, ...]:
        """The steps before the first shuffle."""
        return tuple(step for step in self.ruleset.regulation.opening.steps if step.does != "shuffle")

    def exempted_by(self, step: str) -> Clause | None:
        """The clause that makes a step unnecessary here, because the device reshuffles by itself."""
        rule = self.ruleset.regulation.shuffling.reshuffler
        if self.shuffler != "reshuffling" or rule is None or step not in rule.exempt:
            return None
        return rule.also[0] if rule.also else rule.cite

    def meters(self) -> dict[str, int]:
        """What the meters show, in whole cents."""
        meters = (name for link in self.ruleset.links.values() for name in link.meters)
        return {name: self.accounts[f"meter {name}"] for name in meters}

    def racks(self) -> dict[str, int]:
        """The chips of every player who has bought any."""
        return {name[5:]: amount for name, amount in self.accounts.items() if name.startswith("rack ")}

    def rack_of(self, player: str) -> int:
        """The chips of a player."""
        return self.accounts.get(f"rack {player}", 0)


def new_table(ruleset: Ruleset, inventory: int = 10_000_000) -> Table:
    """A table with chips in its inventory and meters at their seeds, before it receives cards."""
    accounts = {"inventory": inventory, "outside": -inventory}
    for link in ruleset.links.values():
        for name, meter in link.meters.items():
            accounts[f"meter {name}"] = meter.seed
            accounts["outside"] -= meter.seed
    return Table(ruleset, Terms.of(ruleset), accounts=accounts)


def evolve(table: Table, event: e.Event) -> Table:
    """The table after an event. No rules, no refusals."""
    accounts = post(table, event)
    if isinstance(event, g.RoundEvent):
        return _in_round(table, event, accounts)
    if accounts is not table.accounts:
        table = table.replace(accounts=accounts)
    match event:
        case e.SeatTaken(box=box, player=player):
            seated = table.round.with_box(box, Box(player)) if table.round else None
            return table.replace(seats={**table.seats, box: player}, round=seated)
        case e.SeatLeft(box=box) | e.SeatFreed(box=box):
            return _left(table, box)
        case e.DecksReceived(number=number, preshuffled=preshuffled):
            backs = table.ruleset.submission.backs
            received = tuple(_received(table, preshuffled, *backs[index : index + 1]) for index in range(number))
            return table.replace(decks=received, current=0, rack=(), unattended=False)
        case e.DeckAdded(preshuffled=preshuffled):
            there = {deck.back for deck in table.decks}
            missing = [back for back in table.ruleset.submission.backs if back not in there]
            in_turn = len(table.decks) if table.decks[table.current].rests else table.current
            added = (*table.decks, _received(table, preshuffled, *missing[:1]))
            return table.replace(decks=added, current=in_turn)
        case e.StepPerformed(step=step, deck=deck):
            table = table.replace(unattended=table.unattended and step != "view_cards")
            return _deck(table, deck, table.decks[deck].replace(opened=table.decks[deck].opened + 1))
        case e.DeckShuffled(deck=deck, order=order, way=way):
            return _shuffled(table, deck, order, way)
        case e.DeckCut(depth=depth):
            return _cut(table, depth)
        case e.DeckLoaded(deck=deck):
            return _deck(table, deck, table.decks[deck].replace(loaded=True))
        case e.RecutOrdered():
            return _deck(table, table.current, table.decks[table.current].replace(needs_cut=True))
        case e.ShuffleOrdered(deck=deck):
            return _deck(table, deck, table.decks[deck].replace(order=(), needs_cut=False, loaded=False, read=None))
        case e.TableIdled():
            seen = [step.does for step in table.opening_steps].index("view_cards")
            spread = tuple(
                other.replace(opened=seen, preshuffled=False, order=(), needs_cut=False, loaded=False, read=None)
                for other in table.decks
            )
            return table.replace(decks=spread, rack=())
        case e.DeckRemoved(deck=deck):
            decks = tuple(other for index, other in enumerate(table.decks) if index != deck)
            return table.replace(decks=decks, current=0)
        case e.DeviceTakenOut(device=device, how=how):
            return _taken_out(table, device, how)
        case e.DeviceReturned(device=device):
            out = {name: how for name, how in table.out_of_service.items() if name != device}
            return table.replace(out_of_service=out)
        case e.CardsRead(cards=cards):
            return _read(table, cards)
        case e.BetsOpened(round=number, at=at):
            return _opened(table, number, at)
        case e.BetsWithdrawn(round=number):
            return table.replace(round=None, rounds=number - 1, unattended=True, accounts=_between_rounds(accounts))
        case e.RoundCompleted():
            return _over(table).replace(last=table.round)
        case e.RoundVoided():
            return _over(table)
        case e.MeterRaised(meter=meter, amount=amount, carry=carry):
            return _raised(table, meter, amount).replace(carry={**table.carry, meter: fraction(carry)})
        case e.MeterShown(meter=meter, carry=carry):
            return table.replace(carry={**table.carry, meter: fraction(carry)})
        case e.MeterLowered(meter=meter, amount=amount, carry=carry):
            return _lowered(table, meter, amount).replace(carry={**table.carry, meter: fraction(carry)})
        case e.PayoutMade():
            paid = payout_account(event)
            return table.replace(accounts={name: cents for name, cents in accounts.items() if cents or name != paid})
        case e.DropEmptied():
            return _without_absent_players(table)
        case (
            e.ChipsBought()
            | e.ChipsCashed()
            | e.TableFilled()
            | e.TableCredited()
            | e.InventoryCounted()
            | e.PayoutHeld()
            | e.PaymentCorrected()
            | e.BoxPaymentCorrected()
        ):
            return table
        case _:
            assert_never(event)


def _in_round(table: Table, event: e.InRound, accounts: Accounts) -> Table:
    """Changes round and chips in one step: nearly all events change only these."""
    if isinstance(event, e.StubCounted):
        table = table.replace(since_count=-1 if table.round else 0)
    return table.replace(accounts=accounts, round=evolve_round(table.round, event) if table.round else None)


def _received(table: Table, preshuffled: bool, back: str = "") -> DeckState:
    """A new deck; one that comes preshuffled is not opened."""
    return DeckState(len(table.opening_steps) if preshuffled else 0, preshuffled=preshuffled, back=back)


def _opened(table: Table, number: int, at: int) -> Table:
    deck = table.decks[table.current]
    boxes = {box: Box(player) for box, player in sorted(table.seats.items())}
    started = _deck(table, table.current, deck.replace(since=at if deck.since is None else deck.since))
    return started.replace(round=Round(number, boxes=boxes, stub=deck.order), rounds=number, rack=(), unattended=False)


def _taken_out(table: Table, device: str, how: str) -> Table:
    table = table.replace(out_of_service={**table.out_of_service, device: how})
    if table.shuffler == "none" and len(table.decks) > 1:
        # Two decks alternate only with a shuffler; the one in turn stays.
        return table.replace(decks=(table.decks[table.current],), current=0)
    return table


def _raised(table: Table, meter: str, amount: int) -> Table:
    """Remembers what a meter showed before the wagers of the round raised it."""
    if table.round is None:
        return table
    before = {**table.round.meters_before, meter: table.accounts[f"meter {meter}"] - amount}
    return table.replace(round=table.round.replace(meters_before=before))


def _lowered(table: Table, meter: str, amount: int) -> Table:
    """Remembers that the house has taken back what it added to a meter."""
    if table.round is None or meter not in table.round.refilled:
        return table
    left = max(0, table.round.refilled[meter] - max(0, amount))
    return table.replace(round=table.round.replace(refilled={**table.round.refilled, meter: left}))


@lru_cache(maxsize=1024)
def fraction(text: str) -> Fraction:
    """A fraction of a cent, cached: all tables of a link receive the same fractions."""
    return Fraction(text)


def _over(table: Table) -> Table:
    """The round is over; its deck is shuffled next, and another deck takes its turn if there is one."""
    assert table.round
    decks = tuple(
        deck.replace(order=(), needs_cut=False, preshuffled=False, loaded=False, read=None, rests=True)
        if index == table.current
        else deck.replace(rests=False)
        for index, deck in enumerate(table.decks)
    )
    following = (table.current + 1) % len(decks) if decks else 0
    return table.replace(
        round=None,
        rack=table.round.rack_order(stub_first=table.terms.script.stub_first),
        decks=decks,
        current=following,
        since_count=table.since_count + 1,
        unattended=table.unattended or not table.seats,
        accounts=_between_rounds(table.accounts),
    )


def _between_rounds(accounts: Accounts) -> Accounts:
    """The accounts without the empty areas and jackpots of a round that is over."""
    return {name: cents for name, cents in accounts.items() if cents or not name.startswith(("area ", "jackpot "))}


def _without_absent_players(table: Table) -> Table:
    """The day is counted: players with neither chips nor a seat are removed from the accounts."""
    rounds = [round_ for round_ in (table.round, table.last) if round_]
    there = {*table.seats.values(), *(box.player for round_ in rounds for box in round_.boxes.values())}
    gone = {f"rack {player}" for player, chips in table.racks().items() if not chips and player not in there}
    return table.replace(accounts={name: cents for name, cents in table.accounts.items() if name not in gone})


def _deck(table: Table, index: int, deck: DeckState) -> Table:
    return table.replace(decks=(*table.decks[:index], deck, *table.decks[index + 1 :]))


def _shuffled(table: Table, index: int, order: tuple[Card, ...], way: str) -> Table:
    rule = table.ruleset.regulation.shuffling
    occasion = {"hand": "none", "preshuffled": "preshuffled"}.get(way, "")
    needs_cut = occasion in rule.cut.after and table.exempted_by("cut") is None
    # Cards in an unknown order are kept as a new deck until they are read.
    deck = table.decks[index].replace(order=order or DECK, loaded=False, read=None if order else ())
    return _deck(table, index, deck.replace(needs_cut=needs_cut, is_cut=False, preshuffled=False))


def _cut(table: Table, depth: int) -> Table:
    """The deck in turn after a cut. An unknown order stays unknown, and cards read before the cut no longer count."""
    whole, lying = table.decks[table.current].replace(needs_cut=False, is_cut=True), table.round
    if whole.read is not None:
        return _deck(table, table.current, whole.replace(read=()))
    parted = whole.replace(order=cut(whole.order, depth))
    lying = lying.replace(stub=cut(lying.stub, depth)) if lying else None
    return _deck(table, table.current, parted).replace(round=lying)


def _read(table: Table, cards: Cards) -> Table:
    """The cards that were read lie on top, and the rest beneath them in the order of a new deck."""
    assert table.round
    stub = (*cards, *(card for card in DECK if card in table.round.stub and card not in cards))
    order = (*cards, *(card for card in DECK if card not in cards))
    deck = table.decks[table.current].replace(order=order, read=cards)
    return _deck(table, table.current, deck).replace(round=table.round.replace(stub=stub))


def _left(table: Table, box: int) -> Table:
    seats = {number: player for number, player in table.seats.items() if number != box}
    table = table.replace(seats=seats)
    if table.round is None:
        return table.replace(unattended=table.unattended or not seats)
    there = table.round.boxes[box]
    if there.wagers:
        return table.replace(round=table.round.with_box(box, there.replace(left=True)))
    boxes = {number: other for number, other in table.round.boxes.items() if number != box}
    idle = table.round.phase == "betting" and not seats
    return table.replace(round=table.round.replace(boxes=boxes), unattended=table.unattended or idle)
