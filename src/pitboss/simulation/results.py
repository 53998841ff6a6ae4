"""Results: from the places of the grid to wagers beside what is exact, and to shifts and meters."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from typing import Any

from pitboss.games.let_it_ride.simulation import cover_wager
from pitboss.money import show_money
from pitboss.play.settlement_input import Line
from pitboss.rules.record import Record
from pitboss.simulation.covariance import spreads
from pitboss.simulation.exact_values import Exact, exact_values
from pitboss.simulation.result_records import MeterResult, RowResult, Shifts, WagerResult
from pitboss.simulation.tables import COMPARED, Longs, Part
from pitboss.simulation.totals import Totals
from pitboss.tabular import data_frame


class Results(Record):
    """All of it."""

    totals: Totals
    seconds: float
    played: int
    """Rounds of these seconds; the others come from a checkpoint."""

    @property
    def rounds(self) -> int:
        return self.totals.rounds

    @cached_property
    def wagers(self) -> tuple[WagerResult, ...]:
        names = dict.fromkeys(self.totals.setup.strategies)
        return tuple(found for strategy in names for found in self._played(strategy))

    @cached_property
    def shifts(self) -> Shifts | None:
        """None where no shift was played to its end."""
        totals = self.totals
        if not totals.house:
            return None
        house, lows = ({at * totals.width: n for at, n in sorted(c.items())} for c in (totals.house, totals.lows))
        fan = tuple({at * totals.width: n for at, n in sorted(hour.items())} for hour in totals.fan)
        return Shifts(
            rounds_an_hour=totals.job.hour, hours=totals.job.shift, width=totals.width, house=house, fan=fan, lows=lows
        )

    @property
    def meters(self) -> tuple[MeterResult, ...]:
        setup, meters = self.totals.setup, self.totals.meters
        return tuple(
            MeterResult(name=name, wager=wager, running=meters[name], shows=meters[name].shows(self.rounds))
            for wager, choices in setup.meters.items()
            for name in choices
        )

    def to_json(self) -> dict[str, Any]:
        setup, job, shifts = self.totals.setup, self.totals.job, self.shifts
        return {
            "regulation": setup.regulation.id,
            "boxes": setup.boxes,
            "rounds": self.rounds,
            "rounds_asked": job.rounds,
            "seed": job.seed,
            "strategies": list(setup.strategies),
            "seconds": self.seconds,
            "rounds_per_second": self.played / self.seconds if self.seconds else None,
            "wagers": [wager.to_json() for wager in self.wagers],
            "shifts": shifts.to_json() if shifts else None,
            "meters": [meter.to_json() for meter in self.meters],
        }

    def to_frame(self) -> Any:
        """Returns a data frame of pandas or polars with a row for each wager; the names are those of the JSON."""
        documents = [wager.to_json() for wager in self.wagers]
        return data_frame([{name: one[name] for name in one if name != "rows"} for one in documents])

    # From places of the grid to wagers

    def _played(self, strategy: str) -> Iterator[WagerResult]:
        totals, setup = self.totals, self.totals.setup
        boxes = [box for box, name in enumerate(setup.strategies) if name == strategy]
        share = Fraction(len(boxes), setup.boxes)
        tally: Longs = totals.places[boxes].sum(axis=0)
        exact, spread = exact_values(setup, strategy), spreads(totals)
        for name, items in entries(totals).items():
            for part in totals.grid.parts:
                if any(line.item in items for cell in part.cells for line in cell.lines):
                    found = _Sum(part, items, totals.grid.counted(part, tally), totals)
                    found.add(int(totals.more[name] * share), int(totals.squares[name] * share))
                    yield found.wager(name, strategy, exact.get(name), spread[name])
        yield from self._awarded(strategy, boxes, tally, exact)
        if cover := cover_wager_of(totals):
            yield _covered(totals, cover, strategy, len(boxes), exact.get(cover))

    def _awarded(
        self, strategy: str, boxes: Sequence[int], tally: Longs, exact: Mapping[str, Exact]
    ) -> Iterator[WagerResult]:
        """Envy Bonuses: each hand that earns one pays every other box."""
        totals, setup = self.totals, self.totals.setup
        others, hands = setup.boxes - 1, totals.rounds * len(boxes)
        for name, award in setup.regulation.awards.items():
            numbers: Counter[int] = Counter()
            for part in totals.grid.parts:
                for cell, number in zip(part.cells, totals.grid.counted(part, tally).tolist(), strict=True):
                    if name in cell.envy:
                        numbers[cell.envy[name]] += number
            if others and any(name in cell.envy for part in totals.grid.parts for cell in part.cells):
                known = exact.get(award.stake_of)
                yield WagerResult(
                    wager=name,
                    paytable=setup.paytables.get(award.follows, ""),
                    strategy=strategy,
                    stake=setup.stakes[award.stake_of],
                    hands=hands,
                    handle=0,
                    net=sum(cents * number for cents, number in numbers.items()) * others,
                    square=sum(cents**2 * number for cents, number in numbers.items()) * others,
                    spread=float(others),
                    rows=tuple(RowResult(show_money(cents), n * others, None) for cents, n in sorted(numbers.items())),
                    exact=known.envy if known else None,
                )


def entries(totals: Totals) -> dict[str, tuple[str, ...]]:
    """The items of each wager as odds name them: Let It Ride's three bets are one, Ante and Play with the bonus too."""
    setup, found = totals.setup, dict[str, list[str]]()
    wagers = setup.regulation.wagers
    for name in setup.stakes:
        if wagers[name].scope == "box":
            found.setdefault(wagers[name].limits or name, []).append(name)
    for name, award in setup.regulation.awards.items():
        if award.kind == "bonus" and award.stake_of in found:
            found[award.stake_of].append(name)
    return {name: tuple(items) for name, items in found.items()}


