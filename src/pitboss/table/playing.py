"""Chapters 8 to 11: dealing, decisions, reveals and settlement, as the script orders."""

from collections.abc import Iterator

from pitboss.cards import Card
from pitboss.play import commands as c
from pitboss.play import events as e
from pitboss.play.facts import Line
from pitboss.play.round import Box, Round
from pitboss.play.settle import Settling
from pitboss.rules.dealing import Deal
from pitboss.rules.script import Choice, Item, Step
from pitboss.table.refusal import refuse
from pitboss.table.state import Table, evolve


class Events:
    """Events as they are decided, and the table after them."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.found: list[e.Event] = []

    def add(self, event: e.Event) -> None:
        self.found.append(event)
        self.table = evolve(self.table, event)

    @property
    def round(self) -> Round:
        assert self.table.round
        return self.table.round


def deal(table: Table, _: c.DealCards) -> list[e.Event]:
    """The whole deal, card by card from the top of the deck."""
    dealing = table.ruleset.regulation.dealing[table.ruleset.submission.device]
    round_ = table.round
    if round_ is None or round_.phase != "closed":
        refuse("bets-not-closed", dealing.closing[0].cite, "cards are dealt after no more bets, once a round")
    hands: dict[str, list[Card]] = {}
    cites: dict[str, str] = {}
    cards = iter(round_.stub)
    for row in dealing.deal:
        if _is_dealt(table, row, round_):
            for _pass in range(row.times):
                for to in _in_turn(row, round_):
                    hands.setdefault(to, []).extend(card for _, card in zip(range(row.cards), cards, strict=False))
                    waits = table.ruleset.submission.dealer_cards == "shuffler" and to == "dealer"
                    cites.setdefault(to, (waits and dealing.dealer_may_wait) or row.cite)
    done = Events(table)
    for to, hand in hands.items():
        done.add(e.CardsDealt(to, tuple(hand), cites[to]))
    for discard in dealing.discards:
        done.add(e.CardDiscarded(discard.pile, hands[discard.pile][discard.card - 1], discard.cite))
    return _advance(done).found


def _is_dealt(table: Table, row: Deal, round_: Round) -> bool:
    if row.if_offered and row.if_offered not in table.ruleset.wagers:
        return False
    return not row.if_placed or any(row.if_placed in box.wagers for box in round_.boxes.values())


def _in_turn(row: Deal, round_: Round) -> Iterator[str]:
    for pile in row.to:
        if pile == "player":
            yield from map(str, round_.in_play())
        else:
            yield pile


def pending(table: Table) -> tuple[Step, list[int]] | None:
    """The decision that is open, and the boxes that have not made it, clockwise; None when all are made."""
    round_ = table.round
    if round_ is None or round_.phase != "playing":
        return None
    for step in table.ruleset.regulation.script:
        if step.step == "decide":
            boxes = [number for number in round_.in_play() if _is_due(step, round_.boxes[number])]
            if boxes:
                return step, boxes
    return None


def _is_due(step: Step, box: Box) -> bool:
    if step.decision in box.choices or box.surrendered:
        return False
    return not step.asks or (step.asks in box.wagers and step.asks not in box.settled) or _withdrawn(step, box)


def _withdrawn(step: Step, box: Box) -> bool:
    """A bet that was asked for is gone only by a violation, which settles everything at once."""
    return step.asks in box.wagers and not set(box.wagers) <= set(box.settled)


def choose(table: Table, command: c.Choose) -> list[e.Event]:
    """One player's decision, then whatever the dealer does before the next one."""
    script = table.ruleset.regulation.script
    open_now = pending(table)
    if open_now is None:
        cite = next(step.cite for step in script if step.step == "decide")
        refuse("no-decision-due", cite, f"box {command.box} has nothing to decide now")
    step, boxes = open_now
    if command.box != boxes[0]:
        refuse(
            "not-your-turn", step.cite, f"box {command.box} cannot decide {step.decision} now: box {boxes[0]} is asked"
        )
    choice = next((choice for choice in step.choices if choice.choice == command.choice), None)
    if choice is None:
        known = " or ".join(choice.choice for choice in step.choices)
        refuse("no-such-choice", step.cite, f"box {command.box} cannot {command.choice}: it decides to {known}")
    done = Events(table)
    _choose(done, command.box, step, choice)
    return _advance(done).found


