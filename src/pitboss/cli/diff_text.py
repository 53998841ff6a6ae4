"""The text of `pitboss diff`: the differences chapter by chapter, then their price, then what is the same."""

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import groupby

from pitboss.cli.output import heading, paint, say, table
from pitboss.documents.rule_words import CHAPTERS, RuleWords, chapter_of
from pitboss.odds.comparison import Price, PriceComparison, PriceKey, PricePair
from pitboss.rules.clause import Clause
from pitboss.rules.comparison import RuleDifference
from pitboss.rules.regulation import Regulation
from pitboss.text import plural, show_percentage

Labels = tuple[str, str]


def show_differences(
    labels: Labels,
    sides: tuple[Regulation, Regulation],
    words: RuleWords,
    differences: Sequence[RuleDifference],
    prices: PriceComparison,
) -> None:
    """Prints what differs between two regulations."""
    titles = dict.fromkeys(f"{side.jurisdiction} {side.title}" for side in sides)
    say(paint(f"{labels[0]} and {labels[1]}: {' and '.join(titles)}", "bold"))
    moved = [found for found in differences if found.is_address]
    said = [found for found in differences if not found.is_address]
    for chapter, found in groupby(said, lambda one: chapter_of(one.path)):
        print(heading(chapter))
        _show_chapter(labels, words, list(found))
    if moved:
        print(heading("Clauses that moved"))
        rows = [(_place(words, one), *_addresses(one)) for one in _outermost(moved)]
        print(table(("", *labels), rows))
    if not differences:
        print()
        say("There is no difference.")
    _show_prices(labels, prices)
    if differences:
        _show_same(sides, words, differences)


# Chapters


def _show_chapter(labels: Labels, words: RuleWords, found: list[RuleDifference]) -> None:
    both = [one for one in found if one.left is not None and one.right is not None]
    if both:
        rows = [
            (
                _place(words, one),
                _with_cite(words.side(one, one.left), one.cite_left),
                _with_cite(words.side(one, one.right), one.cite_right),
            )
            for one in both
        ]
        print(table(("", *labels), rows))
    for label, one_sided in zip(labels, _one_sided(found), strict=True):
        if one_sided:
            say(paint(f"Only in {label}", "bold"), 2)
            for text in _listed(words, one_sided):
                say(text, 4)


def _one_sided(found: list[RuleDifference]) -> tuple[list[RuleDifference], list[RuleDifference]]:
    return [one for one in found if one.right is None], [one for one in found if one.left is None]


def _listed(words: RuleWords, found: list[RuleDifference]) -> Iterator[str]:
    """A paragraph for each subject."""
    for subject, group in groupby(found, lambda one: words.subject(one.path)):
        parts, before = list[str](), ""
        for one in group:
            value, cite = (one.left, one.cite_left) if one.right is None else (one.right, one.cite_right)
            says, (container, _, title) = words.side(one, value), words.title(one).rpartition(": ")
            named = "" if container == before else container
            said = ": ".join(filter(None, (named, title, "" if says == "yes" else says)))
            parts.append(f"{said} {_in_brackets(cite)}".strip())
            before = container
        listed = "; ".join(parts)
        yield f"{subject}{' ' if listed.startswith('(') else ': '}{listed}"


def _place(words: RuleWords, found: RuleDifference) -> str:
    return ", ".join(filter(None, (words.subject(found.path), words.title(found))))


def _with_cite(says: str, cite: Clause | None) -> str:
    return f"{says} {_in_brackets(cite)}".strip()


def _in_brackets(cite: Clause | None) -> str:
    return f"({cite.address})" if cite else ""


# Clauses that moved


def _outermost(moved: list[RuleDifference]) -> Iterator[RuleDifference]:
    """Clauses that did not simply move with the clause around them, as `(a)` moves with its table."""
    moves = [_addresses(one) for one in moved if isinstance(one.left, Clause)]
    for one in moved:
        left, right = _addresses(one)
        if not any(
            left.startswith(old) and right == new + left[len(old) :]
            for old, new in moves
            if (old, new) != (left, right)
        ):
            yield one


def _addresses(found: RuleDifference) -> tuple[str, str]:
    left, right = (
        ", ".join(one.address for one in (side if isinstance(side, tuple) else (side,)))
        for side in (found.left, found.right)
    )
    return left, right


# Prices


