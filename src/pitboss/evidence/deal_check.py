"""Checking a deal: the order that was committed to before the bets, the cuts, and every card as it was dealt.

The deal is repeated here from the regulation's rows, independently of the engine that made it.
"""

from collections.abc import Collection, Mapping, Sequence
from itertools import islice
from typing import Literal, NamedTuple

from pitboss.cards import DECK, UNREAD, Card, cut, parse_cards, show_cards
from pitboss.errors import InputError, LedgerBroken
from pitboss.evidence.receipt import FORMAT, OVER, Receipt, open_deal, parse_round
from pitboss.ledger.fold import table_stream
from pitboss.ledger.store import Store
from pitboss.play import events as e
from pitboss.play.encoding import event_from_json
from pitboss.play.terms import Cards
from pitboss.recorded.json_text import parse_document
from pitboss.rules.dealing import Deal, Dealing
from pitboss.rules.load import load_regulation
from pitboss.rules.regulation import Regulation
from pitboss.shuffle import SEED_BYTES, check_opening

OrderSource = Literal["seed", "scanned", "read"]


class DealCheck(NamedTuple):
    """A deal that was checked and is right."""

    round: str
    way: OrderSource
    """How the order is known: made by a seed, scanned after the shuffle, or read card by card at the deal."""
    commitment: str
    """Published before the bets; empty for cards read at the deal, whose order nobody knew."""
    order: Cards
    """From the top, before any cut; empty if nobody knew it."""
    cuts: tuple[int, ...]
    dealt: Mapping[str, Cards]
    """By box or pile, as far as anybody read it; empty if the round was void before the deal."""
    void: bool


class EventPlace(NamedTuple):
    """The entry that holds an event."""

    position: int
    stream: str
    seq: int

    def broken(self, reason: str) -> LedgerBroken:
        return LedgerBroken(reason, *self)


Moves = Sequence[tuple[EventPlace, e.Event]]


def check_round(store: Store, round_id: str) -> DealCheck:
    """Checks the deal of the round TABLE/NUMBER; LedgerBroken names the first entry that is wrong.

    InputError if the round is not over, because opening its deck would reveal the cards to come.
    """
    deal = open_deal(store, round_id)
    return check_receipt(deal.receipt, deal.regulation)


def read_receipt(data: bytes) -> Receipt:
    """The receipt in a file's bytes."""
    document = parse_document(data)
    if not isinstance(document, dict) or document.get("format") != FORMAT:
        raise InputError(f"this is not the receipt of a deal: expected an object with the format {FORMAT!r}")
    return document


def check_receipt(document: Receipt, regulation: Regulation | None = None) -> DealCheck:
    """Repeats the deal of a receipt. LedgerBroken names what is wrong; InputError if this is not a receipt.

    Unless the regulation is given, it is the one that the receipt names, in the edition that exists here.
    """
    round_id = str(document.get("round"))
    moves = _moves(document, parse_round(round_id)[0])
    (first, shuffled), end = moves[0], moves[-1][1]
    if not isinstance(shuffled, e.DeckShuffled):
        raise first.broken("a deal begins with the shuffle of its deck")
    if not isinstance(end, OVER):
        raise InputError(f"round {round_id} is not over: its deck is opened when it is")
    way, published = _opened(document.get("shuffle"), shuffled.order, first)
    if way == "seed":
        _check_order_stays(moves)
    lying = _before_the_deal(moves[1:], shuffled.order, parse_round(round_id)[1])
    dealt, face_up = _dealt(moves, lying, document, regulation)
    lying_after = _after_the_deal(moves, dealt, face_up)
    if any(UNREAD in cards for cards in dealt.values()):
        burned = {"community": lying_after.get("burned", ())}
        dealt = {to: (*burned.get(to, ()), *lying_after[to]) for to in dealt}
    cuts = tuple(event.depth for _, event in moves if isinstance(event, e.DeckCut))
    return DealCheck(round_id, way, published, shuffled.order, cuts, dealt, isinstance(end, e.RoundVoided))


def _moves(document: Receipt, table: str) -> Moves:
    """The events of a receipt, each with its place. InputError if they cannot be read."""
    entries, moves, last = document.get("entries"), [], -1
    if not isinstance(entries, list) or not entries:
        raise InputError("this is not the receipt of a deal: it has no entries")
    for number, entry in enumerate(entries, 1):
        place = (entry.get("position"), entry.get("seq")) if isinstance(entry, dict) else ()
        events = entry.get("events") if place else None
        if not all(type(value) is int and value >= 0 for value in place) or not isinstance(events, list) or not events:
            raise InputError(f"entry {number} of the receipt: expected its position, seq and events")
        where = EventPlace(entry["position"], table_stream(table), entry["seq"])
        if where.position <= last:
            raise where.broken("it comes before an entry that it should follow")
        last = where.position
        try:
            moves += [(where, event_from_json(event)) for event in events]
        except ValueError as error:
            raise InputError(f"entry {number} of the receipt: {error}") from None
    return moves


