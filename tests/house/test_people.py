"""People and their sessions: who is let in, for how long, how many guesses there are, and what the ledger has of it."""

import unicodedata
from collections.abc import Callable, Iterator
from functools import partial
from hashlib import sha256
from pathlib import Path
from threading import Barrier, Thread
from typing import Any

import pytest
from argon2 import PasswordHasher

from pitboss.errors import InputError
from pitboss.house import people as people_module
from pitboss.house.authority import Who
from pitboss.house.environment import ClockAndEntropy
from pitboss.house.passwords import Cost, Passwords
from pitboss.house.people import People
from pitboss.house.people_registry import AccessRefused, PeopleChange, PeopleRegistry
from pitboss.house.person_names import checked_name, folded
from pitboss.house.recorded_people import LONGEST
from pitboss.ledger.entry import Draft
from pitboss.ledger.fold import PEOPLE
from pitboss.ledger.open_store import open_store
from pitboss.ledger.store import Person, Session, Store, StoreFailed
from pitboss.play.message import message_to_json
from tests.ledger.postgres_server import PostgresServer

QUICK = Cost(1, 8, 1)
MINUTE, HOUR = 60_000, 3_600_000
PASSWORD, OTHER = "correct horse battery", "Tr0ub4dor & three"


class Clock:
    """A clock that goes when it is told to, and entropy that never repeats."""

    def __init__(self) -> None:
        self.now, self.drawn = 1_790_000_000_000, 0

    def entropy(self, size: int) -> bytes:
        self.drawn += 1
        return sha256(str(self.drawn).encode()).digest()[:size]

    @property
    def world(self) -> ClockAndEntropy:
        return ClockAndEntropy(lambda: self.now, self.entropy)


both = pytest.mark.parametrize("url", ["sqlite", "postgres"], indirect=True)
"""For what several processes do at once."""


@pytest.fixture
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    if getattr(request, "param", "sqlite") == "sqlite":
        return str(tmp_path / "ledger.db")
    server: PostgresServer = request.getfixturevalue("postgres_server")
    return server.new_schema()


@pytest.fixture
def opened(url: str) -> Iterator[Callable[[], Store]]:
    """Stores on one ledger, each as another process would have it."""
    stores: list[Store] = []

    def open_one() -> Store:
        stores.append(open_store(url, create=True))
        return stores[-1]

    yield open_one
    for store in stores:
        store.close()


@pytest.fixture
def store(opened: Callable[[], Store]) -> Store:
    return opened()


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def people(store: Store, clock: Clock) -> People:
    """A house with a manager and a dealer."""
    people = People(store, clock.world, cost=QUICK)
    people.add("mia", "manager", PASSWORD)
    people.add("dora", "dealer", PASSWORD, ["tcp", "lir"])
    return people


@pytest.fixture
def elsewhere(people: People, opened: Callable[[], Store], clock: Clock) -> People:
    """The same house in another process."""
    return People(opened(), clock.world, cost=QUICK)


def events(store: Store) -> list[dict[str, Any]]:
    return [entry.content["events"][0] for entry in store.stream(PEOPLE)]


def marks(store: Store) -> dict[str, Any]:
    found: dict[str, Any] = [*store.stream(PEOPLE)][-1].content["marks"]
    return found


def code(action: Callable[[], object]) -> str:
    with pytest.raises(AccessRefused) as refused:
        action()
    return refused.value.code


# Names


@pytest.mark.parametrize("name", ["m\u0456a", "M\u0456\u0430", "d\u043era", "Ann\u03bf"])
def test_a_new_name_mixes_no_scripts(people: People, name: str) -> None:
    with pytest.raises(InputError, match="letters: write it in one script"):
        people.add(name, "player", PASSWORD)


@pytest.mark.parametrize("name", ["MIA", "m1a", "mla", "MlA", "\uff2d\uff49\uff41", "rnla", "d0ra", "DORA"])
def test_a_name_that_looks_like_another_is_taken(people: People, name: str) -> None:
    assert code(lambda: people.add(name, "player", PASSWORD)) == "name-taken"


