"""A row that is taken away is missed: a golden round that cites its clause then comes out differently."""

from collections.abc import Iterator, Mapping
from typing import Any

from pitboss.rules.clause import Clause
from pitboss.rules.record import Record
from pitboss.rules.regulation import Regulation
from pitboss.rules.ruleset import Ruleset
from tests.clauses.test_register import every_regulation
from tests.rounds.test_rounds import Golden, of
from tests.rounds.transcript import Transcript, played

Path = tuple[str | int, ...]
ROWS = ("irregularities", "stakes", "versions", "script", "showdown", "dealing", "decks", "opening")
"""The chapters whose rows order behaviour; tests of settlement pay every row of every paytable."""
UNSEEN = {
    # What a house file is checked by, or what holds at all times.
    *("same_design", "one_shuffles", "alternate_rounds", "one_in_rack", "different_backs"),
    # The chips that are put away were collected, marked and counted: the event cites where they went.
    *("collect", "place_lammers", "verify_number"),
    # A shuffler that counts removes the deck by the clause of the shuffle; the row is for a person's report.
    "deck_not_52",
    # The last step of opening is the first shuffle, by the clause of its occasion.
    "shuffle",
}
"""Rows that a golden round shows by the clause of another row."""


def rows(value: object, path: Path = ()) -> Iterator[tuple[Path, Any]]:
    """Every row in a list of rows, with its path."""
    items = value.given() if isinstance(value, Record) else value
    if isinstance(items, Mapping):
        for key, item in items.items():
            yield from rows(item, (*path, key))
    elif isinstance(items, tuple) and not hasattr(items, "_fields"):
        for index, item in enumerate(items):
            if isinstance(getattr(item, "cite", None), Clause):
                yield (*path, index), item
            yield from rows(item, (*path, index))


def without(value: Any, path: Path) -> Any:
    """A value without the row at a path."""
    key, *rest = path
    if isinstance(value, Record):
        return type(value)(**{**value.given(), str(key): without(value.given()[str(key)], tuple(rest))})
    if isinstance(value, Mapping):
        return {**value, key: without(value[key], tuple(rest))}
    assert isinstance(key, int)
    changed = (without(value[key], tuple(rest)),) if rest else ()
    return (*value[:key], *changed, *value[key + 1 :])


def comes_out_differently(golden: Golden, regulation: Regulation) -> bool:
    """Whether a golden round fails under a changed regulation, or comes out as other lines."""
    ruleset = Ruleset(**{**golden.ruleset.given(), "regulation": regulation})
    transcript = type("Changed", (Transcript,), {"ruleset": ruleset})(*golden.transcript)
    try:
        return played(transcript)[0] != golden.text
    except Exception:  # noqa: BLE001 - a round that can no longer be played is missed in any case
        return True


def cites(golden: Golden, clause: str) -> bool:
    """Whether an event or a refusal of a golden round cites a clause."""
    play = golden.play
    return any(event.cite == clause for event in play.events) or any(by == clause for _, by in play.refused)


def is_dealt_by(golden: Golden, path: Path) -> bool:
    """Whether a golden round is dealt by the device that a row belongs to, if it belongs to one."""
    return path[0] != "dealing" or path[1] == golden.ruleset.submission.device


@every_regulation
def test_a_golden_round_misses_every_row_that_it_cites(regulation_id: str) -> None:
    goldens = list(of(regulation_id))
    regulation = goldens[0].ruleset.regulation
    kept, tried = [], 0
    for path, row in rows({chapter: getattr(regulation, chapter) for chapter in ROWS}):
        cite = str(row.cite)
        citing = [one for one in goldens if cites(one, cite) and is_dealt_by(one, path)]
        if not citing or UNSEEN & {str(getattr(row, name, "")) for name in ("rule", "does", "found")}:
            continue
        tried += 1
        changed = without(regulation, path)
        if not any(comes_out_differently(one, changed) for one in citing):
            kept.append(f"{path}: {cite}")
    assert tried > 30
    assert not kept, "\n".join(kept)
