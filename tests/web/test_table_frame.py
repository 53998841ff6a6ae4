"""Who is told of changes knows what they would be shown alone; what has not changed is not made or written again."""

import gc
import json
import weakref
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss.house.authority import ROLES, Who
from pitboss.house.house_records import TableChange
from pitboss.views.event_view import EventViews
from pitboss.views.memo import Part, ViewMemo
from pitboss.views.seat import public_view, seat_view
from pitboss.views.staff import staff_view
from pitboss.web.http.answers.live import EntryMessage
from pitboss.web.http.answers.table import TableView
from pitboss.web.live.table_frame import ANYBODY, TableFrame, json_changes, json_text
from tests.house.driving import SAMPLE, Driven
from tests.web.known import Known, changed
from tests.web.sockets import payload

PEOPLE = [None, *(Who(f"player {box}", "player") for box in (1, 2, 3)), *(Who("staff", role) for role in ROLES[1:])]


@pytest.fixture(scope="module")
def heard(tmp_path_factory: pytest.TempPathFactory) -> list[TableChange]:
    """Every entry of two rounds at each table."""
    driven, found = Driven(tmp_path_factory.mktemp("pen") / "ledger.db", SAMPLE), list[TableChange]()
    driven.house.listeners.append(found.append)
    for name in driven.house.approved.tables:
        driven.seat(name, boxes=3)
        driven.play(name, 2)
    return found


def test_whoever_is_told_of_changes_knows_what_they_would_be_shown_alone(heard: list[TableChange]) -> None:
    kept, before = ViewMemo(), None
    known = {who: Known() for who in PEOPLE}
    sizes = {"changes": 0, "whole": 0}
    for one in heard:
        if before and before.record.table.ruleset.table != one.table:
            kept, before = ViewMemo(), None
        shown, table, alone = TableFrame(one.record, one.events, kept, before), one.record.table, TableFrame(one.record)
        for who in PEOPLE:
            frame = json.loads(payload(shown.change(who, {})))
            EntryMessage.model_validate(frame)
            known[who].hear(frame)
            view = known[who].view
            assert view == shown.view(who) == alone.view(who)
            assert TableView.model_validate(view).model_fields_set == view.keys()
            staff, name = who is not None and who.role != "player", who.name if who else None
            assert frame.pop("events") == EventViews(one.events, table).of(name, staff=staff)
            assert public_view(table).items() <= {**view, **_hidden(public_view(table))}.items()
            if who and who.role == "player":
                assert seat_view(table, who.name).items() <= view.items()
            if who and who.role == "dealer":
                assert staff_view(table, "dealer", dealers=one.record.dealers).items() <= view.items()
            sizes["changes"] += len(json_text(frame))
            sizes["whole"] += len(payload(alone.snapshot(who, {})))
        before = shown
    assert sizes["changes"] * 5 < sizes["whole"] * 2


def test_racks_are_for_those_who_work_at_the_table_and_the_drop_for_the_auditor(tmp_path: Path) -> None:
    """The dealers of other tables see no racks; those who count the drop are not told what they will count."""
    driven = Driven(tmp_path / "ledger.db")
    driven.seat("three-card")
    frame = TableFrame(driven.house.record("three-card"))
    here, elsewhere = (Who("dora", "dealer", (table,)) for table in ("three-card", "top-five"))
    assert {"racks", "inventory", "actions"} <= frame.view(here).keys()
    assert not {"racks", "inventory", "drop", "transfers", "actions"} & frame.view(elsewhere).keys()
    for role in ("dealer", "floorperson", "manager", "cage", "count"):
        assert "drop" not in frame.view(Who("somebody", role))
    for overseer in ("auditor", "surveillance", "regulator"):
        assert frame.view(Who("aud", overseer))["drop"] == 10_000_000


def _hidden(view: dict[str, Any]) -> dict[str, Any]:
    """The parts in which the own cards stand."""
    return {"round": view["round"], "last": view["last"]}


@pytest.mark.parametrize("names", [True, False])
def test_a_change_for_an_audience_is_a_change_for_each_person_in_it(heard: list[TableChange], names: bool) -> None:
    """A guest who only watches shares a frame with others, and keeps what is theirs; so do players before they sit."""
    people = [*PEOPLE[1:4], Who("guest", "player"), None]
    memo, before, known = ViewMemo(), None, {who: Known() for who in people}
    shared = 0
    for one in heard:
        if before and before.record.table.ruleset.table != one.table:
            memo, before = ViewMemo(), None
        shown = TableFrame(one.record, one.events, memo, before, names=names)
        for who in people:
            told = shown.change(shown.audience(who), {}) if before else shown.snapshot(who, {})
            known[who].hear(json.loads(payload(told)))
            assert known[who].view == TableFrame(one.record, names=names).view(who)
            shared += shown.audience(who) == ANYBODY
        before = shown
    assert len(heard) < shared < 2 * len(heard), "the guest always, the players before they come"


def test_who_came_between_two_entries_is_told_all_that_is_their_own(heard: list[TableChange]) -> None:
    first, second = heard[:2]
    before = TableFrame(first.record)
    new = json.loads(payload(TableFrame(second.record, second.events, before=before).change(PEOPLE[1], {})))
    assert list(new["own"]) == [""]
    assert "" not in new["shared"]


def test_what_was_shown_before_is_given_up(heard: list[TableChange]) -> None:
    first = TableFrame(heard[0].record)
    gone, second = weakref.ref(first), TableFrame(heard[1].record, before=first)
    second.change(None, {})
    third = TableFrame(heard[2].record, before=second)
    third.change(None, {})
    del first, second
    gc.collect()
    assert gone() is None


trees = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5) | st.lists(st.text(max_size=3), max_size=3),
    lambda inner: st.dictionaries(st.sampled_from("abcd"), inner, max_size=3).flatmap(
        lambda found: st.sampled_from([found, Part(found)])
    ),
    max_leaves=12,
)
parts = st.dictionaries(st.sampled_from("abcd"), trees, max_size=4).map(Part)


@given(parts, parts)
def test_changes_make_one_part_the_other(before: Part, after: Part) -> None:
    assert changed(dict(before), json.loads(json_changes(before, after))) == after
    assert changed({}, json.loads(json_changes(None, after))) == after
    assert json_changes(after, Part(after)) == "{}"


@pytest.mark.parametrize(
    ("before", "after", "text"),
    [
        (Part(a=1), Part(a=1), "{}"),
        (Part(a=1, b="x"), Part(a=2, b="x"), '{"a":2}'),
        (Part(a=Part(b=Part(c=[]), d=7)), Part(a=Part(b=Part(c=["x"]), d=7)), '{"a/b/c":["x"]}'),
        (Part(a=Part(b=1)), Part(a=Part(c=1)), '{"a":{"c":1}}'),
        (Part(a=Part(b=1)), Part(a=None), '{"a":null}'),
        (Part(a=1), Part(b=1), '{"":{"b":1}}'),
    ],
)
def test_the_way_to_each_change(before: Part, after: Part, text: str) -> None:
    assert json_changes(before, after) == text


@pytest.mark.parametrize(
    "value",
    [
        None,
        0,
        -7,
        True,
        1.5,
        "",
        'a "b"\u2028\u00e9',
        [],
        {},
        [1, [2]],
        ["a"],
        {"a": None},
        2**70,
        "\ud800",
        {"\udfff": [2**64]},
    ],
)
def test_every_value(value: object) -> None:
    for message in (value, {"value": value}):
        text = json_text(message)
        assert json.loads(text) == message
        assert text.isascii() or "\u00e9" in text
        assert " " not in text.replace('a \\"b', "")
