"""Exact odds: integers and fractions computed from the rules data, nothing stored.

For notebooks and scripts: `odds_of`, `odds_table`, `strategy_of` and `house_odds_of`. What they return shows itself as
a table in a notebook. Modules are imported when they are needed, so that a command starts quickly.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pitboss.odds.house_odds import HouseOdds
    from pitboss.odds.query import Asked
    from pitboss.odds.record import Odds
    from pitboss.odds.strategy import TableRow, Values
    from pitboss.rules.regulation import Regulation

__all__ = ["OddsTable", "Strategy", "house_odds_of", "odds_of", "odds_table", "strategy_of"]

Options = Mapping[str, str | int]


def odds_of(  # noqa: PLR0913 - each is a question of its own
    regulation: str,
    wager: str,
    paytable: str,
    *,
    stake: str | None = None,
    meters: Mapping[str, str] | None = None,
    boxes: int | None = None,
    options: Options | None = None,
    known: str = "",
) -> "Odds":
    """The exact odds of one wager under one paytable: `odds_of("MD-TCP", "pair_plus", "A").expected`.

    Amounts are texts such as "$5". Cover All needs `boxes`. An InputError says what cannot be asked for.
    """
    from pitboss.errors import InputError  # noqa: PLC0415
    from pitboss.odds.catalog import asked_odds  # noqa: PLC0415
    from pitboss.odds.progressive import check_meter_names  # noqa: PLC0415

    rules, asked = _asked(regulation, stake, meters or {}, boxes, options or {})
    found = asked_odds(rules, asked._replace(known=known), wager, paytable)
    if len(found) != 1:
        reason = "say how many boxes" if found else f"no decision that {known!r} could change"
        raise InputError(f"{rules.id} {wager} {paytable}: {reason}")
    group = rules.wagers[wager].paytable if wager in rules.wagers else ""
    tables = {found[0].paytable: rules.paytables[group][found[0].paytable]} if group else {}
    check_meter_names(tables, {"meter": tuple(meters or {})})
    return found[0]


def odds_table(
    regulation: str, wager: str = "", *, stake: str | None = None, options: Options | None = None
) -> "OddsTable":
    """The odds of every paytable of a wager, or of a whole regulation."""
    from pitboss.odds.catalog import asked_odds  # noqa: PLC0415

    rules, asked = _asked(regulation, stake, {}, None, options or {})
    return OddsTable(asked_odds(rules, asked, wager))


def strategy_of(regulation: str, paytable: str = "", *, options: Options | None = None) -> "Strategy":
    """The optimal strategy for a paytable, the first one unless named."""
    from pitboss.odds.catalog import asked_wagers, odds  # noqa: PLC0415
    from pitboss.odds.strategy import decision_wager  # noqa: PLC0415

    rules, asked = _asked(regulation, None, {}, None, options or {})
    wager = decision_wager(rules)
    record = next(odds(rules, asked, wager, paytable or asked_wagers(rules)[wager][0]))
    return Strategy(rules, record, asked)


def house_odds_of(file: str, table: str = "") -> "HouseOdds":
    """The odds of a house file's tables as offered; SubmissionRejected with every violation if it is not approved."""
    from pitboss.odds.house_odds import house_odds  # noqa: PLC0415
    from pitboss.rules.approve import approve_file  # noqa: PLC0415

    return house_odds(approve_file(file), table)


class OddsTable(tuple["Odds", ...]):
    """Several records of odds, which a notebook shows as one table."""

    __slots__ = ()

    def _repr_html_(self) -> str:
        from pitboss.odds.sheet import records_fragment  # noqa: PLC0415

        return records_fragment(self)


class Strategy:
    """The best way to play: as rules that a person can learn, hand by hand, and as a full table."""

    def __init__(self, regulation: "Regulation", odds: "Odds", asked: "Asked") -> None:
        self._regulation, self.odds, self._asked = regulation, odds, asked

    @property
    def rules(self) -> Mapping[str, Sequence[str]]:
        """For each decision the rules."""
        from pitboss.odds.strategy import learnable_rules  # noqa: PLC0415

        return learnable_rules(self._regulation, self.odds.paytable, self._asked)

    def hand(self, cards: str) -> "Values":
        """The exact value of each choice with these cards: `strategy.hand("Qs 6d 4c").choices`."""
        from pitboss.cards import parse_cards  # noqa: PLC0415
        from pitboss.errors import InputError  # noqa: PLC0415
        from pitboss.odds.strategy import hand_values  # noqa: PLC0415

        try:
            parsed = parse_cards(cards)
        except ValueError as error:
            raise InputError(f"hand: {error}") from None
        return hand_values(self._regulation, self.odds.paytable, parsed, self._asked)

    def table(self) -> "Iterator[TableRow]":
        """Every kind of hand with the value of each choice."""
        from pitboss.odds.strategy import full_table  # noqa: PLC0415

        return full_table(self._regulation, self.odds.paytable, self._asked)

    def _repr_html_(self) -> str:
        from html import escape  # noqa: PLC0415

        parts = (
            f"<p><b>{decision}</b></p><ul>{''.join(f'<li>{escape(line)}</li>' for line in lines)}</ul>"
            for decision, lines in self.rules.items()
        )
        return f"<h4>{self.odds.regulation} {self.odds.wager}, paytable {self.odds.paytable}</h4>{''.join(parts)}"


def _asked(
    regulation: str, stake: str | None, meters: Mapping[str, str], boxes: int | None, options: Options
) -> "tuple[Regulation, Asked]":
    from pitboss.errors import InputError  # noqa: PLC0415
    from pitboss.money import parse_money  # noqa: PLC0415
    from pitboss.odds.query import Asked  # noqa: PLC0415
    from pitboss.rules.load import known_id, load_regulation  # noqa: PLC0415

    try:
        cents = None if stake is None else parse_money(stake)
        shown = {name: parse_money(text) for name, text in meters.items()}
    except ValueError as error:
        raise InputError(str(error)) from None
    if cents == 0:
        raise InputError("stake: a stake is more than $0")
    return load_regulation(known_id(regulation)), Asked(options, cents, shown, boxes)
