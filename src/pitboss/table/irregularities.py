"""Chapter 13, the stub counts and the floor's other decisions: the effect of each finding."""

from collections.abc import Iterator
from fractions import Fraction

from pitboss.cards import DECK
from pitboss.play import commands as c
from pitboss.play import events as e
from pitboss.play.round import Round
from pitboss.rules.clause import Clause
from pitboss.rules.procedures import Irregularity
from pitboss.table.dry_run import Events
from pitboss.table.playing import advance
from pitboss.table.refusal import refuse
from pitboss.table.state import Table

_WHEN = {
    "card_face_up": ("closed",),
    "second_card_face_up": ("closed",),
    "card_drawn_in_error": ("closed",),
    "dealing_shoe_failed": ("closed",),
    "wrong_number_of_cards": ("closed", "playing", "settling"),
    "card_exposed_early": ("playing",),
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
    device, phase = table.device, round_.phase
    return [
        row.found
        for row in table.ruleset.regulation.irregularities
        if (not row.devices or device in row.devices)
        and (row.found == "shuffler_failed" or phase in _phases(table, row.found))
    ]


def _phases(table: Table, found: str) -> tuple[str, ...]:
    """The phases of a round in which something can be reported."""
    # A stack that waits in the shoe for the last decision can still jam.
    waits = found == "dealing_shoe_failed" and table.ruleset.submission.dealer_cards == "shuffler"
    return (*_WHEN.get(found, ()), "playing") if waits else _WHEN.get(found, ())


def report(table: Table, command: c.Report) -> Events:
    found, round_ = command.found, table.round
    row = row_for(table, found)
    if row is None:
        refuse(
            "not-an-irregularity",
            table.ruleset.regulation.irregularities[0].cite,
            f"no clause covers {_said(found)} at this table",
        )
    if found in ("stub_misdealt", "stub_wrong", "deck_not_52", "device_unusable", "second_card_face_up"):
        refuse(
            "found-otherwise",
            row.cite,
            f"{_said(found)} is not reported: a count, a covered device or a second card reveals it",
        )
    if found == "shuffler_failed":
        return _shuffler_failed(table, row)
    if round_ is None or round_.phase not in _phases(table, found):
        refuse("not-now", row.cite, f"{_said(found)} cannot be reported at this point of the round")
    if found == "card_face_up":
        if command.card is None or command.card not in round_.stub:
            refuse("no-such-card", row.cite, "name the card that was found face up in the deck")
        further = row_for(table, "second_card_face_up")
        row = further if round_.face_up_found and further else row
    return _effects(table, row, command)


def _effects(table: Table, row: Irregularity, command: c.Report) -> Events:
    done = Events(table)
    done.add(e.IrregularityFound(row.found, ",".join(row.effects), row.cite))
    if "discard_card" in row.effects and command.card is not None:
        done.add(e.CardDiscarded("deck", command.card, row.cite))
    if "void_round" in row.effects:
        void(done, row.cite, "remove_deck" in row.effects)
    return done


def _shuffler_failed(table: Table, row: Irregularity) -> Events:
    if table.shuffler == "none":
        refuse("no-shuffler", row.cite, "this table has no shuffling device")
    done = Events(table)
    done.add(e.IrregularityFound(row.found, ",".join(row.effects), row.cite))
    # While a deck is in play the device holds the other one.
    index = (table.current + 1) % max(len(table.decks), 1) if table.round else table.current
    if table.decks and table.decks[index].order and not (table.round and index == table.current):
        done.add(e.ShuffleOrdered(index, row.cite))
    return done


def void(done: Events, cite: Clause, remove_deck: bool = False) -> None:
    """Undoes the round: takes back every payment, returns every wager, and restores every meter."""
    deck, round_ = done.table.current, done.round
    for number in round_.in_play():
        box = round_.boxes[number]
        for item, settled in box.settled.items():
            if settled.amount:
                done.add(e.PaymentTakenBack(number, item, settled.amount, settled.meter, cite))
        for wager, stake in box.wagers.items():
            returned = box.settled[wager].returned if wager in box.settled else 0
            if stake > returned:
                done.add(e.WagerReturned(number, wager, stake - returned, cite))
    _restore_meters(done, round_, cite)
    done.add(e.RoundVoided(cite))
    if remove_deck:
        done.add(e.DeckRemoved(deck, cite))


def _restore_meters(done: Events, round_: Round, cite: Clause) -> None:
    if round_.phase == "betting":
        return
    for wager, link in done.table.ruleset.links.items():
        staked = sum(box.wagers.get(wager, 0) for box in round_.boxes.values())
        for name, meter in link.meters.items():
            rest = done.table.carry.get(name, Fraction(0)) - staked * meter.rate
            whole = rest.numerator // rest.denominator
            amount = round_.refilled.get(name, 0) - whole
            if staked:
                done.add(e.MeterLowered(name, amount, str(rest - whole), cite))


def count_stub(table: Table, command: c.CountStub) -> Events:
    """Records a count. Unless stub and dealt cards make 52, the round is void, and the deck may have to go."""
    stub = table.ruleset.regulation.dealing[table.device].stub
    round_, done = table.round, Events(table)
    if round_ is None:
        if not table.decks:
            refuse("no-cards", stub.count_cite, "there are no cards at the table")
        return _count_between(done, command, stub.count_cite, stub.right_cite)
    if round_.phase in ("betting", "closed"):
        refuse("not-dealt", stub.count_cite, "the stub can be counted only after the deal")
    if command.number + round_.away() == len(DECK) and not command.misdealt:
        done.add(e.StubCounted(command.number, stub.right_cite))
        return done
    found = "stub_misdealt" if command.misdealt else "stub_wrong"
    row = row_for(table, found)
    if row is None:
        refuse("not-an-irregularity", stub.count_cite, "this device counts its cards itself")
    done.add(e.StubCounted(command.number, stub.count_cite))
    done.add(e.IrregularityFound(found, ",".join(row.effects), row.cite))
    void(done, row.cite, "remove_deck" in row.effects)
    return done


def _count_between(done: Events, command: c.CountStub, count_cite: Clause, right_cite: Clause) -> Events:
    """Records a count between rounds, when all cards lie together."""
    if command.number == len(DECK):
        done.add(e.StubCounted(command.number, right_cite))
        return done
    row = row_for(done.table, "stub_wrong") or row_for(done.table, "deck_not_52")
    done.add(e.StubCounted(command.number, count_cite))
    # The deck of the last round is the one before the deck in turn.
    last = (done.table.current - 1) % len(done.table.decks)
    done.add(e.DeckRemoved(last, row.cite if row else count_cite))
    return done


def take_out(table: Table, command: c.TakeOutOfService) -> Iterator[e.Event]:
    row = row_for(table, "device_unusable")
    cite = row.cite if row else table.ruleset.regulation.irregularities[0].cite
    if row is None:
        refuse("not-foreseen", cite, "no clause covers taking a device out of service at this table")
    submission = table.ruleset.submission
    shoe = submission.device in ("automated_shoe", "reshuffling_shoe")
    if not (shoe if command.device == "dealing_shoe" else submission.shuffler != "none"):
        refuse("no-such-device", cite, f"this table has no {_said(command.device)}")
    if command.device in table.out_of_service:
        refuse("out-already", cite, f"the {_said(command.device)} is already out of service")
    way = row.also[0 if command.how == "covered" else 1] if len(row.also) > 1 else cite
    yield e.DeviceTakenOut(command.device, command.how, way)


def abandon(table: Table, command: c.DeclareAbandoned) -> Iterator[e.Event]:
    conduct = table.ruleset.regulation.conduct
    cite = conduct.get("abandoned", conduct["remain_seated"])
    box = table.round.boxes.get(command.box) if table.round else None
    if "abandoned" not in conduct:
        refuse("not-foreseen", cite, "no clause lets the floor declare wagers abandoned at this table")
    if box is None or not box.left or box.abandoned or table.round is None or table.round.phase == "settling":
        refuse("nobody-left", cite, f"no player has left wagers on box {command.box}")
    yield e.WagersAbandoned(command.box, cite)


def violation(table: Table, command: c.FindViolation) -> Events:
    conduct, round_ = table.ruleset.regulation.conduct, table.round
    cite = conduct.get("violation_forfeits")
    if cite is None:
        refuse("not-foreseen", conduct["own_hand"], "no clause forfeits wagers for a violation at this table")
    box = round_.boxes.get(command.box) if round_ else None
    if round_ is None or round_.phase != "playing" or box is None or not box.cards or box.surrendered:
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


def _said(word: str) -> str:
    return word.replace("_", " ")
