"""The register: every clause classified, every cite resolved, every enforced clause with a row or a test."""

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from pathlib import Path

import pytest

from pitboss.rules.clause import address_parts
from pitboss.rules.clause_tests import STORED, collect_clause_tests, find_clause_tests
from pitboss.rules.load import folders, load_regulation
from pitboss.rules.register import ClauseEntry, clause_entries, rows_citing
from pitboss.rules.rules_file import FOLDER
from tests.clauses.surrounding_law import SURROUNDING_LAW
from tests.rules.test_house_files import FILES, marks

IDS = Path(__file__).with_name("ids.txt").read_text(encoding="utf-8").splitlines()
"""Every clause of the four documents, in their order."""
ROOT = Path(__file__).parents[2]
TESTS = collect_clause_tests(ROOT)
STATUSES = {"enforced", "procedure", "layout", "definition", "physical"}

MD = ("MD-LIR", "MD-TCP", "MD-TFP")
LIR = ("MD-LIR", "MA-LIR")
ALL = (*MD, "MA-LIR")
every_regulation = pytest.mark.parametrize("regulation_id", ALL)

RULINGS = {
    "five-card-bonus-floor": ("MD-LIR",),
    "dollar-prizes": LIR,
    "super-royal-prizes": ("MD-LIR", "MD-TCP"),
    "dollar-prize-stake": LIR,
    "super-royal-stake": ("MD-LIR", "MD-TCP"),
    "to-and-for": ALL,
    "progressive-b-spades": ("MD-LIR",),
    "progressive-eligible-hands": ("MD-LIR",),
    "envy-qualifying": ("MD-LIR",),
    "envy-other-stakes": ("MD-LIR", "MD-TCP"),
    "envy-per-hand": ("MD-LIR", "MD-TCP", "MA-LIR"),
    "envy-folded-hand": ("MD-TCP",),
    "five-card-envy": ("MD-TCP",),
    "etg-envy": ("MD-TCP",),
    "meter-order": ("MD-LIR", "MD-TCP", "MA-LIR"),
    "meter-void-floor": ("MD-LIR", "MD-TCP", "MA-LIR"),
    "meter-share": ("MD-LIR", "MD-TCP", "MA-LIR"),
    "meter-least-seed": ("MD-TCP", "MA-LIR"),
    "highest-hand-only": ALL,
    "super-royal-tables": ("MD-LIR", "MD-TCP"),
    "ante-bonus-always": ("MD-TCP",),
    "ante-bonus-compulsory-version": ("MD-TCP",),
    "pair-plus-d-c": ("MD-TCP",),
    "mini-royal-in-a-to-c": ("MA-LIR",),
    "payout-limit": LIR,
    "odds-word-ma": ("MA-LIR",),
    "link-one-stake": ("MD-LIR", "MD-TCP"),
    "mgl-tables": ("MA-LIR",),
    "cover-all-dealer": ("MA-LIR",),
    "cover-all-independent": ("MA-LIR",),
    "top-five-straight": ("MD-TFP",),
    "top-five-best-five": ("MD-TFP",),
    "top-five-qualify": ("MD-TFP",),
    "three-card-ties": ("MD-TCP",),
    "queen-high": ("MD-TCP",),
    "pair-of-tens": LIR,
    "six-card-precondition": ("MD-LIR",),
    "six-card-box-only-if-offered": ("MD-LIR",),
    "folding-pair-plus": ("MD-TCP",),
    "folding-progressive": ("MD-TCP",),
    "folding-six-card": ("MD-TCP",),
    "top-five-ante-first": ("MD-TFP",),
    "folding-top-five": ("MD-TFP",),
    "pair-plus-only": ("MD-TCP",),
    "etg-nine-cards": ("MD-TCP",),
    "abandoned-wagers": MD,
    "forfeited-or-collected": ALL,
    "match-play": ("MA-LIR",),
    "two-boxes-ma": ("MA-LIR",),
    "base-bets-when-both-withdrawn": LIR,
    "misdeal-numbers": ("MD-LIR",),
    "stub-count-every-five": ALL,
    "no-more-bets-final": ALL,
    "envy-when-paid": ("MD-LIR", "MD-TCP", "MA-LIR"),
    "void-by-whom": ALL,
    "device-fails-in-round": ALL,
    "leaving-before-the-deal": ALL,
    "reading-real-cards": ALL,
    "face-up-single": ("MD-TFP",),
    "deck-life": MD,
}
"""Rulings that were agreed on, by the regulations that they read."""

