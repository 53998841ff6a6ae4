"""A house and its witnesses: what was rolled back, forked or cut is found at once, and silence is borne for a while."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from pitboss.errors import InputError, LedgerBroken
from pitboss.evidence.checkpoint import HAS_ML_DSA
from pitboss.evidence.heads import SigningKey, check_head
from pitboss.evidence.policy import Policy, read_policy
from pitboss.evidence.proofs import check_bundle, make_bundle
from pitboss.evidence.snapshots import cosigned_head
from pitboss.evidence.verify import verify_store
from pitboss.house.house_records import HouseSuspended
from pitboss.house.witness_client import WitnessReply
from pitboss.house.witnesses import SECONDS_ALONE, Contradicted, HeadWitnesses
from pitboss.play import commands as c
from pitboss.witness.cosigning import Cosigner
from tests.house.driving import KEY, SAMPLE, Driven

TABLE = "three-card"
LOG = KEY.public.origin("Chesapeake Sample Casino")
NAMES = ("A", "B", "C")


class Lottery:
    """Three witnesses as they run elsewhere. The test says which of them cannot be reached."""

    def __init__(self, folder: Path, kind: int = 0) -> None:
        known = read_policy(f"log {KEY.public.named(LOG)}\nquorum none\n")
        self.now, self.away, self.asked = 0.0, set[str](), 0
        self.witnesses = {
            f"http://{name}": Cosigner(
                f"{name.lower()}.example",
                SigningKey(name.encode() * 32),
                known,
                str(folder / name),
                lambda: 1_800_000_000,
            )
            for name in NAMES
        }
        lines = [f"witness {url[-1]} {each.keys[kind]} {url}" for url, each in self.witnesses.items()]
        self.lines = "\n".join(lines)

    def policy(self, quorum: str = "group G 2 A B C\nquorum G", more: str = "") -> Policy:
        return read_policy(f"log {KEY.public.named(LOG)}\n{more}{self.lines}\n{quorum}\n")

    def asks(self, url: str, body: bytes) -> WitnessReply:
        self.asked += 1
        if url[-1] in self.away:
            raise OSError("timed out")
        answer = self.witnesses[url].add_checkpoint(body)
        return WitnessReply(answer.status, answer.text)

    def of(self, policy: Policy) -> HeadWitnesses:
        return HeadWitnesses(policy, self.asks, lambda: self.now)


@pytest.fixture
def lottery(tmp_path: Path) -> Iterator[Lottery]:
    made = Lottery(tmp_path)
    yield made
    for witness in made.witnesses.values():
        witness.close()


@pytest.fixture
def driven(tmp_path: Path, lottery: Lottery) -> Driven:
    driven = Driven(tmp_path / "ledger.db", SAMPLE)
    driven.seat(TABLE)
    driven.house.be_witnessed(lottery.of(lottery.policy()))
    return driven


def copied(driven: Driven, tmp_path: Path) -> Path:
    """A copy of the ledger as it is now."""
    driven.house.store._run("PRAGMA wal_checkpoint(TRUNCATE)")  # type: ignore[attr-defined]
    return Path(shutil.copy(tmp_path / "ledger.db", tmp_path / "older.db"))


def test_every_head_is_cosigned_and_the_cosigned_head_is_part_of_proofs(driven: Driven, lottery: Lottery) -> None:
    driven.do(TABLE, c.BuyChips("player 1", 100))
    note, store, policy = driven.house.cosign_head(), driven.house.store, lottery.policy()
    assert set(policy.check(note).witnesses) == set(NAMES)
    assert cosigned_head(store) == note
    assert check_head(note, KEY.public).size == store.size()
    driven.do(TABLE, c.BuyChips("player 1", 100))
    driven.house.sign_head()
    bundle = make_bundle(store, [3])
    assert bundle.head == note
    assert check_bundle(bundle, KEY.public).head.size == store.size() - 1
    assert verify_store(store, KEY.public).size == store.size()


def test_a_cosigned_head_of_another_ledger_is_not_used_for_proofs(driven: Driven) -> None:
    store = driven.house.store
    store._run("UPDATE snapshots SET text = replace(text, '/', '+') WHERE stream = 'the cosigned head'")  # type: ignore[attr-defined]
    assert check_bundle(make_bundle(store, [3]), KEY.public).head.size == store.size()


ATTACKS = {"rolled back": 0, "rolled back, and grown to the same size": 1, "rolled back, and grown beyond": 3}
"""How many other entries are made after an older copy was put back."""


@pytest.mark.parametrize("attack", ATTACKS.values(), ids=ATTACKS)
def test_an_older_ledger_is_refused_when_the_house_opens(
    driven: Driven, lottery: Lottery, tmp_path: Path, attack: int
) -> None:
    older = copied(driven, tmp_path)
    driven.do(TABLE, c.BuyChips("player 1", 200))
    driven.house.cosign_head()
    driven.house.close()
    opened = Driven(older, SAMPLE)
    for number in range(attack):
        opened.do(TABLE, c.BuyChips("player 1", 300 + number))
    before = lottery.asked
    with pytest.raises(Contradicted, match=r"witness A has cosigned .*witness B has cosigned"):
        opened.house.be_witnessed(lottery.of(lottery.policy()))
    # One exchange: a size, and if the ledger has grown beyond it, one proof.
    assert lottery.asked - before <= 6
    opened.house.close()


def test_a_ledger_that_is_rewritten_while_the_house_runs_suspends_it(driven: Driven) -> None:
    driven.house.cosign_head()
    store = driven.house.store
    # Someone who may do anything in the database leaves out the newest heads, and makes the tree anew.
    for trigger in [row[0] for row in store._run("SELECT name FROM sqlite_master WHERE type = 'trigger'")]:  # type: ignore[attr-defined]
        store._run(f"DROP TRIGGER {trigger}")  # type: ignore[attr-defined]
    store._run("DELETE FROM heads")  # type: ignore[attr-defined]
    store._run("DELETE FROM snapshots")  # type: ignore[attr-defined]
    store._run("UPDATE entries SET hash = zeroblob(32) WHERE position = 5")  # type: ignore[attr-defined]
    driven.house.signer._frontier = None
    with pytest.raises(HouseSuspended, match=r"witness A has cosigned \d+ entries that are not the first"):
        driven.house.cosign_head()
    with pytest.raises(HouseSuspended, match="has cosigned"):
        driven.do(TABLE, c.BuyChips("player 1", 100))
    # The house's own memory refuses it too, before any witness is asked.
    with pytest.raises(HouseSuspended, match="not those whose head this house signed"):
        driven.house.resume()


def test_one_of_three_may_be_wrong(driven: Driven, lottery: Lottery, tmp_path: Path) -> None:
    other = Lottery(tmp_path / "other")
    lottery.witnesses["http://A"].close()
    lottery.witnesses["http://A"] = other.witnesses["http://A"]
    driven.do(TABLE, c.BuyChips("player 1", 100))
    assert set(lottery.policy().check(driven.house.cosign_head()).witnesses) == set(NAMES)
    lottery.away = {"B"}
    driven.do(TABLE, c.BuyChips("player 1", 100))
    assert set(lottery.policy().check(driven.house.cosign_head()).witnesses) == {"A", "C"}
    assert driven.house.witnesses
    assert driven.house.witnesses.complaints == ("B cannot be reached: timed out",)
    for witness in other.witnesses.values():
        witness.close()


def test_silence_is_borne_for_a_while(driven: Driven, lottery: Lottery) -> None:
    lottery.away = {"A", "B"}
    for seconds in (60, SECONDS_ALONE - 1):
        lottery.now = seconds
        driven.do(TABLE, c.BuyChips("player 1", 100))
        with pytest.raises(LedgerBroken, match="too few witnesses"):
            lottery.policy().check(driven.house.cosign_head())
    lottery.now = SECONDS_ALONE + 1
    with pytest.raises(HouseSuspended, match="too few witnesses have cosigned a head for 10 minutes"):
        driven.house.cosign_head()
    with pytest.raises(HouseSuspended, match="10 minutes"):
        driven.house.resume()
    lottery.away = {"A"}
    driven.house.resume()
    driven.do(TABLE, c.BuyChips("player 1", 100))
    driven.house.cosign_head()


def test_a_witness_that_answers_nonsense_counts_as_away(driven: Driven, lottery: Lottery) -> None:
    answers = iter(
        [
            WitnessReply(200, ""), WitnessReply(200, "\N{EM DASH} a.example AAAAAAAA\n"), WitnessReply(409, "x\n"),
            WitnessReply(409, "9" * 400), WitnessReply(500, "full\n"), WitnessReply(200, "x" * 100_000),
        ]
    )  # fmt: skip
    lottery.away = {"B", "C"}
    for answer in answers:
        witnesses = HeadWitnesses(lottery.policy(), lambda _, __, answer=answer: answer, lambda: 0.0)
        note = driven.house.sign_head()
        assert witnesses.cosign(driven.house.store, note) == note
        assert len(witnesses.complaints) == 3


def test_two_processes_of_one_house_do_not_contradict_each_other(
    driven: Driven, lottery: Lottery, tmp_path: Path
) -> None:
    second = Driven(tmp_path / "ledger.db", SAMPLE)
    second.house.be_witnessed(lottery.of(lottery.policy()))
    for house in (driven, second, driven, driven, second):
        house.do(TABLE, c.BuyChips("player 1", 100))
        assert set(lottery.policy().check(house.house.cosign_head()).witnesses) == set(NAMES)
    late = driven.house.sign_head()
    second.do(TABLE, c.BuyChips("player 1", 100))
    second.house.cosign_head()
    # A head that was signed before another process had a newer one cosigned.
    assert driven.house.witnesses
    assert driven.house.witnesses.cosign(driven.house.store, late) == late
    second.house.close()


@pytest.mark.skipif(not HAS_ML_DSA, reason="this cryptography has no ML-DSA-44")
def test_a_policy_with_ml_dsa_keys_is_met(tmp_path: Path) -> None:
    lottery = Lottery(tmp_path, kind=1)
    driven = Driven(tmp_path / "ledger.db", SAMPLE)
    more = f"log {KEY.ml_dsa_key(LOG)}\n"
    driven.house.be_witnessed(lottery.of(lottery.policy(more=more)))
    driven.seat(TABLE)
    found = lottery.policy(more=more).check(driven.house.cosign_head())
    assert (len(found.logs), set(found.witnesses)) == (2, set(NAMES))
    for witness in lottery.witnesses.values():
        witness.close()


def test_a_policy_that_cannot_be_used_is_refused(driven: Driven, lottery: Lottery) -> None:
    with pytest.raises(InputError, match="expected an address"):
        HeadWitnesses(read_policy(lottery.lines.replace(" http://B", "") + "\nquorum none"))
    other = f"log {SigningKey(b'o' * 32).public.named('other')}\nquorum none"
    with pytest.raises(InputError, match="the policy names other logs: add the line log pitboss/"):
        driven.house.be_witnessed(HeadWitnesses(read_policy(other)))
