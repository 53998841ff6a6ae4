"""Chapters 3 to 5 between rounds: receiving, opening, shuffling, cutting, spreading and counting the cards."""

from collections.abc import Iterator

from pitboss.cards import DECK, Card
from pitboss.play import commands as c
from pitboss.play import events as e
from pitboss.rules.clause import Clause
from pitboss.rules.procedures import OpeningStep
from pitboss.table.refusal import refuse
from pitboss.table.settled import is_being_settled
from pitboss.table.state import DeckState, Table
from pitboss.text import plural


def between_rounds(table: Table, cite: Clause) -> None:
    if table.round:
        refuse("round-under-way", cite, "a round is in progress")


def before_the_deal(table: Table, cite: Clause) -> None:
    if table.round and table.round.phase not in ("betting", "closed"):
        refuse("round-under-way", cite, "cards have been dealt")


def decks_wanted(table: Table) -> int:
    """The number of decks that the table plays with: two only while a shuffler is in service."""
    return 1 if table.shuffler == "none" else table.ruleset.submission.decks


def decks_missing(table: Table) -> int:
    """The number of decks to receive: all of them, or one in place of a deck that was removed."""
    return decks_wanted(table) - len(table.decks)


def receive(table: Table, command: c.ReceiveDecks) -> Iterator[e.Event]:
    """All decks are changed, or one comes in place of a deck that was removed."""
    opening, wanted, missing = table.ruleset.regulation.opening, decks_wanted(table), decks_missing(table)
    between_rounds(table, opening.cite)
    cite = opening.skipped if command.preshuffled else opening.cite
    if command.number == wanted:
        yield e.DecksReceived(command.number, command.preshuffled, cite)
    elif 0 < command.number == missing:
        yield e.DeckAdded(command.preshuffled, cite)
    else:
        told = f"the table plays with {plural(wanted, 'deck')}"
        refuse("wrong-number-of-decks", table.ruleset.regulation.decks.cite, told)


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
    if step.by == "player" and not table.seats:
        refuse("nobody-seated", step.cite, f"no player is seated who could {_said(step.does)}")
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


def shuffle_cite(table: Table, when: str) -> Clause:
    """The clause by which cards are shuffled on an occasion."""
    rule = table.ruleset.regulation.shuffling
    return next((row.cite for row in rule.occasions if row.when == when), rule.cite)


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
    cite = shuffle_cite(table, "floor_orders")
    between_rounds(table, cite)
    if table.deck is None or not table.deck.order:
        refuse("nothing-shuffled", cite, "the next cards are not shuffled yet")
    yield e.ShuffleOrdered(table.current, cite)


def load_shuffler(table: Table, _: c.LoadShuffler) -> Iterator[e.Event]:
    """Puts the deck that is not in turn into the shuffler, so that it is shuffled during the round."""
    waiting, cite = deck_to_shuffle(table), second_deck_cite(table)
    if table.shuffler == "none" or waiting is None or waiting == table.current or table.decks[waiting].loaded:
        refuse("nothing-to-load", cite, "no second deck waits for the shuffler")
    yield e.DeckLoaded(waiting, cite)


def second_deck_cite(table: Table) -> Clause:
    """The clause by which one deck is shuffled while the other is in play."""
    rule = table.ruleset.regulation.decks
    return next((row.cite for row in rule.second if row.rule == "one_shuffles"), rule.cite)


def deck_name(table: Table, index: int) -> str:
    """`red deck` by the color of its backs, or `deck 1`."""
    back = table.decks[index].back if index < len(table.decks) else ""
    return f"{back} deck" if back else f"deck {index + 1}"


def deck_names(table: Table) -> dict[c.Deck, str]:
    """The names of two decks; empty if there is only one."""
    if len(table.decks) < 2:
        return {}
    return {"current": deck_name(table, table.current), "device": deck_name(table, 1 - table.current)}


