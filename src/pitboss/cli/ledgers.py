"""Ledgers that commands open."""

import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager

from pitboss.errors import InputError
from pitboss.ledger.open_store import open_store
from pitboss.ledger.store import Store, StoreFailed


@contextmanager
def opened(url: str, *, create: bool = False) -> Iterator[Store]:
    """A ledger, closed afterwards. Raises InputError if the storage fails."""
    try:
        with closing(open_store(url, create=create)) as store:
            yield store
    except StoreFailed as failed:
        raise InputError(f"the ledger cannot be {'used' if create else 'read'}: {failed}") from None


def say_rebuilding(why: str) -> None:
    """Says on standard error that the index of rounds is built again."""
    print(f"pitboss: the index of rounds is built again: {why}", file=sys.stderr)


def shown_url(url: str) -> str:
    """The address of a ledger without its password, as it may be shown."""
    scheme, mark, rest = url.partition("://")
    return f"{scheme}{mark}{rest.rpartition('@')[2].partition('?')[0]}" if mark else url
