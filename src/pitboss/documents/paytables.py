"""The paytables in force at a table, as JSON: rows as printed, a column for each number of boxes or stake."""

from collections.abc import Mapping
from typing import Any

from pitboss.documents.titles import payout_text, title_of
from pitboss.money import show_money
from pitboss.play.terms import PaidRow, Terms
from pitboss.rules.paytable import Paytable
from pitboss.rules.regulation import Regulation
from pitboss.rules.ruleset import Ruleset
from pitboss.rules.wagers import Award, Wager
from pitboss.table.stakes import accepted_stakes
from pitboss.text import listed

View = dict[str, Any]
_ON_WIN = "Paid only with a win over the dealer"


def arising(ruleset: Ruleset) -> dict[str, Award]:
    """The awards that the table pays under the options in force."""
    terms = Terms.of(ruleset)
    return {name: award for name, award in ruleset.awards.items() if not terms.holds(award.never_under)}


def paytable_id(ruleset: Ruleset, rule: Wager | Award, name: str) -> str:
    """The letter or number of the selected paytable; empty if the showdown alone pays."""
    group = ruleset.regulation.paytables.get(rule.paytable)
    if group is None:
        return ""
    if isinstance(rule, Wager):
        chosen = ruleset.offer(name).paytable
    elif rule.follows:
        chosen = paytable_id(ruleset, ruleset.regulation.wagers[rule.follows], rule.follows)
    else:
        chosen = ruleset.submission.award(name).paytable
    return chosen if chosen in group else next(iter(group))


def paytables_view(ruleset: Ruleset) -> View:
    """Every paytable in force by its group, in the order of the wagers and awards that it pays."""
    rules: dict[str, Wager | Award] = {**ruleset.wagers, **arising(ruleset)}
    groups: dict[str, dict[str, Wager | Award]] = {}
    for name, rule in rules.items():
        if rule.paytable:
            groups.setdefault(rule.paytable, {})[name] = rule
    return {group: _paytable(ruleset, group, paid) for group, paid in groups.items()}


def _paytable(ruleset: Ruleset, group: str, rules: Mapping[str, Wager | Award]) -> View:
    paytable, terms = ruleset.paytables[group], Terms.of(ruleset)
    names, rule = list(rules), next(iter(rules.values()))
    columns = _columns(ruleset, paytable, rule)
    keys = [column["boxes"] or column["stake"] for column in columns] or [None]
    lines = [terms.paying(names[0], key).rows for key in keys]
    return {
        "id": paytable_id(ruleset, rule, names[0]),
        "title": listed(rule.title for rule in rules.values()),
        "pays_for": names,
        "cite": paytable.cite,
        "cites": list(dict.fromkeys(paytable.column_cite(key) for key in keys)),
        "hand": terms.hand_of(names[0]).title,
        "envy": isinstance(rule, Award) and rule.kind == "envy",
        "notes": _notes(terms, rule),
        "columns": columns,
        "rows": [_row(terms.regulation, row, paytable) for row in zip(*lines, strict=True)],
        "meters": list(paytable.meters),
    }


def _row(regulation: Regulation, columns: tuple[PaidRow, ...], paytable: Paytable) -> View:
    texts = [payout_text(regulation, line.payout, paytable.meters) for line in columns]
    return {
        "pattern": columns[0].pattern,
        "title": title_of(columns[0].pattern),
        "pays": texts[0] if len(set(texts)) == 1 else " | ".join(texts),
        "by_column": texts,
        "cite": columns[0].cite,
        "cites": list(dict.fromkeys(line.cite for line in columns)),
    }


def _columns(ruleset: Ruleset, paytable: Paytable, rule: Wager | Award) -> list[View]:
    """What each column is for: a number of boxes, up to the boxes of the table, or a stake."""
    if paytable.by_boxes:
        numbers = [number for number in paytable.by_boxes if number <= ruleset.submission.boxes]
        return [{"title": f"{number} box{'es' * (number > 1)}", "boxes": number, "stake": None} for number in numbers]
    if not paytable.by_stake:
        return []
    assert isinstance(rule, Award)
    stakes = accepted_stakes(ruleset, rule.stake_of).fixed or paytable.by_stake
    return [{"title": f"{show_money(stake)} wager", "boxes": None, "stake": stake} for stake in stakes]


def _taken(terms: Terms, wager: Wager) -> str:
    """What happens to a chip that is put away when bets close, if its wager wins."""
    with_odds = any(line.payout.form == "for" for line in terms.paytables[wager.paytable].lines())
    if with_odds and terms.regulation.table.odds_with_to:
        return "The wager is taken when bets close; a win at odds gives it back, a share of a meter does not"
    return "The wager is taken when bets close and is not returned with a win"


def _notes(terms: Terms, rule: Wager | Award) -> list[str]:
    """What the rows themselves do not say."""
    if isinstance(rule, Wager):
        gone = rule.goes_to == "inventory" and not terms.holds(rule.chip_returned_under)
        table = ["Pays on the highest hand at the table"] if rule.scope == "table" else []
        won = [_ON_WIN] if any(terms.regulation.wagers[name] == rule for name in terms.script.paid_on_win) else []
        return table + won + [_taken(terms, rule)] * gone
    if rule.kind == "envy":
        title = terms.regulation.wagers[rule.stake_of].title
        return [f"Paid for another player's hand to each player who placed the {title} wager"]
    return ["Paid only with a win over a dealer who qualifies"] * terms.holds(rule.only_on_win_under)
