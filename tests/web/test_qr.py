"""lib/qr.js, run by node: its codes are read back by a reader of our own, and published values are met."""

import json
import shutil
import subprocess
from base64 import b64encode
from pathlib import Path

import pytest

from tests.web.reading_qr import FORMATS, read_qr

QR = Path(__file__).parents[2] / "src/pitboss/web/static/lib/qr.js"
NODE = shutil.which("node")
pytestmark = pytest.mark.skipif(NODE is None, reason="node is not installed")
TEXTS = [
    "A",
    "http://127.0.0.1:8000/",
    "http://127.0.0.1:8000/tables/three-card",
    "https://tables.example-casino.com:8443/tables/let-it-ride",
    "Grüße, 金, 🂡",
    *("x" * number for number in (14, 15, 26, 27, 42, 43, 62, 63, 84, 85, 106)),
    *("x" * number for number in (107, 122, 123, 180, 181, 213, 214, 500, 666, 997)),
]


def run(expression: str) -> object:
    """The value of a JavaScript expression over what qr.js exports."""
    # As data it is a module, whatever node takes the files around it for.
    module = "data:text/javascript;base64," + b64encode(QR.read_bytes()).decode()
    script = f"import * as qr from {json.dumps(module)}; console.log(JSON.stringify({expression}))"
    assert NODE
    done = subprocess.run([NODE, "--input-type=module", "-e", script], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def test_codes_are_read_back() -> None:
    codes = run(f"{json.dumps(TEXTS)}.map(qr.modules)")
    assert isinstance(codes, list)
    read = [read_qr(code) for code in codes]
    assert [text for text, _, _ in read] == TEXTS
    assert [version for _, version, _ in read[5:]] == [
        1,
        2,
        2,
        3,
        3,
        4,
        4,
        5,
        5,
        6,
        6,
        7,
        7,
        8,
        9,
        10,
        10,
        11,
        17,
        20,
        25,
    ]


def test_a_flipped_module_is_noticed() -> None:
    code = run('qr.modules("http://127.0.0.1:8000/")')
    assert isinstance(code, list)
    for row, column in ((0, 0), (12, 12), (len(code) - 1, len(code) - 1), (8, 2)):
        spoiled = [list(line) for line in code]
        spoiled[row][column] ^= 1
        with pytest.raises((AssertionError, KeyError)):
            read_qr(spoiled)


def test_check_bytes_of_the_published_example() -> None:
    """`HELLO WORLD` at 1-M, the example of most tutorials on the standard."""
    data = [32, 91, 11, 120, 209, 114, 220, 77, 67, 64, 236, 17, 236, 17, 236, 17]
    assert run(f"qr.checkBytes({data}, 10)") == [196, 35, 39, 119, 235, 215, 231, 226, 93, 23]


def test_formats_are_those_of_the_standard() -> None:
    assert run("[0, 1, 2, 3, 4, 5, 6, 7].map(qr.formatBits)") == list(FORMATS)


def test_too_long_a_text_is_refused() -> None:
    told = run('(() => { try { qr.modules("x".repeat(998)); } catch (error) { return error.message; } })()')
    assert told == "998 bytes do not fit: a code holds at most 997"


def test_version_bits_of_the_published_example() -> None:
    """Version 7, the example of annex D."""
    bits = run("qr.versionBits(7)")
    assert isinstance(bits, list)
    assert "".join(map(str, reversed(bits))) == "000111110010010100"
