"""Proof bundles: what is written is read and holds, whatever is changed is found, and nonsense ends in a sentence."""

import json
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pitboss.errors import InputError, LedgerBroken, PitbossError
from pitboss.evidence.heads import Head
from pitboss.evidence.merkle import Hashes, Tree
from pitboss.evidence.proofs import (
    Bundle,
    OlderHead,
    Proof,
    check_bundle,
    make_bundle,
    missing_from,
    positions_of_round,
    read_bundle,
    write_bundle,
)
from pitboss.ledger.entry import Draft, canonical, leaf_hash
from tests.ledger.sample import KEY, ORIGIN, OTHER_KEY, START, Ledger, drafts, head_at, sample, sealed

WHOLE = sample()
PUBLIC = KEY.public
KEPT = WHOLE.signed[2].text
"""A head of 150 entries, of 520 with 500 signed."""
ROUND = positions_of_round(WHOLE.store, "TCP 2/7")
BUNDLE = make_bundle(WHOLE.store, [*ROUND, 0, 499], KEPT)
WRITTEN = write_bundle(BUNDLE)


def test_a_bundle_is_checked_with_the_key_alone() -> None:
    assert read_bundle(WRITTEN) == BUNDLE
    proved = check_bundle(read_bundle(WRITTEN), PUBLIC)
    assert [entry.position for entry in proved.entries] == [0, *ROUND, 499]
    assert proved.entries == tuple(WHOLE.rows[entry.position] for entry in proved.entries)
    assert (proved.head.size, proved.older and proved.older.size) == (500, 150)
    assert check_bundle(BUNDLE, PUBLIC, KEPT).older == proved.older


def test_every_entry_can_be_proved_at_every_size() -> None:
    for size in range(1, 40):
        entries = sealed(drafts(size))
        ledger = Ledger(tuple(entries), tuple(head_at(entries, number) for number in (1, size)), {})
        for old in ledger.signed:
            bundle = make_bundle(ledger.store, range(size), old.text)
            assert len(check_bundle(read_bundle(write_bundle(bundle)), PUBLIC, old.text).entries) == size


def test_a_round_is_what_its_table_did_from_bets_to_the_end() -> None:
    rows = [WHOLE.rows[position] for position in ROUND]
    assert {row.stream for row in rows} == {"table TCP 2"}
    assert [event["event"] for row in rows for event in row.content["events"]] == [
        "BetsOpened", "WagerPlaced", "BetsClosed", "CardsDealt", "WagerPaid", "RoundCompleted",
    ]  # fmt: skip
    assert rows[0].content["events"][0]["round"] == 7


def test_a_shuffle_that_falls_into_a_round_is_left_out_until_its_deck_was_dealt() -> None:
    """It is of another deck: to show it would tell the cards to come. Afterwards it would be a gap."""
    made = drafts(520)
    for content in (
        {"events": [], "shuffle": {"salt": "secret"}},
        {"events": [{"event": "DeckShuffled", "order": ["As"]}]},
    ):
        shuffled = Draft("table TCP 2", None, content)
        entries = sealed([*made[: ROUND[1]], shuffled, *made[ROUND[1] :]])
        without = (ROUND[0], *(place + 1 for place in ROUND[1:]))
        during = Ledger(tuple(entries[: without[-1] + 1]), WHOLE.signed, {})
        assert positions_of_round(during.store, "TCP 2/7") == without
        after = Ledger(tuple(entries), WHOLE.signed, {})
        assert positions_of_round(after.store, "TCP 2/7") == tuple(sorted([*without, ROUND[1]]))


def test_a_proof_from_which_an_entry_was_taken_is_incomplete() -> None:
    """Each entry is proved; the round is not, if its loss, its opening or its end is left out."""
    whole = read_bundle(write_bundle(make_bundle(WHOLE.store, ROUND)))
    assert missing_from(check_bundle(whole, PUBLIC).entries) == []
    for taken in range(len(ROUND)):
        bundle = whole._replace(entries=(*whole.entries[:taken], *whole.entries[taken + 1 :]))
        found = missing_from(check_bundle(bundle, PUBLIC).entries)
        assert len(found) == 1
        assert "table TCP 2" in found[0]


