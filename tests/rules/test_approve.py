"""approve: the sample house, its digest, its rulesets, and what every single change of it leads to."""

import datetime
import json
import tomllib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from pitboss.errors import InputError, SubmissionRejected, Violation
from pitboss.rules.approve import approve_file, approve_house
from pitboss.rules.house_file import HouseFile
from pitboss.rules.load import folders, load_regulation
from pitboss.rules.payout import Payout
from pitboss.rules.ruleset import House, Ruleset
from tests.clauses.marks import clause
from tests.rules.test_house_files import reportable

EXAMPLES = Path(__file__).parents[2] / "examples"
SAMPLE = (EXAMPLES / "house.toml").read_text(encoding="utf-8")
CODES = frozenset(reportable())
TABLES = {"MD-LIR": "let-it-ride", "MD-TCP": "three-card", "MD-TFP": "top-five", "MA-LIR": "commonwealth"}

Document = dict[str, Any]


def document() -> Document:
    return tomllib.loads(SAMPLE)


def toml(value: object) -> str:
    """A value as TOML."""
    match value:
        case bool():
            return str(value).lower()
        case str():
            return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
        case dict():
            return "{ " + ", ".join(f"{toml(key)} = {toml(item)}" for key, item in value.items()) + " }"
        case list():
            return "[" + ", ".join(map(toml, value)) + "]"
        case datetime.date():
            return value.isoformat()
        case _:
            return repr(value)


def write(content: Document, header: str = "") -> str:
    """A document as TOML, its tables under headers."""
    lines = [f"[{header}]"] if header else []
    lines += [f"{toml(key)} = {toml(value)}" for key, value in content.items() if not isinstance(value, dict)]
    for key, value in content.items():
        if isinstance(value, dict):
            lines.append(write(value, f"{header}.{toml(key)}" if header else toml(key)))
    return "\n".join(lines)


def approve(text: str) -> House:
    return approve_house(HouseFile("house.toml", text.encode()))


def rejected(text: str) -> tuple[Violation, ...]:
    with pytest.raises(SubmissionRejected) as raised:
        approve(text)
    return raised.value.violations


def approved_or_not(text: str) -> House | tuple[Violation, ...]:
    try:
        return approve(text)
    except SubmissionRejected as error:
        return error.violations


def edited(*edits: tuple[str, str], text: str = SAMPLE) -> str:
    for old, new in edits:
        assert text.count(old) == 1, f"{old!r} stands {text.count(old)} times in the sample"
        text = text.replace(old, new)
    return text


def table(regulation: str, change: Callable[[Document], None]) -> Ruleset:
    """The ruleset of one of the sample's tables after a change."""
    content = document()
    name = TABLES[regulation]
    change(content["tables"][name])
    return approve(write(content)).tables[name]


def test_the_sample_house_is_approved() -> None:
    house = approve_file(str(EXAMPLES / "house.toml"))
    assert house == approve(SAMPLE)
    assert {ruleset.regulation.id: name for name, ruleset in house.tables.items()} == TABLES
    assert all(ruleset.table == name for name, ruleset in house.tables.items())


# The digest ----------------------------------------------------------------------------------------------------------


def reversed_keys(value: object) -> Any:
    if isinstance(value, dict):
        return {key: reversed_keys(item) for key, item in reversed(value.items())}
    return value


SAME = {
    "comments": "\n".join(line for line in SAMPLE.split("\n") if not line.startswith("#")),
    "more comments": SAMPLE.replace("\n", "  # noted\n"),
    "spacing": SAMPLE.replace(" = ", "=").replace("\n\n", "\n\n\n"),
    "line ends": SAMPLE.replace("\n", "\r\n"),
    "headers for inline tables": write(document()),
    "key order": write(reversed_keys(document())),
    "case of the regulation": SAMPLE.replace("MD-", "md-"),
    "a default stated": edited(("decks = 1", 'decks = 1\nversion = "standard"')),
    "a reading in force stated": edited(("decks = 1", 'decks = 1\noptions.cover_all_dealer = "stack"')),
    "a reading in force left out": edited(('ante_bonus = "always"\n', "")),
}


@pytest.mark.parametrize("text", SAME.values(), ids=SAME.keys())
def test_the_digest_goes_by_the_choices_and_not_by_the_text(text: str) -> None:
    assert approve(text).digest == approve(SAMPLE).digest