def cover_wager_of(totals: Totals) -> str:
    return cover_wager(totals.setup.terms, totals.setup.stakes)


class _Sum:
    """One wager over the cells of a part."""

    def __init__(self, part: Part, items: tuple[str, ...], numbers: Longs, totals: Totals) -> None:
        self._totals, self._items = totals, items
        self.net = self.square = self.handle = self.hands = 0
        self.rows: Counter[str] = Counter()
        classes = totals.grid.shape[1]
        for index, (cell, number) in enumerate(zip(part.cells, numbers.tolist(), strict=True)):
            lines = [line for line in cell.lines if line.item in items]
            net = sum(line.net for line in lines)
            self.hands += number
            self.net += net * number
            self.square += net * net * number
            self.handle += number * sum(line.stake for line in lines if line.item not in cell.withdrawn)
            self.rows[self._label(lines, index // classes)] += number

    def _label(self, lines: Sequence[Line], outcome: int) -> str:
        if self._items[0] == "ante":
            return outcome_name(outcome, self._totals.setup.terms.plan.numbers_first)
        return lines[-1].pattern or "none" if lines else "none"

    def add(self, net: int, square: int) -> None:
        """What meters paid beyond what the cells suppose."""
        self.net, self.square = self.net + net, self.square + square

    def wager(self, name: str, strategy: str, exact: Exact | None, spread: float) -> WagerResult:
        setup, known = self._totals.setup, exact.rows if exact else {}
        rows = {**dict.fromkeys(known, 0), **{row: n for row, n in self.rows.items() if n}}
        return WagerResult(
            wager=name,
            paytable=setup.paytables.get(name) or setup.paytables.get("ante_bonus", ""),
            strategy=strategy,
            stake=setup.stakes[self._items[0]],
            hands=self.hands,
            handle=self.handle,
            net=self.net,
            square=self.square,
            spread=spread,
            rows=tuple(RowResult(row, number, known.get(row)) for row, number in rows.items()),
            exact=exact.expected if exact else None,
            variance=exact.variance if exact else None,
        )


def outcome_name(outcome: int, numbers_first: bool) -> str:
    """An outcome as odds call it."""
    if outcome == 0:
        return "fold"
    qualified, compared = divmod(outcome - 1, len(COMPARED))
    if numbers_first:
        return f"play, dealer {'qualifies' if qualified else 'does not qualify'}, {COMPARED[compared]}"
    return COMPARED[compared] if qualified else "unqualified"


def _covered(totals: Totals, name: str, strategy: str, boxes: int, exact: Exact | None) -> WagerResult:
    """Cover All, which is the same for every box."""
    setup = totals.setup
    stake, rows = setup.stakes[name], setup.terms.paying(name, setup.boxes).rows
    numbers = [number * boxes for number in totals.cover.tolist()]
    wins = [*(row.payout.number * stake for row in rows), -stake]
    known = exact.rows if exact else {}
    labels = [*(row.pattern for row in rows), "none"]
    return WagerResult(
        wager=name,
        paytable=setup.paytables.get(name, ""),
        strategy=strategy,
        stake=stake,
        hands=sum(numbers),
        handle=sum(numbers) * stake,
        net=sum(win * number for win, number in zip(wins, numbers, strict=True)),
        square=sum(win * win * number for win, number in zip(wins, numbers, strict=True)),
        spread=float(boxes),
        rows=tuple(RowResult(label, n, known.get(label)) for label, n in zip(labels, numbers, strict=True)),
        exact=exact.expected if exact else None,
        variance=exact.variance if exact else None,
    )
