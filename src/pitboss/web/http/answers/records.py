"""Rounds that are over, and the ledger. Times are milliseconds, amounts cents."""

from typing import Literal

from pitboss.books.resettlement import MeterMoves, PaymentDifference
from pitboss.books.rounds import EntryPlace, RoundSummary
from pitboss.ledger.fold import Shuffle
from pitboss.web.http.answers import AnswerModel
from pitboss.web.http.answers.derived import model_of
from pitboss.web.http.answers.library import DealingRowJson
from pitboss.web.http.answers.table import EventJson


class RoundsAnswer(AnswerModel):
    """Rounds, newest first. `next` continues the list as `before`; `total` is null if they are too many to count."""

    rounds: list[model_of(RoundSummary, without=("dealers",))]  # type: ignore[valid-type]
    next: int | None
    total: int | None


class RulesReference(AnswerModel):
    """The entry of the house's stream with the house file, and the digest of the table's rules."""

    house: int
    digest: str


class ShuffleJson(AnswerModel):
    """The shuffle of a round; a player is told the commitment alone."""

    commitment: str | None
    deck: int | None = None
    way: str | None = None
    order: list[str] | None = None
    cuts: list[int] | None = None
    salt: str | None = None
    by_seed: bool | None = None


class RecordedCommandJson(model_of(EntryPlace)):  # type: ignore[misc]
    """A command as the ledger has it; a player is not told its id."""

    at: int
    by: str
    role: str
    command: str
    id: str | None = None


class MomentJson(RecordedCommandJson):
    part: int
    event: EventJson
    gist: str
    text: str


class RefusedJson(RecordedCommandJson):
    code: str
    clause: str
    reason: str


class CorrectionJson(RecordedCommandJson):
    event: EventJson


class HandJson(AnswerModel):
    player: str
    cards: list[str]
    hand: int | None


class HandsJson(AnswerModel):
    """The hands and piles as far as the person may see them."""

    boxes: dict[str, HandJson]
    dealer: list[str]
    community: list[str]
    bonus_box: list[str]
    burned: list[str]
    rack: list[str]
    unknown: int


class SettledLineJson(AnswerModel):
    item: str
    stake: int
    outcome: str
    returned: int
    amount: int
    net: int
    pattern: str | None
    odds: str | None
    sum: str
    meter: str | None
    hand_of: int | None
    cite: str


class SettledBoxJson(AnswerModel):
    box: int
    player: str
    net: int
    lines: list[SettledLineJson]


class RecordedBoxJson(AnswerModel):
    box: int
    player: str
    decisions: list[str | None]
    """None for a decision at which a player who had left made no choice."""
    wagers: dict[str, int]
    cards: list[str] | None = None
    hand: int | None = None
    match_play: dict[str, int] | None = None
    abandoned: bool | None = None


class RecordedRoundJson(AnswerModel):
    """The round as `pitboss settle` and `pitboss audit` read it."""

    round: str
    regulation: str
    edition: str | None = None
    paytables: dict[str, str]
    options: dict[str, int | str]
    meters: dict[str, int]
    seeds: dict[str, int]
    boxes: list[RecordedBoxJson]
    dealer: list[str]
    community: list[str]
    bonus_box: list[str]
    paid: dict[str, dict[str, int]]
    payout_limit: int | None = None
    version: str | None = None


class ReplayAnswer(AnswerModel):
    """Everything about a round; a player sees no hand that nobody turned up, and no recorded round."""

    round: str
    regulation: str
    status: Literal["completed", "void"]
    rules: RulesReference
    device: str
    start: int
    end: int
    first: model_of(EntryPlace)  # type: ignore[valid-type]
    last: model_of(EntryPlace)  # type: ignore[valid-type]
    shuffle: ShuffleJson
    moments: list[MomentJson]
    refused: list[RefusedJson]
    hands: HandsJson
    boxes: list[SettledBoxJson]
    differences: list[model_of(PaymentDifference)]  # type: ignore[valid-type]
    meters: dict[str, model_of(MeterMoves)]  # type: ignore[valid-type]
    corrections: list[CorrectionJson]
    recorded: RecordedRoundJson | None
    why_not_recorded: str | None


class DealEntryJson(AnswerModel):
    position: int
    seq: int
    events: list[EventJson]


class DealAnswer(AnswerModel):
    """What anyone needs to check the deal of a round that is over. `dealing` gives the rows of each device."""

    format: str
    round: str
    regulation: str
    dealing: dict[str, list[DealingRowJson]]
    device: str
    boxes: list[int]
    shuffle: model_of(Shuffle, "CommitmentJson") | None  # type: ignore[valid-type]
    entries: list[DealEntryJson]


class ProofEntryJson(AnswerModel):
    body: str
    path: list[str]
    position: int


class ProofAnswer(AnswerModel):
    """Entries with their Merkle paths, and the signed head that they lead to."""

    format: str
    head: str
    entries: list[ProofEntryJson]


class VerificationJson(AnswerModel):
    """A verification under way, or the last one."""

    state: Literal["never", "running", "whole", "broken", "failed"]
    began: int | None = None
    by: str | None = None
    books: bool | None = None
    done: int | None = None
    of: int | None = None
    ended: int | None = None
    reason: str | None = None
    position: int | None = None
    stream: str | None = None
    seq: int | None = None
    heads: int | None = None
    root: str | None = None


class HeadJson(AnswerModel):
    """A signed head: the number of entries, the Merkle root, and the text that is signed."""

    size: int
    root: str
    at: int
    text: str


class LedgerAnswer(AnswerModel):
    """`streams` gives the last entry of each stream; `suspended` says why no table acts, empty if all do."""

    size: int
    streams: dict[str, int]
    storage: str
    key: str
    suspended: str
    heads: int
    newest: list[HeadJson]
    verification: VerificationJson


class VerifyAnswer(AnswerModel):
    """`began` is false if another verification is under way."""

    began: bool
    verification: VerificationJson
