import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from pitboss.errors import InputError, RulesError
from pitboss.rules import rules_file
from pitboss.rules.editions import editions, find_edition, first_day_after
from pitboss.rules.load import folders, known_id, load_edition, load_regulation, parse_regulation, read_regulation
from pitboss.rules.rules_file import name_of

IDS = ("MA-LIR", "MD-LIR", "MD-TCP", "MD-TFP")
CACHES = (editions, folders, load_edition)
Add = Callable[[str, str], Path]


@pytest.fixture
def add(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Add]:
    """Adds a rules.toml to a folder of regulations that is empty at first."""

    def add_file(folder: str, text: str) -> Path:
        path = tmp_path / folder / "rules.toml"
        path.parent.mkdir(parents=True)
        path.write_text(text, encoding="utf-8")
        return path

    monkeypatch.setattr(rules_file, "FOLDER", tmp_path)
    for cached in CACHES:
        cached.cache_clear()
    yield add_file
    for cached in CACHES:
        cached.cache_clear()


def test_the_regulations_that_there_are() -> None:
    assert tuple(folders()) == IDS
    assert [folder.relative_to(rules_file.FOLDER).as_posix() for folder in folders().values()] == [
        "ma/let_it_ride/1",
        "md/let_it_ride/1.1",
        "md/three_card_poker/1.4",
        "md/top_five_poker/1",
    ]


def test_a_regulation_is_found_by_its_folder(add: Add) -> None:
    path = add("nj/pai_gow/1", '# New.\n\nid = "NJ-PGP"\nedition = "1"\n')
    assert folders() == {"NJ-PGP": path.parent}


def test_two_folders_with_one_id(add: Add) -> None:
    add("md/one/1", 'id = "MD-ONE"\nedition = "1"\n')
    add("md/two/1", 'id = "MD-ONE"\nedition = "1"\n')
    with pytest.raises(RulesError, match=r"^md/two/1/rules\.toml: edition 1 of MD-ONE is taken by md/one/1$"):
        folders()


def test_no_line_with_an_edition(add: Add) -> None:
    add("md/one/1", 'id = "MD-ONE"\n')
    with pytest.raises(RulesError, match=r'^md/one/1/rules\.toml: no line edition = "1": write the version'):
        folders()


def header(edition: str, effective: str = "", until: str = "") -> str:
    days = {"effective": effective, "until": until}
    return f'id = "MD-ONE"\nedition = "{edition}"\n' + "".join(f'{key} = "{day}"\n' for key, day in days.items() if day)


def test_the_edition_in_force(add: Add) -> None:
    add("md/one/1.9", header("1.9"))
    add("md/one/1.10", header("1.10", "2026-02-01"))
    add("md/one/2", header("2", "2027-01-01", "2027-12-31"))
    assert [one.edition for one in editions()["MD-ONE"]] == ["1.9", "1.10", "2"]
    days = {"2026-01-31": "1.9", "2026-02-01": "1.10", "2026-12-31": "1.10", "2027-01-01": "2", "2027-12-31": "2"}
    assert {day: find_edition("md-one", day).edition for day in days} == days
    assert find_edition("MD-ONE@1.9", "2027-06-01").edition == "1.9"
    ends = {"1.9": "2026-02-01", "1.10": "2027-01-01", "2": "2028-01-01"}
    assert {one.edition: first_day_after(one) for one in editions()["MD-ONE"]} == ends
    with pytest.raises(InputError, match=r"^no edition of MD-ONE is in force on 2028-01-01: MD-ONE@2 ended on"):
        find_edition("MD-ONE", "2028-01-01")


def test_an_edition_that_is_not_in_force_yet(add: Add) -> None:
    add("md/one/1", header("1", "2027-01-01"))
    with pytest.raises(
        InputError, match=r"^no edition of MD-ONE is in force on 2026-11-18: MD-ONE@1 is from 2027-01-01$"
    ):
        find_edition("MD-ONE", "2026-11-18")


def test_an_unknown_edition() -> None:
    with pytest.raises(InputError, match=r"^MD-TCP has no edition '9'; there are 1\.4$"):
        known_id("MD-TCP@9")


