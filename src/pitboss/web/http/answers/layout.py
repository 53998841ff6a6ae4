"""The layout of a table: what stays the same from round to round, and the sign."""

from pitboss.documents.sign import Sign
from pitboss.web.http.answers import AnswerModel
from pitboss.web.http.answers.derived import model_of


class CitedTitle(AnswerModel):
    name: str
    title: str
    cite: str


class InscriptionJson(AnswerModel):
    """A sentence on the felt, or on a sign if `or_sign`."""

    shows: str
    text: str
    cite: str
    or_sign: bool


class MarkingJson(AnswerModel):
    shows: str
    wager: str | None
    pile: str | None
    or_sign: bool
    cite: str
    also: list[str]


class WagerLayout(AnswerModel):
    """A betting area; stakes in cents."""

    name: str
    title: str
    cite: str
    minimum: int | None
    maximum: int | None
    stakes: list[int]
    limits: str
    stakes_by: str
    placed: str
    required: bool
    needs: list[str]
    needs_any: list[str]
    hand: str
    paytable: str | None
    paytable_id: str | None
    progressive: bool
    meters: list[str]
    collected: bool
    coupons: bool
    """Whether a match play coupon may lie on it."""


class StakeRelation(AnswerModel):
    """`least` <= wager / to <= `most`, as ratios in text."""

    wager: str
    to: str
    least: str | None
    most: str | None
    cite: str


class AwardLayout(AnswerModel):
    name: str
    title: str
    cite: str
    kind: str
    stake_of: str
    needs: list[str]
    paytable: str
    paytable_id: str


class ChoiceLayout(AnswerModel):
    """A choice and its command, in which `{box}` stands for the number of the box."""

    choice: str
    label: str
    key: str
    """The key that makes it; empty if the page chooses a letter of its name."""
    command: str
    said: str
    does: str
    places: list[str]
    times: int
    """How many times the stake that it is related to a placed wager is; 0 if the choice places none."""
    only_with: str
    """The hands with which it is open; empty for any."""
    returns: list[str]
    forfeits: list[str]
    cite: str


class DecisionLayout(AnswerModel):
    decision: str
    title: str
    asks: str
    cite: str
    choices: list[ChoiceLayout]


class PileLayout(AnswerModel):
    name: str
    title: str
    cards: int
    at: str
    if_placed: str | None
    cite: str


class PaytableColumn(AnswerModel):
    """A column for a number of boxes in the round, or for a stake."""

    title: str
    boxes: int | None
    stake: int | None


class LayoutPaytableRow(AnswerModel):
    pattern: str
    title: str
    pays: str
    by_column: list[str]
    cite: str
    cites: list[str]


class PaytableLayout(AnswerModel):
    id: str
    title: str
    pays_for: list[str]
    cite: str
    cites: list[str]
    hand: str
    envy: bool
    notes: list[str]
    columns: list[PaytableColumn]
    rows: list[LayoutPaytableRow]
    meters: list[str]


class ShowdownPay(AnswerModel):
    wager: str
    title: str
    pays: str


class UnqualifiedOutcome(AnswerModel):
    """The result of a wager if the dealer does not qualify."""

    wager: str
    does: str
    pays: str | None
    cite: str


class ShowdownLayout(AnswerModel):
    qualifies: str
    title: str
    pays: list[ShowdownPay]
    unqualified: list[UnqualifiedOutcome]
    cite: str


class MeterLayout(AnswerModel):
    name: str
    title: str
    wager: str
    seed: int
    reset: int


class LayoutAnswer(AnswerModel):
    """Everything about a table that stays the same from round to round; amounts in cents."""

    table: str
    facility: str
    regulation: str
    title: str
    jurisdiction: str
    authority: str
    operator: str
    version: CitedTitle
    digest: str
    boxes: int
    boxes_cite: str
    adjacent_boxes: int
    physical: bool
    """Real cards are dealt: the house commits to no order that nobody knows."""
    device: str
    device_title: str
    shuffler: str
    decks: int
    backs: list[str]
    payout_limit: int | None
    limit_notice: int | None
    """How many minutes in advance players are told of other limits; null if neither law nor house file says."""
    inscriptions: list[InscriptionJson]
    markings: list[MarkingJson]
    wagers: list[WagerLayout]
    required_any: list[str]
    relations: list[StakeRelation]
    awards: list[AwardLayout]
    decisions: list[DecisionLayout]
    piles: list[PileLayout]
    paytables: dict[str, PaytableLayout]
    showdown: ShowdownLayout | None
    meters: list[MeterLayout]
    practice: bool
    sign: model_of(Sign)  # type: ignore[valid-type]
