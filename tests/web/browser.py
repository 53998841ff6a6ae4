"""A real browser for tests: the chromium of this machine, driven over its DevTools protocol.

A page can be pressed, read and waited for. It keeps every request and every error of its console.
"""

import json
import re
import shutil
import subprocess
import tempfile
import time
from base64 import b64decode
from collections.abc import Iterator
from contextlib import ExitStack
from itertools import count
from pathlib import Path
from types import TracebackType
from typing import Any, NamedTuple

import pytest
from websockets.sync.client import ClientConnection, connect

NAMES = ("chromium", "chromium-browser", "google-chrome")
PATIENCE = 20.0
_KEYS = {
    "Enter": (13, "\r"), "Tab": (9, ""), "Escape": (27, ""), " ": (32, " "), "Delete": (46, ""), "Backspace": (8, ""),
    "Home": (36, ""), "End": (35, ""), "ArrowLeft": (37, ""), "ArrowUp": (38, ""), "ArrowRight": (39, ""),
    "ArrowDown": (40, ""),
}  # fmt: skip


class Asked(NamedTuple):
    """A request of a page."""

    url: str
    id: str


class Socket:
    """One DevTools connection: calls with their answers, and the events that come between."""

    def __init__(self, url: str) -> None:
        self._open = ExitStack()
        connection = connect(url, max_size=None, open_timeout=PATIENCE, ping_interval=None, close_timeout=1)
        self._socket: ClientConnection = self._open.enter_context(connection)
        self._ids = count(1)
        self.events: list[dict[str, Any]] = []

    def call(self, method: str, **parameters: object) -> dict[str, Any]:
        id_ = next(self._ids)
        self._socket.send(json.dumps({"id": id_, "method": method, "params": parameters}))
        until = time.monotonic() + PATIENCE
        while True:
            message = json.loads(self._socket.recv(timeout=max(0.1, until - time.monotonic())))
            if message.get("id") == id_:
                assert "error" not in message, f"{method}: {message['error']}"
                result: dict[str, Any] = message["result"]
                return result
            self.events.append(message)

    def close(self) -> None:
        self._open.close()


