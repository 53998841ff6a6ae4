"""The results of a simulation: counts of the grid turned into wagers, each with its exact value, shifts and meters."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from typing import Any

from pitboss.money import show_money
from pitboss.odds.wagers import decision_wager
from pitboss.play.settlement_input import SettledLine
from pitboss.rules.record import Record
from pitboss.simulation.covariance import spreads
from pitboss.simulation.exact_values import ExactValue, exact_values
from pitboss.simulation.result_records import MeterResult, RowResult, Shifts, WagerResult
from pitboss.simulation.simulated_game import simulation_of
from pitboss.simulation.tables import GridPart, Longs
from pitboss.simulation.totals import Totals
from pitboss.tabular import data_frame


class SimulationResults(Record):
    """The results of all rounds so far."""

    totals: Totals
    seconds: float
    played: int
    """The rounds that were played in these seconds; the others come from a checkpoint."""

    @property
    def rounds(self) -> int:
        return self.totals.rounds

    @cached_property
    def wagers(self) -> tuple[WagerResult, ...]:
        names = dict.fromkeys(self.totals.setup.strategies)
        return tuple(found for strategy in names for found in self._played(strategy))

    @cached_property
    def shifts(self) -> Shifts | None:
        """The results by shift; None if no shift was played to its end."""
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
        for name, items in setup.entries.items():
            for part in totals.grid.parts:
                if any(line.item in items for cell in part.cells for line in cell.lines):
                    found = _WagerSum(part, name, totals.grid.counted(part, tally), totals)
                    found.add(int(totals.more[name] * share), int(totals.squares[name] * share))
                    yield found.result(strategy, exact.get(name), spread[name])
        yield from self._awarded(strategy, boxes, tally, exact)
        if wager := setup.highest_hand_wager:
            yield _highest_hand(totals, wager, strategy, len(boxes), exact.get(wager))

    def _awarded(
        self, strategy: str, boxes: Sequence[int], tally: Longs, exact: Mapping[str, ExactValue]
    ) -> Iterator[WagerResult]:
        """The Envy Bonuses: each hand that earns one pays every other box."""
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


class _WagerSum:
    """One wager, as odds name it, summed over the cells of a part."""

    def __init__(self, part: GridPart, wager: str, numbers: Longs, totals: Totals) -> None:
        setup = totals.setup
        self._setup, self._wager, self._items = setup, wager, setup.entries[wager]
        is_decided = wager == decision_wager(setup.regulation)
        self._outcomes = simulation_of(setup.regulation).outcome_names if is_decided else ()
        self.net = self.square = self.handle = self.hands = 0
        self.rows: Counter[str] = Counter()
        classes = totals.grid.shape[1]
        for index, (cell, number) in enumerate(zip(part.cells, numbers.tolist(), strict=True)):
            lines = [line for line in cell.lines if line.item in self._items]
            net = sum(line.net for line in lines)
            self.hands += number
            self.net += net * number
            self.square += net * net * number
            self.handle += number * sum(line.stake for line in lines if line.item not in cell.withdrawn)
            self.rows[self._row(lines, index // classes)] += number

    def _row(self, lines: Sequence[SettledLine], outcome: int) -> str:
        """The name of the row, as odds have it."""
        if self._outcomes:
            return self._outcomes[outcome]
        return lines[-1].pattern or "none" if lines else "none"

    def add(self, net: int, square: int) -> None:
        """Adds what meters paid beyond the amounts in the cells."""
        self.net, self.square = self.net + net, self.square + square

    def result(self, strategy: str, exact: ExactValue | None, spread: float) -> WagerResult:
        setup, known = self._setup, exact.rows if exact else {}
        rows = {**dict.fromkeys(known, 0), **{row: n for row, n in self.rows.items() if n}}
        return WagerResult(
            wager=self._wager,
            paytable=setup.paytable(self._wager),
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


def _highest_hand(totals: Totals, name: str, strategy: str, boxes: int, exact: ExactValue | None) -> WagerResult:
    """The wager on the highest hand at the table, which has the same result for every box."""
    setup = totals.setup
    stake, rows = setup.stakes[name], setup.terms.paying(name, setup.boxes).rows
    numbers = [number * boxes for number in totals.highest.tolist()]
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
