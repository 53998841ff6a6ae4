import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from pitboss.errors import RulesError
from pitboss.rules import register, rules_file
from pitboss.rules.clause import Clause
from pitboss.rules.editions import editions
from pitboss.rules.load import folders, load_edition, load_regulation
from pitboss.rules.register import clause_entries, rows_citing
from pitboss.rules.rulings import Ruling

ENTRY = '"1.A" = {{ status = "{}", gist = "A gist."{} }}\n'
RULING = '[[rulings]]\nid = "{}"\nclauses = ["1.A"]\ndoubt = "A doubt."\nreading = "A reading."\n'
Write = Callable[[str, str], None]


@pytest.fixture
def write(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Write]:
    """Writes a data file of MD-TCP, beside copies of the others."""
    folder = tmp_path / "md/three_card_poker/1.4"
    shutil.copytree(folders()["MD-TCP"], folder)
    caches = (editions, folders, load_edition)
    monkeypatch.setattr(rules_file, "FOLDER", tmp_path)
    for cached in caches:
        cached.cache_clear()

    def write_file(name: str, text: str) -> None:
        (folder / name).write_text(text, encoding="utf-8")

    yield write_file
    for cached in caches:
        cached.cache_clear()


def test_an_entry(write: Write) -> None:
    write("clauses.toml", ENTRY.format("enforced", ""))
    entry = clause_entries("MD-TCP")["1.A"]
    assert (entry.status, entry.gist, entry.reason) == ("enforced", "A gist.", "")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (ENTRY.format("met", ""), "unknown word 'met'"),
        (ENTRY.format("enforced", ', awaits = "godot"'), "there is no such key"),
        (ENTRY.format("physical", ""), "a reason is given for physical clauses, and only for them"),
        (ENTRY.format("enforced", ', reason = "why"'), "a reason is given for physical clauses, and only for them"),
        ('"1.A" = { status = "enforced" }\n', "gist: this key is missing"),
        ('"A.1" = { status = "enforced", gist = "A gist." }\n', "'A.1' is not an address of a clause"),
        (ENTRY.format("enforced", "") * 2, "this is not TOML: cannot overwrite a value"),
    ],
    ids=["status", "unknown key", "no reason", "reason", "no gist", "address", "twice"],
)
def test_a_bad_entry(write: Write, text: str, message: str) -> None:
    write("clauses.toml", text)
    with pytest.raises(RulesError) as raised:
        clause_entries("MD-TCP")
    assert (raised.value.file, raised.value.line) == ("md/three_card_poker/1.4/clauses.toml", text.count("\n"))
    assert message in str(raised.value)


def test_a_ruling(write: Write) -> None:
    write("rulings.toml", RULING.format("one") + RULING.format("two") + 'option = "key"\nvalues = ["a", "b"]\n')
    assert list(load_regulation("MD-TCP").rulings) == ["one", "two"]
    assert load_regulation("MD-TCP").rulings["one"].clauses == ("MD-TCP 1.A",)
    assert load_regulation("MD-TCP").options == {"key": load_regulation("MD-TCP").rulings["two"]}


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (RULING.format("one") * 2, "rulings[1]: two rulings are called 'one'"),
        (RULING.format("one").replace('doubt = "A doubt."\n', ""), "rulings[0].doubt: this key is missing"),
        (RULING.format("one").replace("1.A", "one"), "rulings[0].clauses[0]: 'one' is not an address of a clause"),
    ],
    ids=["twice", "no doubt", "clause"],
)
def test_a_bad_ruling(write: Write, text: str, message: str) -> None:
    write("rulings.toml", text)
    with pytest.raises(RulesError) as raised:
        list(load_regulation("MD-TCP").rulings)
    assert raised.value.reason.startswith(message)
    lines = [number for number, line in enumerate(text.splitlines(), 1) if line.startswith(("[[", "clauses"))]
    assert (raised.value.file, raised.value.line in lines) == ("md/three_card_poker/1.4/rulings.toml", True)


def ruling(values: tuple[str, ...], default: int = 0) -> Ruling:
    return Ruling(id="r", clauses=(), doubt="", reading="", option="key", values=values, default=default)


def test_the_reading_in_force() -> None:
    assert ruling(("gone", "returned")).in_force == "gone"
    assert ruling(("cents",), 100).in_force == 100


def test_a_chosen_word() -> None:
    assert ruling(("gone", "returned")).chosen("returned") == "returned"


@pytest.mark.parametrize("value", ["lost", "", 100])
def test_a_word_that_is_no_reading(value: str | int) -> None:
    with pytest.raises(ValueError, match="is not a reading of r: choose gone or returned"):
        ruling(("gone", "returned")).chosen(value)


@pytest.mark.parametrize(("value", "cents"), [(1, 1), (250, 250), ("$2.50", 250), ("$1", 100)])
def test_a_chosen_amount(value: str | int, cents: int) -> None:
    assert ruling(("cents",)).chosen(value) == cents


@pytest.mark.parametrize("value", [0, -100, "$0", "1", "a lot"])
def test_no_amount(value: str | int) -> None:
    with pytest.raises(ValueError, match=r"is not a stake: it must be more than 0|is not an amount of money"):
        ruling(("cents",)).chosen(value)


def test_rows_are_found_by_the_clause_they_cite() -> None:
    rows = rows_citing("MD-TCP")
    assert rows["12.D(1)(a)"] == ("paytables.pair_plus.A.pays.straight_flush",)
    assert rows["12.E(5)(b)(ii)"] == ("paytables.envy.A.pays.mini_royal",)
    fold = "script[1].choices[1]"
    assert rows["11.C(2)"] == tuple(
        f"{fold}.{row}" for row in ("forfeits[2]", "forfeits[3]", "together[1]", "together[2]")
    )
    assert rows["7.B"] == ("conduct.no_verbal_cash",)
    assert rows["5.F(1)"] == ("shuffling.cut.steps",)
    assert rows["3.B(2)"] == ("decks.second[1]",)
    assert rows["7.F(3)"] == ("wagers.pair_plus",)
    assert "12.E" not in rows


def test_every_row_cites_a_clause_of_its_own_document() -> None:
    for address in rows_citing("MD-TCP"):
        assert Clause("MD-TCP", address) == f"MD-TCP {address}"


@pytest.mark.parametrize(
    ("regulation_id", "clauses"), [("MD-LIR", 495), ("MD-TCP", 402), ("MD-TFP", 223), ("MA-LIR", 136)]
)
def test_the_counts_agree_with_what_is_read(regulation_id: str, clauses: int) -> None:
    assert register.count_clauses(regulation_id) == len(clause_entries(regulation_id)) == clauses
    assert register.count_rulings(regulation_id) == len(load_regulation(regulation_id).rulings)
