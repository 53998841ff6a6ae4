"""Open sessions, which a manager sees and may end; and which floorperson supervises which tables."""

from fastapi import APIRouter, Request
from fastapi.responses import JSONResponse, Response

from pitboss.house.authority import OVERSEERS, Who
from pitboss.house.live_house import LiveHouse
from pitboss.web.http.answers import EmptyAnswer
from pitboss.web.http.auth import SignedIn, people_of
from pitboss.web.http.guard import problem
from pitboss.web.http.models import Line, SessionJson, Strict, SupervisionJson
from pitboss.web.http.problems import check_table


class PersonNamed(Strict):
    """The person whose sessions end."""

    name: Line


class TablesAssigned(Strict):
    """The tables that a floorperson supervises; empty means every table."""

    name: Line
    tables: list[Line]


def router(house: LiveHouse) -> APIRouter:
    routes = APIRouter()
    routes.include_router(_supervision(house))
    routes.include_router(_sessions())
    return routes


def _supervision(house: LiveHouse) -> APIRouter:
    routes = APIRouter(prefix="/api/supervision", tags=["people"])

    def shown(request: Request) -> Response:
        found = people_of(request).supervision()
        return JSONResponse({
            "floorpersons": [{**one._asdict(), "within": one.is_within} for one in found.floorpersons],
            "unsupervised": list(found.unsupervised),
        })  # fmt: skip

    @routes.get("", response_model=SupervisionJson)
    def get_supervision(request: Request, who: SignedIn) -> Response:
        """Which floorperson supervises which tables, how many the law allows, and which tables nobody supervises."""
        if who.role not in OVERSEERS:
            return problem(
                403, "not-your-role", f"supervision is for the floor and its overseers, not for the {who.role}"
            )
        return shown(request)

    @routes.post("", response_model=SupervisionJson)
    def assign_tables(request: Request, sent: TablesAssigned, who: SignedIn) -> Response:
        """Gives a floorperson other tables; refused if these are more than the law lets one person supervise."""
        if who.role != "manager":
            return problem(403, "not-your-role", f"only a manager assigns tables, not the {who.role}")
        for table in sent.tables:
            check_table(house, table)
        people = people_of(request)
        if (known := people.known(sent.name)).role != "floorperson":
            return problem(400, "unusable", f"{known.name} is {known.role}: tables are supervised by a floorperson")
        people.change(known.name, tables=sent.tables, by=who)
        return shown(request)

    return routes


def _sessions() -> APIRouter:
    routes = APIRouter(prefix="/api/sessions", tags=["people"])

    @routes.get("", response_model=list[SessionJson])
    def list_sessions(request: Request, who: SignedIn) -> Response:
        """The sessions that are open now, with role and tables; times in milliseconds."""
        if refused := _refusal(who):
            return refused
        people = people_of(request)
        known = {person.name: person for person in people.everyone()}
        return JSONResponse([
            {
                "name": session.person, "role": known[session.person].role,
                "tables": list(known[session.person].tables), "since": session.since, "until": session.until,
            }
            for session in people.sessions()
            if session.person in known
        ])  # fmt: skip

    @routes.post("/end", response_model=EmptyAnswer)
    def end_sessions(request: Request, sent: PersonNamed, who: SignedIn) -> Response:
        """Ends all sessions of a person at once: commands are refused, and connections end."""
        if refused := _refusal(who):
            return refused
        people = people_of(request)
        name = people.known(sent.name).name
        people.end_sessions(name, by=who)
        if broadcasts := request.app.state.broadcasts:
            broadcasts.drop(name)
        return JSONResponse({})

    return routes


def _refusal(who: Who) -> Response | None:
    if who.role == "manager":
        return None
    return problem(403, "not-your-role", f"only a manager sees and ends sessions, not the {who.role}")
