import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss.money import parse_money, show_money


@pytest.mark.parametrize(
    ("text", "cents"),
    [
        ("$0", 0),
        ("$0.05", 5),
        ("$2.50", 250),
        ("$10", 1_000),
        ("$10.00", 1_000),
        ("$1000", 100_000),
        ("$1,000", 100_000),
        ("$1,234,567.89", 123_456_789),
        ("$999,999,999,999.99", 99_999_999_999_999),
    ],
)
def test_parse(text: str, cents: int) -> None:
    assert parse_money(text) == cents


@pytest.mark.parametrize(
    "text",
    [
        "", "$", "10", "10$", "-$1", "$-1", "+$1", "$+1", " $1", "$1 ", "$1\n", "$ 1", "$1.", "$1.5", "$.50", "$1.005",
        "$1,00", "$,100", "$1,0000", "$10,00,000", "$1000,000", "$1e3", "$1_000", "$1 000", "€1", "$٣",
        "$1,000,000,000,000", "$1000000000000",
    ],
)  # fmt: skip
def test_refused_with_the_way_to_write_it(text: str) -> None:
    with pytest.raises(ValueError, match=r'is not an amount of money: write "\$10", "\$1,000" or "\$2\.50"'):
        parse_money(text)


@pytest.mark.parametrize(
    ("cents", "text"),
    [(0, "$0"), (5, "$0.05"), (250, "$2.50"), (100_000, "$1,000"), (-250, "-$2.50"), (-100_000_000, "-$1,000,000")],
)
def test_show(cents: int, text: str) -> None:
    assert show_money(cents) == text


@given(st.integers(0, 10**14 - 1))
def test_what_is_shown_parses_to_the_same(cents: int) -> None:
    assert parse_money(show_money(cents)) == cents


@given(st.integers(1, 10**14 - 1))
def test_a_loss_is_the_amount_behind_a_sign(cents: int) -> None:
    assert show_money(-cents) == f"-{show_money(cents)}"
