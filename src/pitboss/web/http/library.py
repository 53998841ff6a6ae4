"""What anybody may look up: regulations, clauses, rulings and exact odds; and the check of a house file."""

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Annotated, Any

from fastapi import APIRouter, Path, Query, Request
from fastapi.responses import PlainTextResponse, Response
from pydantic import StringConstraints

from pitboss.documents.approval import approval_json, rejection_json
from pitboss.documents.clauses import clause_json
from pitboss.documents.regulations import regulation_json, regulation_summary_json
from pitboss.documents.titles import odds_titles
from pitboss.errors import InputError, SubmissionRejected
from pitboss.house.live_house import LiveHouse
from pitboss.money import parse_money
from pitboss.odds import strategy_of
from pitboss.odds.catalog import query_odds
from pitboss.odds.progressive import check_meter_names
from pitboss.odds.query import OddsQuery
from pitboss.odds.wagers import decision_wager, wager_paytables
from pitboss.rules.approve import approve_house
from pitboss.rules.house_file import HouseFile
from pitboss.rules.load import known_id, load_regulation, regulations_in_force
from pitboss.rules.register import clause_entries
from pitboss.rules.regulation import Regulation
from pitboss.rules.sample_house import SAMPLE_HOUSE
from pitboss.web.http.answers.library import (
    CheckAnswer,
    ClauseJson,
    OddsCatalogueJson,
    OddsJson,
    RegulationJson,
    RegulationSummaryJson,
    StrategyAnswer,
)  # fmt: skip
from pitboss.web.http.auth import Someone
from pitboss.web.http.edge_cache import EdgeCache
from pitboss.web.http.guard import problem
from pitboss.web.http.models import TEXT, Strict
from pitboss.web.http.worker_pool import WorkerPool

FILE = "house.toml"
"""The name of a house file that was sent as text."""
Name = Annotated[str, Path(max_length=60)]
Pairs = Annotated[tuple[str, ...], Query(max_length=20)]
Document = dict[str, Any]


class HouseText(Strict):
    """A house file to check. `odds` asks for the edge of each of its choices too, which takes longer."""

    text: Annotated[str, StringConstraints(max_length=60_000)]
    odds: bool = False


def router(_: LiveHouse) -> APIRouter:
    routes, workers = APIRouter(prefix="/api", tags=["library"]), WorkerPool("library")
    _rules(routes, workers)
    _odds(routes, workers)
    _strategy(routes, workers)
    _check(routes, workers)
    return routes


def _rules(routes: APIRouter, workers: WorkerPool) -> None:
    @routes.get("/rules", response_model=list[RegulationSummaryJson])
    async def list_regulations() -> Response:
        """Every regulation in brief."""
        return await workers.answer(lambda: [regulation_summary_json(one) for one in regulations_in_force()])

    @routes.get("/rules/{regulation}", response_model=RegulationJson)
    async def get_regulation(regulation: Name) -> Response:
        """Wagers, awards, paytables, options and rulings of a regulation."""
        return await workers.answer(_of_regulation(regulation, lambda found: regulation_json(load_regulation(found))))

    @routes.get("/rules/{regulation}/clauses", response_model=list[ClauseJson])
    async def list_clauses(regulation: Name) -> Response:
        """Every clause in the document's order: how it is met, where, by which tests, and under which rulings."""
        return await workers.answer(_of_regulation(regulation, _clauses))


@lru_cache
def _clauses(regulation: str) -> list[Document]:
    return [clause_json(regulation, address) for address in clause_entries(regulation)]


def _of_regulation(regulation: str, work: Callable[[str], object]) -> Callable[[], object]:
    """Work on a regulation by its id; 404 if there is no such regulation."""

    def find() -> object:
        try:
            found = known_id(regulation)
        except InputError as error:
            return problem(404, "no-such-regulation", error.reason)
        return work(found)

    return find


# Odds


def _odds(routes: APIRouter, workers: WorkerPool) -> None:
    @routes.get("/odds", response_model=list[OddsCatalogueJson])
    async def list_odds() -> Response:
        """The wagers and paytables whose odds can be asked for, and the readings that change them."""
        return await workers.answer(lambda: [_catalogue(one) for one in regulations_in_force()])

    @routes.get("/odds/{regulation}", response_model=list[OddsJson])
    async def get_odds_of_regulation(regulation: Name, option: Pairs = ()) -> Response:
        """The odds of every wager and paytable of a regulation."""
        return await workers.answer(
            _of_regulation(regulation, lambda found: _records(found, "", "", "", None, (), option))
        )

    @routes.get("/odds/{regulation}/{wager}/{paytable}", response_model=list[OddsJson])
    async def get_odds(  # noqa: PLR0913 - each is a question of its own
        *,
        regulation: Name,
        wager: Name,
        paytable: Name,
        stake: Annotated[str, Query(max_length=20)] = "",
        boxes: Annotated[int | None, Query(ge=1, le=20)] = None,
        meter: Pairs = (),
        option: Pairs = (),
    ) -> Response:
        """The odds of one paytable: a record for each number of boxes if they depend on it.

        Amounts are written `$5`; `meter=main=$12,345.67` and `option=ante_bonus=win_only` may come several times.
        """
        return await workers.answer(
            _of_regulation(regulation, lambda found: _records(found, wager, paytable, stake, boxes, meter, option))
        )


