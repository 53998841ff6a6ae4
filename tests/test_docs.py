"""The documents: their Python is true, their links lead somewhere, and what they name exists."""

import doctest
import json
import re
import shlex
from pathlib import Path

import pytest

from pitboss.cli.command_tree import describe_program
from pitboss.cli.main import COMMANDS, main
from tests.architecture.test_layers import LAYERS

ROOT = Path(__file__).parents[1]
PAGES = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")])
EXAMPLES = [page for page in PAGES if ">>> " in page.read_text(encoding="utf-8")]
LINK = re.compile(r"\]\(([^)\s]+)\)")
CODE = re.compile(r"`([^`\n]+)`")
SOURCE = re.compile(r"(?:src/pitboss/|pitboss/)?((?:[a-z_]+/)+(?:[a-z_]+\.py)?|[a-z_]+\.py)")
TUTORIAL = (ROOT / "docs/tutorial.md").read_text(encoding="utf-8")


def name_of(page: Path) -> str:
    return page.relative_to(ROOT).as_posix()


def anchors(page: Path) -> set[str]:
    """The anchors of a page's headings, as GitHub and the site make them."""
    titles = re.findall(r"^#+ (.+)$", page.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", title.lower()).strip().replace(" ", "-") for title in titles}


@pytest.mark.parametrize("page", EXAMPLES, ids=name_of)
def test_its_examples_run(page: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    result = doctest.testfile(str(page), module_relative=False, optionflags=doctest.ELLIPSIS)
    assert result.attempted > 0
    assert result.failed == 0


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_its_links_lead_somewhere(page: Path) -> None:
    for link in LINK.findall(page.read_text(encoding="utf-8")):
        if "://" in link:
            continue
        file, _, anchor = link.partition("#")
        target = (page.parent / file).resolve() if file else page
        assert target.exists(), link
        assert not anchor or anchor in anchors(target), link


@pytest.mark.parametrize("page", [page for page in PAGES if page.name != "CHANGELOG.md"], ids=name_of)
def test_the_files_that_it_names_exist(page: Path) -> None:
    for code in CODE.findall(page.read_text(encoding="utf-8")):
        if match := SOURCE.fullmatch(code):
            places = (ROOT / "src/pitboss", ROOT, page.parent)
            assert any((place / match[1]).exists() for place in places), code


def test_the_tree_of_the_architecture_has_the_layers_that_are_tested() -> None:
    page = (ROOT / "docs/architecture.md").read_text(encoding="utf-8")
    shown = {name: int(layer) for name, layer in re.findall(r"^([a-z]+)/ +([0-9]+) ", page, re.MULTILINE)}
    packages = {path.parent.name for path in (ROOT / "src/pitboss").glob("*/__init__.py")}
    assert shown == {name: LAYERS[name] for name in packages}


def test_every_command_is_described() -> None:
    titles = re.findall(r"^## (.+)$", (ROOT / "docs/commands.md").read_text(encoding="utf-8"), re.MULTILINE)
    described = {word for title in titles for word in re.findall(r"pitboss ([a-z-]+)", title)}
    assert described == set(COMMANDS)


def test_every_option_is_described() -> None:
    page = (ROOT / "docs/commands.md").read_text(encoding="utf-8")
    commands = [command for part in describe_program().commands for command in part.walk()]
    options = {option.flags: command.words for command in commands for option in command.options}
    assert [(words, flags) for flags, words in options.items() if not any(flag in page for flag in flags)] == []


def test_the_readme_shows_what_commands_print(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(ROOT)
    monkeypatch.setenv("COLUMNS", "120")
    blocks = re.findall(r"```console\n(.+?)```", (ROOT / "README.md").read_text(encoding="utf-8"), re.DOTALL)
    for command, shown in re.findall(r"\$ pitboss (.+)\n((?:[^$].*\n)+)", "".join(blocks)):
        assert main(shlex.split(command)) == 0
        assert shown in capsys.readouterr().out
    assert blocks


def test_the_files_of_the_tutorial(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (written,) = re.findall(r"```json\n(.+?)```", TUTORIAL, re.DOTALL)
    (house,) = re.findall(r"```toml\n(.+?)```", TUTORIAL, re.DOTALL)
    (paid,) = re.findall(r'"paid": (\{.+?\}\})', TUTORIAL)
    (tmp_path / "rounds.jsonl").write_text(json.dumps({**json.loads(written), "paid": json.loads(paid)}) + "\n")
    assert main(["audit", str(tmp_path / "rounds.jsonl"), "--json"]) == 1
    (difference,) = json.loads(capsys.readouterr().out)["differences"]
    assert (difference["item"], difference["due"] - difference["paid"]) == ("pair_plus", 500)
    (tmp_path / "house.toml").write_text(house)
    assert main(["check", str(tmp_path / "house.toml"), "--json"]) == 1
    (violation,) = json.loads(capsys.readouterr().out)["violations"]
    assert violation["code"] == "boxes-out-of-range"
    (tmp_path / "house.toml").write_text(house.replace("boxes = 9", "boxes = 6"))
    assert main(["check", str(tmp_path / "house.toml"), "--json"]) == 0
