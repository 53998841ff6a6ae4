"""The house's books: double entry over the whole ledger, and the history of every meter.

Accounts: `table NAME inventory`, `table NAME drop`, `table NAME area BOX WAGER`, `table NAME jackpot BOX WAGER`,
`table NAME payout ROUND BOX ITEM`,
`rack PLAYER at NAME`, `link NAME METER`, the
`cage` (fills, credits, seeds, drop boxes, chips cashed), `count differences` of table inventories, and `outside`, the
players' cash. A name with spaces is quoted. `table.chips` alone decides what an event moves; this
module posts it to the house's accounts.
A table's own copy of a shared meter holds no money: the money is on the account of the link.
"""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from heapq import merge
from types import MappingProxyType
from typing import Literal, NamedTuple, assert_never, get_args

from pitboss.errors import LedgerBroken
from pitboss.ledger.entry import Entry
from pitboss.ledger.fold import Folded, Rulesets, fold_table, link_stream, table_stream
from pitboss.ledger.records import LINK_RECORDS, LinkOpened
from pitboss.ledger.store import Store
from pitboss.money import show_money
from pitboss.play import events as e
from pitboss.play.encoding import quoted
from pitboss.play.message import message_from_json
from pitboss.table.chips import Posting, postings
from pitboss.table.meters import Meter, linked, moved, moving
from pitboss.table.state import Table, evolve

CAGE = "cage"
OUTSIDE = "outside"
DIFFERENCES = "count differences"
_TABLE, _LINK = table_stream(""), link_stream("")
_NOT_THE_TABLES = "it does not record what the table's entry before it does to the meters"

MovementKind = Literal["seed", "contribution", "given_back", "win", "win_undone", "reset"]
MOVEMENT_KINDS: tuple[MovementKind, ...] = get_args(MovementKind)


def movement_kind(event: e.MovesMeter) -> MovementKind:
    """How the books call what an event does to a meter."""
    match event:
        case e.MeterRaised():
            return "contribution"
        case e.MeterLowered():
            return "given_back"
        case e.WagerPaid() | e.JackpotLocked():
            return "win"
        case e.PaymentTakenBack() | e.JackpotReleased():
            return "win_undone"
        case e.MeterReset():
            return "reset"
        case _:
            assert_never(event)


class MeterMovement(NamedTuple):
    """One movement of a meter, in cents, and what it shows afterwards."""

    position: int
    """The link's entry in the whole ledger."""
    at: int
    link: str
    meter: str
    kind: MovementKind
    amount: int
    """Negative if the meter goes down."""
    shows: int
    carry: Fraction
    """The fraction of a cent that waits to be added."""
    table: str = ""
    round: int = 0
    cite: str = ""


class MeterBook(NamedTuple):
    """A meter, and the sum of its movements of each kind. The sums add up to what the meter shows."""

    meter: Meter
    sums: Mapping[MovementKind, int] = MappingProxyType(dict.fromkeys(MOVEMENT_KINDS, 0))

    def moved(self, to: Meter, kind: MovementKind) -> "MeterBook":
        change = to.amount - self.meter.amount
        return MeterBook(to, {**self.sums, kind: self.sums[kind] + change})


class Books(NamedTuple):
    """The house's books as the ledger leaves them."""

    accounts: Mapping[str, int]
    """What each account holds in cents; the accounts sum to zero."""
    meters: Mapping[tuple[str, str], MeterBook]
    """By link and meter."""
    entries: int
    """Entries of tables and links that were read."""


def check_books(store: Store) -> Books:
    """The books over the whole ledger. LedgerBroken names the first entry that contradicts them.

    Every event moves money from one account to another. Areas, racks, drops and meters never go below zero. Tables and
    links agree about every meter, to the last fraction of a cent.
    """
    keeping = Bookkeeping()
    for _ in keeping.through(store):
        pass
    return keeping.books


class _LinkUpdate(NamedTuple):
    """What an entry of a table obliges a link to record next."""

    entry: Entry
    table: str
    round: int
    events: tuple[e.MovesMeter, ...]


