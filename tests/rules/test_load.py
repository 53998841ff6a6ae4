from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from pitboss.errors import InputError, RulesError
from pitboss.rules import load
from pitboss.rules.load import folders, known_id, load_regulation, name_of, read_regulation, read_toml, rules_digest

IDS = ("MA-LIR", "MD-LIR", "MD-TCP", "MD-TFP")
CACHES = (folders, load_regulation, rules_digest)
Add = Callable[[str, str], Path]


@pytest.fixture
def add(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Add]:
    """Adds a rules.toml to a folder of regulations that is empty at first."""

    def add_file(folder: str, text: str) -> Path:
        path = tmp_path / folder / "rules.toml"
        path.parent.mkdir(parents=True)
        path.write_text(text, encoding="utf-8")
        return path

    monkeypatch.setattr(load, "FOLDER", tmp_path)
    for cached in CACHES:
        cached.cache_clear()
    yield add_file
    for cached in CACHES:
        cached.cache_clear()


def test_the_regulations_that_there_are() -> None:
    assert tuple(folders()) == IDS
    assert [folder.relative_to(load.FOLDER).as_posix() for folder in folders().values()] == [
        "ma/let_it_ride",
        "md/let_it_ride",
        "md/three_card_poker",
        "md/top_five_poker",
    ]


def test_a_regulation_is_found_by_its_folder(add: Add) -> None:
    path = add("nj/pai_gow", '# New.\n\nid = "NJ-PGP"\n')
    assert folders() == {"NJ-PGP": path.parent}


def test_two_folders_with_one_id(add: Add) -> None:
    add("md/one", 'id = "MD-ONE"\n')
    add("md/two", 'id = "MD-ONE"\n')
    with pytest.raises(RulesError, match=r"^md/two/rules\.toml: the id MD-ONE is taken by md/one$"):
        folders()


@pytest.mark.parametrize("text", ["", 'title = "x"\n', 'id = "md-one"\n', 'id = "MDONE"\n', '  id = "MD-ONE"\n'])
def test_no_line_with_an_id(add: Add, text: str) -> None:
    add("md/one", text)
    with pytest.raises(RulesError, match=r'^md/one/rules\.toml: no line id = "STATE-GAME"$'):
        folders()


@pytest.mark.parametrize("text", ["MD-TCP", "md-tcp", "Md-Tcp"])
def test_ids_in_any_case(text: str) -> None:
    assert known_id(text) == "MD-TCP"


@pytest.mark.parametrize("text", ["MD-TCPP", "md-tcpp", "zz", ""])
def test_an_unknown_id(text: str) -> None:
    with pytest.raises(InputError, match=f"^there is no regulation {text!r}; .*MD-TCP"):
        known_id(text)


def test_loaded_once() -> None:
    assert load_regulation("MD-TCP") is load_regulation("MD-TCP")


def test_a_fault_in_a_file_says_where(add: Add) -> None:
    add("md/one", 'id = "MD-ONE"\ntitel = "One"\n')
    with pytest.raises(RulesError, match=r"^md/one/rules\.toml: titel: there is no such key; did you mean 'title'\?$"):
        load_regulation("MD-ONE")


@pytest.mark.parametrize(
    "data", [b"id = ", b"a = 1\na = 2\n", b'a = "\xff"\n'], ids=["broken", "key twice", "not UTF-8"]
)
def test_a_file_that_is_no_toml(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "rules.toml"
    path.write_bytes(data)
    with pytest.raises(RulesError) as raised:
        read_toml(path)
    assert str(raised.value).startswith(f"{path.as_posix()}: ")


def test_an_incoherent_file_says_where(tmp_path: Path) -> None:
    path = tmp_path / "rules.toml"
    text = (folders()["MD-TCP"] / "rules.toml").read_text(encoding="utf-8")
    path.write_text(text.replace('asks = "ante"', 'asks = "auntie"'), encoding="utf-8")
    with pytest.raises(RulesError) as raised:
        read_regulation(path)
    assert str(raised.value).startswith(f"{path.as_posix()}: script[1]: 'auntie' is not defined")


def test_a_path_as_people_say_it(tmp_path: Path) -> None:
    assert name_of(folders()["MD-TCP"] / "rules.toml") == "md/three_card_poker/rules.toml"
    assert name_of(tmp_path / "x.toml") == (tmp_path / "x.toml").as_posix()


def test_the_digest_is_of_rules_and_rulings(add: Add) -> None:
    def digest() -> str:
        rules_digest.cache_clear()
        return rules_digest("MD-ONE")

    path = add("md/one", 'id = "MD-ONE"\n')
    rulings = path.with_name("rulings.toml")
    rulings.write_text("", encoding="utf-8")
    first = digest()
    assert len(first) == 64
    assert digest() == first
    path.write_text('id = "MD-ONE" \n', encoding="utf-8")
    second = digest()
    rulings.write_text("#", encoding="utf-8")
    third = digest()
    assert len({first, second, third}) == 3
    path.with_name("clauses.toml").write_text("#", encoding="utf-8")
    assert digest() == third
