"""Exact odds: integers and fractions computed from the rules data, nothing stored.

For notebooks and scripts: `odds`, `strategy_of` and `house_odds_of`. A notebook shows their answers as tables. Modules
are imported when a function needs them, so that a command starts quickly.

The package can be called: `pitboss.odds("MD-TCP")` is `pitboss.odds.odds("MD-TCP")`, and `pitboss.odds.catalog` is
still a module, whichever is used first.
"""

import sys
from collections.abc import Iterator, Mapping, Sequence
from types import ModuleType
from typing import TYPE_CHECKING, Any, Protocol, TypedDict, Unpack, overload

if TYPE_CHECKING:
    from pitboss.odds.game import ChoiceValues, StrategyRow
    from pitboss.odds.house_odds import HouseOdds
    from pitboss.odds.query import OddsQuery
    from pitboss.odds.record import Odds
    from pitboss.rules.regulation import Regulation

__all__ = ["OddsTable", "Strategy", "house_odds_of", "odds", "strategy_of"]

Options = Mapping[str, str | int]


class HasRules(Protocol):
    """A regulation to browse, as `pitboss.regulation` returns it."""

    @property
    def rules(self) -> "Regulation": ...


if TYPE_CHECKING:
    AnyRegulation = str | Regulation | HasRules
    """An id, its rules, or what `pitboss.regulation` returns."""


class OddsParameters(TypedDict, total=False):
    """What odds can be asked for besides the paytable; amounts are texts such as "$5"."""

    stake: str | None
    meters: Mapping[str, str] | None
    boxes: int | None
    options: Options | None
    known: str


@overload
def odds(regulation: "AnyRegulation", wager: str, paytable: str, **asked: "Unpack[OddsParameters]") -> "Odds": ...


@overload
def odds(regulation: "AnyRegulation" = "", wager: str = "", **asked: "Unpack[OddsParameters]") -> "OddsTable": ...


def odds(
    regulation: "AnyRegulation" = "",
    wager: str = "",
    paytable: str = "",
    **asked: "Unpack[OddsParameters]",
) -> "Odds | OddsTable":
    """Returns the exact odds of one paytable, or a table of them: of a wager, of a regulation, of all regulations.

    `stake="$5"` prices dollar prizes, `meters={"main": "$12,345.67"}` says what meters show, `boxes=7` how many boxes
    are in the round, `options={"ante_bonus": "win_only"}` chooses rulings, `known="dealer:1"` shows the player a card
    too early. InputError says what cannot be answered. `pitboss.odds` is this function and the package at once.

    >>> import pitboss as pb
    >>> pb.odds("MD-TCP", "pair_plus", "A").expected
    Fraction(-253, 5525)
    >>> [(one.paytable, f"{float(one.house_edge):.2%}") for one in pb.odds("MD-TCP", "pair_plus")][:2]
    [('A', '4.58%'), ('B', '5.57%')]
    >>> pb.odds("MD-TCP", "progressive", "A", meters={"main": "$12,000"}).break_even
    Fraction(10080, 1)
    """
    from pitboss.odds.catalog import query_odds  # noqa: PLC0415 - for start-up time
    from pitboss.odds.progressive import check_meter_names  # noqa: PLC0415 - for start-up time
    from pitboss.rules.load import regulations_in_force  # noqa: PLC0415 - for start-up time

    found = list["Odds"]()
    for one in [regulation] if regulation else regulations_in_force():
        rules, query = _query(one, **asked)
        found += query_odds(rules, query, wager, paytable)
        if query.meters and wager in rules.wagers:
            tables = rules.paytables[rules.wagers[wager].paytable]
            tables = {name: tables[name] for name in tables if paytable.upper() in ("", name.upper())}
            check_meter_names(tables, {"meter": tuple(query.meters)})
    if not paytable:
        return OddsTable(found)
    if len(found) != 1:
        from pitboss.errors import InputError  # noqa: PLC0415 - for start-up time

        reason = "give the number of boxes" if found else f"no decision that {query.known!r} could change"
        raise InputError(f"{rules.id} {wager} {paytable}: {reason}")
    return found[0]


