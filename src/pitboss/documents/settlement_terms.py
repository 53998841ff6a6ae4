"""The rules that settle one round as JSON: what lib/settlement.js of the pages needs to settle it by itself.

Options are decided here, so that the rows say what holds; the order of rows is the regulation's.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from pitboss.play.settlement_input import BoxFacts, RoundFacts
from pitboss.play.terms import Terms

Document = dict[str, Any]


def settlement_terms(terms: Terms, facts: RoundFacts) -> Document:
    """The rows by which these facts are settled: paytables in the columns that they use, nothing of other wagers."""
    regulation = terms.regulation
    items = {item.item for step in terms.script.settling for item in step.items}
    placed = {name for box in facts.boxes for name in box.wagers}
    wagers = {name: _wager(terms, name, len(facts.boxes)) for name in regulation.wagers if name in placed & items}
    awards = {
        name: _award(terms, name, facts)
        for name, award in regulation.awards.items()
        if name in items and award.paytable in terms.paytables and not terms.holds(award.never_under)
    }
    return {
        "steps": [
            {
                "losers_first": step.losers_first,
                "items": [{"item": one.item, "by": one.by, "cite": one.cite} for one in step.items],
            }
            for step in terms.script.settling
        ],
        "wagers": wagers,
        "awards": awards,
        "hands": {
            name: {
                "ranking": hand.ranking,
                "piles": list(hand.piles),
                "with_burned": hand.with_burned,
                "order": list(hand.order),
            }
            for name, hand in regulation.hands.items()
        },
        "showdown": _showdown(terms),
        "choices": list(_choices(terms)),
        "abandoned": regulation.conduct.get("abandoned", ""),
        "limit": {
            "cents": terms.payout_limit,
            "wagers": list(regulation.payout_limit.wagers),
            "cite": regulation.payout_limit.cite,
        },
        "seeds": dict(terms.seeds),
    }


def settlement_facts(facts: RoundFacts) -> Document:
    """What happened in the round, as far as its settlement looks at it."""
    piles = {
        pile: [str(card) for card in getattr(facts, pile)] for pile in ("dealer", "community", "burned", "bonus_box")
    }
    return {"boxes": [_box(box) for box in facts.boxes], **piles, "meters": dict(facts.meters)}


def _box(box: BoxFacts) -> Document:
    return {
        "box": box.box,
        "player": box.player,
        "cards": [str(card) for card in box.cards],
        "wagers": dict(box.wagers),
        "choices": [list(made) for made in box.choices.items()],
        "match_play": dict(box.match_play),
        "abandoned": box.abandoned,
    }


def _wager(terms: Terms, name: str, boxes: int) -> Document:
    wager = terms.regulation.wagers[name]
    column = boxes if wager.scope == "table" else None
    return {
        "table": wager.scope == "table",
        "returned": wager.goes_to == "layout" or terms.holds(wager.chip_returned_under),
        "also_reads": "" if terms.holds(wager.only_boxes_under) else wager.also_reads,
        **(_paying(terms, name, column) if wager.paytable in terms.paytables else {"hand": "", "rows": {}}),
    }


def _award(terms: Terms, name: str, facts: RoundFacts) -> Document:
    award = terms.regulation.awards[name]
    stakes = sorted({box.wagers[award.stake_of] for box in facts.boxes if award.stake_of in box.wagers})
    paying = [_paying(terms, name, stake) for stake in stakes] if award.kind == "envy" else [_paying(terms, name, None)]
    return {
        "envy": award.kind == "envy",
        "stake_of": award.stake_of,
        "needs_all": list(award.needs_all),
        "on_win": terms.holds(award.only_on_win_under),
        "hand": paying[0]["hand"] if paying else "",
        "rows": {column: rows for each in paying for column, rows in each["rows"].items()},
    }


def _paying(terms: Terms, name: str, column: int | None) -> Document:
    paying = terms.paying(name, column)
    rows = [
        {
            "pattern": row.pattern,
            "form": row.payout.form,
            "number": row.payout.number,
            "meter": row.payout.meter,
            "odds": row.odds,
            "cite": row.cite,
        }
        for row in paying.rows
    ]
    return {"hand": paying.hand, "rows": {"" if column is None else str(column): rows}}


def _showdown(terms: Terms) -> Mapping[str, Any] | None:
    showdown = terms.regulation.showdown
    if showdown is None:
        return None
    return {
        "ranking": terms.comparing_ranking.name,
        "qualifies": showdown.qualifies,
        "qualifying": terms.regulation.hands[showdown.hand].ranking,
        "numbers_first": terms.script.numbers_first,
        "outcomes": [
            {
                "wager": row.wager,
                "qualified": row.qualified,
                "hand": row.hand,
                "does": row.does,
                "number": row.odds.number if row.odds else 0,
                "odds": str(row.odds) if row.odds else "",
                "cite": row.cite,
            }
            for row in showdown.outcomes
        ],
    }


def _choices(terms: Terms) -> Iterator[Document]:
    script = terms.script
    for decision, (step, choices) in script.decisions.items():
        for name, choice in choices.items():
            yield {
                "decision": decision,
                "choice": name,
                "asks": step.asks,
                "folds": (decision, name) in script.folds,
                "effects": {wager: effect._asdict() for wager, effect in script.effects[decision, name].items()},
                "together": [row._asdict() for row in choice.together],
            }
