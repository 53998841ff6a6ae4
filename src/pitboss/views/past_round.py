"""A round that is over, as a player who sat in it may look at it again: a hand that was given up stays unseen.

The document has the form of `pitboss replay --json`. It is built from the events that the player learned of at the
table and from the player's own view, so that it cannot hold a card that they did not show.
"""

from collections.abc import Iterator
from typing import Any

from pitboss.books.export import heading
from pitboss.books.recorded_commands import RecordedCommand
from pitboss.books.replay import Replay
from pitboss.books.resettlement import ResettledLine, Resettlement
from pitboss.documents.event_text import EventNarrator
from pitboss.documents.titles import odds_text
from pitboss.rules.regulation import Regulation
from pitboss.views.event_view import event_fields
from pitboss.views.seat import seat_view

Document = dict[str, Any]
_PILES = ("dealer", "community", "bonus_box")
_CALLED = frozenset({
    ("dealer", verb) for verb in (
        "receives", "performs", "cuts", "spreads", "opens", "closes", "deals", "settles", "counts", "takes",
    )
} | {("floorperson", verb) for verb in ("orders", "validates", "declares", "finds", "performs")})  # fmt: skip
"""The staff's commands that everybody at the table hears in full; others may name cards or amounts."""


def past_round(resettlement: Resettlement, player: str) -> Document:
    """Everything of a round that was this player's to know by its end."""
    replay = resettlement.replay
    return {
        **heading(replay),
        "shuffle": {"commitment": replay.shuffle.commitment if replay.shuffle else None},
        "moments": list(_moments(replay, player)),
        "refused": [
            {**_source(one.source), "code": one.code, "clause": one.clause, "reason": one.reason}
            for one in replay.refused
            if one.source.by == player
        ],
        "hands": _hands(replay, player),
        "boxes": _boxes(resettlement, player),
        "differences": [one._asdict() for one in resettlement.differences if _player(replay, one.box) in (player, "")],
        "meters": {name: moves._asdict() for name, moves in resettlement.meters.items()},
        "corrections": [
            {**_source(one.source), "event": event_fields(one.event, replay.after, player)}
            for one in replay.corrections
            if one.event.player == player
        ],
        "recorded": None,
        "why_not_recorded": "it holds the hands of others",
    }


def _moments(replay: Replay, player: str) -> Iterator[Document]:
    for moment in replay.moments:
        event = event_fields(moment.event, moment.table, player)
        if event is not None:
            text = EventNarrator(moment.table).text(moment.event, sees_cards=bool(event.get("cards")))
            yield {
                **_source(moment.source),
                "part": moment.part,
                "event": event,
                "gist": moment.gist,
                "text": str(text),
            }


def _source(source: RecordedCommand) -> Document:
    return {
        **source.place._asdict(),
        "at": source.at,
        "by": source.by,
        "role": source.role,
        "command": _command(source),
    }


def _command(source: RecordedCommand) -> str:
    """What was called out. Players say what they do; of what the staff enter, cards are left out."""
    words = source.command.split()
    whole = source.role == "player" or tuple(words[:2]) in _CALLED
    return source.command if whole else " ".join(words[:2])


def _hands(replay: Replay, player: str) -> Document:
    """The hands that were the player's own or were turned up; none of a void round, whose cards were taken away."""
    last = seat_view(replay.after, player)["last"]
    seen = last if last and not replay.void else {"boxes": {}, "piles": {}}
    return {
        "boxes": {
            box: {"player": there["player"], "cards": there["cards"], "hand": there["hand"] or None}
            for box, there in seen["boxes"].items()
            if there["wagers"]
        },
        **{pile: seen["piles"].get(pile, {}).get("cards", []) for pile in _PILES},
        "burned": [],
        "rack": [],
        "unknown": 0,
    }


def _boxes(resettlement: Resettlement, player: str) -> list[Document]:
    found: dict[int, Document] = {}
    for one in resettlement.lines:
        box = found.setdefault(one.box, {"box": one.box, "player": one.player, "net": 0, "lines": []})
        box["net"] += one.line.net
        box["lines"].append(_line(resettlement.terms.regulation, one, own=one.player == player))
    return list(found.values())


def _line(regulation: Regulation, one: ResettledLine, *, own: bool) -> Document:
    """A line of the settlement. It does not name another player's hand that was not paid."""
    line, named = one.line, own or one.line.outcome == "paid"
    return {
        "item": line.item, "stake": line.stake, "outcome": line.outcome, "returned": line.returned,
        "amount": line.amount, "net": line.net, "pattern": line.pattern if named else None,
        "odds": odds_text(regulation, line.odds) if line.odds and named else None, "sum": one.sum,
        "meter": line.meter or None, "hand_of": line.hand_of or None, "cite": line.cite,
    }  # fmt: skip


def _player(replay: Replay, box: int) -> str:
    there = replay.final.boxes.get(box)
    return there.player if there else ""
