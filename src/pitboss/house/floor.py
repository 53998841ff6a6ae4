"""Floor: the decisions of a floorperson beyond the regulation. Tables close and open, and two people move chips
between the cage and a table.

Each decision is one entry of the table's stream, recorded once however often it is sent.
"""

import sys
from collections.abc import Mapping, Sequence

from pitboss.errors import InputError
from pitboss.house.authority import COUNTS_DROP, MAY, SENDS_CHIPS, Who, check_authority
from pitboss.house.chips import chips_of, total
from pitboss.house.floor_entries import FloorEntries, check_floor, refuse_decision
from pitboss.house.live_house import LiveHouse
from pitboss.house.people import People
from pitboss.house.people_registry import AccessRefused
from pitboss.house.request import CommandRequest, own_id
from pitboss.house.table_closing import OnePerson, holders, rack_law
from pitboss.ledger import records as r
from pitboss.ledger.fold import TableRecord
from pitboss.ledger.table_status import Transfer
from pitboss.money import show_money
from pitboss.play import commands as c
from pitboss.play import events as e
from pitboss.play.commands import Command
from pitboss.play.notation import parse_command, show_command
from pitboss.table.authority import is_played
from pitboss.table.decide import act
from pitboss.table.decks import decks_wanted

_ANY = OnePerson(sys.maxsize, sys.maxsize)
"""The limits of a command that two people confirm."""