CHANGES = {
    "facility": edited(("Chesapeake", "Chesapeke")),
    "seed": edited(('main = { seed = "$10,000"', 'main = { seed = "$10,000.01"')),
    "reset": edited(('reset = "$10,000"', 'reset = "$9,999.99"')),
    "reset as seed": edited(('seed = "$1,000", rate = "5%"', 'seed = "$1,000", reset = "$999", rate = "5%"')),
    "rate": edited(('rate = "12%"', 'rate = "12.000001%"')),
    "boxes": edited(("boxes = 6", "boxes = 5")),
    "device": edited(('"manual_shoe"', '"automated_shoe"')),
    "shuffler": edited(('device = "manual_shoe"', 'device = "manual_shoe"\nshuffler = "automated"')),
    "shuffler model": edited(('model = "i-Deal Plus"', 'model = "i-Deal"'), ("cover_all = {", "# cover_all = {")),
    "decks": edited(("decks = 1", 'decks = 2\nbacks = ["red", "blue"]')),
    "backs": edited(('"green"', '"blue"')),
    "adjacent boxes": edited(("adjacent_boxes = 1", "adjacent_boxes = 2")),
    "payout limit": edited(
        ('limit = "$75,000"\n\n[tables.let-it-ride.wagers]', 'limit = "$80,000"\n\n[tables.let-it-ride.wagers]')
    ),
    "no payout limit": edited(
        ('payout_limit = "$75,000"\n\n[tables.let-it-ride.wagers]', "\n[tables.let-it-ride.wagers]")
    ),
    "version": edited(('version = "standard"', 'version = "ante_covers_half"')),
    "dealer cards": edited(
        ('device = "hand"', 'device = "automated_shoe"\ndealer_cards = "shuffler"'),
    ),
    "paytable": edited(('base = { paytable = "A"', 'base = { paytable = "B"')),
    "minimum": edited(('ante = { minimum = "$10", maximum = "$500"', 'ante = { minimum = "$9", maximum = "$500"')),
    "maximum": edited(('ante = { minimum = "$10", maximum = "$500"', 'ante = { minimum = "$10", maximum = "$501"')),
    "stakes": edited(('stakes = ["$1", "$5"], link = "harbor" }', 'stakes = ["$1"], link = "harbor" }')),
    "one wager less": edited(("bonus = {}\n", "")),
    "award's paytable": edited(('ante_bonus = { paytable = "A"', 'ante_bonus = { paytable = "B"')),
    "better payout": edited(("bonus = {}", 'bonus = { pays = { flush = "$51" } }')),
    "option": edited(('ante_bonus = "always"', 'ante_bonus = "win_only"')),
    "amount as an option": edited(('device = "automated_shoe"\nshuffler = "counting"\ndecks = 2',
        'device = "automated_shoe"\nshuffler = "counting"\ndecks = 2\noptions.five_card_bonus_stake = 200')),
    "name of a table": edited(
        ("[tables.top-five]", "[tables.five]"), ("[tables.top-five.wagers]", "[tables.five.wagers]")
    ),
    "name of a link": edited(("[links.riverboat]", "[links.steamer]"), ('link = "riverboat"', 'link = "steamer"')),
}  # fmt: skip


def test_the_digest_goes_by_every_choice() -> None:
    digests = {name: approve(text).digest for name, text in CHANGES.items()}
    assert len({*digests.values(), approve(SAMPLE).digest}) == len(CHANGES) + 1


def test_a_choice_at_one_table_leaves_the_digests_of_others() -> None:
    before, after = approve(SAMPLE), approve(CHANGES["boxes"])
    changed = {name for name in before.tables if before.tables[name].digest != after.tables[name].digest}
    assert changed == {"top-five"}


# Rejection -----------------------------------------------------------------------------------------------------------


def test_form_and_rules_are_reported_together_in_the_order_of_the_file() -> None:
    found = rejected((EXAMPLES / "broken.toml").read_text(encoding="utf-8"))
    places = [(violation.line, violation.column) for violation in found]
    assert places == sorted(places)
    assert {"unknown-key", "not-money", "boxes-out-of-range", "unknown-paytable"} < {each.code for each in found}
    assert any(violation.clause for violation in found)
    assert not all(violation.clause for violation in found)


