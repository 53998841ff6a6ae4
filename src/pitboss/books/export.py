"""A round as JSON: all of it, or the form that `pitboss settle` and `pitboss audit` read."""

from collections.abc import Mapping
from typing import Any

from pitboss.books.recorded_commands import RecordedCommand
from pitboss.books.replay import Replay
from pitboss.books.resettlement import ResettledLine, Resettlement
from pitboss.books.rounds import RoundSummary
from pitboss.documents.event_text import EventNarrator
from pitboss.play import events as e
from pitboss.play.encoding import event_to_json
from pitboss.play.round import Box
from pitboss.play.terms import Cards
from pitboss.rules.editions import editions
from pitboss.rules.ruleset import Ruleset

Document = dict[str, Any]


def summary_json(found: RoundSummary) -> Document:
    """A round as `pitboss rounds --json` lists it."""
    listed = found._asdict()
    del listed["dealers"]
    return {
        **listed,
        "boxes": {str(box): player for box, player in found.boxes.items()},
        "net": dict(found.net),
        "irregularities": list(found.irregularities),
        "jackpots": [won._asdict() for won in found.jackpots],
        "first": found.first._asdict(),
        "last": found.last._asdict(),
    }


# The whole round


def heading(replay: Replay) -> Document:
    """The round, its rules, its time and its place in the ledger, all of which anyone may know."""
    ruleset = replay.before.ruleset
    return {
        "round": replay.id,
        "regulation": ruleset.regulation.id,
        "status": "void" if replay.void else "completed",
        "rules": {"house": replay.house, "digest": ruleset.digest},
        "device": replay.before.device,
        "start": replay.first.source.at,
        "end": replay.last.source.at,
        "first": replay.first.source.place._asdict(),
        "last": replay.last.source.place._asdict(),
    }


def replay_json(replay: Replay, resettlement: Resettlement | None = None) -> Document:
    """A round as `pitboss replay --json` answers it."""
    resettlement = resettlement or Resettlement(replay)
    why_not = why_not_recorded(resettlement)
    return {
        **heading(replay),
        "shuffle": _shuffle(replay),
        "moments": [
            {
                **_source(moment.source),
                "part": moment.part,
                "event": event_to_json(moment.event),
                "gist": moment.gist,
                "text": str(EventNarrator(moment.table, sees_all=True).text(moment.event)),
            }
            for moment in replay.moments
        ],
        "refused": [
            {**_source(one.source), "code": one.code, "clause": one.clause, "reason": one.reason}
            for one in replay.refused
        ],
        "hands": _hands(replay),
        "boxes": _boxes(resettlement),
        "differences": [one._asdict() for one in resettlement.differences],
        "meters": {name: moves._asdict() for name, moves in resettlement.meters.items()},
        "corrections": [{**_source(one.source), "event": event_to_json(one.event)} for one in replay.corrections],
        "recorded": None if why_not else recorded_round(resettlement),
        "why_not_recorded": why_not or None,
    }


def _source(source: RecordedCommand) -> Document:
    return {**source.place._asdict(), **{key: value for key, value in source._asdict().items() if key != "place"}}


def _shuffle(replay: Replay) -> Document:
    shuffled = [moment.event for moment in replay.moments if isinstance(moment.event, e.DeckShuffled)]
    own = shuffled[0] if shuffled else None
    return {
        "deck": own.deck if own else None,
        "way": own.way if own else None,
        "order": _cards(own.order) if own else [],
        "cuts": [event.depth for event in (one.event for one in replay.moments) if isinstance(event, e.DeckCut)],
        **(replay.shuffle.as_dict() if replay.shuffle else {"commitment": None, "salt": None, "by_seed": None}),
    }


def _hands(replay: Replay) -> Document:
    """The hands and piles of the round, reconstructed."""
    final, dealt = replay.final, replay.dealt
    return {
        "boxes": {
            str(number): {"player": box.player, "cards": _cards(box.cards), "hand": box.hand or None}
            for number, box in final.boxes.items()
            if box.wagers
        },
        **{pile: _cards(dealt.get(pile, ())) for pile in ("dealer", "community", "bonus_box")},
        "burned": _cards(final.burned),
        "rack": _cards(replay.rack),
        "unknown": replay.unknown,
    }


def _boxes(resettlement: Resettlement) -> list[Document]:
    found: dict[int, Document] = {}
    for one in resettlement.lines:
        box = found.setdefault(one.box, {"box": one.box, "player": one.player, "net": 0, "lines": []})
        box["net"] += one.line.net
        box["lines"].append(_line(one))
    return list(found.values())