def named_deck(table: Table, name: str, cite: Clause) -> int:
    """The deck that a person names: the one in turn, or the other, which the shuffler holds."""
    if not table.decks:
        refuse("no-cards", cite, "there are no cards at the table")
    if len(table.decks) > 1 and not name:
        refuse("which-deck", cite, "there are two decks: name the current deck or the device deck")
    return (table.current + (name == "device")) % len(table.decks)


def needs_a_look(table: Table) -> bool:
    """Whether nobody was at the table, so that the cards are spread and a player looks at them before play."""
    return table.unattended and table.exempted_by("idle") is None


def refuse_before_look(table: Table) -> None:
    """Refuses play with cards that the first player after an idle time has not looked at."""
    if needs_a_look(table):
        idle = table.ruleset.regulation.shuffling.idle
        seen = next((row.cite for row in idle if row.does == "view_cards"), idle[0].cite)
        withdrawn = "withdraw the bets and " if table.round else ""
        told = f"nobody was at the table: {withdrawn}spread the cards for the first player to look at"
        refuse("not-looked-at", seen, told)


def go_idle(table: Table, _: c.GoIdle) -> Iterator[e.Event]:
    idle = table.ruleset.regulation.shuffling.idle[0]
    between_rounds(table, idle.cite)
    if exempted := table.exempted_by("idle"):
        refuse("not-open", exempted, "cards in a device that reshuffles by itself are not spread")
    if table.seats and not table.unattended:
        refuse("players-seated", idle.cite, "the table cannot go idle while a player is seated")
    if not table.decks or step_due(table):
        refuse("not-open", idle.cite, "there are no open cards to spread")
    yield e.TableIdled(idle.cite)


def count_is_due(table: Table) -> bool:
    """Whether the dealer must count before the game goes on: the stub after the deal, or else the cards before bets."""
    stub, round_ = table.ruleset.regulation.dealing[table.device].stub, table.round
    if stub.before_decisions:
        is_dealt = round_ is not None and round_.phase == "playing" and rounds_to_count(table) == 0
        # A count voids nothing that is settled: a shuffler that fails now is made good in the next round.
        return is_dealt and not is_being_settled(table)
    return round_ is None and table.shuffler not in stub.unless_shuffler and table.since_count >= stub.count_every


def count_follows_deal(table: Table) -> bool:
    """Whether the stub of this round, or of the next one, is counted right after the deal."""
    stub = table.ruleset.regulation.dealing[table.device].stub
    return stub.before_decisions and rounds_to_count(table) == 0


def refuse_before_count(table: Table) -> None:
    """Refuses what must wait for a count that is due."""
    if count_is_due(table):
        stub = table.ruleset.regulation.dealing[table.device].stub
        refuse("stub-not-counted", stub.count_cite, f"count first: a count is due every {stub.count_every} rounds")


def rounds_to_count(table: Table) -> int | None:
    """The number of rounds after this one until the count is due; None if the shuffler counts."""
    stub = table.ruleset.regulation.dealing[table.device].stub
    return None if table.shuffler in stub.unless_shuffler else max(0, stub.count_every - 1 - table.since_count)


def cards_to_count(table: Table) -> int:
    """The number of cards that a count finds at a table without real cards."""
    return table.round.in_stub() if table.round else len(table.deck.order if table.deck else ()) or len(DECK)


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
    refuse_before_look(table)
    _check_second_deck(table)
    refuse_before_count(table)
    yield e.BetsOpened(table.rounds + 1, command.at, begin)


def _check_second_deck(table: Table) -> None:
    """Refuses a round while a second deck is missing, or neither shuffled nor in the shuffler."""
    if decks_wanted(table) < 2:
        return
    cite = second_deck_cite(table)
    if len(table.decks) < decks_wanted(table):
        refuse("deck-missing", cite, "a deck was removed: receive another in its place")
    if not all(deck.order or deck.loaded for deck in table.decks):
        refuse("second-deck-not-shuffled", cite, "the second deck must be shuffled, or in the shuffler")


def _said(word: str) -> str:
    return word.replace("_", " ")
