"""The house file over HTTP: the file in force, coming changes, and a new file, which tables take between rounds."""

from typing import Annotated, Any

from fastapi import APIRouter, Path
from fastapi.responses import PlainTextResponse, Response
from pydantic import StringConstraints

from pitboss.documents.approval import rejection_json
from pitboss.errors import InputError, SubmissionRejected
from pitboss.house.authority import Who
from pitboss.house.floor_entries import check_floor
from pitboss.house.house_changes import FILE, ComingEditions
from pitboss.house.house_files import HouseFiles
from pitboss.house.limit_changes import LimitChanges, LimitOrder
from pitboss.house.live_house import LiveHouse
from pitboss.house.people_registry import AccessRefused
from pitboss.web.http.answers import EmptyAnswer
from pitboss.web.http.answers.house_file import HouseChangesAnswer, HouseFileAnswer
from pitboss.web.http.auth import SignedIn
from pitboss.web.http.guard import problem
from pitboss.web.http.models import TEXT, Id, Number, Strict
from pitboss.web.http.problems import answer_to, check_table

_FOR_STAFF = "only people who work here may see the house file"
ChangeId = Annotated[str, Path(max_length=64)]


class NewHouseFile(Strict):
    """A house file for the running house. It is put in force, or only checked."""

    id: Id
    text: Annotated[str, StringConstraints(max_length=60_000)]
    put_in_force: bool = False


class TakeRules(Strict):
    """The table takes the house file in force: at once, or after the round under way."""

    id: Id


class NewLimits(Strict):
    """New limits of a wager, in cents. If people play, they were told, and a sign at the table says so."""

    id: Id
    wager: Annotated[str, StringConstraints(max_length=60)]
    minimum: Number
    maximum: Number
    announced: bool = False
    sign_posted: bool = False


class LimitsTakenBack(Strict):
    """Announced limits are withdrawn."""

    id: Id
    reason: Annotated[str, StringConstraints(max_length=300)] = ""


def router(house: LiveHouse) -> APIRouter:
    """Every message carries an id, and has one effect however often it is sent."""
    routes, files, limits = APIRouter(prefix="/api", tags=["house file"]), HouseFiles(house), LimitChanges(house)

    @routes.get("/house/changes", response_model=HouseChangesAnswer)
    def get_house_changes(who: SignedIn) -> Response:
        """The file in force, the editions that come, and the tables that have not taken the file yet."""
        return answer_to(lambda: _changes_json(house, files, who))

    @routes.get("/house/file", response_class=Response, responses={200: TEXT})
    def get_house_file(who: SignedIn) -> Response:
        """The house file in force, as it was written."""
        if who.role == "player":
            return problem(403, "not-your-role", _FOR_STAFF)
        return PlainTextResponse(house.changes.text)

    @routes.post("/house/file", response_model=HouseFileAnswer)
    def put_house_file(sent: NewHouseFile, who: SignedIn) -> Response:
        """Checks a house file, and puts it in force if that is asked for and it is approved."""
        return answer_to(lambda: _file_json(house, files, who, sent))

    @routes.post("/tables/{table}/rules", response_model=EmptyAnswer)
    def take_rules(table: str, sent: TakeRules, who: SignedIn) -> Response:
        """Lets a table take the house file in force, now or after the round under way."""
        check_table(house, table)
        return answer_to(lambda: files.take(who, table, sent.id))

    @routes.post("/tables/{table}/limits", response_model=EmptyAnswer)
    def change_limits(table: str, sent: NewLimits, who: SignedIn) -> Response:
        """Changes the limits of a wager: at once if nobody plays, else after the notice that the law requires."""
        check_table(house, table)
        order = LimitOrder(sent.wager, sent.minimum, sent.maximum, sent.announced, sent.sign_posted)
        return answer_to(lambda: limits.change(who, table, sent.id, order))

    @routes.post("/tables/{table}/limits/{change}", response_model=EmptyAnswer)
    def withdraw_limits(table: str, change: ChangeId, sent: LimitsTakenBack, who: SignedIn) -> Response:
        """Withdraws limits that were announced and do not apply yet."""
        check_table(house, table)
        return answer_to(lambda: limits.withdraw(who, table, sent.id, change, sent.reason))

    return routes


def _file_json(house: LiveHouse, files: HouseFiles, who: Who, sent: NewHouseFile) -> dict[str, Any]:
    check_floor(who)
    try:
        if sent.put_in_force:
            approved = files.put_in_force(who, sent.id, sent.text)
        else:
            approved = house.changes.approve(sent.text)
    except SubmissionRejected as rejected:
        return {**rejection_json(rejected), "tables": {}, "in_force": False}
    except InputError as error:
        if not error.file:
            raise
        place = {"clause": "", "file": FILE, "line": error.line, "column": error.column}
        violation = {"code": "not-toml", "message": error.reason, **place}
        return {"approved": False, "violations": [violation], "tables": {}, "in_force": False}
    return {"approved": True, "violations": [], "tables": files.changes(approved), "in_force": sent.put_in_force}


def _changes_json(house: LiveHouse, files: HouseFiles, who: Who) -> dict[str, Any]:
    if who.role == "player":
        raise AccessRefused("not-your-role", _FOR_STAFF)
    with house.lock:
        changes = house.changes
        content, now = changes.entry.content, house.clock()
        records = {name: house.record(name) for name in house.approved.tables}
        blocked = {name: why.reason for name, one in records.items() if (why := changes.blocked(one, now))}
    return {
        "today": changes.today(),
        "tables": list(records),
        "file": {"by": content["by"], "role": content["role"], "at": content["at"], "digest": changes.house.digest},
        "coming": _coming_json(changes.coming) if changes.coming else None,
        "waiting": [one._asdict() for one in files.waiting()],
        "blocked": blocked,
    }


def _coming_json(coming: ComingEditions) -> dict[str, Any]:
    tables = {name: {"before": before, "after": after} for name, (before, after) in coming.tables.items()}
    violations = [one._asdict() for one in coming.violations]
    return {
        "day": coming.day, "at": coming.at, "tables": tables, "approved": coming.house is not None,
        "violations": violations,
    }  # fmt: skip