def strategy_of(regulation: "AnyRegulation", paytable: str = "", *, options: Options | None = None) -> "Strategy":
    """The optimal strategy for a paytable of the decision wager, the first one unless it is named."""
    from pitboss.odds.catalog import odds as all_odds  # noqa: PLC0415 - for start-up time
    from pitboss.odds.wagers import decision_wager, paytables  # noqa: PLC0415

    rules, query = _query(regulation, options=options)
    wager = decision_wager(rules)
    record = next(all_odds(rules, query, wager, paytable or paytables(rules, wager)[0]))
    return Strategy(rules, record, query)


def house_odds_of(file: str, table: str = "") -> "HouseOdds":
    """The odds of a house file's tables as offered; SubmissionRejected with every violation if it is not approved."""
    from pitboss.odds.house_odds import house_odds  # noqa: PLC0415 - for start-up time
    from pitboss.rules.approve import approve_file  # noqa: PLC0415

    return house_odds(approve_file(file), table)


class OddsTable(tuple["Odds", ...]):
    """Several records of odds, which a notebook shows as one table."""

    __slots__ = ()

    def to_frame(self) -> Any:
        """Returns a data frame with a row for each record: the figures of `pitboss odds --json`, by the same names."""
        from pitboss.tabular import data_frame  # noqa: PLC0415 - for start-up time

        nested = ("rows", "options", "meters", "break_even", "seeds", "shown")
        documents = [one.to_json() for one in self]
        names = [name for name in dict.fromkeys(name for one in documents for name in one) if name not in nested]
        return data_frame([{name: one.get(name) for name in names} for one in documents])

    def _repr_html_(self) -> str:
        from pitboss.odds.fragments import records_fragment  # noqa: PLC0415 - for start-up time

        return records_fragment(self)


class Strategy:
    """Optimal play: as rules that a person can learn, hand by hand, and as a full table."""

    def __init__(self, regulation: "Regulation", odds: "Odds", query: "OddsQuery") -> None:
        from pitboss.odds.catalog import decision_solver  # noqa: PLC0415 - for start-up time

        self.odds, self._solver = odds, decision_solver(regulation, odds.paytable, query)

    @property
    def rules(self) -> Mapping[str, Sequence[str]]:
        """The rules for each decision."""
        return self._solver.rules()

    def hand(self, cards: str) -> "ChoiceValues":
        """The exact value of each choice with these cards: `strategy.hand("Qs 6d 4c").choices`."""
        from pitboss.cards import parse_cards  # noqa: PLC0415 - for start-up time
        from pitboss.errors import InputError  # noqa: PLC0415

        try:
            parsed = parse_cards(cards)
        except ValueError as error:
            raise InputError(f"hand: {error}") from None
        return self._solver.values(parsed)

    def table(self) -> "Iterator[StrategyRow]":
        """Every kind of hand with the value of each choice."""
        return self._solver.table()

    def _repr_html_(self) -> str:
        from html import escape  # noqa: PLC0415 - for start-up time

        parts = (
            f"<p><b>{decision}</b></p><ul>{''.join(f'<li>{escape(line)}</li>' for line in lines)}</ul>"
            for decision, lines in self.rules.items()
        )
        return f"<h4>{self.odds.regulation} {self.odds.wager}, paytable {self.odds.paytable}</h4>{''.join(parts)}"


def _query(  # noqa: PLR0913 - each is a question of its own
    regulation: "AnyRegulation",
    *,
    stake: str | None = None,
    meters: Mapping[str, str] | None = None,
    boxes: int | None = None,
    options: Options | None = None,
    known: str = "",
) -> "tuple[Regulation, OddsQuery]":
    from pitboss.errors import InputError  # noqa: PLC0415 - for start-up time
    from pitboss.money import parse_money  # noqa: PLC0415
    from pitboss.odds.query import OddsQuery  # noqa: PLC0415
    from pitboss.rules.load import known_id, load_regulation  # noqa: PLC0415

    try:
        cents = None if stake is None else parse_money(stake)
        shown = {name: parse_money(text) for name, text in (meters or {}).items()}
    except ValueError as error:
        raise InputError(str(error)) from None
    if cents == 0:
        raise InputError("stake: a stake must be more than $0")
    found: Any = load_regulation(known_id(regulation)) if isinstance(regulation, str) else regulation
    rules: Regulation = getattr(found, "rules", found)
    return rules, OddsQuery(options or {}, cents, shown, boxes, known)


class _OddsPackage(ModuleType):
    """The package itself, which can be called."""

    __call__ = staticmethod(odds)


sys.modules[__name__].__class__ = _OddsPackage
