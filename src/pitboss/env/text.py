"""A view of the table as text, for `render_mode="ansi"`. It is written from a view of `pitboss.views.seat` alone."""

from collections.abc import Iterator

from pitboss.money import show_money
from pitboss.views.memo import View


def table_text(view: View) -> str:
    """What a view shows, a line for each box and pile."""
    return "\n".join(_lines(view))


def _lines(view: View) -> Iterator[str]:
    round_ = view["round"] or view["last"]
    state = "" if view["round"] else ", settled"
    yield f"{view['regulation']}, table {view['table']}" + (f", round {round_['number']}{state}" if round_ else "")
    for name, cents in view["meters"].items():
        yield f"  meter {name}: {show_money(cents)}"
    for number, box in (round_ or {"boxes": {}})["boxes"].items():
        yield f"  box {number}: {_box(box)}"
    for pile, lying in (round_ or {"piles": {}})["piles"].items():
        yield f"  {pile.replace('_', ' ')}: {_cards(lying)}"
    if "rack" in view:
        yield f"  {view['player']} has {show_money(view['rack'])} in the rack"
    if turn := view["turn"]:
        yield f"  box {turn['box']} decides {turn['decision']}: {' or '.join(turn['choices'])}"


def _box(box: View) -> str:
    parts = [_cards(box)] if box["cards"] or box["down"] else []
    for name, cents in box["wagers"].items():
        due = box["settled"].get(name)
        parts.append(f"{name} {show_money(cents)}" + (f" brings {_due(due)}" if due else ""))
    parts += [f"{name} brings {_due(due)}" for name, due in box["settled"].items() if name not in box["wagers"]]
    return ", ".join(parts) or "no wagers"


def _cards(lying: View) -> str:
    return " ".join([*lying["cards"], *["??"] * lying["down"]]) or "none"


def _due(due: dict[str, int]) -> str:
    return show_money(due["returned"] + due["amount"])
