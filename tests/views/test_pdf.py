"""The PDF writer: files that a strict reader follows, text that is measured as the fonts run."""

import pytest

from pitboss.documents.pdf import Document, Ink, encoded, width_of, wrapped
from pitboss.errors import InputError
from tests.views.reading_pdf import objects_of, pages_of


def document() -> Document:
    made = Document("A title: žluťoučký", 200, 100)
    page = made.page()
    page.text(10, 20, r"Back\slash (and brackets) Café €5", Ink(12))
    page.text(190, 40, "right", Ink(10, bold=True), "right")
    page.line(10, 50, 190)
    made.page().text(100, 50, "centre", Ink(8), "centre")
    return made


def test_what_is_drawn_is_read_back() -> None:
    first, second = pages_of(bytes(document()))
    assert (first.width, first.height, first.lines) == (200, 100, 1)
    assert [shown.text for shown in first.texts] == [r"Back\slash (and brackets) Café €5", "right"]
    assert (first.texts[0].x, first.texts[0].y) == (10, 80)
    assert first.texts[1].x == pytest.approx(190 - width_of("right", 10, bold=True), abs=0.01)
    assert second.texts[0].x == pytest.approx(100 - width_of("centre", 8) / 2, abs=0.01)


def test_the_title_is_kept_in_any_script() -> None:
    info = objects_of(bytes(document()))[5]
    assert "A title: žluťoučký".encode("utf-16-be").hex().encode() in info


def test_equal_drawings_are_equal_files() -> None:
    assert bytes(document()) == bytes(document())


def test_the_reader_notices_a_moved_object() -> None:
    data = bytes(document())
    with pytest.raises(AssertionError):
        objects_of(data.replace(b"%PDF-1.7\n", b"%PDF-1.7\n%\n"))
    with pytest.raises(AssertionError):
        objects_of(data[:-7])


@pytest.mark.parametrize(
    ("text", "bold", "width"),
    [
        ("Hamburgefonstiv", False, 7558), ("Hamburgefonstiv", True, 8223), ("$1,000,000 to 1", False, 6950),
        ("€", False, 556), ("é", False, 556), ("ñ", True, 611), ("\u2019", False, 222),
        ("ÿ", True, 556), (" ", True, 278),
    ],
)  # fmt: skip
def test_widths_are_those_of_the_fonts(text: str, bold: bool, width: int) -> None:
    """The sums of the letters, from Adobe's metrics."""
    assert width_of(text, 1000, bold=bold) == width


def test_lines_fit_and_lose_nothing() -> None:
    text = "The wager is taken when bets close and is not returned with a win"
    lines = wrapped(text, 14, 120)
    assert len(lines) > 2
    assert " ".join(lines) == text
    assert all(width_of(line, 14) <= 120 for line in lines)
    assert wrapped("unbreakable", 14, 10) == ["unbreakable"]


def test_a_letter_that_the_fonts_lack_is_named() -> None:
    with pytest.raises(InputError, match=r"lack '漢' in 'Casino 漢'.*HTML"):
        encoded("Casino 漢")
