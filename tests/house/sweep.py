"""What must hold of a ledger that a crash has left behind, whatever moment it was left at."""

from fractions import Fraction
from pathlib import Path
from statistics import median
from time import perf_counter

import apsw

from pitboss.errors import PitbossError
from pitboss.evidence.verify import verify_store
from pitboss.house.live_house import LiveHouse
from pitboss.ledger.fold import link_stream, table_stream
from pitboss.ledger.sqlite import SqliteStore
from pitboss.ledger.store import Store
from pitboss.table.meters import linked
from tests.house.evening import KEY
from tests.house.faulty_disk import Files, lay_out
from tests.house.recording import LEDGER, Mark, Recorded, open_house, place_of, rows_of


class Report:
    """How many crashes there were, and what was wrong after them."""

    def __init__(self) -> None:
        self.points = self.in_doubt = 0
        self.complaints: list[str] = []
        self.restarts: list[float] = []
        """Seconds until a house was open again."""

    def __str__(self) -> str:
        told = (
            f"{self.points:,} crashes, {len(self.complaints)} bad; a command was kept but not acknowledged in "
            f"{self.in_doubt / max(self.points, 1):.1%}"
        )
        if not self.restarts:
            return told
        typical, longest = (round(seconds * 1000) for seconds in (median(self.restarts), max(self.restarts)))
        return f"{told}; restart {typical} ms (median), {longest} ms (longest of {len(self.restarts)})"


class Sweep:
    """Checks what crashes of one evening leave behind.

    Every ledger is opened, and its rows compared with those of the evening. What follows from the rows is checked once
    for each number of them, by a house that is opened on them.
    """

    def __init__(self, evening: Recorded, folder: Path, known: set[object]) -> None:
        """`known` are the contents that a house has been opened on already."""
        self.report = Report()
        self._evening, self._folder, self._known = evening, folder, known

    def check(self, files: Files, operations: int) -> None:
        """Notes a complaint where the files after so many operations are not as good as promised."""
        promised, under_way = self._evening.promised(operations)
        self.report.points += 1
        try:
            lay_out(files, self._folder)
            known, kept = self._look(promised, under_way)
            self.report.in_doubt += kept > promised.entries
            if known not in self._known:
                self._known.add(known)
                self._open(kept)
        except (AssertionError, PitbossError, apsw.Error) as wrong:
            self.report.complaints.append(f"after {operations} operations: {type(wrong).__name__} {wrong}"[:300])

    def _look(self, promised: Mark, under_way: Mark) -> tuple[object, int]:
        """What the ledger holds, and how many entries: all that is promised, and at most one command more."""
        evening = self._evening
        store = SqliteStore(str(self._folder / LEDGER))
        try:
            assert store._db
            assert store._db.execute("PRAGMA integrity_check").get == "ok"
            rows, heads = rows_of(store), store.heads()
            cached = tuple(store._db.execute("SELECT stream, seq FROM snapshots ORDER BY stream"))
        finally:
            store.close()
        assert len(rows) >= promised.entries, f"acknowledged entries are lost: {len(rows)} of {promised.entries}"
        assert len(heads) >= promised.heads, "a head that was handed out is lost"
        assert rows == evening.rows[: len(rows)], "an entry is another than it was"
        assert heads == evening.heads[: len(heads)], "a head is another than it was"
        assert len(rows) <= under_way.entries, "there are entries that nobody asked for yet"
        assert len(rows) < evening.sizes[0] or len(rows) in evening.sizes, "a command is there by half"
        return (len(rows), len(heads), cached), len(rows)

    def _open(self, kept: int) -> None:
        """A house opens on the ledger, stands where it stood, gives the same answers, and goes on."""
        evening, start = self._evening, perf_counter()
        house, stage = open_house(self._folder)
        self.report.restarts.append(perf_counter() - start)
        try:
            kept = max(kept, evening.sizes[0])
            done = evening.sizes.index(kept)
            assert rows_of(house.store) == evening.rows[:kept], "opening the house changed the ledger"
            assert place_of(house) == evening.places[done], "a table stands otherwise than it did"
            assert verify_store(house.store, KEY.public).size == kept
            check_books(house)
            for turn, heard in zip(evening.turns[:done], evening.heard, strict=False):
                assert stage.ask(house, turn) == heard, f"{turn.ask.id} is answered otherwise than it was"
            assert house.store.size() == kept, "a command was done twice"
            if done < len(evening.turns):
                assert stage.ask(house, evening.turns[done]) == evening.heard[done]
                assert rows_of(house.store) == evening.rows[: evening.sizes[done + 1]], "the evening goes on otherwise"
        finally:
            house.close()


# Books


def check_books(house: LiveHouse) -> None:
    """Every table's accounts balance; every meter is its seed, the exact share of all wagers, less what it paid."""
    owed: dict[tuple[str, str], Fraction] = {}
    for name, record in place_of(house).tables.items():
        assert sum(record.table.accounts.values()) == 0, f"the books of {name} do not balance"
        for meter, link in linked(record.table).items():
            # Counted from what was staked and paid at the table, without a look at how its meter was moved.
            owed[link, meter] = owed.get((link, meter), Fraction(0)) + _brought(house, name, link, meter)
    for link, at in place_of(house).links.items():
        seeds = _seeds(house.store, link)
        for name, shown in at.meters.items():
            assert shown.amount + shown.carry == seeds[name] + owed[link, name], f"{name} of {link} does not add up"


def _brought(house: LiveHouse, table: str, link: str, meter: str) -> Fraction:
    ruleset = house.approved.tables[table]
    wager = next(name for name in ruleset.links if ruleset.offer(name).link == link)
    choice = ruleset.links[wager].meters[meter]
    brought, staked, taken = Fraction(0), dict[int, int](), Fraction(0)
    for entry in house.store.stream(table_stream(table)):
        for event in entry.content["events"]:
            match event:
                case {"event": "BetsOpened"}:
                    staked, taken = {}, Fraction(0)
                case {"event": "WagerPlaced", "wager": placed, "box": box, "amount": amount} if placed == wager:
                    staked[box] = amount
                case {"event": "BetsClosed"}:
                    taken = sum(staked.values()) * choice.rate
                    brought += taken
                case {"event": "RoundVoided"}:
                    brought -= taken
                case {"event": "WagerPaid" | "JackpotLocked", "meter": paid, "amount": amount} if paid == meter:
                    brought -= amount
                case {"event": "MeterReset", "meter": paid, "amount": amount} if paid == meter:
                    brought += amount
    return brought


def _seeds(store: Store, link: str) -> dict[str, int]:
    first = next(store.stream(link_stream(link))).content["events"][0]
    return dict(first["meters"])
