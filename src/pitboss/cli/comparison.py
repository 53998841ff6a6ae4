"""A regulation point by point, in words that can be compared with another regulation's."""

from collections.abc import Iterator
from typing import NamedTuple

from pitboss.documents.titles import plain_words
from pitboss.money import show_money
from pitboss.rules.clause import Clause
from pitboss.rules.dealing import Deal
from pitboss.rules.regulation import Regulation
from pitboss.rules.script import Step
from pitboss.rules.wagers import Wager


class Aspect(NamedTuple):
    """What a regulation says on one point."""

    chapter: str
    subject: str
    says: str
    cite: Clause


def aspects(regulation: Regulation) -> Iterator[Aspect]:
    """Every point on which regulations of such games can differ, chapter by chapter."""
    yield from _table(regulation)
    yield from _cards(regulation)
    yield from _wagers(regulation)
    yield from _dealing(regulation)
    yield from _round(regulation)
    for row in regulation.irregularities:
        for device in row.devices or ("",):
            where = f", {plain_words(device)}" if device else ""
            yield Aspect("Irregularities", plain_words(row.found) + where, _words(row.effects, ", "), row.cite)
    for key, ruling in regulation.options.items():
        values = f"{ruling.default} cents, any other" if ruling.is_amount else ", ".join(ruling.values)
        yield Aspect("Options", key, values, ruling.clauses[0])


def _table(regulation: Regulation) -> Iterator[Aspect]:
    table, limit, adjacent = regulation.table, regulation.payout_limit, regulation.boxes_per_player
    yield Aspect("Table", "boxes", f"at most {table.boxes}", table.cite)
    most = f"at most {adjacent.most}" if adjacent.most else "as many as the submission states"
    yield Aspect("Table", "adjacent boxes a player", most, adjacent.cite)
    if limit.permitted:
        floor = f"at least {show_money(limit.least)}" if limit.least else "no least amount"
        more = ", and the top win at the minimum wager" if limit.top_at_minimum else ""
        yield Aspect("Table", "payout limit a hand", f"optional, {floor}{more}", limit.cite)
    else:
        yield Aspect("Table", "payout limit a hand", "none allowed", limit.cite)


def _cards(regulation: Regulation) -> Iterator[Aspect]:
    decks, shuffling = regulation.decks, regulation.shuffling
    yield Aspect("Cards", "decks", f"1, or {decks.most} alternating with a shuffler", decks.second_cite)
    for life in decks.life:
        for device in life.devices:
            yield Aspect("Cards", f"deck life, {plain_words(device)}", f"{life.hours} hours", life.cite)
    yield Aspect("Cards", "shuffled", _shufflers(shuffling.shufflers), shuffling.cite)
    yield Aspect(
        "Cards", "cut", f"at least {shuffling.cut.least} cards, {plain_words(shuffling.cut.way)}", shuffling.cut.cite
    )
    occasions = " or ".join(_CUT_AFTER[occasion] for occasion in shuffling.cut.after)
    yield Aspect("Cards", "cut required", occasions, shuffling.cut.cite)
    opening = ", ".join(f"{plain_words(step.does)} ({step.by})" for step in regulation.opening.steps)
    yield Aspect("Cards", "opening", opening, regulation.opening.cite)
    if shuffling.reshuffler:
        exempt = "spares " + _words(shuffling.reshuffler.exempt, ", ")
        yield Aspect("Cards", "reshuffling device", exempt, shuffling.reshuffler.cite)


def _wagers(regulation: Regulation) -> Iterator[Aspect]:
    for name, wager in regulation.wagers.items():
        yield Aspect("Wagers", name, _wager(wager), wager.cite)
    for name, award in regulation.awards.items():
        yield Aspect("Wagers", name, f"award, by the stake of {award.stake_of}", award.cite)
    for name, version in regulation.versions.items():
        if name != "standard":
            yield Aspect("Wagers", f"version {name}", version.title, version.cite)
    if regulation.meter_rules:
        same = "tables that share a meter have the same " + _words(regulation.meter_rules.same, ", ")
        yield Aspect("Wagers", "progressive links", same, regulation.meter_rules.cite)


