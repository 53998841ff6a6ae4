"""A real browser for tests: the chromium of this machine, driven by Playwright.

A page is a context of its own, with its own cookies. It keeps every request and every error of its console.
"""

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import playwright.sync_api as pw
import pytest

NAMES = ("chromium", "chromium-browser", "google-chrome")
PATIENCE = 20.0
_ARGUMENTS = [
    "--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update", "--disable-sync",
    "--no-first-run",
]  # fmt: skip
_PHONE = 600
"""Narrower screens are those of phones."""


class Page:
    """A page, and what a test asks of it in one word; `tab` is Playwright's own, for everything else."""

    def __init__(self, tab: pw.Page) -> None:
        self.tab = tab
        self.errors: list[str] = []
        """What the console calls an error, and what a script throws."""
        self.addresses: list[str] = []
        """Where the page has asked for something, sockets included."""
        self._answered: list[pw.Request] = []
        tab.on("request", lambda request: self.addresses.append(request.url))
        tab.on("websocket", lambda socket: self.addresses.append(socket.url))
        tab.on("requestfinished", self._keep)
        tab.on("pageerror", lambda error: self.errors.append(str(error)))
        tab.on("console", self._hear)

    def _keep(self, request: pw.Request) -> None:
        self._answered.append(request)

    def _hear(self, message: pw.ConsoleMessage) -> None:
        if message.type == "error":
            self.errors.append(f"{message.text} {message.location['url']}")

    def goto(self, url: str) -> None:
        self.tab.goto(url)

    def reload(self) -> None:
        self.tab.reload()

    def evaluate(self, expression: str) -> Any:
        """What an expression comes to; a promise is waited for."""
        return self.tab.evaluate(expression)

    def wait(self, expression: str, patience: float = PATIENCE) -> Any:
        """The value of an expression as soon as it is true. What does not exist yet is not true yet."""
        tried = f"() => {{ try {{ return ({expression}); }} catch {{ return false; }} }}"
        try:
            return self.tab.wait_for_function(tried, timeout=patience * 1000, polling=50).json_value()
        except pw.TimeoutError:
            seen = self.tab.inner_text("body")
            raise AssertionError(
                f"never true in {patience:.0f} s: {expression}\n{seen[:1500]}\n{self.errors}"
            ) from None

    def press(self, *keys: str) -> None:
        """Presses keys one after the other, named as in KeyboardEvent.key."""
        for key in keys:
            self.tab.keyboard.press(key)

    def click(self, selector: str) -> None:
        self.tab.click(selector)

    def fill(self, text: str) -> None:
        """Writes into whatever has the focus."""
        self.tab.keyboard.insert_text(text)

    def prefer(self, **features: Any) -> None:
        """Media features: `prefer(color_scheme="dark", reduced_motion="reduce")`."""
        self.tab.emulate_media(**features)

    def go_offline(self, is_offline: bool = True) -> None:
        """Cuts this page from the network."""
        self.tab.context.set_offline(is_offline)

    def sign_in(self, address: str, token: str) -> None:
        """Gives the page the cookie of a session."""
        self.tab.context.add_cookies([{"name": "pitboss", "value": token, "url": address}])

    def screenshot(self, path: Path, whole: bool = False) -> None:
        self.tab.screenshot(path=path, full_page=whole)

    @property
    def weight(self) -> int:
        """Bytes that came over the network, headers included."""
        sizes = [request.sizes() for request in self._answered]
        return sum(size["responseBodySize"] + size["responseHeadersSize"] for size in sizes)


class Browser:
    """One chromium, without a window."""

    def __init__(self, chromium: pw.Browser) -> None:
        self._chromium = chromium

    def page(self, width: int = 1440, height: int = 900, **options: Any) -> Page:
        """A new page that shares nothing with the others; options are those of Playwright's contexts."""
        size: pw.ViewportSize = {"width": width, "height": height}
        context = self._chromium.new_context(viewport=size, is_mobile=width < _PHONE, **options)
        context.set_default_timeout(PATIENCE * 1000)
        return Page(context.new_page())

    def close(self) -> None:
        """Closes every page."""
        for context in self._chromium.contexts:
            context.close()


@pytest.fixture(scope="module")
def chromium() -> Iterator[pw.Browser]:
    """The browser of the tests of one file; skipped in one line where the machine has none."""
    path = next(filter(None, map(shutil.which, NAMES)), None)
    if path is None:
        pytest.skip("no browser here: apt-get install chromium")
    # The loop of Playwright belongs to its file: tests of other files run loops of their own.
    with pw.sync_playwright() as playwright:
        launched = playwright.chromium.launch(executable_path=path, args=_ARGUMENTS)
        yield launched
        launched.close()


@pytest.fixture
def browser(chromium: pw.Browser) -> Iterator[Browser]:
    """A browser whose pages are closed after the test."""
    opened = Browser(chromium)
    yield opened
    opened.close()
