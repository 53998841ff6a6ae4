"""Random houses that are approved: every regulation, device, shuffler, wager, paytable, version, option and link."""

import json
from functools import cache
from typing import Any

from hypothesis import strategies as st

from pitboss.money import parse_money, show_money
from pitboss.rules.approve import approve_house
from pitboss.rules.house_file import HouseFile
from pitboss.rules.load import folders, load_regulation
from pitboss.rules.paytable import Paytable
from pitboss.rules.regulation import Regulation
from pitboss.rules.ruleset import Ruleset
from pitboss.rules.vocabulary import parse_percent
from pitboss.rules.wagers import Wager

Draw = st.DrawFn
Values = dict[str, Any]
LOWEST = (100, 250, 500, 1000)
RATES = ("0.5%", "0.37%", "5%", "14%", "20%", "33.3%")
"""Some leave fractions of a cent, some whole cents."""


def inline(value: object) -> str:
    """A value as TOML on one line."""
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{json.dumps(key)} = {inline(item)}" for key, item in value.items()) + " }"
    if isinstance(value, list):
        return "[" + ", ".join(map(inline, value)) + "]"
    return json.dumps(value)


@cache
def approved(house: str) -> Ruleset:
    """What holds at the table of a house; that it is approved is asserted by approving it."""
    return approve_house(HouseFile("house.toml", house.encode())).tables["one"]


@st.composite
def houses(draw: Draw, regulation_id: str | None = None) -> str:
    """A house file with one table."""
    regulation = load_regulation(regulation_id or draw(st.sampled_from(sorted(folders()))))
    table = draw(tables(regulation))
    links = {offer["link"]: draw(_links(regulation, name, offer)) for name, offer in _linked(table)}
    parts = {"facility": "House of tests", "links": links, "tables": {"one": table}}
    return "\n".join(f"{key} = {inline(value)}" for key, value in parts.items())


@st.composite
def tables(draw: Draw, regulation: Regulation) -> Values:
    """A table's entry in a house file."""
    device = draw(st.sampled_from(sorted(regulation.dealing)))
    dealing = regulation.dealing[device]
    shuffler = draw(st.sampled_from(dealing.shufflers))
    boxes = draw(st.integers(1, regulation.table.boxes))
    decks = draw(st.integers(1, regulation.decks.most if shuffler != "none" else 1))
    table: Values = {
        "regulation": regulation.id,
        "boxes": boxes,
        "device": device,
        "shuffler": shuffler,
        "decks": decks,
        "adjacent_boxes": draw(st.integers(1, min(boxes, regulation.boxes_per_player.most or boxes))),
        "version": draw(st.sampled_from(sorted(regulation.versions))),
        "dealer_cards": draw(st.sampled_from(["layout", "shuffler"] if dealing.dealer_may_wait else ["layout"])),
        "options": draw(_options(regulation)),
    }
    if decks == 2:
        table["backs"] = ["red", "blue"]
    entries: dict[str, Wager] = {}
    for name, wager in regulation.wagers.items():
        entries.setdefault(wager.limits or name, wager)
    table["wagers"] = {
        name: draw(_offers(regulation, table, wager))
        for name, wager in entries.items()
        if wager.offered == "always" or (device in (wager.devices or (device,)) and draw(st.booleans()))
    }
    table["awards"] = {
        name: {"paytable": draw(_paytables(regulation, table, award.paytable))}
        for name, award in regulation.awards.items()
        if not award.follows
    }
    if regulation.payout_limit.permitted and draw(st.booleans()):
        table["payout_limit"] = show_money(draw(_payout_limits(regulation, table)))
    for key, ruling in regulation.options.items():
        if ruling.stated_with in table["wagers"]:
            table["options"].setdefault(key, ruling.in_force)
    for name in table["wagers"]:
        if entries[name].shuffler_model:
            table |= {"shuffler_model": entries[name].shuffler_model, "shuffler_mode": entries[name].shuffler_mode}
    return table


@st.composite
def _payout_limits(draw: Draw, regulation: Regulation, table: Values) -> int:
    """A limit that is not below what the covered wagers win at their minimum, in all boxes of one player."""
    rule, top = regulation.payout_limit, 0
    for name in rule.wagers:
        wager = regulation.wagers[name]
        offer = table["wagers"][wager.limits or name]
        rows = regulation.paytables[wager.paytable][offer["paytable"]].pays
        odds = [*(row.payouts[0].number for row in rows), 1500 * ("pays" in offer)]
        top += max(odds) * parse_money(offer["minimum"])
    least = max(rule.least or 0, top * (table["adjacent_boxes"] if rule.per_patron else 1) * rule.top_at_minimum)
    return draw(st.sampled_from([least or 10_000, least + 1_000_000]))


@st.composite
def _options(draw: Draw, regulation: Regulation) -> Values:
    chosen: Values = {}
    for key, ruling in load_regulation(regulation.id).options.items():
        if draw(st.booleans()):
            chosen[key] = draw(st.sampled_from([100, 250, 500] if ruling.is_amount else list(ruling.values)))
    return chosen


@st.composite
def _paytables(draw: Draw, regulation: Regulation, table: Values, group: str) -> str:
    paytables = regulation.paytables[group]
    own = [name for name, paytable in paytables.items() if paytable.version == table["version"]]
    return draw(st.sampled_from(own or [name for name, paytable in paytables.items() if not paytable.version]))


@st.composite
def _offers(draw: Draw, regulation: Regulation, table: Values, wager: Wager) -> Values:
    offer: Values = {}
    paytable: Paytable | None = None
    if wager.paytable:
        offer["paytable"] = draw(_paytables(regulation, table, wager.paytable))
        paytable = regulation.paytables[wager.paytable][offer["paytable"]]
        if paytable.least and draw(st.booleans()):
            raised = [row for row in paytable.pays if row.payouts[0].form == "to"]
            offer["pays"] = {row.pattern: str(row.payouts[0]._replace(number=1500)) for row in raised[:1]}
        if paytable.meters:
            offer["link"] = f"link of {wager.title}"
    fixed = wager.stakes or (paytable.stakes if paytable else ())
    if paytable and paytable.scales:
        offer["stakes"] = [show_money(draw(st.sampled_from([100, 300, 500])))]
    elif len(fixed) > 1:
        offer["stakes"] = [show_money(stake) for stake in draw(st.sampled_from([fixed, fixed[:1], fixed[1:]]))]
    elif not fixed:
        lowest = draw(st.sampled_from(LOWEST))
        offer |= {"minimum": show_money(lowest), "maximum": show_money(20 * lowest)}
    return offer


def _linked(table: Values) -> list[tuple[str, Values]]:
    return [(name, offer) for name, offer in table["wagers"].items() if "link" in offer]


@st.composite
def _links(draw: Draw, regulation: Regulation, name: str, offer: Values) -> Values:
    """Meters at the least seed or above, each taking at least what it must and all together no more than there is."""
    meters: Values = {}
    for meter, rule in regulation.paytables[regulation.wagers[name].paytable][offer["paytable"]].meters.items():
        least = (rule.least_seed or 5_000) * (5 if rule.seed_per else 1)
        seed = draw(st.sampled_from([least, least + 1_234]))
        meters[meter] = {
            "seed": show_money(seed),
            "reset": show_money(draw(st.sampled_from([least, seed]))),
            "rate": draw(st.sampled_from([rate for rate in RATES if parse_percent(rate) >= (rule.least_rate or 0)])),
        }
    return {"meters": meters}
