"""Shows a player what can be bet, and reads a line of bets as a player writes it."""

from collections import Counter
from collections.abc import Iterator, Mapping

from pitboss.documents.titles import plain_words
from pitboss.money import parse_money, show_money
from pitboss.play.commands import PlaceWagers
from pitboss.rules.paytable import PaytableLine
from pitboss.rules.ruleset import Ruleset
from pitboss.table.stakes import accepted_stakes
from pitboss.table.state import Table


class NotUnderstood(Exception):
    """A line that is not a bet; the text says how bets are written."""


def open_wagers(ruleset: Ruleset) -> list[str]:
    """The wagers that are placed before the deal."""
    return [name for name, wager in ruleset.wagers.items() if wager.placed == "before_deal"]


def groups(ruleset: Ruleset) -> Mapping[str, list[str]]:
    """The wagers under each word that a player may write: a wager's own name, or the name that several share."""
    names = open_wagers(ruleset)
    found = {name: [name] for name in names}
    shared = Counter(ruleset.wagers[name].limits for name in names)
    for name in names:
        limits = ruleset.wagers[name].limits
        if limits and shared[limits] > 1:
            found.setdefault(limits, []).append(name)
    return found


def least_stake(table: Table, wager: str) -> int:
    return accepted_stakes(table.ruleset, wager).least or 100


def read_bets(table: Table, line: str, offered: PlaceWagers) -> PlaceWagers:
    """Reads `base 5 progressive 1`, `ante $10, pair 5`, `10` or `all`; the table decides whether it is allowed."""
    words = line.replace(", ", " ").replace("=", " ").lower().split()
    if words == ["all"]:
        names = open_wagers(table.ruleset)
        return offered.replace(wagers=tuple((name, least_stake(table, name)) for name in names))
    if len(words) == 1 and words[0][0] in "$0123456789":
        return offered.replace(wagers=tuple((name, _cents(words[0])) for name, _ in offered.wagers))
    wagers: list[tuple[str, int]] = []
    coupons: list[tuple[str, int]] = []
    hand, lying = offered.hand, wagers
    while words:
        word = words.pop(0)
        if word == "coupon":
            lying = coupons
            continue
        if not words:
            raise NotUnderstood(f"{word[:40]!r} is not a wager with an amount")
        amount = words.pop(0)
        if word == "hand" and amount.isdecimal():
            hand = int(amount)
        else:
            lying += [(name, _cents(amount)) for name in _named(table.ruleset, word)]
        lying = wagers
    return PlaceWagers(offered.box, tuple(wagers), tuple(coupons), hand)


def _cents(text: str) -> int:
    try:
        return parse_money(f"${text.removeprefix('$')}")
    except ValueError:
        raise NotUnderstood(f"{text[:40]!r} is not an amount: write 10, $10 or 2.50") from None


def _named(ruleset: Ruleset, word: str) -> list[str]:
    """The wagers that a word, or the beginning of a word, means."""
    known = groups(ruleset)
    if word in known:
        return known[word]
    meant = [name for name in known if name.startswith(word)]
    if len(meant) == 1:
        return known[meant[0]]
    if meant:
        raise NotUnderstood(f"{word!r} could be {' or '.join(meant)}")
    if word in ruleset.regulation.wagers:
        return [word]
    raise NotUnderstood(f"{word[:40]!r} is not a wager here: there are {', '.join(known)}")


def say_wagers(ruleset: Ruleset, wagers: tuple[tuple[str, int], ...]) -> str:
    """`base $5, progressive $1`: equal wagers under a shared name are named once."""
    lying, parts = dict(wagers), []
    for word, names in sorted(groups(ruleset).items(), key=lambda group: -len(group[1])):
        amounts = {lying.get(name) for name in names}
        if len(amounts) == 1 and (amount := amounts.pop()) is not None:
            parts.append(f"{word} {show_money(amount)}")
            for name in names:
                del lying[name]
    return ", ".join(parts)


def wager_lines(table: Table) -> Iterator[tuple[str, str, str]]:
    """Each wager on offer: its name, its limits, and what it pays by which clause; then the awards."""
    ruleset = table.ruleset
    shown: set[str] = set()
    for word, names in sorted(groups(ruleset).items(), key=lambda group: -len(group[1])):
        if not shown.intersection(names):
            shown.update(names)
            yield word, _limits(table, names), _pays(table, names[0])
    tables = {ruleset.wagers[name].paytable for name in shown}
    for name, wager in ruleset.wagers.items():
        if wager.placed == "at_decision" and wager.paytable and wager.paytable not in tables:
            yield name, "", f"{'with a win: ' * (name in table.terms.script.paid_on_win)}{_pays(table, name)}"
    for name, award in ruleset.awards.items():
        if not table.terms.holds(award.never_under):
            yield name, "", f"with {award.stake_of}: {_pays(table, name)}"


def _limits(table: Table, names: list[str]) -> str:
    each = f" x {len(names)}" if len(names) > 1 else ""
    stakes = accepted_stakes(table.ruleset, names[0])
    if stakes.fixed:
        return " or ".join(map(show_money, stakes.fixed)) + each
    return f"{show_money(stakes.least or 0)}-{show_money(stakes.most or 0)}{each}"


def _pays(table: Table, item: str) -> str:
    ruleset, regulation = table.ruleset, table.ruleset.regulation
    rule = ruleset.wagers[item] if item in ruleset.wagers else ruleset.awards[item]
    paytable = ruleset.paytables.get(rule.paytable)
    if paytable is None:
        cite = regulation.showdown.cite if regulation.showdown else rule.cite
        return f"against the dealer ({cite.address})"
    column, note = None, ""
    if paytable.by_boxes:
        column = max(1, len(table.seats))
        note = f"{column} box{'es' * (column > 1)}, "
    elif paytable.by_stake:
        column = paytable.by_stake[0]
        note = f"at {show_money(column)}, "
    return f"{note}{_rows(table.terms.lines(item, column))} ({paytable.cite.address})"


def _rows(rows: tuple[PaytableLine, ...]) -> str:
    """`N to 1: royal flush 1,000, …`: the most common form of payout comes first, once."""
    forms = Counter(row.payout.form for row in rows)
    form = next((form for form, _ in forms.most_common() if form in ("to", "for")), "")
    told = [
        f"{plain_words(row.pattern)} {row.payout.number:,}" if (row.payout.form, row.payout.per) == (form, 1)
        else f"{plain_words(row.pattern)} {row.payout}"
        for row in rows
    ]  # fmt: skip
    return f"N {form} 1: {', '.join(told)}" if form else ", ".join(told)


def example(table: Table, least: PlaceWagers) -> str:
    """`base 5 progressive 1`: a line that the table would accept."""
    names = [name for name, _ in least.wagers]
    further = [(name, least_stake(table, name)) for name in open_wagers(table.ruleset) if name not in names]
    return say_wagers(table.ruleset, (*least.wagers, *further[:1])).replace("$", "").replace(",", "")
