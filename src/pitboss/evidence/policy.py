"""Witness policies (c2sp.org/tlog-policy): which logs are known, which witnesses, and how many of them must cosign.

The file has lines `log KEY [URL]`, `witness NAME KEY [URL]`, `group NAME all|any|N NAME...` and one line `quorum NAME`.
Names mean something in this file alone. A name can be a member once, so that each witness counts once.
"""

import re
from collections.abc import Collection, Mapping
from typing import NamedTuple

from pitboss.errors import InputError, LedgerBroken
from pitboss.evidence.checkpoint import Checkpoint, read_checkpoint, signers
from pitboss.evidence.signed_note import ED25519, TIMED_ED25519, TIMED_ML_DSA_44, NoteKey, read_note
from pitboss.text import plural

NO_QUORUM = "none"
MOST_BYTES = 1_000_000
"""A line with an ML-DSA-44 key takes 1,900 characters."""
MOST_LINES = 4_000
_LOG_KINDS = (ED25519, TIMED_ED25519, TIMED_ML_DSA_44)
_WITNESS_KINDS = (TIMED_ED25519, TIMED_ML_DSA_44)
_WORD = re.compile(r"[^ \t]+")
_REFUSED = re.compile(r"[^\t\n\x20-\x7e\x80-\U0010ffff]")


class PolicyLog(NamedTuple):
    """A log whose checkpoints are accepted."""

    key: NoteKey
    url: str


class PolicyWitness(NamedTuple):
    """A witness that counts."""

    name: str
    key: NoteKey
    url: str


class WitnessGroup(NamedTuple):
    """Counts as one if at least `least` of its members, witnesses or groups, have cosigned."""

    least: int
    members: tuple[str, ...]


class Witnessed(NamedTuple):
    """A checkpoint that a policy accepts: the logs' keys that signed, and when each witness cosigned, in seconds."""

    head: Checkpoint
    logs: tuple[NoteKey, ...]
    witnesses: Mapping[str, int]


class Policy(NamedTuple):
    """What makes a checkpoint valid."""

    logs: tuple[PolicyLog, ...]
    witnesses: tuple[PolicyWitness, ...]
    groups: Mapping[str, WitnessGroup]
    quorum: str

    def is_met(self, cosigned: Collection[str]) -> bool:
        """Whether these witnesses are enough."""
        return self.quorum == NO_QUORUM or self._counts(self.quorum, cosigned)

    def _counts(self, name: str, cosigned: Collection[str]) -> bool:
        group = self.groups.get(name)
        if group is None:
            return name in cosigned
        return sum(self._counts(member, cosigned) for member in group.members) >= group.least

    def cosigners(self, note: str) -> Mapping[str, int]:
        """The witnesses that cosigned a checkpoint, and when. LedgerBroken if one of their lines does not hold."""
        keys = {witness.key: witness.name for witness in self.witnesses}
        return {keys[found.key]: found.at or 0 for found in signers(read_note(note), tuple(keys))}

    def check(self, note: str) -> Witnessed:
        """What the policy accepts. LedgerBroken if no known log signed, or too few witnesses cosigned."""
        read = read_note(note)
        head = read_checkpoint(read.text)
        known = tuple(log.key for log in self.logs if log.key.name == head.origin)
        logs = tuple(found.key for found in signers(read, known))
        if self.logs and not logs:
            raise LedgerBroken(f"no log of the policy signed it: it is a checkpoint of {head.origin[:80]!r}")
        cosigned = self.cosigners(note)
        if not self.is_met(cosigned):
            who = ", ".join(sorted(cosigned)) or "none of its witnesses"
            raise LedgerBroken(f"too few witnesses cosigned it: the policy asks for {self.quorum}, and {who} cosigned")
        return Witnessed(head, logs, cosigned)