def _show_prices(labels: Labels, prices: PriceComparison) -> None:
    shared = {pair.key.wager for pair in prices.pairs if pair.left} & {
        pair.key.wager for pair in prices.pairs if pair.right
    }
    wagers = list(dict.fromkeys(pair.key.wager for pair in prices.pairs))
    differing = [pair for pair in prices.pairs if pair.differs and pair.key.wager in shared]
    differing.sort(key=lambda pair: wagers.index(pair.key.wager))
    if prices.pairs:
        print(heading("What the house keeps"))
    if differing:
        rows = [row for pair in differing for row in _price_rows(pair)]
        print(table(("wager", "paytable", *labels, "change"), rows, right=(4,), keys=2))
        say("Exact, per unit first staked and played optimally; prizes at $1, meters at the least seed.", 2)
    same = [pair for pair in prices.pairs if not pair.differs]
    if same:
        say(f"The same by both: {_by_wager(same)}.", 2)
    for label, of_side in ((labels[0], [pair for pair in prices.pairs if not pair.right]),
                           (labels[1], [pair for pair in prices.pairs if not pair.left])):  # fmt: skip
        alone = [pair for pair in of_side if pair.key.wager not in shared]
        if alone:
            say(f"Only in {label}: {_by_wager(alone)}.", 2)
    for wager, reason in prices.unpriced.items():
        say(f"{wager} has no odds here: {reason}.", 2)


def _price_rows(pair: PricePair) -> Iterator[tuple[str, ...]]:
    """The edge, and the other parts of the price that differ."""
    key, left, right = pair.key, pair.left, pair.right
    name = (key.wager, _table_name(key))
    edges = tuple(
        -price.odds.expected if price and price.odds.expected is not None else None for price in (left, right)
    )
    if edges[0] != edges[1] or not (left and right):
        yield *name, _edge(left, right, edges[0]), _edge(right, left, edges[1]), _change(*edges)
    if left and right:
        for (title, one), other in zip(_further(left).items(), _further(right).values(), strict=True):
            if one != other:
                yield key.wager, f"{name[1]}, {title}", _fraction(one), _fraction(other), _change(one, other)


def _further(price: Price) -> dict[str, Fraction | None]:
    """The parts of a price besides the house edge."""
    return {
        "average stake": price.odds.average_stake,
        "envy for each other box": price.odds.envy_per_other_box,
        "long run at the least rate": None if price.long_run is None else -price.long_run,
    }


def _edge(price: Price | None, other: Price | None, edge: Fraction | None) -> str:
    if price is None:
        twins = other.twins if other else ()
        return f"as {', '.join(twins)}" if twins else "-"
    return _fraction(edge)


def _fraction(value: Fraction | None) -> str:
    return "-" if value is None else f"{show_percentage(value, 4)} = {value}"


def _change(left: Fraction | None, right: Fraction | None) -> str:
    return "-" if left is None or right is None else show_percentage(right - left, 4, signed=True)


def _by_wager(pairs: Iterable[PricePair]) -> str:
    """`base A 3.5057 %; three_card_bonus A 2.3167 %, B 5.5747 %`."""
    return "; ".join(
        f"{wager} {', '.join(map(_table_and_edge, found))}"
        for wager, found in groupby(pairs, lambda one: one.key.wager)
    )


def _table_and_edge(pair: PricePair) -> str:
    price = pair.left or pair.right
    edge = price.odds.house_edge if price else None
    return f"{_table_name(pair.key)}{'' if edge is None else f' {show_percentage(edge, 4)}'}"


def _table_name(key: PriceKey) -> str:
    return f"{key.paytable} with {plural(key.boxes, 'box', 'boxes')}" if key.boxes else key.paytable


# What is the same


def _show_same(sides: tuple[Regulation, Regulation], words: RuleWords, differences: Sequence[RuleDifference]) -> None:
    differing = {(chapter_of(found.path), words.subject(found.path)) for found in differences}
    theirs = set(words.subjects(sides[1]))
    same = [key for key in words.subjects(sides[0]) if key in theirs and key not in differing]
    chapters = {chapter for chapter, _ in differing}
    whole = [chapter for chapter in CHAPTERS if chapter not in chapters and any(key[0] == chapter for key in same)]
    print(heading("The same in both"))
    if whole:
        say(f"Everything in {', '.join(whole)}.", 2)
    for chapter in CHAPTERS[1:]:
        subjects = [subject for other, subject in same if other == chapter and chapter in chapters]
        if subjects:
            say(f"{chapter}: {'; '.join(_grouped(subjects) if chapter == 'Payouts' else subjects)}.", 2)


def _grouped(subjects: list[str]) -> Iterator[str]:
    """`pair_plus A, B, C` for three paytables of a group."""
    for group, found in groupby(subjects, lambda subject: subject.partition(" ")[0]):
        yield f"{group} {', '.join(subject.partition(' ')[2] for subject in found)}"
