"""Cards for people: drawn in a terminal, written when piped."""

from collections.abc import Sequence

from pitboss.cards import Card
from pitboss.cli.output import paint

Face = Card | None
"""A card as a person sees it; None is a back."""

_SYMBOLS = "♣♦♥♠"
_STYLES = (("green",), ("cyan",), ("red",), ())
"""Four colours, in the order of the suits. The letter beside the symbol gives the same information."""
HEIGHT, WIDTH = 4, 6


def write(faces: Sequence[Face]) -> str:
    """`Qs ?? 4c`: backs are written as question marks."""
    return " ".join("??" if face is None else str(face) for face in faces)


def draw(faces: Sequence[Face]) -> list[str]:
    """The cards side by side, in `HEIGHT` lines."""
    drawn = [_drawn(face) for face in faces]
    return [" ".join(card[line] for card in drawn) for line in range(HEIGHT)]


def drawn_width(faces: Sequence[Face]) -> int:
    """The columns that `draw` takes."""
    return len(faces) * (WIDTH + 1) - 1


def _drawn(face: Face) -> tuple[str, ...]:
    if face is None:
        return "╭────╮", "│░░░░│", "│░░░░│", "╰────╯"
    letters, symbol = f"{face}  ", f"  {_SYMBOLS[face.suit]} "
    if style := _STYLES[face.suit]:
        letters, symbol = paint(letters, *style), paint(symbol, *style)
    return "╭────╮", f"│{letters}│", f"│{symbol}│", "╰────╯"
