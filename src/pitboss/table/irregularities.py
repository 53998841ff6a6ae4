"""Chapter 13, the stub counts and the floor's other decisions: the effect of each finding."""

from collections.abc import Iterator

from pitboss.cards import DECK, Card
from pitboss.play import commands as c
from pitboss.play import events as e
from pitboss.play.round import Reported, Round
from pitboss.rules.clause import Clause
from pitboss.rules.procedures import Irregularity
from pitboss.table.decks import is_whole, named_deck
from pitboss.table.dry_run import Events
from pitboss.table.playing import advance, all_revealed, taken, to_be_dealt
from pitboss.table.refusal import refuse
from pitboss.table.settled import is_being_settled
from pitboss.table.state import Table
from pitboss.table.voiding import void

_WHEN = {
    "card_face_up": ("closed",),
    "second_card_face_up": ("closed",),
    "card_drawn_in_error": ("closed",),
    "dealing_shoe_failed": ("betting", "closed"),
    "wrong_number_of_cards": ("closed", "playing", "settling"),
    "face_up_after_deal": ("playing", "settling"),
}
"""The phases of a round in which a finding can be reported. Other findings come between rounds, or from a count."""


def row_for(table: Table, found: str) -> Irregularity | None:
    """The regulation's row for a finding, with the dealing device in use."""
    device = table.device
    for row in table.ruleset.regulation.irregularities:
        if row.found == found and (not row.devices or device in row.devices):
            return row
    return None


def findable(table: Table, round_: Round) -> list[str]:
    """What could be reported at this moment of a round."""
    device = table.device
    return [
        row.found
        for row in table.ruleset.regulation.irregularities
        if (not row.devices or device in row.devices)
        and (row.found == "shuffler_failed" or _can_be_found(table, round_, row))
    ]


def _can_be_found(table: Table, round_: Round, row: Irregularity) -> bool:
    """Whether something can be found at this moment of a round.

    Nobody exposes cards early that the dealer has turned up, and no stack waits in the shoe once its cards lie there.
    """
    if row.found == "card_exposed_early":
        return round_.phase == "playing" and not all_revealed(round_, row.pile or "community")
    if row.found == "dealing_shoe_failed" and round_.phase == "playing":
        # A stack that waits in the shoe for the last decision can still jam.
        return table.ruleset.submission.dealer_cards == "shuffler" and not all_revealed(round_, "dealer")
    return round_.phase in _WHEN.get(row.found, ())


def report(table: Table, command: c.Report) -> Events:
    found, round_ = command.found, table.round
    row = row_for(table, found)
    if row is None:
        refuse(
            "not-an-irregularity",
            table.ruleset.regulation.irregularities[0].cite,
            f"no clause covers {_said(found)} at this table",
        )
    if found in ("stub_misdealt", "stub_wrong", "device_unusable", "second_card_face_up"):
        refuse(
            "found-otherwise",
            row.cite,
            f"{_said(found)} is not reported: a count, a covered device or a second card reveals it",
        )
    if found == "shuffler_failed":
        return _shuffler_failed(table, row)
    if found == "deck_not_52":
        return _short_deck(table, command.place)
    if round_ is None or not _can_be_found(table, round_, row):
        refuse("not-now", row.cite, f"{_said(found)} cannot be reported at this point of the round")
    if command.place and command.place not in (there := places(table, round_)):
        refuse("no-such-place", row.cite, f"there is no {command.place!r} here, but {', '.join(map(_placed, there))}")
    if found == "card_face_up":
        if command.card is None or command.card not in round_.stub:
            refuse("no-such-card", row.cite, "name the card that was found face up in the deck")
        further = row_for(table, "second_card_face_up")
        row = further if (round_.face_up_found or command.order_stays) and further else row
    is_known = row.names_number and _is_known(table, round_, row, command)
    waits = not is_known and command.who == "dealer" and needs_floor(round_, row)
    return find(Events(table), row, command, waits=waits)


def places(table: Table, round_: Round) -> list[str]:
    """Where cards can lie: the boxes, the piles of the deal, and the deck."""
    piles = [pile for row in table.ruleset.regulation.dealing[table.device].deal for pile in row.to if pile != "player"]
    return [*map(str, sorted(round_.boxes)), *dict.fromkeys(piles), "deck"]


def needs_floor(round_: Round, row: Irregularity) -> bool:
    """Whether a finding has no effect before a floorperson confirms it.

    No dealer alone voids a round in which a win waits to be validated: ruling void-by-whom.
    """
    return "void_round" in row.effects and (row.floor_confirms or round_.asked != round_.validated)


