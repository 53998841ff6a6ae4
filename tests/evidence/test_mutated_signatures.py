"""Whatever is changed in a head, under cosignatures or in a proof for other programs, it is refused."""

import os
from collections.abc import Callable
from random import Random

import pytest

from pitboss.errors import InputError, LedgerBroken
from pitboss.evidence.heads import Head, SigningKey, check_head
from pitboss.evidence.merkle import Tree
from pitboss.evidence.policy import read_policy
from pitboss.evidence.signed_note import TIMED_ED25519
from pitboss.evidence.tlog_proof import TlogProof, check_tlog_proof, read_tlog_proof
from pitboss.ledger.entry import leaf_hash

SEED = int(os.environ.get("PITBOSS_FUZZ_SEED", "0")) or Random().randrange(1, 10**9)
KEY, WITNESS = SigningKey(bytes(range(32))), SigningKey(b"w" * 32)
BODIES = [b'{"entry":%d}' % number for number in range(21)]
PLACE = 13
TREE = Tree([leaf_hash(body) for body in BODIES])
HEAD = KEY.sign(Head(KEY.public.origin("House"), len(BODIES), TREE.root(len(BODIES)), 1_790_000_000_000))
_BODY = HEAD.partition("\n\n")[0] + "\n"
COSIGNED = HEAD + WITNESS.cosign("w.example", _BODY, 1_790_000_000, ml_dsa=False)
POLICY = read_policy(
    f"log {KEY.public.named(KEY.public.origin('House'))}\n"
    f"witness W {WITNESS.public.named('w.example', TIMED_ED25519)} http://w\nquorum W\n"
)
PROOF = TlogProof(PLACE, BODIES[PLACE], TREE.inclusion(PLACE, len(BODIES)), COSIGNED).text


def check_proof(text: str) -> None:
    proof = read_tlog_proof(text)
    check_tlog_proof(proof, KEY.public)
    POLICY.check(proof.checkpoint)


READERS: dict[str, tuple[str, Callable[[str], object]]] = {
    "head": (HEAD, lambda text: check_head(text, KEY.public)),
    # The house's own cosignature is of a key that this policy does not know: it could be anything.
    "cosignatures": (
        "".join(COSIGNED.splitlines(keepends=True)[number] for number in (0, 1, 2, 3, 4, 6)),
        POLICY.check,
    ),
    "proof": (PROOF, check_proof),
}
_OTHER = "\n +—0Az=\r\t\x00é \N{ZERO WIDTH SPACE}"


def changed(text: str, chance: Random) -> str:
    """The text with letters that are changed, left out, doubled or moved; or with lines that are."""
    for _ in range(chance.choice((1, 1, 1, 2, 4))):
        at, to = sorted((chance.randrange(len(text)), chance.randrange(len(text))))
        lines = text.splitlines(keepends=True)
        line = chance.randrange(len(lines))
        match chance.randrange(7):
            case 0:
                text = text[:at] + chr(ord(text[at]) ^ 1 << chance.randrange(7)) + text[at + 1 :]
            case 1:
                text = text[:at] + text[at + chance.choice((1, 2, 50)) :]
            case 2:
                text = text[:at] + chance.choice(_OTHER) + text[at:]
            case 3:
                text = text[:at] + text[at : at + chance.choice((1, 2, 50))] + text[at:]
            case 4:
                text = text[:at] + text[to] + text[at + 1 : to] + text[at] + text[to + 1 :]
            case 5:
                text = "".join((*lines[:line], *lines[line + 1 :]))
            case _:
                text = "".join((*lines[: line + 1], *lines[line:]))
        if not text:
            return "\n"
    return text


def mutate(name: str, number: int) -> None:
    print(f"seed {SEED}")
    text, check = READERS[name]
    check(text)
    chance, refused = Random(f"{SEED} {name}"), 0
    for _ in range(number):
        other = changed(text, chance)
        if other == text or is_same(other, text):
            continue
        with pytest.raises((LedgerBroken, InputError)):
            pytest.fail(f"{name} was taken: {check(other)!r} of {other!a}")
        refused += 1
    assert refused > number * 0.8


def is_same(other: str, text: str) -> bool:
    """Whether the signed text is unchanged and has all its lines of signatures: others may stand beside them."""
    start, _, signatures = text.partition("\n\n")
    return other.startswith(f"{start}\n\n") and set(signatures.splitlines()) <= set(other.splitlines())


@pytest.mark.parametrize("name", READERS)
def test_mutations_are_refused(name: str) -> None:
    mutate(name, 1_500)


@pytest.mark.slow
@pytest.mark.parametrize("name", READERS)
def test_twenty_thousand_mutations_are_refused(name: str) -> None:
    mutate(name, 20_000)
