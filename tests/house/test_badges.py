"""Badges and PINs: who is let in at a console, how many guesses there are, relief, and what the ledger has of it."""

from collections.abc import Iterator
from contextlib import closing
from functools import partial
from pathlib import Path

import pytest

from pitboss.errors import InputError
from pitboss.evidence.verify import verify_store
from pitboss.house.authority import Who
from pitboss.house.credentials import MOST_WRONG_PINS, Credentials, badge_number
from pitboss.house.people import People
from pitboss.house.people_registry import WINDOW
from pitboss.ledger.open_store import open_store
from pitboss.ledger.store import Store
from tests.house.test_people import OTHER, PASSWORD, QUICK, Clock, code, events
from tests.ledger.postgres_server import PostgresServer

PIN, NEXT = "314159", "271828"
CONSOLE = "10.0.0.7"


both = pytest.mark.parametrize("store", ["sqlite", "postgres"], indirect=True)


@pytest.fixture
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Store]:
    url = str(tmp_path / "ledger.db")
    if getattr(request, "param", "") == "postgres":
        server: PostgresServer = request.getfixturevalue("postgres_server")
        url = server.new_schema()
    with closing(open_store(url, create=True)) as opened:
        yield opened


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def people(store: Store, clock: Clock) -> People:
    """Two dealers with badges, and a dealer of another table."""
    people = People(store, clock.world, cost=QUICK)
    people.add("mia", "manager", PASSWORD)
    people.add("dora", "dealer", PASSWORD, ["tcp"])
    people.add("dan", "dealer", PASSWORD)
    people.add("lil", "dealer", PASSWORD, ["lir"])
    for name, badge, pin in (("dora", "1042", PIN), ("dan", "1043", NEXT), ("lil", "b7", PIN)):
        people.issue_badge(name, badge, pin)
    return people


@both
def test_a_badge_and_its_pin_open_a_session(people: People, store: Store) -> None:
    assert people.who(people.sign_in_by_badge("1042", PIN, CONSOLE)) == Who("dora", "dealer", ("tcp",))
    assert people.who(people.sign_in_by_badge(" B7 ", PIN)) == Who("lil", "dealer", ("lir",))
    assert events(store)[-1] == {"event": "SignedIn", "name": "lil", "badge": "B7"}
    # The password opens a session as before, and a new password leaves the badge.
    people.set_password("dora", OTHER)
    assert people.who(people.sign_in("dora", OTHER)).name == "dora"
    assert people.who(people.sign_in_by_badge("1042", PIN)).name == "dora"
    assert code(lambda: people.sign_in("dora", PIN)) == "wrong-password"
    assert people.badges() == {"dora": "1042", "dan": "1043", "lil": "B7"}
    assert people.differences() == []


def test_a_badge_belongs_to_one_person(people: People, store: Store) -> None:
    size = store.size()
    assert code(lambda: people.issue_badge("dan", "b7", PIN)) == "badge-taken"
    assert code(lambda: people.issue_badge("dan", "9", PIN, Who("dora", "dealer"))) == "not-your-role"
    with pytest.raises(InputError, match="nobody called"):
        people.issue_badge("nora", "9", PIN)
    assert store.size() == size
    # The old badge is free once its holder has another one.
    people.issue_badge("lil", "b8", PIN)
    people.issue_badge("dan", "b7", NEXT)
    assert people.who(people.sign_in_by_badge("B7", NEXT)).name == "dan"
    assert code(lambda: people.sign_in_by_badge("1043", NEXT)) == "wrong-pin"


def test_a_withdrawn_badge_and_a_removed_person(people: People, store: Store) -> None:
    token = people.sign_in_by_badge("1042", PIN)
    people.withdraw_badge("dora")
    assert code(lambda: people.who(token)) == "session-revoked"
    assert code(lambda: people.sign_in_by_badge("1042", PIN)) == "wrong-pin"
    with pytest.raises(InputError, match="has no badge"):
        people.withdraw_badge("dora")
    people.remove("dan")
    assert code(lambda: people.sign_in_by_badge("1043", NEXT)) == "wrong-pin"
    people.issue_badge("dora", "1043", PIN)
    assert people.differences() == []
    assert verify_store(store).size == store.size()


@pytest.mark.parametrize(
    "pin", ["31415", "3141592653589", "31415a", "٣١٤١٥٩", "111111", "123456", "987654", "890123", ""]
)
def test_what_is_no_pin(people: People, pin: str) -> None:
    with pytest.raises(InputError, match="PIN"):
        people.issue_badge("dora", "1042", pin)


# The capital of the sharp s is "SS".
@pytest.mark.parametrize("badge", ["", " ", "1 2", "x" * 13, "ß", "12'--"])
def test_what_is_no_badge(people: People, badge: str) -> None:
    with pytest.raises(InputError, match="badge number"):
        people.sign_in_by_badge(badge, PIN)
    with pytest.raises(InputError, match="badge number"):
        badge_number(badge)


# Guesses


def test_three_pins_may_be_wrong_in_30_minutes(people: People, clock: Clock, store: Store) -> None:
    for _ in range(3):
        assert code(lambda: people.sign_in_by_badge("1042", "000001", CONSOLE)) == "wrong-pin"
    assert code(lambda: people.sign_in_by_badge("1042", PIN, CONSOLE)) == "too-many-failures"
    size = store.size()
    assert code(lambda: people.sign_in_by_badge("1042", PIN, CONSOLE)) == "too-many-failures"
    assert store.size() == size
    # PINs and passwords are counted together, and another console is not locked.
    assert code(lambda: people.sign_in("dora", PASSWORD, CONSOLE)) == "too-many-failures"
    assert people.sign_in_by_badge("1042", PIN, "10.0.0.8")
    clock.now += WINDOW + 1
    assert people.sign_in_by_badge("1042", PIN, CONSOLE)


