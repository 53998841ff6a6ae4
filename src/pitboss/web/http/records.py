"""The records of the house over HTTP: rounds that are over, their proofs, the ledger's health, day reports.

Auditors, floorpersons and managers see every round, dealers those of their tables, players those in which they sat.
"""

import re
from typing import Annotated

from fastapi import APIRouter, Path, Query
from fastapi.responses import JSONResponse, Response

from pitboss.books.export import replay_json, summary_json
from pitboss.books.replay import replay_round
from pitboss.books.resettlement import Resettlement
from pitboss.books.rounds import UNDER_WAY, RoundFilter, RoundSummary
from pitboss.evidence.heads import PublicKey, read_head
from pitboss.evidence.proofs import make_bundle, positions_of_round, write_bundle
from pitboss.house.authority import Who
from pitboss.house.environment import wall_clock
from pitboss.house.live_house import LiveHouse
from pitboss.ledger.fold import table_stream
from pitboss.views.past_round import past_round
from pitboss.web.http.auth import SignedIn
from pitboss.web.http.day_reports import DaysAsked, reports
from pitboss.web.http.guard import problem
from pitboss.web.http.models import Strict
from pitboss.web.http.round_list import RoundList
from pitboss.web.http.verification import Verification
from pitboss.web.run.worker_pool import WorkerPool

READERS = ("auditor", "floorperson", "manager")
MOST_LISTED = 200
_HEADS = 20
"""The newest signed heads that a page shows."""
Number = Annotated[int, Path(ge=1, lt=10**15)]
Table = Annotated[str, Query(max_length=200)]
Text = Annotated[str, Query(max_length=200)]
Moment = Annotated[int | None, Query(ge=0, lt=10**15)]


class VerifyAsked(Strict):
    """A verification of the whole ledger; `books` also folds every table."""

    books: bool = False


def may_see(who: Who, found: RoundSummary) -> bool:
    """Whether a round is a person's to look at. Players wait until it is over."""
    if who.role == "player":
        return who.name in found.boxes.values() and found.status != UNDER_WAY
    return not who.tables or found.table in who.tables


def router(house: LiveHouse) -> APIRouter:
    made = APIRouter(prefix="/api", tags=["records"])
    clerks, rounds, verification = WorkerPool("records"), RoundList(), Verification()
    _rounds(made, house, clerks, rounds)
    _one_round(made, house, clerks, rounds)
    _ledger(made, house, clerks, verification)
    return made


def _rounds(made: APIRouter, house: LiveHouse, clerks: WorkerPool, rounds: RoundList) -> None:
    @made.get("/rounds")
    async def find(  # noqa: PLR0913 - each is a filter of its own
        *,
        who: SignedIn,
        table: Table = "",
        since: Annotated[Moment, Query(alias="from")] = None,
        until: Annotated[Moment, Query(alias="to")] = None,
        player: Text = "",
        amount: Annotated[int, Query(ge=0, lt=10**15)] = 0,
        irregularity: Text | None = None,
        jackpots: bool = False,
        void: bool = False,
        before: Moment = None,
        limit: Annotated[int, Query(ge=1, le=MOST_LISTED)] = 50,
    ) -> Response:
        """Rounds, newest first. Times are milliseconds, amounts cents; `irregularity` without a name means any."""
        wanted = RoundFilter(table, since, until, player, amount, irregularity, jackpots, void)

        def work() -> object:
            store = house.store
            if table and not store.last(table_stream(table)):
                return problem(404, "no-such-table", f"the ledger has no table {table!r}")
            page = rounds.page(store, wanted, lambda one: may_see(who, one), limit, before)
            return {"rounds": [summary_json(one) for one in page.rounds], "next": page.before, "total": page.total}

        return await clerks.answer(work)


