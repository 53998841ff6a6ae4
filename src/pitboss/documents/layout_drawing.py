"""The layout of a table to scale: every area that the regulation asks for, in millimetres.

The dealer stands at the upper edge and looks down the page, so box 1, at the dealer's left, is at the right. The law
asks for areas and fixes no sizes: the table is as wide as those that seven players share, a circle takes a stack of
chips, a rectangle a card.
"""

from collections.abc import Iterator
from math import cos, pi, sin
from typing import NamedTuple

from pitboss.documents.paytables import View

WIDTH, DEPTH = 2130, 1100
"""The table, from side to side and from the dealer's edge to the middle player."""
_CARD = (63, 88)
_CIRCLE, _STEP = 62, 70
"""A betting circle, and the distance of the next one."""
_REACH = 30
"""How far the players' edge lies outside the betting areas."""
_COLUMNS = 2
_EQUIPMENT = (
    ("table inventory container", WIDTH // 2, 95, 640, 130),
    ("discard rack", 420, 110, 110, 130),
    ("shuffler or dealing shoe", WIDTH - 420, 120, 200, 160),
    ("drop box", 130, 90, 130, 100),
    ("tip box", WIDTH - 130, 90, 110, 80),
)
"""What stands at the dealer's edge: middle and size."""

Point = tuple[float, float]


class LayoutArea(NamedTuple):
    """One area: where its middle lies from the upper left corner, its size, and how far it is turned."""

    number: int
    """In the legend; 0 for equipment, which is no part of the layout."""
    label: str
    shape: str
    x: float
    y: float
    width: float
    height: float
    turned: float = 0.0
    """In radians."""

    def corners(self) -> tuple[Point, ...]:
        """The corners of a rectangle."""
        across, down = self.width / 2, self.height / 2
        turns = (cos(self.turned), sin(self.turned))
        return tuple(
            (self.x + dx * turns[0] - dy * turns[1], self.y + dx * turns[1] + dy * turns[0])
            for dx, dy in ((-across, -down), (across, -down), (across, down), (-across, down))
        )


class LayoutDrawing(NamedTuple):
    """A layout to scale."""

    width: int
    depth: int
    legend: tuple[tuple[str, str], ...]
    """What each number stands for, and its clause."""
    areas: tuple[LayoutArea, ...]
    words: tuple[str, ...]
    """What is written on the cloth."""


def drawing_of(layout: View) -> LayoutDrawing:
    """The layout of a table, by its view."""
    titles = {wager["name"]: wager["title"] for wager in layout["wagers"]}
    piles = {pile["name"]: pile for pile in layout["piles"]}
    circles = [(titles[m["wager"]], m["cite"]) for m in layout["markings"] if m["shows"] == "wager"]
    at_box = [(pile["title"], pile["cite"]) for pile in piles.values() if pile["at"] == "box"]
    at_dealer = [(pile["title"], pile["cite"], pile["cards"]) for pile in piles.values() if pile["at"] == "dealer"]
    legend = (*circles, *at_box, *((title, cite) for title, cite, _ in at_dealer))
    areas: list[LayoutArea] = []
    for box in range(1, layout["boxes"] + 1):
        areas += _box(box, layout["boxes"], len(circles), len(at_box))
    areas += _in_front(len(circles) + len(at_box) + 1, [cards for _, _, cards in at_dealer])
    areas += (LayoutArea(0, label, "rectangle", x, y, across, down) for label, x, y, across, down in _EQUIPMENT)
    words = tuple(line["text"] for line in layout["inscriptions"])
    return LayoutDrawing(WIDTH, DEPTH, legend, tuple(areas), words)


def edge(steps: int = 48) -> Iterator[Point]:
    """The outline of the table: the dealer's straight edge and the players' arc."""
    for step in range(steps + 1):
        yield _at(pi * step / steps, 1.0)


def _at(angle: float, share: float) -> Point:
    """A point on the way from the middle of the dealer's edge to the players' edge, `angle` from the dealer's left."""
    return WIDTH / 2 + share * WIDTH / 2 * cos(angle), share * DEPTH * sin(angle)


def _box(box: int, boxes: int, circles: int, cards: int) -> Iterator[LayoutArea]:
    """The areas of a box: circles at the players' edge, two abreast, and the cards behind them."""
    angle = pi * (0.14 + 0.72 * (box - 0.5) / boxes)
    edge_x, edge_y = _at(angle, 1.0)
    # The way from the players' edge towards the dealer, and the direction across it.
    toward_x, toward_y = WIDTH / 2 - edge_x, 180 - edge_y
    length = (toward_x**2 + toward_y**2) ** 0.5
    toward_x, toward_y = toward_x / length, toward_y / length
    rows = -(-circles // _COLUMNS)
    for index in range(circles):
        row, column = divmod(index, _COLUMNS)
        abreast = min(_COLUMNS, circles - row * _COLUMNS)
        out = _REACH + _CIRCLE / 2 + row * _STEP
        across = (column - (abreast - 1) / 2) * _STEP
        x, y = edge_x + toward_x * out + toward_y * across, edge_y + toward_y * out - toward_x * across
        yield LayoutArea(index + 1, f"box {box}", "circle", x, y, _CIRCLE, _CIRCLE)
    out = _REACH + rows * _STEP + 15 + _CARD[1] / 2
    for index in range(cards):
        x, y = edge_x + toward_x * out, edge_y + toward_y * out
        turned = angle - pi / 2
        yield LayoutArea(circles + index + 1, f"box {box}", "rectangle", x, y, *_CARD, turned)


def _in_front(first: int, piles: list[int]) -> Iterator[LayoutArea]:
    """The cards in front of the table inventory container, pile after pile."""
    gap, between = 10, 70
    across = sum(cards * (_CARD[0] + gap) for cards in piles) + between * max(len(piles) - 1, 0)
    x = WIDTH / 2 - across / 2 + _CARD[0] / 2
    for number, cards in enumerate(piles, first):
        for _ in range(cards):
            yield LayoutArea(number, "dealer", "rectangle", x, 235, *_CARD)
            x += _CARD[0] + gap
        x += between
