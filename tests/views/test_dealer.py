"""The dealer's next step: it is the croupier's, it is worded and cited, and following it alone plays whole rounds."""

import json
from collections.abc import Iterator
from itertools import islice
from random import Random

import pytest

from pitboss.cards import DECK, Card, parse_cards
from pitboss.house.automatic_dealer import next_command as automatic_command
from pitboss.house.request import CountByHouse, OpenBetsNow, ShuffleByHouse, parse_house_command
from pitboss.money import show_money
from pitboss.play import commands as c
from pitboss.play import events as e
from pitboss.play.commands import Command, given_by
from pitboss.rules.approve import approve_house
from pitboss.rules.house_file import HouseFile
from pitboss.rules.vocabulary import Person
from pitboss.table.decide import act, offers
from pitboss.table.decks import cards_to_count, deck_to_shuffle, shuffle_ways
from pitboss.table.playing import pending
from pitboss.table.state import Table, new_table
from pitboss.views.next_step import NO_MORE_BETS, next_step_view
from pitboss.views.payouts import chips_of, pay_list
from pitboss.views.shapes import ActionView, NextStepView, PayLine
from pitboss.views.staff import staff_view
from tests.clauses.driven import Driven
from tests.clauses.marks import clause
from tests.rounds.transcript import FOLDER, played, read
from tests.table.test_locked_jackpots import HOUSES, ROUNDS
from tests.views.test_seat import SAMPLE, Players, next_command, opened, sample_round, shown, swapped, with_order
from tests.web.bots import examples
from tests.web.inside import HOUSE, TABLES

APPROVED = approve_house(HouseFile("house.toml", HOUSE.read_bytes()))
PLAYERS = Players((True, True, False, True, True), (0, 1, 0, 0, 1, 1, 0))
each_table = pytest.mark.parametrize("name", TABLES)


def seated(name: str) -> Table:
    """A table without cards, where ann, bob and cat sit."""
    table = new_table(APPROVED.tables[name])
    for box, player in enumerate(("ann", "bob", "cat"), 1):
        table = act(act(table, c.BuyChips(player, 500_000))[0], c.TakeSeat(player, box))[0]
    return table


def completed(table: Table, text: str, order: tuple[Card, ...]) -> Command:
    """The engine's command for a text, with the shuffle and the time that the house brings."""
    match parse_house_command(text):
        case ShuffleByHouse():
            waiting = deck_to_shuffle(table)
            assert waiting is not None
            return c.RecordShuffle(order, shuffle_ways(table, table.decks[waiting])[0])  # type: ignore[arg-type]
        case OpenBetsNow():
            return c.OpenBets(0)
        case CountByHouse():
            return c.CountStub(cards_to_count(table))
        case command:
            return command


Followed = tuple[Table, NextStepView]


def followed(table: Table, rounds: int, seed: int) -> Iterator[Followed]:
    """Every table and its next step, where everybody does what the step says and players bet and decide."""
    chance, turn = Random(seed), 0
    while table.rounds < rounds or table.round:
        step = next_step_view(table)
        yield table, step
        if step["by"] == "player" and not (step["command"] or "").startswith("player performs"):
            for command in bets(table) if table.round and table.round.phase == "betting" else ():
                table = act(table, command)[0]
            if pending(table):
                table = act(table, next_command(table, PLAYERS, turn))[0]
                turn += 1
            continue
        table = act(table, completed(table, step["command"] or "", tuple(chance.sample(DECK, 52))))[0]


def bets(table: Table) -> Iterator[Command]:
    while table.round and not all(box.wagers for box in table.round.boxes.values()):
        command = next_command(table, PLAYERS, 0)
        yield command
        table = act(table, command)[0]


@each_table
def test_following_the_next_step_plays_rounds_as_the_croupier_would(name: str) -> None:
    steps = 0
    for table, step in followed(seated(name), 6, 11):
        asked = automatic_command(table)
        assert (asked is None) == (step["by"] == "player" and step["command"] is None), step
        if asked is not None:
            assert parse_house_command(step["command"]) == asked
            assert type(parse_house_command(step["command"])) is type(asked)
        steps += 1
    assert steps > 6 * 5


