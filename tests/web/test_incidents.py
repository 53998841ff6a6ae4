"""Incidents are shown: to the floor and the auditor, in words, with what to do, and without secrets."""

from pathlib import Path

from pitboss.ledger.incidents import ClockJumped, DrawUnused, Incident, TaskFailed
from pitboss.views.incident_text import incident_text
from tests.web.archive import STAFF
from tests.web.inside import Inside

DRAWN, ID = "5a" * 32, "id-of-a-shuffle"
HAPPENED: tuple[tuple[Incident, str], ...] = (
    (DrawUnused("three-card", ID, DRAWN), "drawn for a shuffle at three-card and not used"),
    (ClockJumped(3_600_000), "set forward by 3,600.0 seconds"),
    (ClockJumped(-2_500), "set back by 2.5 seconds"),
    (TaskFailed("rules", "StoreFailed: postgresql://user:password@host"), "failed and was begun again: rules"),
)


def test_every_incident_is_told_with_what_to_do_and_without_secrets() -> None:
    for incident, words in HAPPENED:
        told = incident_text(incident)
        assert words in told.happened
        assert told.to_do
        assert not [secret for secret in (DRAWN, ID, "password") if secret in str(told)]


def test_the_newest_incidents_come_first_to_those_who_may_read_them(tmp_path: Path) -> None:
    with Inside(tmp_path, [*STAFF, ("ann", "player")]) as house:
        for name in ("flo", "max", "audrey"):
            assert house.client(name).call("GET", "/api/incidents") == []
        for _ in range(6):
            for incident, _words in HAPPENED:
                house.house.record_incident(incident)
        for name in ("flo", "max", "audrey"):
            shown = house.client(name).call("GET", "/api/incidents")
            assert [one["number"] for one in shown] == [*range(24, 4, -1)]
            assert [one["happened"] for one in shown[:4]] == [
                incident_text(incident).happened for incident, _ in reversed(HAPPENED)
            ]
            assert all(one["at"] > 0 and one["to_do"] for one in shown)
        for name in ("", "ann", "dora"):
            headers = {"authorization": f"Bearer {house.client(name).token}"} if name else {}
            assert house.request("GET", "/api/incidents", headers=headers)[0] == (403 if name else 401)
