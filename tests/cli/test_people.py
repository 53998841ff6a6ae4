"""`pitboss people`: the first manager, everybody after, and passwords that no other program sees."""

import getpass
import io
import json
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from pitboss.cli.main import main
from pitboss.house.passwords import Cost
from pitboss.house.people import People
from pitboss.ledger.entry import Draft
from pitboss.ledger.open_store import open_store
from pitboss.ledger.store import Person

PASSWORD = "correct horse battery"
Run = Callable[..., tuple[int, str, str]]


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.fixture
def db(tmp_path: Path) -> str:
    return str(tmp_path / "house.db")


@pytest.fixture
def run(db: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    """Runs `pitboss people`, with something on standard input; the exit code and what was printed."""
    monkeypatch.setattr("pitboss.house.people.Cost", lambda: Cost(1, 8, 1))

    def people(*arguments: str, given: str = f"{PASSWORD}\n") -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "stdin", io.StringIO(given))
        code = main(["people", *arguments, "--db", db])
        return code, *capsys.readouterr()

    return people


def add(run: Run, name: str, role: str, *more: str) -> str:
    code, out, err = run("add", name, "--role", role, "--password-stdin", *more)
    assert (code, err) == (0, "")
    return out


def signs_in(db: str, name: str, password: str) -> bool:
    with closing(open_store(db)) as store:
        return bool(People(store, cost=Cost(1, 8, 1)).sign_in(name, password))


def test_the_first_manager_makes_the_house(run: Run, db: str) -> None:
    assert add(run, "mia", "manager") == "mia is manager, at every table. The ledger is new.\n"
    assert add(run, "dora", "dealer", "--table", "tcp", "--table", "lir") == "dora is dealer, at 2 tables: tcp, lir.\n"
    code, out, _ = run("list")
    assert (code, [line.split() for line in out.splitlines()]) == (
        0,
        [["name", "role", "tables"], ["dora", "dealer", "tcp,", "lir"], ["mia", "manager", "every"]],
    )
    assert signs_in(db, "mia", PASSWORD)
    assert main(["verify", "--db", db]) == 0


def test_the_answers_for_programs(run: Run) -> None:
    def answered(*arguments: str) -> Any:
        code, out, err = run(*arguments, "--json")
        assert (code, err) == (0, "")
        return json.loads(out)

    person = {"name": "dora", "role": "dealer", "tables": ["tcp"]}
    assert answered("add", "dora", "--role", "dealer", "--table", "tcp", "--password-stdin") == {"added": person}
    assert answered("change", "dora", "--role", "auditor", "--table", "") == {
        "changed": {"name": "dora", "role": "auditor", "tables": []}
    }
    assert answered("list") == {
        "people": [{"name": "dora", "role": "auditor", "tables": [], "password": True}],
        "differences": [],
    }
    assert answered("password", "dora", "--password-stdin") == {"password": {"name": "dora"}}
    assert answered("sessions") == []
    assert answered("remove", "dora") == {"removed": {"name": "dora"}}
    assert answered("list") == {"people": [], "differences": []}


def test_a_new_password_ends_sessions_and_so_does_removal(run: Run, db: str) -> None:
    add(run, "dora", "dealer")
    for action in (("password", "dora", "--password-stdin"), ("remove", "dora")):
        assert signs_in(db, "dora", PASSWORD)
        code, out, _ = run("sessions")
        assert code == 0
        assert out.splitlines()[1].split()[0] == "dora"
        assert run(*action)[0] == 0
        assert run("sessions") == (0, "Nobody is signed in.\n", "")
    assert run("list")[:2] == (0, "Nobody yet: pitboss people add NAME --role manager\n")


def test_a_password_is_typed_twice_at_the_terminal(run: Run, db: str, monkeypatch: pytest.MonkeyPatch) -> None:
    typed: list[str] = []
    monkeypatch.setattr(getpass, "getpass", lambda _: typed.pop(0))

    def at_the_terminal(*words: str) -> int:
        typed[:] = words
        monkeypatch.setattr(sys, "stdin", Terminal())
        return main(["people", "add", "mia", "--role", "manager", "--db", db])

    assert at_the_terminal(PASSWORD, "something else") == 2
    assert not Path(db).exists()
    assert at_the_terminal(PASSWORD, PASSWORD) == 0
    assert signs_in(db, "mia", PASSWORD)


