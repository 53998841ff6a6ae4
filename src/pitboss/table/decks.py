"""Chapters 3 to 5 between rounds: receiving, opening, shuffling, cutting, spreading and counting the cards."""

from collections.abc import Iterator

from pitboss.cards import DECK, Card
from pitboss.play import commands as c
from pitboss.play import events as e
from pitboss.rules.clause import Clause
from pitboss.rules.procedures import OpeningStep
from pitboss.table.refusal import refuse
from pitboss.table.state import DeckState, Table
from pitboss.text import plural


def between_rounds(table: Table, cite: Clause) -> None:
    if table.round:
        refuse("round-under-way", cite, "a round is in progress")


def before_the_deal(table: Table, cite: Clause) -> None:
    if table.round and table.round.phase not in ("betting", "closed"):
        refuse("round-under-way", cite, "cards have been dealt")


def receive(table: Table, command: c.ReceiveDecks) -> Iterator[e.Event]:
    opening, wanted = table.ruleset.regulation.opening, table.ruleset.submission.decks
    between_rounds(table, opening.cite)
    if command.number != wanted:
        refuse(
            "wrong-number-of-decks",
            table.ruleset.regulation.decks.cite,
            f"the table plays with {plural(wanted, 'deck')}",
        )
    yield e.DecksReceived(command.number, command.preshuffled, opening.skipped if command.preshuffled else opening.cite)


def step_due(table: Table) -> tuple[int, OpeningStep] | None:
    """The next opening step, and the deck it is for."""
    steps = table.opening_steps
    for index, deck in enumerate(table.decks):
        if deck.opened < len(steps):
            return index, steps[deck.opened]
    return None


def perform(table: Table, command: c.Perform) -> Iterator[e.Event]:
    opening = table.ruleset.regulation.opening
    between_rounds(table, opening.cite)
    due = step_due(table)
    if due is None:
        refuse("nothing-to-open", opening.cite, "no deck is being opened")
    index, step = due
    if (command.step, command.who) != (step.does, step.by):
        refuse("out-of-order", step.cite, f"the next step is {_said(step.does)}, by the {step.by}")
    yield e.StepPerformed(step.does, step.by, index, step.cite)


def ready(deck: DeckState | None) -> bool:
    """Whether a deck can be dealt."""
    return deck is not None and bool(deck.order) and not deck.needs_cut


def shuffle_ways(table: Table, deck: DeckState) -> tuple[str, ...]:
    """How a deck may be shuffled now."""
    # Cards dealt from the hand pass through the device, also those that come preshuffled.
    if deck.preshuffled and "preshuffled" in table.ruleset.regulation.shuffling.cut.after and table.device != "hand":
        return ("preshuffled",)
    return ("hand",) if table.shuffler == "none" else ("device",)


def deck_to_shuffle(table: Table) -> int | None:
    """The deck to shuffle: the one in turn first, then the one that waits."""
    steps, count = len(table.opening_steps), len(table.decks)
    for offset in range(count):
        index = (table.current + offset) % count
        deck = table.decks[index]
        if deck.opened == steps and not deck.order and not (table.round and index == table.current):
            return index
    return None


def shuffle(table: Table, command: c.RecordShuffle) -> Iterator[e.Event]:
    rule = table.ruleset.regulation.shuffling
    occasion = rule.occasions[0 if table.rounds == 0 else 1].cite
    if step_due(table):
        refuse("not-opened", table.ruleset.regulation.opening.cite, "the cards must be inspected and stacked first")
    index = deck_to_shuffle(table)
    if index is None:
        refuse("nothing-to-shuffle", rule.cite, "no deck waits for a shuffle")
    deck = table.decks[index]
    ways = shuffle_ways(table, deck)
    if command.way not in ways:
        refuse("wrong-shuffle", rule.cite, f"these cards must be shuffled by {' or '.join(ways)}")
    if len(set(command.order)) < len(command.order):
        refuse("impossible-deck", rule.cite, "the order has a card twice")
    counts = table.shuffler in ("counting", "reshuffling") and command.way == "device"
    if counts and command.order and not is_whole(command.order):
        yield e.IrregularityFound("deck_not_52", "remove_deck", rule.count_wrong)
        yield e.DeckRemoved(index, rule.count_wrong)
        return
    yield e.DeckShuffled(index, command.order, command.way, occasion)


