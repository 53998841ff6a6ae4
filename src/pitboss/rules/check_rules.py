"""check_rules: everything that is missing or wrong in a folder of regulations, at once, with its place.

A fault is something that the engine cannot obey, or would obey although nobody meant it.
"""

import os
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TypeVar

from pitboss.cards import RANKINGS
from pitboss.cards.example_hands import rows_that_pay
from pitboss.errors import InputError, RulesError, SubmissionRejected
from pitboss.rules.approve import approve_house
from pitboss.rules.clause import address_parts
from pitboss.rules.coherence import incoherences
from pitboss.rules.edition_check import EditionCheck, RulesFault
from pitboss.rules.editions import (
    EDITION_NAME,
    REGULATION_ID,
    REVISIONS,
    VARIABLE,
    Edition,
    find_edition,
    header_of,
    other_editions,
)
from pitboss.rules.house_file import HouseFile
from pitboss.rules.load import use_regulations
from pitboss.rules.register import ClauseEntry, cites, parse_clauses, values_within
from pitboss.rules.regulation import Regulation
from pitboss.rules.rules_file import FILES, OWN_HOUSE, name_of, parse_rules_text
from pitboss.rules.rulings import Ruling, read_rulings
from pitboss.rules.sample_house import SAMPLE_HOUSE, sample_file
from pitboss.rules.schema import Path as KeyPath
from pitboss.rules.schema import TomlPlace, read_path, shape, suggestion
from pitboss.rules.today import today
from pitboss.rules.vocabulary import Under
from pitboss.rules.wagers import Hand
from pitboss.text import plural

_RULES, _RULINGS, _CLAUSES = FILES
_NOT_LISTED = "clauses.toml has no {}: add it there, or correct the cite"
_T = TypeVar("_T")


def check_rules(folder: Path) -> list[EditionCheck]:
    """Checks every edition in a folder. InputError if there is none."""
    if not folder.is_dir():
        raise InputError("there is no folder of regulations here", str(folder))
    found = {path.parent for name in FILES for path in folder.rglob(name)}
    found = {one for one in found if REVISIONS not in one.relative_to(folder).parts}
    if not found:
        raise InputError("this folder holds no rules.toml: pitboss new begins a regulation", str(folder))
    others = other_editions(folder)
    checks = [EditionCheck(one) for one in sorted(found)]
    for check in checks:
        others += _check_edition(check, others)
    if not any(check.faults for check in checks):
        _check_houses(folder, checks)
    return checks


def _check_edition(check: EditionCheck, others: Sequence[Edition]) -> list[Edition]:
    """Checks the files of an edition; returns the edition, if its name can be read."""
    regulation = _regulation(check)
    name = regulation.id if regulation else ""
    rulings = _read(check, _RULINGS, name, read_rulings)
    clauses = _read(check, _CLAUSES, name, parse_clauses)
    if regulation:
        _check_header(check, regulation, others)
        _check_rows(check, regulation)
    if regulation and rulings is not None:
        _check_options(check, regulation, rulings)
    if regulation and clauses is not None:
        _check_cites(check, regulation, clauses)
    if rulings and clauses is not None:
        _check_rulings(check, rulings, clauses)
    if (check.folder / OWN_HOUSE).is_file():
        check.text(OWN_HOUSE)
    if regulation is None or not regulation.id or not regulation.edition:
        return []
    check.key = regulation.key
    return [Edition(name, regulation.edition, regulation.effective, regulation.until, check.folder)]


def _regulation(check: EditionCheck) -> Regulation | None:
    """The rules, with blanks for what cannot be read; None if the file is not TOML."""
    document = _read(check, _RULES, "", lambda text, place: parse_rules_text(text, place.file))
    if document is None:
        return None
    regulation: Regulation = shape(Regulation, document, check.place(_RULES, str(document.get("id", ""))))
    is_whole, found = not check.faults, list[tuple[str, KeyPath]]()
    try:
        found += ((reason, read_path(where)) for where, reason in incoherences(regulation))
    except (AttributeError, LookupError, TypeError, ValueError):
        # A blank replaces what could not be read, which is already reported.
        if is_whole:
            raise
    for reason, path in [one for one in found if is_whole or not check.has_fault_near(_RULES, one[1])]:
        check.report(_RULES, "incoherent", reason, path)
    return regulation


