"""The records over HTTP: each person finds what is theirs to see, and nothing else."""

import json
import re
import time
from base64 import b64decode
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from pitboss.books import round_index
from pitboss.books.case_file import check_case, read_case
from pitboss.books.round_search import find_rounds
from pitboss.books.rounds import RoundFilter
from pitboss.evidence.heads import PublicKey, SigningKey
from pitboss.evidence.policy import read_policy
from pitboss.evidence.proofs import check_bundle, read_bundle
from pitboss.evidence.signed_note import TIMED_ED25519
from pitboss.house.authority import Who
from pitboss.house.witnesses import HeadWitnesses
from pitboss.ledger.open_store import open_store
from pitboss.play.encoding import event_from_json
from pitboss.web.http.records import may_see
from pitboss.web.http.round_list import RoundList
from pitboss.web.http.verification import Verification
from tests.web.archive import PLAYERS, Archive
from tests.web.bots import Refused
from tests.web.inside import TABLES
from tests.web.sockets import Answer, request
from tests.web.test_secrecy import Eyes

_CARD = re.compile(r"\b[2-9TJQKA][cdhs]\b")
ROUNDS = 5
READERS = ("audrey", "flo", "max")


@pytest.fixture(scope="module")
def archive(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Archive]:
    with Archive(tmp_path_factory.mktemp("archive"), ROUNDS) as archive:
        yield archive


def listed(archive: Archive, name: str, query: str = "") -> list[str]:
    return [one["id"] for one in archive.get(name, f"/api/rounds{query}")["rounds"]]


# The list


@pytest.mark.parametrize("name", [*READERS, "dora"])
def test_the_staff_finds_every_round_newest_first(archive: Archive, name: str) -> None:
    found = archive.get(name, "/api/rounds?limit=200")
    assert found["total"] == len(found["rounds"]) == ROUNDS * len(TABLES)
    assert found["next"] is None
    places = [one["last"]["position"] for one in found["rounds"]]
    assert places == sorted(places, reverse=True)


def test_others_find_what_is_theirs(archive: Archive) -> None:
    assert {one.split("/")[0] for one in listed(archive, "dan")} == {"top-five"}
    assert len(listed(archive, "ann")) == ROUNDS * len(TABLES)
    assert listed(archive, "zoe") == []
    assert archive.status("", "/api/rounds") == 401


def test_filters_find_what_the_ledger_has(archive: Archive) -> None:
    store = archive.house.store
    for query, wanted in (
        ("?table=three-card", RoundFilter("three-card")),
        ("?player=bob&amount=3000", RoundFilter(player="bob", amount=3000)),
        ("?jackpots=true", RoundFilter(jackpots=True)),
        ("?void=true", RoundFilter(void=True)),
        ("?irregularity=", RoundFilter(irregularity="")),
    ):
        assert sorted(listed(archive, "audrey", f"{query}&limit=200")) == sorted(
            one.id for one in find_rounds(store, wanted)
        )
    middle = [*find_rounds(store)][7].start
    early, late = listed(archive, "audrey", f"?to={middle}"), listed(archive, "audrey", f"?from={middle}")
    assert early
    assert late
    assert len(early) + len(late) == ROUNDS * len(TABLES)


@pytest.mark.parametrize("query", ["?limit=0", "?limit=201", "?from=yesterday", "?amount=-1", "?before=x"])
def test_a_question_that_cannot_be_read_is_refused(archive: Archive, query: str) -> None:
    assert archive.status("audrey", f"/api/rounds{query}") == 400


def test_a_table_that_is_not_there(archive: Archive) -> None:
    assert archive.status("audrey", "/api/rounds?table=nowhere") == 404


def test_pages_follow_each_other(archive: Archive) -> None:
    whole, leafed, before = listed(archive, "audrey", "?limit=200"), list[str](), ""
    while True:
        page = archive.get("audrey", f"/api/rounds?limit=3{before}")
        leafed += [one["id"] for one in page["rounds"]]
        if page["next"] is None:
            break
        before = f"&before={page['next']}"
    assert leafed == whole