class Floor:
    """The floor of a house. Safe for several threads and processes."""

    def __init__(self, house: LiveHouse) -> None:
        self._house, self._entries = house, FloorEntries(house)

    # Closing and opening

    def close(self, who: Who, table: str, id_: str) -> None:
        """Closes the table after the round under way."""
        check_floor(who, table)
        self._entries.note(who, table, id_, lambda record: None if record.standing.closed else r.TableClosing())

    def count(self, who: Who, table: str, id_: str, counted: int) -> int:
        """Empties the drop box, records its count and closes the table; the count less the drop in the books.

        A difference is recorded, and the table still closes. The count team may do this, and nothing else of the floor.
        """
        check_floor(who, table, COUNTS_DROP)
        record = self._house.record(table)
        if record.standing.closed == "closed":
            return 0
        if self._house.counts_racks:
            told = "count the table inventory and then the drop by denomination, each confirmed by a second person"
            refuse_decision("by-denomination", rack_law(record, ".08 A"), told)
        check_cleared(record)
        due = record.table.accounts.get("drop", 0)
        inventory = record.table.accounts.get("inventory", 0)
        if due or self._house.store.by_command(own_id(id_, "drop")):
            # The same id empties the box once, and gives the same amount again.
            due = self._house.do(who, CommandRequest(own_id(id_, "drop"), table, c.EmptyDrop())).events[0].amount  # type: ignore[union-attr]
        closed = r.TableClosed(due, counted, inventory)
        self._entries.note(who, table, id_, lambda now: None if now.standing.closed == "closed" else closed)
        return counted - due

    def open(self, who: Who, table: str, id_: str) -> None:
        """Opens the table again. Cards are received first, and inspected like all cards that come to a table."""
        check_floor(who, table)
        record = self._house.record(table)
        if record.standing.closed == "closed" and record.table.round is None:
            decks = decks_wanted(record.table)
            self._house.do(who, CommandRequest(own_id(id_, "cards"), table, c.ReceiveDecks(decks, preshuffled=False)))
        self._entries.note(who, table, id_, lambda now: r.TableReopened() if now.standing.closed else None)

    # Fills and credits

    def request(  # noqa: PLR0913 - a transfer, and who asks for it
        self,
        who: Who,
        table: str,
        id_: str,
        kind: r.TransferKind,
        amount: int,
        *,
        chips: Mapping[int, int] | None = None,
    ) -> None:
        """Asks for chips to be brought or taken away; a second person must confirm it.

        If the house counts its racks, `chips` says how many of each value, and they add up to the amount.
        """
        check_floor(who, table)

        def decide(record: TableRecord) -> r.FloorDecision:
            there = record.table.accounts.get("inventory", 0)
            cite = record.table.ruleset.regulation.conduct["chips_only"]
            asked = r.TransferRequested(id_, kind, amount)
            if self._house.counts_racks:
                law = rack_law(record, ".04 C(2)" if kind == "fill" else ".05 C(2)")
                counted = chips_of(self._house.approved.submission.denominations, chips or {}, law)
                if total(counted) != amount:
                    told = f"the chips named are worth {show_money(total(counted))}, not {show_money(amount)}"
                    refuse_decision("chips-differ", law, told)
                asked, there = asked.replace(chips=counted), record.standing.rack.amount
                if record.standing.rack.state != "open":
                    told = f"a {kind} takes an open table inventory: count it first"
                    refuse_decision("rack-not-counted", rack_law(record, ".02 A"), told)
            if amount <= 0:
                refuse_decision("no-amount", cite, f"a {kind} must be more than $0")
            if kind == "credit" and amount > there:
                refuse_decision("not-enough-chips", cite, f"the table inventory holds {show_money(there)}")
            return asked

        self._entries.note(who, table, id_, decide)

    def correct(self, who: Who, table: str, id_: str, command: c.CorrectPayment) -> bool:
        """Corrects a payment, or asks for it if it takes two people; returns whether it waits for the second."""
        check_floor(who, table)
        limit = self._house.one_person
        given = self._house.record(table).standing.corrected_by(who.name, command.player)
        if limit is None or given + abs(command.amount) <= limit.corrects or self._is_done(id_):
            self._house.do(who, CommandRequest(id_, table, command))
            return False
        self._ask(who, table, id_, command, r.CorrectionRequested(id_, command.amount, show_command(command)))
        return True

    def sell(self, who: Who, table: str, id_: str, command: c.BuyChips) -> bool:
        """Sells chips for money that the person took, or asks for it if it takes two; returns whether it waits."""
        if who.role not in (*MAY["dealer"], *MAY["floorperson"]) or (who.tables and table not in who.tables):
            raise AccessRefused("not-your-role", f"the dealer or a floorperson sells chips, not the {who.role}")
        limit = self._house.one_person
        if limit is None or command.amount <= limit.sells or self._is_done(id_):
            self._house.do(who, CommandRequest(id_, table, command))
            return False
        self._ask(who, table, id_, command, r.SaleRequested(id_, command.amount, show_command(command)))
        return True

    def _is_done(self, id_: str) -> bool:
        """Whether a command with this id was stored, so that it has the same answer again."""
        known = self._house.store.by_command(id_)
        return known is not None and "command" in known.content

    def _ask(self, who: Who, table: str, id_: str, command: Command, asked: r.FloorDecision) -> None:
        """Records a request that a second person confirms."""

        def decide(record: TableRecord) -> r.FloorDecision:
            # It is judged as if it were confirmed: what the second person could not do is refused at once.
            check_authority(who, record, command, one_person=_ANY)
            act(record.table, command)
            return asked

        self._entries.note(who, table, id_, decide)

    def confirm(  # noqa: PLR0913 - who confirms, and who else had the chips in their hands
        self, who: Who, table: str, id_: str, transfer: str, people: People, *, cashier: str = "", security: str = ""
    ) -> None:
        """Moves the chips, confirmed by a second person: the dealer of the table or, for a fill or credit, the cage.

        If the house counts its racks, the cashier and the person who carried the chips are named too.
        """
        if who.role not in SENDS_CHIPS or (who.tables and table not in who.tables):
            raise AccessRefused("not-your-role", f"the dealer or a floorperson confirms this, not the {who.role}")
        if self._house.store.by_command(id_):
            return
        asked = _known(self._house.record(table), transfer)
        if who.role == "cage" and asked.kind not in ("fill", "credit"):
            raise AccessRefused("not-your-role", f"the cage confirms fills and credits, not a {asked.kind}")
        if asked.kind == "correction":
            check_floor(who, table)

        def decide(record: TableRecord) -> r.FloorDecision | tuple[r.FloorDecision, Sequence[e.Event]] | None:
            asked = _known(record, transfer)
            if who.name == asked.by:
                cite = record.table.ruleset.regulation.conduct["chips_only"]
                refuse_decision(
                    "dual-control", cite, f"{who.name} asked for this {asked.kind}: someone else must confirm it"
                )
            if asked.kind == "correction":
                # The second person is not the dealer of the round, nor the player who would be paid.
                check_authority(who, record, _command_of(asked), one_person=_ANY)
            if asked.chips:
                _check_hands(record, asked, who, cashier, security)
                cite = record.table.ruleset.regulation.conduct["chips_only"]
                moved = (
                    e.TableFilled(asked.amount, cite) if asked.kind == "fill" else e.TableCredited(asked.amount, cite)
                )
                return r.TransferConfirmed(transfer, cashier.strip(), security.strip()), [moved]
            return None if asked.second else r.TransferConfirmed(transfer)

        self._entries.note(who, table, id_, decide)
        if asked.chips:
            return
        command = _command_of(asked)
        # The person who asked is recorded for the command; the entry before it names the one who confirmed.
        self._house.do(people.known(asked.by), CommandRequest(own_id(transfer, "done"), table, command))

    def withdraw(self, who: Who, table: str, id_: str, transfer: str) -> None:
        """Withdraws a fill or credit that was asked for."""
        check_floor(who, table)

        def decide(record: TableRecord) -> r.FloorDecision:
            _known(record, transfer)
            return r.TransferWithdrawn(transfer)

        self._entries.note(who, table, id_, decide)