@each_table
def test_every_step_is_worded_and_cited(name: str) -> None:
    known = APPROVED.tables[name].regulation
    for table, step in followed(seated(name), 3, 5):
        assert step["title"][0].isupper()
        assert "_" not in step["title"]
        for part in (step, *step["steps"]):
            assert part["cite"].startswith(known.id + " ")
        if step["command"] and not isinstance(
            parse_house_command(step["command"]), ShuffleByHouse | OpenBetsNow | CountByHouse
        ):
            assert step["by"] == given_by(parse_house_command(step["command"]))  # type: ignore[arg-type]
        assert json.loads(json.dumps(staff_view(table, "dealer"))) == staff_view(table, "dealer")


@clause("MD-LIR 10.A(1)(a)", "MD-TCP 9.B", "MD-TFP 8.C", "MA-LIR 8(b)(2)")
def test_the_words_that_close_bets() -> None:
    for name in TABLES:
        closing = [step for _, step in followed(seated(name), 1, 1) if step["says"]]
        assert [step["says"] for step in closing] == [NO_MORE_BETS]
        assert closing[0]["command"] == "dealer closes bets"
        assert closing[0]["steps"][0]["text"] == "Announce “No more bets”"


def test_chips_collected_before_the_deal_are_steps_of_closing() -> None:
    closing = next(step for _, step in followed(seated("three-card"), 1, 1) if step["says"])
    texts = [part["text"] for part in closing["steps"]]
    assert any(text.startswith("Put the chips into the table inventory: ") for text in texts)
    assert all("Pair Plus" not in text for text in texts)


def test_the_dealer_enters_the_number_of_chips_counted() -> None:
    """MD-TCP 8.D: what a person counts is never filled in by the house."""
    steps = [step for _, step in followed(seated("three-card"), 1, 1) if step["says"]]
    (action,) = [step["action"] for step in steps]
    assert action["command"].startswith("dealer closes bets counting progressive {progressive}")
    assert [field["kind"] for field in action["fields"]] == ["number"] * len(action["fields"])
    filled = action["command"].format(**{field["name"]: 3 for field in action["fields"]})
    assert isinstance(parse_house_command(filled), c.CloseBets)


def test_a_table_without_wagers_waits_for_players() -> None:
    table = with_order(opened(SAMPLE), DECK)
    step = next_step_view(table)
    assert (step["by"], step["command"]) == ("player", None)


def test_cards_of_an_unknown_order_are_dealt_unread() -> None:
    table = opened(SAMPLE)
    while (waiting := deck_to_shuffle(table)) is not None:
        assert next_step_view(table)["unread"] == "dealer shuffles by hand: unread"
        table = act(table, c.RecordShuffle((), shuffle_ways(table, table.decks[waiting])[0]))[0]  # type: ignore[arg-type]
    table = act(act(table, c.CutCards(20))[0], c.OpenBets(0))[0]
    table = act(act(table, c.PlaceWagers(1, (("ante", 1000),)))[0], c.CloseBets())[0]
    for at in (table, act(table, c.ReadCards(DECK[:6]))[0]):
        assert next_step_view(at)["command"] == "dealer deals"
    table = act(act(table, c.DealCards())[0], c.Choose(1, "play"))[0]
    step = next_step_view(table)
    assert (step["turns"], step["reads"], step["command"]) == ("dealer", 3, None)
    table = act(table, c.TurnCards("dealer", parse_cards("Qs 5h 2d")))[0]
    step = next_step_view(table)
    assert (step["turns"], step["title"]) == ("box 1", "Turn up and read the cards of box 1")
    assert [line["item"] for line in pay_list(table)] == []
    table = act(table, c.TurnCards("1", parse_cards("As Ah Ad")))[0]
    step, lines = next_step_view(table), pay_list(table)
    assert {line["item"]: line["amount"] for line in lines if not line["done"]}.items() >= {"ante": 1000}.items()
    due = sum(line["returned"] + line["amount"] for line in lines)
    assert (step["box"], step["title"], step["command"]) == (1, f"Pay box 1 {show_money(due)}", "dealer settles")
    over = act(table, c.Settle())[0]
    assert over.round is None
    assert over.rack_of(over.seats[1]) == table.rack_of(table.seats[1]) + due


