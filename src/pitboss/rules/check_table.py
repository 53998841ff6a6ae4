"""Checks of a table apart from its wagers: boxes, device, shuffler, decks, limits, version, options."""

from pitboss.rules.check_payout_limit import check_payout_limit
from pitboss.rules.schema import suggestion
from pitboss.rules.table_check import TableCheck


def check_table(checking: TableCheck) -> None:
    """Reports what a regulation forbids in the table itself."""
    for check in (
        _boxes, _adjacent_boxes, _device, _dealer_cards, _decks, _backs, check_payout_limit, _version, _options,
        _limit_notice,
    ):  # fmt: skip
        check(checking)


def _boxes(checking: TableCheck) -> None:
    rule, boxes = checking.regulation.table, checking.table.boxes
    if not 1 <= boxes <= rule.boxes:
        checking.report("boxes-out-of-range", rule.cite, f"{boxes} boxes; a table may have 1 to {rule.boxes}", "boxes")


def _adjacent_boxes(checking: TableCheck) -> None:
    rule, adjacent, boxes = checking.regulation.boxes_per_player, checking.table.adjacent_boxes, checking.table.boxes
    path, most = "adjacent_boxes", checking.regulation.table.boxes
    most = boxes if 1 <= boxes <= most else most  # a wrong number of boxes is reported on its own
    if adjacent is None:
        if rule.must_state:
            checking.report(
                "adjacent-boxes-missing", rule.cite, "state on how many adjacent boxes a player may wager", path
            )
    elif rule.most is not None and adjacent > rule.most:
        checking.report(
            "adjacent-boxes-too-many", rule.cite, f"{adjacent}; a player may have at most {rule.most}", path
        )
    elif not 1 <= adjacent <= most:
        checking.report("adjacent-boxes-too-many", rule.cite, f"{adjacent}; a player may have 1 to {most}", path)


def _device(checking: TableCheck) -> None:
    regulation, table = checking.regulation, checking.table
    shuffling = regulation.shuffling
    permitted = table.shuffler in shuffling.shufflers
    if not permitted:
        known = ", ".join(shuffling.shufflers)
        checking.report(
            "shuffler-not-permitted",
            shuffling.cite,
            f"{table.shuffler!r}; the cards may be shuffled by: {known}",
            "shuffler",
        )
    dealing = regulation.dealing.get(table.device)
    if dealing is None:
        known = ", ".join(regulation.dealing)
        checking.report(
            "device-not-permitted",
            shuffling.dealt_by,
            f"{table.device!r}; the cards may be dealt by: {known}",
            "device",
        )
    elif permitted and table.shuffler not in dealing.shufflers:
        needed = " or ".join(repr(shuffler) for shuffler in dealing.shufflers)
        checking.report(
            "device-needs-shuffler",
            dealing.shuffler_cite,
            f"dealing with {table.device!r} needs shuffler = {needed}, not {table.shuffler!r}",
            "device",
        )


def _dealer_cards(checking: TableCheck) -> None:
    dealing = checking.regulation.dealing.get(checking.table.device)
    if checking.table.dealer_cards == "shuffler" and dealing and dealing.dealer_may_wait is None:
        to_dealer = next((deal.cite for deal in dealing.deal if "dealer" in deal.to), dealing.cite)
        checking.report(
            "dealer-cards-not-dealt",
            to_dealer,
            f"with {checking.table.device!r} the dealer's cards cannot stay in the shuffler",
            "dealer_cards",
        )


def _decks(checking: TableCheck) -> None:
    rule, table = checking.regulation.decks, checking.table
    if not 1 <= table.decks <= rule.most:
        checking.report(
            "decks-out-of-range", rule.cite, f"{table.decks}; a table has one deck, or two that take turns", "decks"
        )
    elif table.decks > 1 and table.shuffler == "none":
        checking.report(
            "decks-need-shuffler", rule.second_cite, "a second deck needs an automated shuffling device", "decks"
        )


def _backs(checking: TableCheck) -> None:
    table = checking.table
    if not 1 <= table.decks <= checking.regulation.decks.most:
        return
    cite = next((rule.cite for rule in checking.regulation.decks.second if rule.rule == "different_backs"), None)
    if table.decks == 2 and not table.backs:
        checking.report("backs-missing", cite, 'name the color of each deck\'s backs: ["red", "blue"]', "backs")
    elif table.backs and len(table.backs) != table.decks:
        checking.report("backs-miscounted", cite, f"{len(table.backs)} colors for {table.decks} deck(s)", "backs")
    elif len({back.strip().lower() for back in table.backs}) < len(table.backs):
        checking.report("backs-alike", cite, "the two decks must have backs of different colors", "backs")


def _version(checking: TableCheck) -> None:
    versions, version = checking.regulation.versions, checking.table.version
    if version not in versions:
        cite = next(iter(versions.values())).cite
        known = tuple(versions)
        checking.report("unknown-version", cite, f"{version!r} is not a version{suggestion(version, known)}", "version")


def _options(checking: TableCheck) -> None:
    known = checking.regulation.options
    for key, value in checking.table.options.items():
        ruling = known.get(key)
        if ruling is None:
            checking.report("unknown-option", None, f"no such option{suggestion(key, tuple(known))}", "options", key)
        else:
            try:
                ruling.chosen(value)
            except ValueError as error:
                checking.report("option-value", ruling.clauses[0], str(error), "options", key)
    for key, ruling in known.items():
        if ruling.stated_with in checking.table.wagers and key not in checking.table.options:
            message = f"a table with {ruling.stated_with} states its reading: {' or '.join(ruling.values)}"
            checking.report("option-missing", ruling.clauses[0], message, "options", key)


def _limit_notice(checking: TableCheck) -> None:
    rule, minutes = checking.regulation.limit_changes, checking.table.limit_notice
    if rule and rule.minutes and minutes is not None and minutes < rule.minutes:
        message = f"{minutes} minutes; players must be told at least {rule.minutes} minutes in advance"
        checking.report("limit-notice-too-short", rule.notice, message, "limit_notice")
