"""Receipt: the part of the ledger from which anyone can check the deal of one round.

It holds what opens the commitment to the deck, and the events that move its cards; nothing about other decks. It is
made when the round is over: earlier it would reveal the cards to come.
"""

from collections.abc import Iterator, Mapping
from contextlib import suppress
from typing import Any, NamedTuple

from pitboss.errors import InputError, LedgerBroken
from pitboss.evidence.snapshots import ShuffledEarlier, records_before
from pitboss.ledger.fold import Folded, Rulesets, TableRecord, fold_table
from pitboss.ledger.store import Store
from pitboss.play import events as e
from pitboss.play.encoding import event_to_json
from pitboss.rules.regulation import Regulation

FORMAT = "pitboss deal 1"
Receipt = dict[str, Any]
OVER = (e.RoundCompleted, e.RoundVoided)
_MOVES = (
    e.DeckCut, e.BetsOpened, e.CardsRead, e.CardDiscarded, e.CardsDealt, e.CardBurned, e.CardsRevealed,
    e.CardsTurned, e.CardsCorrected, e.CardsCollected, *OVER,
)  # fmt: skip


class _Shuffled(NamedTuple):
    """A deck, and the entries since its shuffle."""

    opening: Mapping[str, Any] | None
    entries: tuple[Mapping[str, Any], ...]


_EARLIER = _Shuffled({}, ())
"""A deck that was shuffled before the place from which the table is read."""


class OpenedDeal(NamedTuple):
    """What anyone needs to check the deal of a round, and the rules that were in force."""

    receipt: Receipt
    regulation: Regulation


def receipt(store: Store, round_id: str) -> Receipt:
    """What anyone needs to check the deal of a round. Only that the round is over is checked here."""
    return open_deal(store, round_id).receipt


def open_deal(store: Store, round_id: str) -> OpenedDeal:
    """The receipt of a round together with the rules that the ledger records for it."""
    name, number = parse_round(round_id)
    rulesets = Rulesets(store)
    for start in records_before(store, rulesets, name, number):
        with suppress(ShuffledEarlier):
            return opened_from(store, rulesets, round_id, start)
    raise InputError(f"there is no round {round_id!r}: pitboss rounds lists the rounds")


def opened_from(store: Store, rulesets: Rulesets, round_id: str, start: TableRecord | None) -> OpenedDeal:
    """The receipt, read from a place before the round. Raises ShuffledEarlier if its deck was shuffled before that."""
    name, number = parse_round(round_id)
    decks: list[_Shuffled | None] = [_EARLIER] * len(start.table.decks if start else ())
    mine: _Shuffled | None = None
    device, boxes = "", list[int]()
    seen: set[str] = set()
    for folded in fold_table(store, rulesets, name, start):
        decks = _followed(decks, folded)
        _check_once(folded, seen)
        if any(isinstance(event, e.BetsOpened) and event.round == number for event in folded.events):
            mine = decks[folded.after.table.current]
            if mine is not None and mine.opening is _EARLIER.opening:
                raise ShuffledEarlier
            if mine is None:
                raise LedgerBroken("the bets open, but the deck was never shuffled", *_place(folded))
        if any(isinstance(event, e.BetsWithdrawn) for event in folded.events):
            mine = None
        if mine is None:
            continue
        if any(isinstance(event, e.CardsDealt) for event in folded.events):
            device, round_ = folded.after.table.device, folded.after.table.round
            boxes = round_.in_play() if round_ else []
        mine = mine._replace(entries=(*mine.entries, *_part(folded)))
        if any(isinstance(event, OVER) for event in folded.events):
            rules = folded.after.table.ruleset
            document = {
                "format": FORMAT,
                "round": round_id,
                # Ledgers of pitboss 0.1 and 0.2 name no edition, and their receipts keep their form.
                **({} if rules.recorded_as else {"regulation": rules.regulation.key}),
                "device": device,
                "boxes": boxes,
                "shuffle": mine.opening,
                "entries": list(mine.entries),
            }
            return OpenedDeal(document, rules.regulation)
    if mine is not None:
        raise InputError(f"round {round_id} is not over: its deck is opened when it is")
    raise InputError(f"there is no round {round_id!r}: pitboss rounds lists the rounds")


def parse_round(round_id: str) -> tuple[str, int]:
    """The table and the number of a round."""
    name, _, number = round_id.rpartition("/")
    if not name or not (number.isascii() and number.isdecimal()) or len(number) > 18:
        raise InputError(f"there is no round {round_id!r}: a round is written TABLE/NUMBER")
    return name, int(number)


def _followed(decks: list[_Shuffled | None], folded: Folded) -> list[_Shuffled | None]:
    """The decks after an entry: what was done to each since its last shuffle, before its round."""
    for event in folded.events:
        match event:
            case e.DecksReceived(number=number):
                decks = [None] * number
            case e.DeckAdded():
                decks = [*decks, None]
            case e.DeckShuffled(deck=deck):
                made = _Shuffled(_opening(folded, deck), (_entry(folded, (event,)),))
                decks = [*decks[:deck], made, *decks[deck + 1 :]]
            case e.DeckRemoved(deck=deck):
                decks = [*decks[:deck], *decks[deck + 1 :]]
            case e.DeckCut() if folded.before and folded.before.table.round is None:
                turn = folded.before.table.current
                lying = decks[turn]
                if lying:
                    lying = lying._replace(entries=(*lying.entries, _entry(folded, (event,))))
                decks = [*decks[:turn], lying, *decks[turn + 1 :]]
            case e.DeviceTakenOut() if folded.before and len(folded.after.table.decks) < len(decks):
                decks = [decks[folded.before.table.current]]
    return decks


def _opening(folded: Folded, deck: int) -> Mapping[str, Any] | None:
    """What was recorded with a shuffle; None if the order is unknown or nothing was recorded."""
    made = folded.content.get("shuffle")
    if not isinstance(made, dict) or made.get("deck") != deck:
        return None
    return {key: made.get(key) for key in ("commitment", "salt", "by_seed")}


def _check_once(folded: Folded, seen: set[str]) -> None:
    """Raises LedgerBroken if a shuffle repeats the seed or salt of an earlier one."""
    made = folded.content.get("shuffle")
    if made is None:
        return
    salt = str(made.get("salt")) if isinstance(made, dict) else ""
    if salt in seen:
        raise LedgerBroken("this shuffle has the seed or salt of an earlier one", *_place(folded))
    seen.add(salt)


def _part(folded: Folded) -> Iterator[Mapping[str, Any]]:
    moves = tuple(event for event in folded.events if isinstance(event, _MOVES))
    if moves:
        yield _entry(folded, moves)


def _entry(folded: Folded, events: tuple[e.Event, ...]) -> Mapping[str, Any]:
    position, _, seq = _place(folded)
    return {"position": position, "seq": seq, "events": [event_to_json(event) for event in events]}


def _place(folded: Folded) -> tuple[int, str, int]:
    return folded.entry.position, folded.entry.stream, folded.entry.seq
