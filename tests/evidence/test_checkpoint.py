"""Notes, checkpoints and cosignatures: published examples, and a second implementation that agrees in every case."""

import random
from base64 import b64decode
from hashlib import sha256

import pytest

from pitboss.errors import InputError, LedgerBroken
from pitboss.evidence.checkpoint import HAS_ML_DSA, Checkpoint, read_checkpoint, signers
from pitboss.evidence.heads import Head, SigningKey, check_head
from pitboss.evidence.merkle import Tree, check_consistency
from pitboss.evidence.signed_note import TIMED_ED25519, NoteKey, canonical_bytes, read_note
from tests.evidence import second_checker as second

# The example of c2sp.org/signed-note.
EXAMPLE_KEY = "example.com/foo+530d903a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k"
EXAMPLE = (
    "This is an example message.\n\n\u2014 example.com/foo "
    "Uw2QOkn8srV1yJGh2VYRlL1Tnagv1YEq6TfXppzi2ONncAlTgK7Ztg1ERYNZXsYjOBH3mFXmRKuwHjG1Yu72IneyaQM=\n"
)
# A log of five and then eight entries, and the key of a witness, from the tests of transparency-dev/witness.
MONKEYS = "monkeys+db4d9f7e+AULaJMvTtDLHPUcUrjdDad9vDlh/PTfC2VV60JUtCfWT"
FIVE = (
    "monkeys\n5\n41smjBUiAU70EtKlT6lIOIYtRTYxYXsDB+XHfcvu/BE=\n\n\u2014 monkeys "
    "202fftzGl3LVoqjXfwCFZZXs8I+5G22+Ek2K0AOyBuSJ/8/CZawNF+6fNlTKOCd622pbzJNkkJFWuw9DbicZCkEx9AY=\n"
)
EIGHT = (
    "monkeys\n8\nV8K9aklZ4EPB+RMOk1/8VsJUdFZR77GDtZUQq84vSbo=\n\n\u2014 monkeys "
    "202ffoUEboiQYpHzICeaFmoy3RNviHTpAxYrq/eO4QQVQMvu9UebKBMX2MJC76NLthZaKsnKbCA8GxrjePZhvDCH7Ag=\n"
)
FIVE_TO_EIGHT = (
    "b9e1d62618f7fee8034e4c5010f727ab24d8e4705cb296c374bf2025a87a10d2",
    "aac66cd7a79ce4012d80762fe8eec3a77f22d1ca4145c3f4cee022e7efcd599d",
    "89d0f753f66a290c483b39cd5e9eafb12021293395fad3d4a2ad053cfbcfdc9e",
    "29e40bb79c966f4c6fe96aff6f30acfce5f3e8d84c02215175d6e018a5dee833",
)
WITNESS_SEED = b64decode("AaLa/dfyBhyo/m0Z7WCi98ENVZWtrP8pxgRNrx7tIWiA")[1:]
WITNESS_KEY = "witness+f13a86db+AdYV1Ztajd9BvyjP2HgpwrqYL6TjOwIjGMOq8Bu42xbN"
# The example of c2sp.org/tlog-cosignature.
BEHIND_THE_SOFA = (
    "example.com/behind-the-sofa\n20852163\nCsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=\n\n"
    "\u2014 example.com/behind-the-sofa Az3grlgtzPICa5OS8npVmf1Myq/5IZniMp+ZJurmRDeOoRDe4URYN7u5/Zhcyv2q1gGzGku9nTo"
    "+zyWE+xeMcTOAYQ8=\n\u2014 witness.example.com/w1 jWbPPwAAAABkGFDLEZMHwSRaJNiIDoe9DYn/zXcrtPHeolMI5OWXEhZCB9dlrDJsX"
    "3b2oyin1nPZqhf5nNo0xUe+mbIUBkBIfZ+qnA==\n"
)
KEY = SigningKey(bytes(range(32)))
NAME = "witness.example/tables"


@pytest.mark.parametrize(("key", "note"), [(EXAMPLE_KEY, EXAMPLE), (MONKEYS, FIVE), (MONKEYS, EIGHT)])
def test_published_notes_hold(key: str, note: str) -> None:
    known = NoteKey.parse(key)
    assert str(known) == key
    assert [found.key for found in signers(read_note(note), (known,))] == [known]
    assert str(read_note(note)) == note
    assert second.note_holds(note.encode(), key)


