"""The rules that a ledger carries: each text once, compressed, in the stream `rules`.

A ledger therefore opens on a machine whose package has other editions. Ledgers of pitboss 0.1 and 0.2 carry no rules.
They name them by a digest of the files' bytes, and the package keeps the revision with those bytes.
"""

import json
import zlib
from base64 import b64decode, b64encode
from collections.abc import Iterable, Iterator
from contextlib import suppress

from pitboss.errors import InputError, LedgerBroken, PitbossError, RulesError
from pitboss.ledger.entry import Entry
from pitboss.ledger.records import HouseOpened, RulesName, RulesRecorded, rules_recorded
from pitboss.ledger.store import Store
from pitboss.rules.approve import reopen_house
from pitboss.rules.editions import REVISIONS, editions
from pitboss.rules.house_file import HouseFile
from pitboss.rules.load import load_edition, parse_regulation
from pitboss.rules.manifest import read_release, releases
from pitboss.rules.regulation import Regulation
from pitboss.rules.rules_file import read_rules_text
from pitboss.rules.ruleset import House

RULES = "rules"
"""The name of the stream."""
_MOST = 4_000_000
"""More bytes than any rules need, so that a forged entry cannot fill the memory."""


def rules_names(house: House) -> tuple[RulesName, ...]:
    """The edition, revision and digest of each regulation, as the house file names it."""
    found: dict[str, RulesName] = {}
    for ruleset in house.tables.values():
        name, rules = ruleset.submission.regulation.upper(), ruleset.regulation
        found[name] = RulesName(name, rules.edition, rules.revision, rules.digest)
    return tuple(found.values())


def rules_to_record(store: Store, house: House) -> list[RulesRecorded]:
    """The rules of a house that the ledger does not carry yet."""
    there = {record.digest for record in _records(store)}
    new = {ruleset.regulation.digest: ruleset.regulation for ruleset in house.tables.values()}
    return [record_rules(regulation) for digest, regulation in new.items() if digest not in there]


def record_rules(regulation: Regulation) -> RulesRecorded:
    """A regulation as the ledger carries it: the text of its rules and rulings, compressed."""
    texts = {"rules": regulation.text.rules, "rulings": regulation.text.rulings}
    packed = b64encode(zlib.compress(json.dumps(texts).encode(), 9)).decode()
    return RulesRecorded(regulation.id, regulation.edition, regulation.revision, regulation.digest, packed)


def read_recorded(record: RulesRecorded) -> Regulation:
    """The regulation in a record. Raises RulesError if this version of pitboss gives it another meaning."""
    name = f"{record.regulation}@{record.edition} in the ledger"
    try:
        unpacker = zlib.decompressobj()
        texts = json.loads(unpacker.decompress(b64decode(record.text), _MOST))
        rules, rulings = texts["rules"], texts["rulings"]
    except (ValueError, zlib.error, LookupError, TypeError):
        raise RulesError(f"{name}: the text cannot be unpacked") from None
    regulation = _edition_here(record, rules, rulings) or parse_regulation(rules, name, rulings)
    if regulation.digest != record.digest:
        raise RulesError(
            f"{name}: this version of pitboss reads revision {record.revision} as {regulation.digest[:12]}, "
            f"and it was recorded as {record.digest[:12]}: use the version that recorded it"
        )
    return regulation


def _edition_here(record: RulesRecorded, rules: str, rulings: str) -> Regulation | None:
    """The same revision in this process's folders if its files hold the recorded texts, so that it is parsed once."""
    with suppress(PitbossError):
        for edition in editions().get(record.regulation, ()):
            for folder in (edition.folder, edition.folder.joinpath(REVISIONS, str(record.revision))):
                file = folder.joinpath("rules.toml")
                if file.is_file() and read_rules_text(file) == rules:
                    regulation = load_edition(folder)
                    if (regulation.text.rules, regulation.text.rulings) == (rules, rulings):
                        return regulation
    return None


class RecordedHouses:
    """The houses that a ledger records, each read by its recorded rules and never checked again."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._regulations: dict[str, Regulation] = {}

    def reopen(self, entry: Entry, opened: HouseOpened) -> House:
        """The house that an entry records. InputError if its rules cannot be read here."""
        file = HouseFile("the house file in the ledger", opened.file.encode())
        names = {table.regulation for table in file.submission.tables.values()}
        recorded_as: dict[str, str] = {}
        if opened.rules:
            regulations = {name: self._regulation(name, opened.rules) for name in names}
        else:
            former = {name: self._former(name, opened.version) for name in names}
            regulations = {name: regulation for name, (regulation, _) in former.items()}
            recorded_as = {regulation.id: digest for regulation, digest in former.values()}
        try:
            house = reopen_house(file, regulations, recorded_as)
        except PitbossError as error:
            raise InputError(f"the house file of entry {entry.seq} cannot be read here: {error}") from None
        if house.digest != opened.digest:
            if not opened.rules:
                raise InputError(
                    f"these tables were run by rules {opened.digest[:12]} of pitboss {opened.version}, which this "
                    "version does not have: use the version that wrote them"
                )
            raise entry.broken(f"its digest {opened.digest[:12]} does not match its file and rules")
        return house

    def _former(self, name: str, version: str) -> tuple[Regulation, str]:
        """The rules of a house of pitboss 0.1 or 0.2, and the digest that it names them by."""
        for record in _records(self._store):
            if record.recorded_as and record.regulation == name.upper():
                return _read_here(record), record.recorded_as
        for release in releases():
            if release.recorded_as and release.id == name.upper():
                return read_release(release), release.recorded_as
        raise InputError(f"this ledger was run by {name[:40]!r} of pitboss {version}, which this version does not have")

    def _regulation(self, name: str, recorded: Iterable[RulesName]) -> Regulation:
        wanted = next((one for one in recorded if one.regulation == name.upper()), None)
        if wanted is None:
            raise LedgerBroken(f"the house names {name[:40]!r}, but the ledger has no rules for it")
        if wanted.digest not in self._regulations:
            record = next((one for one in _records(self._store) if one.digest == wanted.digest), None)
            if record is None:
                raise LedgerBroken(f"the rules {wanted.digest[:12]} of {name[:40]!r} are not in the ledger")
            self._regulations[wanted.digest] = _read_here(record)
        return self._regulations[wanted.digest]


def _read_here(record: RulesRecorded) -> Regulation:
    try:
        return read_recorded(record)
    except RulesError as error:
        raise InputError(str(error)) from None


def _records(store: Store) -> Iterator[RulesRecorded]:
    return (rules_recorded(entry) for entry in store.stream(RULES))
