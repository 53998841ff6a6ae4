"""What the rounds of a ledger would have paid under another edition of their regulation.

Every round is settled again with its own cards, wagers, decisions and meters, and with the choices of its house:
paytables, limits, seeds, and payouts above the printed ones. An option that the house did not set has the reading in
force in the other edition. A round that the other edition does not allow is named with the reason.
"""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

from pitboss.books.export import recorded_round, selected_paytables
from pitboss.books.replay import Replay, replays
from pitboss.books.resettlement import PaymentDifference, Resettlement
from pitboss.books.rounds import Progress, check_table_name, table_names
from pitboss.ledger.store import Store
from pitboss.play.json_values import DocumentFault
from pitboss.play.terms import Terms
from pitboss.recorded.round import RecordedRound, read_round
from pitboss.rules.paytable import Paytable
from pitboss.rules.regulation import Regulation
from pitboss.rules.ruleset import Ruleset
from pitboss.rules.submission import WagerOffer


class TwoAmounts(NamedTuple):
    """What was paid, and what the other edition would have paid, returned stakes included. In cents."""

    paid: int = 0
    other: int = 0

    @property
    def change(self) -> int:
        return self.other - self.paid

    def plus(self, more: "TwoAmounts") -> "TwoAmounts":
        return TwoAmounts(self.paid + more.paid, self.other + more.other)


class RoundByOther(NamedTuple):
    """A round and what it would have paid."""

    id: str
    table: str
    at: int
    """When it ended, in milliseconds since 1970."""
    edition: str
    """The regulation and edition that it was played by: `MD-TCP@1.4`."""
    paid: Mapping[str, int] = {}
    """What was paid for each wager and award."""
    other: Mapping[str, int] = {}
    differences: tuple[PaymentDifference, ...] = ()
    """Each payment that would differ, with the amount due by the other edition."""
    contributed: tuple[Fraction, Fraction] = (Fraction(0), Fraction(0))
    """What meters took of the wagers, and the least that they would have taken. In cents."""
    void: bool = False
    """Nothing was settled, and nothing would have been."""
    refused: str = ""
    """Why the other edition does not allow the round; empty if it does."""


def rounds_by_other(
    store: Store, editions: tuple[Regulation, Regulation], table: str = "", progress: Progress | None = None
) -> Iterator[RoundByOther]:
    """Every round that was played by one of two editions and is over, settled by the other one."""
    if table:
        check_table_name(store, table)
    left, right = editions
    others = {left.key: right, right.key: left}
    for name in [table] if table else table_names(store):
        for replay in replays(store, name, progress=progress):
            if other := others.get(replay.before.ruleset.regulation.key):
                yield settle_by_other(replay, other)


def settle_by_other(replay: Replay, other: Regulation) -> RoundByOther:
    """A round settled by another edition of its regulation."""
    ruleset, own = replay.before.ruleset, Resettlement(replay)
    found = RoundByOther(replay.id, replay.table, replay.last.source.at, ruleset.regulation.key, _by_item(own.paid))
    if replay.void:
        return found._replace(void=True, other=found.paid)
    try:
        again = Resettlement(replay, _read_by(own, other))
    except DocumentFault as fault:
        return found._replace(refused=str(fault))
    return found._replace(
        other=_by_item(again.due), differences=again.mispaid, contributed=_contributed(replay, again.terms)
    )


def _by_item(amounts: Mapping[tuple[int, str], int]) -> Mapping[str, int]:
    found: dict[str, int] = {}
    for (_, item), cents in amounts.items():
        found[item] = found.get(item, 0) + cents
    return found


def _read_by(own: Resettlement, other: Regulation) -> RecordedRound:
    """The round as the other edition reads it. Raises DocumentFault if the edition does not allow it.

    Only the paytables and meters that the round's wagers are paid from matter.
    """
    ruleset, groups = own.replay.before.ruleset, _groups(own)
    meters = {name for group in groups for name in ruleset.paytables[group].meters}
    recorded = recorded_round(own)
    document = {
        **{key: value for key, value in recorded.items() if key != "paid"},
        "edition": other.edition,
        "paytables": {group: name for group, name in selected_paytables(ruleset).items() if group in groups},
        "options": dict(ruleset.submission.options),
        **{key: {name: recorded[key][name] for name in recorded[key] if name in meters} for key in ("meters", "seeds")},
    }
    read = read_round(document)
    raised = {
        group: _raised(read.terms.paytables[group], offer)
        for group, offer in _offers(ruleset).items()
        if offer.pays and group in read.terms.paytables
    }
    terms = Terms(**{**read.terms.given(), "paytables": {**read.terms.paytables, **raised}}) if raised else read.terms
    return read._replace(terms=terms)


