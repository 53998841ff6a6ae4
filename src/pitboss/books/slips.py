"""Slips as documents: what each says, who signed it, what became of it, and the proof of its entry."""

from base64 import b64decode, b64encode
from collections.abc import Iterator, Mapping
from contextlib import suppress
from typing import Any, NamedTuple

from pitboss.errors import InputError, LedgerBroken
from pitboss.evidence.heads import PublicKey, check_head
from pitboss.evidence.merkle import check_inclusion
from pitboss.evidence.proofs import make_bundle
from pitboss.ledger import records as r
from pitboss.ledger.entry import Entry, leaf_hash
from pitboss.ledger.slips import MARKS, SLIPS, SlipIssued, SlipKind, SlipPrinted, SlipVoided, read_slip_record
from pitboss.ledger.store import Store
from pitboss.money import show_money
from pitboss.play.message import message_from_json

MOST_CODE = 997
"""The bytes that a code on a slip holds."""
_FORMAT = "pitboss slip"
TITLES: Mapping[SlipKind, str] = {
    "opener": "Table Inventory Slip, opener", "inventory": "Table Inventory Slip, drop at an open table",
    "closer": "Table Inventory Slip, closer", "error": "Error Notification Slip", "drop": "Drop count",
    "fill": "Fill Slip", "credit": "Credit Slip", "correction": "Payment correction",
    "payout": "Table game payout", "jackpot": "Jackpot payout",
}  # fmt: skip


class Signature(NamedTuple):
    """A person who signed a slip, as whom, and when in milliseconds; 0 if only the name was given."""

    role: str
    name: str
    at: int = 0


class Slip(NamedTuple):
    """A slip by its number."""

    number: int
    kind: SlipKind
    table: str
    game: str
    day: str
    shift: int
    at: int
    position: int
    """The entry of the slip in the whole ledger."""
    facts: tuple[tuple[str, str], ...]
    chips: r.Chips
    amount: int
    signatures: tuple[Signature, ...]
    state: str
    """`waits` for signatures, `done`, or `void`."""
    why: str = ""
    """Why it is void."""
    prints: int = 0

    @property
    def title(self) -> str:
        return TITLES[self.kind]


def read_slip(store: Store, number: int) -> Slip:
    """The slip with a number. InputError if no slip has it."""
    entry = next(store.stream(SLIPS, number - 1, number), None) if number > 0 else None
    if entry is None:
        last = store.last(SLIPS)
        raise InputError(
            f"there is no slip {number}: {f'slips 1 to {last} were issued' if last else 'none was issued'}"
        )
    return _slip(store, entry, _marks(store))


def newest_slips(store: Store, table: str = "", limit: int = 100) -> Iterator[Slip]:
    """The newest slips, of one table or of all, the newest first."""
    marks, last = _marks(store), store.last(SLIPS)
    while last > 0 and limit > 0:
        first = max(0, last - 100)
        for entry in reversed([*store.stream(SLIPS, first, last)]):
            issued = read_slip_record(entry)
            if limit and isinstance(issued, SlipIssued) and table in ("", issued.table):
                limit -= 1
                yield _slip(store, entry, marks)
        last = first


def _marks(store: Store) -> Mapping[int, tuple[int, str]]:
    """How often each slip was printed, and why it was voided."""
    found: dict[int, tuple[int, str]] = {}
    for entry in store.stream(MARKS):
        mark = read_slip_record(entry)
        if isinstance(mark, SlipPrinted):
            prints, why = found.get(mark.number, (0, ""))
            found[mark.number] = prints + 1, why
        elif isinstance(mark, SlipVoided):
            found[mark.number] = found.get(mark.number, (0, ""))[0], mark.reason
    return found


def _slip(store: Store, entry: Entry, marks: Mapping[int, tuple[int, str]]) -> Slip:
    issued = read_slip_record(entry)
    with entry.being_read():
        assert isinstance(issued, SlipIssued)
        stream, seq = entry.content["of"]["stream"], entry.content["of"]["seq"]
        about = next(store.stream(stream, seq - 1, seq))
        content = about.content
        facts, chips, amount, signatures, state, why = _said(store, issued.kind, stream, seq, content)
        prints, voided = marks.get(entry.seq, (0, ""))
        if voided:
            state, why = "void", voided
        return Slip(
            entry.seq, issued.kind, issued.table, issued.game, issued.day, issued.shift, content["at"], entry.position,
            tuple(facts), chips, amount, tuple(signatures), state, why, prints,
        )  # fmt: skip


_Said = tuple[list[tuple[str, str]], r.Chips, int, list[Signature], str, str]


