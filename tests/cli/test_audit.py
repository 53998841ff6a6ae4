"""`pitboss audit`: every mispayment is found, and a bad line spoils no good one."""

import csv
import io
import json
import os
import pty
import signal
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path
from random import Random
from typing import Any

import pytest

from pitboss.cli.main import main
from pitboss.recorded.csv_rows import COLUMNS
from tests.oracle.rounds import random_round
from tests.oracle.settle import settle as oracle

EXAMPLES = Path(__file__).parents[2] / "examples"
REGULATIONS = ("MD-LIR", "MD-TCP", "MD-TFP", "MA-LIR")
PITBOSS = [sys.executable, "-m", "pitboss"]
Document = dict[str, Any]


def rightly_paid(document: Document) -> Document:
    """The round with what the oracle says is due as what was handed over."""
    paid: dict[str, dict[str, int]] = {}
    for box in oracle(document)["boxes"]:
        handed = paid[str(box["box"])] = {}
        for line in box["lines"]:
            handed[line["item"]] = handed.get(line["item"], 0) + line["returned"] + line["amount"]
    return {**document, "paid": paid}


def recorded(number: int, seed: int = 0) -> list[Document]:
    rng = Random(seed)
    return [
        {**rightly_paid(random_round(rng, REGULATIONS[index % 4], rigged=index % 8 < 4)), "round": f"r{index}"}
        for index in range(number)
    ]


def jsonl(documents: Iterable[Document]) -> str:
    return "".join(json.dumps(document) + "\n" for document in documents)


def as_csv(documents: Iterable[Document]) -> str:
    """A row a box; what belongs to the round only in its first row."""

    def cell(value: object) -> str:
        if isinstance(value, dict):
            return " ".join(f"{key}={item}" for key, item in value.items())
        if isinstance(value, bool):
            return str(value).lower()
        return " ".join(value) if isinstance(value, list) else str(value)

    out = io.StringIO()
    writer = csv.DictWriter(out, COLUMNS, restval="", lineterminator="\n")
    writer.writeheader()
    for document in documents:
        for index, box in enumerate(document["boxes"]):
            shared = {key: value for key, value in document.items() if key not in ("boxes", "paid")}
            given = {**(shared if index == 0 else {"round": document["round"]}), **box}
            row = {key: cell(value) for key, value in given.items()}
            writer.writerow({**row, "paid": cell(document["paid"].get(str(box["box"]), {}))})
    return out.getvalue()


def audit(path: Path, capsys: pytest.CaptureFixture[str], *options: str) -> tuple[int, Document]:
    code = main(["audit", "--json", *options, str(path)])
    answer: Document = json.loads(capsys.readouterr().out)
    return code, answer


