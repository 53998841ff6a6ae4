"""The layout of a table as JSON, for pages and signs: everything that stays the same from round to round.

It is built from the ruleset alone: what Chapter 2 requires on the layout or on a sign, every betting area, the places
of cards, the decisions, and the payouts.
"""

from collections.abc import Iterator

from pitboss.documents.choice_text import allowed_text, choice_label, choice_text
from pitboss.documents.paytables import View, arising, paytable_id, paytables_view
from pitboss.documents.titles import PILES, decision_title, payout_text, title_of
from pitboss.money import show_money
from pitboss.play.commands import Choose
from pitboss.play.notation import show_command
from pitboss.play.script_index import ScriptIndex
from pitboss.play.terms import Terms
from pitboss.rules.clause import Clause
from pitboss.rules.procedures import Marking
from pitboss.rules.ruleset import Ruleset
from pitboss.rules.script import Step
from pitboss.rules.wagers import Award, Stake, Wager
from pitboss.table.stakes import accepted_stakes
from pitboss.text import listed

_DEVICES = {"hand": "Deck", "electronic": "Table"}
"""What the dealer deals from, as the layout says it; the other devices are shoes."""


def layout_view(ruleset: Ruleset, facility: str, *, practice: bool = False) -> View:
    """The layout of one table of a facility."""
    regulation, submission = ruleset.regulation, ruleset.submission
    version = regulation.versions[submission.version]
    return {
        "table": ruleset.table,
        "facility": facility,
        "regulation": regulation.id,
        "title": regulation.title,
        "jurisdiction": regulation.jurisdiction,
        "authority": regulation.authority,
        "operator": regulation.operator,
        "version": {"name": submission.version, "title": version.title, "cite": version.cite},
        "digest": ruleset.digest,
        "boxes": submission.boxes,
        "boxes_cite": regulation.table.cite,
        "adjacent_boxes": submission.adjacent_boxes or 1,
        "device": submission.device,
        "device_title": _DEVICES.get(submission.device, "Shoe"),
        "shuffler": submission.shuffler,
        "decks": submission.decks,
        "backs": list(submission.backs),
        "payout_limit": submission.payout_limit,
        "limit_notice": ruleset.limit_notice,
        "inscriptions": list(_inscriptions(ruleset, facility)),
        "markings": [_marking(marking) for marking in _shown(ruleset)],
        "wagers": [_wager(ruleset, name, wager) for name, wager in ruleset.wagers.items()],
        "required_any": list(version.required_any),
        "relations": [_relation(stake) for stake in (*regulation.stakes, *version.stakes) if _offered(ruleset, stake)],
        "awards": [_award(ruleset, name, award) for name, award in arising(ruleset).items()],
        "decisions": [_decision(ruleset, step) for step in regulation.script if step.step == "decide"],
        "piles": list(_piles(ruleset)),
        "paytables": paytables_view(ruleset),
        "showdown": _showdown(ruleset),
        "meters": _meters(ruleset),
        "practice": practice,
    }


# What the layout shows, or a sign at the table


def _shown(ruleset: Ruleset) -> Iterator[Marking]:
    """The markings that this table needs: those of the wagers that it offers, and the payout limit if it has one."""
    for marking in ruleset.regulation.table.layout:
        if marking.wager and marking.wager not in ruleset.wagers:
            continue
        if marking.shows != "payout_limit" or ruleset.submission.payout_limit is not None:
            yield marking


def _marking(marking: Marking) -> View:
    return {
        "shows": marking.shows,
        "wager": marking.wager or None,
        "pile": marking.pile,
        "or_sign": marking.or_sign,
        "cite": marking.cite,
        "also": list(marking.also),
    }


def _inscriptions(ruleset: Ruleset, facility: str) -> Iterator[View]:
    """The sentences among the markings, in the document's order."""
    for marking in _shown(ruleset):
        if text := _sentence(ruleset, facility, marking):
            yield {"shows": marking.shows, "text": text, "cite": marking.cite, "or_sign": marking.or_sign}


def _sentence(ruleset: Ruleset, facility: str, marking: Marking) -> str:
    match marking.shows:
        case "facility_name":
            return facility
        case "phrase":
            return marking.phrase
        case "payout_limit":
            covered = ruleset.regulation.payout_limit.wagers
            limited = [wager.title for name, wager in ruleset.wagers.items() if name in covered]
            return f"Maximum payout {show_money(ruleset.submission.payout_limit or 0)} a hand on {listed(limited)}"
    return ""


# Betting areas


