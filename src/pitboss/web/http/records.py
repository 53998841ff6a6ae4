"""The records of the house over HTTP: rounds that are over, their proofs, the ledger's health, day reports.

Overseers (the floor, auditors, surveillance, the regulator) see every round, dealers those of their tables, players
those in which they sat; the cage and the count team see none.
"""

from collections.abc import Callable
from typing import Annotated

from fastapi import APIRouter, Path, Query
from fastapi.responses import JSONResponse, PlainTextResponse, Response

from pitboss.books.export import replay_json, summary_json
from pitboss.books.replay import replay_round
from pitboss.books.resettlement import Resettlement
from pitboss.books.rounds import UNDER_WAY, RoundFilter, RoundSummary
from pitboss.evidence.heads import PublicKey, read_head
from pitboss.evidence.snapshots import cosigned_head
from pitboss.house.authority import COUNTS_DROP, OVERSEERS, Who
from pitboss.house.environment import wall_clock
from pitboss.house.live_house import LiveHouse
from pitboss.ledger.fold import table_stream
from pitboss.views.past_round import past_round
from pitboss.web.http.answers.records import (
    DealAnswer,
    LedgerAnswer,
    ProofAnswer,
    ReplayAnswer,
    RoundsAnswer,
    VerifyAnswer,
)  # fmt: skip
from pitboss.web.http.answers.reports import DayReportJson
from pitboss.web.http.auth import SignedIn
from pitboss.web.http.day_reports import ReportDays, reports
from pitboss.web.http.deals import DealAnswers
from pitboss.web.http.guard import problem
from pitboss.web.http.models import TEXT, Strict
from pitboss.web.http.problems import check_table
from pitboss.web.http.round_files import CASE, PAGE, case_file, player_file, proof_file
from pitboss.web.http.round_list import IndexBehind, RoundList
from pitboss.web.http.verification import Verification
from pitboss.web.http.worker_pool import WorkerPool

SEES_NO_ROUNDS = ("cage", "count")
MOST_LISTED = 200
_HEADS = 20
"""The newest signed heads that a page shows."""
Number = Annotated[int, Path(ge=1, lt=10**15)]
Table = Annotated[str, Query(max_length=200)]
Text = Annotated[str, Query(max_length=200)]
Moment = Annotated[int | None, Query(ge=0, lt=10**15)]


class VerifyOrder(Strict):
    """A verification of the whole ledger; `books` also folds every table."""

    books: bool = False


def may_see(who: Who, found: RoundSummary) -> bool:
    """Whether a person may see a round. Players may when it is over."""
    if who.role == "player":
        return who.name in found.boxes.values() and found.status != UNDER_WAY
    return who.role not in SEES_NO_ROUNDS and (not who.tables or found.table in who.tables)


def visible_to(who: Who, wanted: RoundFilter) -> RoundFilter:
    """The filter, without rounds that a person may not see."""
    if who.role == "player":
        return wanted._replace(also_player=who.name)
    return wanted._replace(tables=tuple(who.tables))


def router(house: LiveHouse) -> APIRouter:
    routes = APIRouter(prefix="/api", tags=["records"])
    workers, rounds, verification = WorkerPool("records"), RoundList(), Verification()
    _rounds(routes, house, workers, rounds)
    _one_round(routes, house, workers, rounds, DealAnswers(house))
    _files(routes, house, rounds)
    _ledger(routes, house, workers, verification)
    return routes


def _rounds(routes: APIRouter, house: LiveHouse, workers: WorkerPool, rounds: RoundList) -> None:
    @routes.get("/rounds", response_model=RoundsAnswer)
    async def list_rounds(  # noqa: PLR0913 - each is a filter of its own
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
        dealer: Text = "",
        before: Moment = None,
        limit: Annotated[int, Query(ge=1, le=MOST_LISTED)] = 50,
    ) -> Response:
        """Rounds, newest first. Times are milliseconds, amounts cents; `irregularity` without a name means any."""
        if who.role in SEES_NO_ROUNDS:
            return _not_for(who, "rounds are for players, dealers and the floor")
        filter_ = RoundFilter(table, since, until, player, amount, irregularity, jackpots, void, dealer)

        def work() -> object:
            store = house.store
            if table and not store.last(table_stream(table)):
                return problem(404, "no-such-table", f"the ledger has no table {table!r}")
            page = rounds.page(store, visible_to(who, filter_), lambda one: may_see(who, one), limit, before)
            return {"rounds": [summary_json(one) for one in page.rounds], "next": page.before, "total": page.total}

        return await workers.answer(lambda: _unless_behind(work))


def _one_round(routes: APIRouter, house: LiveHouse, workers: WorkerPool, rounds: RoundList, deals: DealAnswers) -> None:
    @routes.get("/rounds/{table}/{number}", response_model=ReplayAnswer)
    async def get_round(table: str, number: Number, who: SignedIn) -> Response:
        """Everything about a round; a player sees no hand that nobody turned up."""

        def work() -> object:
            if refused := _refusal(rounds.find(house.store, table, number), who):
                return refused
            found = replay_round(house.store, f"{table}/{number}")
            resettlement = Resettlement(found)
            return past_round(resettlement, who.name) if who.role == "player" else replay_json(found, resettlement)

        return await workers.answer(lambda: _unless_behind(work))

    @routes.get("/rounds/{table}/{number}/deal", response_model=DealAnswer)
    async def get_deal(table: str, number: Number) -> Response:
        """What opens the commitment to the shuffle of a round that is over."""
        check_table(house, table)
        return await deals.answer(table, number)