def find(done: Events, row: Irregularity, command: c.Report, *, waits: bool) -> Events:
    """Records a finding with its effects; if it `waits`, it has none before the floorperson confirms it."""
    if waits or row.floor_confirms:
        done.add(e.IrregularityReported(row.found, command.place, command.number, row.cite))
    return done if waits else _effects(done, row, command.card)


def _effects(done: Events, row: Irregularity, card: Card | None = None) -> Events:
    done.add(e.IrregularityFound(row.found, ",".join(row.effects), row.cite))
    if "discard_card" in row.effects and card is not None:
        done.add(e.CardDiscarded("deck", card, row.cite))
    if "void_round" in row.effects:
        void(done, row.cite, "remove_deck" in row.effects)
    return done


def _is_known(table: Table, round_: Round, row: Irregularity, command: c.Report) -> bool:
    """Whether the ledger itself shows that the deck is too short to deal.

    Refuses a report that does not say where, how many cards, or that agrees with the ledger: then nothing is wrong.
    """
    there = cards_at(table, round_)
    if command.place not in there or command.number < 0:
        where = " or ".join(_placed(place) for place in there)
        refuse("no-such-place", row.cite, f"say at which place, {where}, and how many cards were found there")
    known = there[command.place]
    if command.number != known:
        return False
    if command.place != "deck" or round_.phase != "closed" or taken(table) <= known:
        refuse("number-agrees", row.cite, f"{known} cards is the right number at {_placed(command.place)}")
    return True


def cards_at(table: Table, round_: Round) -> dict[str, int]:
    """The number of cards that the ledger has at each place: in each box in play, in each pile, and in the deck."""
    if round_.phase == "closed":
        return {**to_be_dealt(table, round_), "deck": round_.in_stub()}
    hands = {str(number): len(box.cards) for number in round_.in_play() if (box := round_.boxes[number]).cards}
    return {**hands, **{pile: len(cards) for pile, cards in round_.piles.items()}, "deck": round_.in_stub()}


def _reported(table: Table) -> tuple[Reported, Irregularity]:
    """What waits for the floorperson, and its row."""
    reported = table.round.reported if table.round else None
    row = row_for(table, reported.found) if reported else None
    if reported is None or row is None:
        cite = next(row.cite for row in table.ruleset.regulation.irregularities if "void_round" in row.effects)
        refuse("nothing-reported", cite, "no report waits for the floorperson")
    return reported, row


def check_not_waiting(table: Table) -> None:
    """Refuses to go on with the round while a report waits for the floorperson."""
    reported, row = _reported(table)
    where = f" at {_placed(reported.place)}" if reported.place else ""
    refuse("report-open", row.cite, f"the floorperson has not confirmed or refused: {_said(reported.found)}{where}")


def confirm_report(table: Table, _: c.ConfirmReport) -> Events:
    return _effects(Events(table), _reported(table)[1])


def refuse_report(table: Table, _: c.RefuseReport) -> Events:
    """The round goes on where it stood."""
    reported, row = _reported(table)
    done = Events(table)
    done.add(e.ReportRefused(reported.found, row.cite))
    return advance(done)


def _shuffler_failed(table: Table, row: Irregularity) -> Events:
    if table.shuffler == "none":
        refuse("no-shuffler", row.cite, "this table has no shuffling device")
    done = Events(table)
    done.add(e.IrregularityFound(row.found, ",".join(row.effects), row.cite))
    for index, deck in enumerate(table.decks):
        # The deck in play is not in the device; any other that is shuffled may still be.
        if deck.order and not (table.round and index == table.current):
            done.add(e.ShuffleOrdered(index, row.cite))
    return done


def _short_deck(table: Table, name: str) -> Events:
    """A counting shuffler shows that a deck is not 52 cards: that deck is removed, and no other."""
    cite = table.ruleset.regulation.shuffling.count_wrong
    if table.shuffler not in ("counting", "reshuffling"):
        refuse("device-does-not-count", cite, "no shuffler counts the cards at this table")
    index = named_deck(table, name, cite)
    deck = table.decks[index]
    if table.round and index == table.current:
        refuse("round-under-way", cite, "the cards of this round are on the table, not in the device")
    if deck.opened < len(table.opening_steps):
        refuse("not-opened", cite, "this deck has not been in the device")
    if deck.read is None and is_whole(deck.order):
        refuse("deck-is-whole", cite, "this deck was recorded with all 52 cards")
    done = Events(table)
    done.add(e.IrregularityFound("deck_not_52", "remove_deck", cite))
    done.add(e.DeckRemoved(index, cite))
    return done


def short_decks(table: Table) -> Iterator[c.Report]:
    """The reports that could be made of a deck that a shuffler counts."""
    names = ("current", "device") if len(table.decks) > 1 else ("",)
    return (c.Report("deck_not_52", place=name, who=who) for name in names for who in ("dealer", "floorperson"))


