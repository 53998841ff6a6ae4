"""What a person may do, ready for a page: a label, the fields to fill in, and whether it needs a confirmation."""

from typing import Literal

from pitboss.cards import DECK
from pitboss.documents.event_text import EFFECTS
from pitboss.documents.titles import OPENING, item_title, title_of
from pitboss.play import commands as c
from pitboss.play.commands import Command, given_by
from pitboss.play.encoding import quoted
from pitboss.play.notation import show_command
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
_FOUND: list[FieldChoice] = [
    {"value": "", "label": "The cards were dealt correctly"},
    {"value": " misdealt", "label": "Cards were misdealt"},
]
_WAGERS: ActionField = {"name": "wagers", "label": "Wagers", "kind": "wagers"}
_CARDS: ActionField = {"name": "cards", "label": "Cards", "kind": "cards"}
_CARD: ActionField = {"name": "card", "label": "The card", "kind": "cards", "minimum": 1, "maximum": 1}
LABELS: dict[type, str] = {
    c.RecordShuffle: "Shuffle the cards",
    c.GoIdle: "Nobody plays: spread the cards",
    c.OpenBets: "Open the bets",
    c.CloseBets: "Close the bets",
    c.DealCards: "Deal the cards",
    c.Settle: "Turn up the cards and settle",
}
_AT_BOX = (
    c.PlaceWagers, c.LeaveSeat, c.Choose, c.TakeSeat, c.ValidateWin, c.DeclareAbandoned, c.FindViolation,
)  # fmt: skip
_PREPARED = "The cards are prepared again before play goes on."


def command_text(command: Command) -> str:
    """The line for a command without what the house brings itself, and without any card."""
    match command:
        case c.RecordShuffle():
            return "dealer shuffles"
        case c.ReadCards():
            return "dealer reads"
        case c.OpenBets():
            return "dealer opens bets"
        case c.Report(found=found):
            return show_command(c.Report(found))
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
    if isinstance(command, c.Choose):
        view["choice"] = command.choice
    return view


def action_view(regulation: Regulation, command: Command) -> ActionView:
    """A permitted command for a page. It names no card."""
    if isinstance(command, c.Perform):
        return _view(command, OPENING[command.step], tone="main")
    match given_by(command):
        case "player":
            return _of_player(command)
        case "dealer":
            return _of_dealer(regulation, command)
        case "floorperson":
            return _of_floor(regulation, command)


def _of_player(command: Command) -> ActionView:
    match command:
        case c.Choose(choice=chosen):
            return _view(command, title_of(chosen), tone="main")
        case c.LeaveSeat(box=box):
            return _view(command, f"Leave box {box}")
        case c.CashOut(player=player):
            return _view(command, "Cash out", _AMOUNT, template=f"player {quoted(player)} cashes {{amount}}")
        case c.TakeSeat(box=box):
            return _view(command, f"Sit at box {box}", _PLAYER, template=f"player {{player}} takes box {box}")
        case c.BuyChips():
            return _view(command, "Buy chips", _PLAYER, _AMOUNT, template="player {player} buys {amount}")
    raise AssertionError(f"{type(command).__name__} has no label")


def _of_dealer(regulation: Regulation, command: Command) -> ActionView:
    match command:
        case c.ReceiveDecks(number=number):
            label = "Receive a new deck" if number == 1 else f"Receive {number} new decks"
            confirm = "New cards come to the table, and are opened and inspected before the next round."
            return _view(command, label, confirm=confirm, tone="danger")
        case c.CutCards():
            return _cut(regulation, command)
        case c.ReadCards(cards=cards):
            number = len(cards)
            field: ActionField = {**_CARDS, "minimum": number, "maximum": number}
            return _view(command, "Read the cards of the deal", field, template="dealer reads {cards}")
        case c.TakeOutOfService(device=device):
            template = f"dealer takes {device} out of service, {{how}}"
            confirm = "The device is covered or marked with a sign, and no longer used."
            label = f"Take the {device.replace('_', ' ')} out of service"
            return _view(command, label, _HOW, template=template, confirm=confirm, tone="danger")
    return _view(command, LABELS[type(command)])


def _of_floor(regulation: Regulation, command: Command) -> ActionView:
    match command:
        case c.OrderRecut():
            return _view(command, "Order a recut", confirm=_PREPARED)
        case c.OrderShuffle():
            return _view(command, "Order a reshuffle", confirm=_PREPARED)
        case c.ValidateWin(box=box, item=item):
            return _view(command, f"Validate {item_title(regulation, item)} of box {box}", tone="main")
        case c.DeclareAbandoned(box=box):
            confirm = "The player has left: the wagers on the box are treated as lost."
            return _view(command, f"Declare box {box} abandoned", confirm=confirm, tone="danger")
        case c.FindViolation(box=box):
            confirm = "The player broke the rules of conduct: every wager of the player in this round is forfeited."
            return _view(command, f"Violation at box {box}", confirm=confirm, tone="danger")
        case c.FillTable():
            return _view(command, "Fill the table", _AMOUNT, template="floorperson fills {amount}")
        case c.CreditTable():
            return _view(command, "Credit the table", _AMOUNT, template="floorperson credits {amount}")
        case c.EmptyDrop():
            return _view(command, "Empty the drop box", confirm="The drop box goes to the count.")
        case c.CorrectPayment():
            template = "floorperson {way} player {player} {amount} because {reason}"
            return _view(command, "Correct a payment", _WAYS, _PLAYER, _AMOUNT, _REASON, template=template)
    raise AssertionError(f"{type(command).__name__} has no label")


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


def count_view(command: c.CountStub, *, is_dealt: bool) -> ActionView:
    """Counting all cards between rounds, or the stub after the deal."""
    number: ActionField = {"name": "number", "label": "Cards counted", "kind": "number", "minimum": 0}
    if not is_dealt:
        return _view(command, "Count the cards", number, template="dealer counts stub {number}")
    found: ActionField = {"name": "found", "label": "What was found", "kind": "choice", "choices": _FOUND}
    template = "dealer counts stub {number}{found}"
    confirm = f"A number that does not make {len(DECK)} with the cards that are out voids the round."
    return _view(command, "Count the stub", number, found, template=template, confirm=confirm)


def report_view(command: c.Report, row: Irregularity) -> ActionView:
    """Reporting something irregular, and what is then done."""
    fields, text = [_CARD] if "discard_card" in row.effects else [], command_text(command)
    label, template = command.found.replace("_", " ").capitalize(), f"{text} {{card}}" if fields else text
    confirm = f"Then {listed(EFFECTS[effect] for effect in row.effects)}."
    view = _view(command, label, *fields, template=template, confirm=confirm, tone="danger")
    view["cite"] = row.cite
    return view
