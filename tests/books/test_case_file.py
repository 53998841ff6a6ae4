"""A case proves a round to a person with the public key alone, and no changed case passes."""

import random
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile

import pytest

from pitboss.books.case_file import Case, check_case, make_case, read_case, write_case
from pitboss.books.replay import replay_round
from pitboss.books.resettlement import Resettlement
from pitboss.errors import InputError, LedgerBroken
from pitboss.evidence.deal_check import check_round
from pitboss.evidence.heads import SigningKey
from pitboss.house import head_signing
from tests.house.driving import KEY, SAMPLE, Driven

TABLE = "three-card"


@pytest.fixture(scope="module")
def driven(tmp_path_factory: pytest.TempPathFactory) -> Driven:
    """Eight rounds with a snapshot every two, and a signed head over them."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(head_signing, "ROUNDS_A_SNAPSHOT", 2)
        driven = Driven(tmp_path_factory.mktemp("case") / "ledger.db", SAMPLE)
        driven.seat(TABLE, 3)
        driven.play(TABLE, 8)
    driven.house.sign_head()
    return driven


def made(driven: Driven, number: int) -> Case:
    return make_case(driven.house.store, f"{TABLE}/{number}")


def test_a_case_replays_deals_and_settles_as_the_ledger_does(driven: Driven) -> None:
    for number in range(1, 8):
        case = read_case(write_case(made(driven, number)))
        found, store = check_case(case, KEY.public), driven.house.store
        replay = replay_round(store, case.round)
        assert found.settled.replay.moments == replay.moments
        assert found.settled.lines == Resettlement(replay).lines
        assert found.settled.differences == ()
        assert found.deal == check_round(store, case.round)
        assert bool(found.begins) == (number > 3), number


def test_a_case_after_a_snapshot_is_short(driven: Driven) -> None:
    assert len(made(driven, 7).bundle.entries) < len(made(driven, 3).bundle.entries)


def test_a_case_begins_from_the_opening_if_no_snapshot_is_left(driven: Driven) -> None:
    case = made(driven, 2)
    assert case.start == ""
    assert check_case(case, KEY.public).begins == 0


def test_another_key_is_refused(driven: Driven) -> None:
    with pytest.raises(LedgerBroken, match="not signed by the key"):
        check_case(made(driven, 2), SigningKey(bytes(32)).public)


def test_a_round_that_is_not_over_has_no_case(tmp_path: Path) -> None:
    driven = Driven(tmp_path / "ledger.db", SAMPLE)
    driven.seat(TABLE)
    driven.play(TABLE, 2)
    with pytest.raises(InputError, match="not under a signed head yet"):
        make_case(driven.house.store, f"{TABLE}/1")
    driven.house.sign_head()
    make_case(driven.house.store, f"{TABLE}/1")
    for missing in (f"{TABLE}/9", "nowhere/1", "x"):
        with pytest.raises(InputError):
            make_case(driven.house.store, missing)


def test_entries_may_not_be_left_out_or_come_from_elsewhere(driven: Driven) -> None:
    case = made(driven, 7)
    entries = case.bundle.entries
    for left_out in range(len(entries)):
        kept = (*entries[:left_out], *entries[left_out + 1 :])
        with pytest.raises((LedgerBroken, InputError)):
            check_case(case._replace(bundle=case.bundle._replace(entries=kept)), KEY.public)
    for other in (made(driven, 6), made(driven, 4)):
        with pytest.raises((LedgerBroken, InputError)):
            check_case(case._replace(bundle=other.bundle), KEY.public)
        if other.start != case.start:
            with pytest.raises((LedgerBroken, InputError)):
                check_case(case._replace(start=other.start), KEY.public)
    with pytest.raises((LedgerBroken, InputError)):
        check_case(case._replace(start=""), KEY.public)
    with pytest.raises((LedgerBroken, InputError)):
        check_case(case._replace(round=f"{TABLE}/8"), KEY.public)


def test_a_deck_that_waits_is_not_shown(tmp_path: Path) -> None:
    """Two decks alternate: the second is shuffled while the first is played, and its cards are still to come."""
    text = SAMPLE
    driven = Driven(tmp_path / "ledger.db", text)
    name = next(name for name, rules in driven.house.approved.tables.items() if rules.submission.decks == 2)
    driven.seat(name)
    driven.play(name, 3)
    driven.house.sign_head()
    store = driven.house.store
    newest = driven.table(name).rounds
    with pytest.raises(InputError, match=r"has not been played \(entry \d+ of the table\)"):
        make_case(store, f"{name}/{newest}")
    for number in range(1, newest):
        shown = check_case(make_case(store, f"{name}/{number}"), KEY.public).proved.entries
        events = [event for entry in shown for event in entry.content["events"]]
        assert len([event for event in events if event["event"] == "DeckShuffled"]) <= number + 1


def test_three_hundred_mutations_of_a_case_are_refused(driven: Driven) -> None:
    mutate(driven, 300)


@pytest.mark.slow
def test_twenty_thousand_mutations_of_a_case_are_refused(driven: Driven) -> None:
    mutate(driven, 20_000)


def mutate(driven: Driven, number: int) -> None:
    """Bytes that are changed, left out, doubled or moved: every one is refused, and none with a traceback."""
    data, dice = write_case(made(driven, 7)), random.Random(number)
    for _ in range(number):
        changed, at = bytearray(data), dice.randrange(len(data))
        match dice.randrange(4):
            case 0:
                changed[at] ^= 1 << dice.randrange(8)
            case 1:
                del changed[at : at + dice.choice((1, 2, 50))]
            case 2:
                changed[at:at] = changed[at : at + dice.choice((1, 2, 50))]
            case _:
                other = dice.randrange(len(data))
                changed[at], changed[other] = changed[other], changed[at]
        if bytes(changed) == data:
            continue
        with pytest.raises((InputError, LedgerBroken)):
            check_case(read_case(bytes(changed)), KEY.public)


def test_a_case_that_was_packed_again_is_refused(driven: Driven, tmp_path: Path) -> None:
    case, file = write_case(made(driven, 5)), tmp_path / "case.zip"
    file.write_bytes(case)
    with ZipFile(file) as archive:
        files = {name: archive.read(name) for name in archive.namelist()}
    with ZipFile(file, "w", ZIP_DEFLATED) as archive:
        for name, data in files.items():
            archive.writestr(name, data)
    with pytest.raises(InputError, match="this is not a case"):
        read_case(file.read_bytes())
