"""Seats, chips, and wagers before "no more bets" (Chapter 7)."""

from collections.abc import Collection, Iterator, Mapping
from typing import NoReturn

from pitboss.money import show_money
from pitboss.play import commands as c
from pitboss.play import events as e
from pitboss.play.round import Round
from pitboss.play.script_index import needs_cite
from pitboss.rules.clause import Clause
from pitboss.rules.ruleset import Ruleset
from pitboss.rules.wagers import Stake, Wager
from pitboss.table.decks import needs_a_look, refuse_before_look
from pitboss.table.dry_run import Events
from pitboss.table.playing import advance
from pitboss.table.refusal import refuse
from pitboss.table.settled import is_being_settled
from pitboss.table.stakes import AcceptedStakes, accepted_stakes
from pitboss.table.state import Table
from pitboss.text import listed, plural


def betting_round(table: Table) -> Round:
    """The round that takes bets now."""
    conduct = table.ruleset.regulation.conduct
    if table.round is None:
        refuse("bets-not-open", conduct["before_no_more_bets"], "bets are not open")
    if table.round.phase != "betting":
        refuse("bets-closed", conduct["no_change_after"], 'wagers cannot change after "no more bets"')
    return table.round


def buy(table: Table, command: c.BuyChips) -> Iterator[e.Event]:
    cite = table.ruleset.regulation.conduct["chips_only"]
    if command.amount <= 0:
        refuse("no-amount", cite, "a purchase of chips must be more than $0")
    yield e.ChipsBought(command.player, command.amount, cite)


def cash_out(table: Table, command: c.CashOut) -> Iterator[e.Event]:
    cite = table.ruleset.regulation.conduct["chips_only"]
    if is_being_settled(table):
        # A void round takes payments back.
        refuse("round-under-way", cite, "chips can be cashed only after the round is settled")
    if not 0 < command.amount <= table.rack_of(command.player):
        refuse(
            "not-enough-chips", cite, f"{command.player} has {show_money(table.rack_of(command.player))} in the rack"
        )
    yield e.ChipsCashed(command.player, command.amount, cite)


def take_seat(table: Table, command: c.TakeSeat) -> Iterator[e.Event]:
    regulation, submission = table.ruleset.regulation, table.ruleset.submission
    box, player = command.box, command.player
    if not 1 <= box <= submission.boxes:
        refuse("no-such-box", regulation.table.cite, f"the table has boxes 1 to {submission.boxes}")
    if box in table.seats or (table.round and box in table.round.boxes):
        refuse("box-taken", regulation.conduct["seated_only"], f"box {box} is taken")
    if table.round and table.round.phase != "betting":
        refuse("round-under-way", regulation.conduct["seated_only"], 'boxes can be taken only before "no more bets"')
    own = sorted([*(number for number, other in table.seats.items() if other == player), box])
    most = submission.adjacent_boxes or 1
    if len(own) > most:
        refuse(
            "too-many-boxes",
            regulation.boxes_per_player.cite,
            f"a player may have at most {plural(most, 'box', 'boxes')}",
        )
    if not are_adjacent(own):
        refuse("boxes-not-adjacent", regulation.boxes_per_player.cite, f"box {box} is not next to {player}'s box")
    yield e.SeatTaken(box, player, regulation.conduct["seated_only"])


def leave_seat(table: Table, command: c.LeaveSeat | c.FreeSeat) -> Events:
    """Leaves the box. Before "no more bets" its wagers go back; afterwards they stand, and its player makes no choice.

    Ruling leaving-before-the-deal.
    """
    conduct, box = table.ruleset.regulation.conduct, command.box
    if box not in table.seats:
        refuse("box-empty", conduct["seated_only"], f"nobody sits at box {box}")
    kept = [other for other, player in table.seats.items() if player == table.seats[box] and other != box]
    if isinstance(command, c.LeaveSeat) and not are_adjacent(kept):
        told = f"the boxes left would not be adjacent: leave box {min(kept)} or box {max(kept)} first"
        refuse("boxes-not-adjacent", table.ruleset.regulation.boxes_per_player.cite, told)
    done = Events(table)
    if table.round and table.round.phase == "betting":
        _check_adjacent(table, box, ())
        for event in _placed(table, c.PlaceWagers(box, ()), table.round.boxes[box].wagers, {}, {}):
            done.add(event)
    kind = e.SeatLeft if isinstance(command, c.LeaveSeat) else e.SeatFreed
    done.add(kind(box, table.seats[box], conduct["remain_seated"]))
    return advance(done)


def are_adjacent(boxes: Collection[int]) -> bool:
    """Whether boxes lie side by side, with no other box between them."""
    return not boxes or max(boxes) - min(boxes) == len(boxes) - 1