def test_an_unknown_regulation_hides_no_violation_of_another_table() -> None:
    text = edited(('"MD-TCP"', '"MD-TPC"'), ("boxes = 6", "boxes = 9"))
    assert [(violation.code, violation.clause) for violation in rejected(text)] == [
        ("unknown-regulation", ""),
        ("boxes-out-of-range", "MD-TFP 2.A(1)"),
    ]


def test_a_violation_reads_as_file_line_column_code_sentence_and_clause() -> None:
    (violation,) = rejected(edited(("boxes = 6", "boxes = 9")))
    line = SAMPLE[: SAMPLE.index("boxes = 6")].count("\n") + 1
    assert (
        str(violation)
        == f"house.toml:{line}:1: boxes-out-of-range: boxes: 9 boxes; a table may have 1 to 6 (MD-TFP 2.A(1))"
    )


# Rulesets ------------------------------------------------------------------------------------------------------------

EXPECTED = {
    "MD-LIR": (
        "bet_1 bet_2 bet_3 five_card_bonus three_card_bonus six_card_bonus progressive",
        "envy",
        {"base": "A", "five_card_bonus": "B", "three_card_bonus": "A", "six_card_bonus": "B", "progressive": "A",
         "envy": "A"},
        {"progressive": "riverboat"},
    ),
    "MD-TCP": (
        "ante play pair_plus progressive six_card_bonus five_card_progressive",
        "ante_bonus envy five_card_envy",
        {"ante_bonus": "A", "pair_plus": "D", "six_card_bonus": "C", "progressive": "A", "five_card_progressive": "C",
         "envy": "A", "five_card_envy": "A"},
        {"progressive": "harbor", "five_card_progressive": "harbor-five"},
    ),
    "MD-TFP": ("ante play top_five_bonus poker_bonus", "", {"top_five_bonus": "A", "poker_bonus": "A"}, {}),
    "MA-LIR": (
        "bet_1 bet_2 bet_3 bonus three_card_bonus cover_all progressive",
        "envy",
        {"base": "A", "bonus": "A", "three_card_bonus": "D", "cover_all": "A", "progressive": "PTMGLML01",
         "envy": "PTMGLML01"},
        {"progressive": "commonwealth"},
    ),
}  # fmt: skip


@pytest.mark.parametrize("regulation_id", EXPECTED)
def test_a_ruleset_holds_what_the_table_offers(regulation_id: str) -> None:
    wagers, awards, paytables, links = EXPECTED[regulation_id]
    house, regulation = approve(SAMPLE), load_regulation(regulation_id)
    ruleset = house.tables[TABLES[regulation_id]]
    assert list(ruleset.wagers) == wagers.split()
    assert list(ruleset.awards) == awards.split()
    assert ruleset.paytables == {group: regulation.paytables[group][name] for group, name in paytables.items()}
    assert ruleset.links == {wager: house.submission.links[name] for wager, name in links.items()}
    assert ruleset.options == {key: ruling.in_force for key, ruling in load_regulation(regulation_id).options.items()}


def test_wagers_that_share_an_entry_share_its_limits() -> None:
    tables = approve(SAMPLE).tables
    assert tables["let-it-ride"].offer("bet_3") is tables["let-it-ride"].submission.wagers["base"]
    assert tables["three-card"].offer("play") is tables["three-card"].offer("ante")


def test_without_its_wager_an_award_does_not_arise() -> None:
    content = document()
    del content["links"]["harbor"], content["tables"]["three-card"]["wagers"]["progressive"]
    ruleset = approve(write(content)).tables["three-card"]
    assert list(ruleset.awards) == ["ante_bonus", "five_card_envy"]
    assert "envy" not in ruleset.paytables


def choices() -> Iterator[tuple[str, str, str | int]]:
    for regulation_id in folders():
        for key, ruling in load_regulation(regulation_id).options.items():
            for value in (1, 500) if ruling.is_amount else ruling.values:
                yield regulation_id, key, value


@pytest.mark.parametrize(("regulation_id", "key", "value"), list(choices()))
def test_every_reading_can_be_chosen(regulation_id: str, key: str, value: str | int) -> None:
    ruleset = table(regulation_id, lambda content: content.setdefault("options", {}).update({key: value}))
    assert ruleset.options[key] == value
    others = {
        other: ruling.in_force for other, ruling in load_regulation(regulation_id).options.items() if other != key
    }
    assert {other: chosen for other, chosen in ruleset.options.items() if other != key} == others


