"""The pages' types are those of the server's models."""

from tools.wire_types import FILE, current_types


def test_the_types_of_the_pages_are_current() -> None:
    assert FILE.read_text(encoding="utf-8") == current_types(), "make wire writes them"