def least_bet(table: Table, box: int) -> c.PlaceWagers:
    """The smallest wagers that a box can place."""
    return c.PlaceWagers(box, table.ruleset.least_wagers, hand=min(1, table.community_hands))


def place(table: Table, command: c.PlaceWagers) -> Iterator[e.Event]:
    """Replaces the wagers of a box, if the regulation and the house allow the new ones together."""
    _check_locked_out(table, command)
    round_ = betting_round(table)
    conduct = table.ruleset.regulation.conduct
    if command.box not in table.seats:
        refuse("not-seated", conduct["seated_only"], f"nobody sits at box {command.box}; only seated players may bet")
    refuse_before_look(table)
    wanted, box = dict(command.wagers), round_.boxes[command.box]
    if len(wanted) < len(command.wagers):
        refuse("wager-twice", conduct["chips_only"], "the command names a wager twice")
    _check_adjacent(table, command.box, wanted)
    for name, amount in wanted.items():
        check_stake(table, command.box, name, amount, wanted)
    if wanted:
        check_set(table, command.box, wanted)
        _check_hand(table, command)
    coupons = _coupons(table, command, wanted)
    needed = sum(wanted.values()) - sum(box.wagers.values())
    if needed > table.rack_of(box.player):
        have = show_money(table.rack_of(box.player))
        refuse(
            "not-enough-chips",
            conduct["chips_only"],
            f"{box.player} has {have} in the rack and needs {show_money(needed)}",
        )
    yield from _placed(table, command, box.wagers, wanted, coupons)


def _check_locked_out(table: Table, command: c.PlaceWagers) -> None:
    """Refuses a wager that is made or raised after the system that accepts it was locked."""
    if table.round and table.round.phase != "betting" and command.box in table.round.boxes:
        placed = table.round.boxes[command.box].wagers
        raised = {name for name, amount in command.wagers if amount > placed.get(name, 0)}
        for row in table.ruleset.regulation.dealing[table.device].closing:
            if row.does == "lock_out" and raised.intersection(row.wagers):
                refuse("bets-closed", row.cite, 'its device accepts no further wager after "no more bets"')


def _check_adjacent(table: Table, box: int, wanted: Collection[str]) -> None:
    """Refuses new wagers of a box, or none, if its player's wagers would then lie on boxes apart from each other."""
    boxes = betting_round(table).boxes
    own = [number for number, other in boxes.items() if other.player == boxes[box].player]
    staked = [number for number in own if (wanted if number == box else boxes[number].wagers)]
    if not are_adjacent(staked):
        told = (
            f"the wagers of {boxes[box].player} would lie on boxes {listed(map(str, staked))}, which are not adjacent"
        )
        refuse("boxes-not-adjacent", table.ruleset.regulation.boxes_per_player.cite, told)


def _check_hand(table: Table, command: c.PlaceWagers) -> None:
    """Refuses a community hand that this table does not deal, and wagers without one if the table needs one."""
    hands = table.community_hands
    if not min(1, hands) <= command.hand <= hands:
        cite = table.ruleset.regulation.dealing[table.device].cite
        told = f"name the community hand to play, from 1 to {hands}" if hands else "this table has no community hands"
        refuse("no-community-hand", cite, told)


def _placed(
    table: Table,
    command: c.PlaceWagers,
    lying: Mapping[str, int],
    wanted: Mapping[str, int],
    coupons: Mapping[str, int],
) -> Iterator[e.Event]:
    assert table.round
    box = table.round.boxes[command.box]
    changes = [
        e.WagerPlaced(command.box, name, wanted.get(name, 0), lying.get(name, 0), wager.cite)
        for name, wager in table.ruleset.regulation.wagers.items()
        if wanted.get(name, 0) != lying.get(name, 0)
    ]
    # Returned chips come first, so that the rack is never below zero between two events.
    yield from sorted(changes, key=lambda change: change.amount > change.was)
    for name in dict.fromkeys([*box.coupons, *coupons]):
        if coupons.get(name, 0) != box.coupons.get(name, 0):
            cite = table.ruleset.regulation.conduct["match_play"]
            yield e.CouponPlaced(command.box, name, coupons.get(name, 0), cite)
    if command.hand != box.hand and wanted:
        cite = table.ruleset.regulation.dealing[table.device].cite
        yield e.HandChosen(command.box, command.hand, cite)


def _coupons(table: Table, command: c.PlaceWagers, wanted: Mapping[str, int]) -> dict[str, int]:
    conduct, coupons = table.ruleset.regulation.conduct, dict(command.coupons)
    for name, amount in coupons.items():
        if "match_play" not in conduct:
            refuse("no-match-play", conduct["chips_only"], "this game accepts no match play coupons")
        if name not in table.ruleset.regulation.coupon_wagers or not 0 < amount <= wanted.get(name, 0):
            on = " or ".join(table.ruleset.regulation.coupon_wagers)
            reason = f"a coupon must lie on {on} and be worth no more than that wager"
            refuse("coupon-too-large", conduct["match_play"], reason)
    return coupons


