"""Witness policies: how many must cosign, and what a policy file may not say."""

import pytest

from pitboss.errors import InputError, LedgerBroken
from pitboss.evidence.heads import Head, SigningKey
from pitboss.evidence.policy import read_policy
from pitboss.evidence.signed_note import TIMED_ED25519, read_note

HOUSE = SigningKey(bytes(32))
ORIGIN = HOUSE.public.origin("Harbour Club")
NOTE = HOUSE.sign(Head(ORIGIN, 12, bytes(32), 1_790_000_000_000))
WITNESSES = {name: SigningKey(bytes([n]) * 32) for n, name in enumerate(("X1", "X2", "X3", "Y1", "Y2"), 1)}
KEYS = {name: key.public.named(f"{name.lower()}.example", TIMED_ED25519) for name, key in WITNESSES.items()}
LINES = "\n".join(f"witness {name} {key} https://{key.name}" for name, key in KEYS.items())
POLICY = f"""# Two of the X and one of the Y.
log {HOUSE.public.named(ORIGIN)}
{LINES}
group X 2 X1 X2 X3
group\tY any Y1 Y2
group both all X Y
quorum both
"""


def cosigned(*names: str) -> str:
    text = read_note(NOTE).text
    return NOTE + "".join(WITNESSES[n].cosign(KEYS[n].name, text, 1_790_000_001, ml_dsa=False) for n in names)


@pytest.mark.parametrize(
    ("names", "enough"),
    [
        ("X1 X2 Y1", True), ("X1 X3 Y2", True), ("X1 X2 X3 Y1 Y2", True), ("X1 X2 X3", False), ("X1 Y1 Y2", False),
        ("", False), ("X1 X1 Y1", False),
    ],
)  # fmt: skip
def test_a_quorum_of_groups(names: str, *, enough: bool) -> None:
    policy, note = read_policy(POLICY), cosigned(*names.split())
    if enough:
        assert policy.check(note).witnesses == dict.fromkeys(sorted(set(names.split())), 1_790_000_001)
    else:
        with pytest.raises(LedgerBroken, match="too few witnesses"):
            policy.check(note)


def test_another_log_and_a_wrong_line_are_refused() -> None:
    policy = read_policy(POLICY)
    other = SigningKey(b"o" * 32).sign(Head(ORIGIN, 12, bytes(32), 1_790_000_000_000))
    with pytest.raises(LedgerBroken, match="no log of the policy signed it"):
        policy.check(other)
    wrong = cosigned("X1", "X2", "Y1") + KEYS["X3"].line(bytes(72))
    with pytest.raises(LedgerBroken, match="is wrong"):
        policy.check(wrong)


def test_no_quorum_asks_for_nobody() -> None:
    assert read_policy("quorum none").check(NOTE).witnesses == {}


W1 = f"witness A {KEYS['X1']}\n"


@pytest.mark.parametrize(
    ("text", "line", "reason"),
    [
        ("", 0, "one quorum line"),
        ("quorum none\nquorum none", 2, "one quorum line"),
        ("quorum A", 1, "no line above defines 'A'"),
        (f"{W1}group G 2 A\nquorum G", 2, "from 1 to 1"),
        (f"{W1}group G 0 A\nquorum G", 2, "from 1 to 1"),
        (f"{W1}group G 01 A\nquorum G", 2, "from 1 to 1"),
        (f"{W1}group G all\nquorum G", 2, "expected log KEY"),
        (f"{W1}group G all A\ngroup H all A\nquorum G", 3, "already a member"),
        (f"{W1}group G all A A\nquorum G", 2, "already a member"),
        (f"{W1}group A all A\nquorum A", 2, "is taken"),
        (f"{W1}group none all A\nquorum none", 2, "is taken"),
        (f"{W1}group G all H\ngroup H all A\nquorum G", 2, "no line above"),
        (f"{W1}witness B {KEYS['X1']._replace(name='b')}\nquorum A", 2, "listed twice"),
        (f"log {HOUSE.public}\nlog {HOUSE.public.named('x')}\nquorum none", 2, "listed twice"),
        (f"witness A {HOUSE.public}\nquorum A", 1, "type 4 or 6"),
        (f"{W1}quorum A\x0c", 2, "control characters"),
        (f"{W1}quorum A B", 2, "expected log KEY"),
        ("witness A x+y\nquorum A", 1, "expected a public key"),
        ("\n" * 5000, 0, "more than"),
    ],
)
def test_a_wrong_policy_names_its_line(text: str, line: int, reason: str) -> None:
    with pytest.raises(InputError, match=reason) as found:
        read_policy(text, "house.policy")
    assert (found.value.line, found.value.file) == (line, "house.policy")