def _opened(shuffle: object, order: Cards, place: EventPlace) -> tuple[OrderSource, str]:
    """How the order is known, and the commitment to it, which is checked."""
    if not order:
        if shuffle is not None:
            raise place.broken("nobody knew this order, so there cannot be a commitment to it")
        return "read", ""
    match shuffle:
        case {"commitment": str(published), "salt": str(salt), "by_seed": bool(by_seed)}:
            pass
        case _:
            raise place.broken("no commitment to this shuffle was recorded")
    try:
        opening = bytes.fromhex(salt)
    except ValueError:
        raise place.broken(f"the opened salt is not written as {SEED_BYTES} bytes in hex") from None
    try:
        check_opening(published, opening, order, by_seed)
    except LedgerBroken as broken:
        raise place.broken(broken.reason) from None
    return ("seed" if by_seed else "scanned"), published


def _check_order_stays(moves: Moves) -> None:
    """Checks that nobody chose among deals: what the house shuffled stays as it lay when bets were opened.

    Ruling committed-order. A cut moves cards and a discarded card shifts them, so either makes another deal.
    """
    opened = False
    for place, event in moves:
        opened = opened or isinstance(event, e.BetsOpened)
        if opened and (isinstance(event, e.DeckCut) or (isinstance(event, e.CardDiscarded) and event.pile == "deck")):
            raise place.broken("the order of the cards was changed after the bets on it were opened")


def _before_the_deal(moves: Moves, order: Cards, number: int) -> Cards:
    """The deck just before the deal, from the top; for an unknown order, the cards that were read, or unread ones."""
    stub, opened = order or DECK, False
    read: Cards = ()
    for place, event in moves:
        match event:
            case e.BetsOpened(round=found):
                if opened or found != number:
                    raise place.broken(f"round {found} opens during round {number}")
                opened = True
            case e.DeckCut(depth=depth):
                if not 0 < depth <= len(stub):
                    raise place.broken(f"{depth} cards of {len(stub)} cannot be cut")
                stub, read = cut(stub, depth), ()
            case e.CardDiscarded(pile="deck", card=card):
                if card not in stub:
                    raise place.broken(f"{card} is discarded, but it was not in the deck")
                stub, read = _without(stub, card), _without(read, card)
            case e.CardsRead(cards=cards):
                if order or len(set(cards)) < len(cards) or not set(cards) <= set(stub):
                    raise place.broken("cards are read that cannot come from this deck")
                read = cards
            case e.CardsDealt() | e.RoundCompleted() | e.RoundVoided():
                break
    if not opened:
        raise moves[-1][0].broken("the bets were never opened")
    return stub if order else read or (UNREAD,) * len(stub)


def _dealt(
    moves: Moves, lying: Cards, document: Receipt, regulation: Regulation | None
) -> tuple[dict[str, Cards], dict[str, Cards]]:
    """What each box and pile was dealt, checked against the deck, and the part of it that lies face up."""
    recorded = [(place, event) for place, event in moves if isinstance(event, e.CardsDealt)]
    if not recorded:
        return {}, {}
    place, first = recorded[0]
    dealing = _dealing(regulation or _regulation(document, first.cite), str(document.get("device")))
    got = [int(event.to) for _, event in recorded if event.to.isdecimal()]
    if any("player" in row.to for row in dealing.deal) and sorted(got) != document.get("boxes"):
        raise place.broken("the boxes with cards are not the boxes with wagers")
    due = _due(dealing, [event.to for _, event in recorded], lying, place)
    for place, event in recorded:
        cards = due.pop(event.to, None)
        if cards != event.cards:
            to = f"box {event.to}" if event.to.isdecimal() else f"the pile {event.to!r}"
            gives = f"{show_cards(cards)} to" if cards else "nothing more to"
            raise place.broken(f"the deck gives {gives} {to}, but {show_cards(event.cards)} was dealt")
    dealt = {event.to: event.cards for _, event in recorded}
    return dealt, _face_up(dealing, dealt)


def _regulation(document: Receipt, cite: str) -> Regulation:
    """The regulation that a receipt names; receipts of pitboss 0.1 and 0.2 name it by their cites alone."""
    cited = cite.split(" ", 1)[0]
    name = str(document.get("regulation", cited))
    try:
        found = load_regulation(name)
    except InputError as error:
        raise InputError(
            f"{error.reason}; the deal follows it: name a folder that has it with --regulations DIR"
        ) from None
    if found.id != cited or name not in (found.key, cited):
        raise InputError(f"the receipt names {name[:40]!r}, but its entries cite {cited[:40]!r}")
    return found


