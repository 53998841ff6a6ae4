"""Fills, credits, the drop and corrections: what they move, when they are open, and the clause that each cites."""

import pytest

from pitboss.errors import CommandRefused
from pitboss.play import commands as c
from pitboss.play import events as e
from pitboss.play.commands import Command, given_by
from pitboss.rules.load import folders, load_regulation
from pitboss.rules.register import clause_entries
from pitboss.table.decide import act, decide, offers
from pitboss.table.state import Table
from tests.properties.houses import approved
from tests.table.test_chips import HOUSE, table

each_regulation = pytest.mark.parametrize("regulation_id", sorted(folders()))
PHASES = ("betting", "closed", "playing", "settling")


def between() -> Table:
    """Ann has $50 and Bob $20 in the rack, the drop box has $70; the inventory has what is left of $100,000."""
    fresh = table({}).replace(round=None)
    held = {"inventory": 9_993_000, "rack ann": 5000, "rack bob": 2000, "drop": 7000, "meter main": 500_000}
    return fresh.replace(accounts={**held, "outside": -sum(held.values())})


def during(phase: str) -> Table:
    """A round in a phase. Nothing of it is settled before the settlement."""
    under_way = table()
    assert under_way.round
    boxes = under_way.round.boxes
    if phase != "settling":
        boxes = {number: box.replace(settled={}) for number, box in boxes.items()}
    return under_way.replace(round=under_way.round.replace(phase=phase, boxes=boxes))


def refused(at: Table, command: Command) -> CommandRefused:
    with pytest.raises(CommandRefused) as error:
        decide(at, command)
    return error.value


def test_a_fill_brings_chips_from_outside() -> None:
    after, events = act(between(), c.FillTable(12_345))
    assert events == (e.TableFilled(12_345, "MD-TCP 7.A"),)
    assert after.accounts["inventory"] == 9_993_000 + 12_345
    assert sum(after.accounts.values()) == 0


def test_a_credit_takes_chips_out_and_no_more_than_there_are() -> None:
    after, events = act(between(), c.CreditTable(9_993_000))
    assert events == (e.TableCredited(9_993_000, "MD-TCP 7.A"),)
    assert (after.accounts["inventory"], sum(after.accounts.values())) == (0, 0)
    told = refused(between(), c.CreditTable(9_993_001))
    assert (told.code, told.reason) == ("not-enough-chips", "the table inventory holds $99,930")


@pytest.mark.parametrize("amount", [0, -1, -500])
@pytest.mark.parametrize("kind", [c.FillTable, c.CreditTable])
def test_nothing_is_not_brought_or_taken(kind: type[c.FillTable | c.CreditTable], amount: int) -> None:
    assert refused(between(), kind(amount)).code == "no-amount"


def test_the_drop_is_emptied_whole_and_once() -> None:
    after, events = act(between(), c.EmptyDrop())
    assert events == (e.DropEmptied(7000, "MD-TCP 7.A"),)
    assert (after.accounts["drop"], sum(after.accounts.values())) == (0, 0)
    assert refused(after, c.EmptyDrop()).code == "drop-empty"


def test_whoever_is_gone_when_the_drop_is_emptied_is_done_with() -> None:
    """A table that runs for years does not remember everybody who ever bought chips at it."""
    at = act(between(), c.CashOut("ann", 5000))[0].replace(seats={})
    assert act(at, c.EmptyDrop())[0].racks() == {"bob": 2000}
    assert act(at.replace(seats={3: "ann"}), c.EmptyDrop())[0].racks() == {"ann": 0, "bob": 2000}
    last = table().round
    assert last
    names = {box.player for box in last.boxes.values()}
    broke = at.replace(last=last, accounts={**at.accounts, **dict.fromkeys((f"rack {name}" for name in names), 0)})
    assert act(broke, c.EmptyDrop())[0].racks().keys() == {*names, "bob"}, (
        "a payment of the last round can be put right"
    )


def test_chips_that_are_cashed_do_not_come_out_of_the_drop() -> None:
    after = act(between(), c.CashOut("ann", 5000))[0]
    assert act(after, c.EmptyDrop())[1] == (e.DropEmptied(7000, "MD-TCP 7.A"),)


