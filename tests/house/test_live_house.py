"""A live house: a command has one effect, reaches its own round alone, and is never decided by what is out of date."""

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random

import pytest

from pitboss.errors import CommandRefused, InputError
from pitboss.evidence.verify import verify_store
from pitboss.house.authority import Who
from pitboss.house.automatic_dealer import next_command
from pitboss.house.house_records import HouseSuspended
from pitboss.house.live_house import CommandResult, LiveHouse
from pitboss.house.request import CommandRequest, HouseCommand, OpenBetsNow, ShuffleByHouse
from pitboss.ledger.entry import Draft
from pitboss.ledger.fold import Rulesets, load_table
from pitboss.ledger.open_store import open_store
from pitboss.ledger.sqlite import SqliteStore
from pitboss.ledger.store import Conflict
from pitboss.play import commands as c
from pitboss.play import events as e
from pitboss.table.decks import step_due
from tests.house.driving import DEALER, FLOOR, KEY, SAMPLE, Driven, player

ANN = player(1)
TABLE = "three-card"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "ledger.db"


@pytest.fixture
def driven(path: Path) -> Driven:
    return Driven(path)


def betting(driven: Driven) -> Driven:
    """A round that takes bets, with ann at box 1."""
    driven.seat(TABLE)
    while driven.table(TABLE).round is None:
        driven.step(TABLE)
    return driven


def bet(amount: int) -> c.PlaceWagers:
    return c.PlaceWagers(1, (("ante", amount),))


# Once


def test_the_same_id_has_one_effect_and_the_same_answer(driven: Driven) -> None:
    ask = CommandRequest("one", TABLE, c.BuyChips(ANN.name, 500))
    first = driven.house.do(ANN, ask)
    size = driven.house.store.size()
    for _ in range(3):
        again = driven.house.do(ANN, ask)
        assert again == first._replace(again=True)
        assert (again.again, first.again) == (True, False)
    assert driven.table(TABLE).rack_of(ANN.name) == 500
    assert driven.house.store.size() == size


def test_the_same_id_is_known_after_a_restart_and_by_another_process(driven: Driven, path: Path) -> None:
    ask = CommandRequest("one", TABLE, c.BuyChips(ANN.name, 500))
    first = driven.house.do(ANN, ask)
    for _ in range(2):
        assert Driven(path).house.do(ANN, ask) == first._replace(again=True)
    assert driven.table(TABLE).rack_of(ANN.name) == 500


def test_what_another_process_did_by_the_same_id_is_told_here(driven: Driven, path: Path) -> None:
    ask, told = CommandRequest("one", TABLE, c.BuyChips(ANN.name, 500)), list[int]()
    other = Driven(path).house
    other.listeners.append(lambda heard: told.append(heard.record.seq))
    seq = driven.house.do(ANN, ask).seq
    assert other.do(ANN, ask).again
    assert (told, other.newest(TABLE)) == ([seq], seq)


def test_a_shuffle_that_is_asked_for_again_is_the_same_shuffle(driven: Driven) -> None:
    driven.do(TABLE, c.TakeSeat(ANN.name, 1))
    driven.do(TABLE, c.ReceiveDecks(2, preshuffled=False))
    while due := step_due(driven.table(TABLE)):
        driven.do(TABLE, c.Perform(due[1].does, due[1].by))
    ask = CommandRequest("shuffle", TABLE, ShuffleByHouse())
    first = driven.house.do(DEALER, ask)
    assert driven.house.do(DEALER, ask).events == first.events
    assert isinstance(first.events[0], e.DeckShuffled)
    assert driven.table(TABLE).decks[0].order == first.events[0].order
    assert not driven.table(TABLE).decks[1].order


