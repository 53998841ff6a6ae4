"""Reading a house file: what the operator chose, and every mistake of form with its place."""

from pathlib import Path as FilePath

from pitboss.errors import InputError, Violation
from pitboss.money import show_money
from pitboss.rules.schema import Path, TomlPlace, shape, show_key
from pitboss.rules.submission import HouseSubmission
from pitboss.rules.toml_positions import Places, read_toml_text


class HouseFile:
    """A house file that has been read: the submission in it, and the violations found so far."""

    def __init__(self, file: str, data: bytes) -> None:
        """Reads the file; an InputError if it is not TOML at all."""
        self.file = file
        document = read_toml_text(file, data)
        self._places = Places(data.decode("utf-8-sig"))
        self._found: dict[Path, list[Violation]] = {}
        self.submission: HouseSubmission = shape(HouseSubmission, document, TomlPlace(file, "", reporter=self._form))
        self._misformed = frozenset(self._found)

    @classmethod
    def open(cls, file: str) -> "HouseFile":
        try:
            return cls(file, FilePath(file).read_bytes())
        except OSError as error:
            raise InputError(f"cannot be read: {(error.strerror or str(error)).lower()}", file) from None

    @property
    def violations(self) -> list[Violation]:
        """All violations, in the order of the file."""
        found = [violation for violations in self._found.values() for violation in violations]
        return sorted(found, key=lambda violation: (violation.line, violation.column))

    def is_written(self, path: Path) -> bool:
        """Whether the file has a key, whatever its value."""
        return path in self._places

    def with_value(self, path: Path, value: str) -> str:
        """The text of the file with another value for a key that it has; everything else stays as written."""
        return self._places.with_value(path, value)

    def report(self, code: str, message: str, path: Path, clause: str = "") -> None:
        """Adds a violation, unless the value there or around it could not be read, which is already reported."""
        if not any(path[:length] in self._misformed for length in range(1, len(path) + 1)):
            self._add(code, message, path, clause)

    def cite_missing(self, path: Path, clause: str) -> None:
        """Names the clause that requires a missing key."""
        found = self._found.get(path, [])
        found[:] = [one._replace(clause=clause) if one.code == "missing-key" else one for one in found]

    def cite_misformed(self, path: Path, clause: str) -> None:
        """Names the clause that a value which cannot be read is about."""
        found = self._found.get(path, [])
        found[:] = [one if one.clause else one._replace(clause=clause) for one in found]

    def _form(self, code: str, reason: str, path: Path) -> None:
        self._add(code, f"{show_key(path) or self.file}: {reason}", path, "")

    def _add(self, code: str, message: str, path: Path, clause: str) -> None:
        line, column = self._places[path]
        found, violation = self._found.setdefault(path, []), Violation(code, message, clause, self.file, line, column)
        if violation not in found:  # a link is checked once for each table that shares it
            found.append(violation)


def with_limits(text: str, table: str, wager: str, minimum: int, maximum: int) -> str:
    """A house file with other limits for a wager that has limits; everything else stays as written."""
    for key, amount in (("minimum", minimum), ("maximum", maximum)):
        path = ("tables", table, "wagers", wager, key)
        text = HouseFile("house.toml", text.encode()).with_value(path, f'"{show_money(amount)}"')
    return text
