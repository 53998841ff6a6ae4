"""The layout over HTTP: the view and its sign for anybody, and a sentence where there is no such table."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from pitboss.documents.layout import layout_view
from pitboss.documents.sign import sign_json, sign_of
from tests.web.inside import TABLES, Inside


@pytest.fixture(scope="module")
def inside(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Inside]:
    folder: Path = tmp_path_factory.mktemp("layouts")
    with Inside(folder, [], physical=("top-five",)) as house:
        yield house


@pytest.mark.parametrize("table", TABLES)
def test_anybody_sees_the_layout_and_the_sign(inside: Inside, table: str) -> None:
    status, text = inside.request("GET", f"/api/tables/{table}/layout")
    approved = inside.house.approved
    view = layout_view(approved.tables[table], approved.submission.facility)
    assert status == 200
    told = {**view, "physical": table == "top-five", "sign": sign_json(sign_of(view))}
    assert json.loads(text) == json.loads(json.dumps(told))


def test_no_such_table(inside: Inside) -> None:
    status, text = inside.request("GET", "/api/tables/baccarat/layout")
    assert status == 404
    assert "baccarat" in json.loads(text)["reason"]