@pytest.mark.parametrize("name", ["TCP 2/9999", "TCP 3/1", "TCP 2", "/", "", "TCP 2/", "TCP 2/x", "TCP 2/07"])
def test_a_round_that_is_not_there_is_not_proved(name: str) -> None:
    with pytest.raises(InputError, match="TABLE/NUMBER"):
        positions_of_round(WHOLE.store, name)


def test_a_round_that_is_not_over_is_not_proved() -> None:
    with pytest.raises(InputError, match="not over"):
        positions_of_round(WHOLE._replace(rows=WHOLE.rows[: ROUND[-1]]).store, "TCP 2/7")


def test_what_is_not_signed_yet_is_not_proved() -> None:
    for positions in ([500], [3, 519], [520], [10**30]):
        with pytest.raises(InputError, match="not under a signed head yet: they cover 500"):
            make_bundle(WHOLE.store, positions)
    for positions in ([], [-1], [-1, 3]):
        with pytest.raises(InputError, match="expected entries to prove"):
            make_bundle(WHOLE.store, positions)
    with pytest.raises(InputError, match="cover 0"):
        make_bundle(WHOLE._replace(signed=()).store, [0])
    with pytest.raises(InputError, match="covers 500 entries, the newest one here 450"):
        make_bundle(WHOLE._replace(signed=WHOLE.signed[:-1]).store, [0], WHOLE.signed[-1].text)
    with pytest.raises(LedgerBroken, match="entries are missing"):
        make_bundle(WHOLE._replace(rows=WHOLE.rows[:20] + WHOLE.rows[21:]).store, [0])


# What does not hold


def test_every_changed_byte_of_a_written_bundle_is_found() -> None:
    random = Random(0)
    for _ in range(2_000):
        place = random.randrange(len(WRITTEN))
        data = bytearray(WRITTEN)
        data[place] ^= random.randrange(1, 256)
        with pytest.raises(PitbossError):
            check_bundle(read_bundle(bytes(data)), PUBLIC)


def respelt(text: str, random: Random) -> str:
    """The text with one byte changed that leaves it a text."""
    place = random.choice([place for place, letter in enumerate(text) if letter.isascii()])
    letter = chr((ord(text[place]) + random.randrange(1, 128)) % 128)
    return text[:place] + letter + text[place + 1 :]


def rehashed(path: Hashes, random: Random) -> Hashes:
    """The path with one byte changed."""
    place = random.randrange(len(path))
    data = bytearray(path[place])
    data[random.randrange(32)] ^= random.randrange(1, 256)
    return (*path[:place], bytes(data), *path[place + 1 :])


def tampered(random: Random) -> tuple[Bundle, str]:
    """A bundle that reads well with one byte of a value changed, and what the finding must begin with."""
    assert BUNDLE.older
    number = random.randrange(len(BUNDLE.entries))
    proof = BUNDLE.entries[number]
    match random.choice(["body", "path", "head", "older head", "older path"]):
        case "body":
            proof = proof._replace(body=respelt(proof.body.decode(), random).encode())
        case "path":
            proof = proof._replace(path=rehashed(proof.path, random))
        case "head":
            return BUNDLE._replace(head=respelt(BUNDLE.head, random)), "the signed head: "
        case "older head":
            return BUNDLE._replace(older=OlderHead(respelt(KEPT, random), BUNDLE.older.path)), "the older head: "
        case "older path":
            return BUNDLE._replace(older=OlderHead(KEPT, rehashed(BUNDLE.older.path, random))), "the older head: "
    entries = (*BUNDLE.entries[:number], proof, *BUNDLE.entries[number + 1 :])
    return BUNDLE._replace(entries=entries), f"entry {proof.position}: it is not at this place"


def test_a_changed_byte_of_a_bundle_that_reads_well_is_found_where_it_is() -> None:
    random = Random(1)
    for _ in range(2_000):
        bundle, says = tampered(random)
        with pytest.raises(LedgerBroken, match=f"^{says}"):
            check_bundle(read_bundle(write_bundle(bundle)), PUBLIC)