def test_the_report_that_waits_says_where_and_how_many() -> None:
    driven = Driven(HOUSES["MD-TCP"]).open("ann")
    driven.deal(f"1 {ROUNDS['MD-TCP'][0]}")
    asked = "The floorperson decides on the report: "
    dealt = driven.table
    for command, told in (
        ("dealer reports wrong_number_of_cards at box 1, 4 cards", "wrong number of cards, box 1 with 4 cards"),
        ("dealer reports wrong_number_of_cards at dealer, 1 card", "wrong number of cards, dealer's cards with 1 card"),
        ("dealer counts stub 45", "stub wrong, deck with 45 cards"),
    ):
        driven.table = dealt
        driven.do(command)
        assert next_step_view(driven.table)["title"] == asked + told


def test_community_cards_that_are_read_one_by_one_are_the_next_one() -> None:
    driven = Driven(HOUSES["MD-LIR"]).open("ann")
    driven.do("dealer shuffles by hand: unread", "dealer cuts 20", "dealer opens bets at 0:00:00")
    driven.do(f"box 1 places {ROUNDS['MD-LIR'][0]}", "dealer closes bets", "dealer deals", "box 1 rides")
    assert next_step_view(driven.table)["title"] == "Turn up and read the next community card"


# The pay/take list


@each_table
def test_the_list_is_what_settlement_did_in_its_order(name: str) -> None:
    """Line by line the events of the settlement, each with its clause; before the cards are turned there is none."""
    compared = 0
    for (table, step), (after, _) in pairs(followed(seated(name), 12, 3)):
        if step["command"] != "dealer settles" or after.round:
            continue
        lines = pay_list(after)
        assert all(line["done"] and not line["waits"] for line in lines)
        if table.round and table.round.phase == "playing":
            before = [line["item"] for line in pay_list(table)]
            events = act(table, c.Settle())[1]
            settled = [told for event in events if (told := paid(event))]
            assert [_told(line) for line in lines[len(before) :]] == settled
            assert [line["item"] for line in lines[: len(before)]] == before
            compared += len(settled)
    assert compared > 30


def paid(event: e.Event) -> tuple[object, ...] | None:
    """Box, item, what is returned and paid, and the clause, of an event that settles."""
    match event:
        case e.WagerPaid(box=box, wager=item, returned=returned, amount=amount, cite=cite):
            return box, item, returned, amount, cite
        case e.AwardPaid(box=box, award=item, amount=amount, cite=cite):
            return box, item, 0, amount, cite
        case e.WagerReturned(box=box, wager=item, amount=returned, cite=cite):
            return box, item, returned, 0, cite
        case e.WagerCollected(box=box, wager=item, cite=cite) | e.WagerForfeited(box=box, wager=item, cite=cite):
            return box, item, 0, 0, cite
    return None


def _told(line: PayLine) -> tuple[object, ...]:
    return line["box"], line["item"], line["returned"], line["amount"], line["cite"]


def pairs(found: Iterator[Followed]) -> Iterator[tuple[Followed, Followed]]:
    every = list(found)
    return zip(every, islice(every, 1, None), strict=False)


def test_nothing_is_told_of_the_settlement_before_the_cards_are_turned() -> None:
    """Until the dealer turns the cards the list holds what players decided, and nothing of what they will be paid."""
    *before, last, after = sample_round(choices=("fold", "play", "play"))
    for table in (*before, last):
        assert {line["item"] for line in pay_list(table)} <= {"ante", "pair_plus"}
        assert all(line["done"] and line["box"] == 1 and not line["amount"] for line in pay_list(table))
    assert len(pay_list(last)) == 2
    assert {line["box"] for line in pay_list(after)} == {1, 2, 3}
    assert next_step_view(last)["command"] == "dealer settles"