@pytest.mark.parametrize("name", ["\u0430\u0441\u0435", "h0use"])
def test_whole_names_that_look_latin(people: People, name: str) -> None:
    """A name in Cyrillic letters alone can look Latin too."""
    if name == "h0use":
        with pytest.raises(InputError, match="the house acts under"):
            people.add(name, "player", PASSWORD)
        return
    people.add("ace", "player", PASSWORD)
    assert code(lambda: people.add(name, "player", PASSWORD)) == "name-taken"


def test_names_of_other_scripts_are_welcome(people: People) -> None:
    for name in ("Ольга", "Ὀδυσσεύς", "李小龙", "田中 ひろし", "김민수 Kim", "Jose", "José", "Ann-Mary O'Neil 2"):
        assert people.add(name, "player", PASSWORD).name == name


@pytest.mark.parametrize("name", ["a", "Ann O'Hara-Ng", "José", "李小龙", "Ὀδυσσεύς", "x" * 40, 'quo"te\\d', "🂡"])
def test_names(name: str) -> None:
    assert checked_name(name) == name


BAD_NAMES = {
    "empty": "", "long": "x" * 41, "space before": " ann", "space after": "ann ", "only a space": " ",
    "two spaces": "ann  lee", "tab": "ann\tlee", "newline": "ann\nlee", "nul": "ann\0", "escape": "ann\x1b[31m",
    "right to left override": "ann\u202enad", "isolate": "ann\u2066", "zero width space": "an\u200bn",
    "joiner": "an\u200dn", "soft hyphen": "an\u00adn", "byte order mark": "\ufeffann", "surrogate": "ann\ud800",
    "no-break space": "ann\u00a0lee", "em space": "ann\u2003lee", "line separator": "ann\u2028lee",
    "filler": "\u3164", "braille blank": "\u2800", "variation selector": "ann\ufe0f", "private": "ann\ue000",
    "unassigned": "ann\U000e0ff0", "accent first": "\u0301ann", "the house": "House", "the house, wide": "\uff48ouse",
}  # fmt: skip


@pytest.mark.parametrize("name", BAD_NAMES.values(), ids=BAD_NAMES)
def test_what_is_no_name(name: str) -> None:
    with pytest.raises(InputError) as refused:
        checked_name(name)
    assert str(refused.value).isprintable()


def test_a_name_has_one_spelling() -> None:
    assert checked_name(unicodedata.normalize("NFD", "José")) == "José"
    assert folded("STRASSE") == folded("straße") != folded("strase")


@pytest.mark.parametrize("name", ["dora", "DORA", "Dora", "\uff44\uff4fra", "\u217eora"])
def test_a_look_alike_is_not_added(people: People, store: Store, name: str) -> None:
    assert code(lambda: people.add(name, "player", PASSWORD)) == "name-taken"
    assert len(store.people()) == 2


@both
def test_two_processes_add_one_of_two_look_alikes(people: People, elsewhere: People, store: Store) -> None:
    """The second one is decided before the first is recorded, and decided again after."""
    roll_record = PeopleRegistry.record

    def late(self: PeopleRegistry, decided: Callable[[], PeopleChange]) -> PeopleChange:
        first = [True]

        def overtaken() -> PeopleChange:
            change = decided()
            if first.pop() if first else False:
                elsewhere.add("ann", "player", PASSWORD)
            return change

        PeopleRegistry.record = roll_record  # type: ignore[method-assign]
        return roll_record(self, overtaken)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(PeopleRegistry, "record", late)
        assert code(lambda: people.add("Ann", "player", PASSWORD)) == "name-taken"
    assert [person.name for person in store.people()] == ["ann", "dora", "mia"]


# Sessions


@both
def test_who_signs_in_is_known_by_the_token(people: People, elsewhere: People) -> None:
    token = people.sign_in("dora", PASSWORD)
    assert people.who(token) == elsewhere.who(token) == Who("dora", "dealer", ("tcp", "lir"))
    assert people.sign_in("dora", PASSWORD) != token
    assert [session.person for session in people.sessions()] == ["dora", "dora"]


def test_a_session_ends_when_its_person_signs_out(people: People, elsewhere: People) -> None:
    token, other = people.sign_in("dora", PASSWORD), people.sign_in("dora", PASSWORD)
    elsewhere.sign_out(token)
    assert code(lambda: people.who(token)) == "session-revoked"
    assert people.who(other).name == "dora"
    people.sign_out(token)
    people.sign_out("never seen")