def test_a_published_consistency_proof_holds() -> None:
    five, eight = (read_checkpoint(read_note(note).text) for note in (FIVE, EIGHT))
    path = tuple(map(bytes.fromhex, FIVE_TO_EIGHT))
    assert check_consistency(5, five.root, 8, eight.root, path)
    assert not check_consistency(5, five.root, 8, eight.root, path[::-1])


def test_a_published_cosignature_is_read_with_its_time() -> None:
    note = read_note(BEHIND_THE_SOFA)
    assert read_checkpoint(note.text)[:2] == ("example.com/behind-the-sofa", 20852163)
    assert int.from_bytes(note.lines[1].signature[:8], "big") == 1679315147
    assert str(note) == BEHIND_THE_SOFA


def test_a_witness_key_is_named_as_another_program_names_it() -> None:
    key = SigningKey(WITNESS_SEED)
    assert str(key.public.named("witness")) == WITNESS_KEY
    cosigned = FIVE + key.cosign("witness", read_note(FIVE).text, 1_700_000_000, ml_dsa=False)
    assert second.note_holds(cosigned.encode(), str(key.public.named("witness", TIMED_ED25519)))


def test_the_second_checker_agrees() -> None:
    """Every kind of signature, right and with one bit changed, over trees of several sizes."""
    dice = random.Random(9)
    for size in (1, 2, 3, 7, 8, 21):
        leaves = [sha256(bytes([n, size])).digest() for n in range(size)]
        tree = Tree(leaves)
        assert tree.root() == second.root(leaves)
        for index in range(size):
            assert list(tree.inclusion(index)) == second.inclusion(index, leaves)
            assert list(tree.consistency(index + 1)) == second.consistency(index + 1, leaves)
        origin = KEY.public.origin(f"House {size}")
        note = KEY.sign(Head(origin, size, tree.root(), 1_790_000_000_000), ml_dsa=HAS_ML_DSA)
        note += KEY.cosign(NAME, read_note(note).text, 1_790_000_060, ml_dsa=HAS_ML_DSA)
        assert check_head(note, KEY.public).root == tree.root()
        keys = [KEY.public.named(origin), *KEY.keys(origin, TIMED_ED25519), *KEY.keys(NAME, TIMED_ED25519)]
        for key in keys:
            data = bytearray(note.encode())
            assert _holds(note, key)
            assert second.note_holds(bytes(data), str(key))
            data[dice.randrange(note.index("\n\n"))] ^= 1
            if b"\n\n" in data:
                changed = data.decode(errors="replace")
                assert _holds(changed, key) == _second_holds(changed, key) is False


def _holds(note: str, key: NoteKey) -> bool:
    try:
        return bool(signers(read_note(note), (key,)))
    except (LedgerBroken, ValueError):
        return False


def _second_holds(note: str, key: NoteKey) -> bool:
    try:
        return second.note_holds(note.encode(), str(key))
    except ValueError:
        return False


def test_the_second_checker_is_one() -> None:
    """Its arithmetic by the first vectors of RFC 8032, 7.1."""
    public = bytes.fromhex("d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a")
    signature = bytes.fromhex(
        "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b"
    )
    assert second.ed25519_holds(public, b"", signature)
    assert not second.ed25519_holds(public, b"x", signature)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "a\n1\n",
        "a\n01\n" + "A" * 43 + "=\n",
        "\n1\n" + "A" * 43 + "=\n",
        "a\n1\nAAAA\n",
        "a\n1\n" + "A" * 43 + "=\n\n",
    ],
)
def test_what_is_no_checkpoint_is_refused(text: str) -> None:
    with pytest.raises(LedgerBroken):
        read_checkpoint(text)


def test_extension_lines_of_other_logs_are_carried_along() -> None:
    text = Checkpoint("other.example", 3, bytes(32), "one\ntwo\n").text
    assert read_checkpoint(text).extension == "one\ntwo\n"


@pytest.mark.parametrize(
    "text", ["", "a+b", "x+00000000+", "PRIVATE KEY", WITNESS_KEY[:-4], WITNESS_KEY.replace("f1", "f2")]
)
def test_what_is_no_verifier_key_is_refused(text: str) -> None:
    with pytest.raises(InputError):
        NoteKey.parse(text)


@pytest.mark.parametrize("text", ["", "A", "AB==", "AAAA\n", "AA AA", "AAA=A", "_-__"])
def test_base64_has_one_form(text: str) -> None:
    with pytest.raises(ValueError, match="canonical"):
        canonical_bytes(text)
