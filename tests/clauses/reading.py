"""A regulation's data as short lines, to be held against lines written from its text."""

from collections.abc import Iterable, Iterator

from pitboss.rules.clause import Clause
from pitboss.rules.dealing import Dealing
from pitboss.rules.payout import Payout
from pitboss.rules.regulation import Regulation

LETTERS = tuple("abcdefghi")
ROMANS = ("i", "ii", "iii", "iv", "v")
NUMBERS = tuple("123456789")


def block(text: str) -> list[str]:
    """The lines of a text without their indentation."""
    return [line.strip() for line in text.strip().splitlines()]


def said(*values: object) -> str:
    """Values as one line: clauses by their address, `None` and empty ones left out."""
    words = (_word(value) for value in values)
    return " ".join(word for word in words if word)


def _word(value: object) -> str:
    if isinstance(value, Clause):
        return value.address
    if isinstance(value, tuple) and not isinstance(value, Payout):
        return ",".join(_word(item) for item in value)
    return "" if value is None else str(value)


def rows(values: Iterable[tuple[object, ...]]) -> list[str]:
    return [said(*value) for value in values]


def layout(regulation: Regulation) -> list[str]:
    return [
        said(row.shows, row.wager, row.pile, row.phrase, "or sign" if row.or_sign else "", row.cite)
        for row in regulation.table.layout
    ]


def closing(dealing: Dealing) -> list[str]:
    return [said(step.does, step.wagers, step.cite) for step in dealing.closing]


def dealt(dealing: Dealing, *wagers: str, boxes: int = 2) -> list[str]:
    """Where each card goes, in order; `wagers` are offered, and placed in some box."""
    piles: list[str] = []
    for deal in dealing.deal:
        if all(not wager or wager in wagers for wager in (deal.if_offered, deal.if_placed)):
            for _ in range(deal.times):
                for pile in deal.to:
                    places = [f"box {box + 1}" for box in range(boxes)] if pile == "player" else [pile]
                    piles += [place for place in places for _ in range(deal.cards)]
    return piles


def stub(dealing: Dealing) -> str:
    """Interval, shufflers that make the count unnecessary, then the clauses of rack, count and right count."""
    row = dealing.stub
    return said(row.count_every, row.unless_shuffler, row.cite, row.count_cite, row.right_cite)


def script(regulation: Regulation) -> list[str]:
    return list(_script(regulation))


def _script(regulation: Regulation) -> Iterator[str]:
    for step in regulation.script:
        flags = ("losers first" * step.losers_first, "after all boxes" * step.after_all_boxes)
        lost = step.collects_lost and ("lost hands", step.collects_lost)
        flags = (*flags, "with wagers" * step.takes_wagers, "stub first" * step.stub_first, *(lost or ()))
        keeps = step.keeps_cards_for and ("keeps cards for", step.keeps_cards_for)
        yield said(step.step, step.decision, step.pile, step.card or "", *keeps, step.order, *flags, step.cite)
        for choice in step.choices:
            did = [f"{word} {','.join(names)}" for word, names in _did(choice.places, choice.returns) if names]
            yield said(choice.choice, *did, choice.cite)
            yield from (said("forfeits", *forfeit) for forfeit in choice.forfeits)
            yield from (said("forfeits", wager, "with", other, cite) for wager, other, cite in choice.together)
        for item in step.items:
            shows = f"reveals {item.reveals}" if item.reveals else ""
            validated = ("validated", item.validated) if item.validated else ()
            verified = ("verified", item.verified) if item.verified else ()
            yield said(item.item, "by", item.by, shows, item.cite, *verified, *validated)


def _did(places: tuple[str, ...], returns: tuple[str, ...]) -> list[tuple[str, tuple[str, ...]]]:
    return [("places", places), ("returns", returns)]


def showdown(regulation: Regulation) -> list[str]:
    assert regulation.showdown
    return [
        said("qualified" if row.qualified else "not", row.hand, row.wager, row.does, row.odds, row.cite)
        for row in regulation.showdown.outcomes
    ]


def irregularities(regulation: Regulation) -> list[str]:
    return [said(row.found, row.pile, row.devices, row.effects, row.cite) for row in regulation.irregularities]


def printed(cite: str, patterns: str, payouts: str, form: str = "", letters: tuple[str, ...] = LETTERS) -> list[str]:
    """A paytable as it is printed: one word for each payout, `form` after each that is a bare number.

    `10%main` is 10 percent of the main meter. The rows are lettered from `cite` on, or all stand in it.
    """
    lines = []
    for pattern, payout, letter in zip(patterns.split(), payouts.split(), letters, strict=False):
        share, percent, meter = payout.partition("%")
        pays = f"{share}% of {meter}" if percent else payout if payout.startswith("$") else f"{payout} {form}"
        lines.append(f"{pattern} {pays} {cite}({letter})" if letter else f"{pattern} {pays} {cite}")
    assert len(lines) == len(patterns.split()) == len(payouts.split()), cite
    return lines
