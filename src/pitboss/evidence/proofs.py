"""Proof bundle: some entries, with the proof that they are in the ledger of a signed head.

Anyone with the bundle and the public key can check it, without the ledger and without trusting its maker. For someone
who kept an older head, it also proves that nothing before that head was changed, moved or removed since.
"""

import json
from collections.abc import Collection, Iterable, Mapping, Sequence
from contextlib import suppress
from itertools import pairwise
from typing import Any, NamedTuple

from pitboss.errors import InputError, LedgerBroken
from pitboss.evidence.heads import Head, PublicKey, check_head, read_head
from pitboss.evidence.merkle import Hashes, HashTree, Tree, check_consistency, check_inclusion
from pitboss.evidence.page_check import StreamTip
from pitboss.evidence.snapshots import cosigned_head, place_before
from pitboss.evidence.tiles import WrongTiles, stored_tree
from pitboss.ledger.entry import NOTHING, Entry, canonical, leaf_hash
from pitboss.ledger.entry_body import EntryBody, events_of, read_sealed
from pitboss.ledger.fold import table_stream
from pitboss.ledger.store import HeadRow, Store
from pitboss.play.json_values import DocumentPlace, as_object, shown

FORMAT = "pitboss proof 1"
MOST_BYTES = 50_000_000
"""An entry takes a few thousand, and its proof 64 more for each doubling of the ledger."""
_MOST_POSITION = 10**18
_LONGEST_PATH = 64


class Proof(NamedTuple):
    """The position and body of an entry, and the hashes between it and the root."""

    position: int
    body: bytes
    path: Hashes


class OlderHead(NamedTuple):
    """A head that someone kept, and the hashes that prove that the newer head continues it."""

    head: str
    path: Hashes


class Bundle(NamedTuple):
    """Entries in the order of the ledger, and the signed head that covers them."""

    head: str
    entries: tuple[Proof, ...]
    older: OlderHead | None = None


class BundleCheck(NamedTuple):
    """What a bundle proves: entries in the ledger of `head`, which continues the ledger of `older`."""

    head: Head
    entries: tuple[Entry, ...]
    older: Head | None


# Making


def make_bundle(store: Store, positions: Collection[int], older_head: str = "") -> Bundle:
    """The proof of some entries under the newest signed head, and that this head continues one kept elsewhere.

    A tampered ledger gives a bundle that fails the check.
    """
    newest = _cosigned(store, positions) or store.head()
    if not positions or min(positions) < 0:
        raise InputError("expected entries to prove, counted from 0")
    size = read_head(newest.text).size if newest else 0
    if newest is None or max(positions) >= min(size, store.size()):
        raise InputError(f"entry {max(positions)} is not under a signed head yet: they cover {size} entries")
    for again in (False, True):
        with suppress(WrongTiles):
            bundle = _bundle_of(store, stored_tree(store, size, again=again), newest.text, positions, older_head)
            if _is_proved(bundle, read_head(newest.text)):
                return bundle
    # Not only tiles were changed, but the ledger itself.
    return _bundle_of(store, Tree(store.hashes(0, size)), newest.text, positions, older_head)


def _cosigned(store: Store, positions: Collection[int]) -> HeadRow | None:
    """The newest cosigned head, if it covers the entries and is a head of this ledger."""
    note = cosigned_head(store)
    with suppress(LedgerBroken):
        head = read_head(note)
        own = store.head(head.size)
        if own and positions and max(positions) < head.size and read_head(own.text).root == head.root:
            return HeadRow(head.size, note)
    return None


def _bundle_of(store: Store, tree: HashTree, head: str, positions: Collection[int], older: str) -> Bundle:
    proofs = []
    for position in sorted(set(positions)):
        found = store.page(position, position + 1)
        if not found:
            raise LedgerBroken("entries are missing: verify the ledger")
        proofs.append(Proof(position, found[0].body, tree.inclusion(position)))
    return Bundle(head, tuple(proofs), _older(tree, older) if older else None)


def _is_proved(bundle: Bundle, head: Head) -> bool:
    """Whether every path of a bundle leads to the head; signatures are not looked at."""
    older = bundle.older
    if older:
        before = read_head(older.head)
        if not check_consistency(before.size, before.root, head.size, head.root, older.path):
            return False
    return all(
        check_inclusion(leaf_hash(proof.body), proof.position, head.size, proof.path, head.root)
        for proof in bundle.entries
    )


def _older(tree: HashTree, text: str) -> OlderHead:
    size = read_head(text).size
    if size > len(tree):
        raise InputError(f"the head kept elsewhere covers {size} entries, the newest one here {len(tree)}")
    return OlderHead(text, tree.consistency(size))


_OVER = {"RoundCompleted", "RoundVoided"}
_OPENS = {*_OVER, "DecksReceived"}