def read_policy(text: str, file: str = "") -> Policy:
    """The policy in a file. InputError names the first line that is wrong."""
    reading = _Reader(file)
    if len(text) > MOST_BYTES or text.count("\n") > MOST_LINES:
        raise InputError(f"expected a witness policy, found more than {plural(MOST_LINES, 'line')}", file)
    if refused := _REFUSED.search(text):
        line = text.count("\n", 0, refused.start()) + 1
        raise InputError(f"a policy has no control characters: found {refused[0]!r}", file, line)
    for number, written in enumerate(text.split("\n"), 1):
        words = _WORD.findall(written)
        if words and not words[0].startswith("#"):
            try:
                reading.take(words)
            except InputError as error:
                raise InputError(error.reason, file, number) from None
    return reading.policy()


class _Reader:
    """What has been read of a policy; a line may only name what was defined above it."""

    def __init__(self, file: str) -> None:
        self._file = file
        self._logs: list[PolicyLog] = []
        self._witnesses: list[PolicyWitness] = []
        self._groups: dict[str, WitnessGroup] = {}
        self._members: set[str] = set()
        self._quorum = ""

    def take(self, words: list[str]) -> None:
        match words:
            case ["log", key, *url] if len(url) <= 1:
                self._log(key, *url)
            case ["witness", name, key, *url] if len(url) <= 1:
                self._witness(name, key, *url)
            case ["group", name, least, *members] if members:
                self._group(name, least, tuple(members))
            case ["quorum", name]:
                self._set_quorum(name)
            case _:
                reason = "expected log KEY [URL], witness NAME KEY [URL], group NAME all|any|N NAME... or quorum NAME"
                raise InputError(f"{reason}; found {' '.join(words)[:60]!r}")

    def _log(self, key: str, url: str = "") -> None:
        parsed = _key(key, _LOG_KINDS)
        if any(log.key.raw == parsed.raw for log in self._logs):
            raise InputError("this log's key is listed twice")
        self._logs.append(PolicyLog(parsed, url))

    def _witness(self, name: str, key: str, url: str = "") -> None:
        self._check_new(name)
        parsed = _key(key, _WITNESS_KINDS)
        if any(witness.key.raw == parsed.raw for witness in self._witnesses):
            raise InputError("this witness's key is listed twice: it would count twice")
        self._witnesses.append(PolicyWitness(name, parsed, url))

    def _group(self, name: str, least: str, members: tuple[str, ...]) -> None:
        self._check_new(name)
        for member in members:
            self._check_known(member)
            if member in self._members:
                raise InputError(f"{member[:60]!r} is already a member of a group: it would count twice")
            self._members.add(member)
        number = {"all": str(len(members)), "any": "1"}.get(least, least)
        if not re.fullmatch(r"[1-9][0-9]{0,3}", number) or int(number) > len(members):
            raise InputError(f"expected all, any or a number from 1 to {len(members)}, found {least[:20]!r}")
        self._groups[name] = WitnessGroup(int(number), members)

    def _set_quorum(self, name: str) -> None:
        if self._quorum:
            raise InputError("a policy has one quorum line")
        if name != NO_QUORUM:
            self._check_known(name)
        self._quorum = name

    def _check_new(self, name: str) -> None:
        if name == NO_QUORUM or self._is_known(name):
            raise InputError(f"the name {name[:60]!r} is taken")

    def _check_known(self, name: str) -> None:
        if not self._is_known(name):
            raise InputError(f"no line above defines {name[:60]!r}")

    def _is_known(self, name: str) -> bool:
        return name in self._groups or any(witness.name == name for witness in self._witnesses)

    def policy(self) -> Policy:
        if not self._quorum:
            raise InputError("a policy has one quorum line: quorum NAME, or quorum none", self._file)
        return Policy(tuple(self._logs), tuple(self._witnesses), self._groups, self._quorum)


def _key(text: str, kinds: tuple[int, ...]) -> NoteKey:
    key = NoteKey.parse(text)
    if key.kind not in kinds:
        raise InputError(f"a witness signs with the time: expected a key of type 4 or 6, found type {key.kind}")
    return key
