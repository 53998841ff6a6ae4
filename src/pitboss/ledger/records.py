"""Records: what the house writes into its streams besides the events of the tables.

A record is among the `events` of an entry; a decision of the floor is under `floor` in the table's own stream.
No record holds a password, a hash or a token.
"""

from collections.abc import Mapping
from typing import Literal, get_args

from msgspec import Struct

from pitboss.ledger.entry import Entry
from pitboss.play import events as e
from pitboss.play.encoding import EVENTS
from pitboss.play.message import Kind, Message, message_from_json

TransferKind = Literal["fill", "credit"]
CountKind = Literal["opener", "inventory", "closer", "drop"]
"""A table inventory as the table opens, while it stays open, or as it closes; or the drop box that was taken away."""
PayoutPart = Literal["prepared", "verified", "surveillance", "manager", "tax"]
PayoutMethod = Literal["cash", "check", "cash and check"]
Chips = tuple[tuple[int, int], ...]
"""The value of a chip or note in cents, and how many there are, largest value first."""
PlaysFor = Literal["", "money", "practice"]


class RulesName(Struct, frozen=True, forbid_unknown_fields=True):
    """Which rules a house runs by: the law's edition, our revision of it, and the digest of what it means.

    `regulation` is its name in the house file, with or without an edition.
    """

    regulation: str
    edition: str
    revision: int
    digest: str


class RulesRecorded(Message):
    """The rules of an edition, carried by the ledger: `text` is compressed.

    `recorded_as` is their name in houses of pitboss 0.1 and 0.2 in the same ledger.
    """

    regulation: str
    edition: str
    revision: int
    digest: str
    text: str
    recorded_as: str = ""


class HouseOpened(Message):
    """From here on the house runs by this file. `version` is the version of pitboss that approved it."""

    facility: str
    file: str
    digest: str
    public_key: str
    version: str
    rules: tuple[RulesName, ...] = ()
    """The rules of each regulation that the file names. Ledgers of 0.1 and 0.2 have none."""
    plays_for: PlaysFor = ""
    """What the ledger is for, from its first entry on; empty in ledgers that were begun before 0.3."""


class TableOpened(Message):
    """From here on a table runs by the rules in an entry of the house's stream."""

    digest: str
    house: int


class LinkOpened(Message):
    """New meters of a link, each at its seed in cents."""

    meters: Mapping[str, int]


# The floor


class TableClosing(Message):
    """No further round begins at the table."""


class TableClosed(Message):
    """The drop and the inventory according to the books, and the counted drop."""

    drop: int
    counted: int
    inventory: int
    confirmed: bool = False
    """Whether the count is an entry of its own before this one."""


class TableReopened(Message):
    """Rounds may begin again."""


class TransferRequested(Message):
    """Someone asks for chips to be brought to the table or taken from it."""

    transfer: str
    kind: TransferKind
    amount: int
    chips: Chips = ()
    """By denomination, if the house counts its racks."""


class CorrectionRequested(Message):
    """Someone asks for the correction of a payment; the command says which. The amount is as in the command."""

    transfer: str
    amount: int
    command: str


class SaleRequested(Message):
    """Someone asks for a sale of chips that takes two people; the command says to whom."""

    transfer: str
    amount: int
    command: str


class TransferConfirmed(Message):
    """A second person confirms the chips.

    If the house counts its racks, the chips move with this entry, and it names who gave or took them in the cage and
    who carried them.
    """

    transfer: str
    cashier: str = ""
    security: str = ""


class TransferWithdrawn(Message):
    """The chips do not move."""

    transfer: str


class HandPayOrdered(Message):
    """Payments of a round that the rack cannot cover are made by hand."""

    round: int


class PayoutSigned(Message):
    """Someone signs for a payment at the desk. With `prepared`, the payout document is issued and says what is paid.

    `note` is the number in the surveillance log, or the reference of the Form W-2G: never a taxpayer's number.
    """

    payout: str
    part: PayoutPart
    note: str = ""
    amount: int = 0
    facts: tuple[tuple[str, str], ...] = ()


class PayoutVoided(Message):
    """The payout document is void: it is prepared and signed again."""

    payout: str
    reason: str


class PayoutPaid(Message):
    """The payment was handed over. `reference` is the number of a check; `withheld` is the tax that was kept."""

    payout: str
    method: PayoutMethod
    reference: str = ""
    withheld: int = 0


class CountMade(Message):
    """Someone counted a table inventory or a drop box; a second person confirms it. It replaces a count that waits."""

    count: str
    kind: CountKind
    chips: Chips
    amount: int


class CountConfirmed(Message):
    """A second person confirms a count by `by`. `expected` is what the books had; -1 if nothing was known before.

    `explanation` is there if the count differs. A drop box leaves the table with the count of the inventory.
    """

    count: str
    kind: CountKind
    chips: Chips
    counted: int
    expected: int
    by: str
    explanation: str = ""

    @property
    def difference(self) -> int:
        return self.counted - self.expected if self.expected >= 0 else 0


class RulesOrdered(Message):
    """The table takes the newest house file after the round under way."""


class LimitsAnnounced(Message):
    """New limits of a wager were announced to the players at the table; they apply from a moment in milliseconds.

    `wager` is its name in the house file. `law` is the clause that the notice follows.
    """

    change: str
    wager: str
    minimum: int
    maximum: int
    effective: int
    law: str


class LimitSignPosted(Message):
    """A sign at the table says what changes, and when."""

    change: str


class LimitsChanged(Message):
    """From here on new limits apply. The entry also opens the table by the house file that has them."""

    change: str
    wager: str
    minimum: int
    maximum: int
    law: str


class LimitsWithdrawn(Message):
    """Announced limits are withdrawn."""

    change: str
    reason: str = ""


FloorDecision = (
    TableClosing | TableClosed | TableReopened | TransferRequested | CorrectionRequested | SaleRequested
    | TransferConfirmed | TransferWithdrawn | CountMade | CountConfirmed
    | HandPayOrdered | PayoutSigned | PayoutVoided | PayoutPaid
    | RulesOrdered | LimitsAnnounced | LimitSignPosted | LimitsChanged | LimitsWithdrawn
)  # fmt: skip


LinkRecorded = LinkOpened | e.MovesMeter

FLOOR_DECISIONS: Mapping[str, type[FloorDecision]] = {kind.__name__: kind for kind in get_args(FloorDecision)}
TABLE_RECORDS: Mapping[str, type[TableOpened | e.Event]] = {"TableOpened": TableOpened, **EVENTS}
LINK_RECORDS: Mapping[str, type[LinkRecorded]] = {kind.__name__: kind for kind in get_args(LinkRecorded)}


def house_opened(entry: Entry) -> HouseOpened:
    """The record in an entry of the house's stream."""
    return only_record(entry, {"HouseOpened": HouseOpened})


def rules_recorded(entry: Entry) -> RulesRecorded:
    """The record in an entry of the `rules` stream."""
    return only_record(entry, {"RulesRecorded": RulesRecorded})


def only_record(entry: Entry, kinds: Mapping[str, type[Kind]]) -> Kind:
    """LedgerBroken if the entry does not hold exactly one record of these kinds."""
    try:
        (document,) = entry.content["events"]
        return message_from_json(document, kinds)
    except (ValueError, LookupError, TypeError) as error:
        raise entry.broken(f"it is not a record of this stream ({error})") from None