def _files(routes: APIRouter, house: LiveHouse, rounds: RoundList) -> None:
    workers = WorkerPool("files", 1)

    async def give(table: str, number: int, who: Who, make: Callable[[LiveHouse, str], Response]) -> Response:
        def work() -> object:
            refused = _refusal(rounds.find(house.store, table, number), who)
            return refused or make(house, f"{table}/{number}")

        return await workers.answer(lambda: _unless_behind(work))

    @routes.get("/rounds/{table}/{number}/proof", response_model=ProofAnswer)
    async def get_proof(table: str, number: Number, who: SignedIn) -> Response:
        """A proof of the round for anyone with the public key. It holds every card, so it is not for players."""
        if who.role in ("player", *SEES_NO_ROUNDS):
            return _not_for(who, "a proof holds everybody's cards")
        return await give(table, number, who, proof_file)

    @routes.get("/rounds/{table}/{number}/case", response_class=Response, responses={200: CASE})
    async def get_case(table: str, number: Number, who: SignedIn) -> Response:
        """The round as a file that `pitboss verify` settles again. It holds every card, so it is not for players."""
        if who.role in ("player", *SEES_NO_ROUNDS):
            return _not_for(who, "a case holds everybody's cards")
        return await give(table, number, who, case_file)

    @routes.get("/rounds/{table}/{number}/page", response_class=Response, responses={200: PAGE})
    async def get_page(table: str, number: Number, who: SignedIn) -> Response:
        """What the player who asks may know of the round, as one page that checks itself without a network."""
        if who.role != "player":
            return _not_for(
                who, "the page of a player is for the person who played; the case of the round is for staff"
            )
        return await give(table, number, who, lambda house, round_id: player_file(house, round_id, who.name))


def _ledger(routes: APIRouter, house: LiveHouse, workers: WorkerPool, verification: Verification) -> None:
    @routes.get("/head", response_class=Response, responses={200: TEXT})
    def get_head(*, cosigned: bool = False) -> Response:
        """The newest head of the ledger, signed; or the newest that enough witnesses cosigned, if there is one."""
        return PlainTextResponse((cosigned_head(house.store) if cosigned else "") or house.sign_head())

    @routes.get("/ledger", response_model=LedgerAnswer)
    async def get_ledger(who: SignedIn) -> Response:
        """The size of the ledger, its newest signed heads, and its last verification."""
        if who.role not in OVERSEERS:
            return _not_for(who, "the ledger as a whole is for the floor and its overseers")

        def work() -> object:
            store = house.store
            return {
                "size": store.size(),
                "streams": {name: store.last(name) for name in store.streams()},
                "storage": store.version(),
                "key": house.public_key,
                "suspended": house.suspended,
                "heads": store.count_heads(),
                "newest": [_head(row.text) for row in store.newest_heads(_HEADS)],
                "verification": verification.state,
            }

        return await workers.answer(work)

    @routes.post("/ledger/verify", status_code=202, response_model=VerifyAnswer)
    async def verify_ledger(sent: VerifyOrder, who: SignedIn) -> Response:
        """Starts a verification, unless one is under way; `GET /api/ledger` shows its progress."""
        if who.role not in OVERSEERS:
            return _not_for(who, "the floor and its overseers start verifications")
        began = verification.start(house.store, PublicKey.parse(house.public_key), who.name, books=sent.books)
        return JSONResponse({"began": began, "verification": verification.state}, 202)

    @routes.get("/reports", response_model=list[DayReportJson])
    async def list_day_reports(  # noqa: PLR0913 - each is a question of its own
        *,
        who: SignedIn,
        day: Text = "",
        first: Annotated[str, Query(alias="from", max_length=40)] = "",
        last: Annotated[str, Query(alias="to", max_length=40)] = "",
        table: Table = "",
        starts: Annotated[str, Query(max_length=20)] = "06:00",
        zone: Text = "",
        exact: bool = False,
    ) -> Response:
        """Each table on each gaming day: stakes, payments and win, beside the win that the exact odds predict.

        `exact`: with the probability of each result, which takes a while.
        """
        if who.role not in OVERSEERS:
            return _not_for(who, "reports are for the floor and its overseers")
        asked = ReportDays(day or first, day or last, starts, zone, exact)
        # The floor counts drops, and counts them blind.
        may_count = who.role in COUNTS_DROP
        return await workers.answer(lambda: reports(house.store, asked, table, wall_clock(), may_count=may_count))


def _unless_behind(work: Callable[[], object]) -> object:
    try:
        return work()
    except IndexBehind as behind:
        return problem(503, "index-behind", str(behind))


def _refusal(found: RoundSummary | None, who: Who) -> Response | None:
    """Why a person may not see a round; None if it exists, is over, and the person may see it."""
    if found is None:
        return problem(404, "no-such-round", "there is no such round: /rounds lists the rounds")
    if found.status == UNDER_WAY:
        return problem(409, "not-over", f"round {found.id} is not over: nobody may see its cards yet")
    if not may_see(who, found):
        return problem(403, "not-your-round", "players see rounds in which they sat, and dealers those of their tables")
    return None


def _head(text: str) -> dict[str, object]:
    head = read_head(text)
    return {"size": head.size, "root": head.root.hex(), "at": head.at, "text": text}


def _not_for(who: Who, reason: str) -> Response:
    return problem(403, "not-your-role", f"{reason}, not for the {who.role}")
