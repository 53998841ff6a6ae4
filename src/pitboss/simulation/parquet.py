"""A simulation as Parquet: the results of each wager, row by row of its paytable; or rounds, card by card.

Rounds are written in groups, so that memory does not grow with the file. The key `pitboss` of the file's metadata holds
the manifest of the simulation as JSON, and every column has a description.
"""

import json
from collections.abc import Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pitboss.cards import Card
from pitboss.errors import InputError
from pitboss.simulation.manifest import recipe
from pitboss.simulation.results import SimulationResults
from pitboss.simulation.rounds import RoundColumns, Rounds
from pitboss.tabular import Column, read_columns, schema_of

GROUP = 1 << 14
"""The number of rounds that are written together."""


TOTALS = read_columns("""
    wager                string     the wager as odds name it, or an award
    paytable             string     the id of its paytable
    strategy             string     the strategy of the boxes that are counted here
    stake                int64      the unit first staked, in cents
    hands                int64      hands with the wager
    handle               int64      everything that was staked and not withdrawn, in cents
    net                  int64      what the boxes won, in cents; a loss is negative; meters as they stood
    mean                 double     net win per unit first staked
    standard_error       double     of the mean; hands of a round share cards, and this allows for it
    standard_deviation   double     of what one hand wins, per unit first staked
    expected             double     the exact mean; null if none is known
    standard_errors_off  double     how far the mean lies from it
    row                  string     a row of the paytable, or how the round ended; none for a hand that no row pays
    number               int64      hands with this row
    frequency            double     the share of hands
    expected_frequency   double     the exact share; null if none is known
""")
"""One row for each wager, strategy and row of a paytable; all but the last four columns repeat."""

COLUMNS = read_columns("""
    round            int64      the number of the round, from 1
    box              int64      the box, from 1 at the dealer's left
    strategy         string     how the box is played
    cards            string     the cards of the box, in the order dealt
    burned           string     the community card that is burned
    community        string     the community cards that count, in the order turned up
    dealer           string     the dealer's cards
    bonus_box        string     the cards of the bonus box
    DECISION_choice  string     what the box chose at a decision; the column has its name
    WAGER_stake      int64      what was staked and not withdrawn, in cents; 0 if it was not placed
    WAGER_net        int64      what the box won with a wager, in cents; each meter at its reset amount
    AWARD_net        int64      what the box was paid for an award, in cents
    net              int64      what the box won in all, in cents
""")
"""One row for each box and round. Columns in capitals appear once for each decision, wager and award in play; piles
that the table does not use have no column."""


def write(results: SimulationResults, file: str, every: int | None = None) -> int:
    """Writes the results of each wager; with `every`, every round whose number it divides, box by box.

    Returns the number of rows. An InputError if the file cannot be written; no part of it is left behind.
    """
    import pyarrow.parquet  # type: ignore[import-untyped, unused-ignore]  # noqa: PLC0415 - an extra, which the CLI names

    columns, groups = _rounds(results, every) if every else (TOTALS, _totals(results))
    schema = schema_of(columns, {"pitboss": json.dumps({**recipe(results), "every": every})})
    try:
        writer = pyarrow.parquet.ParquetWriter(file, schema, compression="zstd")
    except OSError as error:
        raise InputError(f"cannot be written: {(error.strerror or str(error)).lower()}", file) from None
    rows, whole = 0, False
    try:
        with writer:
            for group in groups:
                table = pyarrow.table(group, schema=schema)
                writer.write_table(table, row_group_size=len(table) or None)
                rows += len(table)
        whole = True
    except OSError as error:
        raise InputError(f"cannot be written: {(error.strerror or str(error)).lower()}", file) from None
    finally:
        if not whole:
            with suppress(OSError):
                Path(file).unlink()
    return rows


Group = Mapping[str, Any]
"""Columns of equal length."""


