"""`pitboss completion`: the completion script of a shell, written from the parser itself."""

import argparse
import json
from collections.abc import Iterator, Sequence
from string import Template

from pitboss.cli.arguments import add_regulations
from pitboss.cli.command_tree import ArgumentDescription, CommandDescription, describe_program
from pitboss.rules.editions import editions

_BASH = Template("""\
# Completion of pitboss for bash. Write it to a file that ~/.bashrc reads:  pitboss completion bash
_pitboss() {
    local word=$${COMP_WORDS[COMP_CWORD]} before=$${COMP_WORDS[COMP_CWORD-1]} path=pitboss words='' i
    for ((i = 1; i < COMP_CWORD; i++)); do
        case "$$path $${COMP_WORDS[i]}" in
            $paths) path="$$path $${COMP_WORDS[i]}" ;;
        esac
    done
    case "$$path $$before" in
$values
    esac
    case "$$path" in
$words
    esac
    case "$$word" in
        -*) ;;
        *) words=$${words%% -*} ;;
    esac
    COMPREPLY=($$(compgen -W "$$words" -- "$$word"))
}
complete -o default -F _pitboss pitboss
""")
_FISH = Template("""\
# Completion of pitboss for fish:  pitboss completion fish > ~/.config/fish/completions/pitboss.fish
function __pitboss_path
    set -l path pitboss
    for word in (commandline -opc)[2..]
        if contains -- "$$path $$word" $paths
            set path "$$path $$word"
        end
    end
    echo $$path
end
complete -c pitboss -f
$lines
""")
_ZSH = Template("""\
#compdef pitboss
# Completion of pitboss for zsh, in a folder of $$fpath:  pitboss completion zsh > ~/.zfunc/_pitboss
_pitboss_regulation() { _values regulation $regulations }
_pitboss_regulation_or_file() { _alternative 'regulations:regulation:($regulations)' 'files:file:_files' }
$functions
if [[ $$zsh_eval_context[-1] == loadautofunc ]]; then _pitboss "$$@"; else compdef _pitboss pitboss; fi
""")


def bash_script(program: CommandDescription, regulations: Sequence[str]) -> str:
    """Returns the completion for bash 3.2 or newer. If nothing matches, bash offers files."""
    values, words = [], []
    for command in program.walk():
        path = " ".join(command.words)
        for option in command.options:
            if option.value:
                # An option that takes a value offers its choices; if there are none, bash offers files.
                reply = f"COMPREPLY=($(compgen -W '{' '.join(_values(option, regulations))}' -- \"$word\"))"
                values += [f"        '{path} {flag}') {reply}; return ;;" for flag in option.flags]
        offered = [sub.words[-1] for sub in command.commands]
        for argument in command.arguments:
            offered += _values(argument, regulations)
        flags = [flag for option in command.options for flag in option.flags]
        words.append(f"        '{path}') words=' {' '.join([*dict.fromkeys(offered), *flags, '--help'])}' ;;")
    return _BASH.substitute(paths="|".join(_paths(program)), values="\n".join(values), words="\n".join(words))


def fish_script(program: CommandDescription, regulations: Sequence[str]) -> str:
    lines = []
    for command in program.walk():
        here = f"""complete -c pitboss -n 'test (__pitboss_path) = "{" ".join(command.words)}"'"""
        lines += [f"{here} -a {sub.words[-1]} -d {_quoted(sub.help)}" for sub in command.commands]
        for argument in command.arguments:
            if offered := _values(argument, regulations):
                lines.append(f"{here} -a '{' '.join(offered)}' -d {_quoted(argument.help)}")
            if argument.takes_file or argument.takes_folder:
                lines.append(f"{here} -F")
        for option in command.options:
            flags = [f"-l {flag[2:]}" if flag.startswith("--") else f"-s {flag[1:]}" for flag in option.flags]
            takes = ""
            if option.value:
                takes = " -r -F" if option.takes_file or option.takes_folder else " -x"
                if offered := _values(option, regulations):
                    takes += f" -a '{' '.join(offered)}'"
            lines.append(f"{here} {' '.join(flags)}{takes} -d {_quoted(option.help)}")
    return _FISH.substitute(paths=" ".join(_paths(program)), lines="\n".join(lines))


def zsh_script(program: CommandDescription, regulations: Sequence[str]) -> str:
    functions = "\n".join(_zsh_function(command) for command in program.walk())
    return _ZSH.substitute(regulations=" ".join(regulations), functions=functions)


def _zsh_function(command: CommandDescription) -> str:
    specs = ["'(-h --help)'{-h,--help}'[show the help]'"]
    for option in command.options:
        value = f":{_zsh_text(option.value)}:{_zsh_action(option)}" if option.value else ""
        many = "*" if option.repeats else ""
        specs += [f"'{many}{flag}[{_zsh_text(option.help)}]{value}'" for flag in option.flags]
    for argument in command.arguments:
        where = "*" if argument.repeats else "" if argument.required else ":"
        specs.append(f"'{where}:{_zsh_text(argument.value)}:{_zsh_action(argument)}'")
    cases = ""
    if command.commands:
        named = " ".join(f'{sub.words[-1]}\\:"{_zsh_text(sub.help)}"' for sub in command.commands)
        specs += [f"'1:command:(({named}))'", "'*::argument:->argument'"]
        branches = " ".join(f"{sub.words[-1]}) _{'_'.join(sub.words)} ;;" for sub in command.commands)
        cases = f" && return\n    case $line[1] in {branches} esac"
    listed = " \\\n        ".join(specs)
    return (
        f"_{'_'.join(command.words)}() {{\n    local line state\n    _arguments -C -s \\\n        {listed}{cases}\n}}"
    )


def _zsh_action(argument: ArgumentDescription) -> str:
    if argument.choices:
        return f"({' '.join(argument.choices)})"
    if argument.takes_regulation:
        return "_pitboss_regulation_or_file" if argument.takes_file else "_pitboss_regulation"
    if argument.takes_folder:
        return "_files -/"
    return "_files" if argument.takes_file else " "


def _zsh_text(text: str) -> str:
    """Text inside a specification of `_arguments`, which is inside single quotes."""
    for sign in '\\[]:"`$':
        text = text.replace(sign, f"\\{sign}")
    return text.replace("'", "'\\''")


def _quoted(text: str) -> str:
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'"


def _values(argument: ArgumentDescription, regulations: Sequence[str]) -> list[str]:
    return [*argument.choices, *(regulations if argument.takes_regulation else ())]


def _paths(program: CommandDescription) -> Iterator[str]:
    return (f"'{' '.join(command.words)}'" for command in program.walk() if len(command.words) > 1)


_SCRIPTS = {"bash": bash_script, "fish": fish_script, "zsh": zsh_script}


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("shell", choices=sorted(_SCRIPTS), metavar="bash|fish|zsh", help="your shell")
    add_regulations(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    script = _SCRIPTS[options.shell](describe_program(), list(editions()))
    print(json.dumps({"shell": options.shell, "script": script}) if options.json else script, end="")
    return 0