def count_stub(table: Table, command: c.CountStub) -> Events:
    """Records a count. Unless stub and dealt cards make 52, the round is void, and the deck may have to go."""
    stub, round_ = table.ruleset.regulation.dealing[table.device].stub, table.round
    if round_ is None:
        return _count_between(table, command)
    if round_.phase in ("betting", "closed"):
        refuse("not-dealt", stub.count_cite, "the stub can be counted only after the deal")
    if is_being_settled(table):
        refuse("being-settled", stub.count_cite, "hands are being settled: finish the round, then count all cards")
    if command.deck == "device":
        refuse("which-deck", stub.count_cite, "the deck in the device has no stub: only the current deck is dealt")
    row = _wrong_stub(table, round_, command)
    done = Events(table)
    if command.number + round_.away() == len(DECK):
        done.add(e.StubCounted(command.number, stub.right_cite))
        return advance(done)
    done.add(e.StubCounted(command.number, stub.count_cite))
    reported = c.Report(row.found, place="deck", number=command.number)
    return find(done, row, reported, waits=needs_floor(round_, row))


def _wrong_stub(table: Table, round_: Round, command: c.CountStub) -> Irregularity:
    """What applies to a wrong count: cards are missing, or a misdeal explains it and all 52 are there."""
    cite = table.ruleset.regulation.dealing[table.device].stub.count_cite
    row = row_for(table, "stub_misdealt" if command.misdealt else "stub_wrong")
    if row is None:
        refuse("device-counts", cite, "this device counts its cards itself")
    if command.misdealt:
        if command.number + round_.away() == len(DECK):
            told = "the stub is right, so it shows no misdeal: report a hand with a wrong number of cards"
            refuse("stub-is-right", cite, told)
        if (found := command.number + command.misdealt + len(round_.rack)) != len(DECK):
            told = (
                f"stub, layout and discard rack hold {found} cards; after a misdeal they hold {len(DECK)}: count again"
            )
            refuse("not-52-in-all", row.cite, told)
    return row


def _count_between(table: Table, command: c.CountStub) -> Events:
    """Records a count between rounds, when all cards of a deck lie together. The deck that is not 52 is removed."""
    stub, done = table.ruleset.regulation.dealing[table.device].stub, Events(table)
    if not table.decks:
        refuse("no-cards", stub.count_cite, "there are no cards at the table")
    if command.number == len(DECK):
        done.add(e.StubCounted(command.number, stub.right_cite))
        return done
    index = named_deck(table, command.deck, stub.count_cite)
    row = row_for(table, "stub_wrong") or row_for(table, "deck_not_52")
    done.add(e.StubCounted(command.number, stub.count_cite))
    done.add(e.DeckRemoved(index, row.cite if row else stub.count_cite))
    return done


def abandon(table: Table, command: c.DeclareAbandoned) -> Iterator[e.Event]:
    conduct = table.ruleset.regulation.conduct
    cite = conduct.get("abandoned", conduct["remain_seated"])
    box = table.round.boxes.get(command.box) if table.round else None
    if "abandoned" not in conduct:
        refuse("not-foreseen", cite, "no clause lets the floor declare wagers abandoned at this table")
    if box is None or not box.left or box.abandoned or is_being_settled(table):
        refuse("nobody-left", cite, f"no player has left wagers on box {command.box}")
    yield e.WagersAbandoned(command.box, cite)


def violation(table: Table, command: c.FindViolation) -> Events:
    conduct, round_ = table.ruleset.regulation.conduct, table.round
    cite = conduct.get("violation_forfeits")
    if cite is None:
        refuse("not-foreseen", conduct["own_hand"], "no clause forfeits wagers for a violation at this table")
    box = round_.boxes.get(command.box) if round_ else None
    if round_ is None or box is None or not box.cards or box.surrendered or is_being_settled(table):
        refuse("no-hand", cite, f"box {command.box} holds no cards")
    done = Events(table)
    for number in round_.in_play():
        if round_.boxes[number].player == box.player:
            _forfeit_all(done, number, cite)
    return advance(done)


def _forfeit_all(done: Events, number: int, cite: Clause) -> None:
    box = done.round.boxes[number]
    for wager, stake in box.wagers.items():
        if wager not in box.settled:
            done.add(e.WagerForfeited(number, wager, stake, cite))
    if not box.surrendered:
        done.add(e.CardsCollected(number, box.cards, cite))


def _placed(place: str) -> str:
    return f"box {place}" if place.isdecimal() else _said(place)


def _said(word: str) -> str:
    return word.replace("_", " ")
