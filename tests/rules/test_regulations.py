"""What holds of every regulation: identifiers, games, and what the parts of one file owe each other."""

import pickle

import pytest

from pitboss.rules.load import folders, load_regulation

IDENTIFIERS = {
    "MD-LIR": ("bet_1 bet_2 bet_3 five_card_bonus three_card_bonus six_card_bonus progressive", "envy"),
    "MA-LIR": ("bet_1 bet_2 bet_3 bonus three_card_bonus cover_all progressive", "envy"),
    "MD-TCP": (
        "ante play pair_plus progressive six_card_bonus five_card_progressive",
        "ante_bonus envy five_card_envy",
    ),
    "MD-TFP": ("ante play top_five_bonus poker_bonus", ""),
}
GAMES = {"MD-LIR": "let_it_ride", "MA-LIR": "let_it_ride", "MD-TCP": "three_card_poker", "MD-TFP": "top_five_poker"}
every_regulation = pytest.mark.parametrize("regulation_id", folders())


@every_regulation
def test_identifiers(regulation_id: str) -> None:
    regulation = load_regulation(regulation_id)
    wagers, awards = IDENTIFIERS[regulation_id]
    assert " ".join(regulation.wagers) == wagers
    assert " ".join(regulation.awards) == awards
    assert (regulation.id, regulation.game) == (regulation_id, GAMES[regulation_id])
    assert folders()[regulation_id].parent.name == regulation.game
    assert regulation.jurisdiction == {"MD": "Maryland", "MA": "Massachusetts"}[regulation_id[:2]]


@every_regulation
def test_every_cite_is_of_its_own_regulation(regulation_id: str) -> None:
    regulation = load_regulation(regulation_id)
    assert {wager.cite.regulation for wager in regulation.wagers.values()} == {regulation_id}


@every_regulation
def test_pickles_whole(regulation_id: str) -> None:
    regulation = load_regulation(regulation_id)
    assert pickle.loads(pickle.dumps(regulation)) == regulation


@every_regulation
def test_an_award_that_follows_a_wager_has_its_tables(regulation_id: str) -> None:
    """Or one table for them all."""
    regulation = load_regulation(regulation_id)
    for award in regulation.awards.values():
        if award.follows:
            tables = regulation.paytables[award.paytable]
            assert len(tables) == 1 or list(tables) == list(
                regulation.paytables[regulation.wagers[award.follows].paytable]
            )


@every_regulation
def test_each_envy_table_has_a_column_for_each_stake(regulation_id: str) -> None:
    regulation = load_regulation(regulation_id)
    for award in regulation.awards.values():
        if award.kind == "envy":
            wager = regulation.wagers[award.stake_of]
            for name, table in regulation.paytables[award.paytable].items():
                stakes = wager.stakes or regulation.paytables[wager.paytable][name].stakes
                assert table.by_stake == stakes, name


@every_regulation
def test_each_pile_that_a_hand_needs_is_dealt_by_every_device(regulation_id: str) -> None:
    """The electronic table's players have hands among the community cards: ruling etg-nine-cards."""
    regulation = load_regulation(regulation_id)
    needed = {pile for hand in regulation.hands.values() for pile in hand.piles}
    for device, dealing in regulation.dealing.items():
        dealt = {pile for deal in dealing.deal for pile in deal.to}
        assert needed - dealt <= ({"player"} if device == "electronic" else set()), device


@every_regulation
def test_every_stub_has_what_follows_a_wrong_count(regulation_id: str) -> None:
    """Unless every shuffler of the device counts."""
    regulation = load_regulation(regulation_id)
    for device, dealing in regulation.dealing.items():
        if set(dealing.shufflers) <= set(dealing.stub.unless_shuffler):
            continue
        found = {row.found for row in regulation.irregularities if device in row.devices}
        assert {"stub_misdealt", "stub_wrong"} <= found, device


@every_regulation
def test_every_device_has_a_deck_life_where_there_is_one(regulation_id: str) -> None:
    """Maryland changes decks by the hour; Massachusetts sets no time: ruling no-deck-life."""
    regulation = load_regulation(regulation_id)
    timed = [device for life in regulation.decks.life for device in life.devices]
    assert sorted(timed) == (sorted(regulation.dealing) if regulation_id != "MA-LIR" else [])


@every_regulation
def test_every_device_that_deals_by_itself_can_fail(regulation_id: str) -> None:
    regulation = load_regulation(regulation_id)
    failing = [row.devices for row in regulation.irregularities if row.found == "dealing_shoe_failed"]
    assert [set(devices) for devices in failing] == [set(regulation.dealing) - {"hand", "manual_shoe"}]


@every_regulation
def test_every_wager_is_paid_by_a_paytable_or_the_showdown(regulation_id: str) -> None:
    regulation = load_regulation(regulation_id)
    shown = {row.wager for row in regulation.showdown.outcomes} if regulation.showdown else set()
    by = {item.item: item.by for step in regulation.script for item in step.items}
    for name, wager in regulation.wagers.items():
        assert by[name] == ("paytable" if wager.paytable else "showdown")
        assert (name in shown) == (by[name] == "showdown")


@every_regulation
def test_every_progressive_chip_goes_to_the_inventory(regulation_id: str) -> None:
    """So that a win from a meter is the whole return."""
    regulation = load_regulation(regulation_id)
    for name, wager in regulation.wagers.items():
        metered = any(table.meters for table in regulation.paytables.get(wager.paytable, {}).values())
        assert not metered or wager.goes_to == "inventory", name
