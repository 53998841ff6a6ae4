"""The people who play at one keyboard, from the first bet to the last chip. The engine decides everything."""

from typing import Any, NoReturn

from pitboss.cli.bets import NotUnderstood, example, read_bets, say_wagers, wager_lines
from pitboss.cli.cards import Face, write
from pitboss.cli.dealer import Dealer, sum_up
from pitboss.cli.player_view import PILES, box_facts, chips_of_players, faces, name_hand
from pitboss.cli.possible_wins import possible_wins
from pitboss.cli.terminal import Terminal
from pitboss.documents.choice_text import choice_keys, choice_label, choice_text
from pitboss.documents.event_text import EventNarrator
from pitboss.documents.settled_text import SettledResult, SettlingEvent
from pitboss.documents.titles import decision_title, item_title
from pitboss.errors import CommandRefused, InputError
from pitboss.money import parse_money, show_money
from pitboss.play import commands as c
from pitboss.play import events as e
from pitboss.rules.script import Step
from pitboss.table.betting import least_bet
from pitboss.table.decide import offers
from pitboss.table.playing import pending
from pitboss.table.state import Table
from pitboss.text import address, plural, show_signed

_TAKEN = "bv"  # keys that mean something else at a decision
_STYLES = {"won": ("green",), "lost": ("dim",), "returned": ()}


