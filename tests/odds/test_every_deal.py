"""Arrays of every deal against the walk over classes of cards: the same ends, each with the same number of deals."""

import os
from collections.abc import Iterable, Iterator, Mapping

import pytest

from pitboss.errors import InputError
from pitboss.odds.backwards import Backwards
from pitboss.odds.catalog import odds
from pitboss.odds.many_classes import DealEnds, is_for
from pitboss.odds.query import OddsQuery
from pitboss.odds.tree_solver import TreeSolver
from pitboss.odds.wagers import decision_wager, paytable_of
from pitboss.rules.editions import VARIABLE
from pitboss.rules.load import load_regulation
from tests.counts.reader import read_figures
from tests.regulations.outside import INVENTED, forget_regulations

QUERY = OddsQuery({})


@pytest.fixture(autouse=True)
def _invented(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv(VARIABLE, os.pathsep.join(map(str, INVENTED.values())))
    forget_regulations()
    yield
    forget_regulations()


def tree(regulation: str, known: str, options: Mapping[str, str | int]) -> Backwards:
    rules = load_regulation(regulation)
    solver = TreeSolver(rules, paytable_of(rules, decision_wager(rules), "A"), options)
    return solver._solved(100, None, known)


def deals(ends: Iterable[DealEnds]) -> dict[object, int]:
    return {(end.path, end.end): end.deals for end in ends}


@pytest.mark.parametrize(
    ("regulation", "known", "options"),
    [
        ("MD-TCP", "", {}),
        ("MD-TCP", "dealer:1", {"ante_bonus": "win_only"}),
        ("NV-TCP", "", {}),
        ("NV-TCP", "dealer:1", {}),
    ],
)
def test_every_deal_ends_as_the_walk_says(regulation: str, known: str, options: Mapping[str, str | int]) -> None:
    every_deal = pytest.importorskip("pitboss.odds.every_deal")
    walked = tree(regulation, known, options)
    (block,) = walked.chance.blocks
    arrays = every_deal.EveryDeal(walked.stages, block, walked.choices(())).ends()
    assert deals(arrays) == deals(walked._walked())


def test_arrays_answer_only_if_a_walk_takes_too_long() -> None:
    for regulation, expected in (("MD-TCP", False), ("MD-TFP", False), ("NJ-CST", True), ("NJ-FCP", True)):
        found = tree(regulation, "", {})
        assert is_for(found.stages, found.chance) is expected, regulation


def test_without_numba_it_is_said_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pitboss.odds.backwards.can_run", lambda: False)
    monkeypatch.setattr("pitboss.tree.chance.MOST_CLASSES", 500)
    with pytest.raises(InputError, match=r"more than 500 classes .* pip install 'pitboss-tables\[sim\]'"):
        list(odds(load_regulation("NJ-FCP"), QUERY, "ante", "A"))


@pytest.mark.slow
def test_four_card_poker_has_the_published_edge() -> None:
    pytest.importorskip("numba")
    (found,) = odds(load_regulation("NJ-FCP"), QUERY, "ante", "A")
    assert found.expected == -read_figures("invented")["NJ-FCP.ante.A.house_edge"]
    assert found.element_of_risk is not None
    assert f"{-float(found.expected):.2%} of the Ante, {float(found.element_of_risk):.2%} of all" == (
        "2.79% of the Ante, 1.30% of all"
    )
