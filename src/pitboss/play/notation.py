"""Commands as people write them: `box 1 places ante $10, pair_plus $5`. Parsing and printing are inverse."""

import re
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any, NamedTuple

from pitboss.cards import parse_card, parse_cards, show_cards
from pitboss.money import parse_money, show_money
from pitboss.play import commands as c
from pitboss.play.commands import Command
from pitboss.play.encoding import quoted, tokens_of, unquoted
from pitboss.rules.vocabulary import named_choice, spoken_choice

_NAME = r'"(?:[^"\\]|\\.)*"|\S+'
_AMOUNT = r"\$[\d,.]+"
_WAGER = rf"(?:coupon )?(?!coupon )\w+ {_AMOUNT}"
_DECK = r"(?: of (?P<deck>current|device) deck)?"
_PLACE = r"box \d+|dealer|community|bonus box|burned"


class CommandSentence(NamedTuple):
    """One sentence of the grammar: how it is read, and how it is written."""

    pattern: re.Pattern[str]
    read: Callable[[Mapping[str, str]], Command]
    kind: type
    write: Callable[[Any], str]


def _form(
    pattern: str, kind: type, read: Callable[[Mapping[str, str]], Command], write: Callable[[Any], str]
) -> CommandSentence:
    return CommandSentence(re.compile(pattern), read, kind, write)


def _pairs(text: str) -> tuple[tuple[str, int], ...]:
    return tuple((name, parse_money(amount)) for name, amount in (part.split(" ") for part in text.split(", ")))


def _placed(match: Mapping[str, str]) -> Command:
    parts = [part for part in match["wagers"].split(", ") if part != "nothing"]
    coupons = [part.removeprefix("coupon ") for part in parts if part.startswith("coupon ")]
    wagers = [part for part in parts if not part.startswith("coupon ")]
    return c.PlaceWagers(
        int(match["box"]),
        _pairs(", ".join(wagers)) if wagers else (),
        _pairs(", ".join(coupons)) if coupons else (),
        int(match["hand"] or 0),
    )


def show_placed(command: c.PlaceWagers) -> str:
    parts = [f"{name} {show_money(amount)}" for name, amount in command.wagers]
    parts += [f"coupon {name} {show_money(amount)}" for name, amount in command.coupons]
    hand = f" on hand {command.hand}" if command.hand else ""
    return f"box {command.box} places {', '.join(parts) or 'nothing'}{hand}"


def parse_place(text: str) -> str:
    """The place that `show_place` writes: `7` for `box 7`, else a pile; any other text raises ValueError."""
    if not re.fullmatch(_PLACE, text):
        raise ValueError(f"{text[:40]!r} is not a place: write box 7, dealer, community, bonus box or burned")
    return text.removeprefix("box ").replace(" ", "_")


def show_place(place: str) -> str:
    """`box 7`, `dealer`, `bonus box`: a place as a command names it."""
    return f"box {place}" if place.isdecimal() else place.replace("_", " ")


def _counted(text: str | None) -> tuple[tuple[str, int], ...]:
    parts = (part.split(" ") for part in text.split(", ")) if text else ()
    return tuple((name, int(number)) for name, number in parts)


def _corrected(command: c.CorrectPayment) -> str:
    return f" for {command.item} of box {command.box} in round {command.round}" if command.round else ""


def _of_deck(command: c.CountStub) -> str:
    return f" of {command.deck} deck" if command.deck else ""


def _reported(match: Mapping[str, str]) -> Command:
    card = parse_card(match["card"]) if match["card"] else None
    number = int(match["number"]) if match["number"] else -1
    place = str(int(match["box"])) if match["box"] else match["pile"] or ""
    return c.Report(match["found"], card, place, number, match["who"])  # type: ignore[arg-type]


def _show_report(command: c.Report) -> str:
    place = f"box {command.place}" if command.place.isdecimal() else command.place
    at = f" at {place}" if place else ""
    number = f", {command.number} card{'s' * (command.number != 1)}" if command.number >= 0 else ""
    card = f" {command.card}" if command.card is not None else ""
    return f"{command.who} reports {command.found}{card}{at}{number}"


