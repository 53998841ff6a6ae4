"""Open sessions, which a manager sees and may end."""

from fastapi import APIRouter, Request
from fastapi.responses import JSONResponse, Response

from pitboss.house.authority import Who
from pitboss.house.live_house import LiveHouse
from pitboss.web.http.answers import EmptyAnswer
from pitboss.web.http.auth import SignedIn, people_of
from pitboss.web.http.guard import problem
from pitboss.web.http.models import Line, SessionJson, Strict


class PersonNamed(Strict):
    """The person whose sessions end."""

    name: Line


def router(_: LiveHouse) -> APIRouter:
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
