"""DealAnswers: what opens the deals of rounds that are over. Anybody may ask; an old one takes a while."""

from collections import OrderedDict

from fastapi.responses import JSONResponse, Response

from pitboss.documents.regulations import dealing_json
from pitboss.evidence.receipt import open_deal
from pitboss.house.live_house import LiveHouse
from pitboss.web.http.guard import problem
from pitboss.web.http.worker_pool import WorkerPool

MOST_REMEMBERED = 200
"""Deals that are remembered: what a round was dealt never changes."""


class DealAnswers:
    """Reads deals in one thread of their own."""

    def __init__(self, house: LiveHouse) -> None:
        self._house, self._workers = house, WorkerPool("deals", 1)
        self._found: OrderedDict[tuple[str, int], bytes] = OrderedDict()

    async def answer(self, table: str, number: int) -> Response:
        """The deal of a round of a table that the house has."""
        if found := self._found.get((table, number)):
            return Response(found, media_type="application/json")
        return await self._workers.answer(lambda: self._read(table, number))

    def _read(self, table: str, number: int) -> Response:
        if number > self._house.record(table).table.rounds:
            return problem(404, "no-such-round", f"{table} has not played a round {number}")
        deal = open_deal(self._house.store, f"{table}/{number}")
        dealing = {device: dealing_json(rows) for device, rows in deal.regulation.dealing.items()}
        answer = JSONResponse({**deal.receipt, "dealing": dealing})
        self._found[table, number] = bytes(answer.body)
        if len(self._found) > MOST_REMEMBERED:
            self._found.popitem(last=False)
        return answer
