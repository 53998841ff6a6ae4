"""Theory: what the house wins on average with the wagers of a round, from the exact odds of the table's own rules.

Players are taken to decide as well as they can. What goes to meters is not in here: it is no matter of chance.
"""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import cached_property
from typing import ClassVar, NamedTuple

from pitboss.cards import RANKINGS
from pitboss.odds.catalog import asked_wagers, in_force, odds
from pitboss.odds.distribution import limited_bets
from pitboss.odds.forfeits import forfeits
from pitboss.odds.house_odds import as_offered
from pitboss.odds.paid_hands import moments, row_counts
from pitboss.odds.query import Asked
from pitboss.odds.record import Odds
from pitboss.play.round import Box, Round
from pitboss.play.terms import Terms
from pitboss.rules.regulation import Regulation
from pitboss.rules.ruleset import Ruleset

_NOTHING = Fraction(0)


class Chance(NamedTuple):
    """The mean of what the house wins, in cents, and the variance."""

    mean: Fraction = _NOTHING
    variance: Fraction = _NOTHING

    def plus(self, other: "Chance") -> "Chance":
        """Both together, one telling nothing of the other."""
        return Chance(self.mean + other.mean, self.variance + other.variance)

    def times(self, number: int) -> "Chance":
        """So many of them, none telling anything of the others."""
        return Chance(self.mean * number, self.variance * number)


class RoundTheory(NamedTuple):
    """A round by wager, as odds name them: Let It Ride's three bets are `base`, Ante and Play are `ante`."""

    wagers: Mapping[str, Chance]
    most_variance: Fraction
    """What the variance of the whole cannot exceed, however the hands of a round go together."""


def wager_of(ruleset: Ruleset, item: str) -> str:
    """The wager that a betting area or an award belongs to, as odds name it."""
    regulation = ruleset.regulation
    if item in regulation.awards:
        return wager_of(ruleset, regulation.awards[item].stake_of)
    rule = regulation.wagers[item]
    if rule.placed == "at_decision":
        return next(stake.to for stake in regulation.stakes if stake.wager == item)
    return rule.limits or item