class Bookkeeping:
    """Keeps books from the entries of tables and links, in the order of the ledger."""

    def __init__(self) -> None:
        self._accounts: dict[str, int] = {}
        self._meters: dict[tuple[str, str], MeterBook] = {}
        self._due: dict[str, _LinkUpdate] = {}
        self._entries = 0

    @property
    def books(self) -> Books:
        """The books so far, without empty areas and jackpots."""
        held = {name: cents for name, cents in self._accounts.items() if cents or not _is_of_round(name)}
        return Books(held, dict(self._meters), self._entries)

    def through(self, store: Store) -> Iterator[tuple[MeterMovement, ...]]:
        """Reads a ledger entry by entry, as far as it goes now, and yields the meter movements of each."""
        size, rulesets = store.size(), Rulesets(store)
        streams = [
            _until(size, fold_table(store, rulesets, name.removeprefix(_TABLE)))
            if name.startswith(_TABLE)
            else _until(size, store.stream(name))
            for name in store.streams()
            if name.startswith((_TABLE, _LINK))
        ]
        for position, found in merge(*streams, key=lambda pair: pair[0]):
            self._entries += 1
            if isinstance(found, Folded):
                self._keep_table(found)
                yield ()
            else:
                yield tuple(self._keep_link(found, position))
        self._nothing_due()

    # Tables

    def _keep_table(self, folded: Folded) -> None:
        self._nothing_due()
        entry, name = folded.entry, folded.entry.stream.removeprefix(_TABLE)
        if not folded.events:
            return
        assert folded.before
        table = folded.before.table
        links = linked(table)
        seen: set[str] = set()
        for event in folded.events:
            for meter, _ in moving([event]):
                if meter not in seen:
                    self._check_shown(table, meter, links[meter], entry)
                    seen.add(meter)
            moves = () if isinstance(event, e.MeterShown) else tuple(postings(table, event))
            for move in moves:
                for posting in _booked(name, move, event, links):
                    self._post(posting, entry)
            table = evolve(table, event)
            self._check_moved(table, moves, links, entry)
            self._check_areas(table, event, entry)
        told: dict[str, list[e.MovesMeter]] = {}
        for meter, event in moving(folded.events):
            told.setdefault(links[meter], []).append(event)
        self._due = {link: _LinkUpdate(entry, name, table.rounds, tuple(events)) for link, events in told.items()}

    def _post(self, posting: Posting, entry: Entry) -> None:
        giver, taker, cents = posting
        self._accounts[giver] = self._accounts.get(giver, 0) - cents
        self._accounts[taker] = self._accounts.get(taker, 0) + cents
        for account in (giver, taker):
            if self._accounts[account] < 0 and not _may_owe(account):
                raise _broken(entry, f"it leaves {show_money(self._accounts[account])} on the account {account!r}")

    def _check_shown(self, table: Table, meter: str, link: str, entry: Entry) -> None:
        """Checks that a table moves a meter from what its link shows, so no other table's movement is lost."""
        book = self._meters.get((link, meter))
        if book is None:
            raise _broken(entry, f"it moves the meter {meter} of the link {link} before that is opened")
        own = Meter(table.meters().get(meter, 0), table.carry.get(meter, Fraction(0)))
        if own != book.meter:
            told, there = (f"{show_money(one.amount)} and {one.carry} of a cent" for one in (own, book.meter))
            raise _broken(entry, f"it moves the meter {meter} of the link {link} from {told}; it showed {there}")

    def _check_moved(self, table: Table, moves: tuple[Posting, ...], links: Mapping[str, str], entry: Entry) -> None:
        """Checks that the table's own accounts balance, and agree with the books wherever something moved."""
        if moves and sum(table.accounts.values()):
            raise _broken(entry, "the accounts of its table do not balance")
        name = entry.stream.removeprefix(_TABLE)
        for account in {account for giver, taker, _ in moves for account in (giver, taker)} - {OUTSIDE}:
            booked, own = self._accounts[_name(name, account, links)], table.accounts.get(account, 0)
            if booked != own:
                raise _broken(entry, f"{account}: the table has {show_money(own)}, the books {show_money(booked)}")

    def _check_areas(self, table: Table, event: e.Event, entry: Entry) -> None:
        if isinstance(event, e.WagerPlaced) and table.accounts[f"area {event.box} {event.wager}"] != event.amount:
            raise _broken(entry, f"box {event.box} {event.wager}: what lies there is not what it says was placed")
        if isinstance(event, e.RoundCompleted | e.RoundVoided):
            for account in table.accounts:
                if account.startswith("area "):
                    raise _broken(entry, f"chips still lie on the {account} after the round")
                if account.startswith("jackpot "):
                    raise _broken(entry, f"the {account} is still locked after the round")

    # Links

    def _keep_link(self, entry: Entry, position: int) -> Iterator[MeterMovement]:
        content, link = entry.content, entry.stream.removeprefix(_LINK)
        try:
            records = [message_from_json(document, LINK_RECORDS) for document in content["events"]]
        except ValueError:
            raise _broken(entry, _NOT_THE_TABLES) from None
        if isinstance(opened := records[0], LinkOpened):
            self._nothing_due()
            for meter, seed in opened.meters.items():
                if (link, meter) in self._meters:
                    raise _broken(entry, f"the meter {meter} is opened twice")
                self._post((CAGE, _meter(link, meter), seed), entry)
                self._meters[link, meter] = MeterBook(Meter(0)).moved(Meter(seed), "seed")
                yield MeterMovement(position, content["at"], link, meter, "seed", seed, seed, Fraction(0))
            return
        due, of = self._due.pop(link, None), content.get("of")
        if due is None or of != {"stream": due.entry.stream, "seq": due.entry.seq} or records != [*due.events]:
            raise _broken(entry, _NOT_THE_TABLES)
        for meter, event in moving(due.events):
            book, kind = self._meters[link, meter], movement_kind(event)
            now = moved(book.meter, event)
            if not 0 <= now.carry < 1:
                raise _broken(entry, f"the meter {meter} carries {now.carry} of a cent")
            self._meters[link, meter] = book.moved(now, kind)
            change = now.amount - book.meter.amount
            shows = MeterMovement(position, content["at"], link, meter, kind, change, now.amount, now.carry)
            yield shows._replace(table=due.table, round=due.round, cite=event.cite)
        for name, book in self._meters.items():
            if name[0] == link and self._accounts[_meter(*name)] != book.meter.amount:
                raise _broken(entry, f"the meter {name[1]} does not show what its tables have put there")

    def _nothing_due(self) -> None:
        for link, (entry, *_) in self._due.items():
            raise _broken(entry, f"it moves a meter of the link {link}, which does not record it")


