"""Whatever the bytes of a house file, it ends in a house, in violations or in an input error: never in a traceback."""

import os
from pathlib import Path
from random import Random

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from pitboss.errors import InputError, SubmissionRejected
from pitboss.rules.approve import approve_file, approve_house
from pitboss.rules.house_file import HouseFile
from pitboss.rules.ruleset import House
from tests.rules.test_house_files import FILES, reportable

SAMPLE = (Path(__file__).parents[2] / "examples" / "house.toml").read_bytes()
LINES = SAMPLE.split(b"\n")
CODES = frozenset(reportable())


def outcome(data: bytes) -> House | SubmissionRejected | InputError:
    try:
        return approve_house(HouseFile("house.toml", data))
    except (SubmissionRejected, InputError) as error:
        return error


def check(data: bytes) -> None:
    """The law of this module."""
    result, last = outcome(data), data.count(b"\n") + 1
    if isinstance(result, InputError):
        assert result.file == "house.toml"
        assert 1 <= result.line <= last
        assert result.reason
    elif isinstance(result, SubmissionRejected):
        assert result.violations
        for violation in result.violations:
            assert violation.file == "house.toml"
            assert 1 <= violation.line <= last
            assert violation.column >= 1
            assert violation.code in CODES
    else:
        assert result.digest


@settings(max_examples=1000, deadline=None)
@given(st.binary(max_size=200))
@example(b"")
@example(b"\x00")
@example(b"\xef\xbb\xbf")
@example(b"\xff\xfef\x00a\x00")
def test_random_bytes(data: bytes) -> None:
    check(data)


@settings(max_examples=1000, deadline=None)
@given(st.text(st.sampled_from("=[]{}.,#'\"\\\n\r\t ab1-+:_\u2028é\U0001f0a1"), max_size=60) | st.text(max_size=60))
def test_random_text(text: str) -> None:
    check(text.encode())


keys = st.sampled_from([
    "facility", "tables", "links", "regulation", "boxes", "device", "wagers", "base", "ante", "progressive", "meters",
    "main", "seed", "rate", "pays", "options", "awards", "x", '""',
])  # fmt: skip
words = st.sampled_from([
    '"MD-LIR"', '"MA-LIR"', '"MD-TCP"', "7", '"hand"', '"$5"', '"14%"', '"A"', "{}", "[]", "true", "1.5", "[[]]",
    '{ base = { link = "x" } }', '{ x = { pays = { flush = "y" } } }', "1979-05-27",
])  # fmt: skip
dotted = st.lists(keys, min_size=1, max_size=5).map(".".join)
lines = st.one_of(
    st.builds("{} = {}".format, dotted, words), dotted.map("[{}]".format), dotted.map("[[{}]]".format), st.just("")
)


@settings(max_examples=1000, deadline=None)
@given(st.lists(lines, max_size=12))
def test_lines_of_a_house_file_at_random(written: list[str]) -> None:
    check("\n".join(written).encode())


@settings(max_examples=300, deadline=None)
@given(st.integers(0, len(SAMPLE)))
def test_the_sample_house_cut_off(length: int) -> None:
    check(SAMPLE[:length])


@settings(max_examples=700, deadline=None)
@given(st.integers(0, len(SAMPLE) - 1), st.integers(1, 255))
def test_the_sample_house_with_a_byte_flipped(index: int, mask: int) -> None:
    check(SAMPLE[:index] + bytes([SAMPLE[index] ^ mask]) + SAMPLE[index + 1 :])


@pytest.mark.parametrize("index", range(len(LINES)))
def test_the_sample_house_with_a_line_deleted_or_doubled(index: int) -> None:
    check(b"\n".join(LINES[:index] + LINES[index + 1 :]))
    check(b"\n".join(LINES[:index] + LINES[index : index + 1] + LINES[index:]))


@settings(max_examples=200, deadline=None)
@given(st.randoms(use_true_random=False))
def test_the_lines_of_the_sample_house_shuffled(random: Random) -> None:
    shuffled = list(LINES)
    random.shuffle(shuffled)
    check(b"\n".join(shuffled))


@settings(max_examples=300, deadline=None)
@given(st.sampled_from(FILES), st.sampled_from(FILES))
def test_two_wrong_houses_in_one_file(first: Path, second: Path) -> None:
    check(first.read_bytes() + second.read_bytes().split(b"\n", 2)[2])


