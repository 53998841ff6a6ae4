"""A game is found by its folder; a game without one is solved by the tree of its rounds, to the same fractions."""

import pytest

from pitboss.errors import InputError
from pitboss.games import let_it_ride, three_card_poker, top_five_poker
from pitboss.odds.accelerators import any_game, game_of
from pitboss.odds.catalog import odds
from pitboss.odds.game import game_part
from pitboss.odds.query import OddsQuery
from pitboss.odds.wagers import decision_wager, entry_of, paytable_group, wager_paytables
from pitboss.rules.load import folders, load_regulation
from pitboss.rules.regulation import Regulation

NO_OPTIONS = OddsQuery({})


def unknown(regulation: str) -> Regulation:
    """The regulation, for a game that nobody has written a solver for."""
    return Regulation(**{**load_regulation(regulation).given(), "game": "five_card_draw"})


def test_a_game_is_found_by_its_folder() -> None:
    found = {name: game_of(load_regulation(name)) for name in folders()}
    assert found == {
        "MD-LIR": let_it_ride.GAME,
        "MA-LIR": let_it_ride.GAME,
        "MD-TCP": three_card_poker.GAME,
        "MD-TFP": top_five_poker.GAME,
    }


@pytest.mark.parametrize("regulation", folders())
def test_a_game_without_a_folder_is_solved_by_its_rules(regulation: str) -> None:
    rules = unknown(regulation)
    assert game_of(rules) is any_game()
    with pytest.raises(InputError, match=f"{regulation}: no simulation for game five_card_draw"):
        game_part(rules, "simulation")


@pytest.mark.parametrize(("regulation", "wager"), [("MD-TCP", "pair_plus"), ("MD-LIR", "progressive")])
def test_its_other_wagers_have_odds(regulation: str, wager: str) -> None:
    known = list(odds(load_regulation(regulation), NO_OPTIONS, wager))
    assert list(odds(unknown(regulation), NO_OPTIONS, wager)) == known != []


def test_a_solver_that_fails_to_import_something_else_is_a_bug(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(_name: str) -> None:
        raise ModuleNotFoundError("no numpy", name="numpy")

    monkeypatch.setattr("importlib.import_module", broken)
    with pytest.raises(ModuleNotFoundError, match="numpy"):
        game_of(load_regulation("MD-TCP"))


def test_odds_name_wagers_by_their_entry_of_the_submission() -> None:
    rules = load_regulation("MD-LIR")
    assert {entry_of(rules, name) for name in ("bet_1", "bet_2", "bet_3")} == {"base"}
    assert entry_of(rules, "envy") == "progressive"
    assert [decision_wager(load_regulation(name)) for name in folders()] == [
        {"LIR": "base"}.get(name[3:], "ante") for name in folders()
    ]
    assert paytable_group(load_regulation("MD-TCP"), "ante") == "ante_bonus"
    assert paytable_group(load_regulation("MD-TFP"), "ante") == ""
    assert wager_paytables(load_regulation("MD-TFP"))["ante"] == ("A",)