def _wager(wager: Wager) -> str:
    parts = ["always offered" if wager.offered == "always" else "optional"]
    if wager.stakes:
        parts.append("stake " + " or ".join(show_money(stake) for stake in wager.stakes))
    if wager.needs_all or wager.needs_any:
        parts.append("needs " + (" and ".join(wager.needs_all) or " or ".join(wager.needs_any)))
    if wager.goes_to == "inventory":
        parts.append("chip collected when bets close")
    if wager.scope == "table":
        parts.append("on the highest hand at the table")
    if wager.shuffler_model:
        parts.append(f"only with the {wager.shuffler_model}")
    return ", ".join(parts)


def _dealing(regulation: Regulation) -> Iterator[Aspect]:
    for device, dealing in regulation.dealing.items():
        order = "; ".join(_deal(deal) for deal in dealing.deal)
        for discard in dealing.discards:
            order += f"; {plain_words(discard.pile)} card {discard.card} discarded"
        yield Aspect("Dealing", plain_words(device), order, dealing.cite)
        yield Aspect(
            "Dealing", f"{plain_words(device)}: shuffled", _shufflers(dealing.shufflers), dealing.shuffler_cite
        )
        counted = f"every {dealing.stub.count_every} rounds, unless the shuffler counts"
        yield Aspect("Dealing", f"{plain_words(device)}: stub counted", counted, dealing.stub.count_cite)


def _deal(deal: Deal) -> str:
    passes = f", {deal.times} times" if deal.times > 1 else ""
    condition = f" if {deal.if_offered} is offered" if deal.if_offered else ""
    condition += f" if {deal.if_placed} was placed" if deal.if_placed else ""
    return f"{deal.cards} to {_words(deal.to, ' and ')}{passes}{condition}"


def _round(regulation: Regulation) -> Iterator[Aspect]:
    script = regulation.script
    yield Aspect("Round", "order of a round", "; ".join(dict.fromkeys(_step(step) for step in script)), script[0].cite)
    for step in script:
        for choice in step.choices:
            costs = ", ".join(forfeit.wager for forfeit in choice.forfeits)
            says = f"forfeits {costs}" if costs else f"places {_words(choice.places, ', ')}" if choice.places else ""
            says = says or (f"takes back {', '.join(choice.returns)}" if choice.returns else "the bet stays")
            yield Aspect("Round", f"{step.decision}: {choice.choice}", says, choice.cite)
    settled = [step for step in script if step.step == "settle"]
    order = "; then, after all boxes, ".join(", ".join(item.item for item in step.items) for step in settled)
    first = "losing wagers are collected first; " if settled[0].losers_first else ""
    yield Aspect("Round", "order of settlement", f"{first}box by box {order}", settled[0].cite)
    if regulation.showdown:
        yield Aspect("Round", "dealer qualifies", plain_words(regulation.showdown.qualifies), regulation.showdown.cite)


def _step(step: Step) -> str:
    which = f" card {step.card}" if step.card else " cards"
    match step.step:
        case "decide":
            return f"decide {step.decision}"
        case "burn" | "reveal":
            return f"{step.step} {plain_words(step.pile or '')}{which}"
        case "settle":
            return f"settle {step.order}"
        case _:
            return plain_words(step.step)


_CUT_AFTER = {
    "none": "after a shuffle by hand",
    "preshuffled": "of preshuffled cards",
    "floor_orders": "when the floorperson orders it",
}
_SHUFFLED = {
    "none": "by hand",
    "automated": "by a device",
    "counting": "by a device that counts",
    "reshuffling": "by a device that reshuffles and counts",
}


def _shufflers(shufflers: tuple[str, ...]) -> str:
    return ", ".join(_SHUFFLED[shuffler] for shuffler in shufflers)


def _words(words: "tuple[str, ...] | list[str]", joint: str) -> str:
    return joint.join(plain_words(word) for word in words)