DEEP = {
    "arrays, too deep": b"facility = " + b"[" * 5000 + b"]" * 5000,
    "arrays, deep": b"facility = " + b"[" * 100 + b"]" * 100,
    "inline tables, too deep": b"facility = " + b"{ a = " * 5000 + b"1" + b" }" * 5000,
    "inline tables, deep": b"tables = " + b"{ a = " * 100 + b"1" + b" }" * 100,
    "dotted key": b"facility" + b".a" * 5000 + b" = 1",
    "dotted key of a table": b"tables" + b".a" * 2000 + b" = 1",
    "header": b"[tables" + b".wagers" * 2000 + b"]",
    "array of tables": b"[[links" + b".a" * 2000 + b"]]",
    "open arrays": b"[" * 5000,
    "deep device": b"[tables.t]\ndevice" + b".a" * 3000 + b" = 1",
    "deep amount": b"[tables.t]\npayout_limit" + b".a" * 3000 + b" = 1",
}
LONG = {
    "decimal": b"boxes = 1" + b"0" * 5000,
    "negative": b"boxes = -" + b"9" * 5000,
    "hexadecimal": b"boxes = 0x" + b"f" * 5000,
    "binary": b"decks = 0b" + b"1" * 64,
    "option": b"options.five_card_bonus_stake = 0x" + b"f" * 5000,
    "float": b"boxes = 1" + b"0" * 5000 + b".5",
    "text": b'regulation = "' + b"M" * 100_000 + b'"',
    "key": b"k" * 100_000 + b" = 1",
    "word": b'device = "' + b"hand" * 10_000 + b'"',
    "money": b'payout_limit = "$' + b"9" * 5000 + b'"',
    "number for a word": b"device = 0x" + b"f" * 5000,
    "number for money": b"payout_limit = 0x" + b"f" * 5000,
    "payout": b'wagers.base = { minimum = "$5", maximum = "$6", pays = { royal_flush = "' + b"9" * 4300 + b' to 1" } }',
}


@pytest.mark.parametrize("data", DEEP.values(), ids=DEEP.keys())
def test_deep_nesting(data: bytes) -> None:
    check(data)
    assert not isinstance(outcome(data), House)


@pytest.mark.parametrize("line", LONG.values(), ids=LONG.keys())
@pytest.mark.parametrize("regulation", [b"MD-LIR", b"MA-LIR"])
def test_long_values(line: bytes, regulation: bytes) -> None:
    head = b'facility = "x"\n[tables.t]\n'
    named = b"" if line.startswith(b"regulation") else b'regulation = "' + regulation + b'"\n'
    check(head + named + line + b"\n")
    assert not isinstance(outcome(head + named + line), House)


def test_rates_that_python_could_not_print() -> None:
    meters = b"".join(b'[links.l.meters.%c]\nseed = "$1"\nrate = "%s%%"\n' % (name, b"9" * 4300) for name in b"ab")
    check(meters)


# Files that are not files ---------------------------------------------------------------------------------------------


def unreadable(path: Path) -> InputError:
    with pytest.raises(InputError) as raised:
        approve_file(str(path))
    assert raised.value.file == str(path)
    assert str(raised.value).startswith(f"{path}: cannot be read: ")
    return raised.value


def test_a_missing_file(tmp_path: Path) -> None:
    assert "no such file" in unreadable(tmp_path / "house.toml").reason


def test_a_directory(tmp_path: Path) -> None:
    assert "directory" in unreadable(tmp_path).reason


def test_a_file_as_a_directory(tmp_path: Path) -> None:
    (tmp_path / "house").write_bytes(b"")
    assert "not a directory" in unreadable(tmp_path / "house" / "house.toml").reason


def test_a_name_that_is_too_long(tmp_path: Path) -> None:
    assert "too long" in unreadable(tmp_path / ("h" * 5000)).reason


def test_a_file_that_may_not_be_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "house.toml"
    file.write_bytes(SAMPLE)
    file.chmod(0)
    if os.access(file, os.R_OK):  # the superuser reads everything

        def refuse(_self: Path) -> bytes:
            raise PermissionError(13, "Permission denied")

        monkeypatch.setattr(Path, "read_bytes", refuse)
    assert "permission denied" in unreadable(file).reason
