from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss.rules.vocabulary import named_choice, parse_choice, parse_percent, parse_ratio, show_percent, spoken_choice


@pytest.mark.parametrize(
    ("text", "ratio"), [("1", Fraction(1)), ("5", Fraction(5)), ("1/2", Fraction(1, 2)), ("0", Fraction(0))]
)
def test_ratios(text: str, ratio: Fraction) -> None:
    assert parse_ratio(text) == ratio


@pytest.mark.parametrize("text", ["", "/", "1/", "/2", "1/0", "1/00", "1/2/3", "-1", "1.5", "1 /2", "½", "٣", "one"])
def test_no_ratios(text: str) -> None:
    with pytest.raises(ValueError, match='is not a ratio: write "1", "5" or "1/2"'):
        parse_ratio(text)


@given(st.fractions(min_value=0, max_denominator=10**6))
def test_a_ratio_reads_as_a_fraction_prints(ratio: Fraction) -> None:
    assert parse_ratio(str(ratio)) == ratio


@pytest.mark.parametrize(
    ("text", "share"),
    [
        ("0%", Fraction(0)),
        ("14%", Fraction(14, 100)),
        ("2.5%", Fraction(25, 1000)),
        ("0.05%", Fraction(5, 10_000)),
        ("100%", Fraction(1)),
    ],
)
def test_percentages(text: str, share: Fraction) -> None:
    assert parse_percent(text) == share
    assert show_percent(share) == text


def test_a_percentage_prints_without_trailing_zeros() -> None:
    assert show_percent(parse_percent("02.50%")) == "2.5%"


@pytest.mark.parametrize(
    "text", ["", "%", "14", "14 %", "%14", "-1%", "+1%", ".5%", "5.%", "1.2.3%", "1,5%", "٣%", "1%%", "1e1%"]
)
def test_no_percentages(text: str) -> None:
    with pytest.raises(ValueError, match=r'is not a percentage: write "14%" or "2\.5%"'):
        parse_percent(text)


@given(st.integers(0, 10**7 - 1), st.integers(0, 9))
def test_what_is_shown_parses_to_the_same(number: int, places: int) -> None:
    share = Fraction(number, 10**places)
    assert parse_percent(show_percent(share)) == share


@pytest.mark.parametrize(
    ("choice", "said"), [("fold", "folds"), ("raise_3", "raises 3"), ("double_it_2", "doubles it 2")]
)
def test_a_choice_is_named_as_the_notation_writes_it(choice: str, said: str) -> None:
    assert parse_choice(choice) == choice
    assert spoken_choice(choice) == said
    assert named_choice(said) == choice


@pytest.mark.parametrize("text", ["", "Fold", "raise 3", "3_raise", "raise_", "leave", "place_3", "_"])
def test_no_choices(text: str) -> None:
    with pytest.raises(ValueError, match="is not the name of a choice: write a verb"):
        parse_choice(text)
