"""Who is signed in, for a manager to look at and to end."""

from fastapi import APIRouter, Request
from fastapi.responses import JSONResponse, Response

from pitboss.house.authority import Who
from pitboss.house.live_house import LiveHouse
from pitboss.web.http.auth import SignedIn, people_of
from pitboss.web.http.guard import problem
from pitboss.web.http.models import Line, Strict


class Ended(Strict):
    """All sessions of somebody end."""

    name: Line


def router(_: LiveHouse) -> APIRouter:
    made = APIRouter(prefix="/api/sessions", tags=["people"])

    @made.get("")
    def listed(request: Request, who: SignedIn) -> Response:
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

    @made.post("/end")
    def end(request: Request, sent: Ended, who: SignedIn) -> Response:
        """Ends all sessions of somebody at once: commands are refused, and connections dropped."""
        if refused := _refusal(who):
            return refused
        people = people_of(request)
        name = people.known(sent.name).name
        people.end_sessions(name, by=who)
        if broadcasts := request.app.state.broadcasts:
            broadcasts.drop(name)
        return JSONResponse({})

    return made


def _refusal(who: Who) -> Response | None:
    if who.role == "manager":
        return None
    return problem(403, "not-your-role", f"a manager decides who is signed in, not the {who.role}")
