"""HeadWitnesses: has heads cosigned outside the house, and finds out there that a ledger was cut or rewritten.

A witness cosigns a head only if it continues the largest tree that the witness saw of this log. One that has seen more
than the ledger holds, or another tree of the same size, contradicts the ledger. If too few others are left for the
policy, the house is suspended until the right ledger is back. A witness that does not answer contradicts nothing: the
house plays on for a while without it.
"""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from time import monotonic
from typing import NamedTuple, Protocol

from pitboss.errors import InputError, LedgerBroken, PitbossError
from pitboss.evidence.heads import Head, PublicKey, read_head
from pitboss.evidence.merkle import Hashes, Tree
from pitboss.evidence.policy import MOST_BYTES, Policy, PolicyWitness, read_policy
from pitboss.evidence.signed_note import TIMED_ML_DSA_44, base64_text, read_lines
from pitboss.evidence.snapshots import cosigned_head, keep_cosigned
from pitboss.evidence.tiles import WrongTiles, stored_tree
from pitboss.house.witness_client import WitnessReply, ask_witness
from pitboss.ledger.store import Store
from pitboss.text import plural

__all__ = ["MOST_BYTES", "SECONDS_ALONE", "Contradicted", "HeadWitnesses", "witnesses_of"]
SECONDS_ALONE = 600
"""How long a house goes on without the cosignatures that its policy asks for, if no witness contradicts it."""
_TRIES = 3
_MOST_DIGITS = 18
_OK, _CONFLICT, _NOT_CONSISTENT = 200, 409, 422


class Contradicted(PitbossError):
    """Witnesses saw another ledger under this name, or have been away for too long."""


class _Cosigned(NamedTuple):
    """What one witness said: its line, or why there is none."""

    witness: PolicyWitness
    line: str = ""
    reason: str = ""
    contradicts: bool = False


class Asks(Protocol):
    """Sends a request to a witness; raises OSError if it cannot be asked."""

    def __call__(self, url: str, body: bytes) -> WitnessReply: ...


class HeadWitnesses:
    """The witnesses of a policy, as one house asks them."""

    def __init__(self, policy: Policy, ask: Asks = ask_witness, clock: Callable[[], float] = monotonic) -> None:
        """InputError if a witness of the policy cannot be reached because its line has no address."""
        for witness in policy.witnesses:
            if not witness.url.startswith(("http://", "https://")):
                raise InputError(
                    f"witness {witness.name}: expected an address after its key, like https://witness.example"
                )
        self.policy, self._ask, self._clock = policy, ask, clock
        self._sizes: dict[str, int] = {}
        self._met = clock()
        self.complaints: tuple[str, ...] = ()
        """Why witnesses of the policy did not cosign the last head."""

    def check_log(self, key: PublicKey, origin: str) -> bool:
        """Whether heads need an ML-DSA-44 signature too. InputError if the policy names other logs and not this one."""
        own = [log.key for log in self.policy.logs if log.key.name == origin]
        if self.policy.logs and not any(each.raw == key.raw or each.kind == TIMED_ML_DSA_44 for each in own):
            raise InputError(f"the policy names other logs: add the line log {key.named(origin)}")
        return any(each.kind == TIMED_ML_DSA_44 for each in own)

    def cosign(self, store: Store, note: str) -> str:
        """The head with the cosignatures, stored. Contradicted if the house must not go on.

        Returns the head as it was if too few witnesses answered, for a while.
        """
        head = read_head(note)
        with ThreadPoolExecutor(max(1, len(self.policy.witnesses))) as pool:
            found = list(pool.map(lambda witness: self._exchange(store, note, head, witness), self.policy.witnesses))
        self.complaints = tuple(f"{each.witness.name} {each.reason}" for each in found if each.reason)
        cosigned = note + "".join(each.line for each in found)
        if self.policy.is_met([each.witness.name for each in found if each.line]):
            self._met = self._clock()
            keep_cosigned(store, head.size, cosigned)
            return cosigned
        if against := [f"witness {each.witness.name} {each.reason}" for each in found if each.contradicts]:
            raise Contradicted("; ".join(against))
        if self._clock() - self._met > SECONDS_ALONE:
            why = "; ".join(self.complaints)
            raise Contradicted(f"too few witnesses have cosigned a head for {SECONDS_ALONE // 60} minutes: {why}")
        return note

    def _exchange(self, store: Store, note: str, head: Head, witness: PolicyWitness) -> _Cosigned:
        """Asks one witness; if it saw another size than we think, asks once more from that size."""
        old = self._sizes.get(witness.name, self._stored_size(store, witness))
        said = _Cosigned(witness, reason="states another size at every request")
        for _ in range(_TRIES):
            try:
                reply = self._ask(witness.url, _request(old, _path(store, old, head), note))
            except OSError as error:
                return _Cosigned(witness, reason=f"cannot be reached: {error}")
            if reply.status != _CONFLICT:
                return self._taken(witness, head, note, reply, old)
            seen = reply.text.strip()
            if not seen.isdecimal() or len(seen) > _MOST_DIGITS:
                break
            old = self._sizes[witness.name] = int(seen)
            if old > head.size:
                # Another process of the house may have signed more in the meantime.
                size = store.size()
                reason = f"has cosigned {plural(old, 'entry', 'entries')} of this ledger, which now has {size:,}"
                return _Cosigned(witness, reason=reason, contradicts=old > size)
        return said

    def _taken(self, witness: PolicyWitness, head: Head, note: str, reply: WitnessReply, old: int) -> _Cosigned:
        """The line of a witness, if it holds."""
        if reply.status == _NOT_CONSISTENT:
            reason = f"has cosigned {old:,} entries that are not the first {old:,} of this ledger as it stands now"
            return _Cosigned(witness, reason=reason, contradicts=True)
        if reply.status != _OK:
            return _Cosigned(witness, reason=f"answered {reply.status}: {reply.text.strip()[:200]}")
        try:
            lines = [line for line in read_lines(reply.text) if line.is_by(witness.key)]
            cosigned = note + "".join(map(str, lines))
            if not lines or witness.name not in self.policy.cosigners(cosigned):
                return _Cosigned(witness, reason="answered without a signature of its key")
        except LedgerBroken as error:
            return _Cosigned(witness, reason=f"answered with a wrong signature: {error}")
        self._sizes[witness.name] = head.size
        return _Cosigned(witness, str(lines[0]))

    def _stored_size(self, store: Store, witness: PolicyWitness) -> int:
        """The size that a witness cosigned last, as the ledger remembers it; the witness corrects it if it is wrong."""
        note = cosigned_head(store)
        try:
            return read_head(note).size if note and witness.name in self.policy.cosigners(note) else 0
        except LedgerBroken:
            return 0


def witnesses_of(text: str, file: str) -> HeadWitnesses:
    """The witnesses in the text of a policy file. InputError if it is not one, or a witness has no address."""
    return HeadWitnesses(read_policy(text, file))


def _request(old: int, path: Hashes, note: str) -> bytes:
    return "".join((f"old {old}\n", *(f"{base64_text(node)}\n" for node in path), "\n", note)).encode()


def _path(store: Store, old: int, head: Head) -> Hashes:
    """The proof that a head continues the first `old` entries."""
    for again in (False, True):
        with suppress(WrongTiles):
            tree = stored_tree(store, head.size, again=again)
            if tree.root() == head.root:
                return tree.consistency(old)
    # Not only tiles were changed, but the ledger itself: the witness will say so.
    return Tree(store.hashes(0, head.size)).consistency(old)
