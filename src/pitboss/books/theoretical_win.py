"""The theoretical win: what the house wins on average with the wagers of a round, by the odds of the table's own rules.

Players are assumed to decide optimally. Contributions to meters are not counted here: chance plays no part in them.
"""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import cached_property
from typing import ClassVar, NamedTuple

from pitboss.cards import RANKINGS
from pitboss.errors import InputError
from pitboss.odds.catalog import limited_odds, odds
from pitboss.odds.forfeits import forfeits
from pitboss.odds.house_odds import offered_query
from pitboss.odds.paid_hands import moments, row_counts
from pitboss.odds.record import Odds
from pitboss.odds.wagers import can_fold, decision_wager, entry_of, limit_binds, wager_paytables
from pitboss.play.round import Box, Round
from pitboss.play.terms import Terms
from pitboss.rules.payout import Payout
from pitboss.rules.ruleset import Ruleset

_NOTHING = Fraction(0)
WHOLE = 100
"""The share of a meter, in percent, after which the house fills it up again."""


class Chance(NamedTuple):
    """The mean of what the house wins, in cents, and the variance."""

    mean: Fraction = _NOTHING
    variance: Fraction = _NOTHING

    def plus(self, other: "Chance") -> "Chance":
        """The sum of two independent results."""
        return Chance(self.mean + other.mean, self.variance + other.variance)

    def times(self, number: int) -> "Chance":
        """The sum of `number` independent results like this one."""
        return Chance(self.mean * number, self.variance * number)


class RoundTheory(NamedTuple):
    """The theoretical win of a round, by wager as odds name them."""

    wagers: Mapping[str, Chance]
    most_variance: Fraction
    """An upper bound of the variance of the sum, however the hands of a round depend on each other."""
    resets: Mapping[str, Fraction] = {}
    """What the house pays on average for meters that are won whole, by wager: chance times reset amount."""
    unpriced: frozenset[str] = frozenset()
    """The wagers that have no odds here, because no solver knows the game as the regulation has it."""


