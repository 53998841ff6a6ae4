"""A log that grows, and the requests that it sends to a witness."""

from hashlib import sha256

from pitboss.evidence.heads import Head, SigningKey
from pitboss.evidence.merkle import Tree
from pitboss.evidence.policy import Policy, read_policy
from pitboss.evidence.signed_note import base64_text

NAME = "witness.example/tables"
AT = 1_790_000_000


class GrowingLog:
    """The log of a house: entries are numbered texts, and a fork replaces those from a place on."""

    def __init__(self, facility: str = "Harbour Club", seed: int = 7) -> None:
        self.key = SigningKey(bytes([seed]) * 32)
        self.origin = self.key.public.origin(facility)

    def tree(self, size: int, fork: int | None = None) -> Tree:
        kinds = ("entry" if fork is None or n < fork else "other entry" for n in range(size))
        return Tree([sha256(f"{kind} {n}".encode()).digest() for n, kind in enumerate(kinds)])

    def note(self, size: int, fork: int | None = None) -> str:
        return self.key.sign(Head(self.origin, size, self.tree(size, fork).root(), AT * 1000))

    def request(self, old: int, size: int, fork: int | None = None) -> bytes:
        """A request with an honest proof of the log as it is now."""
        path = self.tree(size, fork).consistency(min(old, size))
        lines = "".join(f"{base64_text(node)}\n" for node in path)
        return f"old {old}\n{lines}\n{self.note(size, fork)}".encode()


def policy(*logs: GrowingLog) -> Policy:
    lines = "".join(f"log {log.key.public.named(log.origin)}\n" for log in logs)
    return read_policy(f"{lines}quorum none\n")
