"""The cosigned head over HTTP, and on the sign as a code that a scanner reads back."""

import re
from pathlib import Path

import pytest

from pitboss.evidence.heads import SigningKey, check_head
from pitboss.evidence.signed_note import read_note
from pitboss.evidence.snapshots import keep_cosigned
from tests.web.browser import Browser
from tests.web.inside import Inside
from tests.web.reading_qr import read_qr
from tests.web.staffed import RealHouse, house, serious

__all__ = ["house"]
WITNESSES = [SigningKey(bytes([n]) * 32) for n in (1, 2, 3)]
NAMES = [f"witness-{n}.example/tables" for n in (1, 2, 3)]
KEY = SigningKey(bytes(range(32)))


def cosigned(note: str) -> str:
    text = read_note(note).text
    each = (key.cosign(name, text, 1_790_000_060, ml_dsa=False) for key, name in zip(WITNESSES, NAMES, strict=True))
    return note + "".join(each)


def test_the_head_that_witnesses_cosigned_is_given_to_anyone(tmp_path: Path) -> None:
    with Inside(tmp_path, []) as inside:
        _, own = inside.request("GET", "/api/head")
        assert check_head(own, KEY.public).size == inside.house.store.size()
        assert inside.request("GET", "/api/head", query="cosigned=true")[1] == own
        note = cosigned(own)
        keep_cosigned(inside.house.store, check_head(own, KEY.public).size, note)
        assert inside.request("GET", "/api/head")[1] == own
        assert inside.request("GET", "/api/head", query="cosigned=true")[1] == note


@pytest.mark.slow
def test_the_sign_carries_the_cosigned_head(house: RealHouse, browser: Browser) -> None:
    page = browser.page()
    page.goto(f"{house.address}/tables/three-card/sign")
    page.wait("document.querySelector('#parts table') && document.getElementById('asof').textContent.trim()")
    assert not page.evaluate("document.getElementById('witnessed').checkVisibility()")
    note = cosigned(page.evaluate("fetch('/api/head').then((answer) => answer.text())"))
    page = browser.page()
    page.tab.route("**/api/head?cosigned=true", lambda route: route.fulfill(body=note, content_type="text/plain"))
    page.goto(f"{house.address}/tables/three-card/sign")
    page.wait("document.querySelector('#witnessed svg')?.checkVisibility()")
    drawn = page.evaluate("document.querySelector('#witnessed path').getAttribute('d')")
    side = int(page.evaluate("document.querySelector('#witnessed svg').getAttribute('viewBox')").split()[2]) - 8
    rows = [[0] * side for _ in range(side)]
    for column, row in re.findall(r"M(\d+) (\d+)h1v1h-1z", drawn):
        rows[int(row) - 4][int(column) - 4] = 1
    assert read_qr(rows)[0] == note
    assert serious(page) == []
