"""Running a command inside the test's process, as its main function is called."""

import json
from collections.abc import Callable
from typing import Any, NamedTuple


class Ran(NamedTuple):
    """What a command answered."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        return json.loads(self.out)


Run = Callable[..., Ran]
