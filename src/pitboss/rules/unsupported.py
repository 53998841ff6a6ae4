"""Rows that the schema accepts but the engine cannot obey: a regulation with such a row is refused at load."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise, product

from pitboss.cards import DECK, RANKINGS
from pitboss.money import show_money
from pitboss.rules.dealing import Dealing
from pitboss.rules.payout import Payout
from pitboss.rules.paytable import Paytable
from pitboss.rules.regulation import Regulation
from pitboss.rules.script import Step
from pitboss.rules.unsupported_choices import unsupported_choices
from pitboss.rules.unsupported_procedures import UnsupportedRow, unsupported_procedures
from pitboss.rules.vocabulary import Direction
from pitboss.rules.wagers import REQUIRED_CONDUCT, Award, Wager


def unsupported_rows(regulation: Regulation) -> Iterator[UnsupportedRow]:
    """Everything in a coherent regulation that the engine would ignore or could not do."""
    for key, orders in REQUIRED_CONDUCT.items():
        if key not in regulation.conduct:
            yield f"conduct.{key}", f"this key is missing; name the clause by which {orders}"
    if "standard" not in regulation.versions:
        yield "versions.standard", "this table is missing; a house file that names no version plays it"
    yield from unsupported_procedures(regulation)
    yield from _orders(regulation)
    for device, dealing in regulation.dealing.items():
        for reason in _dealing(regulation, dealing):
            yield f"dealing.{device}", reason
    yield from _script(regulation)
    yield from unsupported_choices(regulation)
    yield from _items(regulation)
    yield from _showdown(regulation)
    for name, award in regulation.awards.items():
        yield from (_envy if award.kind == "envy" else _bonus)(regulation, name, award)
    for wager in regulation.wagers.values():
        yield from _columns(regulation, wager)
    yield from _coupons(regulation)
    yield from _payout_limit(regulation)


def _orders(regulation: Regulation) -> Iterator[UnsupportedRow]:
    """The ranking compares hands, so a chapter's order must be the ranking's own, and no paid hand may be missing."""
    for name, hand in regulation.hands.items():
        categories = RANKINGS[hand.ranking].categories
        listed = [pattern for pattern in hand.order if pattern in categories]
        for higher, lower in pairwise(listed):
            if categories.index(higher) > categories.index(lower):
                yield f"hands.{name}.order", f"{hand.ranking} ranks {lower} above {higher}: write them in its order"
        for pattern in sorted(_paid_patterns(regulation, name).intersection(categories).difference(hand.order)):
            yield f"hands.{name}.order", f"a paytable pays {pattern}: add it, with the clause that defines it"


def _paid_patterns(regulation: Regulation, hand: str) -> set[str]:
    """The patterns that paytables pay for a hand."""
    rules: tuple[Wager | Award, ...] = (*regulation.wagers.values(), *regulation.awards.values())
    tables = ((rule, table) for rule in rules for table in regulation.paytables.get(rule.paytable, {}).values())
    return {
        row.pattern
        for rule, table in tables
        for row in table.pays
        if table.hands.get(row.pattern, table.hand or rule.hand) == hand
    }


# Dealing


def _dealing(regulation: Regulation, dealing: Dealing) -> Iterator[str]:
    if not dealing.closing or dealing.closing[0].does != "announce":
        yield 'closing begins with the announcement: { does = "announce", cite = … }'
    always = {pile for row in dealing.deal for pile in row.to if not (row.if_offered or row.if_placed)}
    for row in dealing.deal:
        if row.face_up and "player" in row.to:
            yield "the cards of players are dealt face down: leave out face_up"
        if row.hand and not (dealing.has_community_hands and row.to == ("community",)):
            yield "only community cards make community hands: leave out hand"
        if (row.if_offered or row.if_placed) and (shared := always.intersection(row.to)):
            told = " and ".join(sorted(shared))
            yield f"a row with a condition needs a pile of its own, but another row also deals to {told}"
    if dealing.has_community_hands:
        yield from _community_hands(regulation, dealing)
    else:
        yield from _hand_sizes(regulation, dealing)
    if regulation.showdown:
        hand = regulation.hands[regulation.showdown.hand]
        if (number := sum(dealing.cards_to("dealer" if pile == "player" else pile) for pile in hand.piles)) not in (
            sizes := RANKINGS[hand.ranking].sizes
        ):
            yield f"the dealer gets {number} cards, but hands.{regulation.showdown.hand} is ranked by {_either(sizes)}"
    boxes = regulation.table.boxes
    taken = sum(row.cards * row.times * (boxes if pile == "player" else 1) for row in dealing.deal for pile in row.to)
    if taken > len(DECK):
        yield f"{boxes} boxes take {taken} cards, but a deck has {len(DECK)}"


def _hand_sizes(regulation: Regulation, dealing: Dealing) -> Iterator[str]:
    """Checks that each hand of a wager has as many cards as its ranking needs."""
    burned = any(step.step == "burn" for step in regulation.script)
    device = next(name for name, other in regulation.dealing.items() if other is dealing)
    for name, wager in regulation.wagers.items():
        tables = regulation.paytables.get(wager.paytable, {}).values()
        for looked_at in {wager.hand, *(table.hand for table in tables if table.hand)}:
            hand = regulation.hands[looked_at]
            cards = sum(
                dealing.cards_to(pile) - sum(gone.pile == pile for gone in dealing.discards) for pile in hand.piles
            )
            cards -= burned * ("community" in hand.piles and not hand.with_burned)
            sizes = RANKINGS[hand.ranking].sizes
            if cards not in sizes and (not wager.devices or device in wager.devices):
                yield f"{name} uses {cards} cards, but hands.{looked_at} is ranked by {_either(sizes)}"


def _either(sizes: Sequence[int]) -> str:
    return " or ".join(map(str, sizes))


def _community_hands(regulation: Regulation, dealing: Dealing) -> Iterator[str]:
    own = max(other.cards_to("player") for other in regulation.dealing.values())
    rows = [row for row in dealing.deal if "community" in row.to]
    cards, sizes = dealing.cards_to("community"), {row.hand or own for row in rows}
    if not rows:
        yield "neither the players nor the community area get cards"
    elif len(sizes) > 1 or not (size := sizes.pop()) or cards % size:
        yield f"{cards} community cards do not make hands of {own or 'one size'}: change cards, or set hand"


# The script

_ORDERS: dict[str, Direction] = {"decide": "clockwise", "settle": "counterclockwise"}
"""In which order a table goes around its boxes."""


def _script(regulation: Regulation) -> Iterator[UnsupportedRow]:
    for wanted in ("settle", "clear"):
        if not any(step.step == wanted for step in regulation.script):
            yield "script", f"the step {wanted!r} is missing"
    burns = sum(step.step == "burn" for step in regulation.script)
    if burns > 1:
        yield "script", f"a round burns one card, but {burns} steps burn one"
    for index, step in enumerate(regulation.script):
        for reason in _revealed(regulation, step):
            yield f"script[{index}]", reason
        if step.order and step.order != _ORDERS.get(step.step):
            yield f"script[{index}]", _other_order(step)
    yield from _settling(regulation)


def _other_order(step: Step) -> str:
    if order := _ORDERS.get(step.step):
        return f'a table goes {order} in this step: write order = "{order}"'
    return "this step does not go around the boxes: leave order out"


def _revealed(regulation: Regulation, step: Step) -> Iterator[str]:
    """Checks that the cards a step turns up are there."""
    if step.cards != 1 and (step.step != "reveal" or not step.card):
        yield "only a step that reveals a card of a pile turns up several from that one on: leave cards out"
    elif step.step == "reveal" and step.card:
        pile = step.pile or "community"
        number = max(dealing.cards_to(pile) for dealing in regulation.dealing.values())
        if not 1 <= step.cards <= number - step.card + 1:
            yield f"it turns up cards {step.card} to {step.card + step.cards - 1}, but {pile} gets {number}"


def _settling(regulation: Regulation) -> Iterator[UnsupportedRow]:
    """Each settle step goes around all boxes before the next one begins: a later step says so."""
    first, *later = [index for index, step in enumerate(regulation.script) if step.step == "settle"] or [-1]
    if first >= 0 and regulation.script[first].after_all_boxes:
        yield f"script[{first}]", "no settle step comes before this one: leave after_all_boxes out"
    for index in later:
        if not regulation.script[index].after_all_boxes:
            yield f"script[{index}]", "this settle step begins when all boxes are settled: add after_all_boxes = true"


def _items(regulation: Regulation) -> Iterator[UnsupportedRow]:
    """Checks that something settles each wager."""
    for index, step in enumerate(regulation.script):
        for item in step.items:
            wager = regulation.wagers.get(item.item)
            if wager and item.by == "paytable" and not wager.paytable:
                yield f"script[{index}]", f"{item.item!r} is settled by a paytable but has none"
            if wager and item.by == "showdown" and regulation.showdown is None:
                yield f"script[{index}]", f"{item.item!r} is settled by a showdown, but the regulation has none"


def _showdown(regulation: Regulation) -> Iterator[UnsupportedRow]:
    if regulation.showdown is None:
        return
    rows = regulation.showdown.outcomes
    by_number = any(row.hand in ("fewer", "more") for row in rows)
    compared = ("fewer", "more", "lower", "higher", "equal") if by_number else ("lower", "higher", "equal")
    for row in rows:
        if row.qualified is not None and not regulation.showdown.qualifies:
            yield (
                "showdown",
                f"the outcome of {row.wager!r} asks whether the dealer qualifies: name the pattern, qualifies",
            )
    wagers = [item.item for step in regulation.script for item in step.items if item.by == "showdown"]
    for wager, qualified in product(wagers, (False, True)):
        said = {row.hand for row in rows if row.wager == wager and row.qualified in (qualified, None)}
        for hand in () if "any" in said else (hand for hand in compared if hand not in said):
            dealer = "qualifies" if qualified else "does not qualify"
            told = f"no outcome says what becomes of {wager!r} if the dealer {dealer} and the hand is {hand}"
            yield "showdown", told
    for row in rows:
        if row.does == "pay" and (row.odds is None or row.odds.form != "to"):
            yield "showdown", f'{row.wager!r} is paid by odds such as "1 to 1"'
        if row.does == "pay_by_table" and not regulation.wagers[row.wager].paytable:
            yield "showdown", f"{row.wager!r} is paid by a table but has none"
    for name in {row.wager for row in rows if row.does == "pay_by_table"}:
        group = regulation.wagers[name].paytable
        for id_, pattern, payout in _paid(regulation.paytables.get(group, {}).items()):
            if payout.form != "to":
                told = f'a win over the dealer is paid by odds such as "5 to 1", but {pattern} pays {payout}'
                yield f"paytables.{group}.{id_}", told


# Paytables


def _paid(tables: Iterable[tuple[str, Paytable]]) -> Iterator[tuple[str, str, Payout]]:
    """Each payout of some paytables, with the table's name and the row's pattern."""
    return ((name, row.pattern, payout) for name, table in tables for row in table.pays for payout in row.payouts)


def _envy(regulation: Regulation, name: str, award: Award) -> Iterator[UnsupportedRow]:
    """The bonus is the amount in the column of the stake, so each stake needs a column."""
    wager, tables = regulation.wagers[award.stake_of], regulation.paytables[award.paytable]
    for id_, table in tables.items():
        where, own = f"paytables.{award.paytable}.{id_}", regulation.paytables.get(wager.paytable, {}).get(id_)
        stakes = wager.stakes or (own.stakes if own else ())
        if not stakes:
            told = f"an Envy Bonus needs a wager with fixed stakes, but {award.stake_of} has none"
            yield f"awards.{name}", told
            return
        missing = [stake for stake in stakes if stake not in table.by_stake]
        if not table.by_stake:
            columns = " and ".join(map(show_money, stakes))
            yield where, f"an Envy Bonus depends on the stake: add by_stake, and a column for {columns}"
        elif missing and not table.scales:
            yield where, f"it has no column for {' or '.join(map(show_money, missing))}, a stake of {award.stake_of}"
    for id_, pattern, payout in _paid(tables.items()):
        if payout.form != "prize":
            where = f"paytables.{award.paytable}.{id_}"
            yield where, f"an Envy Bonus is an amount, but {pattern} pays {payout}"


def _bonus(regulation: Regulation, _name: str, award: Award) -> Iterator[UnsupportedRow]:
    for id_, pattern, payout in _paid(regulation.paytables[award.paytable].items()):
        if payout.form != "to":
            told = f'an award is paid by odds such as "5 to 1", but {pattern} pays {payout}'
            yield f"paytables.{award.paytable}.{id_}", told


def _columns(regulation: Regulation, wager: Wager) -> Iterator[UnsupportedRow]:
    for id_, table in regulation.paytables.get(wager.paytable, {}).items():
        where = f"paytables.{wager.paytable}.{id_}"
        if table.by_stake:
            yield where, "only an Envy Bonus has columns by stake"
        if table.by_boxes and wager.scope != "table":
            yield where, "only a wager on the highest hand at the table has columns by boxes"
        elif table.by_boxes:
            missing = [str(n) for n in range(1, regulation.table.boxes + 1) if n not in table.by_boxes]
            if missing:
                yield where, f"it has no column for {' or '.join(missing)} boxes"


def _coupons(regulation: Regulation) -> Iterator[UnsupportedRow]:
    """A coupon doubles what its wager wins by odds."""
    for name, wager in regulation.wagers.items():
        if wager.match_play and "match_play" not in regulation.conduct:
            told = "it accepts match play coupons, but conduct.match_play names no clause on them"
            yield f"wagers.{name}", told
        if wager.match_play and wager.placed != "before_deal":
            yield f"wagers.{name}", "a match play coupon lies on a wager before the deal"
    for name in regulation.coupon_wagers:
        group = regulation.wagers[name].paytable
        for id_, pattern, payout in _paid(regulation.paytables.get(group, {}).items()):
            if payout.form != "to":
                told = f'a match play coupon doubles odds such as "5 to 1", but {pattern} pays {payout}'
                yield f"paytables.{group}.{id_}", told


def _payout_limit(regulation: Regulation) -> Iterator[UnsupportedRow]:
    rule = regulation.payout_limit
    if rule.permitted and not rule.wagers:
        yield "payout_limit", "name the wagers that a limit covers, or write permitted = false"
    for name in rule.wagers:
        tables = regulation.paytables.get(regulation.wagers[name].paytable, {})
        if any(table.meters for table in tables.values()):
            yield "payout_limit", f"{name!r} is paid from a meter, which no limit can cut"