@pytest.mark.parametrize(
    ("who", "ask"),
    [
        (player(2), CommandRequest("one", TABLE, c.BuyChips(ANN.name, 500))),
        (ANN, CommandRequest("one", TABLE, c.BuyChips(ANN.name, 501))),
        (ANN, CommandRequest("one", "top-five", c.BuyChips(ANN.name, 500))),
        (ANN, CommandRequest("one", TABLE, c.TakeSeat(ANN.name, 1))),
    ],
    ids=["another person", "another amount", "another table", "another command"],
)
def test_an_id_that_was_used_for_another_command_is_told_so(driven: Driven, who: Who, ask: CommandRequest) -> None:
    driven.house.do(ANN, CommandRequest("one", TABLE, c.BuyChips(ANN.name, 500)))
    size = driven.house.store.size()
    with pytest.raises(InputError, match="the command id 'one' was used for another command"):
        driven.house.do(who, ask)
    assert driven.house.store.size() == size


def test_a_refusal_stays_what_it_was_even_where_it_would_be_open_now(driven: Driven, path: Path) -> None:
    ask = CommandRequest("seat", TABLE, c.CashOut(ANN.name, 500))
    with pytest.raises(CommandRefused) as first:
        driven.house.do(ANN, ask)
    driven.do(TABLE, c.BuyChips(ANN.name, 1000))
    size = driven.house.store.size()
    for house in (driven.house, Driven(path).house):
        with pytest.raises(CommandRefused) as again:
            house.do(ANN, ask)
        assert str(again.value) == str(first.value)
        assert (again.value.code, again.value.clause) == ("not-enough-chips", "MD-TCP 7.A")
    assert driven.house.store.size() == size
    assert driven.table(TABLE).rack_of(ANN.name) == 1000
    assert len(driven.do(TABLE, ask.command).events) == 1


@pytest.mark.parametrize("asked", [c.BuyChips(ANN.name, 500), c.CashOut(ANN.name, 500)], ids=["done", "refused"])
def test_an_id_that_another_process_used_a_moment_ago_is_found_at_the_append(
    driven: Driven, path: Path, monkeypatch: pytest.MonkeyPatch, asked: HouseCommand
) -> None:
    """The other one is between our look and our append: its effect is the only one."""
    other = Driven(path)
    monkeypatch.setattr(SqliteStore, "by_command", lambda *_: None)
    ask, answers = CommandRequest("one", TABLE, asked), list[object]()
    for house in (other.house, driven.house, driven.house):
        try:
            answers.append(house.do(ANN, ask).events)
        except CommandRefused as refused:
            answers.append(str(refused))
    assert answers[0] == answers[1] == answers[2]
    with pytest.raises(InputError, match="another command"):
        driven.house.do(player(2), ask._replace(command=c.BuyChips("player 2", 500)))
    assert driven.table(TABLE).rack_of(ANN.name) == (500 if isinstance(asked, c.BuyChips) else 0)
    assert driven.table(TABLE).rack_of("player 2") == 0


