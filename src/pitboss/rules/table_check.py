"""One table of a house file under examination."""

from pitboss.rules.clause import Clause
from pitboss.rules.house_file import HouseFile
from pitboss.rules.regulation import Regulation
from pitboss.rules.schema import show_key
from pitboss.rules.submission import Submission


class TableCheck:
    """A table, the regulation it names, and where its violations go."""

    def __init__(self, house_file: HouseFile, name: str, table: Submission, regulation: Regulation) -> None:
        self.house_file, self.name, self.table, self.regulation = house_file, name, table, regulation

    def is_written(self, *path: str | int) -> bool:
        """Whether a key of the table stands in the file, whatever its value."""
        return self.house_file.is_written(("tables", self.name, *path))

    def report(self, code: str, clause: Clause | str | None, message: str, *path: str | int) -> None:
        """A violation at a path within the table."""
        where = ("tables", self.name, *path)
        self.house_file.report(code, f"{show_key(where)}: {message}", where, clause or "")