def positions_of_round(store: Store, round_id: str) -> tuple[int, ...]:
    """The positions of a table's entries from the opening of a round's bets to its end; `round_id` is TABLE/NUMBER.

    A shuffle during a round is of another deck. It is left out while its cards are still to come.
    """
    name, _, number = round_id.rpartition("/")
    found: list[int] = []
    shuffles: list[int] = []
    is_over = False
    is_round = name and number.isascii() and number.isdecimal() and len(number) < 18
    before = place_before(store, name, int(number)) if is_round else 0
    for entry in store.stream(table_stream(name), before) if is_round else ():
        content = read_sealed(entry.body, *entry[:3]).content
        events = events_of(content)
        kinds = {event.get("event") for event in events}
        if is_over:
            if kinds & _OPENS:
                # The deck that was shuffled during the round is not dealt any more, so the proof has no gap.
                return tuple(sorted([*found, *shuffles]))
            continue
        if any(event.get("event") == "BetsOpened" and str(event.get("round")) == number for event in events) or found:
            (shuffles if "shuffle" in content or "DeckShuffled" in kinds else found).append(entry.position)
        if "BetsWithdrawn" in kinds:
            # Nobody played: the round that this opening was for comes later.
            found, shuffles = [], []
        if found and kinds & _OVER:
            if not shuffles:
                return tuple(found)
            is_over = True
    if is_over:
        return tuple(found)
    if found:
        raise InputError(f"round {round_id} is not over: it can be proved when it is")
    raise InputError(f"there is no round {round_id!r}: a round is written TABLE/NUMBER")


# Checking


def check_bundle(bundle: Bundle, key: PublicKey, older_head: str = "") -> BundleCheck:
    """What the bundle proves to a holder of the key. LedgerBroken names the first part that does not hold.

    With `older_head`, the bundle must prove that the ledger continues it; InputError if it contains no such proof.
    """
    head = _signed("the signed head", bundle.head, key)
    entries: list[Entry] = []
    tips: dict[str, StreamTip] = {}
    for proof in bundle.entries:
        leaf = leaf_hash(proof.body)
        if not check_inclusion(leaf, proof.position, head.size, proof.path, head.root):
            raise LedgerBroken(f"it is not at this place in the ledger of {head.size} entries", proof.position)
        sealed = read_sealed(proof.body, proof.position)
        _check_chain(proof.position, sealed, tips.get(sealed.stream))
        tips[sealed.stream] = StreamTip(sealed.seq, leaf)
        entries.append(Entry(proof.position, sealed.stream, sealed.seq, proof.body, leaf))
    return BundleCheck(head, tuple(entries), _check_older(bundle, head, key, older_head))


def missing_from(entries: Sequence[Entry]) -> list[str]:
    """What the entries of tables lack of whole rounds: a gap, the opening of the bets, or the end; empty if nothing.

    Every entry of a bundle is proved, but a bundle from which one was taken does not tell the whole round.
    """
    found: list[str] = []
    for stream in dict.fromkeys(entry.stream for entry in entries if entry.stream.startswith("table ")):
        own = [entry for entry in entries if entry.stream == stream]
        kinds = [{event.get("event") for event in events_of(entry.content)} for entry in own]
        if "BetsOpened" not in kinds[0]:
            found.append(f"the opening of the bets, before entry {own[0].seq} of {stream}")
        for before, after in pairwise(own):
            if after.seq > before.seq + 1:
                found.append(f"entries {before.seq + 1} to {after.seq - 1} of {stream}")
        if not kinds[-1] & _OVER:
            found.append(f"the end of the round, after entry {own[-1].seq} of {stream}")
    return found


def _check_chain(position: int, sealed: EntryBody, tip: StreamTip | None) -> None:
    place = position, sealed.stream, sealed.seq
    if sealed.seq == 1 and (tip or sealed.prev != NOTHING):
        raise LedgerBroken("it is the first of its stream, but follows another entry", *place)
    if tip and sealed.seq <= tip.seq:
        raise LedgerBroken(f"it comes after entry {tip.seq} of its stream", *place)
    if tip and sealed.seq == tip.seq + 1 and sealed.prev != tip.hash:
        raise LedgerBroken(f"it does not follow entry {tip.seq} of its stream as that one stands", *place)


def _check_older(bundle: Bundle, head: Head, key: PublicKey, kept: str) -> Head | None:
    older = _signed("the older head", bundle.older.head, key) if bundle.older else None
    path = bundle.older.path if bundle.older else ()
    if older and not check_consistency(older.size, older.root, head.size, head.root, path):
        raise LedgerBroken(
            f"the older head: the ledger of {head.size} entries does not continue its {older.size} entries"
        )
    if not kept:
        return older
    own = _signed("the head kept elsewhere", kept, key)
    same = [known for known in (head, older) if known and known.size == own.size]
    if not same:
        reason = f"the bundle does not mention the kept head of {own.size} entries: ask for a bundle made with it"
        raise InputError(reason)
    if same[0].root != own.root:
        raise LedgerBroken(f"the head kept elsewhere: another ledger of {own.size} entries was signed too")
    return own


