"""Regulations, clauses, odds, strategy, and the check of a house file."""

from typing import Literal

from pydantic import Field

from pitboss.errors import Violation
from pitboss.web.http.answers import AnswerModel
from pitboss.web.http.answers.derived import model_of


class RegulationBrief(AnswerModel):
    """`effective` and `until` are the first and the last day of the edition, if they are known."""

    id: str
    edition: str
    effective: str | None
    until: str | None
    revision: int
    title: str
    jurisdiction: str
    authority: str
    boxes: int
    devices: list[str]
    versions: list[str]
    clauses: int
    """How many clauses it has."""


class RegulationSummaryJson(RegulationBrief):
    wagers: list[str]
    awards: list[str]
    paytables: dict[str, list[str]]
    options: list[str]
    rulings: int


class WagerJson(AnswerModel):
    id: str
    title: str
    offered: str
    placed: str
    stakes: list[int]
    needs_all: list[str]
    needs_any: list[str]
    paytables: str | None
    cite: str


class AwardJson(AnswerModel):
    id: str
    title: str
    stake_of: str
    paytables: str
    cite: str


class PaytableRowJson(AnswerModel):
    pattern: str
    pays: list[str]
    cites: list[str]


class MeterRuleJson(AnswerModel):
    least_seed: int | None
    least_rate: str | None


class PaytableJson(AnswerModel):
    cite: str
    by_boxes: list[int] | None
    by_stake: list[int] | None
    rows: list[PaytableRowJson]
    meters: dict[str, MeterRuleJson]


class OptionJson(AnswerModel):
    option: str
    values: list[str]
    default: int | str
    ruling: str


class RulingJson(AnswerModel):
    id: str
    clauses: list[str]
    doubt: str
    reading: str
    alternatives: list[str]
    option: str | None


class DealingRowJson(AnswerModel):
    """A row of the dealing table: `cards` to each pile, `times` over."""

    to: list[str]
    cards: int
    times: int
    conditional: bool
    face_up: bool
    cite: str


class RegulationJson(RegulationBrief):
    """A regulation in full. `dealing` gives the rows of each device."""

    dealing: dict[str, list[DealingRowJson]]

    wagers: list[WagerJson]
    awards: list[AwardJson]
    paytables: dict[str, dict[str, PaytableJson]]
    options: list[OptionJson]
    rulings: list[RulingJson]


class ClauseJson(AnswerModel):
    """A clause: how it is met, where, by which tests, and under which rulings."""

    id: str
    status: Literal["enforced", "procedure", "layout", "definition", "physical"]
    gist: str
    where: list[str]
    tests: list[str]
    rulings: list[str]
    reason: str | None


class OddsOptionJson(AnswerModel):
    """A reading of an unclear clause; `values` is null if any amount may be chosen."""

    option: str
    values: list[str] | None
    in_force: int | str
    ruling: str
    doubt: str


class OddsCatalogueJson(AnswerModel):
    """The wagers and paytables whose odds can be asked for."""

    regulation: str
    title: str
    jurisdiction: str
    boxes: int
    wagers: dict[str, list[str]]
    titles: dict[str, str]
    decides: str
    """The wager whose odds depend on the player's decisions."""
    options: list[OddsOptionJson]


class OddsRowJson(AnswerModel):
    pattern: str
    pays: str | None
    count: int


class BreakEvenPlane(AnswerModel):
    """Meters at which a progressive breaks even: the sum of each meter times its share."""

    sum_of: dict[str, str]
    equals: str


class OddsJson(AnswerModel):
    """Exact odds of a wager and paytable: fractions as text, floats for reading."""

    regulation: str
    wager: str
    paytable: str
    options: dict[str, int | str]
    cite: str
    total: int
    rows: list[OddsRowJson]
    expected: str | None
    house_edge: float | None
    hit_frequency: float
    variance: float | None
    standard_deviation: float | None
    stake: int
    known: str | None = None
    boxes: int | None = None
    average_stake: str | None = None
    average_stake_exact: str | None = None
    average_stake_float: float | None = None
    element_of_risk: float | None = None
    element_of_risk_float: float | None = None
    element_of_risk_exact: str | None = None
    fixed: str | None = None
    meters: dict[str, str] | None = None
    break_even: str | BreakEvenPlane | None = None
    envy_per_other_box: str | None = None
    seeds: dict[str, int] | None = None
    shown: dict[str, int] | None = None


class ChoiceOdds(AnswerModel):
    """The exact value of a choice, and what it costs to prefer it to the best one."""

    value: str
    as_float: float = Field(alias="float")
    cost: str


class HandAdvice(AnswerModel):
    cards: str
    decision: str
    best: str
    choices: dict[str, ChoiceOdds]


class StrategyAnswer(AnswerModel):
    """The optimal strategy as rules for each decision; with a hand, the value of each choice."""

    regulation: str
    wager: str
    paytable: str
    rules: dict[str, list[str]]
    hand: HandAdvice | None = None


class WagerEdge(AnswerModel):
    """The edge of a wager as offered; `others` are the edges of the paytables that were not chosen."""

    wager: str
    title: str
    paytable: str
    stake: int
    boxes: int | None
    expected: str | None
    house_edge: float | None
    element_of_risk: float | None
    hit_frequency: float
    standard_deviation: float | None
    long_run: float | None
    note: str | None
    cite: str
    others: dict[str, float | None]


class CombinedEdge(AnswerModel):
    """The edge of several wagers together."""

    title: str
    cite: str
    in_force: bool
    stakes: dict[str, int]
    expected_loss: str
    expected_stake: str
    edge: float
    edge_exact: str


class TableEdges(AnswerModel):
    table: str
    regulation: str
    version: str
    options: dict[str, int | str]
    wagers: list[WagerEdge]
    together: list[CombinedEdge]
    unpriced: dict[str, str]


class CheckAnswer(AnswerModel):
    """Every violation of a house file; if there is none, what was approved."""

    approved: bool
    violations: list[model_of(Violation)]  # type: ignore[valid-type]
    facility: str | None = None
    digest: str | None = None
    tables: dict[str, str] | None = None
    edges: list[TableEdges] | None = None
