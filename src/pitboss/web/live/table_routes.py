"""The house and its tables: views, layouts and commands."""

from fastapi import APIRouter, Request
from fastapi.concurrency import run_in_threadpool
from fastapi.responses import JSONResponse, Response

from pitboss.documents.layout import layout_view
from pitboss.documents.sign import sign_json, sign_of
from pitboss.errors import InputError
from pitboss.house.card_reading import reading_text
from pitboss.house.live_house import LiveHouse
from pitboss.web.http.answers.layout import LayoutAnswer
from pitboss.web.http.answers.table import CommandAnswer, TableView
from pitboss.web.http.auth import Someone, Token, note_open, signed_in
from pitboss.web.http.models import CardsSent, CommandSent, HouseShown
from pitboss.web.http.problems import check_table
from pitboss.web.live.table_frame import TableFrame, command_answer


def router(house: LiveHouse) -> APIRouter:
    routes = APIRouter(prefix="/api", tags=["tables"])

    @routes.get("/house", response_model=HouseShown)
    async def get_house() -> Response:
        """The house, its tables, and the key that signs its ledger."""
        tables = {name: ruleset.regulation.id for name, ruleset in house.approved.tables.items()}
        return JSONResponse({
            "facility": house.approved.submission.facility, "tables": tables, "public_key": house.public_key,
            "suspended": bool(house.suspended),
        })  # fmt: skip

    @routes.get("/tables/{table}", response_model=TableView)
    def get_table(request: Request, table: str, who: Someone) -> Response:
        """The table as the person who asks may see it."""
        check_table(house, table)
        record, broadcasts = house.record(table), request.app.state.broadcasts
        beside = broadcasts[table].beside(record, who) if broadcasts else {}
        frame = TableFrame(record, physical=table in house.physical, names=request.app.state.practice)
        return JSONResponse({**frame.view(who), **beside})

    @routes.get("/tables/{table}/layout", response_model=LayoutAnswer)
    def get_layout(table: str, request: Request) -> Response:
        """Everything about a table that stays the same from round to round, and its sign."""
        check_table(house, table)
        ruleset = house.record(table).table.ruleset
        view = layout_view(ruleset, house.approved.submission.facility, practice=request.app.state.practice)
        return JSONResponse({**view, "physical": table in house.physical, "sign": sign_json(sign_of(view))})

    @routes.post("/tables/{table}/commands", response_model=CommandAnswer)
    async def give_command(request: Request, table: str, sent: CommandSent, token: Token) -> Response:
        """Does a command, once for each id; the answer comes after it is on disk."""
        check_table(house, table)
        who, result = await request.app.state.queue.give_text(token, table, sent)
        note_open(request, token, who)
        broadcasts = request.app.state.broadcasts
        record = broadcasts[table].record if broadcasts else house.record(table)
        return JSONResponse(command_answer(result, record, who))

    @routes.post("/tables/{table}/cards", response_model=CommandAnswer)
    async def read_cards(request: Request, table: str, sent: CardsSent, token: Token) -> Response:
        """Takes cards that a device has read, once for each id: those that are turned up now, or the whole deal."""
        check_table(house, table)
        try:
            text = await run_in_threadpool(reading_text, house, table, sent.id, sent.cards, sent.place or "")
        except ValueError as error:
            await run_in_threadpool(signed_in, request, token)
            raise InputError(str(error)) from None
        return await give_command(request, table, CommandSent(id=sent.id, command=text, round=sent.round), token)

    return routes
