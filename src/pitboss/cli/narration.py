"""A round told to those who sit at it: what they may see of the cards, each event in words, why a wager won or lost."""

from typing import NamedTuple

from pitboss.cards import Card, show_cards
from pitboss.cli.cards import Face, name_hand
from pitboss.money import show_money
from pitboss.play import events as e
from pitboss.play.round import Round
from pitboss.play.settle import Settling
from pitboss.play.settlement_input import BoxFacts
from pitboss.rules.script import Choice, Item
from pitboss.table.state import Table
from pitboss.text import plural, spaced

PILES = {"dealer": "dealer", "community": "community cards", "bonus_box": "bonus box"}
_COMPARED = {"higher": "beats", "more": "beats", "lower": "loses to", "fewer": "loses to", "equal": "equals"}


class Result(NamedTuple):
    """One wager or award as it is settled."""

    box: int
    item: str
    outcome: str
    net: int
    why: str
    cite: str


def title(table: Table, item: str) -> str:
    """What a wager or award is called on the layout."""
    regulation = table.ruleset.regulation
    rule = regulation.wagers.get(item) or regulation.awards.get(item)
    return rule.title if rule else spaced(item)


# What may be seen


def box_facts(table: Table, box: int) -> BoxFacts | None:
    """The hand of a box, once it has one."""
    round_ = table.round
    return next((facts for facts in round_.facts(table.meters()).boxes if facts.box == box), None) if round_ else None


def faces(round_: Round, pile: str) -> list[Face]:
    """A pile as everyone sees it: cards that are revealed, and backs."""
    shown = round_.revealed.get(pile, ())
    lying = (*(round_.burned if pile == "community" else ()), *round_.piles.get(pile, ()))
    return [card if card in shown else None for card in lying]


def visible(round_: Round, facts: BoxFacts) -> set[Card]:
    """The cards that the player of a box sees: the own ones, and those that are revealed."""
    return {*facts.cards, *(card for shown in round_.revealed.values() for card in shown)}


def hand_faces(table: Table, item: str, facts: BoxFacts) -> list[Face]:
    """The cards that an item looks at, as the player of the box sees them."""
    assert table.round
    cards = Settling(table.terms, table.round.facts(table.meters())).cards_of(table.terms.hand_of(item), facts)
    seen = visible(table.round, facts)
    return [card if card in seen else None for card in cards]


def hand_name(table: Table, item: str, facts: BoxFacts) -> str:
    """The name of the hand that an item looks at, from the cards that its player sees."""
    known = [face for face in hand_faces(table, item, facts) if face is not None]
    return name_hand(table.terms.hand_of(item).ranking, known)


# Events in words


def result(table: Table, event: e.Event) -> Result | None:
    """A settled wager or award with the reason, or None where an event settles nothing. `table` is the one after it."""
    match event:
        case e.WagerPaid(box=box, wager=item, stake=stake, returned=returned, amount=amount):
            return Result(box, item, "won", returned + amount - stake, _why_paid(table, event), event.cite)
        case e.AwardPaid(box=box, award=item, amount=amount):
            return Result(box, item, "won", amount, _why_awarded(table, event), event.cite)
        case e.WagerCollected(box=box, wager=item, stake=stake):
            return Result(box, item, "lost", -stake, _why_unpaid(table, box, item), event.cite)
        case e.WagerForfeited(box=box, wager=item, stake=stake):
            return Result(box, item, "lost", -stake, "given up", event.cite)
        case e.WagerReturned(box=box, wager=item):
            why = "taken back" if _withdrawn(table, box, item) else _why_unpaid(table, box, item)
            return Result(box, item, "returned", 0, why, event.cite)
    return None


def _withdrawn(table: Table, box: int, item: str) -> bool:
    """Whether a choice of the player has given the wager back."""
    choices = table.round.boxes[box].choices if table.round else {}
    return any(item in table.terms.decisions[decision][1][choice].returns for decision, choice in choices.items())


def _item(table: Table, name: str) -> Item:
    return next(item for step in table.ruleset.regulation.script for item in step.items if item.item == name)


def _why_paid(table: Table, event: e.WagerPaid) -> str:
    if not event.pattern:
        return f"{_showdown(table, event.box, event.wager)}, {event.odds}"
    included = "" if event.returned else ", stake included"
    wager, pattern = table.ruleset.regulation.wagers[event.wager], spaced(event.pattern)
    facts = box_facts(table, event.box)
    if wager.scope == "table" or facts is None:
        return f"{pattern} at the table pays {event.odds}{included}"
    name = hand_name(table, event.wager, facts)
    plain = event.pattern in name.replace(" ", "_") or pattern.split(" ")[0] in name
    return f"{name}{'' if plain else f' ({pattern})'} pays {event.odds}{included}"


