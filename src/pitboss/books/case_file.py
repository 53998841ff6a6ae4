"""Case: everything about one round in one file, for a person who trusts nobody.

A case is a part of the ledger: the entries of the table from a place before the shuffle to the end of the round, the
house file and the rules that they name, and the proof that all of them are in the ledger of a signed head. Anyone
with the public key replays, deals and settles the round from it, without the ledger and without us. A case holds no
outcome that would have to be believed.
"""

import json
from collections.abc import Iterator, Mapping
from contextlib import suppress
from io import BytesIO
from typing import NamedTuple, cast
from zipfile import ZIP_STORED, BadZipFile, ZipFile, ZipInfo

from pitboss.books.replay import replayed_from
from pitboss.books.resettlement import Resettlement
from pitboss.errors import InputError, LedgerBroken
from pitboss.evidence.deal_check import DealCheck, check_receipt
from pitboss.evidence.heads import PublicKey
from pitboss.evidence.proofs import (
    MOST_BYTES,
    Bundle,
    BundleCheck,
    check_bundle,
    make_bundle,
    read_bundle,
    write_bundle,
)
from pitboss.evidence.receipt import opened_from, parse_round
from pitboss.evidence.snapshots import ShuffledEarlier, check_snapshot, snapshots_before
from pitboss.ledger.entry import Entry, canonical
from pitboss.ledger.entry_body import events_of
from pitboss.ledger.fold import HOUSE, Rulesets, TableRecord, fold_table, table_stream
from pitboss.ledger.recorded_rules import RULES
from pitboss.ledger.snapshot import read_record
from pitboss.ledger.store import Store
from pitboss.play import events as e

FORMAT = "pitboss case 1"
FIRST_BYTES = b"PK\x03\x04"
_CASE, _PROOF = "case.json", "proof.json"
_MADE_UP = (ValueError, LookupError, TypeError, AttributeError, AssertionError)
"""What reading a state raises that no table can be in."""
_NO_CASE = (BadZipFile, ValueError, LookupError, TypeError, NotImplementedError, RuntimeError, OSError, EOFError)
"""What reading a file raises that is not a ZIP file of ours."""


class DeckNotPlayed(InputError):
    """A case would show the order of a deck whose round is not over."""


class Case(NamedTuple):
    """A round, the signed snapshot at which its entries begin (empty: at the opening of the table), and their proof."""

    round: str
    start: str
    bundle: Bundle


class CaseCheck(NamedTuple):
    """What a case proves."""

    proved: BundleCheck
    deal: DealCheck
    settled: Resettlement
    begins: int
    """The entry of the table at which the signed snapshot stands; 0 if the case has the table from its opening."""


class _Excerpt:
    """The entries of a case, read as a ledger is."""

    def __init__(self, entries: tuple[Entry, ...]) -> None:
        self._streams: dict[str, dict[int, Entry]] = {}
        for entry in entries:
            self._streams.setdefault(entry.stream, {})[entry.seq] = entry

    def stream(self, name: str, after: int = 0, until: int | None = None) -> Iterator[Entry]:
        for seq, entry in self._streams.get(name, {}).items():
            if seq > after and (until is None or seq <= until):
                yield entry

    def last(self, stream: str) -> int:
        return max(self._streams.get(stream, ()), default=0)


# Making


def make_case(store: Store, round_id: str, older_head: str = "") -> Case:
    """The case of a round that is over. DeckNotPlayed if it would show a deck that is still to be played."""
    name, number = parse_round(round_id)
    rulesets = Rulesets(store)
    for entry, text, signed in snapshots_before(store, name, number):
        start = read_record(text, name, entry.hash, rulesets)
        if start and start.seq == entry.seq and start.table.rounds < number and start.table.round is None:
            with suppress(ShuffledEarlier):
                return _made(store, rulesets, round_id, (start, signed), older_head)
    return _made(store, rulesets, round_id, (None, ""), older_head)


def _made(
    store: Store, rulesets: Rulesets, round_id: str, begins: tuple[TableRecord | None, str], older_head: str
) -> Case:
    start, signed = begins
    name = parse_round(round_id)[0]
    replay = replayed_from(store, rulesets, round_id, start, None)
    last = replay.last.source.place
    _check_played(store, rulesets, name, start, last.seq)
    first = start.seq if start else 1
    own = [*store.stream(table_stream(name), first - 1, last.seq)]
    houses = {1, replay.house, *_houses_named(own), *([start.house] if start else [])}
    others = [entry for seq in sorted(houses) for entry in store.stream(HOUSE, seq - 1, seq)]
    others += [entry for entry in store.stream(RULES) if entry.position <= last.position]
    positions = {entry.position for entry in (*own, *others)}
    return Case(round_id, signed, make_bundle(store, positions, older_head))


def _houses_named(entries: list[Entry]) -> Iterator[int]:
    """The entries of the house by whose rules the table was opened."""
    for entry in entries:
        yield from (int(event["house"]) for event in events_of(entry.content) if event.get("event") == "TableOpened")


