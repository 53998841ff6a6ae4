"""A parser as plain values: its commands, options and arguments, for shell completion and the manual page."""

import argparse
from collections.abc import Iterator
from importlib import import_module
from typing import NamedTuple, Self

from pitboss.cli.main import COMMANDS, make_parser, module_of


class ArgumentDescription(NamedTuple):
    """An option or a positional argument."""

    flags: tuple[str, ...]
    """Empty for a positional argument."""
    value: str
    """The name of the value in usage lines, such as `FILE`; empty for an option without a value."""
    help: str
    choices: tuple[str, ...]
    required: bool
    repeats: bool

    @classmethod
    def of(cls, action: argparse.Action) -> Self:
        choices = tuple(map(str, action.choices or ()))
        if action.nargs == 0:
            value = ""
        elif action.metavar:
            value = str(action.metavar)
        else:
            value = "|".join(choices) or (action.dest.upper() if action.option_strings else action.dest)
        repeats = action.nargs in ("*", "+") or isinstance(action, argparse._AppendAction)  # noqa: SLF001
        required = bool(action.required) if action.option_strings else action.nargs not in ("?", "*")
        return cls(tuple(action.option_strings), value, action.help or "", choices, required, repeats)

    @property
    def takes_regulation(self) -> bool:
        return "REGULATION" in self.value.split("|")

    @property
    def takes_file(self) -> bool:
        return any("FILE" in word or "." in word for word in self.value.split("|"))

    @property
    def takes_folder(self) -> bool:
        return self.value in ("FOLDER", "DIR")


class CommandDescription(NamedTuple):
    """The program, or one of its commands."""

    words: tuple[str, ...]
    """What a person types: `("pitboss", "people", "add")`."""
    help: str
    options: tuple[ArgumentDescription, ...]
    arguments: tuple[ArgumentDescription, ...]
    commands: tuple["CommandDescription", ...]

    def walk(self) -> Iterator["CommandDescription"]:
        """Yields this command and then all under it, in the order of the parser."""
        yield self
        for command in self.commands:
            yield from command.walk()


def describe_program() -> CommandDescription:
    """Returns `pitboss` with every command. One that needs a package which is not installed has no options here."""
    return describe(make_parser([name for name in COMMANDS if _can_be_imported(name)]), "pitboss")


def _can_be_imported(command: str) -> bool:
    try:
        import_module(module_of(command))
    except ModuleNotFoundError:
        return False
    return True


def describe(parser: argparse.ArgumentParser, *words: str, text: str = "") -> CommandDescription:
    """Returns a parser with everything under it. `--help` is left out: every command has it."""
    options: list[ArgumentDescription] = []
    arguments: list[ArgumentDescription] = []
    commands: list[CommandDescription] = []
    for action in parser._actions:  # noqa: SLF001 - argparse has no other way to list them
        if isinstance(action, argparse._SubParsersAction):  # noqa: SLF001
            texts = {choice.dest: choice.help or "" for choice in action._choices_actions}  # noqa: SLF001
            commands += [describe(each, *words, name, text=texts[name]) for name, each in action.choices.items()]
        elif not isinstance(action, argparse._HelpAction) and action.help != argparse.SUPPRESS:  # noqa: SLF001
            (options if action.option_strings else arguments).append(ArgumentDescription.of(action))
    return CommandDescription(
        words, text or parser.description or "", tuple(options), tuple(arguments), tuple(commands)
    )