def _said(store: Store, kind: SlipKind, stream: str, seq: int, content: Mapping[str, Any]) -> _Said:
    """What the entry of a table says on a slip: facts, chips, the amount, signatures, the state and why it is void."""
    here = Signature(str(content["role"]), str(content["by"]), int(content["at"]))
    if kind == "correction":
        event = next(event for event in content["events"] if event["event"].endswith("PaymentCorrected"))
        facts = [("Player", str(event["player"])), ("Reason", str(event["reason"]))]
        if "round" in event:
            facts += [("Round", str(event["round"])), ("Box", str(event["box"])), ("For", str(event["item"]))]
        return facts, (), int(event["amount"]), [here], "done", ""
    decision = message_from_json(content["floor"], r.FLOOR_DECISIONS)
    match decision:
        case r.CountConfirmed():
            counted_by = Signature("floorperson" if kind == "drop" else "dealer", decision.by)
            facts = [("Counted", show_money(decision.counted))]
            if decision.expected >= 0:
                facts.append(("By the books", show_money(decision.expected)))
            if decision.difference:
                facts += [("Difference", show_money(decision.difference)), ("Explanation", decision.explanation)]
            return facts, decision.chips, decision.counted, [counted_by, here], "done", ""
        case r.TransferRequested():
            signatures, state, why = _hands(store, stream, seq, decision.transfer)
            asked = Signature("requested by", here.name, here.at)
            return [], decision.chips, decision.amount, [asked, *signatures], state, why
        case r.PayoutSigned():
            signatures, state, why = _desk(store, stream, seq, decision.payout)
            prepared = Signature("prepared by", here.name, here.at)
            return [*decision.facts], (), decision.amount, [prepared, *signatures], state, why
    raise ValueError(f"{type(decision).__name__} has no slip")


def _hands(store: Store, stream: str, seq: int, transfer: str) -> tuple[list[Signature], str, str]:
    """Who signed for chips that were asked for in an entry, the state of the request, and why it is void."""
    wanted = transfer.encode()
    for entry in store.stream(stream, seq):
        if wanted not in entry.body or "floor" not in (content := entry.content):
            continue
        decision = message_from_json(content["floor"], r.FLOOR_DECISIONS)
        if isinstance(decision, r.TransferWithdrawn) and decision.transfer == transfer:
            return [], "void", f"withdrawn by {content['by']}"
        if isinstance(decision, r.TransferConfirmed) and decision.transfer == transfer:
            hands = [Signature("chip bank cashier", decision.cashier), Signature("security", decision.security)]
            return [*hands, Signature(str(content["role"]), str(content["by"]), int(content["at"]))], "done", ""
    return [], "waits", ""


def _desk(store: Store, stream: str, seq: int, payout: str) -> tuple[list[Signature], str, str]:
    """Who signed for a payment whose document was prepared in an entry, its state, and why it is void."""
    wanted, signatures = payout.encode(), list[Signature]()
    for entry in store.stream(stream, seq):
        if wanted not in entry.body or "floor" not in (content := entry.content):
            continue
        decision = message_from_json(content["floor"], r.FLOOR_DECISIONS)
        name, at = str(content["by"]), int(content["at"])
        match decision:
            case r.PayoutVoided() if decision.payout == payout:
                return signatures, "void", f"{decision.reason} ({name})"
            case r.PayoutSigned() if decision.payout == payout:
                note = f", {decision.note}" if decision.note else ""
                signatures.append(Signature(_PARTS[decision.part], f"{name}{note}", at))
            case r.PayoutPaid() if decision.payout == payout:
                how = f"{decision.method}{f' {decision.reference}' if decision.reference else ''}"
                return [*signatures, Signature("paid by", f"{name}, {how}", at)], "done", ""
    return signatures, "waits", ""


_PARTS: Mapping[r.PayoutPart, str] = {
    "prepared": "prepared by", "verified": "verified by", "surveillance": "surveillance told by",
    "manager": "pit manager", "tax": "Form W-2G",
}  # fmt: skip


# The code


def slip_code(store: Store, slip: Slip) -> str:
    """The text of a slip's code: its number, its entry and, if a signed head covers it, the proof of that entry."""
    (entry,) = store.page(slip.position, slip.position + 1)
    lines = [f"{_FORMAT} {slip.number}", f"entry {slip.position} {leaf_hash(entry.body).hex()}"]
    with suppress(InputError, LedgerBroken):
        bundle = make_bundle(store, [slip.position])
        path = b64encode(b"".join(bundle.entries[0].path)).decode()
        whole = "\n".join([*lines, f"path {path}", bundle.head])
        if len(whole.encode()) <= MOST_CODE:
            return whole
    return "\n".join(lines)


def check_slip_code(text: str, key: PublicKey, store: Store | None = None) -> int:
    """The number of the slip of a code whose proof holds under a head that this key signed. LedgerBroken if not.

    With the ledger, the entry must also be there unchanged, as the slip of that number.
    """
    first, _, rest = text.partition("\n")
    entry, _, rest = rest.partition("\n")
    path, _, head_text = rest.partition("\n")
    try:
        number = int(first.removeprefix(_FORMAT))
        position, digest = int(entry.split()[1]), bytes.fromhex(entry.split()[2])
        steps = b64decode(path.removeprefix("path "), validate=True)
    except (ValueError, IndexError):
        raise InputError("this is not the code of a slip") from None
    if not head_text:
        raise LedgerBroken("the code has no proof: print the slip again when a signed head covers it")
    head = check_head(head_text, key)
    hashes = [steps[at : at + 32] for at in range(0, len(steps), 32)]
    if not check_inclusion(digest, position, head.size, hashes, head.root):
        raise LedgerBroken(f"slip {number} is not in the ledger of this head")
    if store is not None:
        there = store.page(position, position + 1)
        if not there or (leaf_hash(there[0].body), there[0].stream, there[0].seq) != (digest, SLIPS, number):
            raise LedgerBroken(f"the ledger has no slip {number} as the code has it")
    return number
