from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss.rules.payout import Payout

PAYOUTS = st.one_of(
    st.builds(Payout, st.sampled_from(["to", "for"]), st.integers(0, 10**9), st.just(""), st.just(1)),
    st.builds(Payout, st.just("to"), st.sampled_from([1, 3, 7, 1_001]), st.just(""), st.just(2)),
    st.builds(Payout, st.just("prize"), st.integers(0, 10**11), st.just(""), st.just(1)),
    st.builds(Payout, st.just("share"), st.integers(1, 100), st.from_regex("[a-z_]+", fullmatch=True), st.just(1)),
)


@pytest.mark.parametrize(
    ("text", "payout"),
    [
        ("1 to 1", Payout("to", 1)),
        ("35 to 1", Payout("to", 35)),
        ("1,000 to 1", Payout("to", 1_000)),
        ("3 to 2", Payout("to", 3, per=2)),
        ("push", Payout("push", 0)),
        ("300 for 1", Payout("for", 300)),
        ("$1,000", Payout("prize", 100_000)),
        ("$2.50", Payout("prize", 250)),
        ("10% of main", Payout("share", 10, "main")),
        ("100% of five_card_main", Payout("share", 100, "five_card_main")),
    ],
)
def test_the_forms(text: str, payout: Payout) -> None:
    assert Payout.parse(text) == payout
    assert str(payout) == text


def test_thousands_may_be_written_without_commas() -> None:
    assert Payout.parse("1000 to 1") == Payout.parse("1,000 to 1")


@given(PAYOUTS)
def test_parse_and_str_are_inverse(payout: Payout) -> None:
    assert Payout.parse(str(payout)) == payout


@pytest.mark.parametrize(
    "text",
    [
        "", "35", "35 to", "to 1", "36 to 2", "3 for 2", "3 to 0", "3 to 10", "35 To 1", "35 to 1 ", " 35 to 1",
        "35  to 1", "35-to-1", "35:1",
        "-1 to 1", "1.5 to 1", "1,00 to 1", "10,00,000 to 1", "٣ to 1", "10%", "10% of", "10% of Main", "10 % of main",
        "10% of 2", "1000% of main", "٣% of main", "1.5% of main",
    ],
)  # fmt: skip
def test_no_payouts(text: str) -> None:
    with pytest.raises(ValueError, match='is not a payout: write "35 to 1", "300 for 1"'):
        Payout.parse(text)


@pytest.mark.parametrize("text", ["0% of main", "101% of main", "999% of main"])
def test_a_share_is_between_1_and_100_percent(text: str) -> None:
    with pytest.raises(ValueError, match="is not a share of a meter: between 1% and 100%"):
        Payout.parse(text)


def test_a_prize_is_money() -> None:
    with pytest.raises(ValueError, match="is not an amount of money"):
        Payout.parse("$1,00")


def test_a_part_of_a_cent_is_not_paid() -> None:
    assert [Payout.parse("3 to 2").won(stake) for stake in (500, 501, 1)] == [750, 751, 1]
    assert Payout.parse("3 to 2").odds == Fraction(3, 2)


def test_a_digest_covers_what_was_there_from_the_first() -> None:
    assert Payout.parse("35 to 1").meaning() == ["to", 35, ""]
    assert Payout.parse("3 to 2").meaning() == ["to", 3, "", 2]
