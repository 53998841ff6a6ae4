"""The first entries of a ledger: a house file, and the rules that it names."""

from typing import Any

from pitboss import __version__
from pitboss.ledger.entry import Draft
from pitboss.ledger.fold import HOUSE
from pitboss.ledger.recorded_rules import RULES, record_rules, rules_names
from pitboss.ledger.records import HouseOpened
from pitboss.play.message import message_to_json
from pitboss.rules.ruleset import House


def house_drafts(text: str, house: House, **content: Any) -> list[Draft]:
    """What a house with this file records when it opens a new ledger."""
    opened = HouseOpened("", text, house.digest, "", __version__, rules_names(house))
    rules = {ruleset.regulation.digest: ruleset.regulation for ruleset in house.tables.values()}
    return [
        Draft(HOUSE, None, {**content, "events": [message_to_json(opened)]}),
        *(Draft(RULES, None, {**content, "events": [message_to_json(record_rules(one))]}) for one in rules.values()),
    ]
