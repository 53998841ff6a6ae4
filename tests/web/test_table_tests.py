"""The table test over HTTP: set by a manager, answered once, recorded, and certified by the key of the house."""

import json
from collections.abc import Iterator
from hashlib import sha256
from typing import Any

import pytest

from pitboss.evidence.heads import PublicKey
from pitboss.evidence.verify import verify_store
from pitboss.examination.certificate import check_certificate, mark_again
from pitboss.examination.table_test import TableTest, right_text
from pitboss.house.table_tests import TableTests
from tests.web.bots import PASSWORD
from tests.web.inside import TABLES, Inside


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Inside]:
    people = [("max", "manager"), ("mia", "manager"), ("dora", "dealer")]
    with Inside(tmp_path_factory.mktemp("tests"), people) as inside:
        yield inside


def ask(house: Inside, path: str, body: dict[str, Any], name: str = "max") -> tuple[int, Any]:
    token = house.app.state.queue.people.sign_in(name, PASSWORD)
    status, text = house.request("POST", path, body, {"authorization": f"Bearer {token}"})
    return status, json.loads(text)


def right_answers(house: Inside, id_: str, table: str) -> list[dict[str, Any]]:
    """What the house alone knows: the answers follow from its key."""
    seed = sha256(house.house.signature(f"pitboss table test seed 1\n{id_}\n{table}\ndora\n")).hexdigest()[:32]
    questions = TableTest(house.house.record(table).table.ruleset, seed).questions
    return [{"line": one.faults[0] if one.faults else 0, "right": right_text(one)} for one in questions]


@pytest.mark.parametrize("table", TABLES)
def test_a_test_that_is_passed_is_certified_and_recorded_once(house: Inside, table: str) -> None:
    id_, about = f"test-of-{table}", {"table": table, "candidate": "Dora"}
    status, asked = ask(house, "/api/table-tests", {"id": id_, **about})
    assert (status, asked["candidate"], len(asked["questions"])) == (200, "dora", 12)
    assert asked["paytables"]
    assert ask(house, "/api/table-tests", {"id": id_, **about})[1] == asked
    assert ask(house, "/api/table-tests", {"id": f"{id_}-2", **about})[1]["questions"] != asked["questions"]
    answers = right_answers(house, id_, table)
    size = house.house.store.size()
    assert ask(house, f"/api/table-tests/{id_}", {**about, "answers": answers[1:]})[0] == 400
    status, marks = ask(house, f"/api/table-tests/{id_}", {**about, "answers": answers})
    assert (status, marks["passed"], marks["points"]) == (200, True, marks["possible"])
    found = check_certificate(marks["certificate"], PublicKey.parse(house.house.public_key))
    assert (found.candidate, found.examiner, found.table) == ("dora", "max", table)
    assert mark_again(found, house.house.record(table).table.ruleset) is not None
    *_, last = TableTests(house.house.store).taken()
    assert last.judged_by == "max"
    assert last.test.certificate == sha256(marks["certificate"].encode()).hexdigest()
    # The marks say what was right: the same test is not answered again.
    status, refused = ask(house, f"/api/table-tests/{id_}", {**about, "answers": answers})
    assert (status, refused["code"]) == (403, "recorded-already")
    taken = [one for one in TableTests(house.house.store).taken() if one.test == last.test]
    assert len(taken) == 1
    assert house.house.store.size() > size
    verify_store(house.house.store)


def test_a_test_that_is_not_passed_is_recorded_without_a_certificate(house: Inside) -> None:
    about = {"table": "top-five", "candidate": "dora"}
    answers = [{"line": 1, "right": "$1"}] * 12
    status, marks = ask(house, "/api/table-tests/a-poor-test", {**about, "answers": answers})
    assert (status, marks["passed"], marks["certificate"]) == (200, False, None)
    *_, last = TableTests(house.house.store).taken()
    assert (last.test.certificate, last.test.points) == ("", marks["points"])
    # Now that the answers are known, the right ones come too late.
    better = right_answers(house, "a-poor-test", "top-five")
    assert ask(house, "/api/table-tests/a-poor-test", {**about, "answers": better})[0] == 403


REFUSED: dict[str, tuple[dict[str, Any], int, str]] = {
    "nobody": ({"candidate": "nora"}, 400, "unusable"),
    "oneself": ({"candidate": "max"}, 409, "own-test"),
    "no table": ({"table": "nowhere"}, 404, "no-such-table"),
    "a short id": ({"id": "x"}, 400, "misformed"),
}


@pytest.mark.parametrize("case", REFUSED.values(), ids=REFUSED)
def test_what_is_no_test(house: Inside, case: tuple[dict[str, Any], int, str]) -> None:
    changed, status, code = case
    given = {"id": "refused-test", "table": "top-five", "candidate": "dora", **changed}
    found, answer = ask(house, "/api/table-tests", given)
    assert (found, answer["code"]) == (status, code)
    assert not [one for one in TableTests(house.house.store).taken() if one.test.name != "dora"]
