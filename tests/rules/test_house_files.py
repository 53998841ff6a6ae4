"""One malformed house file per mistake; the offending line carries the violation that it must cause."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from pitboss.errors import SubmissionRejected, Violation
from pitboss.rules.approve import approve_file
from pitboss.rules.load import folders
from pitboss.rules.register import clause_entries
from tests.clauses.marks import clause
from tests.clauses.surrounding_law import SURROUNDING_LAW

ROOT = Path(__file__).parents[2]
FILES = sorted((Path(__file__).parent / "house_files").glob("*.toml"))
BROKEN = ROOT / "examples" / "broken.toml"
RULES = ROOT / "src" / "pitboss" / "rules"

OURS = {"incoherent", "bad-clause", "not-clause", "same-id"}
"""Codes that only a data file of ours can earn."""
ELSEWHERE = {"stake-follows"}
"""Codes that no released regulation can earn: tests/regulations/test_invented.py shows them."""
BUILT = {
    "meter-{}-too-low": {"meter-seed-too-low", "meter-reset-too-low"},
    "linked-{}-differ": set[str](),  # `differ` is called with the words
    "not-{}": {"not-money", "not-percent", "not-payout", "not-minutes"},
    "unknown-{}": {"unknown-device", "unknown-shuffler", "unknown-dealer-cards"},
}
"""What the codes that are put together at run time can be."""

Expected = tuple[int, str, str]


def marks(file: Path) -> list[Expected]:
    """Line, code and clause of each mark `# ! code CLAUSE ! code CLAUSE`."""
    found = []
    for number, line in enumerate(file.read_text(encoding="utf-8").split("\n"), 1):
        _, hash_mark, rest = line.partition("# ! ")
        for mark in rest.split(" ! ") if hash_mark else ():
            code, _, cite = mark.partition(" ")
            found.append((number, code, cite))
    return sorted(found)


def violations(file: Path) -> tuple[Violation, ...]:
    with pytest.raises(SubmissionRejected) as rejected:
        approve_file(str(file))
    return rejected.value.violations


def by_name(file: Path) -> str:
    return file.stem


@pytest.mark.parametrize("file", [*FILES, BROKEN], ids=by_name)
def test_a_file_is_rejected_for_what_its_lines_say_and_nothing_else(file: Path) -> None:
    found = sorted((violation.line, violation.code, violation.clause) for violation in violations(file))
    assert found == marks(file)


@pytest.mark.parametrize("file", [*FILES, BROKEN], ids=by_name)
def test_a_message_names_the_key_and_says_what_is_wrong(file: Path) -> None:
    text = file.read_text(encoding="utf-8")
    for violation in violations(file):
        message = violation.message
        key, colon, reason = message.partition(": ")
        name = key.split("[")[0]
        assert colon
        assert len(reason.split()) > 1
        assert name in text or violation.code.endswith(("-missing", "-not-offered")) or violation.code == "missing-key"
        assert len(message) < 200
        assert not re.search(r"<class|datetime\.|Fraction\(|Payout\(|None|True|False|\{'|\['", message)


def test_a_file_has_one_mistake() -> None:
    several = {file.stem for file in FILES if len(marks(file)) > 1 and "-and-" not in file.stem}
    assert len(FILES) >= 75
    assert several == {"unknown-link", "wager-key-typo", "ma-lir-two-decks-without-shuffler"}


def codes_of(source: str) -> set[str]:
    """Every code that a module can report, the ones put together at run time as `not-{}`."""
    found = set()
    for call in ast.walk(ast.parse(source)):
        if not isinstance(call, ast.Call) or not call.args:
            continue
        name = call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
        code = call.args[0]
        if name in ("report", "fault") and isinstance(code, ast.Constant):
            found.add(str(code.value))
        elif name in ("report", "fault") and isinstance(code, ast.JoinedStr):
            found.add("".join(str(part.value) if isinstance(part, ast.Constant) else "{}" for part in code.values))
        elif name == "differ" and isinstance(code, ast.Constant):
            found.add(f"linked-{code.value!s}-differ")
    return found


def reportable() -> Iterator[str]:
    for module in RULES.glob("*.py"):
        for code in codes_of(module.read_text(encoding="utf-8")):
            if "{}" in code:
                yield from BUILT[code]
            elif code not in OURS | ELSEWHERE:
                yield code


def test_every_code_has_a_file_and_every_file_a_code_there_is() -> None:
    covered = {code for file in FILES for _, code, _ in marks(file)}
    assert covered == set(reportable())


def test_a_new_code_is_noticed() -> None:
    source = (
        'house.report("a", "", ())\nplace.fault(f"not-{name}", "")\nchecking.report(code, "")\ndiffer("stakes", "")'
    )
    assert codes_of(source) == {"a", "not-{}", "linked-stakes-differ"}


def test_every_clause_in_a_mark_exists() -> None:
    known = {f"{regulation} {address}" for regulation in folders() for address in clause_entries(regulation)}
    cited = {cite for file in [*FILES, BROKEN] for _, _, cite in marks(file) if cite}
    assert cited - known - SURROUNDING_LAW == set()


def rejected_under(prefix: str, request: pytest.FixtureRequest) -> set[tuple[str, str]]:
    """Code and clause of what the files of one regulation are rejected for: what their lines say, no more and no less.

    Every clause that the calling test names is among them.
    """
    found: set[tuple[str, str]] = set()
    for file in (file for file in FILES if file.stem.startswith(prefix)):
        rejected = {(violation.code, violation.clause) for violation in violations(file)}
        assert rejected == {(code, cite) for _, code, cite in marks(file)}, file.name
        found |= rejected
    named = {cite for mark in request.node.iter_markers("clause") for cite in mark.args}
    assert named - {cite for _, cite in found} == set()
    return found


@clause("MD-LIR 2.A(1)", "MD-LIR 3.A", "MD-LIR 3.B", "MD-LIR 3.B(2)", "MD-LIR 7.F", "MD-LIR 9.A(1)")
@clause(
    "MD-LIR 7.E",
    "MD-LIR 7.E(1)",
    "MD-LIR 12.A",
    "MD-LIR 12.B",
    "MD-LIR 12.C",
    "MD-LIR 12.D",
    "MD-LIR 12.E",
    "MD-LIR 12.I",
)
@clause(
    "MD-LIR 12.F", "MD-LIR 12.F(1)", "MD-LIR 12.F(2)", "MD-LIR 12.F(2)(a)", "MD-LIR 12.F(2)(b)", "MD-LIR 12.F(2)(c)"
)
@clause("MD-LIR 12.F(2)(d)(i)", "MD-LIR 12.F(2)(d)(ii)")
@clause("MD-LIR 12.F(2)(e)(i)", "MD-LIR 12.F(2)(e)(ii)", "MD-LIR 12.F(2)(e)(iii)")
@clause("MD-LIR 12.F(2)(f)(i)", "MD-LIR 12.F(2)(f)(ii)", "MD-LIR 12.F(2)(f)(iii)")
def test_what_maryland_let_it_ride_rejects(request: pytest.FixtureRequest) -> None:
    found = rejected_under("md-lir-", request)
    assert found > {("boxes-out-of-range", "MD-LIR 2.A(1)"), ("decks-need-shuffler", "MD-LIR 3.B")}
    assert found > {("device-needs-shuffler", "MD-LIR 9.A(1)"), ("linked-paytables-differ", "MD-LIR 12.F")}
    assert found > {("meter-rate-zero", "MD-LIR 12.F(1)"), ("missing-key", "MD-LIR 12.F(1)")}
    assert {cite for code, cite in found if code == "meter-seed-too-low"} == {
        f"MD-LIR 12.F(2){part}"
        for part in ("", "(a)", "(b)", "(c)", "(d)(i)", "(d)(ii)", "(e)(i)", "(e)(ii)", "(e)(iii)", "(f)(i)",
                     "(f)(ii)", "(f)(iii)")
    }  # fmt: skip
    assert {cite for code, cite in found if code == "unknown-paytable"} == {f"MD-LIR 12.{group}" for group in "ABCDE"}


@clause("MD-TCP 2.A", "MD-TCP 3.A(1)", "MD-TCP 3.B", "MD-TCP 3.B(2)", "MD-TCP 7.F", "MD-TCP 7.F(1)", "MD-TCP 7.F(2)")
@clause(
    "MD-TCP 7.F(6)", "MD-TCP 7.G(1)", "MD-TCP 7.G(2)", "MD-TCP 7.G(3)", "MD-TCP 7.H", "MD-TCP 9.A(1)", "MD-TCP 11.F"
)
@clause("MD-TCP 12.A", "MD-TCP 12.B", "MD-TCP 12.C", "MD-TCP 12.D", "MD-TCP 12.E(1)", "MD-TCP 12.F", "MD-TCP 12.G")
@clause("MD-TCP 12.E(3)", "MD-TCP 12.E(3)(a)", "MD-TCP 12.E(3)(b)", "MD-TCP 12.E(5)")
def test_what_maryland_three_card_poker_rejects(request: pytest.FixtureRequest) -> None:
    found = rejected_under("md-tcp-", request)
    assert found > {("meter-rate-too-low", "MD-TCP 12.E(3)(a)"), ("meter-seed-too-low", "MD-TCP 12.E(3)(b)")}
    assert found > {("paytable-of-other-version", "MD-TCP 12.C"), ("version-needs-paytable", "MD-TCP 12.C")}
    assert {cite for code, cite in found if code == "stakes-cannot-meet"} == {f"MD-TCP 7.G({n})" for n in (1, 2, 3)}


@clause("MD-TCP 12.B", "MD-TCP 12.C")
@pytest.mark.parametrize(
    ("file", "choices"), [("ante-bonus-missing", "A, B, C"), ("compulsory-ante-bonus-missing", "compulsory")]
)
def test_a_table_is_offered_the_paytables_of_its_version(file: str, choices: str) -> None:
    (violation,) = violations(Path(__file__).parent / "house_files" / f"md-tcp-{file}.toml")
    assert violation.message == f"paytable: select one for ante_bonus: {choices}"


@clause(
    "MD-TFP 2.A(1)",
    "MD-TFP 3.A",
    "MD-TFP 3.B",
    "MD-TFP 3.B(2)",
    "MD-TFP 7.E",
    "MD-TFP 7.E(1)",
    "MD-TFP 7.F",
    "MD-TFP 9.A(1)",
)
@clause("MD-TFP 12.A", "MD-TFP 12.B", "MD-TFP 12.BB")
def test_what_maryland_top_five_rejects(request: pytest.FixtureRequest) -> None:
    found = rejected_under("md-tfp-", request)
    assert found > {("boxes-out-of-range", "MD-TFP 2.A(1)"), ("unknown-paytable", "MD-TFP 12.BB")}


@clause(
    "MA-LIR 2(a)",
    "MA-LIR 2(b)",
    "MA-LIR 2(b)(2)",
    "MA-LIR 5(a)",
    "MA-LIR 5(a)(1)",
    "MA-LIR 6(d)",
    "MA-LIR 6(e)",
    "MA-LIR 6a(b)",
)
@clause("MA-LIR 6a(c)", "MA-LIR 6b(c)", "MA-LIR 10(b)", "MA-LIR 10(c)", "MA-LIR 10(d)", "MA-LIR 10(e)")
@clause("MA-LIR 11(d)", "MA-LIR 11(k)", "MA-LIR 12(b)", "MA-LIR 12(c)", "MA-LIR 12(e)", "MA-LIR 12(g)")
def test_what_massachusetts_rejects(request: pytest.FixtureRequest) -> None:
    found = rejected_under("ma-lir-", request)
    assert found > {("wager-needs-other-device", "MA-LIR 11(d)"), ("meter-rate-zero", "MA-LIR 12(c)")}
    assert found > {("payout-limit-too-low", "MA-LIR 10(c)"), ("shuffler-not-permitted", "MA-LIR 5(a)")}
    assert found > {("wager-needs-shuffler", "MA-LIR 11(d)"), ("linked-decks-differ", "MA-LIR 12(g)")}
