"""What a witness cosigns and what it refuses, status by status, as c2sp.org/tlog-witness has them."""

import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from pitboss.errors import InputError
from pitboss.evidence.checkpoint import HAS_ML_DSA, signers
from pitboss.evidence.heads import Head, SigningKey
from pitboss.evidence.merkle import EMPTY
from pitboss.evidence.policy import read_policy
from pitboss.evidence.signed_note import TIMED_ED25519, read_lines, read_note
from pitboss.witness.cosigning import SIZE_TYPE, Cosigner, WitnessAnswer
from pitboss.witness.state import origin_hash
from tests.evidence.second_checker import note_holds
from tests.witness.growing_log import AT, NAME, GrowingLog, policy

KEY = SigningKey(b"w" * 32)
LOG, OTHER = GrowingLog(), GrowingLog("Another House", 8)


class Stage:
    """A witness whose clock the test sets."""

    def __init__(self, folder: Path, *logs: GrowingLog) -> None:
        self.folder, self.now, self.logs = folder, AT, logs or (LOG,)
        self.open()

    def open(self) -> None:
        self.witness = Cosigner(NAME, KEY, policy(*self.logs), str(self.folder), lambda: self.now)

    def again(self) -> None:
        """Ends and begins the process."""
        self.witness.close()
        self.open()

    def sends(self, old: int, size: int, fork: int | None = None, log: GrowingLog = LOG) -> WitnessAnswer:
        return self.witness.add_checkpoint(log.request(old, size, fork))


@pytest.fixture
def stage(tmp_path: Path) -> Iterator[Stage]:
    stage = Stage(tmp_path / "state")
    yield stage
    stage.witness.close()


def test_what_extends_what_it_saw_is_cosigned_with_the_time(stage: Stage) -> None:
    for old, size in ((0, 3), (3, 3), (3, 8), (8, 21)):
        stage.now += 60
        answer = stage.sends(old, size)
        assert answer.status == 200
        cosigned = LOG.note(size) + answer.text
        found = signers(read_note(cosigned), stage.witness.keys)
        assert [timed.at for timed in found] == [stage.now] * len(stage.witness.keys) == [stage.now] * (1 + HAS_ML_DSA)
        assert all(note_holds(cosigned.encode(), str(key)) for key in stage.witness.keys)


@pytest.mark.parametrize(
    ("attack", "old", "size", "fork", "status", "text"),
    [
        ("rollback", 5, 5, None, 409, "9\n"),
        ("rollback to nothing", 0, 5, None, 409, "9\n"),
        ("cut tail, then other entries", 7, 12, 7, 409, "9\n"),
        ("fork after a cut tail, by one who knows the size", 9, 12, 7, 422, "does not continue"),
        ("fork of the same size", 9, 9, 8, 422, "does not continue"),
        ("rewritten from the beginning", 9, 20, 0, 422, "does not continue"),
        ("older than it says", 9, 5, None, 400, "larger than the checkpoint"),
        ("a size that was never cosigned", 8, 12, None, 409, "9\n"),
    ],
)
def test_fork_rollback_and_truncation_are_refused_in_one_exchange(  # noqa: PLR0917 - one row of the table
    stage: Stage, attack: str, old: int, size: int, fork: int | None, status: int, text: str
) -> None:
    assert stage.sends(0, 9).status == 200
    stage.again()
    before = stage.witness.checkpoint(origin_hash(LOG.origin)).text
    answer = stage.sends(old, size, fork)
    assert answer.status == status, attack
    assert text in answer.text
    assert (answer.type == SIZE_TYPE) == (status == 409)
    assert stage.witness.checkpoint(origin_hash(LOG.origin)).text == before
    assert stage.sends(9, 12).status == 200


def test_a_second_checkpoint_of_one_size_is_kept_as_proof(stage: Stage) -> None:
    stage.sends(0, 9)
    stage.sends(9, 9, 4)
    (kept,) = stage.folder.glob("*/contradiction")
    assert kept.read_text() == LOG.note(9, 4)


def test_who_is_unknown_and_what_is_not_signed(stage: Stage) -> None:
    assert stage.sends(0, 3, log=OTHER).status == 404
    text, _ = LOG.note(3).split("\n\n")
    by_other = f"old 0\n\n{text}\n\n" + OTHER.key.public.named(LOG.origin).line(bytes(64))
    assert stage.witness.add_checkpoint(by_other.encode()).status == 403
    wrong = f"old 0\n\n{text}\n\n" + LOG.key.public.named(LOG.origin).line(bytes(64))
    assert stage.witness.add_checkpoint(wrong.encode()).status == 403
    both = LOG.request(0, 3) + LOG.key.public.named(LOG.origin).line(bytes(64)).encode()
    assert stage.witness.add_checkpoint(both).status == 403
    assert stage.sends(0, 3).status == 200