def _until(size: int, found: Iterator[Folded] | Iterator[Entry]) -> Iterator[tuple[int, Folded | Entry]]:
    """The entries of a stream with their positions, up to the size of the ledger when reading began."""
    for one in found:
        position = (one.entry if isinstance(one, Folded) else one).position
        if position >= size:
            return
        yield position, one


def _broken(entry: Entry, reason: str) -> LedgerBroken:
    return LedgerBroken(reason, entry.position, entry.stream, entry.seq)


def _may_owe(account: str) -> bool:
    """Whether an account may be negative: the cage, the players' cash, differences, and an inventory in the books.

    The books take a meter's share of a wager from the inventory; the chip stays in the rack, which `Rack` follows.
    """
    return account in (CAGE, OUTSIDE, DIFFERENCES) or (account.startswith(_TABLE) and account.endswith(" inventory"))


def _is_of_round(account: str) -> bool:
    """Whether an account is used only for a round: an area, a locked jackpot, or a payment that the desk owes."""
    return account.startswith(_TABLE) and any(f" {kind} " in account for kind in ("area", "jackpot", "payout"))


def _booked(table: str, posting: Posting, event: e.Event, links: Mapping[str, str]) -> Iterator[Posting]:
    """The postings in the books for one of a table; its outside is the cage, or a player's cash."""
    giver, taker, cents = posting
    if isinstance(event, e.ChipsCashed | e.PayoutMade):
        yield _name(table, giver, links), CAGE, cents
        yield CAGE, OUTSIDE, cents
        return
    beyond = OUTSIDE if isinstance(event, e.ChipsBought) else CAGE
    if isinstance(event, e.InventoryCounted) and not event.first:
        beyond = DIFFERENCES
    given, taken = (beyond if account == OUTSIDE else _name(table, account, links) for account in (giver, taker))
    yield given, taken, cents


def _name(table: str, account: str, links: Mapping[str, str]) -> str:
    """The name that a table's account has in the books."""
    kind, _, rest = account.partition(" ")
    if kind == "rack":
        return f"rack {quoted(rest)} at {quoted(table)}"
    return _meter(links[rest], rest) if kind == "meter" else f"table {quoted(table)} {account}"


def _meter(link: str, meter: str) -> str:
    return f"link {quoted(link)} {meter}"
