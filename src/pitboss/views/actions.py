"""What a person may do, ready for a page: a label, the fields to fill in, and whether it needs a confirmation."""

from collections.abc import Mapping, Sequence
from typing import Literal

from pitboss.cards import DECK
from pitboss.documents.choice_text import label_in
from pitboss.documents.event_text import EFFECTS
from pitboss.documents.titles import OPENING, decision_title, item_title, place_title
from pitboss.play import commands as c
from pitboss.play.commands import Command, given_by
from pitboss.play.encoding import quoted
from pitboss.play.notation import show_command, show_place
from pitboss.rules.procedures import Irregularity
from pitboss.rules.regulation import Regulation
from pitboss.text import listed
from pitboss.views.shapes import ActionField, ActionView, FieldChoice

Tone = Literal["main", "danger"]
_AMOUNT: ActionField = {"name": "amount", "label": "Amount", "kind": "money", "minimum": 1}
_PLAYER: ActionField = {"name": "player", "label": "Player", "kind": "text"}
_REASON: ActionField = {"name": "reason", "label": "Reason", "kind": "text"}
_WAYS: ActionField = {
    "name": "way", "label": "Chips go", "kind": "choice",
    "choices": [{"value": "gives", "label": "To the player"}, {"value": "takes", "label": "Back to the table"}],
}  # fmt: skip
_HOW: ActionField = {
    "name": "how", "label": "How it is shown", "kind": "choice",
    "choices": [{"value": "covered", "label": "Covered"}, {"value": "marked", "label": "Marked with a sign"}],
}  # fmt: skip
_WAGERS: ActionField = {"name": "wagers", "label": "Wagers", "kind": "wagers"}
_CARDS: ActionField = {"name": "cards", "label": "Cards", "kind": "cards"}
_NUMBER: ActionField = {"name": "number", "label": "Cards found there", "kind": "number", "minimum": 0}
_CHIPS: ActionField = {"name": "number", "label": "Chips counted", "kind": "number", "minimum": 0}
_CARD: ActionField = {"name": "card", "label": "The card", "kind": "cards", "minimum": 1, "maximum": 1}
LABELS: dict[type, str] = {
    c.RecordShuffle: "Shuffle the cards",
    c.GoIdle: "Nobody plays: spread the cards",
    c.OpenBets: "Open the bets",
    c.WithdrawBets: "Nobody is here: withdraw the bets",
    c.CloseBets: "Close the bets",
    c.DealCards: "Deal the cards",
    c.Settle: "Turn up the cards and settle",
}
_AT_BOX = (
    c.PlaceWagers, c.LeaveSeat, c.FreeSeat, c.AcceptWager, c.RefuseWager,
    c.Choose, c.TakeSeat, c.ValidateWin, c.DeclareAbandoned, c.FindViolation,
    c.CorrectChoice,
)  # fmt: skip
_PREPARED = "The cards are prepared again before play goes on."
_FLOOR: dict[type, tuple[str, str]] = {
    c.OrderRecut: ("Order a recut", _PREPARED),
    c.OrderShuffle: ("Order a reshuffle", _PREPARED),
    c.EmptyDrop: ("Empty the drop box", "The drop box goes to the count."),
    c.ConfirmReport: (
        "Confirm the report", "What the dealer reported is right: the round is void, and all wagers are returned.",
    ),
    c.RefuseReport: ("Refuse the report", "What the dealer reported is not so: the round goes on."),
}  # fmt: skip
"""What the floorperson decides without entering anything: its label, and what is confirmed."""


def command_text(command: Command) -> str:
    """The line for a command without what the house brings itself, and without any card."""
    match command:
        case c.RecordShuffle():
            return "dealer shuffles"
        case c.ReadCards():
            return "dealer reads"
        case c.TurnCards(place=place):
            return f"dealer turns {show_place(place)}"
        case c.CorrectCards(place=place):
            return f"{command.who} corrects {show_place(place)}"
        case c.OpenBets():
            return "dealer opens bets"
        case c.CountStub():
            return "dealer counts stub"
        case c.Report():
            return show_command(command.replace(card=None))
    return show_command(command)