def _choose(done: Events, number: int, step: Step, choice: Choice) -> None:
    box = done.round.boxes[number]
    regulation = done.table.ruleset.regulation
    for wager in choice.places:
        relation = next(stake for stake in regulation.stakes if stake.wager == wager)
        amount = box.wagers[relation.to]
        if amount > done.table.rack_of(box.player):
            refuse("not-enough-chips", relation.cite, f"box {number} needs chips for {wager}")
        done.add(e.ChoiceMade(number, step.decision, choice.choice, choice.cite))
        done.add(e.WagerPlaced(number, wager, amount, 0, relation.cite))
    if not choice.places:
        done.add(e.ChoiceMade(number, step.decision, choice.choice, choice.cite))
    for wager in choice.returns:
        done.add(e.WagerReturned(number, wager, box.wagers[wager], choice.cite))
    for forfeit in choice.forfeits:
        if forfeit.wager in box.wagers:
            done.add(e.WagerForfeited(number, forfeit.wager, box.wagers[forfeit.wager], forfeit.cite))


def _advance(done: Events) -> Events:
    """What follows by itself: players who left do not decide, and cards are turned that a later decision waits for."""
    while True:
        open_now = pending(done.table)
        script = done.table.ruleset.regulation.script
        reached = script.index(open_now[0]) if open_now else -1
        for step in script[:reached] if open_now else ():
            if step.step in ("burn", "reveal"):
                _turn(done, step)
        if open_now is None or not done.round.boxes[open_now[1][0]].left:
            return done
        step = open_now[0]
        # Leaving stands as no decision: bets ride as placed, and no further wager is made.
        silent = next(choice for choice in step.choices if not choice.places and not choice.returns)
        _choose(done, open_now[1][0], step, silent)


def _turn(done: Events, step: Step) -> None:
    """Burns or reveals the card of a step, unless that is done or the pile is empty."""
    pile, round_ = step.pile or "community", done.round
    if step.step == "burn":
        if not round_.burned:
            done.add(e.CardBurned(pile, round_.piles[pile][step.card - 1], step.cite))
        return
    burned = round_.burned if pile == "community" else ()
    lying = (*burned, *round_.piles.get(pile, ()))
    cards = (lying[step.card - 1],) if step.card else lying
    hidden = tuple(card for card in cards if card not in round_.revealed.get(pile, ()))
    if hidden:
        done.add(e.CardsRevealed(pile, hidden, step.cite))


def settle(table: Table, _: c.Settle) -> list[e.Event]:
    """Reveals, then settles box by box, until the end or until a win waits for the floorperson."""
    script = table.ruleset.regulation.script
    first = next(step for step in script if step.step == "settle")
    if table.round is None or table.round.phase not in ("playing", "settling"):
        refuse("nothing-to-settle", first.cite, "no dealt round waits to be settled")
    if open_now := pending(table):
        refuse("decisions-open", open_now[0].cite, f"box {open_now[1][0]} has not decided {open_now[0].decision}")
    waiting = table.round.asked - table.round.validated
    if waiting:
        box, item = min(waiting)
        refuse("validation-open", first.cite, f"the floorperson has not validated {item} of box {box}")
    done = Events(table)
    for step in script:
        match step.step:
            case "burn" | "reveal":
                _turn(done, step)
            case "collect_folded":
                _collect_folded(done, step)
            case "settle":
                if not _settle_step(done, step):
                    return done.found
            case "clear":
                done.add(e.RoundCompleted(step.cite))
    return done.found


