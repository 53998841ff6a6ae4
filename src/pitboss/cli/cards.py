"""Cards as people look at them: drawn in a terminal, written when piped; and hands by their names."""

from collections.abc import Collection, Sequence

from pitboss.cards import RANKINGS, Card
from pitboss.cli.text import paint
from pitboss.text import spaced

Face = Card | None
"""A card as someone sees it; None is a back."""

_SYMBOLS = "♣♦♥♠"
_STYLES = (("green",), ("cyan",), ("red",), ())
"""Four colours, in the order of the suits. The letter beside the symbol says the same."""
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


def name_hand(ranking: str, cards: Collection[Card]) -> str:
    """`pair of queens`: the category of a hand and the ranks that make it; of fewer cards, what they make so far."""
    rules = RANKINGS[ranking]
    value = rules.value_of(cards)
    category = next(name for name in rules.categories if rules.patterns[name].holds(value, cards))
    if ranking != "top_five":
        return _name(category, value.ranks)
    number = f"{value.category} high card{'s' * (value.category != 1)}"
    return f"{number}: {_name(category, value.ranks[1:])}" if value.category > 1 else number.replace("0", "no")


def _name(category: str, ranks: Sequence[int]) -> str:
    match category:
        case "royal_flush":
            return "royal flush"
        case "straight_flush" | "flush" | "straight":
            return f"{spaced(category)}, {_rank(ranks[0])} high"
        case "four_of_a_kind":
            return f"four {_ranks(ranks[0])}"
        case "full_house":
            return f"full house, {_ranks(ranks[0])} over {_ranks(ranks[1])}"
        case "three_of_a_kind":
            return f"three {_ranks(ranks[0])}"
        case "two_pair":
            return f"two pair, {_ranks(ranks[0])} and {_ranks(ranks[1])}"
        case "pair":
            return f"pair of {_ranks(ranks[0])}"
    return f"{_rank(ranks[0])} high" if ranks else "no cards"


def _rank(rank: int) -> str:
    return Card(4 * rank).spoken.split(" ")[0]


def _ranks(rank: int) -> str:
    name = _rank(rank)
    return f"{name}es" if name.endswith("x") else f"{name}s"