OPTIONS = {
    "MD-LIR": {
        "five_card_bonus_stake": (100,),
        "dollar_prize_stake": ("gone", "returned"),
        "six_card_precondition": ("base", "all_offered"),
    },
    "MD-TCP": {"five_card_envy": ("as_let_it_ride", "none"), "ante_bonus": ("always", "win_only")},
    "MD-TFP": {"top_five_equal_counts": ("poker_rank", "high_cards")},
    "MA-LIR": {"dollar_prize_stake": ("gone", "returned"), "cover_all_dealer": ("stack", "players_only")},
}
"""Each option's values, the one in force first; an amount by what is in force."""


def addresses(regulation_id: str) -> list[str]:
    return [line.split()[1] for line in IDS if line.startswith(f"{regulation_id} ")]


def register_faults(expected: list[str], register: Iterable[tuple[str, str]]) -> Iterator[str]:
    """Clauses that a register leaves out, repeats, invents, misplaces or does not classify."""
    register = list(register)
    found = [address for address, _ in register]
    yield from (f"{address} is missing" for address in expected if address not in found)
    yield from (f"{address} is not in the document" for address in found if address not in expected)
    yield from (f"{address} stands there twice" for address, times in Counter(found).items() if times > 1)
    yield from (f"{address} is not classified" for address, status in register if status not in STATUSES)
    if sorted(found) == sorted(expected) and found != expected:
        yield "the order is not the document's"


def cite_faults(known: Collection[str], cites: Mapping[str, Iterable[str]]) -> list[str]:
    """Cited clauses that do not exist, with who cites them."""
    return [f"{clause} does not exist: {', '.join(by)}" for clause, by in cites.items() if clause not in known]


def enforcement_faults(
    entries: Mapping[str, ClauseEntry], cited: Collection[str], tested: Collection[str]
) -> list[str]:
    """Enforced clauses that nothing enforces: no row of theirs or of a sub-clause, and no test of their own."""
    enforcing = {address_parts(address)[:n] for address in cited for n in range(1, len(address_parts(address)) + 1)}
    return [
        f"{address} has neither a row nor a test"
        for address, entry in entries.items()
        if entry.status == "enforced"
        if address_parts(address) not in enforcing and address not in tested
    ]


def status_faults(cites: Mapping[str, Iterable[str]], untrue: Collection[str]) -> list[str]:
    """Clauses that something is refused by, though the register says that they are met in another way."""
    found = ((clause, by, clause_entries(clause.split()[0])[clause.split()[1]].status) for clause, by in cites.items())
    return [f"{clause} is {status}: {', '.join(by)}" for clause, by, status in found if status in untrue]


def rejecting() -> dict[str, list[str]]:
    """Each clause that a house file is rejected by, with the files."""
    found: dict[str, list[str]] = {}
    for file in FILES:
        for _, _, clause in marks(file):
            if clause and clause not in SURROUNDING_LAW:
                found.setdefault(clause, []).append(file.name)
    return found


def refusing() -> dict[str, list[str]]:
    """Each clause that a golden round refuses something by; `not-foreseen` says that no clause orders it."""
    found: dict[str, list[str]] = {}
    for file in (ROOT / "tests" / "rounds").glob("*.round"):
        regulation = file.name[:6].upper().replace("_", "-")
        for code, address in re.findall(r"^  refused (\S+) +(\S+)$", file.read_text(encoding="utf-8"), re.MULTILINE):
            if code != "not-foreseen":
                found.setdefault(f"{regulation} {address}", []).append(file.name)
    return found


def gist_faults(entries: Mapping[str, ClauseEntry]) -> Iterator[str]:
    """Gists that are not one short sentence."""
    for address, entry in entries.items():
        gist = entry.gist
        if len(gist) >= 140 or not gist.endswith(".") or re.search(r"[.!?] ", gist) or gist[0].islower():
            yield f"{address} is not one sentence under 140 characters: {gist}"
        if re.search(r"\bheading\b", gist, re.IGNORECASE):
            yield f"{address} is called a heading instead of being summed up: {gist}"