def test_every_option_of_the_register_is_there() -> None:
    assert {key for _, key, _ in choices()} == {
        "ante_bonus", "cover_all_dealer", "dollar_prize_stake", "five_card_bonus_stake", "five_card_envy",
        "six_card_precondition", "top_five_equal_counts",
    }  # fmt: skip


@clause("MD-LIR 12.B")
def test_the_five_card_bonus_stake_in_cents_or_dollars() -> None:
    def choose(value: object) -> Ruleset:
        def change(content: Document) -> None:
            content["options"] = {"five_card_bonus_stake": value}
            content["wagers"]["five_card_bonus"]["stakes"] = ["$5"]

        return table("MD-LIR", change)

    assert choose(500).options["five_card_bonus_stake"] == choose("$5").options["five_card_bonus_stake"] == 500
    assert choose(500).digest == choose("$5").digest


# What stands just inside a limit -------------------------------------------------------------------------------------


@clause("MA-LIR 10(b)", "MA-LIR 10(d)", "MA-LIR 10(e)")
def test_massachusetts_may_pay_more_than_printed() -> None:
    def change(content: Document) -> None:
        content["wagers"]["base"]["pays"] = {"flush": "9 to 1", "straight": "5 to 1"}
        content["wagers"]["bonus"]["pays"] = {"royal_flush": "$30,000"}
        content["wagers"]["three_card_bonus"]["pays"] = {"mini_royal": "60 to 1"}

    paytables = table("MA-LIR", change).paytables
    paid = {group: {line.pattern: line.payout for line in paytables[group].lines()} for group in ("base", "bonus")}
    assert paid["base"]["flush"] == Payout("to", 9)
    assert paid["base"]["royal_flush"] == Payout("to", 1000)
    assert paid["bonus"]["royal_flush"] == Payout("prize", 3_000_000)
    assert paytables["three_card_bonus"].lines()[0].payout == Payout("to", 60)
    assert [row.cites for row in paytables["base"].pays] == [
        row.cites for row in load_regulation("MA-LIR").paytables["base"]["A"].pays
    ]


@clause("MA-LIR 10(c)")
@pytest.mark.parametrize(
    ("boxes", "minimum", "limit"),
    [
        (1, "$15", "$50,000"),
        (1, "$20", "$60,000"),
        (1, "$17.50", "$52,500"),
        (2, "$5", "$50,000"),
        (2, "$15", "$90,000"),
    ],
)
def test_the_least_payout_limit_of_massachusetts(boxes: int, minimum: str, limit: str) -> None:
    """Ruling payout-floor: what one patron wins at the minimum, in both boxes if two are allowed."""

    def change(content: Document) -> None:
        content["adjacent_boxes"] = boxes
        content["wagers"]["base"]["minimum"] = minimum
        content["payout_limit"] = limit

    assert table("MA-LIR", change).submission.payout_limit is not None


@clause("MD-TCP 12.E(3)(a)", "MD-TCP 12.E(3)(b)")
@pytest.mark.parametrize(("paytable", "rate"), [("A", "14%"), ("B", "20%"), ("A", "100%")])
def test_the_least_rate_and_seed_of_three_card_poker(paytable: str, rate: str) -> None:
    content = document()
    content["links"]["harbor"]["meters"]["main"] = {"seed": "$1,000", "rate": rate}
    content["tables"]["three-card"]["wagers"]["progressive"]["paytable"] = paytable
    approve(write(content))


@clause("MA-LIR 12(e)")
@pytest.mark.parametrize(
    ("paytable", "stakes", "seeds"),
    [
        ("PTMGL01", [], {"main": "$10,000"}),
        ("PTMGL01", ["$5"], {"main": "$50,000"}),
        ("PTMGL02", [], {"main": "$50,000"}),
        ("PTMGL02", ["$1"], {"main": "$10,000"}),
        ("PTMGL03", ["$3"], {"main": "$3,000"}),
        ("PTMGLML01", ["$2"], {"major": "$20,000", "minor": "$2,000"}),
        ("PTMGLML02", [], {"mega": "$10,000", "major": "$1,000", "minor": "$250"}),
        ("PTMGLML03", ["$5"], {"mega": "$50,000", "major": "$5,000", "minor": "$1,250"}),
        ("TABLE1", [], {"main": "$0"}),
    ],
)
def test_the_least_seeds_of_the_multi_game_link(paytable: str, stakes: list[str], seeds: dict[str, str]) -> None:
    content = document()
    content["links"]["commonwealth"]["meters"] = {name: {"seed": seed, "rate": "5%"} for name, seed in seeds.items()}
    content["tables"]["commonwealth"]["wagers"]["progressive"] = {
        "paytable": paytable, "link": "commonwealth", **({"stakes": stakes} if stakes else {}),
    }  # fmt: skip
    approve(write(content))