def _why_awarded(table: Table, event: e.AwardPaid) -> str:
    award = table.ruleset.regulation.awards[event.award]
    whose = f"box {event.hand_of}'s " if award.kind == "envy" else ""
    return f"{whose}{spaced(event.pattern)} pays {event.odds}"


def _why_unpaid(table: Table, box: int, item: str) -> str:
    facts = box_facts(table, box)
    if facts is None or facts.abandoned:
        return "abandoned"
    if _item(table, item).by == "showdown":
        return _showdown(table, box, item)
    if table.ruleset.regulation.wagers[item].scope == "table":
        return "no hand at the table is paid"
    return f"{hand_name(table, item, facts)} pays nothing"


def _showdown(table: Table, box: int, item: str) -> str:
    """How the hand stands to the dealer's, as far as the row that decides looks at it."""
    facts, regulation = box_facts(table, box), table.ruleset.regulation
    assert facts
    assert table.round
    assert regulation.showdown
    settling = Settling(table.terms, table.round.facts(table.meters()))
    qualified, compared = settling.compared(facts)
    ranking = regulation.hands[regulation.showdown.hand].ranking
    dealers = name_hand(ranking, settling.facts.dealer)
    against = f"{name_hand(ranking, facts.cards)} {_COMPARED[compared]} the dealer's {dealers}"
    if qualified:
        return against
    unqualified = f"the dealer has {dealers}, not {spaced(regulation.showdown.qualifies)}"
    rows = [row for row in regulation.showdown.outcomes if (row.wager, row.qualified) == (item, qualified)]
    return unqualified if any(row.hand == "any" for row in rows) else f"{unqualified}; {against}"


def step(event: e.Event) -> str:
    """A step of the procedures in words, hidden cards unsaid; empty for events that are told otherwise."""
    return _between_rounds(event) or _before_the_deal(event) or _after_the_deal(event)


def _between_rounds(event: e.Event) -> str:
    match event:
        case e.ChipsBought(player=player, amount=amount):
            return f"{player}: {show_money(amount)} in chips"
        case e.SeatTaken(player=player, box=box):
            return f"{player}: box {box}"
        case e.DecksReceived(number=number):
            return f"{plural(number, 'deck')} received"
        case e.StepPerformed(step=done, who=who, deck=deck):
            return f"deck {deck + 1}: {spaced(done)}, by the {who}"
        case e.DeckShuffled(deck=deck, way=way):
            return f"deck {deck + 1}: shuffled by {way}"
        case e.DeckCut(depth=depth):
            return f"{depth} cards cut"
        case e.StubCounted(number=number):
            return f"{number} cards counted"
    return ""


def _before_the_deal(event: e.Event) -> str:
    match event:
        case e.BetsOpened(round=number):
            return f"round {number}: bets are open"
        case e.WagerPlaced(box=box, wager=wager, amount=amount):
            return f"box {box} has {show_money(amount)} on {wager}"
        case e.CouponPlaced(box=box, wager=wager, amount=amount):
            return f"box {box} has a coupon of {show_money(amount)} on {wager}"
        case e.BetsClosed():
            return "no more bets"
        case e.WagersCollected(wager=wager, number=number, amount=amount):
            return f"{plural(number, 'chip')} of {wager} counted and put away, {show_money(amount)}"
        case e.MeterRaised(meter=meter, amount=amount):
            return f"meter {meter} grows by {show_money(amount)}"
    return ""


def _after_the_deal(event: e.Event) -> str:
    match event:
        case e.CardsDealt(to=to, cards=cards):
            return f"{plural(len(cards), 'card')} to {f'box {to}' if to.isdecimal() else PILES[to]}"
        case e.CardDiscarded():
            return "a card goes to the discard rack unseen"
        case e.CardBurned():
            return "a card is burned"
        case e.CardsRevealed(pile=pile, cards=cards):
            return f"{PILES[pile]} turned up: {show_cards(cards)}"
        case e.CardsCollected(box=box):
            return f"the hand of box {box} is collected unseen"
        case e.ChoiceMade(box=box, choice=choice):
            return f"box {box} decides: {choice}"
        case e.WinValidated(box=box, item=item):
            return f"the floorperson validates {item} of box {box}"
        case e.MeterReset(meter=meter, amount=amount):
            return f"meter {meter} is filled up with {show_money(amount)}"
        case e.RoundCompleted():
            return "round completed, all cards in the discard rack"
    return ""


def explain(table: Table, box: int, choice: Choice) -> str:
    """What a choice does to the wagers of a box."""
    assert table.round
    lying = table.round.boxes[box].wagers
    parts = [
        f"{does} {', '.join(title(table, name) for name in names)}"
        for does, names in (
            ("places", choice.places),
            ("takes back", choice.returns),
            ("gives up", [forfeit.wager for forfeit in choice.forfeits if forfeit.wager in lying]),
        )
        if names
    ]
    return " and ".join(parts) or "everything stays as it lies"