def test_a_win_that_waits_is_the_last_line() -> None:
    """Boxes that come after it are not turned yet: nothing is told of them."""
    table = seated("three-card")
    order = parse_cards("2c As 3d 4h 7c Ks 9d 8s 5c Qs 6h Th")
    while table.round is None:
        text = next_step_view(table)["command"] or ""
        table = act(table, completed(table, text, (*order, *(card for card in DECK if card not in order))))[0]
    for box in (1, 2, 3):
        table = act(table, c.PlaceWagers(box, (("ante", 1000), ("progressive", 100))))[0]
    table = act(act(table, c.CloseBets())[0], c.DealCards())[0]
    for box in (1, 2, 3):
        table = act(table, c.Choose(box, "play"))[0]
    assert pay_list(table) == []
    table = act(table, c.Settle())[0]
    assert table.round
    assert table.round.asked == {(2, "progressive")}
    (waiting,) = [line for line in pay_list(table) if not line["done"]]
    assert (waiting["box"], waiting["item"], waiting["waits"], waiting["why"]) == (
        2,
        "progressive",
        True,
        waiting["why"],
    )
    assert waiting["why"].startswith("Mini Royal")
    assert pay_list(table)[-1] == waiting
    assert [line["box"] for line in pay_list(table) if line["item"] == "progressive"] == [3, 2]
    validated = act(table, c.ValidateWin(2, "progressive"))[0]
    (line,) = [line for line in pay_list(validated) if not line["done"]]
    assert (line["waits"], line["validated"]) == (False, True)
    after = act(validated, c.Settle())[0]
    (line,) = [line for line in pay_list(after) if (line["box"], line["item"]) == (2, "progressive")]
    assert (line["done"], line["amount"]) == (True, waiting["amount"])


STAFF: tuple[Person, ...] = ("dealer", "floorperson")


def test_the_work_of_staff_does_not_depend_on_hidden_cards_while_players_decide() -> None:
    table, order = opened(SAMPLE), tuple(Random(4).sample(DECK, 52))
    for one, other in ((0, 30), (4, 11), (9, 40)):
        twin = swapped(order, order[one], order[other])
        for mine, theirs in zip(dealt(table, order), dealt(table, twin), strict=True):
            for person in STAFF:
                views = [staff_view(now, person) for now in (mine, theirs)]
                assert views[0] == views[1]
                assert not shown(views[0])


def dealt(table: Table, order: tuple[Card, ...]) -> Iterator[Table]:
    """A round from its first bet to the moment before the last decision."""
    table, turn = with_order(table, order), 0
    while True:
        yield table
        open_now = pending(table)
        if open_now and len(open_now[1]) == 1:
            return
        table = act(table, next_command(table, PLAYERS, turn))[0]
        turn += 1


def test_chips() -> None:
    assert chips_of(0) == []
    assert chips_of(123_657) == [[50_000, 2], [10_000, 2], [2_500, 1], [500, 2], [100, 1], [50, 1], [1, 7]]
    for cents in range(0, 300_000, 777):
        assert sum(value * number for value, number in chips_of(cents)) == cents


# Irregularities


def reports(table: Table, *, physical: bool = True) -> dict[str, ActionView]:
    """What the dealer may report, by the name of what is found."""
    shown = staff_view(table, "dealer", physical=physical)
    actions = [action for action in shown["actions"] if action["kind"] == "Report"]
    found = [offer.command.found for offer in offers(table, "dealer") if isinstance(offer.command, c.Report)]
    assert len(actions) == len(found)
    return dict(zip(found, actions, strict=True))


