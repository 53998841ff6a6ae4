"""Cosigner: decides whether a checkpoint extends what this witness saw, and cosigns it if it does.

The order of the checks and the status of each refusal are those of c2sp.org/tlog-witness.
"""

import re
from collections import defaultdict
from collections.abc import Callable
from typing import NamedTuple

from pitboss.errors import InputError, LedgerBroken
from pitboss.evidence.checkpoint import HAS_ML_DSA, LONGEST_NAME, Checkpoint, read_checkpoint, signers
from pitboss.evidence.heads import SigningKey
from pitboss.evidence.merkle import EMPTY, Hashes, check_consistency
from pitboss.evidence.policy import Policy
from pitboss.evidence.signed_note import TIMED_ED25519, NoteKey, SignedNote, canonical_bytes, read_lines, read_note
from pitboss.witness.state import LatestHead, WitnessState, origin_hash

MOST_BYTES = 128_000
"""The largest request: 63 hashes, and a checkpoint with some thirty signatures."""
SIZE_TYPE = "text/x.tlog.size"
_TEXT = "text/plain; charset=utf-8"
_OLD = re.compile(r"old (0|[1-9][0-9]{0,17})")
_LONGEST_PATH = 63
_HASH_BYTES = 32


class WitnessAnswer(NamedTuple):
    """The status and the text that a request is answered with."""

    status: int
    text: str
    type: str = _TEXT


class _Sent(NamedTuple):
    """A request to cosign."""

    old: int
    path: Hashes
    note: SignedNote
    head: Checkpoint


class Cosigner:
    """One witness over many logs. Not safe for several threads: one request is decided after the other."""

    def __init__(  # noqa: PLR0913 - each is a choice of its own
        self, name: str, key: SigningKey, policy: Policy, folder: str, clock: Callable[[], int], *, ml_dsa: bool = True
    ) -> None:
        """`clock` gives seconds. InputError if the name, a log or the folder cannot be used."""
        self._name, self._key, self._clock = name, key, clock
        self._ml_dsa = ml_dsa and HAS_ML_DSA
        known = defaultdict[str, list[NoteKey]](list)
        for log in policy.logs:
            known[log.key.name].append(log.key)
        if long := [each for each in (name, *known) if self._ml_dsa and len(each.encode()) > LONGEST_NAME]:
            raise InputError(
                f"{long[0][:40]!r}... is longer than the {LONGEST_NAME} bytes that ML-DSA-44 signatures take"
            )
        self._logs = {origin: tuple(keys) for origin, keys in known.items()}
        self._by_hash = {origin_hash(origin): origin for origin in self._logs}
        self._state = WitnessState(folder, key.public.named(name, TIMED_ED25519), tuple(self._logs))

    @property
    def keys(self) -> tuple[NoteKey, ...]:
        """The public keys of this witness."""
        return self._key.keys(self._name, TIMED_ED25519)[: 1 + self._ml_dsa]

    @property
    def seen(self) -> int:
        """How many of its logs this witness has cosigned."""
        return self._state.seen

    @property
    def logs(self) -> int:
        return len(self._logs)

    def add_checkpoint(self, body: bytes) -> WitnessAnswer:
        """Cosigns a checkpoint that extends the latest one of its log, after it is on disk; else a refusal."""
        try:
            sent = _read(body)
        except (LedgerBroken, ValueError) as error:
            return WitnessAnswer(400, f"{error}\n")
        origin = sent.head.origin
        if origin not in self._logs:
            return WitnessAnswer(404, "this witness does not know the log\n")
        try:
            by_log = signers(sent.note, self._logs[origin])
        except LedgerBroken as error:
            return WitnessAnswer(403, f"{error}\n")
        if not by_log:
            return WitnessAnswer(403, "no key of the log signed it\n")
        return self._refusal(sent) or self._cosign(sent, tuple(found.key for found in by_log))

    def _refusal(self, sent: _Sent) -> WitnessAnswer | None:
        head, latest = sent.head, self._state.latest(sent.head.origin)
        if sent.old > head.size:
            return WitnessAnswer(400, "the old size is larger than the checkpoint\n")
        if latest.at and head.size == latest.size and head.root != latest.root:
            self._state.keep_contradiction(head.origin, str(sent.note))
        if sent.old != latest.size:
            return WitnessAnswer(409, f"{latest.size}\n", SIZE_TYPE)
        if head.size == 0 and head.root != EMPTY:
            return WitnessAnswer(422, "an empty tree has another root\n")
        if not check_consistency(sent.old, latest.root, head.size, head.root, sent.path):
            return WitnessAnswer(422, f"it does not continue the {latest.size} entries that were cosigned\n")
        return None

    def _cosign(self, sent: _Sent, by_log: tuple[NoteKey, ...]) -> WitnessAnswer:
        head = sent.head
        # A clock that is set back never dates a larger tree before a smaller one.
        at = max(self._clock(), self._state.latest(head.origin).at)
        lines = self._key.cosign(self._name, sent.note.text, at, ml_dsa=self._ml_dsa)
        own = tuple(line for line in sent.note.lines if any(line.is_by(key) for key in by_log))
        note = sent.note._replace(lines=(*own, *read_lines(lines)))
        try:
            self._state.save(head.origin, LatestHead(head.size, head.root, at), str(note))
        except OSError as error:
            return WitnessAnswer(500, f"the checkpoint cannot be stored: {error.strerror}\n")
        return WitnessAnswer(200, lines)

    def checkpoint(self, hash_: str) -> WitnessAnswer:
        """The latest cosigned checkpoint of the log whose origin has this hash."""
        origin = self._by_hash.get(hash_)
        if origin is None or not self._state.latest(origin).at:
            return WitnessAnswer(404, "this witness has cosigned no such log\n")
        return WitnessAnswer(200, self._state.file(origin).read_text(encoding="utf-8"))

    def close(self) -> None:
        self._state.close()


def _read(body: bytes) -> _Sent:
    """A request. LedgerBroken or ValueError if it is not one."""
    start, _, note = body.decode().partition("\n\n")
    first, *lines = start.split("\n")
    old = _OLD.fullmatch(first)
    if old is None or len(lines) > _LONGEST_PATH:
        raise ValueError(f"expected old SIZE, up to {_LONGEST_PATH} hashes, an empty line, a checkpoint")
    path = tuple(map(canonical_bytes, lines))
    if any(len(node) != _HASH_BYTES for node in path):
        raise ValueError("expected hashes of 32 bytes in base64")
    read = read_note(note)
    return _Sent(int(old[1]), path, read, read_checkpoint(read.text))
