"""Files of a round that is over: its proof and its case for the staff, and for a player the page of what the player may
know. Each can be checked without the house.
"""

import re
from typing import Any

from fastapi.responses import Response

from pitboss.books.case_file import DeckNotPlayed, check_case, make_case, write_case
from pitboss.evidence.heads import PublicKey
from pitboss.evidence.proofs import make_bundle, positions_of_round, write_bundle
from pitboss.house.house_records import NotCosigned
from pitboss.house.live_house import LiveHouse
from pitboss.web.http.guard import problem
from pitboss.web.http.round_page import round_page

_ZIP = "application/zip"
CASE: dict[str, Any] = {"content": {_ZIP: {"schema": {"type": "string", "format": "binary"}}}}
"""An answer that is the case of a round."""
PAGE: dict[str, Any] = {"content": {"text/html": {"schema": {"type": "string"}}}}
"""An answer that is a page to keep."""


def proof_file(house: LiveHouse, round_id: str) -> Response:
    """The proof of a round's entries."""
    bundle = make_bundle(house.store, _under_a_head(house, round_id))
    return _download(write_bundle(bundle), f"proof-{round_id}", ".json", "application/json")


def case_file(house: LiveHouse, round_id: str) -> Response:
    """The case of a round, checked as its reader will check it."""
    _under_a_head(house, round_id)
    try:
        case = make_case(house.store, round_id)
    except DeckNotPlayed as waiting:
        return problem(409, "deck-not-played", str(waiting))
    check_case(case, PublicKey.parse(house.public_key))
    return _download(write_case(case), f"case-{round_id}", ".zip", _ZIP)


def player_file(house: LiveHouse, round_id: str, player: str) -> Response:
    """The page of a player who had a box in the round."""
    positions = _under_a_head(house, round_id)
    try:
        text, signature = house.round_file(round_id, player, max(positions))
    except NotCosigned as waiting:
        return problem(409, "not-cosigned", str(waiting))
    page = round_page(text, signature, f"Round {round_id} of {player}", house.public_key)
    return _download(page.encode(), f"round-{round_id}", ".html", "text/html")


def _under_a_head(house: LiveHouse, round_id: str) -> tuple[int, ...]:
    """The positions of a round, which a signed head covers from now on."""
    positions = positions_of_round(house.store, round_id)
    newest = house.store.head()
    if newest is None or newest.size <= max(positions):
        house.sign_head()
    return positions


def _download(data: bytes, name: str, ending: str, kind: str) -> Response:
    """A file that a browser keeps and never shows. Its name has only letters, digits and hyphens."""
    safe = re.sub(r"[^A-Za-z0-9-]+", "-", name) + ending
    return Response(data, media_type=kind, headers={"content-disposition": f'attachment; filename="{safe}"'})
