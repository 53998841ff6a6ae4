"""The desk: payments that are made by hand, by several people and never by one.

A payment is prepared, verified by a second person, told to surveillance and signed by a pit manager above the limits of
the house, given its tax form where one is due, and paid by another: COMAR 36.05.03.23 E.
"""

from collections.abc import Mapping, Sequence

from pitboss.documents.titles import item_title
from pitboss.errors import InputError
from pitboss.house.authority import MAY, Role, Who
from pitboss.house.floor_entries import FloorEntries, check_floor, refuse_decision
from pitboss.house.live_house import LiveHouse
from pitboss.house.people_registry import AccessRefused
from pitboss.house.table_closing import rack_law
from pitboss.house.tax_rules import withheld
from pitboss.ledger import records as r
from pitboss.ledger.fold import TableRecord
from pitboss.ledger.rack import OwedPayout, payout_methods
from pitboss.money import show_money
from pitboss.play import events as e
from pitboss.rules.pit_law import pit_law

ROLES: Mapping[r.PayoutPart, frozenset[Role]] = {
    "prepared": frozenset({*MAY["dealer"], *MAY["floorperson"]}),
    "verified": MAY["floorperson"],
    "surveillance": frozenset({*MAY["floorperson"], "surveillance"}),
    "manager": frozenset({"manager"}),
    "tax": frozenset({*MAY["floorperson"], "cage"}),
}
"""Who may sign each part."""
PAYS: frozenset[Role] = frozenset({*MAY["floorperson"], "cage"})
"""The roles that hand the payment over."""
_LAW: Mapping[r.PayoutPart, str] = {
    "prepared": ".23 E(1)", "verified": ".23 E(2)", "surveillance": ".23 E(5)(a)", "manager": ".23 E(3)",
    "tax": ".23 B",
}  # fmt: skip
_NOTES: Mapping[r.PayoutPart, str] = {
    "surveillance": "the number of the entry in the surveillance log", "tax": "the reference of the Form W-2G",
}  # fmt: skip


class PayoutDesk:
    """The payments that the desk owes. Safe for several threads and processes."""

    def __init__(self, house: LiveHouse) -> None:
        self._house, self._entries = house, FloorEntries(house)

    def order(self, who: Who, table: str, id_: str) -> None:
        """Orders that payments of the round under way which the rack cannot cover are made by hand."""
        check_floor(who, table)

        def decide(record: TableRecord) -> r.FloorDecision:
            round_ = record.table.round
            if not self._house.counts_racks or round_ is None or round_.phase not in ("playing", "settling"):
                told = "payments are ordered by hand while a round at a counted rack is played or settled"
                refuse_decision("no-round", rack_law(record, ".02 B"), told)
            return r.HandPayOrdered(round_.number)

        self._entries.note(who, table, id_, decide)

    def sign(self, who: Who, table: str, id_: str, payout: str, part: r.PayoutPart, *, note: str = "") -> None:  # noqa: PLR0913
        """Signs one part of a payment, in the order in which the parts are due."""
        _check_role(who, table, ROLES[part])

        def decide(record: TableRecord) -> r.FloorDecision:
            owed, law = _owed(record, payout), rack_law(record, _LAW[part])
            if owed.missing[:1] != (part,):
                due = owed.missing[0] if owed.missing else "paid"
                refuse_decision("not-due", law, f"this payment must be {due} next")
            if who.name == owed.player:
                refuse_decision("dual-control", law, f"{who.name} would be paid: someone else must sign")
            if part in ("verified", "manager") and who.name == owed.signer("prepared"):
                told = f"{who.name} prepared the document: someone else must verify and sign it"
                refuse_decision("dual-control", law, told)
            if part == "verified" and record.dealers.get(who.name, -1) >= owed.round:
                refuse_decision("dual-control", law, f"{who.name} has dealt here: someone else must verify the win")
            if part in _NOTES and not note.strip():
                refuse_decision("note-missing", law, f"enter {_NOTES[part]}")
            if part != "prepared":
                return r.PayoutSigned(payout, part, note.strip())
            return r.PayoutSigned(payout, part, note.strip(), owed.amount, tuple(self._facts(record, owed)))

        self._entries.note(who, table, id_, decide)

    def void(self, who: Who, table: str, id_: str, payout: str, reason: str) -> None:
        """Voids the document of a payment, which is then prepared again."""
        check_floor(who, table)

        def decide(record: TableRecord) -> r.FloorDecision:
            owed, law = _owed(record, payout), rack_law(record, ".23 E(8)(c)")
            if not owed.signed:
                refuse_decision("not-prepared", law, "no document was prepared for this payment")
            if not reason.strip():
                refuse_decision("no-reason", law, "say why the document is void")
            return r.PayoutVoided(payout, reason.strip())

        self._entries.note(who, table, id_, decide)

    def pay(  # noqa: PLR0913 - a payment, and how it is made
        self, who: Who, table: str, id_: str, payout: str, method: r.PayoutMethod, *, reference: str = ""
    ) -> None:
        """Records that a payment was handed over, once every signature is there."""
        _check_role(who, table, PAYS)
        if self._house.store.by_command(id_):
            return

        def decide(record: TableRecord) -> tuple[r.FloorDecision, Sequence[e.Event]]:
            owed, law = _owed(record, payout), rack_law(record, ".23 C")
            if owed.missing:
                refuse_decision("signatures-missing", law, f"this payment must be {', '.join(owed.missing)} first")
            if who.name in (owed.player, owed.signer("prepared"), owed.signer("verified")):
                told = f"{who.name} prepared, verified or receives this payment: someone else must pay it"
                refuse_decision("dual-control", rack_law(record, ".23 E(4)(g)"), told)
            if method not in payout_methods(owed.amount):
                told = f"a payout of {show_money(pit_law().payouts.check_from)} or more is paid by check"
                refuse_decision("check-due", rack_law(record, ".23 C(1)"), told)
            if method != "cash" and not reference.strip():
                refuse_decision("no-reference", law, "enter the number of the check")
            cite = record.table.ruleset.regulation.conduct["chips_only"]
            made = e.PayoutMade(owed.box, owed.item, owed.player, owed.round, owed.amount, cite)
            return r.PayoutPaid(payout, method, reference.strip(), self._withheld(owed)), [made]

        self._entries.note(who, table, id_, decide)

    def _withheld(self, owed: OwedPayout) -> int:
        day = self._house.calendar.date_of(self._house.clock()).isoformat()
        return withheld(owed.winnings, owed.stake, day) if "tax" in owed.needs else 0

    def _facts(self, record: TableRecord, owed: OwedPayout) -> Sequence[tuple[str, str]]:
        facts = [
            ("Player", owed.player), ("Round, box", f"{owed.round}, box {owed.box}"),
            ("Won by", item_title(record.table.ruleset.regulation, owed.item)), ("Winning cards", owed.hand),
            ("Wager", show_money(owed.stake)), ("Meter", owed.meter),
        ]  # fmt: skip
        if kept := self._withheld(owed):
            facts += [("Tax withheld", show_money(kept)), ("To the player", show_money(owed.amount - kept))]
        return [(label, value) for label, value in facts if value]


def _check_role(who: Who, table: str, roles: frozenset[Role]) -> None:
    if who.role not in roles or (who.tables and table not in who.tables):
        raise AccessRefused("not-your-role", f"{', '.join(sorted(roles))} may do this, not the {who.role}")


def _owed(record: TableRecord, payout: str) -> OwedPayout:
    found = record.standing.rack.payout(payout)
    if found is None:
        raise InputError("the desk no longer owes this payment: look at the table again")
    return found
