"""The regulations that a command reads, by `--regulations` and `--on`."""

import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from pitboss.errors import InputError
from pitboss.rules.load import use_regulations
from pitboss.rules.today import read_as_on


@contextmanager
def rules_in_use(given: Sequence[str], on: str) -> Iterator[None]:
    """Within it, this process and those that it starts read the regulations in these folders, as on this day.

    A name without an edition is the edition in force on the day. InputError names a folder that does not exist.
    """
    folders = [folder for text in given for folder in text.split(os.pathsep)]
    for folder in folders:
        if not os.path.isdir(folder):
            raise InputError("--regulations: there is no folder here", folder)
    read_as_on(on)
    former = use_regulations(os.pathsep.join(map(os.path.abspath, folders))) if folders else None
    try:
        yield
    finally:
        read_as_on("")
        if former is not None:
            use_regulations(former)