def _wager(ruleset: Ruleset, name: str, wager: Wager) -> View:
    stakes = accepted_stakes(ruleset, name)
    terms, link = Terms.of(ruleset), ruleset.links.get(name)
    needs = [*wager.needs_all]
    if terms.holds(wager.needs_offered_under):
        needs += [other for other in wager.needs_offered if other in ruleset.wagers]
    return {
        "name": name,
        "title": wager.title,
        "cite": wager.cite,
        "minimum": stakes.least,
        "maximum": stakes.most,
        "stakes": list(stakes.fixed),
        "limits": str(stakes),
        "stakes_by": wager.limits or name,
        "placed": wager.placed,
        "required": name in ruleset.regulation.versions[ruleset.submission.version].required,
        "needs": needs,
        "needs_any": [other for other in wager.needs_any if other in ruleset.wagers],
        "hand": terms.hand_of(name).title,
        "paytable": wager.paytable or None,
        "paytable_id": paytable_id(ruleset, wager, name) or None,
        "progressive": link is not None,
        "meters": list(link.meters) if link else [],
        "collected": wager.goes_to == "inventory",
        "coupons": name in ruleset.regulation.coupon_wagers,
    }


def _award(ruleset: Ruleset, name: str, award: Award) -> View:
    return {
        "name": name,
        "title": award.title,
        "cite": award.cite,
        "kind": award.kind,
        "stake_of": award.stake_of,
        "needs": list(award.needs_all),
        "paytable": award.paytable,
        "paytable_id": paytable_id(ruleset, award, name),
    }


def _offered(ruleset: Ruleset, stake: Stake) -> bool:
    return stake.wager in ruleset.wagers and stake.to in ruleset.wagers


def _relation(stake: Stake) -> View:
    """`least` <= wager / to <= `most`, as ratios in text."""
    return {
        "wager": stake.wager,
        "to": stake.to,
        "least": None if stake.least is None else str(stake.least),
        "most": None if stake.most is None else str(stake.most),
        "cite": stake.cite,
    }


def _meters(ruleset: Ruleset) -> list[View]:
    """Each progressive meter, its starting amount, and the wager that feeds it."""
    return [
        {"name": name, "title": title_of(name), "wager": wager, "seed": meter.seed, "reset": meter.resets_to}
        for wager, link in ruleset.links.items()
        for name, meter in link.meters.items()
    ]


# Cards and decisions


def _piles(ruleset: Ruleset) -> Iterator[View]:
    """Where cards lie, how many at most, and on whose side of the table."""
    dealing = ruleset.regulation.dealing[ruleset.submission.device]
    cites: dict[str, Clause] = {}
    for marking in _shown(ruleset):
        if marking.pile:
            cites[marking.pile] = marking.cite
    for pile, title in PILES.items():
        deals = [
            deal
            for deal in dealing.deal
            if pile in deal.to and (not deal.if_offered or deal.if_offered in ruleset.wagers)
            and (not deal.if_placed or deal.if_placed in ruleset.wagers)
        ]  # fmt: skip
        if deals:
            yield {
                "name": pile,
                "title": title,
                "cards": sum(deal.cards * deal.times for deal in deals) - sum(d.pile == pile for d in dealing.discards),
                "at": "box" if pile == "player" else "dealer",
                "if_placed": deals[0].if_placed or None,
                "cite": cites.get(pile, deals[0].cite),
            }


def _decision(ruleset: Ruleset, step: Step) -> View:
    script = ScriptIndex(regulation=ruleset.regulation)
    return {
        "decision": step.decision,
        "title": decision_title(ruleset.regulation, step.decision),
        "asks": step.asks,
        "cite": step.cite,
        "choices": [
            {
                "choice": choice.choice,
                "label": choice_label(choice),
                "key": choice.key,
                "command": show_command(Choose(1, choice.choice)).replace("box 1", "box {box}"),
                "does": choice_text(ruleset.regulation, step, choice, ruleset.wagers),
                "said": choice.said,
                "places": list(choice.places),
                "times": max((one.multiple for one in script.placed[step.decision, choice.choice]), default=0),
                "only_with": allowed_text(choice),
                "returns": list(choice.returns),
                "forfeits": [lost.wager for lost in choice.forfeits if lost.wager in ruleset.wagers],
                "cite": choice.cite,
            }
            for choice in step.choices
        ],
    }


def _showdown(ruleset: Ruleset) -> View | None:
    """When the dealer qualifies, and what wagers against the dealer win."""
    showdown = ruleset.regulation.showdown
    if showdown is None:
        return None
    paid = {
        row.wager: payout_text(ruleset.regulation, row.odds)
        for row in showdown.outcomes
        if row.does == "pay" and row.odds
    }
    return {
        "qualifies": showdown.qualifies,
        "title": title_of(showdown.qualifies) if showdown.qualifies else "",
        "pays": [
            {"wager": name, "title": ruleset.wagers[name].title, "pays": odds}
            for name, odds in paid.items()
            if name in ruleset.wagers
        ],
        "unqualified": [
            {"wager": row.wager, "does": row.does, "pays": str(row.odds) if row.odds else None, "cite": row.cite}
            for row in showdown.outcomes
            if row.qualified is False and row.hand == "any"
        ],
        "cite": showdown.cite,
    }
