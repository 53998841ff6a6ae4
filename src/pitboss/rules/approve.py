"""approve: a submission against its regulation; the ruleset, or every violation at once with its clause."""

from collections.abc import Iterator, Mapping

from pitboss.errors import InputError, SubmissionRejected
from pitboss.rules.check_links import check_links
from pitboss.rules.check_table import check_table
from pitboss.rules.check_wagers import better_payouts, check_wagers
from pitboss.rules.house_file import HouseFile
from pitboss.rules.load import known_id, load_regulation
from pitboss.rules.paytable import Paytable
from pitboss.rules.register import options
from pitboss.rules.regulation import Regulation
from pitboss.rules.ruleset import House, Ruleset
from pitboss.rules.submission import HouseSubmission, Submission
from pitboss.rules.table_check import TableCheck


def approve_file(file: str) -> House:
    """The approved house in a file. SubmissionRejected carries all violations, InputError an unreadable file."""
    return approve_house(HouseFile.open(file))


def approve_house(house_file: HouseFile) -> House:
    """The approved house, or SubmissionRejected with every violation, in the order of the file."""
    house = house_file.submission
    if not house.facility.strip():
        house_file.report("facility-missing", "facility: the house has no name to put on its layouts", ("facility",))
    if not house.tables:
        house_file.report("no-tables", "tables: the house has no table: add [tables.NAME]", ("tables",))
    tables = list(_tables(house_file, house))
    for checking in tables:
        check_table(checking)
        check_wagers(checking)
    check_links(house_file, tables)
    if house_file.violations:
        raise SubmissionRejected(house_file.violations)
    return House(submission=house, tables={table.name: _ruleset(table, house) for table in tables})


def _tables(house_file: HouseFile, house: HouseSubmission) -> Iterator[TableCheck]:
    for name, table in house.tables.items():
        try:
            regulation = load_regulation(known_id(table.regulation))
        except InputError as error:
            path = ("tables", name, "regulation")
            house_file.report("unknown-regulation", f"regulation: {error.reason}", path)
        else:
            yield TableCheck(house_file, name, table, regulation)


def _ruleset(checking: TableCheck, house: HouseSubmission) -> Ruleset:
    regulation, table = checking.regulation, checking.table
    links = {wager: house.links[offer.link] for wager, offer in table.wagers.items() if offer.link}
    chosen = {
        key: ruling.chosen(table.options[key]) if key in table.options else ruling.in_force
        for key, ruling in options(regulation.id).items()
    }
    return Ruleset(
        table=checking.name,
        regulation=regulation,
        submission=table,
        paytables=_selected(regulation, table),
        links=links,
        options=chosen,
    )


def _selected(regulation: Regulation, table: Submission) -> Mapping[str, Paytable]:
    """The paytable in force for each group: of offered wagers, and of awards that they can earn."""
    selected: dict[str, Paytable] = {}
    ids: dict[str, str] = {}
    for name, wager in regulation.wagers.items():
        offer = table.wagers.get(wager.limits or name)
        if offer and wager.paytable:
            group = regulation.paytables[wager.paytable]
            ids[name] = offer.paytable or next(iter(group))
            selected[wager.paytable] = better_payouts(group[ids[name]], offer)
    for name, award in regulation.awards.items():
        if (regulation.wagers[award.stake_of].limits or award.stake_of) not in table.wagers:
            continue
        group = regulation.paytables[award.paytable]
        chosen = ids.get(award.follows, "") if award.follows else table.awards[name].paytable
        selected[award.paytable] = group.get(chosen) or next(iter(group.values()))
    return selected