def marked_in(regulation_id: str) -> set[str]:
    return {clause.split()[1] for clause in TESTS if clause.startswith(f"{regulation_id} ")}


def test_four_documents_of_1256_clauses() -> None:
    assert len(IDS) == len(set(IDS)) == 1256
    assert {line.split()[0] for line in IDS} == set(ALL) == set(folders())


@every_regulation
def test_every_clause_is_classified_in_order(regulation_id: str) -> None:
    register = [(address, entry.status) for address, entry in clause_entries(regulation_id).items()]
    assert list(register_faults(addresses(regulation_id), register)) == []


@every_regulation
def test_every_cite_resolves(regulation_id: str) -> None:
    assert cite_faults(addresses(regulation_id), rows_citing(regulation_id)) == []


@every_regulation
def test_every_place_in_the_law_around_a_document_resolves(regulation_id: str) -> None:
    rules = load_regulation(regulation_id).limit_changes
    assert rules
    assert {text for text in rules.given().values() if isinstance(text, str)} <= SURROUNDING_LAW
    meters = load_regulation(regulation_id).meter_rules
    assert not (meters and meters.one_stake) or meters.one_stake in SURROUNDING_LAW
    assert rules.minutes == (None if regulation_id == "MA-LIR" else 30)


@every_regulation
def test_every_clause_of_a_ruling_resolves(regulation_id: str) -> None:
    cites = {
        clause.address: [ruling.id]
        for ruling in load_regulation(regulation_id).rulings.values()
        for clause in ruling.clauses
    }
    assert cite_faults(addresses(regulation_id), cites) == []
    assert all(
        ruling.clauses and ruling.doubt and ruling.reading for ruling in load_regulation(regulation_id).rulings.values()
    )


def test_every_clause_in_a_mark_exists() -> None:
    assert cite_faults([*IDS, *SURROUNDING_LAW], TESTS) == []


@every_regulation
def test_every_enforced_clause_has_a_row_or_a_test(regulation_id: str) -> None:
    entries = clause_entries(regulation_id)
    assert enforcement_faults(entries, rows_citing(regulation_id), marked_in(regulation_id)) == []


def test_a_clause_that_a_submission_is_rejected_by_is_enforced() -> None:
    assert len(rejecting()) > 60
    assert status_faults(rejecting(), {"physical", "procedure"}) == []


def test_a_clause_that_a_command_is_refused_by_is_more_than_furniture() -> None:
    assert len(refusing()) > 60
    assert status_faults(refusing(), {"physical"}) == []


@every_regulation
def test_gists(regulation_id: str) -> None:
    assert list(gist_faults(clause_entries(regulation_id))) == []


@pytest.mark.parametrize("ruling_id", RULINGS)
def test_every_ruling_agreed_on_is_there(ruling_id: str) -> None:
    assert [name for name in RULINGS[ruling_id] if ruling_id not in load_regulation(name).rulings] == []


@every_regulation
def test_the_options_of_each_regulation(regulation_id: str) -> None:
    found = load_regulation(regulation_id).options
    assert {key: (ruling.in_force, *ruling.values[1:]) for key, ruling in found.items()} == OPTIONS[regulation_id]


def test_a_checkout_answers_from_its_tests_and_a_wheel_from_its_list(tmp_path: Path) -> None:
    assert not (FOLDER / STORED).exists(), "the list belongs to a wheel; a copy in a checkout goes stale"
    assert find_clause_tests(FOLDER) == TESTS
    (tmp_path / STORED).write_text('{"MD-TCP 6.A": ["tests/x.py::test_y"]}', encoding="utf-8")
    assert find_clause_tests(tmp_path) == {"MD-TCP 6.A": ["tests/x.py::test_y"]}


SOUND = [("1.A", "definition"), ("1.B", "enforced"), ("1.B(1)", "layout")]
UNSOUND = {
    "missing": (SOUND[:2], "1.B(1) is missing"),
    "twice": ([*SOUND, SOUND[0]], "1.A stands there twice"),
    "extra": ([*SOUND, ("1.C", "enforced")], "1.C is not in the document"),
    "unclassified": ([*SOUND[:2], ("1.B(1)", "")], "1.B(1) is not classified"),
    "misclassified": ([*SOUND[:2], ("1.B(1)", "met")], "1.B(1) is not classified"),
    "out of order": (SOUND[::-1], "the order is not the document's"),
}


