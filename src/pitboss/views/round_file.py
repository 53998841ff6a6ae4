"""The player's file of a round: what this player may know of it, as data that a page checks by itself.

It is made of what the player is shown of past rounds, and of the receipt that anyone is given, so it can hold nothing
more. What cannot be settled from that is left out, and the file says why.
"""

from collections.abc import Iterator
from typing import Any

from pitboss.books.replay import Replay, replay_round
from pitboss.books.resettlement import Resettlement
from pitboss.documents.regulations import dealing_json
from pitboss.documents.settlement_terms import settlement_facts, settlement_terms
from pitboss.errors import InputError
from pitboss.evidence.heads import SigningKey
from pitboss.evidence.policy import Policy
from pitboss.evidence.proofs import make_bundle, positions_of_round
from pitboss.evidence.receipt import open_deal
from pitboss.evidence.signed_note import TIMED_ED25519, base64_text
from pitboss.ledger.entry import canonical
from pitboss.ledger.store import Store
from pitboss.play import events as e
from pitboss.play.settle import settle
from pitboss.play.settlement_input import RoundFacts
from pitboss.views.past_round import past_round

FORMAT = "pitboss round file 1"
Document = dict[str, Any]


def round_file(store: Store, round_id: str, player: str, key: SigningKey, policy: Policy | None) -> tuple[str, str]:
    """The text of the file and the signature of the house. InputError if this player had no box in the round."""
    resettlement = Resettlement(replay_round(store, round_id))
    replay = resettlement.replay
    own = [number for number, box in replay.final.boxes.items() if box.player == player and box.wagers]
    if not own:
        raise InputError(f"{player[:40]!r} had no box in round {round_id}")
    bundle = make_bundle(store, [*_positions(store, replay, player)])
    deal = open_deal(store, round_id)
    why_not, settlement = _settlement(resettlement, player, own)
    document: Document = {
        "format": FORMAT,
        "round": round_id,
        "player": player,
        "key": str(key.public),
        "head": bundle.head,
        "witnesses": _witnesses(bundle.head, policy),
        "entries": [
            {"position": one.position, "body": one.body.decode(), "path": [node.hex() for node in one.path]}
            for one in bundle.entries
        ],
        "deal": {
            **deal.receipt,
            "dealing": {device: dealing_json(rows) for device, rows in deal.regulation.dealing.items()},
        },
        "settlement": settlement,
        "why_not_settled": why_not,
        "boxes": own,
        "paid": list(_paid(resettlement, own)),
    }
    # As it stands in a page: no text can end the element that holds it.
    text = canonical(document).decode().replace("<", "\\u003c")
    return text, base64_text(key.signature(f"pitboss round file\n{text}"))


def _positions(store: Store, replay: Replay, player: str) -> Iterator[int]:
    """The shuffle of the round's deck, what the staff did, and what this player did; nothing that others did."""
    first = replay.moments[0]
    if isinstance(first.event, e.DeckShuffled):
        yield first.source.place.position
    for position in positions_of_round(store, replay.id):
        content = store.page(position, position + 1)[0].content
        if content.get("role") != "player" or content.get("by") == player:
            yield position


def _witnesses(head: str, policy: Policy | None) -> Document:
    """The keys of the policy's witnesses that cosigned with Ed25519, which is what browsers can check."""
    if policy is None:
        return {}
    cosigned = policy.check(head).witnesses
    known = {one.name: one.key for one in policy.witnesses if one.key.kind == TIMED_ED25519}
    return {name: str(known[name]) for name in sorted(cosigned) if name in known}


def _settlement(resettlement: Resettlement, player: str, own: list[int]) -> tuple[str, Document | None]:
    """What settles the player's boxes; or why it cannot be settled from what the player may know."""
    if resettlement.replay.void:
        return "the round was void: every wager goes back", None
    if resettlement.conduct or resettlement.moved_meanwhile:
        return "something other than cards and wagers decided it: the floor has the whole record", None
    shown = past_round(resettlement, player)["hands"]["boxes"]
    full = resettlement.facts
    seen = [box for box in full.boxes if box.box in own or shown.get(str(box.box), {}).get("cards")]
    facts: RoundFacts = full._replace(boxes=tuple(seen))
    lines = {box: lines for box, lines in settle(resettlement.terms, facts).boxes if box in own}
    due = {number: tuple(one.line for one in resettlement.lines if one.box == number) for number in own}
    if {box: sorted(map(repr, found)) for box, found in lines.items()} != {
        box: sorted(map(repr, found)) for box, found in due.items()
    }:
        return "it depends on hands that you were not shown", None
    terms = settlement_terms(resettlement.terms, facts)
    return "", {"terms": terms, "facts": settlement_facts(facts)}


def _paid(resettlement: Resettlement, own: list[int]) -> Iterator[Document]:
    """What each wager and award of the player was paid, with the sums and clauses that say why."""
    for (box, item), handed in resettlement.paid.items():
        if box in own:
            lines = [one for one in resettlement.lines if (one.box, one.line.item) == (box, item)]
            cites = list(dict.fromkeys(one.line.cite for one in lines))
            yield {"box": box, "item": item, "handed": handed, "sums": [one.sum for one in lines], "cites": cites}
