"""How a round ends against a dealer, in words for reading."""

from collections.abc import Mapping

from pitboss.play.script_index import ScriptIndex

ENDINGS: Mapping[str, str] = {
    "unqualified": "dealer does not qualify",
    "higher": "player wins",
    "equal": "tie",
    "lower": "dealer wins",
}
"""The outcomes that odds count, by their names in records."""


def ending_name(script: ScriptIndex, choices: Mapping[str, str], compared: tuple[bool, str] | None) -> str:
    """The name of an outcome in records: `fold`, `higher`, or `play, dealer qualifies, more`."""
    choice = list(choices.values())[-1] if choices else ""
    if compared is None or not script.folds.isdisjoint(choices.items()):
        return choice
    qualified, hand = compared
    if unqualified_alike(script):
        return hand if qualified else "unqualified"
    return f"{choice}, dealer {'qualifies' if qualified else 'does not qualify'}, {hand}"


def unqualified_alike(script: ScriptIndex) -> bool:
    """Whether hands are not compared if the dealer does not qualify."""
    return all(row.hand == "any" for row in script.outcomes.values() if not row.qualified)
