"""The odds sheet and its plots: well formed, complete, readable without colour, network or scripts."""

import re
from fractions import Fraction
from html.parser import HTMLParser
from itertools import pairwise
from pathlib import Path
from xml.etree import ElementTree

import pytest

import pitboss as pb
from pitboss.odds import house_odds_of, strategy_of
from pitboss.odds.catalog import odds
from pitboss.odds.house_odds import HouseOdds
from pitboss.odds.plots import Mark, PlotBar, bars, line, one_in, percent
from pitboss.odds.query import OddsQuery
from pitboss.odds.sheet import house_sheet, regulations_sheet
from pitboss.rules.load import folders, load_regulation

SAMPLE = str(Path(__file__).parents[2] / "examples/house.toml")
VOID = {"meta", "br", "link"}
NUMBER = re.compile(r'width="([\d.]+)"')


class Reader(HTMLParser):
    """Notes tags that are not closed in order, ids, and whatever would be fetched."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.ids: list[str] = []
        self.fetched: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in VOID:
            self.open.append(tag)
        self.ids += [value or "" for name, value in attrs if name == "id"]
        self.fetched += [f"{tag} {value}" for name, value in attrs if name == "src" or (tag == "link" and value)]

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def check_page(page: str) -> list[ElementTree.Element]:
    """The plots of a page that is in order."""
    reader = Reader()
    reader.feed(page)
    assert reader.open == []
    assert len(reader.ids) == len(set(reader.ids))
    assert reader.fetched == []
    assert not re.search(r"https?:|<script|@import|url\((?!#)", page)
    plots = [ElementTree.fromstring(svg) for svg in re.findall(r"<svg.*?</svg>", page)]
    for plot in plots:
        title, desc = plot.find("title"), plot.find("desc")
        assert title is not None
        assert desc is not None
        assert title.text
        assert desc.text
        assert plot.get("aria-labelledby") == f"{title.get('id')} {desc.get('id')}"
    return plots


@pytest.fixture(scope="module")
def house() -> HouseOdds:
    return house_odds_of(SAMPLE)


@pytest.mark.parametrize("regulation_id", sorted(folders()))
def test_a_regulation_s_sheet_has_every_paytable(regulation_id: str) -> None:
    regulation, asked = load_regulation(regulation_id), OddsQuery({})
    records = list(odds(regulation, asked))
    page = regulations_sheet([(regulation, records)], asked)
    plots = check_page(page)
    assert len(plots) >= len(records)
    for record in records:
        assert record.cite in page
        if record.expected is not None:
            assert f"{record.expected} of the stake" in page


def test_a_house_s_sheet(house: HouseOdds) -> None:
    page = house_sheet(house)
    check_page(page)
    for table in house.tables:
        assert f"<h2>{table.name} " in page
    assert "a hand wins at most $75,000" in page
    assert "straight 1 in 589, three of a kind 1 in 401" in page
    assert page.count("break-even $") >= 4
    assert "prefers-color-scheme: dark" in page
    assert "@media print" in page


def test_text_from_a_house_file_is_escaped(house: HouseOdds) -> None:
    page = house_sheet(HouseOdds(facility='<script>"&', tables=house.tables[2:3]))
    check_page(page)
    assert "&lt;script&gt;" in page


def test_bars_are_as_long_as_their_values() -> None:
    plain = bars("edges", "says", [PlotBar("A", Fraction(1), "1"), PlotBar("B", Fraction(1, 2), "1/2")])
    first, second = (float(width) for width in NUMBER.findall(plain))
    assert first == pytest.approx(2 * second, abs=0.2)
    rows = [PlotBar(str(power), Fraction(1, 10**power), "") for power in range(1, 5)]
    widths = [float(width) for width in NUMBER.findall(bars("chances", "says", rows, log=True))]
    steps = [one - other for one, other in pairwise(widths)]
    assert steps == pytest.approx([steps[0]] * 3, abs=0.2)


def test_losses_differ_by_more_than_colour() -> None:
    plot = bars(
        "results",
        "says",
        [PlotBar("-1", Fraction(1, 2), "half", True), PlotBar("+1", Fraction(1, 2), "half")],
        log=True,
    )
    assert plot.count("url(#p-results-hatch)") == 1
    assert '<pattern id="p-results-hatch"' in plot


def test_the_line_marks_where_the_return_is_whole() -> None:
    ends = (Mark(Fraction(0), Fraction(1, 2), ""), Mark(Fraction(200), Fraction(3, 2), ""))
    plot = ElementTree.fromstring(line("t", "d", ends, [Mark(Fraction(100), Fraction(1), "here")], Fraction(1)))
    (circle,) = plot.iter("circle")
    (even,) = (one for one in plot.iter("line") if one.get("class") == "even")
    assert circle.get("cy") == even.get("y1")
    assert "here" in [text.text for text in plot.iter("text")]


def test_chances_in_words() -> None:
    assert [one_in(Fraction(1, 2)), one_in(Fraction(1, 30)), one_in(Fraction(1, 22_100))] == [
        "50.0 %",
        "1 in 30.0",
        "1 in 22,100",
    ]
    assert percent(Fraction(-1, 8)) == "\N{MINUS SIGN}12.50 %"


def test_what_notebooks_show(house: HouseOdds) -> None:
    """Each answer shows itself as well-formed HTML."""
    for shown in (
        pb.odds("MD-TCP", "pair_plus", "A")._repr_html_(),
        pb.odds("MD-TFP", "ante", "A")._repr_html_(),
        pb.odds("MD-TCP", "pair_plus")._repr_html_(),
        strategy_of("MD-LIR")._repr_html_(),
        house._repr_html_(),
    ):
        check_page(shown)
        assert "<svg" not in shown
    assert "straight flush" in pb.odds("MD-TCP", "pair_plus", "A")._repr_html_()
