"""The options that the odds of a wager depend on, read from the rules: no other option changes its edge."""

from collections.abc import Iterator

from pitboss.odds.wagers import decision_wager, entry_of
from pitboss.rules.regulation import Regulation
from pitboss.rules.vocabulary import Under


def options_read(regulation: Regulation, wager: str) -> tuple[str, ...]:
    """The options that decide what a wager, as odds name it, is paid, in the regulation's order."""
    read = {under.option for under in _unders(regulation, wager) if under}
    read |= {rule.stake_option for name, rule in regulation.wagers.items() if entry_of(regulation, name) == wager}
    return tuple(option for option in regulation.options if option in read)


def _unders(regulation: Regulation, wager: str) -> Iterator[Under | None]:
    hands = set()
    for name, rule in regulation.wagers.items():
        if entry_of(regulation, name) == wager:
            yield from (rule.chip_returned_under, rule.only_boxes_under)
            hands.add(rule.hand)
    for name, award in regulation.awards.items():
        if entry_of(regulation, name) == wager:
            yield from (award.only_on_win_under, award.never_under)
    if wager == decision_wager(regulation):
        yield from (hand.other_under for name, hand in regulation.hands.items() if name in hands)


def readings(regulation: Regulation, option: str, chosen: str | int) -> tuple[str | int, ...]:
    """The values that a submission may choose, the reading in force first; an amount stays as it is chosen."""
    ruling = regulation.options[option]
    return (chosen,) if ruling.is_amount else ruling.values
