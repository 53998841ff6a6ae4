"""The browser, for every test of this folder."""

from tests.web.browser import browser, chromium

__all__ = ["browser", "chromium"]
