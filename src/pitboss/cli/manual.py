"""`pitboss manual`: the manual page, written from the parser itself. `pitboss manual | man -l -` shows it."""

import argparse
import json
from collections.abc import Iterator

from pitboss import __version__
from pitboss.cli.command_tree import ArgumentDescription, CommandDescription, describe_program

_EXIT_STATUS = {
    "0": "The answer is good.",
    "1": "The answer is no: rejected, mispaid, or tampered with.",
    "2": "The input cannot be used. Standard error names the file, the line and the reason.",
}
_ENVIRONMENT = {
    "PITBOSS_DB": "Stands in for --db.",
    "PITBOSS_REGULATIONS": "Stands in for --regulations.",
    "NO_COLOR": "If set, no output is coloured.",
}


def manual_page(program: CommandDescription) -> str:
    """Returns the page in the man macros."""
    return "\n".join(_lines(program)) + "\n"


def _lines(program: CommandDescription) -> Iterator[str]:
    yield f'.TH PITBOSS 1 "" "pitboss {__version__}" "User Commands"'
    yield from (".SH NAME", "pitboss \\- casino poker tables, run as their regulation orders")
    yield from (".SH SYNOPSIS", ".B pitboss", "COMMAND [OPTIONS] [ARGUMENTS]")
    yield from (".SH DESCRIPTION", _text(program.help))
    yield ".SH OPTIONS"
    for heading, meaning in (
        ("\\-\\-json", "Answer with one JSON document, for programs."),
        *_program_options(program),
    ):
        yield from (".TP", f"\\fB{heading}\\fR", _text(meaning))
    yield ".SH COMMANDS"
    for command in program.walk():
        if command is not program:
            yield from _command(command)
    for title, entries in (("EXIT STATUS", _EXIT_STATUS), ("ENVIRONMENT", _ENVIRONMENT)):
        yield f".SH {title}"
        for name, meaning in entries.items():
            yield from (".TP", f"\\fB{name}\\fR", _text(meaning))


def _program_options(program: CommandDescription) -> Iterator[tuple[str, str]]:
    yield "\\-h, \\-\\-help", "Print the help of the program, or of the command before it."
    yield from ((_heading(option), option.help) for option in program.options)


def _command(command: CommandDescription) -> Iterator[str]:
    words = [f"\\fB{_text(' '.join(command.words))}\\fR"]
    if any(option.flags != ("--json",) for option in command.options):
        words.append("[OPTIONS]")
    for argument in command.arguments:
        shown = f"\\fI{_text(argument.value)}\\fR" + (" ..." if argument.repeats else "")
        words.append(shown if argument.required else f"[{shown}]")
    if command.commands:
        words.append("\\fIACTION\\fR")
    yield from (f".SS {' '.join(words)}", _text(f"{command.help[:1].upper()}{command.help[1:].rstrip('.')}."))
    for argument in (*command.arguments, *command.options):
        if argument.flags != ("--json",) and argument.help:
            yield from (".TP", _heading(argument), _text(argument.help))


def _heading(argument: ArgumentDescription) -> str:
    value = f"\\fI{_text(argument.value)}\\fR" if argument.value else ""
    flags = ", ".join(f"\\fB{_text(flag)}\\fR" for flag in argument.flags)
    return " ".join(part for part in (flags, value) if part)


def _text(text: str) -> str:
    """Text that troff prints unchanged: a leading dot or quote would be a macro, a bare hyphen may break."""
    escaped = text.replace("\\", "\\e").replace("-", "\\-").replace("%%", "%")
    return f"\\&{escaped}" if escaped.startswith((".", "'")) else escaped


def configure(parser: argparse.ArgumentParser) -> None:
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    page = manual_page(describe_program())
    print(json.dumps({"page": page}) if options.json else page, end="")
    return 0
