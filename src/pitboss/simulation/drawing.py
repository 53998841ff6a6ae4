"""Drawings: matplotlib figures as files and as part of a page. Equal figures have equal bytes as SVG.

A figure is drawn only when it is needed, with the settings here and not those of the machine.
"""

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from html import escape
from io import BytesIO
from pathlib import Path
from typing import Any, NamedTuple

import matplotlib as mpl
from matplotlib.figure import Figure

from pitboss.errors import InputError

INK, DIM, RULE, PAPER, BAR, WEAK, HATCH = "#18212b", "#5a6672", "#d5dbe1", "#fffffe", "#2f6f9f", "#f1d9c9", "#a8501f"
_NAMES = {INK: "ink", DIM: "dim", RULE: "rule", PAPER: "paper", BAR: "bar", WEAK: "weak", HATCH: "hatch"}
"""The colours that a page names, so that a drawing on it follows light and dark."""
WIDTH = 8.0
"""Inches, of every drawing."""
_SETTINGS: dict[Any, Any] = {
    "axes.axisbelow": True,
    "axes.edgecolor": RULE,
    "axes.facecolor": "none",
    "axes.formatter.useoffset": False,
    "axes.grid": True,
    "axes.labelcolor": DIM,
    "axes.spines.right": False,
    "axes.spines.top": False,
    "axes.titlesize": 10,
    "figure.facecolor": PAPER,
    "font.family": ["DejaVu Sans"],
    "font.size": 9,
    "grid.color": RULE,
    "grid.linewidth": 0.6,
    "hatch.linewidth": 1.2,
    "savefig.dpi": 150,
    "svg.fonttype": "none",
    "text.color": INK,
    "xtick.color": DIM,
    "ytick.color": DIM,
}


class Drawing(NamedTuple):
    """A plot: its file name, its title, a sentence or two about what it shows, and the function that draws it."""

    name: str
    title: str
    says: str
    height: float
    """Inches."""
    draw: Callable[[Figure], None]

    def svg(self) -> str:
        """A file of its own, with its title on it."""
        found = self._svg(titled=True)
        head = f'role="img" aria-labelledby="{self.name}-t {self.name}-d"'
        return '<?xml version="1.0" encoding="utf-8"?>\n' + found.replace("<svg ", f"<svg {head} ", 1) + "\n"

    def inline(self) -> str:
        """For a page with a caption and named colours: without a title of its own."""
        found = self._svg(titled=False)
        for colour, name in _NAMES.items():
            found = found.replace(colour, f"var(--{name})")
        opened, _, rest = found.partition(">")
        box = re.search(r'viewBox="[^"]*"', opened)
        assert box
        rest = rest.replace("xlink:href", "href")
        labels = f'role="img" aria-labelledby="{self.name}-t {self.name}-d"'
        return f'<svg {box[0]} {labels} style="stroke-linejoin:round;stroke-linecap:butt">{rest}'

    def png(self) -> bytes:
        about = {"Title": self.title, "Description": self.says, "Software": None}
        return self._drawn("png", titled=True, metadata=about)

    def _svg(self, titled: bool) -> str:
        # Without metadata there is no date, and no address of a vocabulary either.
        nothing = dict.fromkeys(("Creator", "Date", "Format", "Type"))
        found = self._drawn("svg", titled, nothing).decode()
        found = found[found.index("<svg ") :].rstrip()
        found = re.sub(r"\n?\s*<(defs)>\s*<style.*?</style>\s*</\1>", "", found, count=1, flags=re.DOTALL)
        # Ids are numbered from 1 in every figure, but a page holds several figures.
        found = re.sub(r'(\bid="|href="#|url\(#)', rf"\g<1>{self.name}-", found)
        said = (
            f'<title id="{self.name}-t">{escape(self.title)}</title><desc id="{self.name}-d">{escape(self.says)}</desc>'
        )
        return re.sub(r"\s*\n\s*", " ", found).replace(">", f">{said}", 1)

    def _drawn(self, kind: str, titled: bool, metadata: dict[str, str | None]) -> bytes:
        with _settings(self.name):
            figure = Figure(figsize=(WIDTH, self.height), layout="constrained")
            self.draw(figure)
            if titled:
                figure.suptitle(self.title, x=0.01, ha="left", fontsize=12)
            content = BytesIO()
            figure.savefig(content, format=kind, metadata=metadata)
        return content.getvalue()

    def _repr_svg_(self) -> str:
        return self.svg()


@contextmanager
def _settings(salt: str) -> Iterator[None]:
    """Matplotlib with its defaults and our settings; its state is restored afterwards."""
    with mpl.rc_context():
        mpl.rcdefaults()
        mpl.rcParams.update({**_SETTINGS, "svg.hashsalt": salt})
        yield


def write(drawing: Drawing, folder: str, kind: str) -> str:
    """Writes one file, `svg` or `png`, and returns its name; an InputError if it cannot be written."""
    file = Path(folder) / f"{drawing.name}.{kind}"
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(drawing.svg().encode() if kind == "svg" else drawing.png())
    except OSError as error:
        raise InputError(f"cannot be written: {(error.strerror or str(error)).lower()}", str(file)) from None
    return str(file)
