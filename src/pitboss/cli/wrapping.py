"""Text measured in the columns of a terminal: how wide it is shown, broken into lines, and padded."""

import re

_ESCAPE = re.compile(r"\033\[[0-9;]*m")
_RESET = "\033[0m"
_BREAK = re.compile(r" (?!%)")
"""A number and its percent sign stay together."""


def display_width(text: str) -> int:
    """The columns that a terminal shows a text in: colours take none, wide letters two."""
    plain = _ESCAPE.sub("", text) if "\033" in text else text
    if plain.isascii():
        return len(plain)
    from unicodedata import category, east_asian_width  # noqa: PLC0415 - start-up time: most texts are ASCII

    return sum(
        0 if category(letter) in ("Mn", "Me", "Cf") else 2 if east_asian_width(letter) in "WF" else 1
        for letter in plain
    )


def pad(text: str, columns: int, *, right: bool = False) -> str:
    """The text with spaces after it, or before it, up to a width."""
    space = " " * (columns - display_width(text))
    return space + text if right else text + space


def wrap(text: str, columns: int) -> list[str]:
    """The text in lines of at most `columns` columns, broken at spaces; a longer word is cut. One line at least."""
    if display_width(text) <= columns:
        return [text]
    lines = [""]
    for word in _BREAK.split(text):
        if lines[-1] and display_width(lines[-1]) + 1 + display_width(word) > columns:
            lines.append("")
        else:
            word = f"{lines.pop()} {word}".lstrip()  # noqa: PLW2901 - the line so far goes on with the word
            lines.append("")
        *full, lines[-1] = _cut(word, columns)
        lines[-1:-1] = full
    return _coloured(lines)


def _cut(word: str, columns: int) -> list[str]:
    """A word in pieces that fit, most often one."""
    pieces = []
    while display_width(word) > columns:
        end = columns
        while display_width(word[:end]) > columns:
            end -= 1
        pieces.append(word[: max(1, end)])
        word = word[max(1, end) :]
    return [*pieces, word]


def _coloured(lines: list[str]) -> list[str]:
    """Lines that each close the colour they are in, and open the one of the line before."""
    colour, closed = "", []
    for line in lines:
        line = colour + line  # noqa: PLW2901 - the colour goes on
        for escape in _ESCAPE.findall(line):
            colour = "" if escape == _RESET else escape
        closed.append(f"{line}{_RESET}" if colour else line)
    return closed


def longest_word(text: str) -> int:
    """The smallest number of columns that a text needs if no word is cut."""
    return max(display_width(word) for word in _BREAK.split(text))