def _collect_folded(done: Events, step: Step) -> None:
    for number in done.round.in_play():
        box = done.round.boxes[number]
        folded = box.choices and any(_gives_up(done.table, box))
        if folded and not box.surrendered and not any(wager in box.wagers for wager in step.keeps_cards_for):
            done.add(e.CardsCollected(number, box.cards, step.cite))


def _gives_up(table: Table, box: Box) -> Iterator[bool]:
    for decision, choice in box.choices.items():
        yield bool(table.terms.decisions[decision][1][choice].forfeits)


def _settle_step(done: Events, step: Step) -> bool:
    """Settles one step of the script; False where it stops for a validation."""
    for number in reversed(done.round.in_play()):
        open_items = [item for item in step.items if item.item not in done.round.boxes[number].settled]
        for item, line in _lines(done, number, step, open_items):
            if item.reveals:
                _turn_all(done, item)
            if line.outcome == "paid" and item.validated and (number, item.item) not in done.round.validated:
                done.add(e.ValidationAsked(number, item.item, item.validated))
                return False
            _pay(done, number, line)
    return True


def _turn_all(done: Events, item: Item) -> None:
    pile = item.reveals or "community"
    burned = done.round.burned if pile == "community" else ()
    hidden = tuple(
        card for card in (*burned, *done.round.piles.get(pile, ())) if card not in done.round.revealed.get(pile, ())
    )
    if hidden:
        done.add(e.CardsRevealed(pile, hidden, item.reveal_cite or item.cite))


def _lines(done: Events, number: int, step: Step, items: list[Item]) -> list[tuple[Item, Line]]:
    table = done.table
    facts = done.round.facts(table.meters())
    box = next((box for box in facts.boxes if box.box == number), None)
    if box is None:
        return []
    settling = Settling(table.terms, facts)
    if table.terms.payout_limit is not None:
        covered = table.ruleset.regulation.payout_limit.wagers
        used = sum(settled.amount for item, settled in done.round.boxes[number].settled.items() if item in covered)
        settling.limits[number] = table.terms.payout_limit - used
    lines = [(item, line) for item in items for line in settling.item(item, box)]
    if step.losers_first:
        lines.sort(key=lambda pair: pair[1].outcome not in ("collected", "forfeited"))
    return lines


def _pay(done: Events, number: int, line: Line) -> None:
    match line.outcome:
        case "collected":
            done.add(e.WagerCollected(number, line.item, line.stake, line.cite))
        case "forfeited":
            done.add(e.WagerForfeited(number, line.item, line.stake, line.cite))
        case "returned":
            done.add(e.WagerReturned(number, line.item, line.returned, line.cite))
        case "paid":
            _paid(done, number, line)


def _paid(done: Events, number: int, line: Line) -> None:
    pattern, odds = line.pattern or "", line.odds or ""
    if line.item in done.table.ruleset.regulation.awards:
        done.add(e.AwardPaid(number, line.item, pattern, odds, line.amount, line.cite))
        return
    done.add(
        e.WagerPaid(number, line.item, line.stake, pattern, odds, line.returned, line.amount, line.meter, line.cite)
    )
    if line.resets:
        rules = done.table.ruleset.regulation.meter_rules
        done.add(e.MeterReset(line.meter, done.table.terms.seeds[line.meter], rules.paid if rules else line.cite))


def validate(table: Table, command: c.ValidateWin) -> Iterator[e.Event]:
    wanted = (command.box, command.item)
    items = [item for step in table.ruleset.regulation.script for item in step.items if item.item == command.item]
    cite = (items[0].validated or items[0].cite) if items else table.ruleset.regulation.table.cite
    if table.round is None or wanted not in table.round.asked - table.round.validated:
        refuse("nothing-to-validate", cite, f"no win of box {command.box} on {command.item} waits to be validated")
    yield e.WinValidated(command.box, command.item, cite)