def example_of(action: ActionView) -> str:
    """The command of an action as the house would accept it now, without cards."""
    return action.get("example", action["command"])


def _view(
    command: Command, label: str, *fields: ActionField, template: str = "", confirm: str = "", tone: Tone | None = None
) -> ActionView:
    text = command_text(command)
    view: ActionView = {"kind": type(command).__name__, "command": template or text, "label": label}
    if fields:
        view["fields"], view["example"] = list(fields), text
    if confirm:
        view["confirm"] = confirm
    if tone:
        view["tone"] = tone
    if isinstance(command, _AT_BOX):
        view["box"] = command.box
    elif isinstance(command, c.TurnCards | c.CorrectCards) and command.place.isdecimal():
        view["box"] = int(command.place)
    if isinstance(command, c.Choose):
        view["choice"] = command.choice
    return view


def action_view(regulation: Regulation, command: Command) -> ActionView:
    """A permitted command for a page. It names no card."""
    if isinstance(command, c.Perform):
        return _view(command, OPENING[command.step], tone="main")
    if isinstance(command, c.CorrectCards):
        return _correction(command)
    if isinstance(command, c.CorrectChoice):
        return _choice_correction(regulation, command)
    match given_by(command):
        case "player":
            return _of_player(regulation, command)
        case "dealer":
            return _of_dealer(regulation, command)
        case "floorperson":
            return _of_floor(regulation, command)


def _of_player(regulation: Regulation, command: Command) -> ActionView:
    match command:
        case c.Choose(choice=chosen):
            return _view(command, label_in(regulation, chosen), tone="main")
        case c.LeaveSeat(box=box):
            return _view(command, f"Leave box {box}")
        case c.CashOut(player=player):
            return _view(command, "Cash out", _AMOUNT, template=f"player {quoted(player)} cashes {{amount}}")
        case c.TakeSeat(box=box):
            return _view(command, f"Sit at box {box}", _PLAYER, template=f"player {{player}} takes box {box}")
        case c.BuyChips():
            return _view(command, "Buy chips", _PLAYER, _AMOUNT, template="player {player} buys {amount}")
    raise AssertionError(f"{type(command).__name__} has no label")


def _choice_correction(regulation: Regulation, command: c.CorrectChoice) -> ActionView:
    box, label = command.box, label_in(regulation, command.choice).lower()
    decision = decision_title(regulation, command.decision)
    confirm = f"The choice was entered wrongly: the wagers lie as before, and box {box} chooses {label}."
    return _view(command, f"Correct the choice of box {box} on {decision}: {label}", confirm=confirm)


def _correction(command: c.CorrectCards) -> ActionView:
    field: ActionField = {**_CARDS, "minimum": len(command.cards), "maximum": len(command.cards)}
    named = show_place(command.place)
    template = f"{command_text(command)} {{cards}}"
    if command.who == "dealer":
        return _view(command, f"Correct the cards: {named}", field, template=template)
    confirm = "The win is not validated: it goes back, and the box is settled again by the right cards."
    return _view(command, f"Do not validate: correct {named}", field, template=template, confirm=confirm)


def _of_dealer(regulation: Regulation, command: Command) -> ActionView:
    match command:
        case c.ReceiveDecks(number=number, preshuffled=preshuffled):
            kind = "preshuffled" if preshuffled else "new"
            label = f"Receive a {kind} deck" if number == 1 else f"Receive {number} {kind} decks"
            prepared = "are shuffled and inspected already" if preshuffled else "are opened and inspected"
            confirm = f"New cards come to the table, and {prepared} before the next round."
            return _view(command, label, confirm=confirm, tone="danger")
        case c.CutCards():
            return _cut(regulation, command)
        case c.ReadCards(cards=cards):
            number = len(cards)
            field: ActionField = {**_CARDS, "minimum": number, "maximum": number}
            return _view(command, "Read the cards of the deal", field, template="dealer reads {cards}")
        case c.TurnCards(place=place, cards=cards):
            field = {**_CARDS, "minimum": len(cards), "maximum": len(cards)}
            named = show_place(place)
            return _view(command, f"Turn up and read: {named}", field, template=f"dealer turns {named} {{cards}}")
        case c.TakeOutOfService(device=device):
            template = f"dealer takes {device} out of service, {{how}}"
            confirm = "The device is covered or marked with a sign, and no longer used."
            label = f"Take the {device.replace('_', ' ')} out of service"
            return _view(command, label, _HOW, template=template, confirm=confirm, tone="danger")
    return _view(command, LABELS[type(command)])


