"""One box of a recorded round: its wagers, decisions, cards and coupons, checked against their clauses."""

from collections.abc import Mapping
from typing import Any

from pitboss.money import show_money
from pitboss.play.json_values import DocumentFault, DocumentPlace, as_cards, as_cents, as_object, shown
from pitboss.play.script_index import needs_cite
from pitboss.play.settlement_input import NOTHING, BoxFacts
from pitboss.play.terms import Cards
from pitboss.recorded.choices import Choices, RoundForm
from pitboss.rules.script import Step
from pitboss.rules.wagers import Stake
from pitboss.text import plural

_KEYS = ("box", "player", "cards", "hand", "decisions", "wagers", "match_play", "abandoned")


def read_box(given: object, index: int, choices: Choices, community: Cards) -> BoxFacts:
    """The box at a place of the array; `community` are the cards that an electronic table's hands are made of."""
    place = DocumentPlace(f"boxes[{index}]", ("boxes", index))
    document = as_object(given, place, _KEYS)
    form = choices.form
    number, most = document.get("box"), form.regulation.table.boxes
    if type(number) is not int or not 1 <= number <= most:
        raise DocumentFault(
            f"{place.name}.box: expected a number from 1 to {most}, found {shown(number)}", (*place.path, "box")
        )
    where = DocumentPlace(f"box {number}", place.path)
    player = document.get("player")
    if not isinstance(player, str) and "player" in document:
        raise where.at("player").misread(f"expected a text, found {shown(player)}")
    abandoned = _abandoned(form, document, where)
    wagers = _wagers(choices, document.get("wagers"), where.at("wagers"))
    cards = _cards(form, document, community, where)
    decided = _decided(
        form,
        document.get("decisions", []),
        BoxFacts(number, player, cards, wagers, abandoned=abandoned),
        where.at("decisions"),
    )
    coupons = (
        _coupons(form, document["match_play"], wagers, where.at("match_play")) if "match_play" in document else NOTHING
    )
    return BoxFacts(number, player, cards, _with_placed(form, wagers, decided), decided, coupons, abandoned)


def _abandoned(form: RoundForm, document: Mapping[str, Any], where: DocumentPlace) -> bool:
    abandoned = document.get("abandoned", False)
    if not isinstance(abandoned, bool):
        raise where.at("abandoned").misread(f"expected true or false, found {shown(abandoned)}")
    if abandoned and "abandoned" not in form.regulation.conduct:
        raise where.at("abandoned").misread(f"{form.regulation.id} has no clause on abandoned wagers")
    return abandoned


# Wagers


def _wagers(choices: Choices, given: object, where: DocumentPlace) -> Mapping[str, int]:
    form = choices.form
    wagers = as_object(given, where, form.wagers)
    for name, stake in wagers.items():
        as_cents(stake, where.at(name))
        _check_needs(choices, name, wagers, where)
        fixed = choices.stakes.get(name)
        if fixed and stake not in fixed:
            wager = form.wagers[name]
            expected = " or ".join(map(show_money, fixed))
            cite = wager.stake_cite or wager.cite
            raise where.misread(f"{name} {show_money(stake)}; expected {expected} ({cite})", name)
    version = form.regulation.versions["standard"]
    for name in version.required:
        if name not in wagers:
            raise where.misread(f"{name} is missing; a hand needs it ({version.cite})")
    if version.required_any and not any(name in wagers for name in version.required_any):
        raise where.misread(f"expected {' or '.join(version.required_any)} ({version.cite})")
    for relation in form.regulation.stakes:
        _check_ratio(relation, wagers, where)
    return wagers


def _check_needs(choices: Choices, name: str, wagers: Mapping[str, int], where: DocumentPlace) -> None:
    wager = choices.form.wagers[name]
    for other in (*wager.needs_all, *choices.needed_where_offered(wager)):
        if other not in wagers:
            raise where.misread(f"{name} needs {other} ({needs_cite(wager)})", name)
    if wager.needs_any and not any(other in wagers for other in wager.needs_any):
        raise where.misread(f"{name} needs {' or '.join(wager.needs_any)} ({needs_cite(wager)})", name)


def _check_ratio(relation: Stake, wagers: Mapping[str, int], where: DocumentPlace) -> None:
    stake, to = wagers.get(relation.wager), wagers.get(relation.to)
    if stake is None or to is None:
        return
    least, most = relation.least, relation.most
    if (least is not None and stake * least.denominator < least.numerator * to) or (
        most is not None and stake * most.denominator > most.numerator * to
    ):
        raise where.misread(
            f"{relation.wager} {show_money(stake)} is not in the prescribed ratio to "
            f"{relation.to} {show_money(to)} ({relation.cite})",
            relation.wager,
        )


def _with_placed(form: RoundForm, wagers: Mapping[str, int], decided: Mapping[str, str]) -> Mapping[str, int]:
    """The wagers, together with those that a decision places at the prescribed stake."""
    placed = {one.wager: one.multiple * wagers[one.to] for made in decided.items() for one in form.script.placed[made]}
    return {**wagers, **placed} if placed else wagers


def _coupons(form: RoundForm, given: object, wagers: Mapping[str, int], where: DocumentPlace) -> Mapping[str, int]:
    if "match_play" not in form.regulation.conduct:
        raise where.misread(f"{form.regulation.id} has no match play coupons")
    coupons = as_object(given, where, form.regulation.coupon_wagers)
    for name, amount in coupons.items():
        if as_cents(amount, where.at(name)) > wagers.get(name, 0):
            raise where.at(name).misread("the coupon is worth more than its bet")
    return coupons


# Decisions and cards


def _decided(form: RoundForm, given: object, box: BoxFacts, where: DocumentPlace) -> Mapping[str, str]:
    """What stands at each decision that was due: null if its player had left and made no choice.

    A box that was abandoned may have stopped deciding.
    """
    if not isinstance(given, list):
        raise where.misread(f"expected an array, found {shown(given)}")
    decided: dict[str, str] = {}
    due = 0
    for step in form.decisions:
        if not form.script.is_asked(step, _with_placed(form, box.wagers, decided), decided):
            continue
        due += 1
        if due <= len(given):
            decided[step.decision] = _choice(form, step, given[due - 1], box.cards, where)
    if len(given) > due or (len(given) < due and not box.abandoned):
        raise where.misread(f"expected {plural(due, 'decision')}, found {len(given)}")
    return decided


def _choice(form: RoundForm, step: Step, given: object, cards: Cards, where: DocumentPlace) -> str:
    known = form.script.decisions[step.decision][1]
    if given is None:
        return step.silent.choice
    if not isinstance(given, str) or given not in known:
        raise where.misread(f"expected {' or '.join(known)}, found {shown(given)}")
    if not form.script.is_allowed(known[given], cards):
        raise where.misread(f"these cards do not allow {given} ({known[given].cite})")
    return given


def _cards(form: RoundForm, document: Mapping[str, Any], community: Cards, where: DocumentPlace) -> Cards:
    size = form.hand_size
    if form.electronic:
        hand, most = document.get("hand"), len(community) // size
        if "cards" in document or type(hand) is not int or not 1 <= hand <= most:
            raise where.misread(f"expected hand, from 1 to {most}, instead of cards; found {shown(hand)}", "hand")
        return community[size * (hand - 1) : size * hand]
    if "hand" in document:
        raise where.at("hand").misread("only the electronic version has community hands")
    cards = as_cards(document.get("cards"), where.at("cards"))
    if len(cards) != size:
        raise where.at("cards").misread(f"expected {size} cards, found {len(cards)}")
    return cards