def test_a_sound_register_has_no_faults() -> None:
    assert list(register_faults([address for address, _ in SOUND], SOUND)) == []


@pytest.mark.parametrize(("register", "fault"), UNSOUND.values(), ids=UNSOUND)
def test_a_fault_of_the_register_is_found(register: list[tuple[str, str]], fault: str) -> None:
    assert list(register_faults([address for address, _ in SOUND], register)) == [fault]


def test_a_cite_to_nothing_is_found() -> None:
    assert cite_faults(["1.A"], {"1.A": ["row"]}) == []
    assert cite_faults(["1.A"], {"1.A": ["row"], "1.Z": ["wagers.x", "script[1]"]}) == [
        "1.Z does not exist: wagers.x, script[1]"
    ]


def test_an_enforced_clause_with_neither_row_nor_test_is_found() -> None:
    entries = {
        "12.B": ClauseEntry(status="enforced", gist=""),
        "12.D": ClauseEntry(status="procedure", gist=""),
    }
    fault = ["12.B has neither a row nor a test"]
    assert enforcement_faults(entries, [], []) == fault
    assert enforcement_faults(entries, ["12.BB(1)", "12", "12.D"], ["12.B(1)"]) == fault
    assert enforcement_faults(entries, ["12.B(1)(a)"], []) == []
    assert enforcement_faults(entries, ["12.B"], []) == []
    assert enforcement_faults(entries, [], ["12.B"]) == []


def test_a_clause_that_is_refused_by_and_called_furniture_is_found() -> None:
    cites = {"MD-LIR 3.B(1)": ["a.toml", "b.toml"], "MD-LIR 3.B(2)": ["c.toml"]}
    assert status_faults(cites, {"physical"}) == ["MD-LIR 3.B(1) is physical: a.toml, b.toml"]


@pytest.mark.parametrize(
    "gist",
    [
        "No full stop",
        "Two. Sentences.",
        "small.",
        "Long " * 28 + ".",
        "Heading.",
        "This is a heading of three clauses.",
    ],
)
def test_a_bad_gist_is_found(gist: str) -> None:
    assert len(list(gist_faults({"1.A": ClauseEntry(status="definition", gist=gist)}))) == 1


SOURCE = """
import pytest
from tests.clauses.marks import clause

@clause("MD-TCP 6.D(1)", "MD-LIR 6.D(1)")
def test_one() -> None: ...

@pytest.mark.parametrize("x", [1])
@clause("MD-TCP 6.D(1)")
@clause("MD-TCP 6.A")
async def test_two() -> None: ...

@clause("MD-TCP 6.B")
class TestAce:
    @clause("MD-TCP 6.A")
    def test_three(self) -> None: ...
    def helper(self) -> None: ...

@clause("MD-TCP 6.C")
def no_test() -> None: ...

def test_unmarked() -> None: ...
"""


def collected(root: Path, source: str) -> dict[str, list[str]]:
    (root / "tests/cards").mkdir(parents=True)
    (root / "tests/cards/test_x.py").write_text(source, encoding="utf-8")
    (root / "tests/cards/reader.py").write_text('@clause("MD-TCP 1.A")\ndef test_no() -> None: ...\n', encoding="utf-8")
    return collect_clause_tests(root)


def test_marked_tests_are_collected(tmp_path: Path) -> None:
    file = "tests/cards/test_x.py::"
    tests = collected(tmp_path, SOURCE)
    assert tests == {
        "MD-LIR 6.D(1)": [f"{file}test_one"],
        "MD-TCP 6.A": [f"{file}TestAce::test_three", f"{file}test_two"],
        "MD-TCP 6.B": [f"{file}TestAce::test_three"],
        "MD-TCP 6.D(1)": [f"{file}test_one", f"{file}test_two"],
    }
    assert list(tests) == sorted(tests)


def test_a_mark_that_cannot_be_read_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=r"tests/cards/test_x\.py:1: write the ids of a clause mark out"):
        collected(tmp_path, "@clause(*IDS)\ndef test_one() -> None: ...\n")