def _catalogue(regulation: Regulation) -> Document:
    return {
        "regulation": regulation.id,
        "title": regulation.title,
        "jurisdiction": regulation.jurisdiction,
        "boxes": regulation.table.boxes,
        "wagers": {name: list(tables) for name, tables in wager_paytables(regulation).items()},
        "titles": odds_titles(regulation),
        "decides": decision_wager(regulation),
        "options": [
            {
                "option": key,
                "values": None if ruling.is_amount else list(ruling.values),
                "in_force": ruling.in_force,
                "ruling": ruling.id,
                "doubt": ruling.doubt,
            }
            for key, ruling in regulation.options.items()
        ],
    }


@lru_cache(maxsize=512)
def _records(  # noqa: PLR0913, PLR0917 - each is a question of its own
    regulation_id: str, wager: str, paytable: str, stake: str, boxes: int | None, meters: Sequence[str],
    chosen: Sequence[str],
) -> list[Document]:  # fmt: skip
    regulation = load_regulation(regulation_id)
    query = OddsQuery(dict(_chosen(regulation_id, chosen)), meters=_amounts(meters), boxes=boxes)
    if stake:
        query = query._replace(stake=_amount("stake", stake))
    if query.stake == 0:
        raise InputError("stake: expected more than $0")
    if meters:
        _check_meters(regulation, wager, query)
    return [record.to_json() for record in query_odds(regulation, query, wager, paytable)]


def _check_meters(regulation: Regulation, wager: str, query: OddsQuery) -> None:
    """InputError if no paytable of the wager has a meter of that name."""
    group = regulation.wagers[wager].paytable if wager in regulation.wagers else ""
    check_meter_names(regulation.paytables.get(group, {}), {"meter": tuple(query.meters)})


def _chosen(regulation_id: str, pairs: Sequence[str]) -> list[tuple[str, str | int]]:
    """The chosen readings, without those that are in force anyway."""
    known, found = load_regulation(regulation_id).options, list[tuple[str, str | int]]()
    for key, text in _pairs("option", pairs).items():
        value = int(text) if text.isdecimal() and len(text) < 12 else text
        if key not in known or known[key].in_force != value:
            found.append((key, _amount(key, text) if text.startswith("$") else value))
    return found


def _amounts(pairs: Sequence[str]) -> dict[str, int]:
    return {name: _amount(name, text) for name, text in _pairs("meter", pairs).items()}


def _pairs(name: str, texts: Sequence[str]) -> dict[str, str]:
    parted = [text.partition("=") for text in texts]
    if not all(key and value for key, _, value in parted) or len({key for key, _, _ in parted}) < len(parted):
        raise InputError(f"{name}: expected NAME=VALUE, and each name once")
    return {key: value for key, _, value in parted}


def _amount(name: str, text: str) -> int:
    try:
        return parse_money(text if text.startswith("$") else f"${text}")
    except ValueError as error:
        raise InputError(f"{name}: {error}") from None


# Strategy


def _strategy(routes: APIRouter, workers: WorkerPool) -> None:
    @routes.get("/strategy/{regulation}", response_model=StrategyAnswer)
    async def get_strategy(  # noqa: PLR0913 - each is a question of its own
        *,
        regulation: Name,
        request: Request,
        who: Someone,
        paytable: Annotated[str, Query(max_length=60)] = "",
        hand: Annotated[str, Query(max_length=60)] = "",
        option: Pairs = (),
    ) -> Response:
        """The optimal strategy as rules that a person can learn; with `hand`, the exact value of each choice.

        If real money is played, only the staff gets advice on a hand.
        """
        if hand and not request.app.state.practice and (who is None or who.role == "player"):
            return problem(403, "no-advice", "this house does not advise players on their hands")
        return await workers.answer(
            _of_regulation(regulation, lambda found: _strategy_json(found, paytable, hand, option))
        )


@lru_cache(maxsize=256)
def _strategy_json(regulation_id: str, paytable: str, hand: str, chosen: Sequence[str]) -> Document:
    found = strategy_of(regulation_id, paytable, options=dict(_chosen(regulation_id, chosen)))
    answer: Document = {
        "regulation": load_regulation(regulation_id).id,
        "wager": decision_wager(load_regulation(regulation_id)),
        "paytable": found.odds.paytable,
        "rules": {decision: list(lines) for decision, lines in found.rules.items()},
    }
    if hand:
        answer["hand"] = {"cards": hand, **found.hand(hand).to_json()}
    return answer


# A house file


def _check(routes: APIRouter, workers: WorkerPool) -> None:
    edges = EdgeCache()

    @routes.get("/sample-house", response_class=Response, responses={200: TEXT})
    async def get_sample_house() -> Response:
        """A house file to start from."""
        return PlainTextResponse(SAMPLE_HOUSE.read_text(encoding="utf-8"))

    @routes.post("/check", response_model=CheckAnswer)
    async def check_house(sent: HouseText) -> Response:
        """Every violation of a house file, each with its place and clause; or what was approved."""
        return await workers.answer(lambda: _check_json(sent, edges))


def _check_json(sent: HouseText, edges: EdgeCache) -> Document:
    try:
        house = approve_house(HouseFile(FILE, sent.text.encode()))
    except SubmissionRejected as rejected:
        return rejection_json(rejected)
    except InputError as error:
        place = {"clause": "", "file": FILE, "line": error.line, "column": error.column}
        return {"approved": False, "violations": [{"code": "not-toml", "message": error.reason, **place}]}
    return {
        **approval_json(house),
        "facility": house.submission.facility,
        "tables": {name: ruleset.regulation.id for name, ruleset in house.tables.items()},
        "edges": edges.of(house) if sent.odds else None,
    }