def test_what_was_rightly_paid_is_not_reported(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "rounds.jsonl"
    path.write_text(jsonl(recorded(400)))
    assert audit(path, capsys) == (0, {"rounds": 400, "differences": [], "errors": []})


def test_every_cent_too_much_or_too_little_is_reported(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    documents, rng, expected = recorded(400, seed=1), Random(2), []
    for document in documents:
        box = rng.choice(list(document["paid"]))
        item = rng.choice(list(document["paid"][box]))
        due = document["paid"][box][item]
        paid = document["paid"][box][item] = rng.choice([due + 1, max(due - 1, 0)])
        if due != paid:
            expected.append((document["round"], int(box), item, due, paid))
    path = tmp_path / "rounds.jsonl"
    path.write_text(jsonl(documents))
    code, answer = audit(path, capsys)
    assert code == 1
    found = [tuple(found[key] for key in ("round", "box", "item", "due", "paid")) for found in answer["differences"]]
    assert found == expected
    assert all(found["clause"].startswith(tuple(REGULATIONS)) for found in answer["differences"])


def test_an_item_or_box_left_out_counts_as_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lines = (EXAMPLES / "rounds.jsonl").read_text().splitlines()
    document = json.loads(lines[0])
    document["paid"] = {"1": {"envy": 5}}
    del document["round"]
    path = tmp_path / "rounds.jsonl"
    path.write_text("\n\n" + jsonl([document]))
    code, answer = audit(path, capsys)
    assert code == 1
    assert answer["differences"] == [
        {"round": 3, "box": 3, "item": "ante", "due": 5000, "paid": 0, "clause": "MD-TCP 11.D(3)(d)(ii)"},
        {"round": 3, "box": 3, "item": "play", "due": 5000, "paid": 0, "clause": "MD-TCP 11.D(3)(d)(ii)"},
        {"round": 3, "box": 3, "item": "ante_bonus", "due": 2500, "paid": 0, "clause": "MD-TCP 12.B(1)(c)"},
        {"round": 3, "box": 3, "item": "six_card_bonus", "due": 3000, "paid": 0, "clause": "MD-TCP 12.F(3)(g)"},
        {"round": 3, "box": 1, "item": "envy", "due": 0, "paid": 5, "clause": "MD-TCP 11.D(7)(e)"},
    ]


@pytest.mark.parametrize("name", ["rounds.jsonl", "rounds.csv"])
def test_the_examples(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["audit", str(EXAMPLES / name)]) == 1
    out = capsys.readouterr().out
    assert "  TCP-1002    1  envy              $100    $0  -$100  MD-TCP 12.E(5)(a)(i)\n" in out
    assert out.endswith("5 rounds: mispaid 2 times, $5 too much and $100 too little.\n")


BAD_LINES = {
    "not json": ("oops", "expected JSON"),
    "a number": ("7", "the round: expected an object, found 7"),
    "no paid": ('{"regulation": "MD-TCP"}', "boxes: expected an array"),
    "a key twice": ('{"round": 1, "round": 2}', "the key 'round' appears twice"),
    "deep": ("[" * 100_000, "hundreds of nested"),
    "5,000 digits": ("9" * 5000, "thousands of digits"),
    "too long": (" " * 1_000_001, "a line of more than 1,000,000 bytes"),
}


@pytest.mark.parametrize(("line", "said"), BAD_LINES.values(), ids=BAD_LINES)
def test_good_lines_around_a_bad_one_are_judged(
    line: str, said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    documents = recorded(6)
    first, last = documents[0]["paid"], documents[-1]["paid"]
    for paid in (first, last):
        box = next(iter(paid.values()))
        box[next(iter(box))] += 7
    path = tmp_path / "rounds.jsonl"
    path.write_text(jsonl(documents[:3]) + line + "\n" + jsonl(documents[3:]))
    assert main(["audit", "--json", str(path)]) == 2
    captured = capsys.readouterr()
    answer = json.loads(captured.out)
    assert answer["rounds"] == 6
    assert [(found["round"], found["paid"] - found["due"]) for found in answer["differences"]] == [("r0", 7), ("r5", 7)]
    assert [error["line"] for error in answer["errors"]] == [4]
    assert said in answer["errors"][0]["reason"]
    assert captured.err.startswith(f"pitboss: {path}:4: ")
    assert captured.err.count("\n") == 1


def test_a_round_without_paid_is_unusable(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    document = recorded(1)[0]
    del document["paid"]
    path = tmp_path / "rounds.jsonl"
    path.write_text(jsonl([document]))
    code, answer = audit(path, capsys)
    assert code == 2
    assert "paid is missing" in answer["errors"][0]["reason"]


@pytest.mark.parametrize("name", ["rounds.jsonl", "rounds.csv"])
@pytest.mark.parametrize("data", [b"", b"\n\n"])
def test_an_empty_record_is_unusable(
    name: str, data: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / name
    path.write_bytes(data)
    assert main(["audit", str(path)]) == 2
    assert "Traceback" not in capsys.readouterr().err


def test_a_missing_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["audit", str(tmp_path / "missing.jsonl")]) == 2
    assert "missing.jsonl: cannot be read: no such file" in capsys.readouterr().err


# CSV


def test_csv_says_the_same_as_json(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    documents = recorded(300, seed=4)
    for document in documents[::7]:
        box = next(iter(document["paid"].values()))
        box[next(iter(box))] += 50
    (tmp_path / "rounds.jsonl").write_text(jsonl(documents))
    (tmp_path / "rounds.csv").write_text(as_csv(documents))
    code, answer = audit(tmp_path / "rounds.jsonl", capsys)
    assert (code, len(answer["differences"])) == (1, 43)
    assert audit(tmp_path / "rounds.csv", capsys) == (code, answer)


def test_bad_rows_of_a_csv(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    good = "MD-TFP,1,2c 3c 4c 5c 6c 7c 8c,fold,ante=100,2d 3d 4d 5d 6d 7d 8d,ante=0"
    lines = [
        "round,regulation,box,cards,decisions,wagers,dealer,paid",
        f"a,{good}",
        "b,MD-TFP",
        "c,MD-TFP,1,2c,fold,ante=100,2d 3d 4d 5d 6d 7d 8d,ante=0",
        'd,"unclosed',
        f"a,{good}",
        f",{good}",
        f",{good.replace('ante=0', 'ante=9')}",
        f"e,{good}",
        "\udcff",
        f"e,{good}",
        f"f,{good}",
    ]
    path = tmp_path / "rounds.csv"
    path.write_bytes("\r\n".join(lines).encode("utf-8", "surrogateescape"))
    code, answer = audit(path, capsys)
    assert code == 2
    assert answer["rounds"] == 4
    assert [(found["round"], found["due"], found["paid"]) for found in answer["differences"]] == [(8, 0, 9)]
    assert [(error["line"], error["reason"]) for error in answer["errors"]] == [
        (3, "expected 8 cells, found 2"),
        (4, "box 1: cards: expected 7 cards, found 1"),
        (5, "expected comma-separated cells: unexpected end of data"),
        (6, "rows of round 'a' also appear further up; expected them together"),
        (9, "a row of round 'e' cannot be read"),
        (10, "expected UTF-8, found the byte 0xff"),
    ]


ROWS = """round,regulation,box,cards,decisions,wagers,dealer,paytables,paid
r,MD-TCP,1,Qs 6d 4c,play,ante=1000,Kc Kd 4s,ante_bonus=A pair_plus=A,ante=0 play=0

r,,2,Qh 6h 4h,play,ante=1000,,,ante=0 play=0
r,,3,Jh 6c 2h,play,ante=1000,,,ante=0 play=0
"""


@pytest.mark.parametrize(
    ("found", "instead", "line"),
    [
        ("Jh 6c 2h,play,ante=1000,,,ante=0 play=0", "Jh 6c 2h,play,ante=1000", 5),
        ("Jh 6c 2h", "Jh 6c 9x", 5),
        ("Qh 6h 4h,play,ante=1000", "Qh 6h 4h,play,ante=x", 4),
        ("r,,3", "r,MD-LIR,3", 5),
        ("r,,3", "r,,2", 5),
        ("Jh 6c 2h,play,ante=1000,,,ante=0", "Jh 6c 2h,play,ante=1000,,,ante=x", 5),
        ("Qh 6h 4h,play,ante=1000,,,ante=0", "Qh 6h 4h,play,ante=1000,,,nosuch=0", 4),
        ("Kc Kd 4s", "Kc Kd", 2),
    ],
)
def test_a_row_that_is_wrong_is_named_with_its_own_line(
    found: str, instead: str, line: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "rounds.csv"
    assert ROWS.count(found) == 1
    path.write_text(ROWS.replace(found, instead))
    code, answer = audit(path, capsys)
    assert code == 2
    assert [error["line"] for error in answer["errors"]] == [line]


def test_a_csv_without_a_header(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "rounds.csv"
    path.write_text("a,MD-TFP,1\na,MD-TFP,1\n")
    code, answer = audit(path, capsys)
    assert code == 2
    assert [error["line"] for error in answer["errors"]] == [1]
    assert "unknown column 'a'" in answer["errors"][0]["reason"]


# Much input


def test_one_process_and_several_answer_alike(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    documents = recorded(80, seed=5)
    for document in documents[::9]:
        box = next(iter(document["paid"].values()))
        box[next(iter(box))] += 50
    path = tmp_path / "rounds.jsonl"
    path.write_text((jsonl(documents) + "oops\n") * 50)
    one = audit(path, capsys, "--jobs", "1")
    assert one == audit(path, capsys, "--jobs", "2")
    assert (one[0], one[1]["rounds"], len(one[1]["errors"])) == (2, 4000, 50)


LONG_LINE = """
import resource, sys
sys.path[:0] = {path!r}
resource.setrlimit(resource.RLIMIT_DATA, (400_000_000, 400_000_000))
from pitboss.cli.main import main
sys.exit(main(["audit", "--json", "-"]))
"""


@pytest.mark.parametrize("megabytes", [300, pytest.param(5000, marks=pytest.mark.slow)])
def test_a_huge_line_is_refused_in_little_memory(megabytes: int) -> None:
    good = jsonl(recorded(2)).encode()
    command = [sys.executable, "-c", LONG_LINE.format(path=sys.path)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as running:
        assert running.stdin
        assert running.stdout
        running.stdin.write(good)
        piece = b"[" * 1_000_000
        for _ in range(megabytes):
            running.stdin.write(piece)
        running.stdin.write(b"\n" + good)
        running.stdin.close()
        answer = json.loads(running.stdout.read())
    assert running.returncode == 2
    assert answer["rounds"] == 4
    assert [error["line"] for error in answer["errors"]] == [3]


def test_ctrl_c_prints_what_it_has() -> None:
    with subprocess.Popen(
        [*PITBOSS, "audit", "--json", "-"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as running:
        assert running.stdin
        assert running.stdout
        assert running.stderr
        # Enough for several processes to be at it, and then standard input stays open.
        running.stdin.write(jsonl(recorded(40)).encode() * 200)
        running.stdin.flush()
        running.send_signal(signal.SIGINT)
        answer = json.loads(running.stdout.read())
        assert b"Traceback" not in running.stderr.read()
    assert running.returncode == 130
    assert answer["interrupted"] is True


def test_progress_is_for_a_terminal_only() -> None:
    command = [*PITBOSS, "audit", str(EXAMPLES / "rounds.jsonl")]
    piped = subprocess.run(command, capture_output=True, check=False)
    assert piped.stderr == b""
    ours, theirs = pty.openpty()
    subprocess.run(command, stdout=subprocess.DEVNULL, stderr=theirs, check=False)
    os.close(theirs)
    assert os.read(ours, 1000).endswith(b"\r\x1b[K")
    os.close(ours)


# One round over several lines


def test_a_round_over_several_lines_is_one_round(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (round_,) = recorded(1)
    file = tmp_path / "round.json"
    for text in (json.dumps(round_, indent=2), "\ufeff" + json.dumps(round_, indent=1).replace("\n", "\n\n")):
        file.write_text(text, encoding="utf-8")
        assert main(["audit", str(file)]) == 0
        assert capsys.readouterr() == ("1 round: all paid as due.\n", "")


def test_a_round_over_several_lines_without_payments_is_one_error(capsys: pytest.CaptureFixture[str]) -> None:
    file = str(EXAMPLES / "round.json")
    assert main(["audit", file, "--json"]) == 2
    out, err = capsys.readouterr()
    assert err == f"pitboss: {file}:1: paid is missing: write what was paid, as {{box: {{item: cents}}}}\n"
    answer = json.loads(out)
    assert (answer["error"][:15], answer["file"], answer["line"]) == ("paid is missing", file, 1)
    assert len(answer["errors"]) == 1


@pytest.mark.parametrize(("change", "line", "says"), [
    (("\"regulation\"", "\"regulatoin\""), 2, "regulatoin"),
    (("{\n", "{\n{\n"), 2, "expected JSON"),
])  # fmt: skip
def test_what_is_wrong_with_such_a_round_is_said_once_with_its_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], change: tuple[str, str], line: int, says: str
) -> None:
    (round_,) = recorded(1)
    file = tmp_path / "round.json"
    text = json.dumps({key: round_[key] for key in ("regulation", *round_)}, indent=2)
    file.write_text(text.replace(*change, 1), encoding="utf-8")
    assert main(["audit", str(file)]) == 2
    err = capsys.readouterr().err
    assert err.startswith(f"pitboss: {file}:{line}: ")
    assert (says in err, err.count("\n")) == (True, 1)


def test_a_bad_first_line_spoils_no_good_one(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "rounds.jsonl"
    file.write_text("{\n" + jsonl(recorded(3)), encoding="utf-8")
    assert main(["audit", str(file), "--json"]) == 2
    assert json.loads(capsys.readouterr().out)["rounds"] == 3