def test_an_empty_tree_has_one_root_and_no_proof_begins_from_it(stage: Stage) -> None:
    wrong = LOG.key.sign(Head(LOG.origin, 0, bytes(32), AT * 1000))
    assert stage.witness.add_checkpoint(f"old 0\n\n{wrong}".encode()).status == 422
    right = LOG.key.sign(Head(LOG.origin, 0, EMPTY, AT * 1000))
    assert stage.witness.add_checkpoint(f"old 0\n\n{right}".encode()).status == 200
    proof = LOG.request(0, 3).replace(b"old 0\n", b"old 0\n" + b"A" * 43 + b"=\n")
    assert stage.witness.add_checkpoint(proof).status == 422
    assert stage.sends(0, 3).status == 200


@pytest.mark.parametrize(
    "change",
    [
        (b"old 3", b"old 03"), (b"old 3", b"old -3"), (b"old 3", b"3"), (b"old 3", b"old 3 "), (b"old", b"\xff"),
        (b"\n\n", b"\n"), (b"old 3\n", b"old 3\n" + b"A" * 43 + b"=\n" * 1 + (b"A" * 43 + b"=\n") * 63),
        (b"old 3\n", b"old 3\nnot base64\n"), (b"old 3\n", b"old 3\nAAAA\n"), (b"\n8\n", b"\n08\n"),
    ],
)  # fmt: skip
def test_what_is_no_request_is_refused(stage: Stage, change: tuple[bytes, bytes]) -> None:
    stage.sends(0, 3)
    sent = LOG.request(3, 8)
    changed = sent.replace(*change, 1)
    assert changed != sent
    assert stage.witness.add_checkpoint(changed).status == 400
    assert stage.witness.add_checkpoint(sent).status == 200


def test_a_clock_that_is_set_back_dates_nothing_earlier(stage: Stage) -> None:
    stage.sends(0, 3)
    stage.now -= 1000
    stage.again()
    assert signers(read_note(LOG.note(8) + stage.sends(3, 8).text), stage.witness.keys)[0].at == AT


def test_what_was_seen_is_on_disk_and_a_changed_file_is_refused(stage: Stage) -> None:
    stage.sends(0, 9)
    with pytest.raises(InputError, match="another witness uses this folder"):
        Stage(stage.folder)
    stage.again()
    assert stage.witness.seen == 1
    (file,) = stage.folder.glob("*/checkpoint")
    stage.witness.close()
    own = [line for line in read_note(file.read_text()).lines if line.name == NAME]
    for changed in (
        LOG.note(5) + "".join(map(str, own)),
        LOG.note(9),
        "",
        file.read_text() + "\n",
        OTHER.note(9) + KEY.cosign(NAME, read_note(OTHER.note(9)).text, AT, ml_dsa=False),
    ):
        file.write_text(changed)
        with pytest.raises(InputError, match="not what the witness wrote"):
            stage.open()


def test_a_disk_that_fails_gives_no_cosignature(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    stage.sends(0, 3)

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("pitboss.witness.state.os.fsync", full)
    assert (stage.sends(3, 8).status, stage.sends(3, 9).status) == (500, 500)
    monkeypatch.undo()
    assert stage.sends(3, 8).status == 200


def test_the_witness_serves_what_it_cosigned(stage: Stage) -> None:
    assert stage.witness.checkpoint(origin_hash(LOG.origin)).status == 404
    answer = stage.sends(0, 3)
    served = stage.witness.checkpoint(origin_hash(LOG.origin)).text
    signed = read_note(LOG.note(3)).lines[0]
    assert read_note(served).lines == (signed, *read_lines(answer.text))
    assert stage.witness.checkpoint("../key").status == 404


def test_a_thousand_mutations_of_a_request_are_refused(stage: Stage) -> None:
    _mutated(stage, 1_000)


@pytest.mark.slow
def test_twenty_thousand_mutations_of_a_request_are_refused(stage: Stage) -> None:
    _mutated(stage, 20_000)


def _mutated(stage: Stage, number: int) -> None:
    """Changes of one byte or of several: none moves the witness, but what only changes lines of unknown keys."""
    stage.sends(0, 9)
    dice, sent = random.Random(number), LOG.request(9, 21)
    # The second line of the house is a cosignature, which the witness does not know: it may be anything.
    known = sent.rindex("\N{EM DASH}".encode())
    for _ in range(number):
        changed = bytearray(sent)
        for _ in range(dice.choice((1, 1, 2, 5))):
            changed[dice.randrange(known)] ^= 1 << dice.randrange(8)
        if bytes(changed) == sent:
            continue
        answer = stage.witness.add_checkpoint(bytes(changed))
        assert answer.status in (400, 403, 404, 409, 422), (answer, changed)
    assert stage.sends(9, 21).status == 200


def test_timed_keys_of_a_log_are_known_too(tmp_path: Path) -> None:
    """A log may be listed by the key of its timed signature alone."""
    listed = read_policy(f"log {LOG.key.public.named(LOG.origin, TIMED_ED25519)}\nquorum none\n")
    witness = Cosigner(NAME, KEY, listed, str(tmp_path / "timed"), lambda: AT)
    assert witness.add_checkpoint(LOG.request(0, 3)).status == 200
    witness.close()
