"""The player's file: it checks itself in a browser without a network, and nothing in it can be changed."""

import json
import random
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import playwright.sync_api as pw
import pytest

from pitboss.errors import InputError
from pitboss.evidence.heads import SigningKey
from pitboss.evidence.policy import read_policy
from pitboss.evidence.signed_note import TIMED_ED25519, base64_text, read_note
from pitboss.evidence.snapshots import keep_cosigned
from pitboss.views.round_file import round_file
from pitboss.web.http.round_page import round_page
from tests.house.driving import KEY, SAMPLE, Driven
from tests.web.browser import chromium

__all__ = ["chromium"]
TABLES = ("three-card", "let-it-ride", "top-five")
WITNESS = SigningKey(b"w" * 32)
NAME = "witness.example/tables"
POLICY = read_policy(f"witness W {WITNESS.public.named(NAME, TIMED_ED25519)}\nquorum W\n")


@pytest.fixture(scope="module")
def driven(tmp_path_factory: pytest.TempPathFactory) -> Driven:
    """Three rounds of three boxes at each table, and a cosigned head."""
    driven = Driven(tmp_path_factory.mktemp("file") / "ledger.db", SAMPLE)
    for table in driven.house.approved.tables:
        driven.seat(table, 3)
        driven.play(table, 3)
    note = driven.house.sign_head()
    cosigned = note + WITNESS.cosign(NAME, read_note(note).text, 1_790_000_060, ml_dsa=False)
    keep_cosigned(driven.house.store, driven.house.store.size(), cosigned)
    return driven


def made(driven: Driven, table: str, number: int = 2, player: str = "player 1") -> tuple[str, str]:
    return round_file(driven.house.store, f"{table}/{number}", player, KEY, POLICY)


def checked(*files: tuple[str, str]) -> list[list[dict[str, Any]]]:
    """The steps of each file, by the page's own code under node."""
    command = ["node", str(Path(__file__).parent / "node/check_files.mjs")]
    lines = "".join(f"{json.dumps(file)}\n" for file in files)
    run = subprocess.run(command, input=lines, capture_output=True, text=True, check=True)
    return [json.loads(line) for line in run.stdout.splitlines()]


needs_node = pytest.mark.skipif(shutil.which("node") is None, reason="there is no node")


@needs_node
def test_every_file_holds(driven: Driven) -> None:
    tables = [*driven.house.approved.tables]
    files = [made(driven, table, number, f"player {box}") for table in tables for number in (1, 2) for box in (1, 3)]
    for (text, _), steps in zip(files, checked(*files), strict=True):
        assert [step["text"] for step in steps if not step["ok"]] == []
        said = " ".join(step["text"] for step in steps)
        assert "The house signed this head" in said
        assert "Witness W cosigned it" in said
        assert "are in the signed ledger" in said
        assert json.loads(text)["why_not_settled"] or "settled again by the rules in this file" in said
    assert sum(json.loads(text)["settlement"] is not None for text, _ in files) > len(files) // 2


@needs_node
def test_what_was_paid_wrongly_is_found(driven: Driven) -> None:
    """A file that the house itself signs falsely: another payment, another card, another entry."""
    text, _ = made(driven, "three-card")
    for change in (_pay_more, _other_card, _other_entry):
        document = json.loads(text)
        change(document)
        forged = json.dumps(document)
        signature = base64_text(KEY.signature(f"pitboss round file\n{forged}"))
        ((*steps,),) = checked((forged, signature))
        assert steps[0]["ok"]
        assert not all(step["ok"] for step in steps), change.__name__


def _pay_more(document: dict[str, Any]) -> None:
    document["paid"][0]["handed"] += 100


def _other_card(document: dict[str, Any]) -> None:
    order = next(e for entry in document["deal"]["entries"] for e in entry["events"] if e["event"] == "DeckShuffled")[
        "order"
    ]
    order[0], order[1] = order[1], order[0]


def _other_entry(document: dict[str, Any]) -> None:
    entry = document["entries"][-1]
    entry["body"] = entry["body"].replace("1", "2", 1)


@needs_node
def test_mutations_of_a_file_are_refused(driven: Driven) -> None:
    mutate(driven, 200, random.Random(11))


@pytest.mark.slow
@needs_node
def test_twenty_thousand_mutations_of_a_file_are_refused(driven: Driven) -> None:
    dice = random.Random(12)
    for _ in range(20):
        mutate(driven, 1_000, dice)


def mutate(driven: Driven, number: int, dice: random.Random) -> None:
    text, signature = made(driven, "three-card")
    files: list[tuple[str, str]] = []
    while len(files) < number:
        changed, at = list(text), dice.randrange(len(text))
        match dice.randrange(3):
            case 0:
                changed[at] = chr(ord(changed[at]) ^ 1 << dice.randrange(5))
            case 1:
                del changed[at]
            case _:
                changed.insert(at, changed[dice.randrange(len(text))])
        if "".join(changed) != text:
            files.append(("".join(changed), signature))
    files += [(text, signature[:at] + ("A" if signature[at] != "A" else "B") + signature[at + 1 :]) for at in range(86)]
    assert [steps for steps in checked(*files) if all(step["ok"] for step in steps)] == []


def test_it_holds_nothing_of_others_that_was_not_shown(driven: Driven) -> None:
    """No command that another player gave, and no cards of a hand that was given up among the facts."""
    for table in driven.house.approved.tables:
        document = json.loads(made(driven, table)[0])
        bodies = [json.loads(entry["body"]) for entry in document["entries"]]
        assert {body["by"] for body in bodies if body.get("role") == "player"} == {"player 1"}
    with pytest.raises(InputError, match="had no box in round"):
        made(driven, "three-card", player="nobody")


def test_a_browser_checks_it_without_a_network(driven: Driven, chromium: pw.Browser, tmp_path: Path) -> None:
    text, signature = made(driven, "three-card")
    file = tmp_path / "round.html"
    page_text = round_page(text, signature, "Round three-card/2 of player 1", str(KEY.public))
    assert len(page_text.encode()) < 400_000
    file.write_text(page_text, encoding="utf-8")
    context = chromium.new_context(offline=True)
    page = context.new_page()
    try:
        page.goto(file.as_uri())
        page.wait_for_selector("#verdict.good, #verdict.bad")
        assert page.inner_text("#verdict") == "Everything holds.", page.inner_text("#checks")
        assert page.locator("#payments tr").count() >= 2
        best = min(_milliseconds(page, file) for _ in range(3))
        assert best < 300
        for old, new in (('"handed":', '"handed":1'), ("As", "Ad"), ("MD-TCP 11.", "MD-TCP 12.")):
            place = re.search(old, page_text[page_text.index('id="round"') :])
            assert place
            at = page_text.index('id="round"') + place.start()
            file.write_text(page_text[:at] + new + page_text[at + len(old) :], encoding="utf-8")
            page.goto(file.as_uri())
            page.wait_for_selector("#verdict.good, #verdict.bad")
            assert page.inner_text("#verdict") == "Something does not hold."
    finally:
        context.close()


def _milliseconds(page: pw.Page, file: Path) -> int:
    page.goto(file.as_uri())
    page.wait_for_selector("#verdict.good, #verdict.bad")
    return int(page.get_attribute("#verdict", "data-milliseconds") or "9999")