@pytest.mark.parametrize("text", ["", 'title = "x"\n', 'id = "md-one"\n', 'id = "MDONE"\n', '  id = "MD-ONE"\n'])
def test_no_line_with_an_id(add: Add, text: str) -> None:
    add("md/one/1", text)
    with pytest.raises(RulesError, match=r'^md/one/1/rules\.toml: no line id = "STATE-GAME"$'):
        folders()


@pytest.mark.parametrize("text", ["MD-TCP", "md-tcp", "Md-Tcp"])
def test_ids_in_any_case(text: str) -> None:
    assert known_id(text) == known_id("MD-TCP@1.4") == "MD-TCP@1.4"


@pytest.mark.parametrize("text", ["MD-TCPP", "md-tcpp", "zz", ""])
def test_an_unknown_id(text: str) -> None:
    with pytest.raises(InputError, match=f"^there is no regulation {text!r}; .*MD-TCP"):
        known_id(text)


def test_loaded_once() -> None:
    assert load_regulation("MD-TCP") is load_regulation("MD-TCP")


def test_a_fault_in_a_file_says_where(add: Add) -> None:
    add("md/one/1", header("1") + 'titel = "One"\n')
    with pytest.raises(
        RulesError, match=r"^md/one/1/rules\.toml:3:1: titel: there is no such key; did you mean 'title'\?$"
    ):
        load_regulation("MD-ONE")


@pytest.mark.parametrize(
    ("data", "place"),
    [(b"id = ", "1:6"), (b"a = 1\na = 2\n", "2:6"), (b'\na = "\xff"\n', "2"), (b"a = " + b"[" * 2000, "1:55")],
    ids=["broken", "key twice", "not UTF-8", "too deep"],
)
def test_a_file_that_is_no_toml(tmp_path: Path, data: bytes, place: str) -> None:
    path = tmp_path / "rules.toml"
    path.write_bytes(data)
    with pytest.raises(RulesError) as raised:
        read_regulation(path)
    assert str(raised.value).startswith(f"{path.as_posix()}:{place}: ")
    assert (raised.value.file, raised.value.line) == (path.as_posix(), int(place.partition(":")[0]))


def test_an_incoherent_file_says_where(tmp_path: Path) -> None:
    path = tmp_path / "rules.toml"
    text = (folders()["MD-TCP"] / "rules.toml").read_text(encoding="utf-8")
    path.write_text(text.replace('asks = "ante"', 'asks = "auntie"'), encoding="utf-8")
    with pytest.raises(RulesError) as raised:
        read_regulation(path)
    line = text[: text.index('asks = "ante"')].count("\n[[script]]")
    place = [number for number, row in enumerate(text.splitlines(), 1) if row == "[[script]]"][line - 1]
    assert str(raised.value).startswith(f"{path.as_posix()}:{place}:3: script[1]: 'auntie' is not defined")


def test_a_path_as_people_say_it(tmp_path: Path) -> None:
    assert name_of(folders()["MD-TCP"] / "rules.toml") == "md/three_card_poker/1.4/rules.toml"
    assert name_of(tmp_path / "x.toml") == (tmp_path / "x.toml").as_posix()


def test_the_text_of_a_regulation_is_beside_what_it_says(tmp_path: Path) -> None:
    """A comment changes the files and no row: the regulations are equal, and each carries its own text."""
    folder = Path(shutil.copytree(folders()["MD-TCP"], tmp_path / "1.4"))
    rules = folder / "rules.toml"
    rules.write_text(f"# A comment.\n{rules.read_text(encoding='utf-8')}", encoding="utf-8")
    known, other = load_regulation("MD-TCP"), read_regulation(rules)
    assert known == other
    assert (known.digest, hash(known)) == (other.digest, hash(other))
    assert other.text.rules == f"# A comment.\n{known.text.rules}"
    assert other.text.rulings == known.text.rulings == (folder / "rulings.toml").read_text(encoding="utf-8")


def test_a_regulation_has_no_key_for_its_text(tmp_path: Path) -> None:
    rules = folders()["MD-TCP"] / "rules.toml"
    text = rules.read_text(encoding="utf-8").replace("\nrevision = ", '\ntext = "all of it"\nrevision = ')
    with pytest.raises(RulesError, match="text: there is no such key: the text of a regulation is its files"):
        parse_regulation(text, "rules.toml", "")