@pytest.mark.parametrize(("amount", "rack"), [(500, 5500), (-500, 4500), (-5000, 0)])
def test_a_correction_moves_chips_between_the_table_and_the_player(amount: int, rack: int) -> None:
    after, events = act(between(), c.CorrectPayment("ann", amount, "hand misread"))
    assert events == (e.PaymentCorrected("ann", amount, "hand misread", "MD-TCP 11.E"),)
    assert (after.rack_of("ann"), after.accounts["inventory"]) == (rack, 9_993_000 - amount)
    assert sum(after.accounts.values()) == 0


@pytest.mark.parametrize(
    ("command", "code"),
    [
        (c.CorrectPayment("ann", 0, "why not"), "no-amount"),
        (c.CorrectPayment("ann", 500, ""), "no-reason"),
        (c.CorrectPayment("ann", 500, " \t"), "no-reason"),
        (c.CorrectPayment("cat", 500, "paid short"), "no-such-player"),
        (c.CorrectPayment("ann", -5001, "paid twice"), "not-enough-chips"),
    ],
)
def test_a_correction_that_cannot_be(command: c.CorrectPayment, code: str) -> None:
    for at in (between(), during("betting"), during("closed"), during("playing")):
        told = refused(at, command)
        assert (told.code, told.clause) == (code, "MD-TCP 11.E")


def test_a_correction_names_the_payment_of_a_box() -> None:
    last = table().round
    assert last
    at = between().replace(last=last.replace(number=3), rounds=3)
    box, player = next((number, box.player) for number, box in last.boxes.items())
    named = c.CorrectPayment(player, 500, "hand misread", "pair_plus", box, 3)
    after, events = act(at, named)
    assert events == (e.BoxPaymentCorrected(player, 500, "pair_plus", box, 3, "hand misread", "MD-TCP 11.E"),)
    assert after.rack_of(player) == at.rack_of(player) + 500
    assert sum(after.accounts.values()) == 0
    for wrong, code in (
        (named.replace(round=4), "no-such-round"),
        (named.replace(item="bonus"), "no-such-item"),
        (named.replace(box=99), "no-such-box"),
        (named.replace(player="bob" if player != "bob" else "ann"), "other-player"),
    ):
        told = refused(at, wrong)
        assert (told.code, told.clause) == (code, "MD-TCP 11.E")


def test_nobody_unknown_is_paid_in_the_midst_of_a_round() -> None:
    assert refused(during("playing"), c.CorrectPayment("stranger", 500, "paid short")).code == "no-such-player"


@pytest.mark.parametrize("amount", [500, -500])
def test_nothing_is_corrected_while_a_settlement_is_under_way(amount: int) -> None:
    """A void round takes back what it paid, from racks that must still have it."""
    command = c.CorrectPayment("ann", amount, "hand misread")
    assert refused(during("settling"), command).code == "round-under-way"
    # Real cards are read box by box: one is paid while others still lie face down.
    assert refused(table(), command).code == "round-under-way"
    for phase in PHASES[:-1]:
        assert decide(during(phase), command)


@pytest.mark.parametrize("phase", PHASES)
@pytest.mark.parametrize(
    "command", [c.FillTable(500), c.CreditTable(500), c.EmptyDrop()], ids=lambda x: type(x).__name__
)
def test_the_cage_is_open_at_any_time(phase: str, command: Command) -> None:
    after = act(during(phase), command)[0]
    assert after.round == during(phase).round
    assert command.__class__ in {type(offer.command) for offer in offers(during(phase))}


@each_regulation
def test_the_clauses_exist_in_every_regulation(regulation_id: str) -> None:
    """Chips are the only money at a table; and a round can be put together again in a dispute."""
    regulation, clauses = load_regulation(regulation_id), clause_entries(regulation_id)
    cites = [regulation.conduct["chips_only"], *(step.cite for step in regulation.script if step.step == "clear")]
    assert len(cites) == 2
    for cite in cites:
        name, address = cite.split(" ", 1)
        assert (name, address in clauses) == (regulation_id, True)


def test_all_of_it_falls_to_the_floorperson() -> None:
    for command in (c.FillTable(1), c.CreditTable(1), c.EmptyDrop(), c.CorrectPayment("ann", 1, "short")):
        assert given_by(command) == "floorperson"


def test_an_empty_table_offers_no_credit_no_drop_and_no_correction() -> None:
    empty = table({}).replace(round=None, accounts={"inventory": 0, "outside": -500_000, "meter main": 500_000})
    kinds = {type(offer.command) for offer in offers(empty)}
    assert c.FillTable in kinds
    assert not kinds & {c.CreditTable, c.EmptyDrop, c.CorrectPayment}
    assert approved(HOUSE) is empty.ruleset