class Theory:
    """The theoretical win by one table's rules; the odds are computed once for each stake that comes up."""

    _made: ClassVar[dict[str, "Theory"]] = {}

    @classmethod
    def by(cls, ruleset: Ruleset) -> "Theory":
        """The theory of a ruleset, the same object each time: odds take a while to compute."""
        if ruleset.digest not in cls._made:
            cls._made[ruleset.digest] = Theory(ruleset)
        return cls._made[ruleset.digest]

    def __init__(self, ruleset: Ruleset) -> None:
        self._ruleset, self._terms = ruleset, Terms.of(ruleset)
        self._regulation, self._query = offered_query(ruleset)
        self._known: dict[tuple[str, int, int, bool], Chance] = {}
        self._envy: dict[tuple[str, int], Chance] = {}
        self._resets: dict[tuple[str, bool], Fraction] = {}
        self._bonus = {
            award.stake_of: name
            for name, award in ruleset.awards.items()
            if award.kind == "envy" and not self._terms.holds(award.never_under)
        }

    def of(self, round_: Round) -> RoundTheory:
        """The theoretical win of a round that was dealt. Bets on the highest hand at the table win or lose together."""
        found: dict[str, Chance] = {}
        together: dict[str, int] = {}
        chances: list[Chance] = []
        unpriced: set[str] = set()
        resets: dict[str, Fraction] = {}
        boxes = [round_.boxes[number] for number in round_.in_play()]
        for box in boxes:
            for wager, stake in self._staked(box):
                if self._shared(wager):
                    together[wager] = together.get(wager, 0) + stake
                    continue
                folds = can_fold(self._ruleset.regulation, box.wagers)
                try:
                    chances.append(self.chance(wager, stake, folds=folds))
                except InputError:
                    unpriced.add(wager)
                    continue
                if wager in self._ruleset.links:
                    resets[wager] = resets.get(wager, _NOTHING) + self.resets(wager, stake, folds=folds)
                if wager in self._bonus and not box.abandoned:
                    others = sum(other.player != box.player for other in boxes)
                    chances[-1] = chances[-1].plus(self.envy(wager, stake).times(others))
                found[wager] = found.get(wager, Chance()).plus(chances[-1])
        for wager, stake in together.items():
            found[wager] = self.chance(wager, stake, len(boxes))
            chances.append(found[wager])
        most = len(chances) * sum((chance.variance for chance in chances), _NOTHING)
        return RoundTheory(found, most, resets, frozenset(unpriced))

    def _staked(self, box: Box) -> Iterator[tuple[str, int]]:
        """Each wager of a box, as odds name it, with its first stake: bets that share an entry count once."""
        seen = set()
        for item, stake in box.wagers.items():
            wager = entry_of(self._ruleset.regulation, item)
            if wager not in seen and self._ruleset.regulation.wagers[item].placed == "before_deal":
                seen.add(wager)
                yield wager, stake

    def _shared(self, wager: str) -> bool:
        rule = self._ruleset.regulation.wagers.get(wager)
        return rule is not None and rule.scope == "table"

    # Odds

    def chance(self, wager: str, stake: int, boxes: int = 0, *, folds: bool = False) -> Chance:
        """One wager at a stake, without Envy Bonuses and meters. `folds`: the box may fold and so forfeit the wager."""
        key = (wager, stake if self._by_stake(wager) else 100, boxes, folds)
        if key not in self._known:
            record = self._record(*key)
            assert record.expected is not None
            assert record.variance is not None
            self._known[key] = Chance(-record.expected, record.variance)
        mean, variance = self._known[key]
        return Chance(mean * stake, variance * stake**2)

    def resets(self, wager: str, stake: int, *, folds: bool = False) -> Fraction:
        """What the house pays on average to fill up the meters that a wager wins whole."""
        if (wager, folds) not in self._resets:
            record, seeds, total = self._record(wager, stake, 0, folds), self._terms.seeds, _NOTHING
            for row in record.rows:
                payout = Payout.parse(row.pays) if row.pays else None
                if payout and payout.form == "share" and payout.number == WHOLE:
                    total += Fraction(row.count, record.total) * seeds[payout.meter]
            self._resets[wager, folds] = total
        return self._resets[wager, folds]

    def _by_stake(self, wager: str) -> bool:
        """Whether the odds depend on the stake: by a payout limit, or by prizes that do not grow with the stake."""
        covered = {entry_of(self._regulation, name) for name in self._regulation.payout_limit.wagers}
        if wager in covered and self._ruleset.submission.payout_limit is not None:
            return True
        return self.has_fixed_prizes(wager)

    def has_fixed_prizes(self, wager: str) -> bool:
        """Whether a prize of the wager does not grow with a stake that players choose."""
        rule = self._regulation.wagers.get(wager)
        if rule is None:
            return False
        lines = self._regulation.paytables[rule.paytable][self._paytables[wager]].lines() if rule.paytable else ()
        return not rule.stakes and any(line.payout.form == "prize" for line in lines)

    def _record(self, wager: str, stake: int, boxes: int, folds: bool) -> Odds:
        regulation, paytable = self._regulation, self._paytables[wager]
        link = self._ruleset.links.get(wager)
        # An empty meter leaves what the house itself pays.
        query = self._query._replace(
            stake=stake, boxes=boxes or None, meters=dict.fromkeys(link.meters if link else (), 0)
        )
        (record,) = odds(regulation, query, wager, paytable)
        record = limited_odds(regulation, record, self._ruleset.submission.payout_limit, query)
        decided = decision_wager(regulation)
        if folds and wager != decided and decided in self._paytables:
            for lost in forfeits(regulation, self._paytables[decided], {wager: record}, query):
                return lost.after
        return record

    @cached_property
    def _paytables(self) -> dict[str, str]:
        offered = self._ruleset.submission.wagers
        return {wager: names[0] for wager, names in wager_paytables(self._regulation).items() if wager in offered}

    def is_limited(self, wager: str, stake: int) -> bool:
        """Whether the table's payout limit can cut what the wager wins at a stake."""
        limit = self._ruleset.submission.payout_limit
        return limit_binds(self._regulation, wager, self._paytables[wager], stake, limit)

    def envy(self, wager: str, stake: int) -> Chance:
        """What the house wins, and so loses, by the Envy Bonus of a wager for another player's hand; assumes that no
        such hand is folded."""
        if (wager, stake) not in self._envy:
            hand, rows = self._terms.paying(self._bonus[wager], stake)
            ranking = self._ruleset.regulation.hands[hand].ranking
            counts = row_counts(ranking, RANKINGS[ranking].sizes[-1], tuple(row.pattern for row in rows))
            costs = [*(-row.payout.odds for row in rows), _NOTHING]
            self._envy[wager, stake] = Chance(*moments(counts, costs))
        return self._envy[wager, stake]