def test_without_its_checks_changed_bytes_are_missed(monkeypatch: pytest.MonkeyPatch) -> None:
    for check in ("check_inclusion", "check_consistency"):
        monkeypatch.setattr(f"pitboss.evidence.proofs.{check}", lambda *_: True)
    random, unseen = Random(1), 0
    for _ in range(200):
        try:
            check_bundle(read_bundle(write_bundle(tampered(random)[0])), PUBLIC)
            unseen += 1
        except LedgerBroken:
            pass
    assert unseen > 0


def test_a_tampered_ledger_gives_bundles_that_do_not_hold() -> None:
    for place in (0, 77, 499):
        body = WHOLE.rows[place].body.replace(b'"at":1', b'"at":2')
        forged = WHOLE.replaced(place, body=body, hash=leaf_hash(body))
        with pytest.raises(LedgerBroken, match=f"entry {place}: it is not at this place"):
            check_bundle(make_bundle(forged.store, [place]), PUBLIC)
        with pytest.raises(LedgerBroken, match="entry 5: it is not at this place"):
            check_bundle(make_bundle(forged.store, [5]), PUBLIC)


@pytest.mark.parametrize(
    "bundle",
    [
        BUNDLE._replace(entries=tuple(proof._replace(position=proof.position + 1) for proof in BUNDLE.entries)),
        BUNDLE._replace(entries=(BUNDLE.entries[0]._replace(path=BUNDLE.entries[0].path[:-1]),)),
        BUNDLE._replace(entries=(BUNDLE.entries[0]._replace(path=(*BUNDLE.entries[0].path, bytes(32))),)),
        BUNDLE._replace(entries=(BUNDLE.entries[0]._replace(path=BUNDLE.entries[1].path),)),
        BUNDLE._replace(entries=(BUNDLE.entries[0]._replace(body=BUNDLE.entries[1].body),)),
        BUNDLE._replace(head=KEPT),
        BUNDLE._replace(head=head_at(WHOLE.rows, 500, OTHER_KEY).text),
        BUNDLE._replace(older=OlderHead(KEPT, ())),
        BUNDLE._replace(older=OlderHead(WHOLE.signed[1].text, BUNDLE.older.path if BUNDLE.older else ())),
        BUNDLE._replace(
            older=OlderHead(head_at(WHOLE.rows, 150, OTHER_KEY).text, BUNDLE.older.path if BUNDLE.older else ())
        ),
        BUNDLE._replace(older=OlderHead("", ())),
    ],
)
def test_a_proof_of_something_else_is_refused(bundle: Bundle) -> None:
    with pytest.raises(LedgerBroken):
        check_bundle(read_bundle(write_bundle(bundle)), PUBLIC)


def test_another_key_is_refused() -> None:
    with pytest.raises(LedgerBroken, match="the signed head: it is not signed by"):
        check_bundle(BUNDLE, OTHER_KEY.public)


def test_a_past_that_was_rewritten_and_signed_again_is_found_by_who_kept_a_head() -> None:
    made = drafts(520)
    made[100] = made[100]._replace(content={**made[100].content, "by": "nobody"})
    entries = sealed(made)
    forged = Ledger(tuple(entries), (head_at(entries, 150), head_at(entries, 500)), {})
    check_bundle(make_bundle(forged.store, [7]), PUBLIC)
    # Its own consistency proof cannot lead from the head that was kept, nor can the forger's older head stand for it.
    with pytest.raises(LedgerBroken, match="does not continue its 150"):
        check_bundle(make_bundle(forged.store, [7], KEPT), PUBLIC, KEPT)
    with pytest.raises(LedgerBroken, match="another ledger of 150 entries was signed too"):
        check_bundle(make_bundle(forged.store, [7], forged.signed[0].text), PUBLIC, KEPT)