@both
def test_after_ten_wrong_pins_in_a_row_a_badge_needs_a_new_one(people: People, clock: Clock, store: Store) -> None:
    for number in range(MOST_WRONG_PINS):
        clock.now += WINDOW
        assert code(partial(people.sign_in_by_badge, "1042", "000001", f"10.0.1.{number}")) == "wrong-pin"
    assert code(lambda: people.sign_in_by_badge("1042", PIN, CONSOLE)) == "badge-blocked"
    size = store.size()
    assert code(lambda: people.sign_in_by_badge("1042", PIN, "10.0.2.1")) == "badge-blocked"
    assert store.size() == size
    assert events(store)[-1] == {"event": "SignInBarred", "name": "dora", "source": "badge"}
    # The password is not blocked with the badge.
    assert people.sign_in("dora", PASSWORD, CONSOLE)
    people.issue_badge("dora", "1042", NEXT)
    assert people.sign_in_by_badge("1042", NEXT, CONSOLE)
    assert people.differences() == []


def test_a_right_pin_begins_the_count_again(people: People, clock: Clock) -> None:
    for number in range(2 * MOST_WRONG_PINS):
        clock.now += WINDOW
        assert code(lambda: people.sign_in_by_badge("1042", "000001", CONSOLE)) == "wrong-pin"
        if number % 5 == 4:
            assert people.sign_in_by_badge("1042", PIN, CONSOLE)


def test_guesses_at_an_unknown_badge_are_counted_too(people: People, store: Store) -> None:
    """A PIN typed as a badge number is not recorded."""
    for _ in range(3):
        assert code(lambda: people.sign_in_by_badge(PIN, "1042", CONSOLE)) == "wrong-pin"
    assert code(lambda: people.sign_in_by_badge(PIN, "1042", CONSOLE)) == "too-many-failures"
    assert PIN not in "".join(entry.body.decode() for entry in store.stream("people"))


def test_no_pin_and_no_hash_of_one_is_recorded(people: People, store: Store) -> None:
    people.sign_in_by_badge("1042", PIN, CONSOLE)
    code(lambda: people.sign_in_by_badge("1042", NEXT, CONSOLE))
    told = "".join(entry.body.decode() for entry in store.entries())
    assert not [secret for secret in (PIN, NEXT, "argon2", CONSOLE) if secret in told]
    rows = [person.password for person in store.people()]
    assert not [row for row in rows if PIN in row or NEXT in row]


def test_a_badge_given_past_the_ledger_is_found(people: People, store: Store) -> None:
    (dan,) = (person for person in store.people() if person.name == "dan")
    store.save_person(dan.replace(password=Credentials.read(dan.password)._replace(badge="1").text))
    (told,) = people.differences()
    assert told == "dan: dealer with badge 1, but the ledger records dealer with badge 1043"


# Relief


@both
def test_a_dealer_relieves_another_at_the_console(people: People, store: Store) -> None:
    token = people.sign_in_by_badge("1042", PIN, CONSOLE)
    new = people.relieve(token, "1043", NEXT, "tcp", CONSOLE)
    assert people.who(new).name == "dan"
    assert code(lambda: people.who(token)) == "session-revoked"
    event = events(store)[-1]
    assert {**event, "source": ""} == {
        "event": "DealerRelieved", "name": "dan", "relieved": "dora", "table": "tcp", "badge": "1043", "source": "",
    }  # fmt: skip
    assert [session.person for session in people.sessions()] == ["dan"]
    back = people.relieve(new, "1042", PIN, "tcp", CONSOLE)
    assert people.who(back).name == "dora"
    assert verify_store(store).size == store.size()


REFUSED: dict[str, tuple[str, str, str, str]] = {
    "a dealer of another table": ("B7", PIN, "tcp", "not-your-table"),
    "the same dealer": ("1042", PIN, "tcp", "same-dealer"),
    "a wrong PIN": ("1043", PIN, "tcp", "wrong-pin"),
    "not this dealer's console": ("1043", NEXT, "lir", "not-your-table"),
    "a manager": ("M1", "654301", "tcp", "not-your-table"),
}


@pytest.mark.parametrize("case", REFUSED.values(), ids=REFUSED)
def test_whoever_may_not_deal_here_relieves_nobody(people: People, case: tuple[str, str, str, str]) -> None:
    badge, pin, table, wanted = case
    people.issue_badge("mia", "m1", "654301")
    token = people.sign_in_by_badge("1042", PIN, CONSOLE)
    assert code(lambda: people.relieve(token, badge, pin, table, CONSOLE)) == wanted
    assert people.who(token).name == "dora"


def test_nobody_is_relieved_without_a_session(people: People) -> None:
    for token in ("", "x"):
        assert code(partial(people.relieve, token, "1043", NEXT, "tcp")) in ("not-signed-in", "session-unknown")


# Names


def test_names_that_differ_only_in_case_are_one_person(people: People) -> None:
    assert people.who(people.sign_in("DORA", PASSWORD)).name == "dora"
    assert code(lambda: people.add("Dora", "player", PASSWORD)) == "name-taken"
    for _ in range(3):
        assert code(lambda: people.sign_in("Dora", OTHER, CONSOLE)) == "wrong-password"
    assert code(lambda: people.sign_in("dora", PASSWORD, CONSOLE)) == "too-many-failures"
