"""What axe and a measure find wrong with a page for those who do not see, point or read as others do."""

from functools import cache
from importlib.resources import files

from tests.web.browser import Page

SMALLEST = 24
"""The least width and height of a target, in CSS pixels (WCAG 2.2, 2.5.8)."""
_CONTROLS = "a[href], button, input, select, textarea, summary, [role=button]"
_SHOWN = "(node) => node.checkVisibility({ visibilityProperty: true }) && !node.matches('.visually-hidden, .skip')"
# A link within a sentence is as high as its line, and a box within its label is as large as the label.
_SMALL = f"""(smallest) => [...document.querySelectorAll("{_CONTROLS}")].filter({_SHOWN})
  .filter((node) => !(node.matches('a') && [...node.parentNode.childNodes].some((near) => near.data?.trim())))
  .map((node) => [node.outerHTML.slice(0, 120), (node.closest('label') ?? node).getBoundingClientRect()])
  .filter(([, box]) => Math.min(box.width, box.height) < smallest)
  .map(([html, box]) => `${{html}} ${{box.width.toFixed(1)}} x ${{box.height.toFixed(1)}}`)"""
_TWICE = """() => Object.entries(Object.groupBy([...document.querySelectorAll('[id]')], (node) => node.id))
  .filter(([, nodes]) => nodes.length > 1).map(([id]) => id)"""


@cache
def _axe() -> str:
    return (files("axe_playwright_python") / "axe.min.js").read_text(encoding="utf-8")


def violations(page: Page) -> list[str]:
    """Every violation that axe finds: the rule, the place, and what would help."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(_axe())
    found = page.evaluate("axe.run({ resultTypes: ['violations'] }).then(({ violations }) => violations)")
    return [
        f"{rule['id']}: {node['target']} {node['html'][:200]} {node['failureSummary']}"
        for rule in found
        for node in rule["nodes"]
    ]


def small_targets(page: Page) -> list[str]:
    """Controls that a finger misses."""
    found: list[str] = page.tab.evaluate(_SMALL, SMALLEST)
    return found


def names_twice(page: Page) -> list[str]:
    """Ids that more than one element has."""
    found: list[str] = page.tab.evaluate(_TWICE)
    return found


def overhang(page: Page) -> int:
    """Pixels by which a page is wider than its screen. A phone's own innerWidth grows with what it shows."""
    size = page.tab.viewport_size
    assert size
    return int(page.evaluate("document.documentElement.scrollWidth")) - size["width"]
