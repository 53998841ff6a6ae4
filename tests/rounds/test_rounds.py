"""Every golden round comes out as it stands in its file, and together they show everything that a regulation has.

`PITBOSS_REWRITE=1` writes what came out into the files instead, for authors; commands are never changed.
"""

import os
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

import pitboss.table
from pitboss.play import events as e
from pitboss.rules.load import load_regulation
from pitboss.rules.regulation import Regulation
from pitboss.rules.ruleset import Ruleset
from tests.clauses.marks import clause
from tests.rounds.transcript import FOLDER, Play, Transcript, played, read

FILES = sorted(FOLDER.glob("*.round"))
IDS = frozenset((FOLDER.parent / "clauses/ids.txt").read_text(encoding="utf-8").split("\n"))
MOST_LINES = 60
every_regulation = pytest.mark.parametrize("regulation_id", ["MD-LIR", "MD-TCP", "MD-TFP", "MA-LIR"])


class Golden(NamedTuple):
    """One file, played."""

    transcript: Transcript
    text: str
    play: Play

    @property
    def ruleset(self) -> Ruleset:
        return self.transcript.ruleset


@cache
def golden(file: Path) -> Golden:
    transcript = read(file.read_text(encoding="utf-8"))
    return Golden(transcript, *played(transcript))


def of(regulation_id: str) -> Iterator[Golden]:
    """The golden rounds of a regulation."""
    return (one for one in map(golden, FILES) if one.ruleset.regulation.id == regulation_id)


def events_of(regulation_id: str) -> list[e.Event]:
    return [event for one in of(regulation_id) for event in one.play.events]


def _files() -> Iterator[object]:
    for file in FILES:
        yield pytest.param(file, id=file.stem, marks=clause(*read(file.read_text(encoding="utf-8")).clauses))


@pytest.mark.parametrize("file", [*_files()])
def test_comes_out_as_it_stands(file: Path) -> None:
    one = golden(file)
    if os.environ.get("PITBOSS_REWRITE"):
        file.write_text(one.text, encoding="utf-8")
    assert one.text.splitlines() == file.read_text(encoding="utf-8").splitlines()
    assert one.play.replayed() == one.play.table
    assert len(one.text.splitlines()) <= MOST_LINES


def test_rewriting_finished_files_changes_nothing() -> None:
    for file in FILES:
        said = [line for line in file.read_text(encoding="utf-8").splitlines() if not line.startswith("  ")]
        assert played(read("\n".join(said)))[0] == file.read_text(encoding="utf-8"), file.name


def test_named_clauses_exist() -> None:
    for file in FILES:
        assert set(golden(file).transcript.clauses) <= IDS, file.name


def test_files_are_named_by_regulation() -> None:
    for file in FILES:
        regulation = golden(file).ruleset.regulation.id
        assert file.stem.startswith(regulation.lower().replace("-", "_") + "_")
        assert {name.split()[0] for name in golden(file).transcript.clauses} == {regulation}


def test_every_kind_of_event_happens() -> None:
    kinds = {type(event) for file in FILES for event in golden(file).play.events}
    # No command at a table shows a meter, counts a rack or pays by hand: the house does, see tests/house.
    by_house = {e.MeterShown, e.InventoryCounted, e.PayoutHeld, e.PayoutMade}
    assert kinds == set(e.Event.__args__) - by_house


def test_every_refusal_is_shown() -> None:
    files = Path(pitboss.table.__path__[0]).glob("*.py")
    # The house says who may act, and that a committed order stays: tests/house/test_authority.py and
    # tests/house/test_committed_order.py show those refusals.
    by_house = ("authority.py", "committed_order.py")
    source = "".join(file.read_text(encoding="utf-8") for file in files if file.name not in by_house)
    codes = set(re.findall(r'refuse\(\s*"([\w-]+)"', source))
    # The notation already refuses an order of cards with one twice, or with none.
    shown = {code for file in FILES for code, _ in golden(file).play.refused}
    # Some need a game that the package does not have.
    outside = (FOLDER.parent / "regulations").rglob("*.round")
    shown.update(
        code for file in outside for code in re.findall(r"^  refused ([\w-]+)", file.read_text(encoding="utf-8"), re.M)
    )
    assert shown == codes - {"impossible-deck"}


@every_regulation
def test_every_dealing_device(regulation_id: str) -> None:
    dealt = {
        one.ruleset.submission.device
        for one in of(regulation_id)
        if not one.play.table.out_of_service and any(isinstance(event, e.CardsDealt) for event in one.play.events)
    }
    assert dealt == set(load_regulation(regulation_id).dealing)


