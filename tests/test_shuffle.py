"""Shuffles: known answers, a second implementation, commitments that bind, and nothing but the seed that counts."""

import inspect
from hashlib import sha256
from itertools import islice

import pytest
from hypothesis import given
from hypothesis import strategies as st

import pitboss.shuffle
from pitboss.cards import DECK, is_full_deck, parse_cards, show_cards
from pitboss.errors import LedgerBroken
from pitboss.shuffle import check_opening, commitment, keystream, shuffled
from tests.architecture.test_layers import imports
from tests.shuffle.oracle import chacha20_block, shuffled_texts

SEEDS = st.binary(min_size=32, max_size=32)
COUNTING = bytes(range(32))

BLOCKS = {
    "section 2.3.2": (
        chacha20_block(COUNTING, 1, bytes.fromhex("000000090000004a00000000")),
        (
            "10f1e7e4d13b5915500fdd1fa32071c4c7d1f4c733c068030422aa9ac3d46c4e"
            "d2826446079faa0914c2d705d98b02a2b5129cd1de164eb9cbd083e8a2503c4e"
        ),
    ),
    "appendix A.1, vector 1": (
        bytes(islice(keystream(bytes(32)), 64)),
        (
            "76b8e0ada0f13d90405d6ae55386bd28bdd219b8a08ded1aa836efcc8b770dc7"
            "da41597c5157488d7724e03fb8d84a376a43b8f41518a11cc387b669b2ee6586"
        ),
    ),
    "appendix A.1, vector 2": (
        bytes(islice(keystream(bytes(32)), 64, 128)),
        (
            "9f07e7be5551387a98ba977c732d080dcb0f29a048e3656912c6533e32ee7aed"
            "29b721769ce64e43d57133b074d839d531ed1f28510afb45ace10a1f4b794d6f"
        ),
    ),
}


@pytest.mark.parametrize(("made", "known"), BLOCKS.values(), ids=BLOCKS)
def test_the_keystream_is_that_of_rfc_8439(made: bytes, known: str) -> None:
    assert made.hex() == known


@given(SEEDS)
def test_the_keystream_goes_on_as_a_second_implementation_does(seed: bytes) -> None:
    blocks = b"".join(chacha20_block(seed, counter, bytes(12)) for counter in range(4))
    assert bytes(islice(keystream(seed), 256)) == blocks


GOLDEN = {
    bytes(32): (
        "Qs 4d 8s Jc 4s 6d Jh Kc Qc 5c Qh 2c Kh Td Ac 9c 7d Ts Th 6s Tc 3s Ks 3h Ah Jd "
        "8h 5h Qd Js 5s 2d 4h 2s Ad 6h 6c 4c 9h 9s 3c 7s 9d 7c 8d 8c As 5d 2h Kd 7h 3d"
    ),
    COUNTING: (
        "Tc 2d Th Jh Qd 2s Jd 8h Ah Ks Kc 8d 2h 9c 5s 4c Js 8c 5h 4s 9d 3d 6c 2c 7h Td "
        "4d Qc 3c 7s As 4h 9h Ac 7d 6h 3s Qh 8s Kd Kh 5c 6d 9s 5d Ts Jc Ad 3h 6s Qs 7c"
    ),
    b"\xff" * 32: (
        "7s Jc 9s Qd 7d 5h 9d 4c 5s 4s Tc 8h 6s Ah 6h 2s 9h 2c 3d Ac As 3c Qc 9c Js Qh "
        "3h 5c 7h 8d 3s 5d Qs Kd Kh Kc 6c Th 8c Jd Td Ad 6d 8s 2d 7c Jh 2h Ts 4d Ks 4h"
    ),
    sha256(b"pitboss").digest(): (
        "Qd Th 6d 3h Ah 5d Qs Td 6h Kh 4d Jc 3d Jd 6c Qc Qh 4c As 9c Kc 7c 7d 9d 8h 2c "
        "Ac Ks 8s 5c 7h Ts 4h Js 2d Tc 5s 8c 3c Kd 8d 5h 7s 9h 9s 2h 2s 3s Ad 6s Jh 4s"
    ),
    sha256(b"another").digest(): (
        "8s Kd 5d 5h 9d 8d Ah 7c Ac 5s Jc 9c 4h 6c Qh Th 2c 3d 7d 6h Kc Td 7s 4c Js 9s "
        "Qs 3c Qd 3s 3h As Kh 6s 6d Ts Jd 2h 5c 4s 9h 4d 2d 7h Ks Tc Ad 8h 2s Qc 8c Jh"
    ),
}


@pytest.mark.parametrize(("seed", "order"), GOLDEN.items(), ids=[seed.hex()[:8] for seed in GOLDEN])
def test_golden_orders(seed: bytes, order: str) -> None:
    assert show_cards(shuffled(seed)) == order
    assert " ".join(shuffled_texts(seed)) == order


