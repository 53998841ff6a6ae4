"""Let It Ride's strategy as rules that a person can learn, derived from the solved game."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple

from pitboss.games.let_it_ride.solver import RideValues
from pitboss.odds.positions import Position, positions
from pitboss.odds.shapes import BIT, RANKS
from pitboss.rules.paytable import PaytableLine

_NAMES = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]
_STRAIGHTS = tuple(sum(1 << rank % 13 for rank in range(top - 4, top + 1)) for top in range(3, 13))
TEN = 8


class RideRule(NamedTuple):
    """A rule in words for letting a bet ride, and whether it covers a position."""

    text: str
    covers: Callable[[Position], bool]


def learnable(lines: Sequence[PaytableLine]) -> Mapping[str, tuple[RideRule, ...]]:
    """The rules for each decision: in optimal play a bet rides exactly if a rule covers the position."""
    values = RideValues(lines)
    first = {three: values.of_three(three) > 0 for three, _ in positions(3)}
    second = {four: values.of_four(four).win > 0 for four, _ in positions(4)}
    return {"bet_1": tuple(_rules(first, 3)), "bet_2": tuple(_rules(second, 4))}


def _rules(rides: Mapping[Position, bool], size: int) -> Iterator[RideRule]:
    if any(ride for hand, ride in rides.items() if _is_better_than_pair(hand)):
        yield RideRule(
            "with three of a kind or two pair" if size == 4 else "with three of a kind", _is_better_than_pair
        )
    pairs = [_lead(hand) for hand, ride in rides.items() if ride and _is_pair(hand)]
    if pairs:
        least = min(pairs)
        yield RideRule(
            f"with a pair of {_NAMES[least]}s or higher", lambda hand: _is_pair(hand) and _lead(hand) >= least
        )
    for suited in (True, False):
        hands = {hand: ride for hand, ride in rides.items() if max(hand.counts) == 1 and hand.suited == suited}
        yield from _unpaired(hands, suited, size)


def _unpaired(hands: Mapping[Position, bool], suited: bool, size: int) -> Iterator[RideRule]:
    """Rules by the number of straights that a hand can still become, and by how many cards are tens or higher."""
    kind = f"{size} cards of {'one suit' if suited else 'mixed suits'}"
    if all(hands.values()):
        yield RideRule(f"with any {kind}", lambda hand: _differ(hand, suited))
        return
    for ways in range(3, -1, -1):
        group = {hand: ride for hand, ride in hands.items() if _ways(hand) == ways}
        least = _least_high(group, size)
        if least is not None:
            yield _grouped(kind, suited, ways, least)
        for hand, ride in group.items():
            if ride and (least is None or _high(hand) < least):
                yield RideRule(f"with {_show(hand)}, {kind}", lambda other, it=hand: other == it)  # type: ignore[misc]


def _grouped(kind: str, suited: bool, ways: int, least: int) -> RideRule:
    straights = {0: "no straight", 1: "one straight"}.get(ways, f"{ways} straights")
    high = f", at least {least} of them ten or higher" if least else ""
    return RideRule(
        f"with {kind} that can become {straights}{high}",
        lambda hand: _differ(hand, suited) and _ways(hand) == ways and _high(hand) >= least,
    )


def _least_high(group: Mapping[Position, bool], size: int) -> int | None:
    """The least number of high cards with which every hand of the group rides."""
    for least in range(size + 1):
        chosen = [ride for hand, ride in group.items() if _high(hand) >= least]
        if chosen and all(chosen):
            return least
    return None


def _differ(hand: Position, suited: bool) -> bool:
    return max(hand.counts) == 1 and hand.suited == suited


def _ways(hand: Position) -> int:
    """How many different straights the ranks can still become."""
    mask = sum(bit for bit, count in zip(BIT, hand.counts, strict=True) if count)
    return sum(1 for run in _STRAIGHTS if mask & run == mask)


def _high(hand: Position) -> int:
    return sum(hand.counts[TEN:])


def _is_pair(hand: Position) -> bool:
    return max(hand.counts) == 2 and hand.counts.count(2) == 1


def _is_better_than_pair(hand: Position) -> bool:
    return max(hand.counts) > 2 or hand.counts.count(2) > 1


def _lead(hand: Position) -> int:
    return max(RANKS, key=lambda rank: (hand.counts[rank], rank))


def _show(hand: Position) -> str:
    return "-".join(_NAMES[rank] for rank in reversed(RANKS) if hand.counts[rank])
