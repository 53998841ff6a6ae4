"""Opening a store by its address."""

from importlib.util import find_spec
from typing import TYPE_CHECKING

from pitboss.errors import InputError, install_command
from pitboss.ledger.store import SCHEMA, Store

if TYPE_CHECKING:
    from pitboss.ledger.sqlite import SqliteStore

DEFAULT = "pitboss.db"


def open_store(url: str = DEFAULT, *, create: bool = False, schema: int = SCHEMA) -> Store:
    """The store at `PATH`, `sqlite:PATH` or `postgresql://…`; InputError says why it cannot be opened.

    A new one is created in the form that `schema` names.
    """
    scheme, _, rest = url.partition(":")
    if scheme in ("postgresql", "postgres"):
        _need("psycopg", "postgres")
        _need("zstandard", "postgres")
        from pitboss.ledger.postgres import PostgresStore  # noqa: PLC0415 - only houses on PostgreSQL need the driver

        return PostgresStore(url, create=create, schema=schema)
    if "://" in url:
        raise InputError(f"{scheme}:// is not the address of a ledger: give a file, sqlite:FILE or postgresql://…")
    return open_file(rest if scheme == "sqlite" else url, create=create, schema=schema)


def open_file(path: str, *, create: bool = False, schema: int = SCHEMA) -> "SqliteStore":
    """The store in an SQLite file, which a copy of every ledger is."""
    _need("apsw", "house")
    _need("zstandard", "house")
    from pitboss.ledger.sqlite import SqliteStore  # noqa: PLC0415 - an extra

    return SqliteStore(path, create=create, schema=schema)


def _need(module: str, extra: str) -> None:
    if find_spec(module) is None:
        raise InputError(f"this needs the package {module}: {install_command(extra)}")