@given(SEEDS)
def test_a_second_implementation_agrees(seed: bytes) -> None:
    assert [str(card) for card in shuffled(seed)] == shuffled_texts(seed)


def test_it_agrees_where_more_than_one_block_is_needed() -> None:
    """About every fourth shuffle passes over so many bytes that it goes into the second block."""
    for number in range(500):
        seed = sha256(b"agree %d" % number).digest()
        assert [str(card) for card in shuffled(seed)] == shuffled_texts(seed)


@given(SEEDS)
def test_a_shuffle_is_a_whole_deck_and_always_the_same(seed: bytes) -> None:
    order = shuffled(seed)
    assert is_full_deck(order)
    assert shuffled(bytes(seed)) == order


@given(SEEDS, st.integers(0, 255))
def test_every_bit_of_the_seed_counts(seed: bytes, bit: int) -> None:
    other = (int.from_bytes(seed, "big") ^ 1 << bit).to_bytes(32, "big")
    assert shuffled(other) != shuffled(seed)


@pytest.mark.parametrize("length", [0, 16, 31, 33, 64])
def test_a_seed_or_salt_has_32_bytes(length: int) -> None:
    with pytest.raises(ValueError, match=f"32 bytes, not {length}"):
        shuffled(bytes(length))
    with pytest.raises(ValueError, match=f"32 bytes, not {length}"):
        commitment(bytes(length), DECK)


def test_no_wager_can_influence_a_shuffle() -> None:
    """It takes the seed alone, and its module knows nothing of tables, rounds, chips, clocks or other sources."""
    assert list(inspect.signature(shuffled).parameters) == ["seed"]
    used = {name.split(".")[0] for name in imports("shuffle.py", inspect.getsource(pitboss.shuffle))}
    assert used == {"collections", "hashlib", "hmac", "cryptography", "pitboss"}
    own = {name for name in imports("shuffle.py", inspect.getsource(pitboss.shuffle)) if name.startswith("pitboss")}
    assert own == {"pitboss.cards", "pitboss.errors"}


# Commitments


def test_a_commitment_is_made_as_it_is_described() -> None:
    order = shuffled(COUNTING)
    text = b"pitboss deck 1\n" + COUNTING + " ".join(shuffled_texts(COUNTING)).encode()
    assert commitment(COUNTING, order) == sha256(text).hexdigest()
    assert commitment(COUNTING, order) == "048bdd36083210ecffc78f7e93e676d0de297d7f11d5164c62946cde613907ef"


@given(SEEDS)
def test_what_was_committed_to_opens(seed: bytes) -> None:
    order = shuffled(seed)
    check_opening(commitment(seed, order), seed, order, by_seed=True)


def test_a_scanned_order_opens_with_a_salt_of_its_own() -> None:
    check_opening(commitment(COUNTING, DECK), COUNTING, DECK, by_seed=False)
    short = DECK[:51]
    check_opening(commitment(COUNTING, short), COUNTING, short, by_seed=False)


def test_an_order_that_its_seed_does_not_make_does_not_open() -> None:
    with pytest.raises(LedgerBroken, match="not the one that its seed makes"):
        check_opening(commitment(COUNTING, DECK), COUNTING, DECK, by_seed=True)


@given(SEEDS, st.integers(0, 50), st.integers(0, 255), st.integers(0, 63))
def test_nothing_else_opens(seed: bytes, place: int, bit: int, digit: int) -> None:
    order = shuffled(seed)
    published = commitment(seed, order)
    swapped = (*order[:place], order[place + 1], order[place], *order[place + 2 :])
    other = (int.from_bytes(seed, "big") ^ 1 << bit).to_bytes(32, "big")
    wrong = published[:digit] + f"{int(published[digit], 16) ^ 1:x}" + published[digit + 1 :]
    for opening in (
        (published, seed, swapped, False),
        (published, other, order, False),
        (published, other, shuffled(other), True),
        (wrong, seed, order, False),
        (published.upper() + "A", seed, order, False),
        ("", seed, order, False),
        ("é", seed, order, False),
        (published, seed, order[:51], False),
        (published, seed, (), False),
    ):
        with pytest.raises(LedgerBroken, match="do not make the commitment"):
            check_opening(*opening)
    for salt in (seed[:31], seed + b"\0", b""):
        with pytest.raises(LedgerBroken, match="a salt has 32"):
            check_opening(published, salt, order, True)


def test_a_salt_hides_the_order() -> None:
    """Orders that are alike have commitments that are not, under another salt."""
    made = {commitment(sha256(b"salt %d" % number).digest(), parse_cards("As Kd")) for number in range(100)}
    assert len(made) == 100