def test_rounds_are_leafed_through_from_memory_and_from_the_written_index(
    archive: Archive, monkeypatch: pytest.MonkeyPatch
) -> None:
    store, whole, forgetful = archive.house.store, RoundList(), RoundList()
    seen = [one.id for one in whole.page(store, RoundFilter(), lambda _: True, 200).rounds]
    monkeypatch.setattr(round_index, "BATCH", 40)
    for most in (2, 3, 4, 200):
        leafed, before = list[str](), None
        while True:
            page = forgetful.page(store, RoundFilter(), lambda _: True, most, before)
            leafed += [one.id for one in page.rounds]
            before = page.before
            if before is None:
                break
        assert leafed == seen
        assert page.total == len(seen)
    assert forgetful.find(store, "let-it-ride", 1) == whole.find(store, "let-it-ride", 1) is not None
    assert forgetful.find(store, "let-it-ride", 99) is None
    assert forgetful.find(store, "nowhere", 1) is None


# One round


@pytest.mark.parametrize("table", TABLES)
def test_the_staff_sees_all_of_a_round(archive: Archive, table: str) -> None:
    found = archive.get("audrey", f"/api/rounds/{table}/2")
    assert found["round"] == f"{table}/2"
    assert found["differences"] == []
    assert len(found["hands"]["boxes"]) == len(PLAYERS)
    assert all(len(box["cards"]) >= 3 for box in found["hands"]["boxes"].values())
    assert archive.get("flo", f"/api/rounds/{table}/2") == found


def test_a_round_is_for_whoever_sat_in_it_when_it_is_over(archive: Archive) -> None:
    assert archive.status("", "/api/rounds/three-card/1") == 401
    assert archive.status("zoe", "/api/rounds/three-card/1") == 403
    assert archive.status("dan", "/api/rounds/three-card/1") == 403
    assert archive.status("dan", "/api/rounds/top-five/1") == 200
    assert archive.status("audrey", "/api/rounds/three-card/999") == 404
    assert archive.status("audrey", "/api/rounds/nowhere/1") == 404
    assert archive.status("audrey", "/api/rounds/three-card/0") == 400
    assert archive.status("audrey", "/api/rounds/three-card/one") == 400


def test_a_round_under_way_is_for_nobody(tmp_path: Path) -> None:
    with Archive(tmp_path, 1, ("three-card",)) as archive:
        crew = archive.crews["three-card"]
        while not (there := archive.house.record("three-card").table.round) or there.phase != "playing":
            crew.step()
        for name in (*READERS, "dora", "ann"):
            for path in ("", "/proof"):
                expected = 403 if name == "ann" and path else 409
                assert archive.status(name, f"/api/rounds/three-card/2{path}") == expected
        assert listed(archive, "audrey") == ["three-card/2", "three-card/1"]
        assert listed(archive, "ann") == ["three-card/1"]
        (now, _) = archive.get("audrey", "/api/rounds")["rounds"]
        assert now["status"] == "under way"
        assert now["net"] == {}
        assert not _CARD.search(str(now))


def cards_seen(archive: Archive, table: str, viewer: str) -> dict[int, set[str]]:
    """What a person saw by the end of each round, told by the recorded events alone."""
    eyes, found = Eyes(viewer), dict[int, set[str]]()
    for entry in archive.house.store.stream(f"table {table}"):
        by = " ".join(entry.content.get("command", "").split()[:2])
        for document in entry.content["events"]:
            if document["event"] != "TableOpened":
                eyes.look(event_from_json(document), by)
            if document["event"] == "RoundCompleted":
                found[len(found) + 1] = {str(card) for card in eyes.seen}
    return found


def leaks(archive: Archive) -> list[str]:
    """Cards in a player's document of a round that this player never saw."""
    found = []
    for table in TABLES:
        for viewer in PLAYERS:
            for number, seen in cards_seen(archive, table, viewer).items():
                text = str(archive.get(viewer, f"/api/rounds/{table}/{number}"))
                found += [f"{table}/{number} {viewer} {card}" for card in {*_CARD.findall(text)} - seen]
    return found


def test_a_player_sees_again_what_was_seen_at_the_table_and_no_more(archive: Archive) -> None:
    assert leaks(archive) == []
    own = archive.get("ann", "/api/rounds/three-card/1")["hands"]["boxes"]["1"]["cards"]
    assert own == archive.get("audrey", "/api/rounds/three-card/1")["hands"]["boxes"]["1"]["cards"]


def test_hands_were_given_up_so_that_there_is_something_to_hide(archive: Archive) -> None:
    hidden = 0
    for number in range(1, ROUNDS + 1):
        whole = archive.get("audrey", f"/api/rounds/three-card/{number}")["hands"]["boxes"]
        seen = archive.get("ann", f"/api/rounds/three-card/{number}")["hands"]["boxes"]
        hidden += sum(not seen[box]["cards"] for box in whole)
    assert hidden


