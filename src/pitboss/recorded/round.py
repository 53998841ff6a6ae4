"""Recorded rounds: the JSON form of a round for settlement, read strictly.

Every fault raises DocumentFault with one sentence: the place, what was expected, and what was found.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from pitboss.cards import UNREAD
from pitboss.money import show_money
from pitboss.play.json_values import ROUND, DocumentFault, DocumentPlace, Path, as_cards, as_cents, as_object, shown
from pitboss.play.settlement_input import BoxFacts, RoundFacts
from pitboss.play.terms import Cards, Terms
from pitboss.recorded.box import read_box
from pitboss.recorded.choices import EDITION_KEYS, Choices, RoundForm, read_choices
from pitboss.rules.wagers import BoxesPerPlayer
from pitboss.text import listed

_KEYS = (
    *EDITION_KEYS, "paytables", "options", "meters", "seeds", "boxes", "dealer", "community", "bonus_box",
    "payout_limit", "version", "paid", "round",
)  # fmt: skip


_PILES = ("dealer", "community", "bonus_box")
_BOXES = ROUND.at("boxes")


class RecordedRound(NamedTuple):
    """A recorded round: its terms, its facts, and what was paid, if that is recorded too."""

    terms: Terms
    facts: RoundFacts
    paid: Mapping[int, Mapping[str, int]] | None = None
    """For each box and item, including the returned stake."""
    label: str | int | None = None
    """The name of the round in the record."""
    dated: bool = False
    """Whether the record decides its edition, by a name or by a day."""


def read_round(given: object) -> RecordedRound:
    """The round in a parsed JSON document."""
    document = as_object(given, ROUND, _KEYS)
    choices = read_choices(document)
    form = choices.form
    dealer, community, bonus_box = (as_cards(document.get(pile, []), ROUND.at(pile)) for pile in _PILES)
    if form.electronic:
        # The boxes' hands are made of them.
        form.check_number("community", len(community), frozenset())
    boxes = _boxes(document.get("boxes"), choices, community)
    placed = frozenset(name for box in boxes for name in box.wagers)
    form.check_number("dealer", len(dealer), placed)
    form.check_number("community", len(community), placed)
    form.check_number("bonus_box", len(bonus_box), placed)
    held = () if form.electronic else tuple(card for box in boxes for card in box.cards)
    lying = [card for card in (*held, *dealer, *community, *bonus_box) if card != UNREAD]
    if len(set(lying)) < len(lying):
        raise _twice(document)
    facts = RoundFacts(
        boxes=boxes,
        dealer=dealer,
        community=() if form.electronic else tuple(c for i, c in enumerate(community) if i not in form.burned),
        burned=tuple(community[index] for index in form.burned),
        bonus_box=bonus_box,
        meters=_meters(document, choices, placed),
    )
    _check_paytables(choices, placed)
    terms = choices.terms(_limit(form, document), _seeds(document, choices, boxes))
    dated = "edition" in document or "at" in document or "@" in document["regulation"]
    return RecordedRound(terms, facts, _paid(form, document, boxes), _label(document), dated)


def _boxes(given: object, choices: Choices, community: Cards) -> tuple[BoxFacts, ...]:
    """The boxes in ascending order, however they are listed."""
    if not isinstance(given, list) or not given:
        raise _BOXES.misread(f"expected an array of one box or more, found {shown(given or None)}")
    most = choices.form.regulation.table.boxes
    if len(given) > most:
        raise _BOXES.misread(f"expected at most {most}, found {len(given)}")
    boxes = {}
    for index, document in enumerate(given):
        box = read_box(document, index, choices, community)
        if box.box in boxes:
            raise DocumentFault(f"boxes: box {box.box} appears twice", ("boxes", index))
        boxes[box.box] = box
    _check_adjacent(boxes.values(), choices.form.regulation.boxes_per_player)
    return tuple(boxes[number] for number in sorted(boxes))


def _check_adjacent(boxes: Iterable[BoxFacts], rule: BoxesPerPlayer) -> None:
    """Checks that the boxes of one player are adjacent, and no more than the regulation allows in every house."""
    owned: dict[str, list[int]] = {}
    for box in boxes:
        if box.player is not None:
            owned.setdefault(box.player, []).append(box.box)
    for player, own in owned.items():
        if rule.most is not None and len(own) > rule.most:
            raise _BOXES.misread(f"{player} has {len(own)} boxes; expected at most {rule.most} ({rule.cite})")
        if max(own) - min(own) >= len(own):
            has = listed(map(str, sorted(own)))
            raise _BOXES.misread(f"{player} has boxes {has}; the boxes of one player are adjacent ({rule.cite})")


def _twice(document: Mapping[str, Any]) -> DocumentFault:
    """Raises DocumentFault for a card that is on the table twice, at its second place in the document."""
    seen = set()
    for card, path in _lying(document):
        if card in seen and card != str(UNREAD):
            return DocumentFault(f"{card} is on the table twice: expected each card once", path)
        seen.add(card)
    raise AssertionError("each card is there once")


def _lying(document: Mapping[str, Any]) -> Iterator[tuple[str, Path]]:
    """The cards of a document in its own order, each with the keys that lead to it."""
    for key, value in document.items():
        if key == "boxes":
            for index, box in enumerate(value):
                yield from ((card, (key, index, "cards", at)) for at, card in enumerate(box.get("cards", [])))
        elif key in _PILES:
            yield from ((card, (key, at)) for at, card in enumerate(value))


def _check_paytables(choices: Choices, placed: Collection[str]) -> None:
    """Checks that everything that can be paid in this round has a paytable."""
    for name in placed:
        if group := choices.form.regulation.wagers[name].paytable:
            choices.paytable(group)
    for award in choices.form.awards.values():
        if award.stake_of in placed:
            choices.paytable(award.paytable)


def _limit(form: RoundForm, document: Mapping[str, Any]) -> int | None:
    if document.get("payout_limit") is None:
        return None
    where = ROUND.at("payout_limit")
    if not form.regulation.payout_limit.permitted:
        raise where.misread(f"no limit is allowed ({form.regulation.payout_limit.cite})")
    return as_cents(document["payout_limit"], where)


# Meters


def _meters(document: Mapping[str, Any], choices: Choices, placed: Collection[str]) -> Mapping[str, int]:
    meters = _amounts(document, "meters", choices.form)
    for wager in placed:
        paytable = choices.paytables.get(choices.form.regulation.wagers[wager].paytable)
        for name in paytable.meters if paytable else ():
            if name not in meters:
                raise ROUND.at("meters").misread(f"{name} is missing; {wager} is paid from it")
    return meters


def _seeds(document: Mapping[str, Any], choices: Choices, boxes: Collection[BoxFacts]) -> Mapping[str, int]:
    """The reset amounts of meters: as recorded, else the regulation's lowest."""
    seeds: dict[str, int] = {}
    for name, wager in choices.form.wagers.items():
        paytable = choices.paytables.get(wager.paytable)
        stakes = {box.wagers[name] for box in boxes if name in box.wagers}
        if paytable and paytable.meters and stakes:
            if paytable.scales and (len(stakes) > 1 or min(stakes) % 100):
                amounts = " and ".join(map(show_money, sorted(stakes)))
                raise DocumentFault(
                    f"{name}: expected whole dollars, the same at every box, found {amounts} ({paytable.cite})",
                    ("boxes",),
                )
            seeds |= choices.least_seeds(name, max(stakes))
    return {**seeds, **_amounts(document, "seeds", choices.form)}


def _amounts(document: Mapping[str, Any], key: str, form: RoundForm) -> Mapping[str, int]:
    where = ROUND.at(key)
    amounts = as_object(document.get(key, {}), where, form.meters)
    for name, amount in amounts.items():
        as_cents(amount, where.at(name), least=0)
    return amounts


# What was paid, and the name of the round


def _paid(
    form: RoundForm, document: Mapping[str, Any], boxes: Collection[BoxFacts]
) -> Mapping[int, Mapping[str, int]] | None:
    if "paid" not in document:
        return None
    given = as_object(document["paid"], ROUND.at("paid"), [str(box.box) for box in boxes])
    for box, items in given.items():
        where = DocumentPlace(f"paid: box {box}", ("paid", box))
        for item, amount in as_object(items, where, form.items).items():
            as_cents(amount, where.at(item), least=0)
    return {int(box): items for box, items in given.items()}


def _label(document: Mapping[str, Any]) -> str | int | None:
    label = document.get("round")
    if label is None or type(label) is str or type(label) is int:
        return label
    raise ROUND.at("round").misread(f"expected a text or a number, found {shown(label)}")