def _dealing(regulation: Regulation, device: str) -> Dealing:
    if device not in regulation.dealing:
        raise InputError(f"the receipt names no device of {regulation.key!r} that could deal: found {device[:40]!r}")
    return regulation.dealing[device]  # type: ignore[index]


def _due(dealing: Dealing, to: Collection[str], lying: Cards, place: EventPlace) -> dict[str, Cards]:
    """The cards that the deck gives to each box and pile, by the rows of the regulation."""
    boxes = sorted(int(pile) for pile in to if pile.isdecimal())
    hands: dict[str, list[Card]] = {}
    cards = iter(lying)
    for row in dealing.deal:
        if not _is_dealt(row, to):
            if not (row.if_offered or row.if_placed):
                raise place.broken(f"nothing is dealt to {' or '.join(row.to)}")
            continue
        for pile in row.to * row.times:
            for one in map(str, boxes) if pile == "player" else (pile,):
                hand = list(islice(cards, row.cards))
                if len(hand) < row.cards:
                    raise place.broken(f"more cards are dealt than the {len(lying)} that are known")
                hands.setdefault(one, []).extend(hand)
    return {one: tuple(hand) for one, hand in hands.items()}


def _face_up(dealing: Dealing, dealt: Mapping[str, Cards]) -> dict[str, Cards]:
    """The cards of each pile that the rows deal face up."""
    found: dict[str, Cards] = {}
    number = dict.fromkeys(dealt, 0)
    for row in dealing.deal:
        for pile in (pile for pile in row.to * row.times if pile in dealt):
            cards = dealt[pile][number[pile] : number[pile] + row.cards]
            number[pile] += row.cards
            if row.face_up:
                found[pile] = (*found.get(pile, ()), *cards)
    return found


def _is_dealt(row: Deal, to: Collection[str]) -> bool:
    return all(any(one.isdecimal() for one in to) if pile == "player" else pile in to for pile in row.to)


def _after_the_deal(moves: Moves, dealt: Mapping[str, Cards], face_up: Mapping[str, Cards]) -> Mapping[str, Cards]:
    """Checks that cards turned up (once, those dealt face up first), read, burned, discarded or collected are cards of
    their pile, and that nothing moves the deck any more. Returns what lies at each place in the end."""
    after, up, lying = False, dict[str, Cards](), dict(dealt)
    for place, event in moves:
        after = after or isinstance(event, e.CardsDealt)
        match event:
            case e.CardsRevealed(pile=pile, cards=cards):
                up[pile] = (*up.get(pile, ()), *cards)
                right = set(cards) <= set(dealt.get(pile, ())) and len(set(up[pile])) == len(up[pile])
            case e.CardsTurned(to=to, at=at, cards=cards):
                right = _takes(lying, to, at, (UNREAD,) * len(cards), cards)
            case e.CardsCorrected(to=to, at=at, was=was, cards=cards):
                right = _takes(lying, to, at, parse_cards(was), cards)
            case e.CardBurned(pile=pile, card=card):
                right = card in lying.get(pile, ())
                lying[pile] = _less(lying.get(pile, ()), card)
                lying["burned"] = (*lying.get("burned", ()), card)
            case e.CardDiscarded(pile=pile, card=card):
                right = not after if pile == "deck" else card in lying.get(pile, ())
                lying[pile] = _less(lying.get(pile, ()), card)
            case e.CardsCollected(box=box, cards=cards):
                right = cards == lying.get(str(box))
            case e.DeckCut() | e.CardsRead() | e.BetsOpened():
                right = not after
            case _:
                continue
        if not right:
            raise place.broken("it does not match the cards that were dealt")
    for pile, cards in face_up.items():
        if up.get(pile, ())[: len(cards)] != cards:
            raise moves[-1][0].broken(f"the regulation deals other cards of the pile {pile!r} face up")
    return lying


def _takes(lying: dict[str, Cards], to: str, at: int, was: Cards, cards: Cards) -> bool:
    """Puts cards that were read where others lay, and returns whether those lay there and these lie nowhere else."""
    before = lying.get(to, ())
    lying[to] = (*before[:at], *cards, *before[at + len(cards) :])
    known = [card for pile in lying.values() for card in pile if card != UNREAD]
    return before[at : at + len(cards)] == was and len(set(known)) == len(known)


def _less(cards: Cards, card: Card) -> Cards:
    """The cards without the first one like this."""
    at = cards.index(card) if card in cards else len(cards)
    return (*cards[:at], *cards[at + 1 :])


def _without(cards: Cards, card: Card) -> Cards:
    return tuple(other for other in cards if other != card)