def _of_floor(regulation: Regulation, command: Command) -> ActionView:
    match command:
        case c.ValidateWin(box=box, item=item):
            return _view(command, f"Validate {item_title(regulation, item)} of box {box}", tone="main")
        case c.AcceptWager(wager=wager, box=box, amount=amount):
            label = f"Accept {item_title(regulation, wager)} of box {box}"
            template = f"floorperson accepts {wager} {{amount}} of box {box}"
            return _view(command, label, _AMOUNT, template=template) if amount else _view(command, label)
        case c.RefuseWager(wager=wager, box=box):
            label = f"Refuse {item_title(regulation, wager)} of box {box}"
            return _view(command, label, confirm="The chip goes back to the player.", tone="danger")
        case c.CountChips(wager=wager):
            label = f"Count the {item_title(regulation, wager)} chips again"
            return _view(command, label, _CHIPS, template=f"floorperson counts {wager} {{number}}")
        case c.DeclareAbandoned(box=box):
            confirm = "The player has left: the wagers on the box are treated as lost."
            return _view(command, f"Declare box {box} abandoned", confirm=confirm, tone="danger")
        case c.FindViolation(box=box):
            confirm = "The player broke the rules of conduct: every wager of the player in this round is forfeited."
            return _view(command, f"Violation at box {box}", confirm=confirm, tone="danger")
        case c.ReturnToService(device=device):
            confirm = "The device is used again; cards that it deals in another way are shuffled first."
            return _view(command, f"Return the {device.replace('_', ' ')} to service", confirm=confirm)
        case c.FreeSeat(box=box):
            confirm = "The player is gone. Wagers go back while bets are open; later they stand, without a choice."
            return _view(command, f"Free box {box}", confirm=confirm, tone="danger")
        case c.FillTable():
            return _view(command, "Fill the table", _AMOUNT, template="floorperson fills {amount}")
        case c.CreditTable():
            return _view(command, "Credit the table", _AMOUNT, template="floorperson credits {amount}")
        case c.CorrectPayment():
            template = "floorperson {way} player {player} {amount} because {reason}"
            return _view(command, "Correct a payment", _WAYS, _PLAYER, _AMOUNT, _REASON, template=template)
    label, confirm = _FLOOR[type(command)]
    return _view(command, label, confirm=confirm, tone="danger" if isinstance(command, c.ConfirmReport) else None)


def _cut(regulation: Regulation, command: c.CutCards) -> ActionView:
    least = regulation.shuffling.cut.least
    field: ActionField = {
        "name": "depth", "label": f"Cards from the top, at least {least}", "kind": "number",
        "minimum": least, "maximum": len(DECK) - 1,
    }  # fmt: skip
    return _view(command, "Cut the cards", field, template="dealer cuts {depth}")


def bet_view(command: c.PlaceWagers, hands: int) -> ActionView:
    """Betting on a box, or taking its wagers back; if hands are made of community cards, on one of these `hands`."""
    if not command.wagers:
        return _view(command, f"Take back the wagers of box {command.box}")
    hand: ActionField = {
        "name": "hand", "label": "Community hand", "kind": "number", "minimum": 1, "maximum": hands
    }  # fmt: skip
    template = f"box {command.box} places {{wagers}}" + (" on hand {hand}" if hands else "")
    return _view(command, f"Bet on box {command.box}", _WAGERS, *([hand] if hands else []), template=template)


