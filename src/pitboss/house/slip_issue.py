"""Issues slips: the entry of a table that a slip is about and the slip itself are appended together."""

from collections.abc import Iterator, Sequence
from typing import Any

from pitboss.house.gaming_calendar import GamingCalendar
from pitboss.ledger.entry import Draft
from pitboss.ledger.fold import TableRecord
from pitboss.ledger.slips import SLIPS, SlipIssued, SlipKind
from pitboss.play.message import message_to_json

_CORRECTIONS = ("PaymentCorrected", "BoxPaymentCorrected")


def slip_drafts(drafts: Sequence[Draft], record: TableRecord, calendar: GamingCalendar) -> Iterator[Draft]:
    """The slips about what is appended to the stream of a table whose rack is counted."""
    ruleset = record.table.ruleset
    for draft in drafts:
        for kind in _kinds(draft.content):
            at = draft.content["at"]
            day = calendar.gaming_day(calendar.date_of(at))
            issued = SlipIssued(kind, ruleset.table, ruleset.regulation.id, day.name, day.shift(at))
            of = {"stream": draft.stream, "seq": (draft.after or 0) + 1}
            content = {"at": at, "by": draft.content["by"], "role": draft.content["role"], "of": of}
            yield Draft(SLIPS, None, {**content, "events": [message_to_json(issued)]})


def _kinds(content: Any) -> Iterator[SlipKind]:
    floor = content.get("floor", {})
    match floor.get("event"):
        case "TransferRequested" if floor.get("chips"):
            yield floor["kind"]
        case "PayoutSigned" if floor["part"] == "prepared":
            yield "jackpot" if any(label == "Meter" for label, _ in floor["facts"]) else "payout"
        case "CountConfirmed":
            yield floor["kind"]
            if 0 <= floor["expected"] != floor["counted"]:
                yield "error"
    for event in content["events"]:
        if event["event"] in _CORRECTIONS:
            yield "correction"
