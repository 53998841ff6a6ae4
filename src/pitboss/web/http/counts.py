"""Counts of table inventories and drop boxes over HTTP: one person counts, another confirms."""

from typing import Annotated

from fastapi import APIRouter, Path
from fastapi.responses import Response
from pydantic import Field, StringConstraints

from pitboss.house.chip_counts import ChipCounts
from pitboss.house.live_house import LiveHouse
from pitboss.ledger.records import CountKind
from pitboss.web.http.answers.table import FloorAnswer
from pitboss.web.http.auth import SignedIn
from pitboss.web.http.models import Id, Number, Strict
from pitboss.web.http.problems import answer_to, check_table


class ChipNumber(Strict):
    """How many chips or notes of a value in cents there are."""

    value: Number
    number: Number


Counted = Annotated[list[ChipNumber], Field(max_length=100)]


class CountOrder(Strict):
    """A count of a table inventory or of a drop box, by denomination."""

    id: Id
    kind: CountKind
    chips: Counted


class CountReply(Strict):
    """Confirms a count as the second person; a difference to the books is explained."""

    id: Id
    explanation: Annotated[str, StringConstraints(max_length=300)] = ""


CountId = Annotated[str, Path(max_length=64)]


def by_value(chips: list[ChipNumber]) -> dict[int, int]:
    """The numbers by value; two rows of one value count together."""
    found: dict[int, int] = {}
    for one in chips:
        found[one.value] = found.get(one.value, 0) + one.number
    return found


def router(house: LiveHouse) -> APIRouter:
    """Every message carries an id, and has one effect however often it is sent."""
    routes, counts = APIRouter(prefix="/api/tables/{table}", tags=["floor"]), ChipCounts(house)

    @routes.post("/counts", response_model=FloorAnswer)
    def make_count(table: str, sent: CountOrder, who: SignedIn) -> Response:
        """Records a count of the table inventory or of the drop box, which a second person must confirm."""
        check_table(house, table)
        return answer_to(lambda: counts.count(who, table, sent.id, sent.kind, by_value(sent.chips)))

    @routes.post("/counts/{count}", response_model=FloorAnswer)
    def confirm_count(table: str, count: CountId, sent: CountReply, who: SignedIn) -> Response:
        """Confirms a count as the second person. The answer gives what was counted less what the books have."""
        check_table(house, table)
        return answer_to(lambda: {"difference": counts.confirm(who, table, sent.id, count, sent.explanation)})

    return routes
