"""Events in words: one sentence for each kind of event, the same in the terminal, on pages and in a replay."""

from typing import NamedTuple, assert_never

from pitboss.cards import show_cards
from pitboss.documents.choice_text import choice_text, label_in
from pitboss.documents.settled_text import Reasons, SettlingEvent
from pitboss.documents.titles import item_title, place_title, plain_words
from pitboss.money import show_money
from pitboss.play import events as e
from pitboss.play.terms import Cards
from pitboss.table.decks import deck_name
from pitboss.table.state import Table
from pitboss.table.visible_cards import latest_round
from pitboss.text import listed, plural, show_signed

EFFECTS = {
    "discard_card": "the card goes to the discard rack",
    "use_as_next_card": "the card is dealt as the next one",
    "void_round": "the round is void",
    "return_wagers": "all wagers are returned",
    "reshuffle": "the cards are shuffled again",
    "gather_dealt_cards": "the dealt cards are gathered",
    "remove_deck": "the deck leaves the table",
    "cover_or_mark_device": "the device is covered or marked",
    "play_on": "it is recorded, and the round goes on",
}
"""What an irregularity leads to."""
_SHUFFLED = {"hand": "shuffled by hand", "device": "shuffled by the device", "preshuffled": "received shuffled"}


class EventText(NamedTuple):
    """An event in words. `subject` is the box, player or pile that it is about, or empty."""

    subject: str
    words: str

    def __str__(self) -> str:
        """`Box 3: Ante loses $10`, or the words alone."""
        return f"{self.subject}: {self.words}" if self.subject else self.words


