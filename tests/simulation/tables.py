"""The sample house's tables, set up for simulation."""

from functools import cache

from pitboss.rules.approve import approve_file
from pitboss.rules.ruleset import Ruleset
from pitboss.rules.sample_house import SAMPLE_HOUSE

REGULATIONS = ("MD-LIR", "MD-TCP", "MD-TFP", "MA-LIR")


@cache
def rulesets() -> dict[str, Ruleset]:
    """The first table under each regulation."""
    tables = approve_file(str(SAMPLE_HOUSE)).tables.values()
    return {ruleset.regulation.id: ruleset for ruleset in reversed(tuple(tables))}