def test_the_same_command_in_the_same_millisecond_by_another_process_that_knows_more(
    driven: Driven, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its entry says what ours would say, at another place: it is not ours."""
    other = Driven(path)
    other.do(TABLE, c.BuyChips(player(2).name, 700))
    for house in (other.house, driven.house):
        monkeypatch.setattr(house, "clock", lambda: 1_790_000_000_000)
    monkeypatch.setattr(SqliteStore, "by_command", lambda *_: None)
    ask = CommandRequest("one", TABLE, c.BuyChips(ANN.name, 500))
    answers = [house.do(ANN, ask) for house in (other.house, driven.house)]
    assert answers[0].seq == answers[1].seq
    assert driven.house.record(TABLE).table == other.house.record(TABLE).table
    assert driven.table(TABLE).rack_of(ANN.name) == 500


def test_a_command_without_an_id_or_a_table_is_told_so(driven: Driven) -> None:
    with pytest.raises(InputError, match="needs an id"):
        driven.house.do(ANN, CommandRequest("", TABLE, c.BuyChips(ANN.name, 500)))
    with pytest.raises(InputError, match="there is no table 'roulette': let-it-ride, three-card"):
        driven.house.do(ANN, CommandRequest("one", "roulette", c.BuyChips(ANN.name, 500)))
    with pytest.raises(InputError, match="there is no table 'roulette'"):
        LiveHouse(driven.opener, SAMPLE, KEY, physical=["roulette"])


# Its own round


def test_a_bet_that_was_meant_for_the_round_before_is_refused(driven: Driven) -> None:
    betting(driven)
    driven.do(TABLE, bet(1000), round_=1)
    driven.play(TABLE, 0)
    while driven.table(TABLE).round is None:
        driven.step(TABLE)
    assert driven.table(TABLE).rounds == 2
    for late in (1, 0, 3):
        with pytest.raises(CommandRefused, match=f"is for round {late}, but the table is at round 2") as refused:
            driven.do(TABLE, bet(1000), round_=late)
        assert (refused.value.code, refused.value.clause) == ("other-round", "MD-TCP 7.E")
    assert not driven.table(TABLE).round.in_play()  # type: ignore[union-attr]
    driven.do(TABLE, bet(1000), round_=2)


def test_a_bet_that_comes_twice_lies_there_once(driven: Driven) -> None:
    """Amounts are absolute: also under two ids the second click adds nothing."""
    betting(driven)
    driven.do(TABLE, bet(1000), round_=1)
    assert driven.do(TABLE, bet(1000), round_=1).events == ()
    assert driven.table(TABLE).accounts["area 1 ante"] == 1000


# Several processes


def test_a_command_is_done_though_what_another_process_did_was_not_known(driven: Driven, path: Path) -> None:
    other = Driven(path)
    betting(driven)
    # The other house last saw an empty table.
    assert other.house._records[TABLE].table.round is None
    ask = CommandRequest("bet", TABLE, bet(1000), 1)
    assert len(other.house.do(ANN, ask).events) == 1
    assert not list(other.house.store.stream("refusals"))
    assert driven.table(TABLE).accounts["area 1 ante"] == 1000


def test_without_catching_up_a_house_would_refuse_what_is_open(
    driven: Driven, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The control: what the other house remembers has no round."""
    other = Driven(path)
    betting(driven)
    monkeypatch.setattr(LiveHouse, "_catch_up", lambda *_: False)
    with pytest.raises(CommandRefused, match="bets are not open"):
        other.house.do(ANN, CommandRequest("bet", TABLE, bet(1000)))


def test_a_refusal_is_decided_by_what_the_table_is_now(driven: Driven, path: Path) -> None:
    betting(driven)
    other = Driven(path)
    driven.do(TABLE, bet(1000))
    driven.do(TABLE, c.CloseBets())
    # What the other house remembers would take the bet.
    assert other.house._records[TABLE].table.round.phase == "betting"  # type: ignore[union-attr]
    with pytest.raises(CommandRefused) as refused:
        other.house.do(ANN, CommandRequest("late", TABLE, bet(5000), 1))
    assert refused.value.code == "bets-closed"
    assert "deal cards" in refused.value.open_now
    assert "places wagers" not in refused.value.open_now
    assert other.table(TABLE).accounts["area 1 ante"] == 1000


def test_a_conflict_at_every_append_is_decided_again(
    driven: Driven, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Just before each of our appends another process does something at the same table."""
    other, append = Driven(path), SqliteStore.append
    between = iter(range(1000))
    conflicts = 0

    def interrupted(store: SqliteStore, drafts: list[Draft], command: str = "") -> object:
        nonlocal conflicts
        number = next(between)
        if number % 2 == 0:
            monkeypatch.setattr(SqliteStore, "append", append)
            other.house.do(player(2), CommandRequest(f"other {number}", TABLE, c.BuyChips("player 2", 100)))
            monkeypatch.setattr(SqliteStore, "append", interrupted)
        try:
            return append(store, drafts, command)
        except Conflict:
            conflicts += 1
            raise

    monkeypatch.setattr(SqliteStore, "append", interrupted)
    for _ in range(20):
        driven.do(TABLE, c.BuyChips(ANN.name, 100))
    monkeypatch.undo()
    assert conflicts == 20
    assert driven.table(TABLE).rack_of(ANN.name) == driven.table(TABLE).rack_of("player 2") == 2000


def test_two_houses_take_turns_at_the_same_tables(path: Path) -> None:
    """Every step is asked of one of them at random: nothing is lost, nothing is done twice, both know the same."""
    houses, chance = [Driven(path), Driven(path)], Random(7)
    tables = list(houses[0].house.approved.tables)
    done: dict[str, list[CommandResult]] = {name: [] for name in tables}
    for name in tables:
        houses[0].seat(name, boxes=2)
        done[name] = [CommandResult(name, seq, ()) for seq in range(1, houses[0].house.record(name).seq + 1)]
    for _ in range(260):
        name = chance.choice(tables)
        done[name].append(chance.choice(houses).step(name))
    store = houses[0].house.store
    assert not store.last("refusals")
    assert verify_store(store).size == store.size()
    for name in tables:
        assert [answer.seq for answer in done[name]] == list(range(1, store.last(f"table {name}") + 1))
        first, second = (one.house.record(name) for one in houses)
        assert first == second
        assert load_table(store, Rulesets(store), name).table.round == first.table.round
    assert sum(houses[0].table(name).rounds for name in tables) > 8


def test_many_threads_and_two_houses_buy_chips_at_once(path: Path) -> None:
    houses = [Driven(path).house, Driven(path).house]

    def buy(number: int) -> bool:
        # Each command is sent twice, to either house.
        who = player(number % 3)
        ask = CommandRequest(f"buy {number}", TABLE, c.BuyChips(who.name, 1))
        return houses[number % 2].do(who, ask).again | houses[1 - number % 2].do(who, ask).again

    with ThreadPoolExecutor(8) as pool:
        assert all(pool.map(buy, range(120)))
    for house in houses:
        assert [house.record(TABLE).table.rack_of(player(box).name) for box in range(3)] == [40, 40, 40]


# What the house brings


def test_the_house_brings_the_time_and_the_order(driven: Driven) -> None:
    betting(driven)
    (opened,) = [
        event
        for entry in driven.house.store.stream(f"table {TABLE}")
        for event in entry.content["events"]
        if event["event"] == "BetsOpened"
    ]
    assert 0 <= driven.fate.now // 1000 - opened["at"] < 10
    with pytest.raises(CommandRefused, match="the house's clock gives the time"):
        driven.do(TABLE, c.OpenBets(0))


def test_a_clock_that_goes_back_does_not_stop_a_table(driven: Driven, path: Path) -> None:
    driven.seat(TABLE)
    driven.play(TABLE, 2)
    late = Driven(path)
    late.fate.now -= 60_000
    late.play(TABLE, 2)
    since = [deck.since for deck in late.table(TABLE).decks]
    assert since == [deck.since for deck in driven.table(TABLE).decks]


def _broken(_: int) -> bytes:
    raise OSError(5, "Input/output error")


def test_without_entropy_the_house_is_suspended_and_goes_on_after(path: Path) -> None:
    driven = Driven(path)
    driven.seat(TABLE)
    while not isinstance(next_command(driven.table(TABLE)), ShuffleByHouse):
        driven.step(TABLE)
    before, entropy = driven.house.record(TABLE), driven.house._entropy
    driven.house._entropy = _broken
    with pytest.raises(HouseSuspended, match=r"every table is suspended: .*Input/output error"):
        driven.step(TABLE)
    with pytest.raises(HouseSuspended):
        driven.do("top-five", c.BuyChips(ANN.name, 500))
    assert driven.house.record(TABLE) == before
    driven.house._entropy = entropy
    driven.house.resume()
    driven.step(TABLE)
    assert driven.table(TABLE).decks[0].order


def test_a_refusal_that_is_recorded_names_who_asked_for_what(driven: Driven) -> None:
    with pytest.raises(CommandRefused):
        driven.do(TABLE, OpenBetsNow(), FLOOR)
    (entry,) = driven.house.store.stream("refusals")
    content = entry.content
    assert (content["by"], content["role"], content["table"]) == ("flo", "floorperson", TABLE)
    assert (content["command"], content["refused"]["code"]) == ("dealer opens bets", "not-your-role")


def test_a_closed_house_has_signed_its_last_entry(driven: Driven, path: Path) -> None:
    driven.seat(TABLE)
    driven.house.close()
    store = open_store(str(path))
    assert store.heads()[-1].size == store.size()
    store.close()