def test_a_badge_is_given_and_withdrawn(run: Run, db: str) -> None:
    add(run, "dora", "dealer")
    given = run("badge", "dora", "--badge", "b7", "--pin-stdin", given="314159\n")
    assert given == (0, "dora signs in at consoles by badge B7 and the new PIN.\n", "")
    assert run("list")[1].splitlines()[1].split() == ["dora", "dealer", "every", "badge", "B7"]
    assert json.loads(run("list", "--json")[1])["people"][0]["badge"] == "B7"
    with closing(open_store(db)) as store:
        assert People(store, cost=Cost(1, 8, 1)).sign_in_by_badge("B7", "314159")
    code, out, _ = run("badge", "dora", "--withdraw", "--json")
    assert (code, json.loads(out)) == (0, {"withdrawn": {"name": "dora"}})
    assert run("list")[1].splitlines()[1].split() == ["dora", "dealer", "every"]


def test_who_supervises(run: Run) -> None:
    """tests/house/test_supervision.py has the law; without a house file there is nothing to supervise."""
    add(run, "mia", "manager")
    assert run("supervision")[:2] == (0, "Nobody here is a floorperson: pitboss people add NAME --role floorperson\n")
    add(run, "flo", "floorperson")
    assert json.loads(run("supervision", "--json")[1])["floorpersons"] == [{
        "name": "flo", "tables": [], "counted": [], "most": 6, "clause": "COMAR 36.05.03.01 C(1)", "within": True,
    }]  # fmt: skip


NO: dict[str, tuple[list[str], str, int, str]] = {
    "a PIN that counts up": (["badge", "dora", "--badge", "1", "--pin-stdin"], "123456", 2, "counts up or down"),
    "a badge with a space": (["badge", "dora", "--badge", "1 2", "--pin-stdin"], "314159", 2, "a badge number has"),
    "no terminal for a PIN": (["badge", "dora", "--badge", "1"], "", 2, "--pin-stdin"),
    "no badge to withdraw": (["badge", "dora", "--withdraw"], "", 2, "'dora' has no badge"),
    "no terminal": (["add", "ann", "--role", "player"], "", 2, "--password-stdin"),
    "short password": (["password", "dora", "--password-stdin"], "short\n", 2, "10 to 200 characters"),
    "two lines": (["password", "dora", "--password-stdin"], "one password\nanother\n", 2, "control character"),
    "name taken": (["add", "DORA", "--role", "player", "--password-stdin"], PASSWORD, 1, "'dora' is taken"),
    "bad name": (["add", "d\u202eora", "--role", "player", "--password-stdin"], PASSWORD, 2, "U+202E"),
    "nobody": (["remove", "ann"], "", 2, "there is nobody called 'ann' here"),
    "no change": (["change", "dora"], "", 2, "nothing to change"),
    "no such table": (["change", "dora", "--table", "tpc"], "", 2, "there is no table 'tpc' in this ledger: tcp"),
}


@pytest.mark.parametrize("case", NO.values(), ids=NO)
def test_no_is_a_sentence(run: Run, db: str, case: tuple[list[str], str, int, str]) -> None:
    arguments, given, wanted, said = case
    add(run, "dora", "dealer")
    with closing(open_store(db)) as store:
        store.append([Draft("table tcp", 0, {"events": []})])
        before = store.size()
    code, out, err = run(*arguments, given=given)
    assert (code, out) == (wanted, "")
    assert said in err
    assert err.startswith("pitboss: ")
    with closing(open_store(db)) as store:
        assert store.size() == before


def test_a_password_is_no_argument(capsys: pytest.CaptureFixture[str]) -> None:
    for arguments in (["add", "ann", "--role", "player", "--password", PASSWORD], ["password", "ann", PASSWORD]):
        assert main(["people", *arguments]) == 2
        assert capsys.readouterr().err.startswith("pitboss: people ")


def test_without_a_ledger(run: Run, db: str) -> None:
    for arguments in (["list"], ["remove", "ann"], ["sessions"], ["password", "ann", "--password-stdin"]):
        code, out, err = run(*arguments)
        assert (code, out, "there is no ledger here" in err) == (2, "", True)
    assert not Path(db).exists()


def test_who_was_written_past_the_ledger_is_told(run: Run, db: str) -> None:
    add(run, "dora", "dealer")
    with closing(open_store(db)) as store:
        store.save_person(Person("dora", "manager", (), "x"))
    code, out, _ = run("list")
    assert code == 1
    assert "dora: manager, but the ledger records dealer" in out
    code, out, _ = run("list", "--json")
    assert (code, json.loads(out)["differences"]) == (1, ["dora: manager, but the ledger records dealer"])
