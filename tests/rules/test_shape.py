import tomllib
from collections.abc import Mapping
from fractions import Fraction
from types import MappingProxyType
from typing import Annotated, Literal, NamedTuple

import pytest

from pitboss.errors import RulesError
from pitboss.rules.clause import Clause
from pitboss.rules.payout import Payout
from pitboss.rules.record import Record
from pitboss.rules.schema import ONE_OR_MANY, Path, TomlPlace, shape, show_path, suggestion
from pitboss.rules.vocabulary import Cited, Money, Percent, Ratio


class Row(NamedTuple):
    pattern: str
    payouts: Annotated[tuple[Payout, ...], ONE_OR_MANY]
    cites: Annotated[tuple[Clause, ...], ONE_OR_MANY]


class Table(Cited):
    pays: tuple[Row, ...] = ()


class Document(Record):
    title: str
    boxes: int = 7
    open: bool = True
    colour: Literal["red", "green"] = "red"
    limit: Money | None = None
    ratio: Ratio = Fraction(1)
    share: Percent | None = None
    either: str | int = ""
    names: tuple[str, ...] = ()
    nested: Mapping[str, Mapping[str, Table]] = MappingProxyType({})
    table: Table | None = None
    by_colour: Mapping[Literal["red", "green"], int] = MappingProxyType({})


def read(text: str) -> Document:
    document: Document = shape(Document, tomllib.loads(text), TomlPlace("a.toml", "MD-TCP"))
    return document


def faults(text: str) -> list[tuple[str, str, Path]]:
    found: list[tuple[str, str, Path]] = []
    place = TomlPlace("a.toml", "MD-TCP", reporter=lambda *fault: found.append(fault))
    shape(Document, tomllib.loads(text), place)
    return found


def test_every_kind_of_value() -> None:
    document = read(
        """
        title = "T"
        boxes = 6
        open = false
        colour = "green"
        limit = "$2.50"
        ratio = "1/2"
        share = "14%"
        either = 100
        names = ["a", "b"]
        by_colour = { red = 1 }
        [nested.group.A]
        cite = "12.A"
        pays = [["pair", "1 to 1", "(1)"], ["flush", ["$1", "$5"], ["(2)", "13.B(1)"]]]
        """
    )
    assert (document.title, document.boxes, document.open, document.colour) == ("T", 6, False, "green")
    assert (document.limit, document.either, document.names) == (250, 100, ("a", "b"))
    assert (document.ratio, document.share) == (Fraction(1, 2), Fraction(14, 100))
    assert document.by_colour == {"red": 1}
    assert document.nested["group"]["A"].pays == (
        Row("pair", (Payout("to", 1),), (Clause("MD-TCP", "12.A(1)"),)),
        Row(
            "flush",
            (Payout("prize", 100), Payout("prize", 500)),
            (Clause("MD-TCP", "12.A(2)"), Clause("MD-TCP", "13.B(1)")),
        ),
    )


def test_tables_are_read_only() -> None:
    document = read('title = "T"\nby_colour = { red = 1 }')
    with pytest.raises(TypeError):
        document.by_colour["red"] = 2  # type: ignore[index]


def test_a_short_cite_continues_the_enclosing_one() -> None:
    inner = read('title = "T"\n[nested.g.A]\ncite = "12.E(1)"\nalso = ["(a)", "12.F"]').nested["g"]["A"]
    assert inner.also == ("MD-TCP 12.E(1)(a)", "MD-TCP 12.F")


def test_a_tables_own_cite_continues_the_cite_around_it() -> None:
    class Outer(Cited):
        inner: Table

    shaped: Outer = shape(
        Outer, tomllib.loads('cite = "8.C"\ninner = { cite = "(1)", also = ["(a)"] }'), TomlPlace("", "MD-TCP")
    )
    assert (shaped.inner.cite, *shaped.inner.also) == ("MD-TCP 8.C(1)", "MD-TCP 8.C(1)(a)")


def titled(rest: str) -> str:
    return f'title = "T"\n{rest}'


def row(text: str) -> str:
    return titled(f'[table]\ncite = "12.A"\npays = [{text}]')


