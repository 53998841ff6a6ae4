import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss.rules.clause import Clause, address_parts, common_clause

HEADS = st.from_regex(r"[1-9][0-9]?[a-z]?(\.[A-Z]{1,2})?", fullmatch=True)
TAILS = st.lists(st.from_regex(r"\(([0-9]{1,2}|[a-z]{1,4})\)", fullmatch=True), max_size=4)
SECTIONS = st.from_regex(r"([1-9][0-9]:[1-9][0-9]?[A-Z]?-)?[1-9][0-9]?[a-z]?\.[1-9][0-9]?[a-z]?", fullmatch=True)
ITEMS = st.lists(st.from_regex(r"\(([0-9]{1,2}|[a-z]{1,4})\)([0-9]{1,2}(i{1,3})?)?", fullmatch=True), max_size=3)
ADDRESSES = st.builds(lambda head, tail: head + "".join(tail), HEADS, TAILS) | st.builds(
    lambda head, tail: head + "".join(tail), SECTIONS, ITEMS
)


@pytest.mark.parametrize(
    "address",
    [
        "1", "6a", "6a(b)", "12.D", "12.BB(1)", "12.D(1)(c)", "9.A(3)(c)(iii)", "5(b)(1)(iv)",
        "649a", "649a.7", "649a.7(d)", "649a.7(d)(1)", "649a.7(d)(1)(iv)", "649a.7(d)(1)(iv)(A)",
        "13:69F", "13:69F-20", "13:69F-20.7", "13:69F-20.7(d)", "13:69F-20.7(d)1", "13:69F-20.7(d)1ii",
        "5.225", "5.225(3)(a)", "5.225(10)(a)(2)",
    ],
)  # fmt: skip
def test_addresses(address: str) -> None:
    clause = Clause("MD-TCP", address)
    assert clause == f"MD-TCP {address}"
    assert (clause.regulation, clause.address) == ("MD-TCP", address)


@pytest.mark.parametrize(
    "address",
    [
        "", "D", "(1)", ".D", "12.", "12.d", "12.BBB", "12.D.E", "12D", "12ab", "12.D(1", "12.D1)", "12.D()", "12.D(A)",
        "12.D(1a)", "12.D (1)", " 12.D", "12.D ", "12.D\n", "٣.D", "12.D(٣)",
        "649a.", "649a.7.2", "649a.7dd", "649A.7", "649a.7(d", "649a.7(A)", "649a.7(1)(A)", "649a-7",
        "13:", "13:F", "13:69f", "13:69F-", "13:69F.7", "13:69F-20.D", "13:69F-20:7", "13:69F-20.7(d)i", "5.225 (3)",
    ],
)  # fmt: skip
def test_no_addresses(address: str) -> None:
    with pytest.raises(ValueError, match=r"is not an address of a clause: write it like 12\.D\(1\)\(c\) or 6a\(b\)"):
        Clause("MD-TCP", address)


@pytest.mark.parametrize(
    ("addresses", "common"),
    [
        (["12.F(2)(a)"], "12.F(2)(a)"),
        (["12.F(2)(a)", "12.F(2)(a)"], "12.F(2)(a)"),
        (["12.F(2)(a)", "12.F(2)(d)(i)"], "12.F(2)"),
        (["12.B", "12.BB"], "12"),
        (["12(c)", "12(e)"], "12"),
        (["649a.7(d)(1)", "649a.7(d)(2)"], "649a.7(d)"),
        (["649a.7(d)(1)", "649a.12(c)"], "649a"),
        (["13:69F-20.7(d)1", "13:69F-20.7(d)12"], "13:69F-20.7(d)"),
        (["13:69F-20.7(d)1i", "13:69F-20.7(d)1ii"], "13:69F-20.7(d)1"),
        (["13:69F-20.7", "13:69F-21.7"], "13:69F"),
    ],
)
def test_what_clauses_have_in_common(addresses: list[str], common: str) -> None:
    assert common_clause([Clause("MD-LIR", address) for address in addresses]) == f"MD-LIR {common}"


@given(ADDRESSES)
def test_address_and_parts_are_inverse(address: str) -> None:
    clause = Clause("MD-TCP", address)
    assert clause.address == address
    assert "".join(address_parts(address)) == address
    for count in range(1, len(address_parts(address)) + 1):
        Clause("MD-TCP", "".join(address_parts(address)[:count]))


@pytest.mark.parametrize(
    ("address", "parts"),
    [
        ("6a(b)", ("6a", "(b)")),
        ("649a.7(d)(1)", ("649a", ".7", "(d)", "(1)")),
        ("649a.7a(d)(1)(i)(A)", ("649a", ".7a", "(d)", "(1)", "(i)", "(A)")),
        ("13:69F-20.7(d)1ii", ("13", ":69F", "-20", ".7", "(d)", "1", "ii")),
        ("5.225(3)(a)", ("5", ".225", "(3)", "(a)")),
    ],
)
def test_parts_of_other_states(address: str, parts: tuple[str, ...]) -> None:
    assert address_parts(address) == parts


def test_a_longer_number_is_no_part_of_a_shorter_one() -> None:
    assert address_parts("649a.12(c)")[:2] != address_parts("649a.1")
    assert address_parts("13:69F-20.7(d)12")[:6] != address_parts("13:69F-20.7(d)1")


def test_the_second_section_b_is_no_part_of_the_first() -> None:
    assert address_parts("12.BB(1)")[:2] != address_parts("12.B")
    assert address_parts("12.B(1)")[:2] == address_parts("12.B")


def test_a_clause_is_its_text() -> None:
    clause = Clause("MA-LIR", "6a(b)")
    assert isinstance(clause, str)
    assert hash(clause) == hash("MA-LIR 6a(b)")


def test_pickles_as_a_clause() -> None:
    clause = Clause("MD-TCP", "12.D(1)(c)")
    again = pickle.loads(pickle.dumps(clause))
    assert again == clause
    assert type(again) is Clause
    assert again.address == "12.D(1)(c)"