@pytest.mark.parametrize("token", ["x", "\ud800", "\0", "a" * 100_000])
def test_an_unknown_token_is_nobody_s(people: People, token: str) -> None:
    assert code(lambda: people.who(token)) == "session-unknown"


def test_whoever_shows_no_token_is_not_signed_in(people: People) -> None:
    assert code(lambda: people.who("")) == "not-signed-in"


def test_several_tokens_are_looked_up_at_once_each_for_itself(people: People, clock: Clock) -> None:
    people.add("pat", "player", PASSWORD)
    old = people.sign_in("dora", PASSWORD)
    clock.now += 31 * MINUTE
    dora, pat = people.sign_in("dora", PASSWORD), people.sign_in("pat", PASSWORD)
    gone = people.sign_in("pat", PASSWORD)
    people.sign_out(gone)
    found = people.whose([dora, "", "x", pat, old, dora, gone])
    assert [one.code if isinstance(one, AccessRefused) else one.name for one in found] == [
        "dora", "not-signed-in", "session-unknown", "pat", "session-expired", "dora", "session-revoked",
    ]  # fmt: skip
    assert people.whose([]) == []


def test_looking_at_a_session_does_not_prolong_it(people: People, clock: Clock) -> None:
    token = people.sign_in("dora", PASSWORD)
    for _ in range(5):
        clock.now += 6 * MINUTE - 1
        (who,) = people.whose([token], used=False)
        assert isinstance(who, Who)
    clock.now += 5
    (who,) = people.whose([token], used=False)
    assert isinstance(who, AccessRefused)
    assert who.code == "session-expired"


def test_a_session_ends_after_30_minutes_unused(people: People, clock: Clock) -> None:
    token = people.sign_in("dora", PASSWORD)
    clock.now += 30 * MINUTE - 1
    assert people.who(token)
    clock.now += 29 * MINUTE
    assert people.who(token)
    clock.now += 30 * MINUTE
    assert code(lambda: people.who(token)) == "session-expired"


def test_a_session_in_use_ends_after_12_hours(people: People, clock: Clock) -> None:
    token, began = people.sign_in("dora", PASSWORD), clock.now
    while clock.now < began + 12 * HOUR - 1:
        assert people.who(token).name == "dora"
        clock.now = min(clock.now + 7 * MINUTE, began + 12 * HOUR - 1)
    assert people.who(token)
    clock.now += 1
    assert code(lambda: people.who(token)) == "session-expired"


def test_a_session_in_use_is_seldom_written(people: People, store: Store, clock: Clock) -> None:
    token, seen = people.sign_in("dora", PASSWORD), set()
    for _ in range(600):
        people.who(token)
        seen.add(store.sessions()[0].until)
        clock.now += 1000
    assert len(seen) == 2


