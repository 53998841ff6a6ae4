"""`pitboss verify`: proves that a ledger is whole, or names the first entry that is not; makes and checks proofs."""

import argparse
import json
import os
import sys
from typing import Any

from pitboss.cli.arguments import add_db, add_jobs, add_output, add_regulations, default_db
from pitboss.cli.bookmark_files import bookmark_of
from pitboss.cli.files import read_text, write
from pitboss.cli.ledgers import opened
from pitboss.cli.output import paint, say, table
from pitboss.cli.progress import ProgressBar
from pitboss.cli.show_deal import show_deal
from pitboss.cli.times import show_when
from pitboss.cli.verify_file import policy_of, show_proved, verify_file
from pitboss.cli.witness_text import head_json, witness_lines, witnessed_json
from pitboss.errors import InputError, LedgerBroken
from pitboss.evidence.bookmark import Known, goes_on, verify_on
from pitboss.evidence.entry_check import recorded_key
from pitboss.evidence.heads import PublicKey, read_head
from pitboss.evidence.policy import Policy, Witnessed
from pitboss.evidence.proofs import MOST_BYTES, check_bundle, make_bundle, positions_of_round, write_bundle
from pitboss.evidence.snapshots import cosigned_head
from pitboss.evidence.tlog_proof import SUFFIX, TlogProof
from pitboss.evidence.verify import Cores, LedgerVerification
from pitboss.house.environment import wall_clock
from pitboss.ledger.fold import HOUSE
from pitboss.ledger.store import Store
from pitboss.text import plural, printable


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "bundle", nargs="?", metavar="PROOF.json", help="check a case or a proof (with --key), or a deal's receipt"
    )
    add_db(parser, default=None)
    parser.add_argument("--key", metavar="KEY", help="the public key that you were given, or a file that holds it")
    parser.add_argument("--head", metavar="FILE", help="a signed head that you kept: the ledger must continue it")
    parser.add_argument("--policy", metavar="FILE", help="the witnesses that must have cosigned the head")
    parser.add_argument("--all", action="store_true", help="read everything, also what was verified before")
    parser.add_argument(
        "--bookmark", metavar="FILE", help="where to remember what was verified (default: beside the key)"
    )
    add_jobs(parser)
    parser.add_argument("--books", action="store_true", help="also check that the books balance and meters add up")
    parser.add_argument("--round", metavar="ROUND", help="check the deal of a round, TABLE/NUMBER")
    parser.add_argument(
        "--receipt", action="store_true", help="with --round: write what anyone needs to check the deal"
    )
    parser.add_argument("--prove", metavar="ENTRY", help="write the proof of an entry, or of a round TABLE/NUMBER")
    add_output(parser, "where --prove and --receipt write (default: standard output)")
    add_regulations(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    if options.bundle and (options.db or options.prove or options.round):
        raise InputError("a proof is checked by itself: leave out --db, --prove and --round")
    if options.receipt and not options.round:
        raise InputError("--receipt belongs to a deal: give --round TABLE/NUMBER")
    if options.out and not options.prove and not options.receipt:
        raise InputError("-o is the file that --prove or --receipt writes: give one of them")
    key = _key(options.key) if options.key else None
    head = _head(options.head) if options.head else ""
    policy = policy_of(options.policy)
    try:
        if options.bundle:
            return verify_file(options, options.bundle, key, head, policy)
        with opened(options.db or default_db()) as store:
            if options.prove:
                return _prove(options, store, key, head, policy)
            if options.round:
                return _round(options, store)
            return _ledger(options, store, key, head, policy)
    except LedgerBroken as broken:
        return _broken(options, broken)


# The four questions


def _ledger(options: argparse.Namespace, store: Store, key: PublicKey | None, head: str, policy: Policy | None) -> int:
    address = options.db or default_db()
    bookmark = bookmark_of(address, options.bookmark)
    from pitboss.books.index_check import IndexCheck  # noqa: PLC0415 - for start-up time

    known, cores = None if options.all else bookmark.read(store), cores_of(options.jobs, address)
    # Only all entries say whether the index of rounds is right.
    index = None if goes_on(known, key, head) else IndexCheck(store)
    reader = index.take if index else None
    with ProgressBar("entries") as bar:
        found = verify_on(store, key, known, older_head=head, progress=bar.show, cores=cores, reader=reader)
    indexed = index.result() if index else None
    bookmark.write(store, found, wall_clock())
    witnessed = _witnessed(store, policy) if policy else None
    books = _books(store) if options.books else None
    if options.json:
        continued = {"continued_at": known.found.size, "verified_at": known.at} if known else {}
        cosigned = {"witnesses": witnessed_json(witnessed)} if witnessed else {}
        print(json.dumps(_whole(found) | continued | cosigned | ({"books": books} if books else {}), indent=2))
        return 0
    whole = paint("Whole", "green", "bold")
    say(f"{whole}: {plural(found.size, 'entry', 'entries')} in {plural(len(found.streams), 'stream')}.")
    print()
    lines = _lines(found, given=key is not None, kept=bool(head), indexed=indexed)
    print(table(("", ""), [*lines, *_continued(known, again=index is not None), *witness_lines(witnessed)]))
    print("\n" + table(("stream", "entries"), [(printable(n), f"{t.seq:,}") for n, t in sorted(found.streams.items())]))
    if books is not None:
        print()
        say(f"The books balance over {plural(len(books['accounts']), 'account')}, and every meter adds up.")
    return 0


def _witnessed(store: Store, policy: Policy) -> Witnessed:
    """What the policy accepts of the newest cosigned head. LedgerBroken if it is not a head of this ledger."""
    note = cosigned_head(store)
    if not note:
        raise LedgerBroken("no head of this ledger was cosigned: the house does not use witnesses (serve --witnesses)")
    try:
        found = policy.check(note)
    except LedgerBroken as error:
        raise LedgerBroken(f"the cosigned head: {error.reason}") from None
    row = store.head(found.head.size)
    if row is None or read_head(row.text).root != found.head.root:
        raise LedgerBroken(f"the cosigned head of {found.head.size} entries is not one of this ledger's")
    return found


def cores_of(jobs: int, address: str) -> Cores:
    """The processes that verify a ledger: `jobs`, or one for each core."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return Cores(address, jobs or cores)


def _continued(known: Known | None, *, again: bool) -> list[tuple[str, str]]:
    if known is None:
        return []
    before = "read again" if again else "neither read again nor compared with the index of rounds: --all does both"
    when = f"those before were verified {show_when(known.at)} UTC, and {before}"
    return [("continued", f"at entry {known.found.size:,}; {when}")]


def _books(store: Store) -> dict[str, Any]:
    """The books of a ledger. Raises LedgerBroken if they do not balance."""
    # Only the books need the rules of the games.
    from pitboss.books.accounts import check_books  # noqa: PLC0415 - for start-up time

    return {"accounts": dict(check_books(store).accounts)}


def _prove(options: argparse.Namespace, store: Store, key: PublicKey | None, head: str, policy: Policy | None) -> int:
    number = options.prove.isascii() and options.prove.isdigit()
    positions = (int(options.prove[:20]),) if number else positions_of_round(store, options.prove)
    bundle = make_bundle(store, positions, head)
    proved = check_bundle(bundle, key or _own_key(store), head)
    witnessed = policy.check(bundle.head) if policy else None
    is_tlog = (options.out or "").endswith(SUFFIX)
    if is_tlog and len(bundle.entries) > 1:
        raise InputError(f"a {SUFFIX} file proves one entry: give its position, or another file name", options.out)
    (position, body, path), *_ = bundle.entries
    proof = TlogProof(position, body, path, bundle.head).text.encode() if is_tlog else write_bundle(bundle)
    if _written(options, proof):
        show_proved(options, proved, f"{options.out}: ", witnessed)
    return 0


def _written(options: argparse.Namespace, data: bytes) -> bool:
    """Writes a proof to its file and returns True; without a file, writes to standard output and returns False."""
    if not options.out:
        sys.stdout.write(data.decode())
        return False
    write(options.out, data)
    return True


def _round(options: argparse.Namespace, store: Store) -> int:
    from pitboss.evidence.deal_check import check_round  # noqa: PLC0415 - for start-up time
    from pitboss.evidence.receipt import receipt  # noqa: PLC0415

    deal = check_round(store, options.round)
    if options.receipt:
        document = json.dumps(receipt(store, options.round)) + "\n"
        if not _written(options, document.encode()):
            return 0
    return show_deal(options, deal)


def _broken(options: argparse.Namespace, broken: LedgerBroken) -> int:
    if options.json:
        where = {"position": broken.position, "stream": broken.stream or None, "seq": broken.seq or None}
        print(json.dumps({"whole": False, "error": {**where, "reason": broken.reason}}, indent=2))
    else:
        say(f"{paint('Tampered', 'red', 'bold')}: {printable(str(broken))}.")
    return 1


# What is given


def _key(given: str) -> PublicKey:
    if given.startswith("pitboss+"):
        return PublicKey.parse(given)
    try:
        return PublicKey.parse(read_text(given, MOST_BYTES))
    except InputError as error:
        raise InputError(error.reason, given) from None


def _head(file: str) -> str:
    text = read_text(file, MOST_BYTES)
    try:
        read_head(text)
    except LedgerBroken as error:
        raise InputError(error.reason, file) from None
    return text


def _own_key(store: Store) -> PublicKey:
    first = next(store.stream(HOUSE), None)
    if first is None:
        raise InputError("the ledger does not record its public key: give it as --key")
    return recorded_key(first)


# What is shown


def _whole(found: LedgerVerification) -> dict[str, Any]:
    newest = found.newest
    return {
        "whole": True,
        "size": found.size,
        "root": found.root.hex(),
        "streams": {name: tip.seq for name, tip in sorted(found.streams.items())},
        "heads": found.heads,
        "newest_head": head_json(found.newest) if found.newest else None,
        "key": str(found.key) if found.key else None,
        "log": str(found.key.named(newest.origin)) if found.key and newest else None,
    }


def _lines(found: LedgerVerification, *, given: bool, kept: bool, indexed: int | None) -> list[tuple[str, str]]:
    if found.newest is None:
        heads = "none: no signature protects this ledger"
    else:
        after = found.size - found.newest.size
        signed = f"{plural(found.heads, 'head')} signed, the newest {show_when(found.newest.at)} UTC"
        rest = f"; {plural(after, 'entry', 'entries')} since, protected by the chain alone" if after else ""
        heads = f"{signed} over {plural(found.newest.size, 'entry', 'entries')}{rest}"
    known = "the one that was given" if given else "as the ledger records it: compare it with the one you were given"
    checked = ["hashes", "chain of every stream", "one effect a command", "root and signature of every head"]
    also = ["the head that you kept"] * kept
    also += [f"the index of {plural(indexed, 'round')}"] if indexed is not None else []
    return [
        ("root", f"{found.root.hex()[:16]}..."),
        ("heads", heads),
        ("key", f"{found.key}, {known}" if found.key else "none recorded"),
        *([("log", str(found.key.named(found.newest.origin)))] if found.key and found.newest else []),
        ("checked", ", ".join([*checked, *also])),
    ]
