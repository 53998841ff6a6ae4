"""Every row of every paytable, settled: hands that make each of them, and what they are paid by which clause."""

from collections.abc import Iterable, Iterator, Mapping
from random import Random
from typing import NamedTuple

from pitboss.cards import DECK, Card, parse_cards
from pitboss.money import show_money
from pitboss.play.script_index import ScriptIndex
from pitboss.play.settle import settle
from pitboss.play.settlement_input import BoxFacts, RoundFacts, SettledLine
from pitboss.play.terms import Terms
from pitboss.rules.paytable import Paytable
from pitboss.rules.regulation import Regulation

THREE_AND_THREE = tuple(
    (parse_cards(text.split("|")[0]), parse_cards(text.split("|")[1]))
    for text in (
        "As Ks Qs|Js Ts 9s", "Ad Kd Qd|Jd Td 9d", "Ah Kh Qh|Jh Th 2d", "9h 8h 7h|6h 5h 2c", "9c 9d 9h|9s 2c 3d",
        "9c 9d 9h|2c 2d 5s", "2h 5h 9h|Jh Kh 3c", "4c 5d 6h|7s 8c Kd", "9c 9d 9h|2c 5d Kd", "9c 9d 4h|4s Kc 2d",
        "Tc Td 4h|6s Kc 2d",
    )
)  # fmt: skip
"""A player's three cards, and three others: community cards, a bonus box or the dealer's hand."""


def settled(regulation: Regulation, table: Paytable, column: int | None = None) -> list[str]:
    """What settlement pays for each row of a paytable, as its lines are printed: `flush 8 to 1 12.A(1)(e)`.

    The payout is worked out from the money that moves for two stakes, and not read in the row.
    """
    ((group, letter),) = (
        (group, letter)
        for group, tables in regulation.paytables.items()
        for letter, one in tables.items()
        if one is table
    )
    wagers = {name for name, wager in regulation.wagers.items() if wager.paytable == group}
    awards = {name: award for name, award in regulation.awards.items() if award.paytable == group}
    placed = wagers.union(*({award.stake_of, *award.needs_all} for award in awards.values()))
    terms = _selected(regulation, letter, {group, *(regulation.wagers[name].paytable for name in placed)} - {""})
    paid: dict[str, list[Paid]] = {}
    for stake in (column,) if table.by_stake and column else (100, 500):
        for facts in _rounds(regulation, terms, dict.fromkeys(placed, stake)):
            if not table.by_boxes or len(facts.boxes) == column:
                for line in (line for _, lines in settle(terms, facts).boxes for line in lines):
                    if line.pattern and line.item in {*wagers, *awards}:
                        paid.setdefault(line.pattern, []).append(Paid(stake, line, facts.meters.get(line.meter, 0)))
    order = [row.pattern for row in table.pays]
    return [f"{pattern} {_printed(paid[pattern])}" for pattern in sorted(paid, key=order.index)]


class Paid(NamedTuple):
    """A payment for a stake, and what the meter that pays it showed before."""

    stake: int
    line: SettledLine
    meter: int


def _printed(paid: list[Paid]) -> str:
    """The one payout, with its clause, that explains every payment for a pattern."""
    amounts = {one.line.amount for one in paid}
    (said,) = {f"{_payout(one, fixed=len(amounts) == 1)} {one.line.cite.address}" for one in paid}
    return said


def _payout(paid: Paid, *, fixed: bool) -> str:
    line = paid.line
    if line.meter:
        return f"{line.amount * 100 // paid.meter}% of {line.meter}"
    form = "for" if line.stake and not line.returned else "to"
    return show_money(line.amount) if fixed else f"{line.amount // paid.stake:,} {form} 1"


def _selected(regulation: Regulation, letter: str, groups: Iterable[str]) -> Terms:
    """Terms with this letter of some groups of paytables, and every option as it stands."""
    offered = {group: regulation.paytables[group] for group in groups}
    tables = {group: tables.get(letter) or next(iter(tables.values())) for group, tables in offered.items()}
    options = {key: ruling.in_force for key, ruling in regulation.options.items()}
    seeds = {name: 1_000_000 for table in tables.values() for name in table.meters}
    return Terms(script=ScriptIndex(regulation=regulation), paytables=tables, options=options, seeds=seeds)


def _rounds(regulation: Regulation, terms: Terms, wagers: Mapping[str, int]) -> Iterator[RoundFacts]:
    """The hands of two players with these wagers, and every hand alone among one to seven boxes."""
    choices = {step.decision: step.choices[0].choice for step in regulation.script if step.step == "decide"}
    meters = dict(terms.seeds)
    boxes = regulation.table.boxes if any(table.by_boxes for table in terms.paytables.values()) else 2
    for cards, others in _hands(regulation):
        for number in range(1, boxes + 1):
            # Only box 1 has the hand; the others hold nothing that a paytable pays.
            held = [cards, *_nothing((*cards, *others), number - 1)]
            seats = tuple(BoxFacts(box, f"player {box}", hand, wagers, choices) for box, hand in enumerate(held, 1))
            yield RoundFacts(seats, others, others[:2], others[2:], others, meters)


def _hands(regulation: Regulation) -> Iterator[tuple[tuple[Card, ...], tuple[Card, ...]]]:
    size = next(iter(regulation.dealing.values())).cards_to("player")
    if size == 3:
        yield from THREE_AND_THREE
        return
    # Seven cards: from four to seven of them are tens or better.
    chance, high = Random(7), [card for card in DECK if str(card)[0] in "AKQJT"]
    low = [card for card in DECK if card not in high]
    for text in ("As Ks Qs Js Ts 2d 3d", "As Kd Qs Js Ts 2d 3d", "As Ad Ah Ac Ts 2d 3d", "As Ad Ks Jc 2d 3d 4d",
                 "Ks Kd Qs Jc 2d 3d 4d"):  # fmt: skip
        cards = parse_cards(text)
        yield cards, tuple(card for card in low if card not in cards)[:7]
    for _ in range(200):
        number = chance.randint(4, 7)
        cards = (*chance.sample(high, number), *chance.sample(low, 7 - number))
        yield cards, tuple(card for card in low if card not in cards)[:7]


def _nothing(taken: tuple[Card, ...], number: int) -> list[tuple[Card, ...]]:
    """Hands of low cards, as many as are needed."""
    left = [card for card in DECK if card not in taken and str(card)[0] in "23468"]
    hands = [tuple(left[at::7][:3]) for at in range(7)]
    return hands[:number]
