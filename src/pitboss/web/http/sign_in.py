"""Signing in and out."""

from fastapi import APIRouter, Request
from fastapi.responses import JSONResponse, Response

from pitboss.house.live_house import LiveHouse
from pitboss.house.people_registry import AccessRefused
from pitboss.web.http.answers import EmptyAnswer
from pitboss.web.http.auth import COOKIE, SignedIn, Token, note_open, people_of
from pitboss.web.http.clients import CLIENT
from pitboss.web.http.models import (
    BadgeShown,
    GuestName,
    NewPassword,
    PersonShown,
    Relief,
    SessionOpened,
    SignIn,
)  # fmt: skip
from pitboss.web.http.problems import check_table
from pitboss.web.http.worker_pool import WorkerPool


def router(house: LiveHouse) -> APIRouter:
    # Checking a password is slow by design and takes 64 MB: two at a time, and few wait.
    routes, doors = APIRouter(prefix="/api", tags=["people"]), WorkerPool("sign-in")

    @routes.post("/sign-in", response_model=SessionOpened)
    async def sign_in(request: Request, sent: SignIn) -> Response:
        """Opens a session for a person with a password."""
        people, client = people_of(request), CLIENT.get()
        return await doors.answer(lambda: _opened(request, people.sign_in(sent.name, sent.password, client)))

    @routes.post("/badge", response_model=SessionOpened)
    async def sign_in_by_badge(request: Request, sent: BadgeShown) -> Response:
        """Opens a session for a person with a badge and a PIN."""
        people, client = people_of(request), CLIENT.get()
        return await doors.answer(lambda: _opened(request, people.sign_in_by_badge(sent.badge, sent.pin, client)))

    @routes.post("/relief", response_model=SessionOpened)
    async def relieve_dealer(request: Request, sent: Relief, token: Token, _: SignedIn) -> Response:
        """Another dealer takes over the console of a table: that dealer's session opens as this one ends."""
        check_table(house, sent.table)
        people, client = people_of(request), CLIENT.get()

        def work() -> object:
            return _opened(request, people.relieve(token, sent.badge, sent.pin, sent.table, client))

        return await doors.answer(work)

    @routes.post("/password", response_model=EmptyAnswer)
    async def change_password(request: Request, sent: NewPassword, who: SignedIn) -> Response:
        """Changes the password of the person who asks. All their sessions end."""
        people, client = people_of(request), CLIENT.get()

        def work() -> object:
            people.change_password(who.name, sent.old, sent.new, client)
            if broadcasts := request.app.state.broadcasts:
                broadcasts.drop(who.name)
            response = JSONResponse({})
            response.delete_cookie(COOKIE)
            return response

        return await doors.answer(work)

    @routes.post("/guest", response_model=SessionOpened)
    def sign_in_as_guest(request: Request, sent: GuestName) -> Response:
        """Opens a session for a player without a password, at a practice house."""
        return _opened(request, people_of(request).guest(sent.name))

    @routes.post("/sign-out", response_model=EmptyAnswer)
    def sign_out(request: Request, token: Token, _: SignedIn) -> Response:
        """Ends the session."""
        people_of(request).sign_out(token)
        response = JSONResponse({})
        response.delete_cookie(COOKIE)
        return response

    @routes.get("/me", response_model=PersonShown | None)
    def get_me(request: Request, token: Token) -> Response:
        """The person who is signed in; null if nobody is, which is not an error."""
        try:
            who = people_of(request).who(token)
        except AccessRefused:
            return JSONResponse(None)
        return JSONResponse({"name": who.name, "role": who.role, "tables": list(who.tables)})

    return routes


def _opened(request: Request, token: str) -> Response:
    who = people_of(request).who(token)
    note_open(request, token, who)
    response = JSONResponse({"name": who.name, "role": who.role, "tables": list(who.tables), "token": token})
    secure = request.url.scheme == "https"
    response.set_cookie(COOKIE, token, httponly=True, samesite="strict", secure=secure, path="/")
    return response