def check_stake(table: Table, box: int, name: str, amount: int, wanted: Mapping[str, int]) -> None:
    """Refuses a wager that the table does not offer, or a stake outside its limits."""
    ruleset = table.ruleset
    wager = ruleset.wagers.get(name)
    if wager is None or wager.placed != "before_deal":
        cite = (
            ruleset.regulation.wagers[name].cite if name in ruleset.regulation.wagers else ruleset.regulation.table.cite
        )
        refuse("wager-not-offered", cite, f"box {box} cannot place {name}: it is not offered before the deal")
    stakes, cite = accepted_stakes(ruleset, name), wager.stake_cite or wager.cite
    if not stakes.accepts(amount):
        _refuse_stake(ruleset, wager, stakes, f"box {box} cannot place {name} {show_money(amount)}", cite)
    _check_needs(table, box, name, wager, wanted)


def _refuse_stake(ruleset: Ruleset, wager: Wager, stakes: AcceptedStakes, told: str, cite: Clause) -> NoReturn:
    if not stakes.fixed:
        limits = f"the stake must be from {show_money(stakes.least or 0)} to {show_money(stakes.most or 0)}"
        refuse("stake-outside-limits", cite, f"{told}: {limits}")
    paytable = ruleset.paytables.get(wager.paytable)
    # If a paytable lets the submission choose the stake, its own clause makes that choice binding.
    by = paytable.cite if paytable and paytable.scales else cite
    refuse("stake-not-accepted", by, f"{told}: the stake must be {' or '.join(map(show_money, stakes.fixed))}")


def _check_needs(table: Table, box: int, name: str, wager: Wager, wanted: Mapping[str, int]) -> None:
    needs = list(wager.needs_all)
    if table.terms.holds(wager.needs_offered_under):
        needs += [other for other in wager.needs_offered if other in table.ruleset.wagers]
    for other in needs:
        if other not in wanted:
            refuse("wager-needs-another", needs_cite(wager), f"box {box} cannot place {name} without {other}")
    if wager.needs_any and not any(other in wanted for other in wager.needs_any):
        refuse(
            "wager-needs-another",
            needs_cite(wager),
            f"box {box} cannot place {name} without {' or '.join(wager.needs_any)}",
        )


def check_set(table: Table, box: int, wanted: Mapping[str, int]) -> None:
    """Refuses a set of wagers that leaves out a compulsory one or breaks a stake relation."""
    regulation = table.ruleset.regulation
    version = regulation.versions[table.ruleset.submission.version]
    for name in version.required:
        if name not in wanted:
            refuse("wager-missing", version.cite, f"box {box} needs {name}: {version.title}")
    if version.required_any and not any(name in wanted for name in version.required_any):
        refuse("wager-missing", version.cite, f"box {box} needs {' or '.join(version.required_any)}")
    for stake in (*regulation.stakes, *version.stakes):
        if stake.wager in wanted and stake.to in wanted:
            check_relation(box, stake, wanted[stake.wager], wanted[stake.to])


def check_relation(box: int, stake: Stake, amount: int, to: int) -> None:
    """Refuses a stake that is not in the prescribed ratio to another."""
    if (stake.least is not None and amount < stake.least * to) or (stake.most is not None and amount > stake.most * to):
        refuse(
            "stakes-do-not-fit",
            stake.cite,
            f"box {box} has {stake.wager} {show_money(amount)} and {stake.to} {show_money(to)}: {_ratio(stake)}",
        )


def _ratio(stake: Stake) -> str:
    if stake.least == stake.most:
        return "they must be equal" if stake.least == 1 else f"{stake.wager} must be {stake.least} of {stake.to}"
    parts = [f"at least {stake.least} of {stake.to}" if stake.least is not None else ""]
    parts.append(f"at most {stake.most} times {stake.to}" if stake.most is not None else "")
    return f"{stake.wager} must be " + " and ".join(part for part in parts if part)


def withdraw_bets(table: Table, _: c.WithdrawBets) -> Iterator[e.Event]:
    """Takes the opening of the bets back if nobody is at the table, or nobody was; it was no round."""
    round_ = betting_round(table)
    cite = table.exempted_by("idle") or table.ruleset.regulation.shuffling.idle[0].cite
    if (table.seats and not needs_a_look(table)) or round_.in_play():
        refuse("players-seated", cite, "bets stay open while a player is seated or a wager is placed")
    yield e.BetsWithdrawn(round_.number, cite)