def test_a_head_that_the_bundle_says_nothing_about_is_not_passed_over() -> None:
    with pytest.raises(InputError, match="does not mention the kept head of 150"):
        check_bundle(make_bundle(WHOLE.store, [7]), PUBLIC, KEPT)
    with pytest.raises(InputError, match="does not mention the kept head of 200"):
        check_bundle(BUNDLE, PUBLIC, WHOLE.signed[3].text)
    # The same head needs no proof.
    assert check_bundle(make_bundle(WHOLE.store, [7]), PUBLIC, WHOLE.signed[-1].text).older
    with pytest.raises(LedgerBroken, match="the head kept elsewhere: it is not signed"):
        check_bundle(BUNDLE, PUBLIC, head_at(WHOLE.rows, 150, OTHER_KEY).text)


# What stands in the tree and is still wrong: a house that appended it so, and signed it


def signed_bundle(contents: list[dict[str, Any]]) -> Bundle:
    bodies = [canonical(content) for content in contents]
    tree = Tree(map(leaf_hash, bodies))
    head = KEY.sign(Head(ORIGIN, len(tree), tree.root(), START))
    return Bundle(head, tuple(Proof(place, body, tree.inclusion(place)) for place, body in enumerate(bodies)))


FIRST = {"v": 1, "stream": "table A", "seq": 1, "prev": "00" * 32}
SECOND = {"v": 1, "stream": "table A", "seq": 2, "prev": leaf_hash(canonical(FIRST)).hex()}
WRONG = {
    "chain": ([FIRST, {**SECOND, "prev": "ab" * 32}], "does not follow entry 1"),
    "first again": ([FIRST, {**FIRST, "at": 1}], "is the first of its stream, but follows another"),
    "first after nothing": ([{**FIRST, "prev": "ab" * 32}], "is the first of its stream"),
    "backwards": ([SECOND, FIRST], "is the first of its stream"),
    "the same number": ([FIRST, SECOND, {**SECOND, "at": 1}], "it comes after entry 2"),
    "version": ([{**FIRST, "v": 7}], "its format is 7"),
    "no stream": ([{"v": 1}], "does not name its stream"),
}


@pytest.mark.parametrize(("contents", "reason"), WRONG.values(), ids=WRONG)
def test_entries_that_do_not_follow_are_found(contents: list[dict[str, Any]], reason: str) -> None:
    with pytest.raises(LedgerBroken, match=reason) as found:
        check_bundle(signed_bundle(contents), PUBLIC)
    assert found.value.position == len(contents) - 1


def test_entries_that_do_follow_hold() -> None:
    assert len(check_bundle(signed_bundle([FIRST, SECOND]), PUBLIC).entries) == 2
    # What stands between two entries of a stream need not be shown.
    assert len(check_bundle(signed_bundle([FIRST, {**SECOND, "seq": 3, "prev": "ab" * 32}]), PUBLIC).entries) == 2


# Nonsense

DOCUMENT: dict[str, Any] = json.loads(WRITTEN)
ENTRY: dict[str, Any] = DOCUMENT["entries"][0]


def with_entry(**changes: object) -> dict[str, Any]:
    return {**DOCUMENT, "entries": [{**ENTRY, **changes}]}