def close_view(regulation: Regulation, command: c.CloseBets, wagers: Sequence[str]) -> ActionView:
    """Closing the bets where real chips are counted: the person who counts enters each number."""
    fields: list[ActionField] = [
        {**_CHIPS, "name": wager, "label": f"{item_title(regulation, wager)}: chips counted"} for wager in wagers
    ]
    template = f"{show_command(command)} counting {', '.join(f'{wager} {{{wager}}}' for wager in wagers)}"
    return _view(command, LABELS[c.CloseBets], *fields, template=template)


def repeat_view(command: c.PlaceWagers) -> ActionView:
    """Placing the wagers of the last round again."""
    return {**_view(command, "Same as last round"), "repeats": True}


def correct_view(regulation: Regulation, command: c.CorrectPayment, items: Sequence[str]) -> ActionView:
    """Correcting what a box was paid for a wager or an award in a round up to the last one."""
    choices: list[FieldChoice] = [{"value": item, "label": item_title(regulation, item)} for item in items]
    fields: list[ActionField] = [
        _WAYS, _PLAYER, _AMOUNT,
        {"name": "item", "label": "For", "kind": "choice", "choices": choices},
        {"name": "box", "label": "Box", "kind": "number", "minimum": 1},
        {"name": "round", "label": "Round", "kind": "number", "minimum": 1, "maximum": command.round},
        _REASON,
    ]  # fmt: skip
    template = "floorperson {way} player {player} {amount} for {item} of box {box} in round {round} because {reason}"
    return _view(command, "Correct a payment", *fields, template=template)


def load_view(command: c.LoadShuffler, deck: str) -> ActionView:
    """Putting the deck that is not in turn into the shuffler."""
    return _view(command, f"Put the {deck} into the shuffler")


def count_view(command: c.CountStub, decks: Mapping[c.Deck, str], *, is_dealt: bool) -> ActionView:
    """Counting a deck between rounds, or the stub after the deal. The number is what a person counted.

    `decks` are the names of two decks, under `current` and `device`.
    """
    number: ActionField = {"name": "number", "label": "Cards counted", "kind": "number", "minimum": 0}
    if not is_dealt and not decks:
        return _view(command, "Count the cards", number, template="dealer counts stub {number}")
    if not is_dealt:
        choices: list[FieldChoice] = [
            {"value": deck, "label": name[0].upper() + name[1:]} for deck, name in decks.items()
        ]
        which: ActionField = {"name": "deck", "label": "Deck", "kind": "choice", "choices": choices}
        template = "dealer counts stub {number} of {deck} deck"
        return _view(command, "Count a deck", number, which, template=template)
    # Nothing on the layout means that nothing was misdealt.
    misdealt: ActionField = {
        "name": "misdealt", "label": "If cards were misdealt, the number on the layout; else 0", "kind": "number",
        "minimum": 0, "maximum": len(DECK),
    }  # fmt: skip
    template = "dealer counts stub {number} misdealt {misdealt}"
    confirm = f"If it does not make {len(DECK)} with the cards that are out, the floorperson decides on the round."
    return _view(command, "Count the stub", number, misdealt, template=template, confirm=confirm)


def report_view(command: c.Report, row: Irregularity, places: Sequence[str], deck: str = "") -> ActionView:
    """Reporting something irregular, and what is then done. `places` are the boxes and piles where it can be found.

    `deck` is the name of the deck that it is about, if there are two.
    """
    fields, text = list[ActionField](), show_command(c.Report(command.found, who=command.who))
    label, template = command.found.replace("_", " ").capitalize(), text
    if deck:
        label, template = f"{label}: {deck}", command_text(command)
    if "discard_card" in row.effects:
        fields, template = [_CARD], f"{text} {{card}}"
    elif row.names_number:
        choices: list[FieldChoice] = [{"value": place, "label": place_title(place)} for place in places]
        where: ActionField = {"name": "place", "label": "Where", "kind": "choice", "choices": choices}
        fields, template = [where, _NUMBER], f"{text} at {{place}}, {{number}} cards"
    first = "the floorperson confirms it; then " if row.floor_confirms and command.who == "dealer" else ""
    confirm = f"Then {first}{listed(EFFECTS[effect] for effect in row.effects)}."
    view = _view(command, label, *fields, template=template, confirm=confirm, tone="danger")
    view["cite"] = row.cite
    return view