def check_cleared(record: TableRecord) -> None:
    """CommandRefused unless a closing table is clear: no round, no players, no chips of theirs."""
    table, conduct = record.table, record.table.ruleset.regulation.conduct
    if not record.standing.closed:
        refuse_decision(
            "table-open", conduct["before_no_more_bets"], "close the table first, so that no further round begins"
        )
    if is_played(table):
        refuse_decision("round-under-way", conduct["no_change_after"], "finish the round under way first")
    if table.seats:
        seats = ", ".join(f"{player} at box {box}" for box, player in sorted(table.seats.items()))
        refuse_decision("players-seated", conduct["remain_seated"], f"still seated: {seats}")
    if left := holders(table):
        told = ", ".join(f"{player} {show_money(cents)}" for player, cents in left.items())
        refuse_decision("chips-out", conduct["chips_only"], f"players must cash out their chips first: {told}")


def _command_of(asked: Transfer) -> Command:
    match asked.kind:
        case "fill":
            return c.FillTable(asked.amount)
        case "credit":
            return c.CreditTable(asked.amount)
        case "correction" | "sale":
            return parse_command(asked.command)


def _check_hands(record: TableRecord, asked: Transfer, who: Who, cashier: str, security: str) -> None:
    """Refuses a transfer that too few hands made: the cage, the carrier, who asked and who confirms are four people."""
    law = rack_law(record, ".04 P" if asked.kind == "fill" else ".05 P")
    names = [cashier.strip(), security.strip(), asked.by, *([who.name] if who.role != "cage" else ())]
    if not all(names):
        refuse_decision("hands-missing", law, "name the cashier and the person who carried the chips")
    if len({name.casefold() for name in names}) < len(names):
        told = "the cashier, the carrier, the person who asked and the one who confirms are four people"
        refuse_decision("dual-control", law, told)
    if asked.kind == "credit" and asked.amount > record.standing.rack.amount:
        told = f"the table inventory holds {show_money(record.standing.rack.amount)}"
        refuse_decision("not-enough-chips", law, told)


def _known(record: TableRecord, transfer: str) -> Transfer:
    found = record.standing.transfer(transfer)
    if found is None:
        raise InputError("this request no longer waits: look at the table again")
    return found
