"""Prints and voids of slips, each recorded once."""

from pitboss.books.slips import Slip, read_slip
from pitboss.errors import CommandRefused
from pitboss.house.authority import MAY, Who
from pitboss.house.floor_entries import FloorEntries, check_floor
from pitboss.house.live_house import LiveHouse
from pitboss.house.people_registry import AccessRefused
from pitboss.ledger.entry import Draft
from pitboss.ledger.slips import MARKS, SlipPrinted, SlipVoided
from pitboss.play.message import Message, message_to_json

_VOID = "COMAR 36.05.03.04 H(4)"


class SlipMarks:
    """What happens to slips after they were issued. Safe for several threads and processes."""

    def __init__(self, house: LiveHouse) -> None:
        self._house, self._entries = house, FloorEntries(house)

    def print(self, who: Who, number: int, id_: str) -> Slip:
        """Records that a slip is printed; the slip as it is then."""
        if who.role == "player":
            raise AccessRefused("not-your-role", "slips are for those who work in the house")
        read_slip(self._house.store, number)
        self._mark(who, id_, SlipPrinted(number))
        return read_slip(self._house.store, number)

    def void(self, who: Who, number: int, id_: str, reason: str) -> None:
        """Voids a slip, which keeps its number. A request that waits is withdrawn instead."""
        if who.role not in MAY["floorperson"]:
            raise AccessRefused("not-your-role", f"a floorperson or above voids a slip, not the {who.role}")
        slip = read_slip(self._house.store, number)
        check_floor(who, slip.table)
        if self._house.store.by_command(id_):
            return
        if slip.state == "void":
            raise CommandRefused("already-void", _VOID, f"slip {number} is void: {slip.why}")
        if slip.state == "waits":
            raise CommandRefused("slip-waits", _VOID, f"slip {number} waits for signatures: withdraw the request")
        if not reason.strip():
            raise CommandRefused("no-reason", _VOID, f"say why slip {number} is void")
        self._mark(who, id_, SlipVoided(number, f"{reason.strip()} ({who.name})"))

    def _mark(self, who: Who, id_: str, mark: Message) -> None:
        self._entries.append(
            who, id_, lambda content: [Draft(MARKS, None, {**content, "events": [message_to_json(mark)]})]
        )