@clause("MD-TCP 13.A", "MD-TCP 13.D", "MD-TCP 13.E")
def test_the_irregularities_of_the_moment() -> None:
    closed = next(table for table, step in followed(seated("three-card"), 1, 2) if step["title"] == "Deal the cards")
    listed = reports(closed)
    assert listed["card_face_up"]["label"] == "Card face up"
    assert [field["name"] for field in listed["card_face_up"]["fields"]] == ["card"]
    assert listed["card_face_up"]["cite"] == "MD-TCP 13.A"
    assert [field["name"] for field in listed["wrong_number_of_cards"]["fields"]] == ["place", "number"]
    assert listed["wrong_number_of_cards"]["confirm"].startswith("Then the floorperson confirms it; then the round is")
    assert "card_exposed_early" not in listed
    again = reports(act(closed, c.Report("card_face_up", closed.round.stub[0] if closed.round else None))[0])
    assert "the round is void" not in listed["card_face_up"]["confirm"]
    assert "the round is void" in again["card_face_up"]["confirm"], "what a second card does is told before"
    assert "the round is void" in reports(closed, physical=False)["card_face_up"]["confirm"], "the order is final"
    assert [field["name"] for field in again["card_face_up"]["fields"]] == ["card"]
    *_, last = (table for table, _ in followed(seated("three-card"), 1, 2) if pending(table))
    assert "card_exposed_early" in reports(last)


def test_the_dealer_enters_what_players_do_at_a_table_with_real_cards() -> None:
    betting = next(table for table, _ in followed(seated("three-card"), 1, 2) if table.round)
    own, physical = (examples(staff_view(betting, "dealer", physical=real)) for real in (False, True))
    assert all(text.startswith("dealer ") or " buys " in text for text in own)
    assert set(own) < set(physical)
    assert {"box 1 places ante $10", "box 2 leaves", 'player "a player" takes box 4'} <= set(physical)


@each_table
def test_the_dealer_repeats_the_wagers_of_the_last_round(name: str) -> None:
    *_, (betting, _) = (
        found for found in followed(seated(name), 2, 2) if found[0].rounds == 2 and is_betting(found[0])
    )
    betting = act(betting, c.LeaveSeat(2))[0]
    for box in (1, 3):
        betting = act(betting, c.PlaceWagers(box, ()))[0]
    repeats = {action["box"]: action["command"] for action in repeated(betting)}
    assert sorted(repeats) == [1, 3], "box 2 has no player now"
    for command in repeats.values():
        betting = act(betting, completed(betting, command, ()))[0]
    last = betting.last
    assert last
    for box in (1, 3):
        before = last.boxes[box].wagers
        offered = betting.ruleset.wagers
        same = {wager: cents for wager, cents in before.items() if offered[wager].placed == "before_deal"}
        assert betting.round
        assert betting.round.boxes[box].wagers == same
    assert repeated(betting) == []
    assert repeated(betting, physical=False) == []


def is_betting(table: Table) -> bool:
    return table.round is not None and table.round.phase == "betting"


def repeated(table: Table, *, physical: bool = True) -> list[ActionView]:
    return [action for action in staff_view(table, "dealer", physical=physical)["actions"] if action.get("repeats")]


def test_an_auditor_has_no_work() -> None:
    view = staff_view(seated("three-card"))
    assert not {"next", "pays", "clear"} & set(view)
    assert view["actions"] == []


@clause("MD-TCP 11.D(9)(b)")
def test_a_hand_that_waits_for_community_cards_shows_what_it_is_due_already() -> None:
    text = (FOLDER / "md_tcp_five_card_turned.round").read_text(encoding="utf-8")
    said = [line for line in text.partition("> dealer turns community")[0].splitlines() if not line.startswith("  ")]
    table = played(read("\n".join(said)))[1].table
    (line,) = pay_list(table)
    assert (line["item"], line["amount"], line["done"]) == ("pair_plus", 200_00, False)
    step = next_step_view(table)
    assert (step["command"], step.get("box")) == ("dealer settles", 1)
    paid = act(table, c.Settle())[0]
    turned = next_step_view(paid)
    assert (turned.get("turns"), turned["reads"], turned["cite"]) == ("community", 2, "MD-TCP 11.D(9)(b)")
