"""`pitboss verify FILE`: checks what another person proves, without the ledger."""

import argparse
import json
from collections.abc import Sequence

from pitboss.cli.files import read_bytes, read_text
from pitboss.cli.output import paint, say, table
from pitboss.cli.times import show_when
from pitboss.cli.witness_text import head_json, witness_lines, witnessed_json
from pitboss.errors import InputError
from pitboss.evidence.heads import PublicKey
from pitboss.evidence.policy import MOST_BYTES as POLICY_BYTES
from pitboss.evidence.policy import Policy, Witnessed, read_policy
from pitboss.evidence.proofs import MOST_BYTES, BundleCheck, check_bundle, missing_from, read_bundle
from pitboss.evidence.tlog_proof import FIRST_LINE, check_tlog_proof, read_tlog_proof
from pitboss.ledger.entry import Entry, leaf_hash
from pitboss.ledger.entry_body import read_sealed
from pitboss.text import plural, printable

RECEIPT, TEST = "pitboss deal 1", "pitboss table test 1"
_LEDGER = b"SQLite format 3"
"""The first bytes of an SQLite file."""


def verify_file(options: argparse.Namespace, file: str, key: PublicKey | None, head: str, policy: Policy | None) -> int:
    """The exit code for a file that holds what another person proves."""
    data = read_bytes(file, MOST_BYTES)
    if data.startswith(_LEDGER):
        raise InputError("this is a ledger: give it as --db", file)
    try:
        is_deal = RECEIPT.encode() in data[:1000] and key is None
        is_test = data.startswith(TEST.encode())
        if is_deal or is_test or data.startswith(b"PK"):
            # Only a round or a test needs the rules of the games.
            from pitboss.cli.verify_round import (  # noqa: PLC0415 - for start-up time
                verify_case,
                verify_certificate,
                verify_receipt,
            )

            if is_test:
                return verify_certificate(options, data, key)

            return verify_receipt(options, data) if is_deal else verify_case(options, data, key, head, policy)
        if key is None:
            raise InputError("a proof is checked against the public key that you were given: give it as --key")
        if data.startswith(FIRST_LINE.encode()):
            return _tlog_proof(options, data, key, policy)
        bundle = read_bundle(data)
        proved = check_bundle(bundle, key, head)
        witnessed = policy.check(bundle.head) if policy else None
        return show_proved(options, proved, "", witnessed, missing_from(proved.entries))
    except InputError as error:
        raise InputError(error.reason, file, error.line, error.column) from None


def _tlog_proof(options: argparse.Namespace, data: bytes, key: PublicKey, policy: Policy | None) -> int:
    try:
        proof = read_tlog_proof(data.decode())
    except UnicodeDecodeError:
        raise InputError("expected a proof in UTF-8, found other bytes") from None
    head = check_tlog_proof(proof, key)
    sealed = read_sealed(proof.body, proof.position)
    entry = Entry(proof.position, sealed.stream, sealed.seq, proof.body, leaf_hash(proof.body))
    proved = BundleCheck(head, (entry,), None)
    return show_proved(options, proved, "", policy.check(proof.checkpoint) if policy else None)


def policy_of(file: str | None) -> Policy | None:
    """The policy in a file, if one is given."""
    return read_policy(read_text(file, POLICY_BYTES), file) if file else None


def show_proved(
    options: argparse.Namespace,
    proved: BundleCheck,
    before: str,
    witnessed: Witnessed | None,
    missing: Sequence[str] = (),
) -> int:
    """Shows what a bundle proves; returns 1 if entries are missing, so that it does not tell a whole round."""
    if options.json:
        entries = [{"position": e.position, "hash": e.hash.hex(), "content": e.content} for e in proved.entries]
        older = head_json(proved.older) if proved.older else None
        document = {"whole": True, "head": head_json(proved.head), "older_head": older, "entries": entries}
        document |= {"missing": [*missing]} if missing else {}
        document |= {"witnesses": witnessed_json(witnessed)} if witnessed else {}
        print(json.dumps(document, indent=2))
        return int(bool(missing))
    head, number = proved.head, plural(len(proved.entries), "entry", "entries")
    told = paint("Incomplete", "red", "bold") if missing else paint("Proved", "green", "bold")
    say(f"{before}{told}: {number} of the ledger of {printable(head.origin)}")
    for what in missing:
        say(f"missing: {printable(what)}", 2)
    say(f"signed over {plural(head.size, 'entry', 'entries')}, {show_when(head.at)} UTC", 2)
    if proved.older:
        say(
            f"which continues its first {proved.older.size:,} as they were signed {show_when(proved.older.at)} UTC",
            2,
        )
    for _, text in witness_lines(witnessed):
        say(f"witnessed by {text}", 2)
    rows = [(str(e.position), printable(e.stream), str(e.seq), e.hash.hex()[:16]) for e in proved.entries]
    print("\n" + table(("entry", "stream", "number", "hash"), rows, right=(0, 2)))
    return int(bool(missing))