def test_a_document_that_shows_every_hand_is_found_out(archive: Archive, monkeypatch: pytest.MonkeyPatch) -> None:
    """The control."""
    monkeypatch.setattr("pitboss.views.seat.is_turned_up", lambda *_: True)
    assert leaks(archive)


def test_a_player_hears_of_nobody_elses_chips(archive: Archive) -> None:
    text = str(archive.get("ann", "/api/rounds/three-card/1"))
    assert "ChipsBought" not in text
    whole = archive.get("audrey", "/api/rounds/three-card/1")
    mine = archive.get("ann", "/api/rounds/three-card/1")
    assert {key for key in whole if mine[key] != whole[key]} <= {
        "shuffle", "moments", "hands", "boxes", "recorded", "why_not_recorded", "refused",
    }  # fmt: skip
    assert set(mine) == set(whole)


def test_the_proof_of_a_round_holds_under_the_public_key(archive: Archive) -> None:
    status, text = archive.request(
        "GET",
        "/api/rounds/three-card/3/proof",
        headers={"authorization": f"Bearer {archive.client('audrey').token}"},
    )
    assert status == 200
    proved = check_bundle(read_bundle(text.encode()), PublicKey.parse(archive.house.public_key))
    assert {entry.stream for entry in proved.entries} == {"table three-card"}
    assert archive.status("ann", "/api/rounds/three-card/3/proof") == 403


# Files to keep


def kept(archive: Archive, name: str, path: str) -> Answer:
    headers = {"authorization": f"Bearer {archive.client(name).token}"}
    return archive._loop.run_until_complete(request(archive.app, "GET", path, headers=headers))


@pytest.mark.parametrize("name", [*READERS, "dora"])
def test_the_case_of_a_round_is_settled_again_from_its_file(archive: Archive, name: str) -> None:
    answer = kept(archive, name, "/api/rounds/three-card/3/case")
    assert (answer.status, answer.headers["content-type"]) == (200, "application/zip")
    assert answer.headers["content-disposition"] == 'attachment; filename="case-three-card-3.zip"'
    found = check_case(read_case(answer.body), PublicKey.parse(archive.house.public_key))
    assert (found.settled.replay.id, found.settled.differences) == ("three-card/3", ())


def test_the_case_is_for_the_staff_of_the_table(archive: Archive) -> None:
    assert [archive.status(name, "/api/rounds/three-card/3/case") for name in ("ann", "dan", "")] == [403, 403, 401]
    assert kept(archive, "dan", "/api/rounds/top-five/3/case").status == 200
    assert kept(archive, "flo", "/api/rounds/three-card/99/case").json["code"] == "no-such-round"