@clause("MD-TCP 7.G(1)", "MD-TCP 7.G(2)", "MD-TCP 7.G(3)", "MD-TCP 12.C")
@pytest.mark.parametrize(
    ("version", "ante", "pair_plus"),
    [
        ("ante_covers_pair_plus", ("$5", "$25"), ("$25", "$50")),
        ("ante_covers_half", ("$5", "$12.50"), ("$25", "$50")),
        ("compulsory", ("$100", "$500"), ("$5", "$20")),
        ("compulsory", ("$1", "$5"), ("$25", "$100")),
    ],
)
def test_limits_that_just_meet(version: str, ante: tuple[str, str], pair_plus: tuple[str, str]) -> None:
    def change(content: Document) -> None:
        content["version"] = version
        for name, (low, high) in (("ante", ante), ("pair_plus", pair_plus)):
            content["wagers"][name].update(minimum=low, maximum=high)
        if version == "compulsory":
            content["awards"]["ante_bonus"]["paytable"] = "compulsory"

    assert table("MD-TCP", change).submission.version == version


@clause("MD-LIR 12.F", "MD-TCP 12.E(3)", "MA-LIR 12(g)")
@pytest.mark.parametrize("name", ["let-it-ride", "three-card", "commonwealth"])
def test_tables_that_agree_may_share_a_link(name: str) -> None:
    content = document()
    twin = json.loads(json.dumps(content["tables"][name]))
    if "stakes" in twin["wagers"]["progressive"]:
        twin["wagers"]["progressive"]["stakes"].reverse()
    content["tables"]["twin"] = twin
    tables = approve(write(content)).tables
    assert tables["twin"].links == tables[name].links


# One change at a time ------------------------------------------------------------------------------------------------


def paths(value: object, path: tuple[str | int, ...] = ()) -> Iterator[tuple[str | int, ...]]:
    items: Any = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, item in items:
        yield (*path, key)
        yield from paths(item, (*path, key))


plausible = st.sampled_from([
    0, 1, 2, 7, 8, 500, "", "A", "B", "compulsory", "$0", "$1", "$5", "$10,000", "0%", "14%", "100%", "8 to 1", "$50",
    "10% of main", "hand", "counting", "reshuffling", "electronic", "harbor", "MD-LIR", "MA-LIR", "shuffler", [], {},
    ["$1"], ["red", "red"], {"paytable": "A"}, {"pays": {"royal_flush": "x"}}, {"link": "nowhere"}, 2**63, 10**4000,
])  # fmt: skip
scalars = st.one_of(st.text(max_size=8), st.integers(), st.floats(), st.booleans(), st.dates())
values = st.one_of(
    plausible,
    st.recursive(
        scalars, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3)
    ),
)


@settings(max_examples=600, deadline=None)
@given(path=st.sampled_from(list(paths(document()))), value=values)
@example(path=("tables", "commonwealth", "wagers", "base"), value={"pays": {"royal_flush": "x"}})
@example(path=("tables", "let-it-ride", "wagers", "base"), value={"link": "nowhere"})
@example(path=("tables", "three-card"), value=6)
def test_one_change_is_approved_or_rejected_with_places_and_codes(path: tuple[str | int, ...], value: object) -> None:
    content: Any = document()
    inner = content
    for key in path[:-1]:
        inner = inner[key]
    inner[path[-1]] = value
    text = write(content)
    lines = text.split("\n")
    outcome = approved_or_not(text)
    if isinstance(outcome, House):
        assert len(outcome.digest) == 64
        return
    assert outcome
    for violation in outcome:
        assert 1 <= violation.line <= len(lines)
        assert 1 <= violation.column <= len(lines[violation.line - 1])
        assert violation.code in CODES


def test_a_file_that_is_not_toml_is_an_input_error() -> None:
    with pytest.raises(InputError) as raised:
        approve("facility = ")
    assert (raised.value.file, raised.value.line) == ("house.toml", 1)
