"""One table of a house file, while it is checked."""

from pitboss.rules.clause import Clause
from pitboss.rules.house_file import HouseFile
from pitboss.rules.regulation import Regulation
from pitboss.rules.schema import show_key
from pitboss.rules.submission import Submission


class TableCheck:
    """A table, its regulation, and the file that collects its violations."""

    def __init__(self, house_file: HouseFile, name: str, table: Submission, regulation: Regulation) -> None:
        self.house_file, self.name, self.table, self.regulation = house_file, name, table, regulation

    def is_written(self, *path: str | int) -> bool:
        """Whether the file has a key of the table, whatever its value."""
        return self.house_file.is_written(("tables", self.name, *path))

    def report(self, code: str, clause: Clause | str | None, message: str, *path: str | int) -> None:
        """A violation at a path within the table."""
        where = ("tables", self.name, *path)
        self.house_file.report(code, f"{show_key(where)}: {message}", where, clause or "")