def test_a_session_that_is_used_many_times_at_once_is_written_once(
    people: People, store: Store, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    token, prolonged, prolong = people.sign_in("dora", PASSWORD), list[int](), store.prolong

    def counted(session: Session, until: int) -> bool:
        prolonged.append(until)
        return prolong(session, until)

    monkeypatch.setattr(store, "prolong", counted)
    clock.now += 10 * MINUTE
    assert len({*people.whose([token] * 8)}) == 1
    assert prolonged == [clock.now + 30 * MINUTE]


def test_long_ended_sessions_are_forgotten(people: People, store: Store, clock: Clock) -> None:
    token = people.sign_in("dora", PASSWORD)
    clock.now += 13 * HOUR
    people.sign_in("mia", PASSWORD)
    assert code(lambda: people.who(token)) == "session-unknown"
    assert [session.person for session in store.sessions()] == ["mia"]


ENDINGS: dict[str, Callable[[People], None]] = {
    "a new password": lambda people: people.set_password("dora", OTHER),
    "an own new password": lambda people: people.change_password("dora", PASSWORD, OTHER),
    "removal": lambda people: people.remove("dora"),
    "the floor": lambda people: people.end_sessions("dora"),
}


@both
@pytest.mark.parametrize("ending", ENDINGS.values(), ids=ENDINGS)
def test_all_sessions_end_at_once_in_every_process(
    people: People, elsewhere: People, ending: Callable[[People], None]
) -> None:
    tokens = [people.sign_in("dora", PASSWORD), elsewhere.sign_in("dora", PASSWORD)]
    other = people.sign_in("mia", PASSWORD)
    ending(elsewhere)
    for one in (people, elsewhere):
        assert [code(lambda one=one, token=token: one.who(token)) for token in tokens] == ["session-revoked"] * 2  # type: ignore[misc]
        assert one.who(other).name == "mia"


@both
def test_use_does_not_bring_an_ended_session_back(
    people: People, elsewhere: People, store: Store, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The session is ended between the moment it is read and the moment it would be prolonged."""
    token = people.sign_in("dora", PASSWORD)
    clock.now += 20 * MINUTE
    prolong = store.prolong

    def overtaken(session: Session, until: int) -> bool:
        elsewhere.end_sessions("dora")
        return prolong(session, until)

    monkeypatch.setattr(store, "prolong", overtaken)
    people.who(token)
    assert code(lambda: elsewhere.who(token)) == "session-revoked"


def test_a_new_role_holds_for_the_next_command(people: People, elsewhere: People) -> None:
    token = people.sign_in("dora", PASSWORD)
    elsewhere.change("dora", role="floorperson")
    assert people.who(token) == Who("dora", "floorperson", ("tcp", "lir"))
    elsewhere.change("dora", tables=[])
    assert people.who(token) == Who("dora", "floorperson")


def test_a_removed_person_can_come_back(people: People) -> None:
    people.remove("dora")
    assert code(lambda: people.sign_in("dora", PASSWORD)) == "wrong-password"
    assert [person.name for person in people.everyone()] == ["mia"]
    assert code(lambda: people.add("Dora", "dealer", OTHER)) == "name-taken"
    people.add("dora", "player", OTHER)
    assert people.who(people.sign_in("dora", OTHER)).role == "player"


@both
def test_a_password_changed_during_a_sign_in_ends_it(
    people: People, elsewhere: People, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    fits = Passwords.fits

    def slowly(self: Passwords, password: str, kept: str) -> bool:
        found = fits(self, password, kept)
        monkeypatch.setattr(Passwords, "fits", fits)
        elsewhere.set_password("dora", OTHER)
        return found

    monkeypatch.setattr(Passwords, "fits", slowly)
    assert code(lambda: people.sign_in("dora", PASSWORD)) == "wrong-password"
    assert store.sessions() == ()


# Passwords


@pytest.mark.parametrize("password", ["short", "x" * 201, "a control\tcharacter", "half a \ud800 letter"])
def test_what_is_no_password(people: People, password: str) -> None:
    with pytest.raises(InputError, match="password"):
        people.add("ann", "player", password)


def test_a_password_is_the_same_however_it_is_composed(people: People) -> None:
    people.set_password("dora", unicodedata.normalize("NFD", "prêt-à-porter"))
    assert people.sign_in("dora", unicodedata.normalize("NFC", "prêt-à-porter"))


def test_a_hash_is_made_anew_at_a_higher_cost(people: People, store: Store, clock: Clock) -> None:
    before = store.person("dora")
    dearer = People(store, clock.world, cost=QUICK._replace(memory=16))
    token = dearer.sign_in("dora", PASSWORD)
    after = store.person("dora")
    assert "m=8," in str(before)
    assert "m=16," in str(after)
    assert dearer.who(token).name == "dora"
    dearer.sign_in("dora", PASSWORD)


def test_the_cost_in_use_is_what_the_rfc_recommends() -> None:
    kept = Passwords(bytes, Cost()).hashed(PASSWORD)
    assert kept.startswith("$argon2id$v=19$m=65536,t=3,p=4$")


def test_an_unknown_name_takes_as_long_as_a_wrong_password(
    people: People, clock: Clock, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    guests = People(store, clock.world, guests=True, cost=QUICK)
    guests.guest("gus")
    people.add("rob", "player", PASSWORD)
    people.remove("rob")
    looks: list[str] = []
    verify = PasswordHasher.verify

    def seen(self: PasswordHasher, hash: str, password: str) -> bool:  # noqa: A002 - as argon2 names it
        looks.append(hash.rsplit("$", 2)[0])
        return verify(self, hash, password)

    monkeypatch.setattr(PasswordHasher, "verify", seen)
    for name in ("dora", "nobody", "rob", "gus", "x" * 500, "\ud800"):
        with pytest.raises(AccessRefused, match="name or password is wrong") as refused:
            people.sign_in(name, OTHER)
        assert refused.value.code == "wrong-password"
    assert len(looks) == 6
    assert set(looks) == {"$argon2id$v=19$m=8,t=1,p=1"}


# How many guesses there are


def fail(people: People, times: int, name: str = "dora") -> list[str]:
    return [code(lambda: people.sign_in(name, OTHER)) for _ in range(times)]


@both
@pytest.mark.parametrize("name", ["dora", "nobody"])
def test_three_sign_ins_may_fail_in_30_minutes(
    people: People, elsewhere: People, opened: Callable[[], Store], clock: Clock, name: str
) -> None:
    assert fail(people, 2, name) + fail(elsewhere, 1, name) == ["wrong-password"] * 3
    restarted = People(opened(), clock.world, cost=QUICK)
    for one in (people, elsewhere, restarted):
        assert fail(one, 2, name) == ["too-many-failures"] * 2
    assert code(lambda: restarted.sign_in(name, PASSWORD)) == "too-many-failures"
    assert people.sign_in("mia", PASSWORD)
    clock.now += 30 * MINUTE - 1
    assert fail(people, 1, name) == ["too-many-failures"]
    clock.now += 1
    assert fail(people, 1, name) == ["wrong-password"]


def test_the_window_slides(people: People, clock: Clock) -> None:
    for _ in range(20):
        assert fail(people, 1) == ["wrong-password"]
        clock.now += 10 * MINUTE
    assert people.sign_in("dora", PASSWORD)


def test_nobody_locks_a_person_out_from_everywhere(people: People, clock: Clock, store: Store) -> None:
    """The attack: wrong passwords under a manager's name, from one address and from many."""
    assert people.sign_in("mia", PASSWORD, "10.0.0.1")

    def guess(address: str) -> str:
        return code(lambda: people.sign_in("mia", OTHER, address))

    assert [guess("10.6.6.6") for _ in range(5)] == ["wrong-password"] * 3 + ["too-many-failures"] * 2
    assert people.sign_in("mia", PASSWORD, "10.0.0.2")
    # A guesser with many addresses gets thirty guesses; the addresses that the manager used stay open.
    heard = [guess(f"10.6.7.{number}") for number in range(100)]
    assert (heard.count("wrong-password"), heard[-1]) == (27, "too-many-failures")
    assert code(lambda: people.sign_in("mia", PASSWORD, "10.9.9.9")) == "too-many-failures"
    assert people.sign_in("mia", PASSWORD, "10.0.0.1")
    assert people.sign_in("mia", PASSWORD, "10.0.0.2")
    assert guess("10.0.0.1") == "wrong-password"
    recorded = [event for event in events(store) if event["event"] == "SignInBarred"]
    assert [len(event["source"]) for event in recorded] == [12, 5]
    assert "10.0.0.1" not in "".join(map(str, events(store)))
    clock.now += 30 * MINUTE
    assert people.sign_in("mia", PASSWORD, "10.9.9.9")


def test_the_wrong_old_password_is_a_failed_sign_in(people: People) -> None:
    for _ in range(3):
        assert code(lambda: people.change_password("dora", OTHER, "another password")) == "wrong-password"
    assert code(lambda: people.sign_in("dora", PASSWORD)) == "too-many-failures"


def test_a_new_password_forgives(people: People) -> None:
    fail(people, 7)
    people.set_password("dora", OTHER)
    assert people.sign_in("dora", OTHER)


def test_knocking_at_a_closed_door_is_recorded_once(people: People, store: Store) -> None:
    fail(people, 50)
    assert [event["event"] for event in events(store)[2:]] == ["SignInFailed"] * 3 + ["SignInBarred"]


def test_failures_are_counted_behind_hundreds_of_other_entries(people: People, store: Store, clock: Clock) -> None:
    fail(people, 5)
    signed_in = {"at": clock.now, "by": "mia", "role": "manager", "events": [{"event": "SignedIn", "name": "mia"}]}
    store.append([Draft(PEOPLE, None, signed_in)] * 450)
    assert code(lambda: people.sign_in("dora", PASSWORD)) == "too-many-failures"


def at_once(opened: Callable[[], Store], clock: Clock, guesses: int = 12) -> list[str]:
    """What so many guesses get that come at the same moment, each in a process of its own."""
    heard: list[str] = []
    houses = [People(opened(), clock.world, cost=QUICK) for _ in range(guesses)]
    threads = [Thread(target=lambda one=one: heard.append(code(lambda: one.sign_in("dora", OTHER)))) for one in houses]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return heard


@both
def test_guesses_at_once_are_three_as_well(people: People, opened: Callable[[], Store], clock: Clock) -> None:
    heard = at_once(opened, clock)
    assert (heard.count("wrong-password"), heard.count("too-many-failures")) == (3, 9)


@both
def test_a_count_that_does_not_hold_when_it_is_recorded_is_found(
    people: People, opened: Callable[[], Store], clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The control: with a count that is read and then written, more than five guesses are answered."""

    def naive(self: PeopleRegistry, decided: Callable[[], PeopleChange]) -> PeopleChange:
        change = decided()
        content = {"at": self._clock(), "by": "house", "role": "house", "events": [message_to_json(change.record)]}
        self._store.append([Draft(PEOPLE, None, content)], rows=change.rows)
        return change

    fits, all_there = Passwords.fits, Barrier(12)

    def together(self: Passwords, password: str, kept: str) -> bool:
        all_there.wait(timeout=60)
        return fits(self, password, kept)

    monkeypatch.setattr(PeopleRegistry, "record", naive)
    monkeypatch.setattr(Passwords, "fits", together)
    assert at_once(opened, clock).count("wrong-password") == 12


# Who decides who there is


def test_only_a_manager_decides(people: People, store: Store) -> None:
    forged = Who("eve", "manager")
    for by in (people.who(people.sign_in("dora", PASSWORD)), forged, Who("dora", "manager")):
        size = store.last(PEOPLE)
        for action in (
            lambda by=by: people.add("ann", "player", PASSWORD, by=by),
            lambda by=by: people.change("dora", role="manager", by=by),
            lambda by=by: people.set_password("mia", OTHER, by=by),
            lambda by=by: people.remove("mia", by=by),
            lambda by=by: people.end_sessions("mia", by=by),
        ):
            assert code(action) == "not-your-role"
        assert store.last(PEOPLE) == size
    mia = people.who(people.sign_in("mia", PASSWORD))
    people.add("max", "manager", PASSWORD, by=mia)
    people.change("mia", role="auditor", by=Who("max", "manager"))
    assert code(lambda: people.remove("max", by=mia)) == "not-your-role"


def test_whom_nobody_knows_is_a_sentence(people: People) -> None:
    with pytest.raises(InputError, match="there is nobody called 'ann' here"):
        people.remove("ann")
    with pytest.raises(InputError, match="there is no role 'boss': player, dealer"):
        people.add("ann", "boss", PASSWORD)  # type: ignore[arg-type]
    with pytest.raises(InputError, match="name tables as in the house file"):
        people.change("dora", tables=["tcp", " "])


def test_guests_come_in_only_where_the_house_lets_them(people: People, store: Store, clock: Clock) -> None:
    assert code(lambda: people.guest("gus")) == "no-guests"
    open_house = People(store, clock.world, guests=True, cost=QUICK)
    token = open_house.guest("gus")
    assert people.who(token) == Who("gus", "player")
    for name in ("gus", "GUS", "dora"):
        assert code(lambda name=name: open_house.guest(name)) == "name-taken"  # type: ignore[misc]
    assert code(lambda: open_house.sign_in("gus", "")) == "wrong-password"
    clock.now += HOUR
    assert code(lambda: open_house.who(token)) == "session-expired"


# What the ledger has of it


def test_everything_is_recorded_and_nothing_secret(people: People, store: Store, clock: Clock, url: str) -> None:
    token = people.sign_in("dora", PASSWORD)
    fail(people, 1)
    people.sign_in("mia", PASSWORD)
    mia = Who("mia", "manager")
    people.change("dora", role="floorperson", by=mia)
    people.change_password("dora", PASSWORD, OTHER)
    second = people.sign_in("dora", OTHER)
    people.sign_out(second)
    people.set_password("dora", PASSWORD, by=mia)
    people.end_sessions("dora", by=mia)
    people.remove("dora", by=mia)
    told = [
        (entry.content["by"], entry.content["role"], *entry.content["events"][0].values())
        for entry in store.stream(PEOPLE)
    ]
    assert told == [
        ("house", "house", "PersonAdded", "mia", "manager", []),
        ("house", "house", "PersonAdded", "dora", "dealer", ["tcp", "lir"]),
        ("dora", "dealer", "SignedIn", "dora"),
        ("house", "house", "SignInFailed", "dora"),
        ("mia", "manager", "SignedIn", "mia"),
        ("mia", "manager", "PersonChanged", "dora", "floorperson", ["tcp", "lir"]),
        ("dora", "floorperson", "PasswordChanged", "dora"),
        ("dora", "floorperson", "SignedIn", "dora"),
        ("dora", "floorperson", "SignedOut", "dora"),
        ("mia", "manager", "PasswordChanged", "dora"),
        ("mia", "manager", "SessionsEnded", "dora"),
        ("mia", "manager", "PersonRemoved", "dora"),
    ]
    bodies = b"".join(entry.body for entry in store.entries())
    for secret in (PASSWORD, OTHER, token, second, "argon2", *(session.digest for session in store.sessions())):
        assert secret.encode() not in bodies
    assert all(
        {*entry.content} - {"marks"} == {"at", "by", "role", "events", "v", "stream", "seq", "prev"}
        for entry in store.entries()
    )


def test_no_token_is_kept(people: People, store: Store) -> None:
    token = people.sign_in("dora", PASSWORD)
    (session,) = store.sessions()
    assert session.digest == sha256(token.encode()).hexdigest()
    assert token not in repr((store.people(), store.sessions()))


def test_a_password_typed_as_a_name_is_not_recorded(people: People, store: Store) -> None:
    assert fail(people, 1, PASSWORD) == ["wrong-password"]
    assert PASSWORD.encode() not in b"".join(entry.body for entry in store.entries())
    assert events(store)[-1] == {"event": "SignInFailed", "name": "", "unknown": events(store)[-1]["unknown"]}
    assert len(events(store)[-1]["unknown"]) == 6


def test_who_is_changed_past_the_ledger_is_found(people: People, store: Store, clock: Clock) -> None:
    People(store, clock.world, guests=True, cost=QUICK).guest("gus")
    people.change("dora", tables=["tcp"])
    people.add("rob", "player", PASSWORD)
    people.remove("rob")
    assert people.differences() == []
    store.save_person(Person("dora", "manager", ("tcp",), "x"))
    store.save_person(Person("eve", "manager", (), "x"))
    store.save_person(Person("rob", "dealer", (), "x"))
    assert people.differences() == [
        "dora: manager at tcp, but the ledger records dealer at tcp",
        "eve: manager, but the ledger records nobody",
        "rob: dealer, but the ledger records removed",
    ]


def _replace_password(_: People, store: Store) -> str:
    """The attacker knows the password of a hash that is put in the place of dora's."""
    own = Passwords(bytes, QUICK).hashed(OTHER)
    store.save_person(Person("dora", "dealer", ("tcp", "lir"), own))
    return OTHER


def _make_manager(_: People, store: Store) -> str:
    person = store.person("dora")
    assert person
    store.save_person(person.replace(role="manager", tables=()))
    return PASSWORD


def _bring_back(people: People, store: Store) -> str:
    person = store.person("dora")
    people.remove("dora")
    assert person
    store.save_person(person)
    return PASSWORD


@pytest.mark.parametrize("attack", [_replace_password, _make_manager, _bring_back])
def test_a_row_that_nobody_recorded_signs_nobody_in(
    people: People, store: Store, elsewhere: People, attack: Callable[[People, Store], str]
) -> None:
    before = people.sign_in("dora", PASSWORD)
    password = attack(people, store)
    for house in (people, elsewhere):
        assert code(partial(house.sign_in, "dora", password)) == "not-recorded"
        assert len(house.differences()) == 1
    assert code(lambda: people.who(before)) in ("not-recorded", "session-revoked")
    # The house puts it right: what it records counts, and the row follows.
    if attack is not _bring_back:
        people.set_password("dora", "another good password")
        assert people.who(people.sign_in("dora", "another good password")) == Who("dora", "dealer", ("tcp", "lir"))
        assert people.differences() == []


def test_an_invented_session_is_nobodys(people: People, elsewhere: People, store: Store, clock: Clock) -> None:
    """The attacker chose the token, writes its row, and takes an ended session up again."""
    store.save_session(Session(sha256(b"chosen").hexdigest(), "mia", clock.now, clock.now + HOUR))
    for house in (people, elsewhere):
        assert code(partial(house.who, "chosen")) == "not-recorded"
    token = people.sign_in("mia", PASSWORD)
    (session,) = [one for one in store.sessions() if one.digest == sha256(token.encode()).hexdigest()]
    people.end_sessions("mia")
    store.save_session(session)
    for house in (people, elsewhere):
        assert code(partial(house.who, token)) == "not-recorded"


def test_a_badge_that_nobody_issued_opens_nothing(people: People, store: Store) -> None:
    """A badge and a PIN that the attacker knows are written into the manager's row."""
    people.issue_badge("dora", "7", "135790")
    people.sign_in_by_badge("7", "135790")
    mine, row = store.person("dora"), store.person("mia")
    assert mine
    assert row
    store.save_person(row.replace(password=f"{row.password} 8 {mine.password.split()[2]} 0"))
    assert code(lambda: people.sign_in_by_badge("8", "135790")) == "not-recorded"
    assert code(lambda: people.sign_in("mia", PASSWORD)) == "not-recorded"
    assert people.who(people.sign_in_by_badge("7", "135790")).name == "dora"


def test_a_session_of_somebody_else_is_not_taken_over(people: People, store: Store) -> None:
    """The row of dora's session, which she knows the token of, says that it is mia's."""
    token = people.sign_in("dora", PASSWORD)
    (session,) = store.sessions()
    store.end_sessions("dora")
    store.save_session(session.replace(person="mia"))
    assert code(lambda: people.who(token)) == "not-recorded"


def test_a_password_of_an_earlier_version_is_marked_at_the_next_sign_in(people: People, store: Store) -> None:
    """Its entries have no mark, so another hash is found only from then on."""
    person = store.person("dora")
    assert person
    old = {"event": "PersonAdded", "name": "olga", "role": "dealer", "tables": []}
    content = {"at": 0, "by": "house", "role": "house", "events": [old]}
    store.append([Draft(PEOPLE, store.last(PEOPLE), content)], rows=[Person("olga", "dealer", (), person.password)])
    assert people.who(people.sign_in("olga", PASSWORD)).role == "dealer"
    assert marks(store)["people"].keys() == {"olga"}
    people.sign_in("olga", PASSWORD)
    assert "people" not in marks(store)
    store.save_person(Person("olga", "dealer", (), Passwords(bytes, QUICK).hashed(OTHER)))
    assert code(lambda: people.sign_in("olga", OTHER)) == "not-recorded"


def test_a_change_by_a_manager_keeps_nothing_that_nobody_recorded(people: People, store: Store) -> None:
    """Someone made dora a manager in the database; a manager changes her tables: she is a dealer still."""
    _make_manager(people, store)
    assert people.change("dora", tables=["tcp"], by=Who("mia", "manager")) == Who("dora", "dealer", ("tcp",))
    assert people.differences() == []
    _replace_password(people, store)
    people.change("dora", tables=["tcp", "lir"])
    assert fail(people, 1) == ["wrong-password"], "the hash is not taken up"
    assert people.differences() == []


def test_people_who_are_changed_meanwhile_are_read_again(
    people: People, elsewhere: People, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another process records a change between the look at the stream and the look at the rows."""
    token = people.sign_in("dora", PASSWORD)
    people.who(token)
    left, real = ["auditor", "floorperson"], people._store.signed_in

    def later(digests: Any) -> Any:
        if left:
            elsewhere.change("dora", role=left.pop())  # type: ignore[arg-type]
        return real(digests)

    monkeypatch.setattr(people._store, "signed_in", later)
    assert people.who(token).role == "auditor"


def test_without_entropy_nobody_signs_in(store: Store, people: People, clock: Clock) -> None:
    def dry(_: int) -> bytes:
        raise OSError("no entropy")

    thirsty = People(store, ClockAndEntropy(lambda: clock.now, dry), cost=QUICK)
    with pytest.raises(StoreFailed, match="no random bytes"):
        thirsty.sign_in("dora", PASSWORD)
    assert store.sessions() == ()


def test_the_limits_are_those_that_are_promised() -> None:
    assert (LONGEST, people_module.IDLE) == (12 * HOUR, 30 * MINUTE)
