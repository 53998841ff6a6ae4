"""A wheel leaves the tests behind and takes along the list of the clauses that they show to hold."""

import json
from pathlib import Path
from runpy import run_path
from tempfile import TemporaryDirectory
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class ClauseTestsHook(BuildHookInterface):  # type: ignore[type-arg]
    """Adds `regulations/tests.json` to a wheel. A source distribution and an editable install have the tests."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if self.target_name != "wheel" or version == "editable":
            return
        root = Path(self.root)
        reader = run_path(str(root / "src/pitboss/rules/clause_tests.py"))
        self._folder = TemporaryDirectory()
        stored = Path(self._folder.name) / reader["STORED"]
        stored.write_text(json.dumps(reader["collect_clause_tests"](root), indent=1) + "\n", encoding="utf-8")
        build_data["force_include"][str(stored)] = f"pitboss/regulations/{stored.name}"

    def finalize(self, _version: str, _build_data: dict[str, Any], _artifact_path: str) -> None:
        if hasattr(self, "_folder"):
            self._folder.cleanup()