BROKEN = {
    "missing key": ("boxes = 7", "title: this key is missing"),
    "nearly a key": (titled("boxs = 7"), "boxs: there is no such key; did you mean 'boxes'?"),
    "unknown key": (
        titled('[table]\ncite = "1.A"\nzzz = 7'),
        "table.zzz: there is no such key; known: cite, also, pays",
    ),
    "nearly a word": (titled('colour = "gren"'), "colour: unknown word 'gren'; did you mean 'green'?"),
    "unknown word": (titled('colour = "mauve"'), "colour: unknown word 'mauve'; known: red, green"),
    "number for a word": (titled("colour = 7"), "colour: unknown word 7; known: red, green"),
    "unknown word as a key": (
        titled("by_colour = { gren = 1 }"),
        "by_colour: unknown word 'gren'; did you mean 'green'?",
    ),
    "number for text": ("title = 7", "title: expected text in quotes, found 7"),
    "text for a number": (titled('boxes = "7"'), "boxes: expected a whole number, found '7'"),
    "decimal for a number": (titled("boxes = 7.0"), "boxes: expected a whole number, found 7.0"),
    "truth for a number": (titled("boxes = true"), "boxes: expected a whole number, found true"),
    "number beyond 64 bits": (
        titled(f"boxes = {2**63}"),
        "boxes: expected a whole number, found a number beyond 64 bits",
    ),
    "number for truth": (titled("open = 1"), "open: expected true or false, found 1"),
    "neither of two types": (titled("either = 1.5"), "either: expected a whole number, found 1.5"),
    "text for an array": (titled('names = "a"'), "names: expected an array, found 'a'"),
    "number in an array of text": (titled('names = ["a", 7]'), "names[1]: expected text in quotes, found 7"),
    "number for a table": (titled("table = 7"), "table: expected a table, found 7"),
    "number for a table of tables": (titled("nested = 7"), "nested: expected a table, found 7"),
    "bad money": (titled('limit = "10"'), "limit: '10' is not an amount of money"),
    "money without quotes": (titled("limit = 10"), "limit: "),
    "bad ratio": (titled('ratio = "a"'), "ratio: 'a' is not a ratio"),
    "ratio without quotes": (titled("ratio = 1"), "ratio: 1 belongs in quotes"),
    "bad percentage": (titled('share = "14"'), "share: '14' is not a percentage"),
    "bad clause": (titled('[table]\ncite = "twelve"'), "table.cite: 'twelve' is not an address of a clause"),
    "number for a clause": (titled("[table]\ncite = 12"), "table.cite: expected the address of a clause, found 12"),
    "short cite with none around it": (titled('[table]\ncite = "(a)"'), "table.cite: '(a)' is not an address"),
    "bad payout": (row('["pair", "1 to 0", "(1)"]'), "table.pays[0].payouts[0]: '1 to 0' is not a payout"),
    "payout without quotes": (row('["pair", 1, "(1)"]'), "table.pays[0].payouts[0]: "),
    "bad clause in a row": (row('["pair", "1 to 1", "1)"]'), "table.pays[0].cites[0]: '1)' is not an address"),
    "short row": (row('["pair", "1 to 1"]'), "table.pays[0]: expected [pattern, payouts, cites], found"),
    "long row": (row('["pair", "1 to 1", "(1)", 4]'), "table.pays[0]: expected [pattern, payouts, cites], found"),
    "table for a row": (row('{ pattern = "pair" }'), "table.pays[0]: expected [pattern, payouts, cites], found"),
}


@pytest.mark.parametrize(("text", "message"), BROKEN.values(), ids=BROKEN)
def test_each_mistake_is_named_with_its_place(text: str, message: str) -> None:
    with pytest.raises(RulesError) as raised:
        read(text)
    assert str(raised.value).startswith(f"a.toml: {message}")


def test_a_long_value_is_not_repeated_whole() -> None:
    with pytest.raises(RulesError) as raised:
        read(titled(f'boxes = "{"x" * 1000}"'))
    assert len(str(raised.value)) < 120


def test_an_error_in_our_file_says_where() -> None:
    rows = '["pair", "1 to 1", "(1)"], ["flush", ["$1", "$5x"], "(2)"]'
    with pytest.raises(RulesError) as raised:
        read(titled(f'[nested.group.A]\ncite = "12.A"\npays = [{rows}]'))
    assert str(raised.value).startswith("a.toml: nested.group.A.pays[1].payouts[1]: '$5x' is not an amount of money")


def test_an_error_at_the_top() -> None:
    with pytest.raises(RulesError, match=r"^a\.toml: top: expected a table, found 7$"):
        shape(Document, 7, TomlPlace("a.toml", "MD-TCP"))


def test_every_fault_of_an_operators_file_is_reported() -> None:
    found = faults('boxes = "7"\ncolour = "mauve"\nlimit = 10\nnames = 3\nboxs = 1\nnested = { g = 3 }')
    assert [(code, path) for code, _, path in found] == [
        ("unknown-key", ("boxs",)),
        ("missing-key", ("title",)),
        ("wrong-type", ("boxes",)),
        ("unknown-colour", ("colour",)),
        ("not-money", ("limit",)),
        ("wrong-type", ("names",)),
        ("wrong-type", ("nested", "g")),
    ]


def test_what_follows_from_a_fault_is_not_reported_again() -> None:
    class House(Record):
        tables: Mapping[str, Document]

    found: list[str] = []
    place = TomlPlace("a.toml", "", reporter=lambda code, *_: found.append(code))
    house: House = shape(House, {"tables": {"one": 7}}, place)
    assert found == ["wrong-type"]
    assert house.tables["one"].title == ""


def test_a_missing_value_is_left_blank() -> None:
    class Blank(Record):
        text: str
        money: Money
        share: Percent
        word: Literal["a", "b"]
        table: Mapping[str, int]

    blank: Blank = shape(Blank, {}, TomlPlace("a.toml", "", reporter=lambda *_: None))
    assert vars(blank) == {"text": "", "money": 0, "share": 0, "word": "", "table": {}}


@pytest.mark.parametrize(
    ("path", "text"),
    [((), ""), (("a",), "a"), (("a", 1, "b"), "a[1].b"), ((0,), "[0]"), (("a", 0, 1), "a[0][1]")],
)
def test_show_path(path: Path, text: str) -> None:
    assert show_path(path) == text


@pytest.mark.parametrize(
    ("word", "known", "text"),
    [
        ("paytabel", ("boxes", "paytable"), "; did you mean 'paytable'?"),
        ("zzz", ("boxes", "paytable"), "; known: boxes, paytable"),
        ("zzz", (), ""),
    ],
)
def test_suggestion(word: str, known: tuple[str, ...], text: str) -> None:
    assert suggestion(word, known) == text