@every_regulation
def test_every_chip_put_away_before_the_deal(regulation_id: str) -> None:
    away = {event.cite for event in events_of(regulation_id) if isinstance(event, e.WagersCollected)}
    dealing = load_regulation(regulation_id).dealing.values()
    assert away == {step.cite for way in dealing for step in way.closing if step.does == "put_in_inventory"}


@every_regulation
def test_every_version(regulation_id: str) -> None:
    completed = {
        one.ruleset.submission.version
        for one in of(regulation_id)
        if any(isinstance(event, e.RoundCompleted) for event in one.play.events)
    }
    assert completed == set(load_regulation(regulation_id).versions)


@every_regulation
def test_every_choice_at_every_decision(regulation_id: str) -> None:
    made = {(event.decision, event.choice) for event in events_of(regulation_id) if isinstance(event, e.ChoiceMade)}
    script = load_regulation(regulation_id).script
    assert made == {(step.decision, choice.choice) for step in script for choice in step.choices}


@every_regulation
def test_every_wager_won_lost_returned_and_forfeited(regulation_id: str) -> None:
    regulation, happened = load_regulation(regulation_id), events_of(regulation_id)
    assert {event.wager for event in happened if isinstance(event, e.WagerPaid)} == set(regulation.wagers)
    assert {event.wager for event in happened if isinstance(event, e.WagerCollected)} == set(regulation.wagers)
    assert _by_choice(regulation) <= {
        (event.wager, event.cite) for event in happened if isinstance(event, e.WagerForfeited | e.WagerReturned)
    }


def _by_choice(regulation: Regulation) -> set[tuple[str, str]]:
    choices = [choice for step in regulation.script for choice in step.choices]
    forfeited = {(forfeit.wager, str(forfeit.cite)) for choice in choices for forfeit in choice.forfeits}
    return forfeited | {(wager, str(choice.cite)) for choice in choices for wager in choice.returns}


@every_regulation
def test_every_outcome_of_the_showdown(regulation_id: str) -> None:
    showdown = load_regulation(regulation_id).showdown
    decided = e.WagerPaid | e.WagerCollected | e.WagerReturned
    seen = {(event.wager, event.cite) for event in events_of(regulation_id) if isinstance(event, decided)}
    assert {(row.wager, row.cite) for row in (showdown.outcomes if showdown else ())} <= seen


@every_regulation
def test_every_award(regulation_id: str) -> None:
    paid = {event.award for event in events_of(regulation_id) if isinstance(event, e.AwardPaid)}
    assert paid == set(load_regulation(regulation_id).awards)


@every_regulation
def test_every_irregularity(regulation_id: str) -> None:
    happened = events_of(regulation_id)
    found = {(event.found, event.cite) for event in happened if isinstance(event, e.IrregularityFound)}
    out = {event.cite for event in happened if isinstance(event, e.DeviceTakenOut)}
    for row in load_regulation(regulation_id).irregularities:
        if row.found == "device_unusable":
            assert out == set(row.also)
        elif row.found == "deck_not_52":
            assert row.found in {name for name, _ in found}
        else:
            assert (row.found, row.cite) in found


@every_regulation
def test_a_void_round_returns_every_wager_and_contribution(regulation_id: str) -> None:
    for one in of(regulation_id):
        last = one.play.events[-1] if one.play.events else None
        if isinstance(last, e.RoundVoided) and "played" not in one.transcript.setting:
            before, after = one.play.start, one.play.table
            assert after.meters() == before.meters()
            assert not any(after.carry.values())
            assert {name: after.rack_of(name) for name in one.transcript.chips} == one.transcript.chips


@every_regulation
def test_every_step_of_opening(regulation_id: str) -> None:
    performed = {event.step for event in events_of(regulation_id) if isinstance(event, e.StepPerformed)}
    steps = {step.does for step in load_regulation(regulation_id).opening.steps}
    assert performed == steps - {"shuffle"}


@every_regulation
def test_every_procedure_between_rounds(regulation_id: str) -> None:
    regulation, happened = load_regulation(regulation_id), events_of(regulation_id)
    kinds = {type(event) for event in happened}
    assert {e.DeckCut, e.RecutOrdered, e.TableIdled, e.StubCounted, e.DeckRemoved} <= kinds
    assert any(isinstance(event, e.DecksReceived) and event.preshuffled for event in happened)
    assert any(isinstance(event, e.DecksReceived) and event.number == regulation.decks.most for event in happened)
    refused = {cite for one in of(regulation_id) for _, cite in one.play.refused}
    assert {life.cite for life in regulation.decks.life} <= refused