def parse_time(text: str) -> int:
    """The seconds of `4:00:00`."""
    hours, minutes, seconds = map(int, text.split(":"))
    return hours * 3600 + minutes * 60 + seconds


def show_time(at: int) -> str:
    """`4:00:00`, hours, minutes and seconds."""
    return f"{at // 3600}:{at // 60 % 60:02}:{at % 60:02}"


_FORMS = (
    _form(rf"player (?P<player>{_NAME}) buys (?P<amount>{_AMOUNT})", c.BuyChips,
          lambda m: c.BuyChips(unquoted(m["player"]), parse_money(m["amount"])),
          lambda x: f"player {quoted(x.player)} buys {show_money(x.amount)}"),
    _form(rf"player (?P<player>{_NAME}) cashes (?P<amount>{_AMOUNT})", c.CashOut,
          lambda m: c.CashOut(unquoted(m["player"]), parse_money(m["amount"])),
          lambda x: f"player {quoted(x.player)} cashes {show_money(x.amount)}"),
    _form(rf"player (?P<player>{_NAME}) takes box (?P<box>\d+)", c.TakeSeat,
          lambda m: c.TakeSeat(unquoted(m["player"]), int(m["box"])),
          lambda x: f"player {quoted(x.player)} takes box {x.box}"),
    _form(r"box (?P<box>\d+) leaves", c.LeaveSeat, lambda m: c.LeaveSeat(int(m["box"])), lambda x: f"box {x.box} leaves"),
    _form(r"floorperson frees box (?P<box>\d+)", c.FreeSeat,
          lambda m: c.FreeSeat(int(m["box"])), lambda x: f"floorperson frees box {x.box}"),
    _form(rf"floorperson fills (?P<amount>{_AMOUNT})", c.FillTable,
          lambda m: c.FillTable(parse_money(m["amount"])), lambda x: f"floorperson fills {show_money(x.amount)}"),
    _form(rf"floorperson credits (?P<amount>{_AMOUNT})", c.CreditTable,
          lambda m: c.CreditTable(parse_money(m["amount"])), lambda x: f"floorperson credits {show_money(x.amount)}"),
    _form(r"floorperson empties drop", c.EmptyDrop, lambda _: c.EmptyDrop(), lambda _: "floorperson empties drop"),
    _form(rf"floorperson (?P<way>gives|takes) player (?P<player>{_NAME}) (?P<amount>{_AMOUNT})(?P<at> for (?P<item>\w+) of box (?P<box>\d+) in round (?P<round>\d+))? because (?P<reason>{_NAME})", c.CorrectPayment,
          lambda m: c.CorrectPayment(
              unquoted(m["player"]), parse_money(m["amount"]) * (1 if m["way"] == "gives" else -1), unquoted(m["reason"]),
              *((m["item"], int(m["box"]), int(m["round"])) if m["at"] else ())),
          lambda x: f"floorperson {'takes' if x.amount < 0 else 'gives'} player {quoted(x.player)} {show_money(abs(x.amount))}"
          f"{_corrected(x)} because {quoted(x.reason)}"),
    _form(r"dealer receives (?P<number>\d+) decks?(?P<pre> preshuffled)?", c.ReceiveDecks,
          lambda m: c.ReceiveDecks(int(m["number"]), bool(m["pre"])),
          lambda x: f"dealer receives {x.number} deck{'s' * (x.number != 1)}{' preshuffled' * x.preshuffled}"),
    _form(r"(?P<who>dealer|floorperson|player) performs (?P<step>\w+)", c.Perform,
          lambda m: c.Perform(m["step"], m["who"]),  # type: ignore[arg-type]
          lambda x: f"{x.who} performs {x.step}"),
    _form(r"dealer shuffles by (?P<way>hand|device|preshuffled): (?P<order>.+)", c.RecordShuffle,
          lambda m: c.RecordShuffle(() if m["order"] == "unread" else parse_cards(m["order"], distinct=False), m["way"]),  # type: ignore[arg-type]
          lambda x: f"dealer shuffles by {x.way}: {show_cards(x.order) or 'unread'}"),
    _form(r"dealer cuts (?P<depth>\d+)", c.CutCards, lambda m: c.CutCards(int(m["depth"])), lambda x: f"dealer cuts {x.depth}"),
    _form(r"floorperson orders recut", c.OrderRecut, lambda _: c.OrderRecut(), lambda _: "floorperson orders recut"),
    _form(r"floorperson orders shuffle", c.OrderShuffle, lambda _: c.OrderShuffle(), lambda _: "floorperson orders shuffle"),
    _form(r"dealer loads shuffler", c.LoadShuffler, lambda _: c.LoadShuffler(), lambda _: "dealer loads shuffler"),
    _form(r"dealer spreads cards", c.GoIdle, lambda _: c.GoIdle(), lambda _: "dealer spreads cards"),
    _form(r"dealer opens bets at (?P<at>\d+:\d\d:\d\d)", c.OpenBets,
          lambda m: c.OpenBets(parse_time(m["at"])), lambda x: f"dealer opens bets at {show_time(x.at)}"),
    _form(r"dealer withdraws bets", c.WithdrawBets, lambda _: c.WithdrawBets(), lambda _: "dealer withdraws bets"),
    _form(rf"box (?P<box>\d+) places (?P<wagers>nothing|{_WAGER}(?:, {_WAGER})*)(?: on hand (?P<hand>\d))?", c.PlaceWagers,
          _placed, show_placed),
    _form(r"dealer closes bets(?: counting (?P<counted>\w+ \d+(?:, \w+ \d+)*))?", c.CloseBets,
          lambda m: c.CloseBets(_counted(m["counted"])),
          lambda x: "dealer closes bets" + (" counting " + ", ".join(f"{n} {k}" for n, k in x.counted)) * bool(x.counted)),
    _form(rf"floorperson accepts (?P<wager>\w+)(?: (?P<amount>{_AMOUNT}))? of box (?P<box>\d+)", c.AcceptWager,
          lambda m: c.AcceptWager(m["wager"], int(m["box"]), parse_money(m["amount"]) if m["amount"] else 0),
          lambda x: f"floorperson accepts {x.wager}{f' {show_money(x.amount)}' * bool(x.amount)} of box {x.box}"),
    _form(r"floorperson refuses (?P<wager>\w+) of box (?P<box>\d+)", c.RefuseWager,
          lambda m: c.RefuseWager(m["wager"], int(m["box"])), lambda x: f"floorperson refuses {x.wager} of box {x.box}"),
    _form(r"floorperson counts (?P<wager>\w+) (?P<number>\d+)", c.CountChips,
          lambda m: c.CountChips(m["wager"], int(m["number"])), lambda x: f"floorperson counts {x.wager} {x.number}"),
    _form(r"dealer reads (?P<cards>.+)", c.ReadCards,
          lambda m: c.ReadCards(() if m["cards"] == "nothing" else parse_cards(m["cards"], distinct=False)),
          lambda x: f"dealer reads {show_cards(x.cards) or 'nothing'}"),
    _form(rf"dealer turns (?P<place>{_PLACE}) (?P<cards>.+)", c.TurnCards,
          lambda m: c.TurnCards(parse_place(m["place"]), parse_cards(m["cards"], distinct=False)),
          lambda x: f"dealer turns {show_place(x.place)} {show_cards(x.cards)}"),
    _form(r"(?P<who>dealer|floorperson) corrects box (?P<box>\d+) (?P<decision>\w+) to (?P<choice>\w+)", c.CorrectChoice,
          lambda m: c.CorrectChoice(int(m["box"]), m["decision"], m["choice"], m["who"]),  # type: ignore[arg-type]
          lambda x: f"{x.who} corrects box {x.box} {x.decision} to {x.choice}"),
    _form(rf"(?P<who>dealer|floorperson) corrects (?P<place>{_PLACE}) (?P<cards>.+)", c.CorrectCards,
          lambda m: c.CorrectCards(parse_place(m["place"]), parse_cards(m["cards"], distinct=False), m["who"]),  # type: ignore[arg-type]
          lambda x: f"{x.who} corrects {show_place(x.place)} {show_cards(x.cards)}"),
    _form(r"dealer deals", c.DealCards, lambda _: c.DealCards(), lambda _: "dealer deals"),
    _form(r"box (?P<box>\d+) (?P<choice>(?!leaves\b|places\b)[a-z]+s(?: [a-z0-9]+)*)", c.Choose,
          lambda m: c.Choose(int(m["box"]), named_choice(m["choice"])), lambda x: f"box {x.box} {spoken_choice(x.choice)}"),
    _form(r"dealer settles", c.Settle, lambda _: c.Settle(), lambda _: "dealer settles"),
    _form(r"floorperson validates (?P<item>\w+) of box (?P<box>\d+)", c.ValidateWin,
          lambda m: c.ValidateWin(int(m["box"]), m["item"]), lambda x: f"floorperson validates {x.item} of box {x.box}"),
    _form(rf"dealer counts stub (?P<number>\d+)(?: (?P<misdealt>misdealt)(?: (?P<dealt>\d+))?)?{_DECK}", c.CountStub,
          lambda m: c.CountStub(int(m["number"]), int(m["dealt"] or -1) if m["misdealt"] else 0, m["deck"] or ""),  # type: ignore[arg-type]
          lambda x: f"dealer counts stub {x.number}" + " misdealt" * bool(x.misdealt) + f" {x.misdealt}" * (x.misdealt > 0) + _of_deck(x)),
    _form(r"(?P<who>dealer|floorperson) reports (?P<found>\w+)(?: (?P<card>[\w?]{2}))?"
          r"(?: at (?:box (?P<box>\d+)|(?P<pile>[a-z_]+)))?(?:, (?P<number>\d+) cards?)?", c.Report,
          _reported, _show_report),
    _form(r"floorperson confirms report", c.ConfirmReport, lambda _: c.ConfirmReport(), lambda _: "floorperson confirms report"),
    _form(r"floorperson refuses report", c.RefuseReport, lambda _: c.RefuseReport(), lambda _: "floorperson refuses report"),
    _form(r"dealer takes (?P<device>shuffler|dealing_shoe) out of service, (?P<how>covered|marked)", c.TakeOutOfService,
          lambda m: c.TakeOutOfService(m["device"], m["how"]),  # type: ignore[arg-type]
          lambda x: f"dealer takes {x.device} out of service, {x.how}"),
    _form(r"floorperson returns (?P<device>shuffler|dealing_shoe) to service", c.ReturnToService,
          lambda m: c.ReturnToService(m["device"]),  # type: ignore[arg-type]
          lambda x: f"floorperson returns {x.device} to service"),
    _form(r"floorperson declares box (?P<box>\d+) abandoned", c.DeclareAbandoned,
          lambda m: c.DeclareAbandoned(int(m["box"])), lambda x: f"floorperson declares box {x.box} abandoned"),
    _form(r"floorperson finds violation at box (?P<box>\d+)", c.FindViolation,
          lambda m: c.FindViolation(int(m["box"])), lambda x: f"floorperson finds violation at box {x.box}"),
)  # fmt: skip
_WRITE = {form.kind: form.write for form in _FORMS}


def parse_command(text: str) -> Command:
    """The command in a line; a ValueError shows a sentence of the grammar that begins like it."""
    line = " ".join(tokens_of(text))
    for form in _FORMS:
        if match := form.pattern.fullmatch(line):
            return form.read(match.groupdict())
    raise ValueError(
        f"{line!r} is not a command: write it like `box 1 places ante $10, pair_plus $5` or `dealer deals`"
    )


@lru_cache(maxsize=4096)
def show_command(command: Command) -> str:
    """The line that `parse_command` reads as this command."""
    return _WRITE[type(command)](command)
