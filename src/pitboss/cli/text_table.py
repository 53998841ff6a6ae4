"""Tables for people: aligned columns that fit the terminal."""

from collections.abc import Callable, Iterable, Sequence
from itertools import zip_longest

from pitboss.cli.wrapping import display_width, longest_word, pad, wrap

_GAP = 2
_NARROW = ((16, 1000), (10, 1000), (10, 30))
"""What texts are wrapped to: the fewest columns, and the longest word that is not cut. The first that fits is used."""


class TextTable:
    """Cells in columns. If a line of the table does not fit, its texts wrap; if that is not enough, the columns are
    shown in parts, one beneath the other, and every part begins with the first columns, the `keys`."""

    def __init__(self, head: Sequence[str], rows: Iterable[Sequence[str]], right: Iterable[int], keys: int = 1) -> None:
        self.head, self.rows, self.right, self.keys = tuple(head), [tuple(row) for row in rows], frozenset(right), keys
        cells = [[row[column] for row in (self.head, *self.rows)] for column in range(len(self.head))]
        self._natural = [max(map(display_width, column)) for column in cells]
        # Numbers stay whole; their head may wrap.
        self._words = [
            max([longest_word(head), *map(display_width if number in self.right else longest_word, body)])
            for number, (head, *body) in enumerate(cells)
        ]

    def lines(self, room: int, paint_head: Callable[[str], str] = str) -> list[str]:
        """The table within `room` columns."""
        found: list[str] = []
        for part, widths in self._parts(room):
            if found:
                found.append("")
            if any(self.head):
                found += map(paint_head, self._row(self.head, part, widths))
            for row in self.rows:
                found += self._row(row, part, widths)
        return found

    def _parts(self, room: int) -> list[tuple[list[int], list[int]]]:
        """The columns that are shown together, and their widths."""
        every = list(range(len(self.head)))
        if _total(self._natural, every) > room:
            # A column without values is left out.
            every = [column for column in every if any(row[column] not in ("", "-") for row in self.rows)]
        for narrow, longest in _NARROW:
            least = self._least(narrow, longest)
            if _total(least, every) <= room:
                return [(every, self._widened(every, least, room))]
        least = self._least(*_NARROW[0])
        keys = every[: self.keys]
        parts = [[*keys]]
        for column in every[self.keys :]:
            if len(parts[-1]) > len(keys) and _total(least, [*parts[-1], column]) > room:
                parts.append([*keys])
            parts[-1].append(column)
        return [(part, self._widened(part, least, room)) for part in parts]

    def _least(self, narrow: int, longest: int) -> list[int]:
        """The fewest columns of each column: no number is wrapped."""
        return [
            word if column in self.right else max(min(word, longest), min(natural, narrow))
            for column, (natural, word) in enumerate(zip(self._natural, self._words, strict=True))
        ]

    def _widened(self, part: list[int], least: list[int], room: int) -> list[int]:
        """Each column of a part as wide as it can be: short ones whole, long ones alike."""
        widths = [least[column] for column in part]
        left = room - _total(least, part)
        for _ in range(-left):
            # If not even the keys with one column fit, the widest shrink and words are cut.
            widest = max(range(len(part)), key=lambda at: widths[at])
            widths[widest] -= 1
        while left > 0 and (short := [at for at, column in enumerate(part) if widths[at] < self._natural[column]]):
            widths[min(short, key=lambda at: widths[at])] += 1
            left -= 1
        return widths

    def _row(self, row: Sequence[str], part: list[int], widths: list[int]) -> list[str]:
        cells = [wrap(row[column], size) for column, size in zip(part, widths, strict=True)]
        gap = " " * _GAP
        return [
            gap.join(
                pad(cell, size, right=column in self.right)
                for cell, column, size in zip(line, part, widths, strict=True)
            ).rstrip()
            for line in zip_longest(*cells, fillvalue="")
        ]


def _total(widths: Sequence[int], part: Sequence[int]) -> int:
    return sum(widths[column] for column in part) + _GAP * (len(part) - 1)