class EventNarrator:
    """Puts the events of a table into words; `table` is the table after them.

    A reader who `sees_all` reads every card. Others read no card that lies face down, nor the name of a hand that
    settlement has not turned up.
    """

    def __init__(self, table: Table, *, sees_all: bool = False) -> None:
        self._table, self._sees_all = table, sees_all
        self.reasons = Reasons(table, sees_all=sees_all)

    def text(self, event: e.Event, *, sees_cards: bool = False) -> EventText:
        """The words for an event. `sees_cards` is for the player whose own cards the event names."""
        about, words = "", ""
        match event:
            # The most frequent kinds first.
            case e.WagerPlaced(box=box, wager=wager, amount=amount):
                about = f"Box {box}"
                words = (
                    f"{show_money(amount)} on {self._title(wager)}" if amount else f"{self._title(wager)} taken back"
                )
            case e.ChoiceMade(box=box, decision=decision, choice=choice):
                about, words = f"Box {box}", f"{self._label(choice)}, {self._effect(box, decision, choice)}"
            case e.NoChoiceMade(box=box, decision=decision, stands=stands):
                about, words = f"Box {box}", f"no choice made, {self._effect(box, decision, stands)}"
            case e.WagerForfeited(wager=wager, stake=stake) | e.WagerCollected(wager=wager, stake=stake):
                return self._settled(event, f"{self._title(wager)} loses {show_money(stake)}")
            case e.WagerPaid(box=box, wager=wager, amount=amount, meter=meter):
                meter = meter or self._locked_meter(box, wager)
                source = f" from the {plain_words(meter)} meter" if meter else ""
                return self._settled(event, f"{self._title(wager)} wins {show_money(amount)}{source}")
            case e.CardsDealt(to=to, cards=cards):
                about, words = place_title(to), f"{self._cards(cards, sees_cards)} dealt"
            case e.WagerReturned(wager=wager, amount=amount):
                return self._settled(event, f"{self._title(wager)}, {show_money(amount)} goes back")
            case e.AwardPaid(award=award, amount=amount):
                return self._settled(event, f"{self._title(award)} pays {show_money(amount)}")
            case e.CardsRevealed(pile=pile, cards=cards):
                about, words = place_title(pile), f"{show_cards(cards)} turned up"
            case e.CardsTurned(to=to, cards=cards):
                about, words = place_title(to), f"{show_cards(cards)} turned up"
            case e.CardsCorrected(to=to, was=was, cards=cards):
                about, words = place_title(to), f"{show_cards(cards)}, not {was} as read before"
            case e.ChoiceCorrected(box=box, decision=decision, was=was, choice=choice):
                about, instead = f"Box {box}", f"{self._label(choice)}, not {self._label(was)} as entered before"
                words = f"{instead}, {self._effect(box, decision, choice)}"
            case e.WagerRestored(box=box, wager=wager, stake=stake):
                about, words = f"Box {box}", f"{self._title(wager)}, {show_money(stake)} lies on the layout again"
            case e.ChipsBought(player=about, amount=amount):
                words = f"{show_money(amount)} in chips bought"
            case e.ChipsCashed(player=about, amount=amount):
                words = f"{show_money(amount)} in chips cashed out"
            case e.SeatTaken(player=about, box=box):
                words = f"sits at box {box}"
            case e.SeatLeft(player=about, box=box):
                words = f"leaves box {box}"
            case e.SeatFreed(player=player, box=box):
                about, words = f"Box {box}", f"the floor frees it: {player} is gone"
            case e.TableFilled(amount=amount):
                words = f"{show_money(amount)} in chips come from the cage"
            case e.TableCredited(amount=amount):
                words = f"{show_money(amount)} in chips go to the cage"
            case e.PayoutHeld(player=about, item=item, amount=amount):
                words = f"{show_money(amount)} for {self._title(item)} is paid by hand: the desk prepares it"
            case e.PayoutMade(player=about, item=item, amount=amount):
                words = f"{show_money(amount)} for {self._title(item)} was paid by hand"
            case e.InventoryCounted(amount=amount, was=was, first=first):
                told = "" if first or amount == was else f"; the books had {show_money(was)}"
                words = f"The table inventory was counted: {show_money(amount)}{told}"
            case e.DropEmptied(amount=amount):
                words = f"The drop box goes to the count with {show_money(amount)}"
            case e.PaymentCorrected(player=about, amount=amount, reason=reason):
                words = f"{show_signed(amount)} corrected: {reason}"
            case e.BoxPaymentCorrected(player=about, amount=amount, item=item, box=box, round=number, reason=reason):
                what = f"{self._title(item)} of box {box} in round {number}"
                words = f"{show_signed(amount)} corrected for {what}: {reason}"
            case e.DecksReceived(number=number, preshuffled=preshuffled):
                words = f"{plural(number, 'deck')} received{', preshuffled' * preshuffled}"
            case e.StepPerformed(step=step, who=who, deck=deck):
                about, words = self._deck(deck), f"{plain_words(step)}, by the {who}"
            case e.DeckShuffled(deck=deck, way=way):
                about, words = self._deck(deck), _SHUFFLED.get(way, way)
            case e.DeckCut(depth=depth):
                words = f"The cards are cut {depth} deep"
            case e.RecutOrdered():
                words = "The floorperson orders a recut"
            case e.ShuffleOrdered(deck=deck):
                about, words = self._deck(deck), "a shuffle is ordered"
            case e.DeckLoaded(deck=deck):
                about, words = self._deck(deck), "goes into the shuffler"
            case e.TableIdled():
                words = "Nobody plays: the cards are spread on the table"
            case e.DeckRemoved(deck=deck):
                about, words = self._removed(deck), "leaves the table"
            case e.DeviceTakenOut(device=device, how=how):
                words = f"The {plain_words(device)} is out of service, {how}"
            case e.DeckAdded(preshuffled=preshuffled):
                words = f"A {'preshuffled ' if preshuffled else ''}deck takes the place of the one that was removed"
            case e.BetsWithdrawn(round=number):
                words = f"Nobody is at the table: the bets are withdrawn before round {number}"
            case e.DeviceReturned(device=device):
                words = f"The {plain_words(device)} is in service again"
            case e.BetsOpened(round=number):
                words = f"Round {number}: bets are open"
            case e.CouponPlaced(box=box, wager=wager, amount=amount):
                about, on = f"Box {box}", f"coupon on {self._title(wager)}"
                words = f"{show_money(amount)} {on}" if amount else f"{on} taken back"
            case e.HandChosen(box=box, hand=hand):
                about, words = f"Box {box}", f"plays community hand {hand}"
            case e.BetsClosed():
                words = "No more bets"
            case e.ChipsCounted(wager=wager, number=number, accepted=accepted):
                words = f"{self._title(wager)}: {plural(number, 'chip')} counted, {plural(accepted, 'wager')} accepted"
            case e.DifferenceDecided(box=box, wager=wager, accepted=is_accepted):
                about = f"Box {box}"
                words = f"the floorperson {'accepts' if is_accepted else 'refuses'} the {self._title(wager)}"
            case e.WagersCollected(wager=wager, number=number, amount=amount):
                words = f"{plural(number, 'chip')} of {self._title(wager)} to the inventory, {show_money(amount)}"
            case e.MeterRaised(meter=meter, amount=amount):
                words = f"The {plain_words(meter)} meter grows by {show_money(amount)}"
            case e.MeterLowered(meter=meter, amount=amount):
                does = "gives" if amount >= 0 else "gets"
                words = f"The {plain_words(meter)} meter {does} {show_money(abs(amount))} back"
            case e.MeterShown(meter=meter, amount=amount):
                words = f"The {plain_words(meter)} meter shows {show_money(amount)}: other tables have moved it"
            case e.MeterReset(meter=meter, amount=amount):
                words = f"The house fills the {plain_words(meter)} meter up with {show_money(amount)}"
            case e.JackpotLocked(box=box, wager=wager, meter=meter, amount=amount):
                about = f"Box {box}"
                words = f"{show_money(amount)} of the {plain_words(meter)} meter is locked for {self._title(wager)}"
            case e.JackpotReleased(box=box, wager=wager, meter=meter, amount=amount):
                about = f"Box {box}"
                words = (
                    f"{show_money(amount)} locked for {self._title(wager)} goes back to the {plain_words(meter)} meter"
                )
            case e.CardsRead(cards=cards):
                words = f"The dealer reads {self._cards(cards, sees_cards)} from the top"
            case e.CardDiscarded(pile=pile, card=card):
                # Everybody sees a card that lies face up in the deck.
                about, is_seen = place_title(pile), sees_cards or pile == "deck"
                words = f"{self._cards((card,), is_seen)} to the discard rack"
            case e.CardBurned(pile=pile, card=card):
                about, words = place_title(pile), f"{self._cards((card,), sees_cards)} burned"
            case e.CardsCollected(box=box, cards=cards):
                about, words = f"Box {box}", f"{self._cards(cards, sees_cards)} to the discard rack"
            case e.HandCollected(box=box, cards=cards):
                about, words = f"Box {box}", f"the losing hand {show_cards(cards)} goes to the discard rack"
            case e.ForfeitsCollected(box=box, amount=amount):
                about, words = f"Box {box}", f"{show_money(amount)} in forfeited wagers collected"
            case e.ValidationAsked(box=box, item=item):
                verified = self._verified(item)
                about, words = f"Box {box}", f"{self._title(item)} wins{verified}, once the floorperson validates it"
            case e.WinValidated(box=box, item=item):
                about, words = f"Box {box}", f"the floorperson validates the {self._title(item)} win"
            case e.StubCounted(number=number):
                words = f"The dealer counts the stub: {plural(number, 'card')}"
            case e.RoundCompleted():
                words = "The round is completed: all cards are in the discard rack"
            case e.IrregularityReported(found=found, place=place, number=number):
                about = place_title(place) if place else ""
                there = f", {plural(number, 'card')}" if number >= 0 else ""
                words = f"{plain_words(found)}{there} reported; the floorperson decides"
            case e.ReportRefused(found=found):
                words = f"The floorperson does not confirm it, {plain_words(found)}: the round goes on"
            case e.IrregularityFound(found=found, effects=effects):
                then = listed(EFFECTS.get(effect, effect) for effect in effects.split(","))
                words = f"Irregularity, {plain_words(found)}: {then}"
            case e.RoundVoided():
                words = "The round is void: every wager goes back"
            case e.PaymentTakenBack(box=box, item=item, amount=amount):
                about, words = f"Box {box}", f"{self._title(item)}, {show_money(amount)} is taken back"
            case e.CouponReturned(box=box, wager=wager, amount=amount):
                about, words = f"Box {box}", f"{show_money(amount)} coupon on {self._title(wager)} goes back unused"
            case e.WagersAbandoned(box=box):
                about, words = f"Box {box}", "the wagers are abandoned"
            case _:
                assert_never(event)
        return EventText(about, words)

    def _settled(self, event: SettlingEvent, words: str) -> EventText:
        """What an event settles, and why."""
        why = self.reasons.settled(event).why
        return EventText(f"Box {event.box}", f"{words}: {why}" if why else words)

    def _locked_meter(self, box: int, wager: str) -> str:
        """The meter from which a win was locked before it was paid; empty without one."""
        round_ = latest_round(self._table)
        locked = round_.boxes[box].locked.get(wager) if round_ and box in round_.boxes else None
        return locked.meter if locked else ""

    def _title(self, item: str) -> str:
        return item_title(self._table.ruleset.regulation, item)

    def _deck(self, index: int) -> str:
        return deck_name(self._table, index).capitalize()

    def _removed(self, index: int) -> str:
        """A deck that is gone: the one whose color is missing at the table."""
        there = {deck.back for deck in self._table.decks}
        missing = [back for back in self._table.ruleset.submission.backs if back not in there]
        return f"{missing[0].capitalize()} deck" if len(missing) == 1 else f"Deck {index + 1}"

    def _verified(self, item: str) -> str:
        """What the dealer has verified by the time a win waits for validation, by its clauses."""
        steps = self._table.ruleset.regulation.script
        clauses = [
            clause.address for step in steps for row in step.items if row.item == item for clause in row.verified
        ]
        return f", verified by the dealer ({listed(clauses)})" if clauses else ""

    def _label(self, choice: str) -> str:
        return label_in(self._table.ruleset.regulation, choice).lower()

    def _effect(self, box: int, decision: str, choice: str) -> str:
        """What a choice does to the wagers that lie on the box."""
        round_, (step, choices) = latest_round(self._table), self._table.terms.script.decisions[decision]
        there = round_.boxes.get(box) if round_ else None
        wagers = there.wagers if there else self._table.ruleset.wagers
        return choice_text(self._table.ruleset.regulation, step, choices[choice], wagers)

    def _cards(self, cards: Cards, is_seen: bool) -> str:
        """Cards that the reader may know, else their number."""
        return show_cards(cards) if is_seen or self._sees_all else plural(len(cards), "card")
