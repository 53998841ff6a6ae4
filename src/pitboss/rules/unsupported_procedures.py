"""Rows on procedures and irregularities that a table could not follow, and those that it needs."""

from collections.abc import Iterator

from pitboss.rules.procedures import Irregularity
from pitboss.rules.regulation import Regulation

UnsupportedRow = tuple[str, str]
"""The place in the file, and why the engine cannot obey it or what it needs instead."""

_NEVER_VOID = {
    "shuffler_failed": "reshuffle",
    "deck_not_52": "remove_deck",
    "device_unusable": "cover_or_mark_device",
}
_OTHERWISE = {**_NEVER_VOID, "card_face_up": "discard_card", "card_drawn_in_error": "use_as_next_card"}
"""What follows a finding that voids no round; after any other finding the round goes on."""
_VOID = ({"void_round", "return_wagers", "reshuffle"}, {"void_round", "return_wagers", "remove_deck"})


def unsupported_procedures(regulation: Regulation) -> Iterator[UnsupportedRow]:
    """Procedures that a table would not follow, and those that it needs and does not have."""
    shuffling, found = regulation.shuffling, {row.found for row in regulation.irregularities}
    if [row.when for row in shuffling.occasions[:2]] != ["before_play", "after_round"]:
        yield "shuffling.occasions", "the first two must be before_play and after_round"
    if not shuffling.idle:
        told = "add a step, with the clause by which cards are spread while nobody plays"
        yield "shuffling.idle", told
    if "wrong_number_of_cards" not in found:
        yield "irregularities", "no row covers wrong_number_of_cards"
    if "device_unusable" in found and "manual_shoe" not in regulation.dealing:
        told = "this table is missing; a table goes on with a manual shoe if its device cannot be used"
        yield "dealing.manual_shoe", told
    for index, row in enumerate(regulation.irregularities):
        if reason := _unsupported_effects(row):
            yield f"irregularities[{index}]", reason


def _unsupported_effects(row: Irregularity) -> str:
    """Why a table would do something else than the effects say; empty if it does what they say."""
    effects = set(row.effects)
    if row.found in _NEVER_VOID or "void_round" not in effects:
        wanted = _OTHERWISE.get(row.found, "play_on")
        alone = "" if row.found in _NEVER_VOID else "unless it voids the round, "
        return "" if effects == {wanted} else f'{alone}this finding has one effect: write effects = ["{wanted}"]'
    if effects - {"gather_dealt_cards"} in _VOID:
        return ""
    return (
        "a void round returns every wager, and its cards are shuffled or leave the table: "
        'write effects = ["void_round", "return_wagers", "reshuffle"], or remove_deck in place of reshuffle'
    )