NONSENSE: dict[str, tuple[object, str]] = {
    "array": ([], "bundle: expected an object, found an array"),
    "empty": ({}, "bundle: format is missing"),
    "unknown key": ({**DOCUMENT, "more": 1}, "unknown key 'more'"),
    "unknown key of an entry": (with_entry(hash="00"), "unknown key 'hash'"),
    "unknown key of the older head": ({**DOCUMENT, "older": {"head": "", "path": [], "x": 1}}, "unknown key 'x'"),
    "another format": ({**DOCUMENT, "format": "pitboss proof 2"}, "expected 'pitboss proof 1'"),
    "no head": ({key: value for key, value in DOCUMENT.items() if key != "head"}, "head is missing"),
    "head as a number": ({**DOCUMENT, "head": 1}, "head: expected a text, found 1"),
    "entries as an object": ({**DOCUMENT, "entries": {}}, "entries: expected an array"),
    "no entries": ({**DOCUMENT, "entries": []}, "expected at least one"),
    "entry as a text": ({**DOCUMENT, "entries": ["x"]}, "expected an object"),
    "older as nothing": ({**DOCUMENT, "older": None}, "older: expected an object, found nothing"),
    "position as a text": (with_entry(position="1"), "expected a whole number"),
    "position as a truth": (with_entry(position=True), "expected a whole number"),
    "position with a point": (with_entry(position=1.0), "expected a whole number"),
    "negative position": (with_entry(position=-1), "expected a whole number"),
    "huge position": (with_entry(position=10**18), "expected a whole number"),
    "entries twice": ({**DOCUMENT, "entries": [ENTRY, ENTRY]}, "expected a whole number from 1"),
    "body as an object": (with_entry(body={}), "expected a text, found an object"),
    "path as a text": (with_entry(path="00"), "expected an array"),
    "path of numbers": (with_entry(path=[1]), "expected a text"),
    "short hash": (with_entry(path=["00"]), "hashes of 64 hex digits"),
    "no hex": (with_entry(path=["zz" * 32]), "hex digits"),
    "capitals": (with_entry(path=["AB" * 32]), "not in its original form"),
    "spaces in a hash": (with_entry(path=["ab " * 21 + "a"]), "hex"),
    "long path": (with_entry(path=["00" * 32] * 65), "at most 64"),
}


@pytest.mark.parametrize(("document", "reason"), NONSENSE.values(), ids=NONSENSE)
def test_nonsense_is_refused_with_a_sentence(document: object, reason: str) -> None:
    data = json.dumps(document, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode() + b"\n"
    with pytest.raises(InputError, match=reason):
        read_bundle(data)


TEXTS: dict[str, tuple[bytes, str]] = {
    "nothing": (b"", "in JSON"),
    "no JSON": (b"hello", "in JSON"),
    "no UTF-8": (b'{"\xff": 1}', "in UTF-8"),
    "a byte order mark": (b"\xef\xbb\xbf" + WRITTEN, "in JSON"),
    "very deep": (b"[" * 200_000, "hundreds of nested"),
    "deep in an entry": (b'{"entries":' + b"[" * 5000 + b"]" * 5000 + b"}", "nested|format is missing"),
    "a number of many digits": (b"9" * 10_000, "thousands of digits"),
    "infinity": (WRITTEN.replace(b'"position":0', b'"position":Infinity'), "expected a whole number"),
    "a lone surrogate": (WRITTEN.replace(b'"head":"', b'"head":"\\ud800'), "UTF-8"),
    "a key twice": (WRITTEN.replace(b'"format"', b'"format":"x","format"'), "not in its original form"),
    "a space": (WRITTEN.replace(b":", b": ", 1), "not in its original form"),
    "no end of line": (WRITTEN[:-1], "not in its original form"),
    "more after it": (WRITTEN + b"\n", "not in its original form"),
    "indented": (json.dumps(DOCUMENT, indent=2).encode(), "not in its original form"),
}


@pytest.mark.parametrize(("data", "reason"), TEXTS.values(), ids=TEXTS)
def test_texts_that_are_no_bundle_are_refused(data: bytes, reason: str) -> None:
    with pytest.raises(InputError, match=reason):
        read_bundle(data)


def test_a_text_too_long_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pitboss.evidence.proofs.MOST_BYTES", len(WRITTEN) - 1)
    with pytest.raises(InputError, match="more than"):
        read_bundle(WRITTEN)


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=10,
)
paths = st.sampled_from(
    [("format",), ("head",), ("entries",), ("older",), ("older", "head"), ("older", "path"), ("entries", 0)]
    + [("entries", 0, key) for key in ("position", "body", "path")]
)


@settings(max_examples=300, deadline=None)
@given(paths, json_values)
def test_any_other_value_ends_in_a_sentence(path: tuple[str | int, ...], value: object) -> None:
    document = json.loads(WRITTEN)
    *way, last = path
    place = document
    for step in way:
        place = place[step]
    if place[last] == value:
        return
    place[last] = value
    data = json.dumps(document, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    with pytest.raises(PitbossError):
        check_bundle(read_bundle(data.encode(errors="surrogatepass") + b"\n"), PUBLIC)
