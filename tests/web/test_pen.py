"""A pen writes what `json.dumps` writes, and a part that is shared once."""

import json
from typing import Any

import pytest

from pitboss.house.authority import ROLES, Who
from pitboss.house.live import Heard
from pitboss.table.decide import offers
from pitboss.views.kept import Kept
from pitboss.views.seat import public_view, seat_view
from pitboss.views.staff import staff_view
from pitboss.web import pen
from pitboss.web.audience import Shown, events_for
from tests.house.driving import SAMPLE, Driven


@pytest.fixture(scope="module")
def heard(tmp_path_factory: pytest.TempPathFactory) -> list[Heard]:
    """Every entry of two rounds at each table."""
    driven, found = Driven(tmp_path_factory.mktemp("pen") / "ledger.db", SAMPLE), list[Heard]()
    driven.house.listeners.append(found.append)
    for name in driven.house.approved.tables:
        driven.seat(name, boxes=3)
        driven.play(name, 2)
    return found


def test_what_is_shared_is_what_each_would_be_shown_alone(heard: list[Heard]) -> None:
    people = [None, *(Who(f"player {box}", "player") for box in (1, 2, 3)), *(Who("staff", role) for role in ROLES[1:])]
    kept, beside = Kept(), {"timer": {"ends_at": 7}, "seq": -1}
    for one in heard:
        shown, table = Shown(one.record, one.events, kept), one.record.table
        for who in people:
            view, alone = json.loads(shown.text(who, {})), Shown(one.record)
            assert view == shown.view(who) == alone.view(who) == json.loads(alone.text(who, {}))
            assert json.loads(shown.text(who, beside)) == view | beside
            assert json.loads(shown.told(who)) == events_for(who, one.events, table)
            assert public_view(table).items() <= {**view, **_hidden(public_view(table))}.items()
            if who and who.role == "player":
                assert seat_view(table, who.name).items() <= view.items()
            if who and who.role == "dealer":
                assert staff_view(table, "dealer", "player", dealers=one.record.dealers).items() <= view.items()
        assert offers(one.record.table) == offers(shown.record.table)


def _hidden(view: dict[str, Any]) -> dict[str, Any]:
    """The parts in which the own cards stand."""
    return {"round": view["round"], "last": view["last"]}


def test_a_shared_part_is_written_once(monkeypatch: pytest.MonkeyPatch) -> None:
    written = list[object]()
    encode = pen._ENCODE

    def noted(part: object) -> str:
        written.append(part)
        return encode(part)

    monkeypatch.setattr(pen, "_ENCODE", noted)
    other: dict[str, Any] = {"cards": []}
    box, meters = {"cards": ["As"]}, {"main": 7}
    made, shared = pen.Pen(), {"seq": 3, "meters": meters, "round": {"boxes": {"1": other, "2": other}}, "last": None}
    for name in ("a", "b"):
        own = {"round": {"boxes": {"1": box, "2": other}}, "may": [name]}
        assert json.loads(made.layers(shared, own)) == shared | own
    assert [written.count(part) for part in (box, other, meters)] == [1, 1, 1]


def test_what_is_kept_is_forgotten_when_nobody_asks_for_it() -> None:
    kept, made = Kept(), list[str]()
    thing = ["a thing"]

    def make(name: str) -> str:
        made.append(name)
        return name

    for turns, again in ((0, False), (1, False), (2, True)):
        for _ in range(turns):
            kept.turn()
        kept.of(thing, "way", lambda: make("it"))
        assert len(made) == (2 if again else 1)
    assert kept.of(thing, "another way", lambda: make("other")) == "other"
    assert kept.of(["a thing"], "way", lambda: make("an equal one")) == "an equal one"


@pytest.mark.parametrize("under", [{}, {"a": 1}, {"a": 1, "b": {"c": None}, "round": {"boxes": {"1": {}}}}])
@pytest.mark.parametrize("over", [{}, {"b": True}, {"a": "", "may": ["x"]}, {"may": []}, {"round": None}])
def test_layers(under: dict[str, Any], over: dict[str, Any]) -> None:
    assert json.loads(pen.Pen().layers(under, over)) == under | over


@pytest.mark.parametrize(
    "value", [None, 0, -7, True, False, 1.5, "", 'a "b"\u2028\u00e9', [], {}, [1, [2]], {"a": None}]
)
def test_every_value(value: object) -> None:
    message = {"value": value, "round": value, "boxes": value}
    assert pen.Pen().layers(message, {}) == json.dumps(message, separators=(",", ":")) == pen.written(message)
