"""No code outside `games/` names a game, a wager of one, or a regulation: the names come from the rules."""

import ast
import re
from collections.abc import Iterator

import pytest

from pitboss.rules.load import folders, load_regulation
from tests.architecture.test_layers import MODULES, SRC, imports, part_of

REGULATIONS = [load_regulation(name) for name in folders()]
VOCABULARY = {"play", "bonus", "envy", "progressive"}
"""Names of wagers and awards that are also words of the rules' own vocabulary."""
WAGERS = {name for rules in REGULATIONS for names in (rules.wagers, rules.awards, rules.paytables) for name in names}
WAGERS |= {rule.limits for rules in REGULATIONS for rule in rules.wagers.values()} - {""}
GAMES = {path.name for path in (SRC / "games").iterdir() if (path / "game.py").is_file()}
EXACT = (WAGERS - VOCABULARY) | GAMES | {rules.id for rules in REGULATIONS}
"""Text that is one of these decides something by a name."""
SPOKEN = re.compile("Let It Ride|Three Card Poker|Top Five|Cover All|Pair Plus")
"""Titles that no sentence for a user may have in code: they stand in the regulation."""
CLASSES = ("".join(word.capitalize() for word in game.split("_")) for game in GAMES)
IDENTIFIER = re.compile("|".join([*GAMES, *CLASSES, "TopFive", "(?i:cover_?all)"]))
HELP = {"help", "metavar", "description", "epilog"}
"""Arguments of a parser, whose texts give examples."""


def _examples(tree: ast.AST) -> Iterator[ast.AST]:
    """Docstrings and help texts."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            yield node.value
        elif isinstance(node, ast.keyword) and node.arg in HELP:
            yield from ast.walk(node.value)


def _identifier(node: ast.AST) -> str:
    match node:
        case ast.Name(id=name) | ast.Attribute(attr=name) | ast.arg(arg=name) | ast.alias(name=name):
            return name
        case ast.FunctionDef(name=name) | ast.ClassDef(name=name) | ast.AsyncFunctionDef(name=name):
            return name
        case ast.keyword(arg=str(name)):
            return name
    return ""


def name_faults(module: str, source: str) -> Iterator[str]:
    """Names of games, wagers and regulations in code and in texts, docstrings and help texts aside."""
    if part_of(module) == "games":
        return
    tree = ast.parse(source)
    examples = {id(node) for node in _examples(tree)}
    for node in ast.walk(tree):
        if IDENTIFIER.search(_identifier(node)):
            yield f"{module}: the identifier {_identifier(node)}"
        text = node.value if isinstance(node, ast.Constant) and id(node) not in examples else None
        if isinstance(text, str) and (text in EXACT or SPOKEN.search(text)):
            yield f"{module}: the text {text[:60]!r}"


def test_no_module_names_a_game_a_wager_or_a_regulation() -> None:
    faults = [fault for module, path in MODULES.items() for fault in name_faults(module, path.read_text("utf-8"))]
    assert faults == []


def test_only_games_import_games() -> None:
    found = [
        f"{module}: {name}"
        for module, path in MODULES.items()
        for name in imports(module, path.read_text("utf-8"))
        if name.startswith("pitboss.games") and part_of(module) != "games"
    ]
    assert found == []


def test_every_game_of_a_regulation_has_a_folder() -> None:
    assert {rules.game for rules in REGULATIONS} == GAMES


BAD = {
    "a comparison with a game": 'if rules.game == "let_it_ride": pass',
    "a case of a game": 'match game:\n    case "three_card_poker":\n        pass',
    "a wager": 'stake = wagers["ante"]',
    "bets that share an entry": 'wager == "base"',
    "a list of regulations": 'KNOWN = ["MD-TCP"]',
    "a function of a game": "def top_five_poker(): pass",
    "a class of a game": "class LetItRideTable: pass",
    "an argument": "play(cover_all=1)",
    "a game's title in a message": 'raise ValueError("only Let It Ride has this")',
}


@pytest.mark.parametrize("source", BAD.values(), ids=BAD)
def test_a_name_is_found(source: str) -> None:
    assert list(name_faults("odds/x.py", source)) != []
    assert list(name_faults("games/x.py", source)) == []


GOOD = {
    "a docstring": '"""Let It Ride\'s `base`, as in MD-LIR."""',
    "an attribute's docstring": 'x: int = 1\n"""Such as MD-TCP."""',
    "help": 'parser.add_argument("regulation", help="such as MD-TCP")',
    "an example in a message": 'raise ValueError("expected an id such as MD-TCP")',
    "a word of the vocabulary": 'choice == "play"',
    "a ranking": "from pitboss.cards import TOP_FIVE",
}


@pytest.mark.parametrize("source", GOOD.values(), ids=GOOD)
def test_an_example_is_not(source: str) -> None:
    assert list(name_faults("odds/x.py", source)) == []
