"""What is asked of a live table comes back from its line, the house's own commands too."""

import pytest
from hypothesis import given

from pitboss.house.request import (
    CommandRequest,
    HouseCommand,
    OpenBetsNow,
    ShuffleByHouse,
    parse_house_command,
    show_house_command,
)
from pitboss.play import commands as c
from tests.play.test_notation import COMMANDS


@pytest.mark.parametrize(
    ("line", "asked"),
    [
        ("dealer shuffles", ShuffleByHouse()),
        ("dealer opens bets", OpenBetsNow()),
        ("dealer opens bets at 4:00:00", c.OpenBets(14_400)),
        ("dealer shuffles by hand: unread", c.RecordShuffle((), "hand")),
        ("dealer deals", c.DealCards()),
        ("floorperson empties drop", c.EmptyDrop()),
    ],
)
def test_lines_read_as_what_is_asked(line: str, asked: HouseCommand) -> None:
    read = parse_house_command(f"  {line}\n")
    assert (read, type(read)) == (asked, type(asked))
    assert show_house_command(asked) == line


@pytest.mark.parametrize("kind", COMMANDS, ids=lambda kind: kind.__name__)
def test_every_command_of_the_engine_can_be_asked(kind: type) -> None:
    """Commands without fields are equal as tuples, so the kind is looked at too."""

    @given(COMMANDS[kind])
    def check(command: c.Command) -> None:
        read = parse_house_command(show_house_command(command))
        assert (read, type(read)) == (command, kind)

    check()


@pytest.mark.parametrize("line", ["", "dealer", "dealer shuffles well", "dealer opens bets now", "shuffle"])
def test_a_line_that_is_nothing_to_ask_is_told_how_one_is_written(line: str) -> None:
    with pytest.raises(ValueError, match="is not a command: write it like"):
        parse_house_command(line)


def test_what_is_asked_names_no_round_unless_it_is_meant_for_one() -> None:
    assert CommandRequest("1", "one", c.DealCards()).round is None
