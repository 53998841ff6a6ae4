"""Takes the pictures of the README from a running house: a player's table and a dealer's console.

`make pictures` runs it. It opens the sample house in a temporary folder, acts through the HTTP interface, and
photographs the pages with the Chromium of this machine.
"""

import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path
from typing import Any

from PIL import Image
from playwright.sync_api import APIRequestContext, BrowserContext, Page, ViewportSize, sync_playwright

PICTURES = Path(__file__).parents[1] / "docs/pictures"
SIZE: ViewportSize = {"width": 1100, "height": 860}
COLOURS = 128
TABLE, CONSOLE = "three-card", "let-it-ride"
PASSWORD = "a password for pictures"
PATIENCE = 60.0


@contextmanager
def open_house(folder: Path) -> Iterator[str]:
    """Serves the sample house for practice, with a human dealer at one table, and yields its address."""
    pitboss = [sys.executable, "-m", "pitboss"]
    database = ["--db", str(folder / "house.db")]
    for name, role in (("Dana", "dealer"), ("Flo", "floorperson")):
        hire = [*pitboss, "people", "add", name, "--role", role, "--password-stdin", *database]
        subprocess.run(hire, input=PASSWORD, text=True, check=True, stdout=subprocess.DEVNULL)
    serve = [*pitboss, "serve", "--practice", "--port", "0", "--dealt", f"{CONSOLE}=dealer", *database]
    with subprocess.Popen(serve, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) as server:
        try:
            assert server.stdout is not None
            said: list[str] = []
            for line in server.stdout:
                said.append(line)
                if address := re.search(r"http://[\d.]+:\d+", line):
                    yield address[0]
                    return
            raise RuntimeError("the house did not open:\n" + "".join(said))
        finally:
            server.terminate()


class Actor:
    """Somebody who acts over HTTP with the session of a browser."""

    def __init__(self, context: BrowserContext, address: str) -> None:
        self._http: APIRequestContext = context.request
        self._address, self._ids = address, 0
        self.page: Page = context.new_page()

    def post(self, path: str, **body: Any) -> Any:
        answer = self._http.post(f"{self._address}{path}", data=body, headers={"Origin": self._address})
        if not answer.ok:
            raise RuntimeError(f"{path} {body}: {answer.text()}")
        return answer.json()

    def command(self, table: str, command: str) -> None:
        self._ids += 1
        self.post(f"/api/tables/{table}/commands", id=f"picture-{id(self)}-{self._ids}", command=command)

    def table(self, name: str) -> Any:
        return self._http.get(f"{self._address}/api/tables/{name}").json()

    def open(self, path: str) -> None:
        self.page.goto(f"{self._address}{path}")


def until(ready: Callable[[], Any]) -> Any:
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        if found := ready():
            return found
        time.sleep(0.2)
    raise RuntimeError("the house did not come so far in time")


def picture_table(actor: Actor) -> None:
    """A player has three cards and decides."""
    actor.post("/api/guest", name="Robin")
    actor.command(TABLE, "player Robin buys $500")
    actor.command(TABLE, "player Robin takes box 3")
    actor.open(f"/tables/{TABLE}")
    until(lambda: actor.table(TABLE)["phase"] == "betting")
    actor.command(TABLE, "box 3 places ante $10, pair_plus $5, six_card_bonus $5, progressive $1")
    until(lambda: actor.table(TABLE)["phase"] == "playing")
    take(actor.page, "table")


def picture_console(dealer: Actor, floor: Actor, player: Actor) -> None:
    """A round is settled, and the dealer is told what to pay and take, and the next step."""
    dealer.post("/api/sign-in", name="Dana", password=PASSWORD)
    floor.post("/api/sign-in", name="Flo", password=PASSWORD)
    dealer.open(f"/tables/{CONSOLE}/dealer")

    actors = {"dealer": dealer, "floorperson": floor, "player": player}

    def work_until(phase: str) -> None:
        while (view := dealer.table(CONSOLE))["phase"] != phase:
            actors[view["next"]["by"]].command(CONSOLE, view["next"]["command"])

    player.command(CONSOLE, "player Robin buys $500")
    player.command(CONSOLE, "player Robin takes box 2")
    player.command(CONSOLE, "player Robin takes box 3")
    work_until("betting")
    for box in (2, 3):
        bets = "bet_1 $5, bet_2 $5, bet_3 $5, five_card_bonus $1, three_card_bonus $5"
        player.command(CONSOLE, f"box {box} places {bets}")
    work_until("playing")
    for choice in ("box 2 withdraws", "box 3 rides", "box 2 withdraws", "box 3 rides"):
        player.command(CONSOLE, choice)
    dealer.command(CONSOLE, "dealer settles")
    take(dealer.page, "console")


def take(page: Page, name: str) -> None:
    page.wait_for_timeout(1500)  # cards and chips have come to rest
    whole = Image.open(BytesIO(page.screenshot()))
    whole.quantize(COLOURS, dither=Image.Dither.NONE).save(PICTURES / f"{name}.png", optimize=True)
    print(f"docs/pictures/{name}.png")


def main() -> None:
    chromium = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
    PICTURES.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, open_house(Path(folder)) as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        player, dealer, floor = (Actor(browser.new_context(viewport=SIZE), address) for _ in range(3))
        picture_table(player)
        picture_console(dealer, floor, player)
        browser.close()


if __name__ == "__main__":
    main()