def _totals(results: SimulationResults) -> Iterator[Group]:
    rows: list[dict[str, Any]] = []
    for wager in results.wagers:
        found = wager.to_json()
        found["expected"] = found.pop("expected_float")
        rows += [{**found, **row} for row in found.pop("rows")]
    yield {column.name: [row[column.name] for row in rows] for column in TOTALS}


def _rounds(results: SimulationResults, every: int) -> tuple[tuple[Column, ...], Iterator[Group]]:
    rounds = Rounds(results.totals)
    columns = tuple(_columns(rounds))
    return columns, (_group(rounds, found) for found in _dealt(rounds, results.rounds, every))


def _dealt(rounds: Rounds, played: int, every: int) -> Iterator[RoundColumns]:
    """Rounds `every`, twice `every` and so on, a group at a time."""
    for first in range(every, played + 1, GROUP * every):
        yield rounds.dealt(np.arange(first, min(first + GROUP * every, played + 1), every, dtype=np.int64) - 1)


def _columns(rounds: Rounds) -> Iterator[Column]:
    """The columns that the table uses, those in capitals for each decision, wager and award."""
    unused = {"burned", "community", "dealer", "bonus_box"} - set(rounds.piles)
    named = {"DECISION": rounds.decisions, "AWARD": rounds.awards}
    for column in COLUMNS:
        kind, _, rest = column.name.partition("_")
        if column.name == "WAGER_stake":
            for name in rounds.wagers:
                yield column._replace(name=f"{name}_stake")
                yield COLUMNS[_NET]._replace(name=f"{name}_net")
        elif kind in named:
            yield from (column._replace(name=f"{name}_{rest}") for name in named[kind])
        elif column.name not in unused and column.name != "WAGER_net":
            yield column


_NET = next(index for index, column in enumerate(COLUMNS) if column.name == "WAGER_net")


def _group(rounds: Rounds, dealt: RoundColumns) -> Group:
    import pyarrow  # type: ignore[import-untyped, unused-ignore]  # noqa: PLC0415 - an extra

    count, boxes = len(dealt.numbers), rounds.setup.boxes

    def chosen(names: tuple[str, ...], indices: NDArray[Any]) -> Any:
        return pyarrow.array(names).take(pyarrow.array(indices.reshape(-1).astype(np.int64)))

    group: dict[str, Any] = {
        "round": np.repeat(dealt.numbers + 1, boxes),
        "box": np.tile(np.arange(1, boxes + 1), count),
        "strategy": chosen(rounds.setup.strategies, np.tile(np.arange(boxes), count)),
        "cards": _text(dealt.hands.reshape(count * boxes, -1)),
        **{name: _text(np.repeat(cards, boxes, axis=0)) for name, cards in dealt.piles.items()},
    }
    for decision, keeps in dealt.keeps.items():
        group[f"{decision}_choice"] = chosen(rounds.choices(decision), keeps)
    for name, stakes in dealt.stakes.items():
        group[f"{name}_stake"] = stakes.reshape(-1)
    for name, nets in dealt.nets.items():
        group[f"{name}_net"] = nets.reshape(-1)
    group["net"] = sum(dealt.nets.values(), np.zeros((count, boxes), np.int64)).reshape(-1)
    return group


_LETTERS = np.frombuffer("".join(f"{Card(number)} " for number in range(52)).encode(), np.uint8).reshape(52, 3)


def _text(cards: NDArray[np.int64]) -> Any:
    """Hands as text, `As Kd Qh`: all have the same length, so one buffer holds the letters of all."""
    import pyarrow  # type: ignore[import-untyped, unused-ignore]  # noqa: PLC0415 - an extra

    hands, size = cards.shape
    letters = np.ascontiguousarray(_LETTERS[cards].reshape(hands, 3 * size)[:, :-1])
    offsets = np.arange(hands + 1, dtype=np.int32) * (3 * size - 1)
    return pyarrow.StringArray.from_buffers(hands, pyarrow.py_buffer(offsets), pyarrow.py_buffer(letters))