def _read(check: EditionCheck, name: str, regulation_id: str, read: Callable[[str, TomlPlace], _T]) -> _T | None:
    """The document in a file; None if it is missing or not TOML."""
    text = check.text(name)
    if text is None:
        return None
    try:
        return read(text, check.place(name, regulation_id))
    except RulesError as error:
        check.refused(check.file(name), error, "not-toml")
        return None


# This edition and the others


def _check_header(check: EditionCheck, regulation: Regulation, others: Sequence[Edition]) -> None:
    for key, reason in _header_faults(regulation, header_of(check.text(_RULES) or "")):
        check.report(_RULES, "bad-header", reason, (key,))
    for other in (one for one in others if one.id == regulation.id):
        if other.edition == regulation.edition:
            reason = f"{other.key} is taken by {name_of(other.folder)}: choose another id or edition"
            check.report(_RULES, "taken", reason, ("id",))
        elif other.effective == regulation.effective:
            same = "begins on the same day" if other.effective else "names no first day either"
            reason = f'{other.key} {same}: write the first day of this edition, effective = "2027-01-31"'
            check.report(_RULES, "same-day", reason, ("effective",) if other.effective else ("edition",))
        elif other.edition == regulation.replaces and other.effective > regulation.effective:
            check.report(_RULES, "same-day", f"{other.key} begins later, on {other.effective}", ("replaces",))