def _one_round(made: APIRouter, house: LiveHouse, clerks: WorkerPool, rounds: RoundList) -> None:
    @made.get("/rounds/{table}/{number}")
    async def replay(table: str, number: Number, who: SignedIn) -> Response:
        """Everything of a round; to a player without the hands that nobody turned up."""

        def work() -> object:
            if refused := _refusal(rounds.find(house.store, table, number), who):
                return refused
            found = replay_round(house.store, f"{table}/{number}")
            resettlement = Resettlement(found)
            return past_round(resettlement, who.name) if who.role == "player" else replay_json(found, resettlement)

        return await clerks.answer(work)

    @made.get("/rounds/{table}/{number}/proof")
    async def proof(table: str, number: Number, who: SignedIn) -> Response:
        """The proof of the round for anyone with the public key. It holds every card, so it is not for players."""
        if who.role == "player":
            return _not_for(who, "a proof holds the hands of everybody")

        def work() -> object:
            if refused := _refusal(rounds.find(house.store, table, number), who):
                return refused
            return _proof(house, table, number)

        return await clerks.answer(work)


def _ledger(made: APIRouter, house: LiveHouse, clerks: WorkerPool, verification: Verification) -> None:
    @made.get("/ledger")
    async def health(who: SignedIn) -> Response:
        """How large the ledger is, what was signed of it, and how its last verification went."""
        if who.role not in READERS:
            return _not_for(who, "the ledger as a whole is for auditors, floorpersons and managers")

        def work() -> object:
            store = house.store
            heads = store.heads()
            return {
                "size": store.size(),
                "streams": {name: store.last(name) for name in store.streams()},
                "storage": store.version(),
                "key": house.public_key,
                "suspended": house.suspended,
                "heads": len(heads),
                "newest": [_head(row.text) for row in reversed(heads[-_HEADS:])],
                "verification": verification.state,
            }

        return await clerks.answer(work)

    @made.post("/ledger/verify", status_code=202)
    async def verify(sent: VerifyAsked, who: SignedIn) -> Response:
        """Begins a verification, unless one is under way; the ledger's page says how far it has come."""
        if who.role not in READERS:
            return _not_for(who, "auditors, floorpersons and managers have the ledger verified")
        began = verification.start(house.store, PublicKey.parse(house.public_key), who.name, books=sent.books)
        return JSONResponse({"began": began, "verification": verification.state}, 202)

    @made.get("/reports")
    async def day_reports(  # noqa: PLR0913 - each is a question of its own
        *,
        who: SignedIn,
        day: Text = "",
        first: Annotated[str, Query(alias="from", max_length=40)] = "",
        last: Annotated[str, Query(alias="to", max_length=40)] = "",
        table: Table = "",
        starts: Annotated[str, Query(max_length=20)] = "06:00",
        zone: Text = "",
    ) -> Response:
        """What each table staked, paid and won on each gaming day, beside what the exact odds lead to expect."""
        if who.role not in READERS:
            return _not_for(who, "reports are for auditors, floorpersons and managers")
        asked = DaysAsked(day or first, day or last, starts, zone)
        return await clerks.answer(lambda: reports(house.store, asked, table, wall_clock()))


def _refusal(found: RoundSummary | None, who: Who) -> Response | None:
    """Why a person does not get a round; None where it is there, over and theirs to see."""
    if found is None:
        return problem(404, "no-such-round", "there is no such round: /rounds lists those that there are")
    if found.status == UNDER_WAY:
        return problem(409, "not-over", f"round {found.id} is not over: its cards are for nobody's eyes yet")
    if not may_see(who, found):
        return problem(403, "not-your-round", "players look at rounds in which they sat, dealers at their own tables'")
    return None


def _proof(house: LiveHouse, table: str, number: int) -> Response:
    positions = positions_of_round(house.store, f"{table}/{number}")
    heads = house.store.heads()
    if not heads or heads[-1].size <= max(positions):
        house.sign_head()
    name = re.sub(r"[^A-Za-z0-9-]+", "-", f"proof-{table}-{number}")
    return Response(
        write_bundle(make_bundle(house.store, positions)),
        media_type="application/json",
        headers={"content-disposition": f'attachment; filename="{name}.json"'},
    )


def _head(text: str) -> dict[str, object]:
    head = read_head(text)
    return {"size": head.size, "root": head.root.hex(), "at": head.at, "text": text}


def _not_for(who: Who, reason: str) -> Response:
    return problem(403, "not-your-role", f"{reason}, not for the {who.role}")
