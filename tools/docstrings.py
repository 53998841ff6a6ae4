"""Docstrings for the site: an example that runs as a doctest is shown as code."""

import re
from typing import Any

from griffe import Extension, Module, Object

_EXAMPLE = re.compile(r"^>>> .*?(?=\n\n|\Z)", re.MULTILINE | re.DOTALL)


class DoctestBlocks(Extension):
    """Puts a fence around each doctest."""

    def on_package(self, *, pkg: Module, **_: Any) -> None:
        # The package itself is not among the objects that it has.
        self.on_object(obj=pkg)

    def on_object(self, *, obj: Object, **_: Any) -> None:
        if obj.docstring is not None:
            obj.docstring.value = _EXAMPLE.sub(lambda match: f"```pycon\n{match[0]}\n```", obj.docstring.value)
