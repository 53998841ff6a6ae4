"""A pen writes what `json.dumps` writes, and a part that is shared once."""

import json
from typing import Any

import pytest

from pitboss.house.authority import ROLES, Who
from pitboss.house.live import Heard
from pitboss.table.decide import offers
from pitboss.views.seat import public_view, seat_view
from pitboss.views.staff import staff_view
from pitboss.web import pen
from pitboss.web.audience import Shown
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
    for one in heard:
        shown, table = Shown(one.record, one.events), one.record.table
        for who in people:
            message: dict[str, Any] = {"type": "entry", "events": shown.events(who), "view": shown.view(who)}
            assert json.loads(shown.pen.write(message)) == message
            assert message["events"] == Shown(one.record, one.events).events(who)
            assert message["view"] == Shown(one.record).view(who)
            assert public_view(table).items() <= {**message["view"], **_hidden(public_view(table))}.items()
            if who and who.role == "player":
                assert seat_view(table, who.name).items() <= message["view"].items()
            if who and who.role == "dealer":
                alone = staff_view(table, "dealer", "player", dealers=one.record.dealers)
                assert alone.items() <= message["view"].items()
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
    made, box, event = pen.Pen(), {"cards": ["As"]}, {"event": "BetsClosed"}
    texts = [
        made.write({"seq": 3, "events": [event], "view": {"round": {"boxes": {"1": box}}, "may": [name], "last": None}})
        for name in ("a", "b")
    ]
    assert [json.loads(text)["view"]["may"] for text in texts] == [["a"], ["b"]]
    assert json.loads(texts[0])["view"]["round"] == {"boxes": {"1": box}}
    assert [written.count(part) for part in (box, event)] == [1, 1]


@pytest.mark.parametrize(
    "value", [None, 0, -7, True, False, 1.5, "", 'a "b"\u2028\u00e9', [], {}, [1, [2]], {"a": None}]
)
def test_every_value(value: object) -> None:
    message = {"value": value, "view": value, "events": value}
    assert pen.Pen().write(message) == json.dumps(message, separators=(",", ":")) == pen.written(**message)