def _line(one: ResettledLine) -> Document:
    line = one.line
    return {
        "item": line.item, "stake": line.stake, "outcome": line.outcome, "returned": line.returned,
        "amount": line.amount, "net": line.net, "pattern": line.pattern, "odds": line.odds, "sum": one.sum,
        "meter": line.meter or None, "hand_of": line.hand_of or None, "cite": line.cite,
    }  # fmt: skip


def _cards(cards: Cards) -> list[str]:
    return [str(card) for card in cards]


# As `pitboss settle` and `pitboss audit` read it


def why_not_recorded(resettlement: Resettlement) -> str:
    """Why a round cannot be written as a recorded round; empty if it can."""
    if resettlement.replay.void:
        return "it is void: nothing was settled"
    if resettlement.conduct:
        return f"a player forfeited wagers for a violation ({next(iter(resettlement.conduct.values()))})"
    if resettlement.moved_meanwhile:
        return "another table moved a meter between two payments from it"
    if None in _paytables(resettlement.replay.before.ruleset).values():
        return "the table pays more than the printed paytable"
    return ""


def recorded_round(resettlement: Resettlement) -> Document:
    """The round as a recorded round, with its payments as `paid`. Requires that `why_not_recorded` is empty."""
    replay, terms = resettlement.replay, resettlement.terms
    ruleset, discarded = replay.before.ruleset, _discarded(replay)
    dealt = {pile: [str(c) for c in cards if c not in discarded] for pile, cards in replay.dealt.items()}
    paid: dict[str, dict[str, int]] = {}
    for (box, item), cents in resettlement.paid.items():
        paid.setdefault(str(box), {})[item] = cents
    return {
        "round": replay.id,
        "regulation": ruleset.regulation.id,
        **_edition(ruleset),
        "paytables": _paytables(ruleset),
        "options": dict(terms.options),
        "meters": dict(resettlement.meters_as_settled),
        "seeds": dict(terms.seeds),
        **({"payout_limit": terms.payout_limit} if terms.payout_limit is not None else {}),
        **({"version": "etg"} if replay.before.community_hands else {}),
        "boxes": [_box(ruleset, number, replay.final.boxes[number]) for number in replay.final.in_play()],
        **{pile: dealt.get(pile, []) for pile in ("dealer", "community", "bonus_box")},
        "paid": paid,
    }


def _edition(ruleset: Ruleset) -> Document:
    """The edition that settled the round, so that no other edition settles it later.

    Ledgers of pitboss 0.1 and 0.2 name none; while there is only one edition, their rounds keep their form.
    """
    regulation = ruleset.regulation
    known = editions().get(regulation.id, ())
    return {} if ruleset.recorded_as and len(known) == 1 else {"edition": regulation.edition}


def _box(ruleset: Ruleset, number: int, box: Box) -> Document:
    placed = {name: stake for name, stake in box.wagers.items() if ruleset.wagers[name].placed == "before_deal"}
    return {
        "box": number,
        "player": box.player,
        **({"hand": box.hand} if box.hand else {"cards": _cards(box.cards)}),
        "decisions": [None if made in box.undecided else choice for made, choice in box.choices.items()],
        "wagers": placed,
        **({"match_play": dict(box.coupons)} if box.coupons else {}),
        **({"abandoned": True} if box.abandoned else {}),
    }


def _paytables(ruleset: Ruleset) -> Mapping[str, str | None]:
    """The id of each selected paytable; None for one whose payouts are above the printed ones."""
    printed = ruleset.regulation.paytables
    return {
        group: name if printed[group][name] == ruleset.paytables[group] else None
        for group, name in selected_paytables(ruleset).items()
    }


def selected_paytables(ruleset: Ruleset) -> Mapping[str, str]:
    """The id of each selected paytable; a table that another one selects is left out."""
    regulation, chosen = ruleset.regulation, ruleset.submission
    offers = {wager.paytable: chosen.wagers.get(wager.limits or name) for name, wager in regulation.wagers.items()}
    offers |= {award.paytable: chosen.awards.get(name) for name, award in regulation.awards.items()}
    return {
        group: offer.paytable or next(iter(regulation.paytables[group]))
        for group, offer in offers.items()
        if offer and group in ruleset.paytables
    }


def _discarded(replay: Replay) -> frozenset[object]:
    """Cards that were discarded from a pile without being played."""
    return frozenset(event.card for event in replay.events if isinstance(event, e.CardDiscarded))