def is_whole(order: tuple[Card, ...]) -> bool:
    return len(order) == len(DECK) and set(order) == set(DECK)


def cut_cards(table: Table, command: c.CutCards) -> Iterator[e.Event]:
    rule, deck = table.ruleset.regulation.shuffling.cut, table.deck
    before_the_deal(table, rule.cite)
    if deck is None or not deck.order or not deck.needs_cut:
        refuse("no-cut-due", rule.cite, "no cut is due")
    if not rule.least <= command.depth < len(deck.order):
        refuse("cut-too-shallow", rule.cite, f"a cut moves at least {rule.least} cards and leaves at least one")
    yield e.DeckCut(command.depth, rule.cite)


def order_recut(table: Table, _: c.OrderRecut) -> Iterator[e.Event]:
    rule, deck = table.ruleset.regulation.shuffling.cut, table.deck
    before_the_deal(table, rule.recut)
    if exempted := table.exempted_by("cut"):
        refuse("nothing-cut", exempted, "cards in a device that reshuffles by itself are not cut")
    if deck is None or not deck.order or deck.needs_cut or not (deck.is_cut or "floor_orders" in rule.after):
        refuse("nothing-cut", rule.recut, "there is no cut to repeat")
    yield e.RecutOrdered(rule.recut)


def order_shuffle(table: Table, _: c.OrderShuffle) -> Iterator[e.Event]:
    rule = table.ruleset.regulation.shuffling
    cite = next((row.cite for row in rule.occasions if row.when == "floor_orders"), rule.cite)
    between_rounds(table, cite)
    if table.deck is None or not table.deck.order:
        refuse("nothing-shuffled", cite, "the next cards are not shuffled yet")
    yield e.ShuffleOrdered(table.current, cite)


def go_idle(table: Table, _: c.GoIdle) -> Iterator[e.Event]:
    idle = table.ruleset.regulation.shuffling.idle[0]
    between_rounds(table, idle.cite)
    if exempted := table.exempted_by("idle"):
        refuse("not-open", exempted, "cards in a device that reshuffles by itself are not spread")
    if table.seats:
        refuse("players-seated", idle.cite, "the table cannot go idle while a player is seated")
    if table.idle or not table.decks or step_due(table):
        refuse("not-open", idle.cite, "there are no open cards to spread")
    yield e.TableIdled(idle.cite)


def count_is_due(table: Table) -> bool:
    """Whether the cards must be counted before another round begins."""
    stub = table.ruleset.regulation.dealing[table.device].stub
    return table.shuffler not in stub.unless_shuffler and table.since_count >= stub.count_every


def open_bets(table: Table, command: c.OpenBets) -> Iterator[e.Event]:
    """Opens bets, if the cards are ready, not too old, and counted often enough."""
    regulation = table.ruleset.regulation
    begin = regulation.conduct["before_no_more_bets"]
    between_rounds(table, begin)
    deck = table.deck
    if not ready(deck):
        refuse("cards-not-ready", regulation.shuffling.cite, "the cards are not shuffled, stacked and cut")
    assert deck
    if deck.since is not None and command.at < deck.since:
        refuse("time-goes-back", begin, "the time given is before the time these cards came into use")
    for life in regulation.decks.life:
        if table.device in life.devices and deck.since is not None and command.at - deck.since >= life.hours * 3600:
            refuse("deck-too-old", life.cite, f"these cards have been in use for {life.hours} hours: change them")
    if count_is_due(table):
        stub = regulation.dealing[table.device].stub
        refuse(
            "stub-not-counted",
            stub.count_cite,
            f"count the cards first: a count is due every {stub.count_every} rounds",
        )
    yield e.BetsOpened(table.rounds + 1, command.at, begin)


def _said(word: str) -> str:
    return word.replace("_", " ")
