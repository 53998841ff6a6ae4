"""RegulationText: the files of an edition as they were written, for a ledger to carry."""

from functools import cached_property
from pathlib import Path

from pitboss.rules.rules_file import name_of, read_rules_text


class RegulationText:
    """The texts of rules.toml and rulings.toml. The second is read on first use: most commands never need it.

    All texts are equal: two regulations with the same rows are the same, however their files are written.
    """

    def __init__(self, rules: str = "", rulings: Path | str = "") -> None:
        """`rulings` is the file, or its text; an empty one has no rulings."""
        self.rules, self._rulings = rules, rulings

    @classmethod
    def parse(cls, _text: str) -> "RegulationText":
        """A key `text` of rules.toml is refused."""
        raise ValueError("there is no such key: the text of a regulation is its files")

    @cached_property
    def rulings(self) -> str:
        return self._rulings if isinstance(self._rulings, str) else read_rules_text(self._rulings)

    @property
    def rulings_file(self) -> str:
        """The name of the file with the rulings, for people."""
        return "rulings.toml" if isinstance(self._rulings, str) else name_of(self._rulings)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, RegulationText)

    def __hash__(self) -> int:
        return hash(RegulationText)

    def __repr__(self) -> str:
        return f"RegulationText({self.rulings_file!r})"