def _header_faults(regulation: Regulation, header: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """Wrong keys of the header, and why they are wrong."""
    if regulation.id and not REGULATION_ID.fullmatch(regulation.id):
        yield "id", 'write the state and the game in capitals, such as "PA-TCP"'
    if regulation.edition and not EDITION_NAME.fullmatch(regulation.edition):
        yield "edition", 'write the version that the document names, such as "1.4"; "1" if it names none'
    if regulation.effective and regulation.until and regulation.effective > regulation.until:
        yield "until", f"the last day is before the first, {regulation.effective}"
    if regulation.revision < 1:
        yield "revision", "revisions are counted from 1"
    for key, found in header.items():
        if found != (written := str(getattr(regulation, key))) and written:
            yield key, f'write it on a line of its own above the first table: {key} = "{written}"'


# Rows, options and clauses


def _check_rows(check: EditionCheck, regulation: Regulation) -> None:
    """Rows of a paytable that no hand reaches."""
    payees = {wager.paytable: wager.hand for wager in regulation.wagers.values()}
    payees |= {award.paytable: award.hand for award in regulation.awards.values()}
    for group, tables in regulation.paytables.items():
        for name, table in tables.items():
            # Rows that look at different hands shadow each other only by chance.
            by_hand: dict[str, list[int]] = {}
            for index, row in enumerate(table.pays):
                by_hand.setdefault(table.hands.get(row.pattern, table.hand or payees.get(group, "")), []).append(index)
            for looked_at, rows in by_hand.items():
                hand, patterns = regulation.hands.get(looked_at), [table.pays[index].pattern for index in rows]
                if hand is None or not set(patterns) <= set(_patterns(hand)):
                    continue
                for place in sorted(set(range(len(rows))) - rows_that_pay(patterns, hand.ranking)):
                    reason = f"no hand is paid by {patterns[place]!r}: a row above it matches every such hand"
                    check.report(_RULES, "shadowed-row", reason, ("paytables", group, name, "pays", rows[place]))


def _patterns(hand: Hand) -> Collection[str]:
    ranking = RANKINGS.get(hand.ranking)
    return ranking.patterns if ranking else ()


def _check_options(check: EditionCheck, regulation: Regulation, rulings: Mapping[str, Ruling]) -> None:
    options = {ruling.option: ruling for ruling in rulings.values() if ruling.option}
    used: set[str] = set()
    for _, path, value in values_within(regulation.given() | {"rulings": {}}):
        if isinstance(value, Under):
            used.add(value.option)
            if value.option not in options:
                known = suggestion(value.option, tuple(options))
                check.report(_RULES, "unknown-option", f"no ruling has the option {value.option!r}{known}", path)
            elif value.value not in (values := options[value.option].values):
                reason = f"{value.option} is never {value.value!r}: choose {' or '.join(values)}"
                check.report(_RULES, "unknown-option", reason, path)
        elif path[-1] == "stake_option" and value:
            used.add(str(value))
            if value not in options:
                check.report(_RULES, "unknown-option", f"no ruling has the option {value!r}", path)
    for index, ruling in enumerate(rulings.values()):
        for reason in _option_faults(ruling, used):
            check.report(_RULINGS, "bad-option", reason, ("rulings", index, "option" if ruling.option else "values"))
        if ruling.option and options[ruling.option] is not ruling:
            reason = f"the ruling {options[ruling.option].id!r} has this option too"
            check.report(_RULINGS, "bad-option", reason, ("rulings", index, "option"))


def _option_faults(ruling: Ruling, used: Collection[str]) -> Iterator[str]:
    if not ruling.option:
        if ruling.values or ruling.default:
            yield "values and a default are for a ruling with an option"
        return
    if ruling.option not in used:
        yield "no row of rules.toml depends on this option: it would change nothing"
    if not ruling.values:
        yield 'values are missing: the reading in force first, or ["cents"] for an amount'
    elif ruling.is_amount != (ruling.default > 0):
        yield 'a default is only for an option with values = ["cents"]: it is the amount in force'


def _check_cites(check: EditionCheck, regulation: Regulation, clauses: Mapping[str, ClauseEntry]) -> None:
    """Cites of clauses that are not listed, and clauses that are called enforced although nothing enforces them."""
    cited: dict[str, list[KeyPath]] = {}
    for _, path, clause in cites(regulation):
        cited.setdefault(clause.address, []).append(path)
    for address, paths in cited.items():
        if address not in clauses:
            more = f" (and {plural(len(paths) - 1, 'row')} more)" if len(paths) > 1 else ""
            check.report(_RULES, "unknown-clause", _NOT_LISTED.format(address) + more, paths[0])
    if any(fault.code in ("missing-key", "not-clause") for fault in check.faults):
        # A cite that could not be read may be the one that enforces a clause.
        return
    parts = [address_parts(address) for address in cited]
    enforced = {one[:depth] for one in parts for depth in range(1, len(one) + 1)}
    for address, entry in clauses.items():
        if entry.status == "enforced" and address_parts(address) not in enforced:
            reason = "no row of rules.toml cites it or a clause under it, so nothing enforces it"
            check.report(_CLAUSES, "not-enforced", f"{reason}: cite it, or give it another status", (address,))


def _check_rulings(check: EditionCheck, rulings: Mapping[str, Ruling], clauses: Mapping[str, ClauseEntry]) -> None:
    for index, ruling in enumerate(rulings.values()):
        where = ("rulings", index, "clauses")
        if not ruling.clauses:
            check.report(_RULINGS, "no-clause", "name the clauses that can be read in several ways", where)
        for number, clause in enumerate(ruling.clauses):
            if clause.address not in clauses:
                check.report(_RULINGS, "unknown-clause", _NOT_LISTED.format(clause.address), (*where, number))


# The sample house


def _check_houses(folder: Path, checks: Sequence[EditionCheck]) -> None:
    """Approves the sample house of each edition that has one; the editions have no faults."""
    former = use_regulations(os.pathsep.join([str(folder), *filter(None, [os.environ.get(VARIABLE, "")])]))
    try:
        houses = {sample_file(find_edition(check.key)): check for check in checks}
        for file, check in houses.items():
            if file != SAMPLE_HOUSE:
                _check_house(check, file)
    finally:
        use_regulations(former)


def _check_house(check: EditionCheck, file: Path) -> None:
    try:
        # An edition that is not in force yet is checked as on its first day.
        approve_house(HouseFile.open(str(file)), max(today(), find_edition(check.key).effective))
    except SubmissionRejected as rejected:
        for one in rejected.violations:
            cite = f" ({one.clause})" if one.clause else ""
            check.add(RulesFault(one.code, f"{one.message}{cite}", one.file, one.line, one.column))
    except InputError as error:
        check.refused(str(file), error, "not-toml")
