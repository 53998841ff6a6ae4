"""Someone else at the same ledger: another process with a store of its own, or a hand at the tables."""

import sys
from contextlib import closing
from subprocess import Popen

import apsw
import psycopg

ANOTHER_PROCESS = """
import sys
from pitboss.ledger.entry import Draft
from pitboss.ledger.open_store import open_store
for number in range(int(sys.argv[4])):
    store = open_store(sys.argv[1], create=True)
    store.append([Draft(sys.argv[2], None, {"from": "another process"})], sys.argv[3] and f"{sys.argv[3]} {number}")
    store.close()
"""


def another_process(url: str, stream: str, command: str = "", times: int = 1) -> "Popen[bytes]":
    return Popen([sys.executable, "-c", ANOTHER_PROCESS, url, stream, command, str(times)])


def sql(url: str, *statements: str) -> None:
    """Runs statements as someone would who goes around the store."""
    if not url.startswith("postgresql:"):
        with closing(apsw.Connection(url)) as db:
            for statement in statements:
                db.execute(statement).fetchall()
    else:
        base, _, schema = url.partition("&schema=")
        with psycopg.connect(base, autocommit=True) as server:
            for statement in (f"SET search_path = {schema}", *statements):
                server.execute(statement.encode())
