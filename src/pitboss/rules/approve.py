"""approve checks a submission against its regulation: it returns the ruleset, or every violation with its clause."""

from collections.abc import Iterator, Mapping, Sequence

from pitboss.errors import InputError, SubmissionRejected
from pitboss.rules.check_links import check_links
from pitboss.rules.check_names import check_names
from pitboss.rules.check_pit import check_pit
from pitboss.rules.check_table import check_table
from pitboss.rules.check_wagers import better_payouts, check_wagers
from pitboss.rules.house_file import HouseFile
from pitboss.rules.load import known_id, load_regulation
from pitboss.rules.paytable import Paytable
from pitboss.rules.regulation import Regulation
from pitboss.rules.ruleset import House, Ruleset
from pitboss.rules.submission import HouseSubmission, Submission
from pitboss.rules.table_check import TableCheck


def approve_file(file: str, on: str = "") -> House:
    """The approved house in a file. SubmissionRejected carries all violations, InputError an unreadable file."""
    return approve_house(HouseFile.open(file), on)


def approve_house(house_file: HouseFile, on: str = "") -> House:
    """The approved house, or SubmissionRejected with every violation, in the order of the file.

    A regulation that the file names without an edition means the edition in force on the given day, else today.
    """
    house = house_file.submission
    if not house.facility.strip():
        house_file.report("facility-missing", "facility: name the house; its layouts show the name", ("facility",))
    if not house.tables:
        house_file.report("no-tables", "tables: the house has no table: add [tables.NAME]", ("tables",))
    check_names(house_file)
    check_pit(house_file)
    tables = list(_tables(house_file, house, on))
    for checking in tables:
        check_table(checking)
        check_wagers(checking)
    check_links(house_file, tables)
    return _house(house_file, tables, {})


def reopen_house(house_file: HouseFile, regulations: Mapping[str, Regulation], recorded_as: Mapping[str, str]) -> House:
    """A house that was approved before, read by the regulations that it was approved by, keyed as the file names them.

    It is not judged again: checks that came later do not apply to it. `recorded_as` has the names of regulations in
    ledgers of 0.1 and 0.2, by id.
    """
    house = house_file.submission
    tables = [
        TableCheck(house_file, name, table, regulations[table.regulation]) for name, table in house.tables.items()
    ]
    return _house(house_file, tables, recorded_as)


def _house(house_file: HouseFile, tables: Sequence[TableCheck], recorded_as: Mapping[str, str]) -> House:
    if house_file.violations:
        raise SubmissionRejected(house_file.violations)
    house = house_file.submission
    rulesets = {table.name: _ruleset(table, house, recorded_as.get(table.regulation.id, "")) for table in tables}
    return House(submission=house, tables=rulesets)


def _tables(house_file: HouseFile, house: HouseSubmission, on: str) -> Iterator[TableCheck]:
    for name, table in house.tables.items():
        try:
            regulation = load_regulation(known_id(table.regulation, on))
        except InputError as error:
            path = ("tables", name, "regulation")
            house_file.report("unknown-regulation", f"regulation: {error.reason}", path)
        else:
            yield TableCheck(house_file, name, table, regulation)


def _ruleset(checking: TableCheck, house: HouseSubmission, recorded_as: str) -> Ruleset:
    regulation, table = checking.regulation, checking.table
    links = {wager: house.links[offer.link] for wager, offer in table.wagers.items() if offer.link}
    chosen = {
        key: ruling.chosen(table.options[key]) if key in table.options else ruling.in_force
        for key, ruling in regulation.options.items()
    }
    return Ruleset(
        table=checking.name,
        regulation=regulation,
        submission=table,
        paytables=_selected(regulation, table),
        links=links,
        options=chosen,
        recorded_as=recorded_as,
    )


def _selected(regulation: Regulation, table: Submission) -> Mapping[str, Paytable]:
    """The paytable in force for each group of offered wagers, and of awards that they can earn."""
    selected: dict[str, Paytable] = {}
    ids: dict[str, str] = {}
    for name, wager in regulation.wagers.items():
        offer = table.wagers.get(wager.limits or name)
        if offer and wager.paytable:
            group = regulation.paytables[wager.paytable]
            ids[name] = offer.paytable or next(iter(group))
            selected[wager.paytable] = better_payouts(group[ids[name]], offer)
    for name, award in regulation.awards.items():
        offered = (regulation.wagers[award.stake_of].limits or award.stake_of) in table.wagers
        if not offered or not award.arises_with(table.device):
            continue
        group = regulation.paytables[award.paytable]
        chosen = ids.get(award.follows, "") if award.follows else table.award(name).paytable
        selected[award.paytable] = group.get(chosen) or next(iter(group.values()))
    return selected