def test_the_case_waits_for_a_deck_that_is_still_to_be_played(
    archive: Archive, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pitboss.books.case_file._waiting", lambda *_: {7})
    answer = kept(archive, "flo", "/api/rounds/three-card/3/case")
    assert (answer.status, answer.json["code"]) == (409, "deck-not-played")
    assert "entry 7 of the table" in answer.json["reason"]


def test_each_player_downloads_the_own_page_and_no_other(archive: Archive) -> None:
    key = PublicKey.parse(archive.house.public_key)
    for player in PLAYERS:
        answer = kept(archive, player, "/api/rounds/three-card/3/page")
        assert (answer.status, answer.headers["content-type"]) == (200, "text/html; charset=utf-8")
        assert answer.headers["content-disposition"] == 'attachment; filename="round-three-card-3.html"'
        text, signature = (
            re.search(rf'id="{part}">(.*?)</script>', answer.text, re.DOTALL)[1]  # type: ignore[index]
            for part in ("round", "signature")
        )
        assert key.signed(b64decode(signature), f"pitboss round file\n{text}")
        held = json.loads(text)
        assert (held["round"], held["player"]) == ("three-card/3", player)
        others = [one for one in PLAYERS if one != player]
        assert not [
            body for entry in held["entries"] for body in [json.loads(entry["body"])] if body.get("by") in others
        ]
    names = ("zoe", "flo", "audrey", "dora", "")
    assert [archive.status(name, "/api/rounds/three-card/3/page") for name in names] == [403, 403, 403, 403, 401]


def test_a_page_waits_for_the_witnesses_of_the_house(archive: Archive, monkeypatch: pytest.MonkeyPatch) -> None:
    key = SigningKey(b"w" * 32).public.named("witness.example/tables", TIMED_ED25519)
    policy = read_policy(f"witness W {key} https://witness.example/tables\nquorum W\n")
    monkeypatch.setattr(archive.house, "witnesses", HeadWitnesses(policy))
    answer = kept(archive, "ann", "/api/rounds/three-card/3/page")
    assert (answer.status, answer.json["code"]) == (409, "not-cosigned")


# The ledger


def verified(archive: Archive, name: str = "flo") -> dict[str, Any]:
    until = time.monotonic() + 20
    while time.monotonic() < until:
        state: dict[str, Any] = archive.get(name, "/api/ledger")["verification"]
        if state["state"] not in ("running", "never"):
            return state
        time.sleep(0.02)
    raise AssertionError("the verification does not end")


def test_the_ledger_is_verified_while_the_house_goes_on(archive: Archive) -> None:
    with pytest.raises(Refused, match="403"):
        archive.get("ann", "/api/ledger")
    with pytest.raises(Refused, match="403"):
        archive.get("dora", "/api/ledger")
    assert archive.status("dora", "/api/ledger/verify", "POST", {}) == 403
    assert archive.status("", "/api/ledger") == 401
    status = archive.status("flo", "/api/ledger/verify", "POST", {"books": True})
    assert status == 202
    found = verified(archive)
    health = archive.get("max", "/api/ledger")
    assert found["state"] == "whole"
    assert 0 < found["done"] <= health["size"] == sum(health["streams"].values())
    assert health["key"] == archive.house.public_key


def test_a_ledger_that_was_touched_is_named_as_such(tmp_path: Path) -> None:
    with Archive(tmp_path, 1, ("top-five",)) as archive:
        with closing(open_store(str(tmp_path / "house.db"))) as other:
            db = other._db  # type: ignore[attr-defined]
            for (name,) in db.execute("SELECT name FROM sqlite_schema WHERE type = 'trigger'").fetchall():
                db.execute(f"DROP TRIGGER {name}")
            db.execute("UPDATE entries SET body = CAST(body || ' ' AS BLOB) WHERE position = 20")
            touched = db.execute("SELECT changes()").get
        assert touched == 1
        archive.status("flo", "/api/ledger/verify", "POST", {})
        found = verified(archive)
    assert found["state"] == "broken"
    assert found["position"] == 20


def test_one_verification_at_a_time(archive: Archive, monkeypatch: pytest.MonkeyPatch) -> None:
    verification, key = Verification(), PublicKey.parse(archive.house.public_key)
    monkeypatch.setattr("pitboss.web.http.verification.Thread.start", lambda _: None)
    assert verification.start(archive.house.store, key, "flo", books=False)
    assert not verification.start(archive.house.store, key, "max", books=False)
    assert verification.state["by"] == "flo"


# Reports


def test_a_report_for_each_table_and_day(archive: Archive) -> None:
    found = archive.get("max", "/api/reports")
    assert [report["table"] for report in found] == sorted(TABLES)
    assert all(report["rounds"]["completed"] == ROUNDS for report in found)
    day = found[0]["day"]
    assert archive.get("max", f"/api/reports?day={day}&table=top-five") == [
        report for report in found if report["table"] == "top-five"
    ]


def test_days_that_are_over_are_worked_out_once(archive: Archive) -> None:
    asked = "/api/reports?from=2025-01-01&to=2025-01-31&zone=America/New_York&starts=05:00"
    first = archive.get("audrey", asked)
    assert len(first) == 31 * len(TABLES)
    assert archive.get("audrey", asked) == first
    assert first[0]["from_text"] == "2025-01-01 05:00:00-05:00"


@pytest.mark.parametrize(
    "query",
    ["?day=yesterday", "?from=2025-01-01&to=2026-01-01", "?from=2025-01-02&to=2025-01-01", "?zone=Nowhere/Here",
     "?starts=25:00", "?from=9999-12-31", "?table=nowhere", "?zone=../../etc/passwd"],
)  # fmt: skip
def test_days_that_are_none(archive: Archive, query: str) -> None:
    assert archive.status("audrey", f"/api/reports{query}") == 400


def test_reports_are_not_for_everybody(archive: Archive) -> None:
    assert [archive.status(name, "/api/reports") for name in ("", "ann", "dora")] == [401, 403, 403]


def test_a_dealer_of_some_tables_sees_no_others(archive: Archive) -> None:
    (found,) = [one for one in find_rounds(archive.house.store, RoundFilter("top-five")) if one.number == 1]
    assert may_see(Who("dan", "dealer", ("top-five",)), found)
    assert not may_see(Who("dan", "dealer", ("three-card",)), found)
    assert may_see(Who("ann", "player"), found)
    assert not may_see(Who("zoe", "player"), found)