class Page:
    """A tab with cookies of its own."""

    def __init__(self, socket: Socket) -> None:
        self._socket = socket
        self.errors: list[str] = []
        """What the console calls an error, and what a script throws."""
        self.requests: list[Asked] = []
        self._bytes: dict[str, int] = {}
        for domain in ("Page", "Runtime", "Network", "Log"):
            socket.call(f"{domain}.enable")

    def goto(self, url: str) -> None:
        self._socket.call("Page.navigate", url=url)
        self.wait("document.readyState === 'complete'")

    def reload(self) -> None:
        self.evaluate("window.isOld = true")
        self._socket.call("Page.reload")
        self.wait("!window.isOld && document.readyState === 'complete'")

    def evaluate(self, expression: str) -> Any:
        """What an expression comes to; a promise is waited for."""
        answer = self._call("Runtime.evaluate", expression=expression, awaitPromise=True, returnByValue=True)
        assert "exceptionDetails" not in answer, f"{expression}: {answer['exceptionDetails']}"
        return answer["result"].get("value")

    def wait(self, expression: str, patience: float = PATIENCE) -> Any:
        """The value of an expression as soon as it is true."""
        until = time.monotonic() + patience
        while True:
            answer = self._call("Runtime.evaluate", expression=expression, awaitPromise=True, returnByValue=True)
            found = answer["result"]
            # An element has no value of its own; it is there, and that is true.
            if "exceptionDetails" not in answer and (found.get("value") or found.get("value") == {}):
                return found["value"]
            if time.monotonic() > until:
                seen = self.evaluate("document.body.innerText")
                raise AssertionError(f"never true in {patience:.0f} s: {expression}\n{seen[:1500]}\n{self.errors}")
            time.sleep(0.05)

    def press(self, *keys: str) -> None:
        """Presses keys one after the other, named as in KeyboardEvent.key."""
        for key in keys:
            number, text = _KEYS.get(key, (ord(key[0].upper()), key))
            common: dict[str, Any] = {"key": key, "windowsVirtualKeyCode": number}
            if not text:
                self._call("Input.dispatchKeyEvent", type="rawKeyDown", **common)
            else:
                self._call("Input.dispatchKeyEvent", type="keyDown", text=text, **common)
            self._call("Input.dispatchKeyEvent", type="keyUp", **common)

    def click(self, selector: str) -> None:
        """Clicks the middle of an element with the mouse."""
        quoted = json.dumps(selector)
        self.wait(f"document.querySelector({quoted})")
        self.evaluate(f"document.querySelector({quoted}).scrollIntoView({{block: 'center', behavior: 'instant'}})")
        box = self.evaluate(f"document.querySelector({quoted}).getBoundingClientRect().toJSON()")
        place = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
        for kind in ("mousePressed", "mouseReleased"):
            self._call("Input.dispatchMouseEvent", type=kind, button="left", clickCount=1, **place)

    def fill(self, text: str) -> None:
        """Writes into whatever has the focus."""
        self._call("Input.insertText", text=text)

    def resize(self, width: int, height: int) -> None:
        phone = width < 600
        self._call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=phone)

    def prefer(self, **features: str) -> None:
        """Media features: `prefer(color_scheme="dark", reduced_motion="reduce")`."""
        wanted = [{"name": f"prefers-{name.replace('_', '-')}", "value": value} for name, value in features.items()]
        self._call("Emulation.setEmulatedMedia", features=wanted)

    def go_offline(self, is_offline: bool = True) -> None:
        """Cuts this page from the network, sockets that are open included."""
        limits = {"latency": 0, "downloadThroughput": -1, "uploadThroughput": -1}
        self._call("Network.emulateNetworkConditions", offline=is_offline, **limits)

    def screenshot(self, path: Path, whole: bool = False) -> None:
        answer = self._call("Page.captureScreenshot", format="png", captureBeyondViewport=whole)
        path.write_bytes(b64decode(answer["data"]))

    @property
    def weight(self) -> int:
        """Bytes that came over the network."""
        self._look()
        return sum(self._bytes.values())

    def close(self) -> None:
        self._socket.close()

    def _call(self, method: str, **parameters: object) -> dict[str, Any]:
        answer = self._socket.call(method, **parameters)
        self._look()
        return answer

    def _look(self) -> None:
        for event in self._socket.events:
            told = event.get("params", {})
            match event.get("method"):
                case "Network.requestWillBeSent":
                    self.requests.append(Asked(told["request"]["url"], told["requestId"]))
                case "Network.webSocketCreated":
                    self.requests.append(Asked(told["url"], told["requestId"]))
                case "Network.loadingFinished":
                    self._bytes[told["requestId"]] = told["encodedDataLength"]
                case "Runtime.exceptionThrown":
                    self.errors.append(str(told["exceptionDetails"].get("exception", {}).get("description", told)))
                case "Runtime.consoleAPICalled" if told["type"] == "error":
                    self.errors.append(" ".join(str(part.get("value", part)) for part in told["args"]))
                case "Log.entryAdded" if told["entry"]["level"] == "error":
                    self.errors.append(f"{told['entry']['text']} {told['entry'].get('url', '')}")
        self._socket.events.clear()


class Browser:
    """One chromium, without a window."""

    def __init__(self, path: str) -> None:
        self._folder = tempfile.TemporaryDirectory(prefix="pitboss-browser-", ignore_cleanup_errors=True)
        self._process = subprocess.Popen(
            [
                path, "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--mute-audio",
                "--no-first-run", "--disable-background-networking", "--disable-component-update",
                "--remote-debugging-port=0", f"--user-data-dir={self._folder.name}", "about:blank",
            ],
            stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True,
        )  # fmt: skip
        self._pages: list[Page] = []
        address = self._address()
        self._host = address.split("/")[2]
        self._socket = Socket(address)

    def _address(self) -> str:
        assert self._process.stderr
        for line in self._process.stderr:
            if found := re.search(r"DevTools listening on (ws://\S+)", line):
                return found[1]
        raise AssertionError("chromium says no address")

    def page(self, width: int = 1440, height: int = 900) -> Page:
        """A new page that shares nothing with the others."""
        context = self._socket.call("Target.createBrowserContext")["browserContextId"]
        target = self._socket.call("Target.createTarget", url="about:blank", browserContextId=context)["targetId"]
        page = Page(Socket(f"ws://{self._host}/devtools/page/{target}"))
        page.resize(width, height)
        self._pages.append(page)
        return page

    def __enter__(self) -> "Browser":
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        for page in self._pages:
            page.close()
        self._socket.close()
        self._process.terminate()
        self._process.wait(timeout=PATIENCE)
        assert self._process.stderr
        self._process.stderr.close()
        self._folder.cleanup()


def find_browser() -> str | None:
    """The chromium on this machine's path."""
    return next(filter(None, map(shutil.which, NAMES)), None)


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """A browser for the tests of one file; skipped in one line where the machine has none."""
    path = find_browser()
    if path is None:
        pytest.skip(f"no browser on the path: looked for {', '.join(NAMES)}")
    with Browser(path) as found:
        yield found