def _groups(own: Resettlement) -> set[str]:
    """The groups of paytables that the wagers of a round, and the awards that they can earn, are paid by."""
    regulation = own.terms.regulation
    placed = {name for box in own.facts.boxes for name in box.wagers}
    paid_by = {regulation.wagers[name].paytable for name in placed}
    paid_by |= {award.paytable for award in regulation.awards.values() if award.stake_of in placed}
    return paid_by & own.terms.paytables.keys()


def _offers(ruleset: Ruleset) -> dict[str, WagerOffer]:
    """The house's entry for each group of paytables that it offers."""
    return {wager.paytable: ruleset.offer(name) for name, wager in ruleset.wagers.items() if wager.paytable}


def _raised(paytable: Paytable, offer: WagerOffer) -> Paytable:
    """A paytable with the house's payouts if they are above the printed ones, which are the least."""
    rows = tuple(
        row._replace(payouts=(pays,))
        if (pays := offer.pays.get(row.pattern)) and pays.form == row.payouts[0].form and pays > row.payouts[0]
        else row
        for row in paytable.pays
    )
    return Paytable(**{**paytable.given(), "pays": rows})


def _contributed(replay: Replay, terms: Terms) -> tuple[Fraction, Fraction]:
    """What meters take of a round's wagers at the house's rates, and at these or the least ones of other terms."""
    own = other = Fraction(0)
    for wager, link in replay.before.ruleset.links.items():
        staked = sum(box.wagers.get(wager, 0) for box in replay.final.boxes.values())
        rules = terms.paytables[terms.regulation.wagers[wager].paytable].meters if staked else {}
        for name, choice in link.meters.items():
            least = rules[name].least_rate if name in rules else None
            own += staked * choice.rate
            other += staked * max(choice.rate, least or choice.rate)
    return own, other


class EditionMoney:
    """The rounds that were played by one edition, with the sums that the other edition would have paid."""

    def __init__(self, items: Sequence[str]) -> None:
        """`items` are the wagers and awards of the edition, in its order."""
        self.rounds = self.void = self.changed = 0
        """The rounds that both editions settle, the void ones, and those that would have paid another amount."""
        self._items = dict.fromkeys(items, TwoAmounts())
        self.days: dict[tuple[str, str], tuple[int, TwoAmounts]] = {}
        """For each table and gaming day, the number of rounds and their amounts."""
        self.contributed = (Fraction(0), Fraction(0))
        self.differences: list[tuple[str, PaymentDifference]] = []
        """Each payment that would differ, with its round."""
        self.refused: dict[str, list[RoundByOther]] = {}
        """The rounds that the other edition does not allow, by the reason."""

    def add(self, found: RoundByOther, day: str) -> None:
        """Adds a round that ended on a gaming day."""
        if found.refused:
            self.refused.setdefault(found.refused, []).append(found)
            return
        if found.void:
            self.void += 1
            return
        self.rounds += 1
        self.changed += bool(found.differences)
        for item in dict.fromkeys((*found.paid, *found.other)):
            amounts = TwoAmounts(found.paid.get(item, 0), found.other.get(item, 0))
            self._items[item] = self._items.get(item, TwoAmounts()).plus(amounts)
        number, before = self.days.get((found.table, day), (0, TwoAmounts()))
        sums = TwoAmounts(sum(found.paid.values()), sum(found.other.values()))
        self.days[found.table, day] = number + 1, before.plus(sums)
        self.contributed = tuple(map(sum, zip(self.contributed, found.contributed, strict=True)))  # type: ignore[assignment]
        self.differences += [(found.id, one) for one in found.differences]

    @property
    def items(self) -> Mapping[str, TwoAmounts]:
        """What was paid for each wager and award, and what would have been paid."""
        return {item: amounts for item, amounts in self._items.items() if amounts != TwoAmounts()}

    @property
    def total(self) -> TwoAmounts:
        whole = TwoAmounts()
        for amounts in self.items.values():
            whole = whole.plus(amounts)
        return whole