def _signed(name: str, text: str, key: PublicKey) -> Head:
    try:
        return check_head(text, key)
    except LedgerBroken as error:
        raise LedgerBroken(f"{name}: {error.reason}") from None


# Reading and writing


def write_bundle(bundle: Bundle) -> bytes:
    """The bundle as one line of canonical JSON; `read_bundle` is the inverse."""
    entries = [
        {"position": proof.position, "body": proof.body.decode(), "path": _hex(proof.path)} for proof in bundle.entries
    ]
    older = {"older": {"head": bundle.older.head, "path": _hex(bundle.older.path)}} if bundle.older else {}
    return canonical({"format": FORMAT, "head": bundle.head, "entries": entries, **older}) + b"\n"


def _hex(path: Iterable[bytes]) -> list[str]:
    return [node.hex() for node in path]


def read_bundle(data: bytes) -> Bundle:
    """The bundle in exactly the bytes that `write_bundle` wrote. InputError for anything else."""
    if len(data) > MOST_BYTES:
        raise InputError(f"expected a proof bundle, found more than {MOST_BYTES:,} bytes")
    try:
        bundle = _bundle(_parse(data))
        # A bundle that could be written in two ways could be changed unnoticed.
        if write_bundle(bundle) != data:
            raise ValueError("the bundle is not in its original form: spaces, order or spelling were changed")
    except UnicodeError:
        raise InputError("expected a proof bundle in UTF-8, found other bytes") from None
    except ValueError as error:
        raise InputError(str(error)) from None
    return bundle


def _parse(data: bytes) -> object:
    text = data.decode()
    try:
        return json.loads(text)
    except json.JSONDecodeError as error:
        raise InputError(
            f"expected a proof bundle in JSON: {error.msg.lower()}", "", error.lineno, error.colno
        ) from None
    except RecursionError:
        raise InputError("expected a proof bundle, found hundreds of nested arrays or objects") from None
    except ValueError:
        # Python refuses to read numbers of thousands of digits.
        raise InputError("expected a proof bundle, found a number of thousands of digits") from None


def _bundle(document: object) -> Bundle:
    found = _object(document, "bundle", ("format", "head", "entries"), ("older",))
    if found["format"] != FORMAT:
        raise ValueError(f"format: expected {FORMAT!r}, found {shown(found['format'])}")
    entries: list[Proof] = []
    for number, each in enumerate(_list(found["entries"], "entries")):
        where = f"entries[{number}]"
        proof = _object(each, where, ("position", "body", "path"))
        position = proof["position"]
        least = entries[-1].position + 1 if entries else 0
        if type(position) is not int or not least <= position < _MOST_POSITION:
            raise ValueError(f"{where}.position: expected a whole number from {least}, found {shown(position)}")
        body = _text(proof["body"], f"{where}.body").encode()
        entries.append(Proof(position, body, _path(proof["path"], f"{where}.path")))
    if not entries:
        raise ValueError("entries: expected at least one")
    older = None
    if "older" in found:
        part = _object(found["older"], "older", ("head", "path"))
        older = OlderHead(_text(part["head"], "older.head"), _path(part["path"], "older.path"))
    return Bundle(_text(found["head"], "head"), tuple(entries), older)


def _object(value: object, where: str, keys: Sequence[str], more: Sequence[str] = ()) -> Mapping[str, Any]:
    found = as_object(value, DocumentPlace(where, ()), [*keys, *more])
    for key in keys:
        if key not in found:
            raise ValueError(f"{where}: {key} is missing")
    return found


def _list(value: object, where: str) -> list[object]:
    if not isinstance(value, list):
        raise ValueError(f"{where}: expected an array, found {shown(value)}")
    return value


def _text(value: object, where: str) -> str:
    if not isinstance(value, str):
        raise ValueError(f"{where}: expected a text, found {shown(value)}")
    return value


def _path(value: object, where: str) -> Hashes:
    nodes = [_text(node, where) for node in _list(value, where)]
    if len(nodes) > _LONGEST_PATH or not all(len(node) == 64 for node in nodes):
        raise ValueError(f"{where}: expected at most {_LONGEST_PATH} hashes of 64 hex digits")
    try:
        return tuple(bytes.fromhex(node) for node in nodes)
    except ValueError:
        raise ValueError(f"{where}: expected hashes in hex digits") from None