class TerminalSession:
    """The players, what they bought in for, and their results."""

    def __init__(self, dealer: Dealer, terminal: Terminal, by_the_book: bool) -> None:
        self.dealer, self.terminal, self.by_the_book = dealer, terminal, by_the_book
        self.say = terminal.say
        self.bought: dict[str, int] = {}
        self.last: dict[int, c.PlaceWagers] = {}
        """What each box last played with."""
        self.completed = 0
        self.results: list[tuple[int, SettledResult]] = []
        self._settling, self._told_box = False, 0
        self._unseen = False
        """Whether cards were revealed that have not been shown."""
        dealer.tell = self.tell

    @property
    def table(self) -> Table:
        return self.dealer.table

    def sit_down(self, players: list[str], boxes: int, chips: int) -> None:
        """All players buy chips and take boxes. If the engine refuses, an option of the command cannot be used."""
        if boxes < 1:
            raise InputError(f"--boxes {boxes}: a player needs at least one box")
        ruleset = self.table.ruleset
        name = f"{ruleset.regulation.jurisdiction} {ruleset.regulation.title} ({ruleset.regulation.id})"
        self.say(f"{name}, table {ruleset.table}", "bold")
        try:
            for number, player in enumerate(players):
                self.buy(player, chips)
                for box in range(number * boxes + 1, (number + 1) * boxes + 1):
                    self.dealer.act(c.TakeSeat(player, box))
        except CommandRefused as refused:
            raise InputError(f"{refused.reason} ({refused.clause})") from None

    def title(self, item: str) -> str:
        """The name of a wager or award on the layout."""
        return item_title(self.table.ruleset.regulation, item)

    def buy(self, player: str, amount: int) -> None:
        self.dealer.act(c.BuyChips(player, amount))
        self.bought[player] = self.bought.get(player, 0) + amount

    def buy_more(self, player: str, amount: str) -> None:
        """Buys chips for an amount as a player writes it."""
        try:
            self.buy(player, parse_money(f"${amount.removeprefix('$')}"))
        except ValueError:
            raise NotUnderstood(f"{amount[:40]!r} is not an amount: write buy 100") from None
        self.say(f"{show_money(self.table.rack_of(player))} in the rack.")

    def won(self, player: str) -> int:
        """What the rack holds beyond the chips that were bought."""
        return self.table.rack_of(player) - self.bought[player]

    def play(self) -> NoReturn:
        """Round after round, until someone leaves."""
        self.show_wagers()
        while True:
            self.say()
            before = {player: self.won(player) for player in self.bought}
            self.say_done(self.dealer.open_bets())
            self.bet()
            while open_now := pending(self.table):
                self.decide(open_now[1][0], open_now[0])
            self.settle()
            self.completed += 1
            self.sum_up(before)

    def say_done(self, events: list[e.Event]) -> None:
        """What the dealer did to the cards; by the book, every event has its own line already."""
        if (done := sum_up(events)) and not self.by_the_book:
            self.say(done, "dim")

    # Betting

    def bet(self) -> None:
        """Asks each box for its wagers, until the dealer may deal."""
        while True:
            for box in sorted(self.table.seats):
                self.bet_on(box)
            try:
                self.dealer.act(c.CloseBets())
                break
            except CommandRefused as refused:
                self.refuse(refused)
        assert self.table.round
        for number, played in self.table.round.boxes.items():
            if played.wagers:
                self.last[number] = c.PlaceWagers(number, tuple(played.wagers.items()), hand=played.hand)
        self.say_done(self.dealer.deal())

    def bet_on(self, box: int) -> None:
        player = self.table.seats[box]
        least = least_bet(self.table, box)
        again = self.last.get(box, least)
        rack = show_money(self.table.rack_of(player))
        wagers = say_wagers(self.table.ruleset, again.wagers)
        self.say(f"Box {box}, {player}, {rack}: Enter bets {wagers}; ? helps, q leaves.", hang=2)
        like = example(self.table, least)
        if again is least:
            self.say(f"Or write wagers with amounts: {like}", hang=2)
        while True:
            line = self.terminal.ask(f"bet on box {box}> ")
            try:
                if self.answer(line, least, again):
                    return
            except NotUnderstood as error:
                self.say(f"{error}.", "yellow")
                known = f"wagers with amounts, like {like}; Enter, all, none, buy, t, ? and q"
                self.say(f"Understood now: {known}.", "yellow", hang=2)
            except CommandRefused as refused:
                self.refuse(refused)

    def answer(self, line: str, least: c.PlaceWagers, again: c.PlaceWagers) -> bool:
        """Does what a line asks for; returns whether the box has bet."""
        match line.lower().split():
            case [] | ["r" | "repeat"]:
                self.dealer.act(again)
            case ["q" | "quit"]:
                raise EOFError
            case ["none"]:
                self.dealer.act(c.PlaceWagers(least.box, ()))
            case ["t" | "table"]:
                self.show_wagers()
                return False
            case ["?" | "help"]:
                self.explain_bets(least)
                return False
            case ["buy", amount]:
                self.buy_more(self.table.seats[least.box], amount)
                return False
            case _:
                self.dealer.act(read_bets(self.table, line, least))
        return True

    def explain_bets(self, least: c.PlaceWagers) -> None:
        for word, does in (
            ("Enter, r", "the same wagers as last time; at first the least that the table accepts"),
            (example(self.table, least), "exactly these wagers; the beginning of a name is enough"),
            ("10", "that amount on each compulsory wager"),
            ("all", "every wager of the table, each at its smallest stake"),
            ("none", "this box sits the round out"),
            ("buy 100", "more chips"),
            ("t", "the wagers of the table, their limits and what they pay"),
            ("q", "leaves the table"),
        ):
            self.say(f"{word:<24} {does}", indent=2, hang=25)

    def show_wagers(self) -> None:
        lines = list(wager_lines(self.table))
        first, second = (max(len(line[column]) for line in lines) for column in (0, 1))
        for name, limits, pays in lines:
            self.say(f"{name:<{first}}  {limits:<{second}}  {pays}", indent=2, hang=first + second + 4)

    # Deciding

    def decide(self, box: int, step_: Step) -> None:
        """Shows a player the cards and asks until the engine accepts a decision."""
        assert self.table.round
        self.show_cards(self.table.round.boxes[box].player)
        keys = choice_keys(step_.choices, _TAKEN)
        words = {word: name for name, key in keys.items() for word in (key, name)}
        offered = ", ".join(f"{keys[one.choice]} {choice_label(one).lower()}" for one in step_.choices)
        stake = self.table.round.boxes[box].wagers.get(step_.decision)
        title = decision_title(self.table.ruleset.regulation, step_.decision)
        about = f"{title} {show_money(stake)}" if stake else title
        understood = f"Understood now: {offered}, b buy chips, v what can still win, ? help; Ctrl-C leaves."
        while True:
            answer = self.terminal.press(f"box {box}, {about}: {offered}, v what can win, ? > ").lower()
            try:
                if answer in words:
                    self.dealer.act(c.Choose(box, words[answer]))
                    return
                if not self.inform(answer, box, step_):
                    self.say(understood, "yellow", hang=2)
            except NotUnderstood as error:
                self.say(f"{error}.", "yellow")
            except CommandRefused as refused:
                self.refuse(refused)
                self.say(understood, "yellow", hang=2)

    def inform(self, answer: str, box: int, step_: Step) -> bool:
        """Answers a question, or sells chips. Returns whether the answer was understood."""
        assert self.table.round
        facts = box_facts(self.table, box)
        match answer.split():
            case ["v"] if facts:
                for can, wagers in possible_wins(self.table, facts).items():
                    self.say(f"{', '.join(wagers)}: {can}", indent=2, hang=2)
            case ["?"]:
                for choice in step_.choices:
                    lying = self.table.round.boxes[box].wagers
                    told = choice_text(self.table.ruleset.regulation, step_, choice, lying)
                    self.say(f"{choice_label(choice).lower()}: {told} ({address(choice.cite)})", indent=2, hang=2)
                self.say("buy 100: more chips", indent=2)
            case ["b" | "buy", *amounts] if len(amounts) <= 1:
                # After the key b comes the amount, or the rest of the word.
                amount = amounts[0] if amounts else self.terminal.ask("buy chips for> ").lower().removeprefix("uy")
                self.buy_more(self.table.round.boxes[box].player, amount.strip())
            case _:
                return False
        return True

    def show_cards(self, player: str) -> None:
        """The table as one player sees it."""
        round_ = self.table.round
        assert round_
        self.say()
        self.show_piles()
        boxes: list[tuple[str, list[Face]]] = []
        for number in round_.in_play():
            facts = box_facts(self.table, number)
            if facts and not round_.boxes[number].surrendered:
                own = facts.player == player
                name = f" ({name_hand(self.table, next(iter(facts.wagers)), facts)})" if own else ""
                seen: list[Face] = [*facts.cards] if own else [None] * len(facts.cards)
                boxes.append((f"box {number}, {facts.player}{name}", seen))
        self.terminal.show(boxes)

    def show_piles(self) -> None:
        assert self.table.round
        burned = {"community": ", the first burned"} if self.table.round.burned else {}
        piles = ((name + burned.get(pile, ""), faces(self.table.round, pile)) for pile, name in PILES.items())
        self.terminal.show([(name, seen) for name, seen in piles if seen])
        self._unseen = False

    # Settling

    def settle(self) -> None:
        """Settles to the end; a win that must be validated waits for the floorperson."""
        self._settling, self._told_box = True, 0
        while self.table.round:
            self.dealer.act(c.Settle())
            for offer in offers(self.table):
                if isinstance(offer.command, c.ValidateWin):
                    self.validate(offer.command)
        self._settling = False

    def validate(self, command: c.ValidateWin) -> None:
        while self.terminal.ask("Press Enter as the floorperson> ").lower() not in ("", "y", "yes", "validate"):
            self.say("Understood now: Enter, yes or validate.", "yellow")
        self.dealer.act(command)

    def tell(self, event: e.Event) -> None:
        """Shows one event as it happens."""
        self._unseen |= isinstance(event, e.CardsRevealed)
        narrator = EventNarrator(self.table)
        if isinstance(event, SettlingEvent):
            self.tell_result(narrator.reasons.settled(event))
        elif self.by_the_book or isinstance(event, e.MeterReset | e.ValidationAsked):
            style = []
            if isinstance(event, e.ValidationAsked):
                self.head_box(event.box)
                style = ["bold"]
            self.say(f"{narrator.text(event)} ({address(event.cite)})", *style, indent=2, hang=2)

    def tell_result(self, settled: SettledResult) -> None:
        assert self.table.round
        self.results.append((self.table.round.number, settled))
        self.head_box(settled.box)
        names = [*self.table.ruleset.wagers, *self.table.ruleset.awards]
        size = max(len(self.title(name)) for name in names)
        line = f"{self.title(settled.item):<{size}}  {settled.outcome:<8}  {show_signed(settled.net):>10}  "
        why = f"{settled.why} ({address(settled.cite)})".lstrip()
        self.say(f"{line}{why}", *_STYLES[settled.outcome], indent=2, hang=len(line))

    def head_box(self, box: int) -> None:
        """The hand of a box, above what it won and lost at settlement."""
        round_ = self.table.round
        if round_ is None or not self._settling:
            return
        if self._unseen:
            self.say()
            self.show_piles()
        if self._told_box == box:
            return
        facts = box_facts(self.table, box)
        shown = f": {write(facts.cards)}" if facts and not round_.boxes[box].surrendered else ""
        self.say(f"Box {box}, {round_.boxes[box].player}{shown}", "bold")
        self._told_box = box

    # Results

    def sum_up(self, before: dict[str, int]) -> None:
        for player, won in before.items():
            rack = show_money(self.table.rack_of(player))
            self.say(f"{player}: {show_signed(self.won(player) - won)}, {rack} in the rack.", "bold")
        meters = ", ".join(f"{name} {show_money(cents)}" for name, cents in self.table.meters().items())
        if meters:
            self.say(f"Meters: {meters}.", "dim", hang=2)

    def refuse(self, refused: CommandRefused) -> None:
        self.say(f"{refused.reason[0].upper()}{refused.reason[1:]} ({refused.clause}).", "yellow")

    def leave(self) -> None:
        """Takes back the wagers that can be taken back, and shows the results."""
        round_ = self.table.round
        if round_ and round_.phase == "betting":
            for box in round_.in_play():
                self.dealer.act(c.PlaceWagers(box, ()))
        self.say()
        for row in self.standing():
            left = f", {show_money(row['lying'])} still on the layout" if row["lying"] else ""
            rounds, net = plural(self.completed, "round"), show_signed(row["net"])
            self.say(f"{row['player']}: {show_money(row['rack'])} after {rounds}, {net}{left}.", "bold")

    def standing(self) -> list[dict[str, Any]]:
        """Each player's chips: bought, in the rack, on the layout."""
        return chips_of_players(self.table, self.bought)

    def summary(self) -> dict[str, Any]:
        """The session for programs."""
        return {
            "regulation": self.table.ruleset.regulation.id,
            "table": self.table.ruleset.table,
            "rounds": self.completed,
            "players": self.standing(),
            "meters": self.table.meters(),
            "results": [{"round": number, **settled._asdict()} for number, settled in self.results],
        }