class Theory:
    """The odds that a table's rules give, worked out once for each stake that comes up."""

    _made: ClassVar[dict[str, "Theory"]] = {}

    @classmethod
    def by(cls, ruleset: Ruleset) -> "Theory":
        """The theory of some rules, made once: odds take a while."""
        if ruleset.digest not in cls._made:
            cls._made[ruleset.digest] = Theory(ruleset)
        return cls._made[ruleset.digest]

    def __init__(self, ruleset: Ruleset) -> None:
        self._ruleset, self._terms = ruleset, Terms.of(ruleset)
        self._known: dict[tuple[str, int, int, bool], Chance] = {}
        self._envy: dict[tuple[str, int], Chance] = {}
        self._bonus = {
            award.stake_of: name
            for name, award in ruleset.awards.items()
            if award.kind == "envy" and not self._terms.holds(award.never_under)
        }

    def of(self, round_: Round) -> RoundTheory:
        """A round that was dealt. Wagers that look at all hands of the table win or lose together."""
        found: dict[str, Chance] = {}
        together: dict[str, int] = {}
        chances: list[Chance] = []
        boxes = [round_.boxes[number] for number in round_.in_play()]
        for box in boxes:
            for wager, stake in self._staked(box):
                if self._shared(wager):
                    together[wager] = together.get(wager, 0) + stake
                    continue
                chances.append(self.chance(wager, stake, folds="ante" in box.wagers))
                if wager in self._bonus and not box.abandoned:
                    others = sum(other.player != box.player for other in boxes)
                    chances[-1] = chances[-1].plus(self.envy(wager, stake).times(others))
                found[wager] = found.get(wager, Chance()).plus(chances[-1])
        for wager, stake in together.items():
            found[wager] = self.chance(wager, stake, len(boxes))
            chances.append(found[wager])
        return RoundTheory(found, len(chances) * sum((chance.variance for chance in chances), _NOTHING))

    def _staked(self, box: Box) -> Iterator[tuple[str, int]]:
        """Each wager of a box with what was first staked on it: for Let It Ride's three bets, one of them."""
        seen = set()
        for item, stake in box.wagers.items():
            wager = wager_of(self._ruleset, item)
            if wager not in seen and self._ruleset.regulation.wagers[item].placed == "before_deal":
                seen.add(wager)
                yield wager, stake

    def _shared(self, wager: str) -> bool:
        rule = self._ruleset.regulation.wagers.get(wager)
        return rule is not None and rule.scope == "table"

    # Odds

    def chance(self, wager: str, stake: int, boxes: int = 0, *, folds: bool = False) -> Chance:
        """One wager at a stake, Envy Bonuses and meters aside. `folds`: folding the Ante gives it up too."""
        key = (wager, stake if self._by_stake(wager) else 100, boxes, folds)
        if key not in self._known:
            record = self._record(*key)
            assert record.expected is not None
            assert record.variance is not None
            self._known[key] = Chance(-record.expected, record.variance)
        mean, variance = self._known[key]
        return Chance(mean * stake, variance * stake**2)

    def _by_stake(self, wager: str) -> bool:
        """Whether the odds depend on the stake: by a payout limit, or by prizes that do not grow with it."""
        rule = self._regulation.wagers.get(wager)
        if rule is None:
            return self._ruleset.submission.payout_limit is not None
        lines = self._regulation.paytables[rule.paytable][self._paytables[wager]].lines() if rule.paytable else ()
        return not rule.stakes and any(line.payout.form == "prize" for line in lines)

    def _record(self, wager: str, stake: int, boxes: int, folds: bool) -> Odds:
        regulation, paytable = self._regulation, self._paytables[wager]
        link = self._ruleset.links.get(wager)
        # An empty meter leaves what the house itself pays.
        asked = self._asked._replace(
            stake=stake, boxes=boxes or None, meters=dict.fromkeys(link.meters if link else (), 0)
        )
        (record,) = odds(regulation, asked, wager, paytable)
        if wager == "base":
            return self._limited(record, stake)
        if folds and wager != "ante" and "ante" in self._paytables:
            for lost in forfeits(regulation, self._paytables["ante"], {wager: record}, asked):
                return lost.after
        return record

    def _limited(self, record: Odds, stake: int) -> Odds:
        limit = self._ruleset.submission.payout_limit
        lines = self._regulation.paytables["base"][record.paytable].lines()
        if limit is None or 3 * max(line.payout.number for line in lines) * stake <= limit:
            return record
        found = limited_bets(lines, stake, limit).results
        return Odds(**{**record.given(), "expected": found.expected, "variance": found.variance})

    @cached_property
    def _regulation(self) -> Regulation:
        return as_offered(self._ruleset)

    @cached_property
    def _paytables(self) -> dict[str, str]:
        offered = self._ruleset.submission.wagers
        return {wager: names[0] for wager, names in asked_wagers(self._regulation).items() if wager in offered}

    @cached_property
    def _asked(self) -> Asked:
        usual = in_force(self._ruleset.regulation)
        return Asked({key: value for key, value in self._ruleset.options.items() if value != usual[key]})

    def envy(self, wager: str, stake: int) -> Chance:
        """What the hand of another player's box costs the house by the Envy Bonus of a wager, supposing that no such
        hand is folded."""
        if (wager, stake) not in self._envy:
            hand, rows = self._terms.paying(self._bonus[wager], stake)
            ranking = self._ruleset.regulation.hands[hand].ranking
            counts = row_counts(ranking, RANKINGS[ranking].sizes[-1], tuple(row.pattern for row in rows))
            costs = [*(Fraction(-row.payout.number) for row in rows), _NOTHING]
            self._envy[wager, stake] = Chance(*moments(counts, costs))
        return self._envy[wager, stake]