def _check_played(store: Store, rulesets: Rulesets, name: str, start: TableRecord | None, until: int) -> None:
    """DeckNotPlayed if the entries hold the order of a deck whose round is not over."""
    decks = [-1 - number for number in range(len(start.table.decks) if start else 0)]
    played, under_way = set[int](), 0
    for folded in fold_table(store, rulesets, name, start):
        for event in folded.events:
            match event:
                case e.DecksReceived(number=number):
                    decks = [0] * number
                case e.DeckAdded():
                    decks.append(0)
                case e.DeckShuffled(deck=deck):
                    decks[deck] = folded.entry.seq
                case e.DeckRemoved(deck=deck):
                    del decks[deck]
                case e.DeviceTakenOut() if folded.before and len(folded.after.table.decks) < len(decks):
                    decks = [decks[folded.before.table.current]]
                case e.BetsOpened() if folded.before:
                    under_way = decks[folded.before.table.current]
                case e.RoundCompleted() | e.RoundVoided():
                    played.add(under_way)
        if folded.entry.seq >= until and not _waiting(decks, played, until):
            return
    if waiting := _waiting(decks, played, until):
        raise DeckNotPlayed(
            f"the case would show the order of a deck that has not been played (entry {max(waiting)} of the table): "
            "make it when the round of that deck is over"
        )


def _waiting(decks: list[int], played: set[int], until: int) -> set[int]:
    """The shuffles among the entries of the case, or in its snapshot, that have not been played."""
    return {shuffle for shuffle in decks if shuffle and shuffle <= until} - played


# Checking


def check_case(case: Case, key: PublicKey, older_head: str = "") -> CaseCheck:
    """What a case proves to a holder of the key. LedgerBroken names the first part that does not hold.

    That a round was paid wrongly is no fault of the case: the settlement says it.
    """
    proved = check_bundle(case.bundle, key, older_head)
    name = parse_round(case.round)[0]
    excerpt = cast("Store", _Excerpt(proved.entries))
    rulesets = Rulesets(excerpt)
    _check_houses(proved.entries)
    try:
        start = _start(case, key, name, excerpt, rulesets)
        own = [entry.seq for entry in proved.entries if entry.stream == table_stream(name)]
        first = start.seq if start else 1
        if own != [*range(first, first + len(own))]:
            raise LedgerBroken(f"the case leaves out entries of table {name}: it must have them from {first} on")
        replay = replayed_from(excerpt, rulesets, case.round, start, None)
        if replay.last.source.place.seq != own[-1]:
            raise LedgerBroken("the case goes on after the end of the round")
        opened = opened_from(excerpt, rulesets, case.round, start)
        settled = Resettlement(replay)
        # Computed now, so that what cannot be settled is found here.
        _ = settled.lines, settled.differences
        return CaseCheck(proved, check_receipt(opened.receipt, opened.regulation), settled, start.seq if start else 0)
    except ShuffledEarlier:
        raise LedgerBroken("the case begins after the shuffle of its deck") from None
    except _MADE_UP as error:
        raise LedgerBroken(f"the round cannot have happened as the case has it ({error})") from None


def _check_houses(entries: tuple[Entry, ...]) -> None:
    """LedgerBroken if the case has entries that a case has no use for: nobody would look at them."""
    for entry in entries:
        if entry.stream not in (HOUSE, RULES) and not entry.stream.startswith(table_stream("")):
            raise LedgerBroken("it does not belong to the case of a round", entry.position, entry.stream, entry.seq)


def _start(case: Case, key: PublicKey, name: str, excerpt: Store, rulesets: Rulesets) -> TableRecord | None:
    """The table at which the entries begin; None if they begin at its opening."""
    if not case.start:
        return None
    text = check_snapshot(key, table_stream(name), case.start)
    if text is None:
        raise LedgerBroken("the snapshot with which the case begins was changed, or the house did not sign it")
    entry = next(excerpt.stream(table_stream(name), int(json.loads(text)["seq"]) - 1), None)
    start = read_record(text, name, entry.hash, rulesets) if entry else None
    if start is None:
        raise InputError("the case begins with a snapshot of another version: check it with the version that made it")
    return start


# Reading and writing


def write_case(case: Case) -> bytes:
    """The case as a ZIP file; `read_case` is the inverse."""
    about = canonical({"format": FORMAT, "round": case.round, "start": case.start}) + b"\n"
    return _zipped({_CASE: about, _PROOF: write_bundle(case.bundle)})


def _zipped(files: Mapping[str, bytes]) -> bytes:
    """Files in a ZIP whose every byte follows from them: nothing is compressed, and no time is recorded."""
    made = BytesIO()
    with ZipFile(made, "w", ZIP_STORED) as archive:
        for name, data in files.items():
            info = ZipInfo(name)
            info.create_system, info.external_attr = 3, 0o644 << 16
            archive.writestr(info, data)
    return made.getvalue()


def read_case(data: bytes) -> Case:
    """The case in exactly the bytes that `write_case` wrote. InputError for anything else."""
    if len(data) > MOST_BYTES:
        raise InputError(f"expected a case, found more than {MOST_BYTES:,} bytes")
    try:
        with ZipFile(BytesIO(data)) as archive:
            infos = archive.infolist()
            if [info.filename for info in infos] != [_CASE, _PROOF] or sum(i.file_size for i in infos) > len(data):
                raise ValueError(f"expected {_CASE} and {_PROOF}")
            about, proof = (archive.read(info) for info in infos)
        # A case that could be written in two ways could be changed unnoticed.
        if _zipped({_CASE: about, _PROOF: proof}) != data:
            raise ValueError("it was packed again")
        found = json.loads(about)
        case = Case(str(found["round"]), str(found["start"]), read_bundle(proof))
        if found.get("format") != FORMAT or write_case(case) != data:
            raise ValueError("it is not in its original form")
    except _NO_CASE as error:
        raise InputError(f"this is not a case as pitboss writes it: {error}") from None
    return case
