"""Plots: the same bytes for the same results, words for all that they show, nothing by colour alone."""

import re
import sys
from fractions import Fraction
from pathlib import Path
from xml.etree import ElementTree

import matplotlib as mpl
import pytest

from pitboss.errors import InputError
from pitboss.simulation.drawing import Drawing
from pitboss.simulation.histogram import bars_of, nice
from pitboss.simulation.plots import fan, hold, jackpots, money, plots, ruin, save, wagers
from pitboss.simulation.result_records import MeterResult, Shifts, WagerResult, quantiles
from pitboss.simulation.totals import RunningMeter
from tests.simulation.sample_run import sample_run

MINUS = "\N{MINUS SIGN}"
SVG = "{http://www.w3.org/2000/svg}"
SHIFTS = Shifts(
    rounds_an_hour=60,
    hours=2,
    width=500,
    house={-40_000: 5, -500: 20, 0: 100, 2_000: 50, 5_000: 24, 90_000: 1},
    fan=({-1_000: 100, 0: 50, 4_000: 50}, {-9_000: 50, -2_000: 100, 7_500: 50}),
    lows={-20_000: 2, -10_000: 18, -5_000: 80, 0: 100},
)


def words(drawing: Drawing) -> list[str]:
    found = ElementTree.fromstring(drawing.svg())
    return ["".join(text.itertext()) for text in found.iter(f"{SVG}text")]


def test_files_with_plain_names_and_the_same_bytes(tmp_path: Path) -> None:
    results = sample_run("MA-LIR")
    files = save(results, str(tmp_path / "new folder"), ("svg",))
    assert [Path(file).name for file in files] == ["wagers.svg", "fan.svg", "hold.svg", "ruin.svg", "jackpots.svg"]
    for file, drawing in zip(files, plots(results), strict=True):
        written = Path(file).read_text(encoding="utf-8")
        if drawing.name in ("hold", "jackpots"):
            with mpl.rc_context({"font.size": 30, "axes.facecolor": "red", "svg.hashsalt": None}):
                assert written == drawing.svg()
                assert mpl.rcParams["font.size"] == 30
        root = ElementTree.fromstring(written)
        title, says = root.find(f"{SVG}title"), root.find(f"{SVG}desc")
        assert title is not None
        assert says is not None
        assert (title.text, says.text) == (drawing.title, drawing.says)
        assert root.get("role") == "img"


def test_a_png_holds_its_words_too(tmp_path: Path) -> None:
    drawing = ruin(SHIFTS)
    png = drawing.png()
    assert png.startswith(b"\x89PNG")
    assert drawing.title.encode() in png
    assert drawing.says.encode() in png
    assert drawing.png() == png


def test_the_fan_labels_each_quantile_and_draws_each_kind_of_line() -> None:
    drawing = fan(SHIFTS)
    labels = [word for word in words(drawing) if re.match(r"\d+ %: ", word)]
    assert labels == [f"{name} %: {money(cents)}" for name, cents in quantiles(SHIFTS.fan[-1]).items()]
    dashes = re.findall(r"stroke-dasharray: ([\d., ]+)", drawing.svg())
    assert len(set(dashes)) == 3
    assert f"at {MINUS}$20 or less in half of 200 shifts" in drawing.says


def test_losing_shifts_are_hatched_and_counted() -> None:
    drawing = hold(SHIFTS)
    assert "The house loses in 12.5 % of shifts" in drawing.says
    assert "hatched: the house loses, 12.5 % of shifts" in words(drawing)
    assert "<pattern" in drawing.svg()
    winning = Shifts(**{**SHIFTS.given(), "house": {1_000: 10, 2_000: 10}})
    assert "<pattern" not in hold(winning).svg()


def test_ruin_is_what_the_lows_say() -> None:
    assert ruin(SHIFTS).says == "Lost within a shift: $50 in 50.0 %; $100 in 10.0 %; $200 in 1.0 % of shifts."
    never = Shifts(**{**SHIFTS.given(), "lows": {0: 200}})
    assert "never" in ruin(never).says
    assert ElementTree.fromstring(ruin(never).svg()) is not None


def test_a_meter_that_is_not_hit_says_so() -> None:
    idle = MeterResult(name="main", wager="progressive", running=RunningMeter(100, 100, Fraction(1)), shows=100)
    drawing = jackpots(Idle(idle))  # type: ignore[arg-type]
    assert drawing.says == "main, of progressive: not hit in 7 rounds."
    assert "not hit in 7 rounds" in words(drawing)


class Idle:
    rounds = 7

    def __init__(self, meter: MeterResult) -> None:
        self.meters = (meter,)


def test_each_wager_stands_beside_its_exact_value() -> None:
    results = sample_run("MA-LIR")
    told = words(wagers(results))
    for wager in results.wagers:
        assert f"{wager.wager.replace('_', ' ')}, {wager.strategy}" in told
        assert any(
            text.startswith(mean_of(wager)) and (", exact " in text) == (wager.exact is not None) for text in told
        )


def mean_of(wager: WagerResult) -> str:
    return f"{float(wager.mean) * 100:,.2f} % ± ".replace("-", MINUS)


def test_without_a_whole_shift_there_are_no_shifts_to_draw() -> None:
    found = plots(Short(sample_run("MA-LIR").wagers))  # type: ignore[arg-type]
    assert [drawing.name for drawing in found] == ["wagers"]


class Short:
    shifts, meters, rounds = None, (), 7

    def __init__(self, found: tuple[WagerResult, ...]) -> None:
        self.wagers = found


def test_a_drawing_on_a_page_takes_its_colours_from_there() -> None:
    inline = ruin(SHIFTS).inline()
    assert "var(--bar)" in inline
    assert not re.search(r"#[0-9a-f]{6}\b|http|<style", inline)
    ids = re.findall(r'\bid="([^"]+)"', inline)
    assert len(ids) == len(set(ids))
    assert all(name.startswith("ruin-") for name in ids)
    assert set(re.findall(r'(?:href="#|url\(#)([^")]+)', inline)) <= set(ids)


def test_bars_lose_nothing_and_keep_to_zero() -> None:
    bars = bars_of({-1_000: 1, -5: 2, 0: 3, 14: 4, 900: 5}, 10, -20, 30)
    assert bars.starts == (-20, -10, 0, 10, 20, 30)
    assert bars.numbers == (1, 2, 3, 4, 0, 5)
    assert (bars.below, bars.above) == (1, 5)
    assert bars.tails(str) == " (first bar: with 1 below -20; last bar: with 5 from 40)"
    assert [nice(size) for size in (0, 1, 1.2, 3, 6, 21, 99)] == [1, 1, 2, 5, 10, 50, 100]
    assert nice(3, least=10) == 10


@pytest.mark.parametrize(
    ("cents", "text"), [(0, "$0"), (-250, f"{MINUS}$2.50"), (1_050, "$10"), (99, "$0.99"), (123_456_700, "$1,234,567")]
)
def test_money(cents: int, text: str) -> None:
    assert money(cents) == text


def test_a_folder_that_cannot_be_made(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(InputError, match=r"file/in/wagers.png: cannot be written"):
        save(Short(sample_run("MA-LIR").wagers), str(tmp_path / "file/in"), ("png",))  # type: ignore[arg-type]


def test_without_matplotlib_the_package_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in ("plots", "histogram", "drawing"):
        monkeypatch.delitem(sys.modules, f"pitboss.simulation.{module}")
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    with pytest.raises(ModuleNotFoundError) as missing:
        import pitboss.simulation.plots  # noqa: F401, PLC0415
    assert missing.value.name == "matplotlib"
