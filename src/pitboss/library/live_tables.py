"""Rules and tables for programs: a house file approved, and commands given as text."""

from os import PathLike, fspath

from pitboss.errors import InputError
from pitboss.play import events as e
from pitboss.play.commands import Command
from pitboss.play.notation import parse_command
from pitboss.rules.approve import approve_file
from pitboss.rules.ruleset import House
from pitboss.table.decide import decide as decide_command
from pitboss.table.state import Table


def approve(file: str | PathLike[str]) -> House:
    """Returns the approved house in a file, with the Ruleset of each table.

    SubmissionRejected carries every violation with its line and clause. InputError says why the file cannot be read.

    >>> house = approve("examples/house.toml")
    >>> house.tables["three-card"].regulation.id
    'MD-TCP'
    >>> approve("examples/broken.toml")
    Traceback (most recent call last):
    pitboss.errors.SubmissionRejected: ...
    """
    return approve_file(fspath(file))


def decide(table: Table, command: Command | str) -> tuple[e.Event, ...]:
    """Returns the events that a command brings about; the table itself does not change.

    A command is a value, or text in the notation of the golden rounds. CommandRefused names the clause and what is
    open now. InputError says what is wrong with a text that is not a command.

    >>> from pitboss import evolve, new_table
    >>> table = new_table(approve("examples/house.toml").tables["three-card"])
    >>> (seated,) = decide(table, "player ann takes box 1")
    >>> evolve(table, seated).seats
    {1: 'ann'}
    """
    if isinstance(command, str):
        try:
            command = parse_command(command)
        except ValueError as error:
            raise InputError(str(error)) from None
    return decide_command(table, command)
