import pytest

from pitboss.errors import InputError, PitbossError, RulesError, SubmissionRejected, Violation


@pytest.mark.parametrize(
    ("error", "text"),
    [
        (InputError("what is this"), "what is this"),
        (InputError("what is this", "house.toml"), "house.toml: what is this"),
        (InputError("what is this", "house.toml", 3), "house.toml:3: what is this"),
        (InputError("what is this", "house.toml", 3, 9), "house.toml:3:9: what is this"),
    ],
    ids=["bare", "file", "line", "column"],
)
def test_an_input_error_says_where(error: InputError, text: str) -> None:
    assert str(error) == text
    assert error.reason == "what is this"


def test_an_input_error_keeps_its_place() -> None:
    error = InputError("no", "a.toml", 3, 9)
    assert (error.file, error.line, error.column) == ("a.toml", 3, 9)


CITED = Violation("boxes-out-of-range", "boxes: 8", "MD-TCP 2.A", "house.toml", 12, 1)
UNCITED = Violation("wrong-type", "boxes: expected a whole number", "", "house.toml", 2, 8)


def test_a_violation_with_and_without_a_clause() -> None:
    assert str(CITED) == "house.toml:12:1: boxes-out-of-range: boxes: 8 (MD-TCP 2.A)"
    assert str(UNCITED) == "house.toml:2:8: wrong-type: boxes: expected a whole number"


def test_a_rejection_lists_every_violation() -> None:
    error = SubmissionRejected([UNCITED, CITED])
    assert error.violations == (UNCITED, CITED)
    assert str(error).splitlines() == [str(UNCITED), str(CITED)]


@pytest.mark.parametrize(
    "error", [RulesError(""), InputError(""), SubmissionRejected([])], ids=lambda e: type(e).__name__
)
def test_one_family(error: Exception) -> None:
    assert isinstance(error, PitbossError)
