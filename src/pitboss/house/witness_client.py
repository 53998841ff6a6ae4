"""Asks a witness over HTTP: one request, a short time, a short answer."""

from http.client import HTTPConnection, HTTPException, HTTPSConnection
from typing import NamedTuple
from urllib.parse import urlsplit

SECONDS = 5
_MOST_BYTES = 64_000


class WitnessReply(NamedTuple):
    """What a witness answered."""

    status: int
    text: str


def ask_witness(url: str, body: bytes) -> WitnessReply:
    """The answer of the witness at an address to a checkpoint. OSError if there is no answer of HTTP in time."""
    parts = urlsplit(url)
    kind = HTTPSConnection if parts.scheme == "https" else HTTPConnection
    try:
        connection = kind(parts.hostname or "", parts.port, timeout=SECONDS)
        try:
            headers = {"content-type": "text/plain; charset=utf-8", "connection": "close"}
            connection.request("POST", f"{parts.path.rstrip('/')}/add-checkpoint", body, headers)
            answer = connection.getresponse()
            return WitnessReply(answer.status, answer.read(_MOST_BYTES).decode())
        finally:
            connection.close()
    except (HTTPException, ValueError) as error:
        raise OSError(f"its answer cannot be read: {error}") from None
