"""The best choice: for one hand with the exact value of each, as rules a person can learn, and as a full table."""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

from pitboss.cards import Card, show_cards
from pitboss.errors import InputError
from pitboss.games.let_it_ride import solver as let_it_ride
from pitboss.odds.catalog import asked_wagers, in_force
from pitboss.odds.query import Asked
from pitboss.rules.regulation import Regulation


class Values(NamedTuple):
    """A decision and what each choice is expected to win, per unit first staked."""

    decision: str
    choices: Mapping[str, Fraction]

    @property
    def best(self) -> str:
        """The choice of the highest value; of equal ones the one named first takes the smaller stake."""
        return max(self.choices, key=lambda choice: self.choices[choice])

    def cost(self, choice: str) -> Fraction:
        """What a choice gives away."""
        return self.choices[self.best] - self.choices[choice]


class TableRow(NamedTuple):
    """A kind of hand, how many there are, the values of the choices, and the best."""

    hand: str
    number: int
    values: Values


def decision_wager(regulation: Regulation) -> str:
    """The wager whose odds depend on decisions, as odds name it."""
    return "base" if "base" in asked_wagers(regulation) else "ante"


def hand_values(regulation: Regulation, paytable: str, cards: Sequence[Card], asked: Asked) -> Values:
    """The exact value of each choice with these cards; an InputError says how many cards a decision sees."""
    match regulation.game:
        case "let_it_ride":
            if len(cards) not in (3, 4):
                raise InputError(f"--hand: three cards for the first decision or four for the second, not {len(cards)}")
            lines = regulation.paytables["base"][paytable].lines()
            position = let_it_ride.position_of([card.rank for card in cards], [card.suit for card in cards])
            ride = let_it_ride.riding_values(lines, position)
            return Values("bet_1" if len(cards) == 3 else "bet_2", {"withdraw": Fraction(0), "ride": ride})
        case "three_card_poker":
            return _three_card(regulation, paytable, cards, asked)
        case "top_five_poker":
            return _top_five(regulation, cards, asked)


def _three_card(regulation: Regulation, paytable: str, cards: Sequence[Card], asked: Asked) -> Values:
    from pitboss.games.three_card_poker.solver import DEALER_HANDS, Showdown  # noqa: PLC0415

    if len(cards) != 3:
        raise InputError(f"--hand: three cards, not {len(cards)}")
    on_win_only = asked.holds(regulation.awards["ante_bonus"].only_on_win_under)
    showdown = Showdown(regulation, regulation.paytables["ante_bonus"][paytable], on_win_only)
    hand = tuple(cards)
    play = Fraction(showdown.play_total(hand, showdown.against(hand)), DEALER_HANDS)
    return Values("play", {"fold": Fraction(-1), "play": play})


def _top_five(regulation: Regulation, cards: Sequence[Card], asked: Asked) -> Values:
    from pitboss.games.top_five_poker.solver import TopFive  # noqa: PLC0415

    game = TopFive(regulation, {**in_force(regulation), **asked.options})
    try:
        values = game.choices(cards)
    except ValueError:
        raise InputError(f"--hand: {game.deck.hand} cards, not {len(cards)}") from None
    return Values("play", {choice: values[choice] for choice in sorted(values)})


def learnable_rules(regulation: Regulation, paytable: str, asked: Asked) -> Mapping[str, list[str]]:
    """For each decision the rules that a person can learn."""
    match regulation.game:
        case "let_it_ride":
            from pitboss.games.let_it_ride.strategy import learnable  # noqa: PLC0415

            found = learnable(regulation.paytables["base"][paytable].lines())
            return {decision: [f"ride {rule.text}" for rule in rules] for decision, rules in found.items()}
        case "three_card_poker":
            from pitboss.games.three_card_poker import solver as three_card_poker  # noqa: PLC0415

            on_win_only = asked.holds(regulation.awards["ante_bonus"].only_on_win_under)
            game = three_card_poker.solve(regulation, regulation.paytables["ante_bonus"][paytable], on_win_only)
            return {"play": [_cut_off(three_card_poker.cutoff(game))]}
        case "top_five_poker":
            from pitboss.games.top_five_poker.solver import TopFive  # noqa: PLC0415

            return {"play": [_cut_off(TopFive(regulation, {**in_force(regulation), **asked.options}).cut_off())]}


def _cut_off(cards: Sequence[Card] | None) -> str:
    if cards is None:
        return "no single lowest hand separates play from fold: see the full table"
    shown = "-".join({"T": "10"}.get(str(card)[0], str(card)[0]) for card in sorted(cards, reverse=True))
    return f"play with {shown} or better, fold everything lower"


def full_table(regulation: Regulation, paytable: str, asked: Asked) -> Iterator[TableRow]:
    """Every kind of hand that a decision can be made with."""
    match regulation.game:
        case "let_it_ride":
            yield from _let_it_ride_table(regulation, paytable)
        case "three_card_poker":
            from pitboss.games.three_card_poker import solver as three_card_poker  # noqa: PLC0415

            on_win_only = asked.holds(regulation.awards["ante_bonus"].only_on_win_under)
            game = three_card_poker.solve(regulation, regulation.paytables["ante_bonus"][paytable], on_win_only)
            for decision in game.decisions:
                values = Values("play", {"fold": decision.fold, "play": decision.play})
                yield TableRow(show_cards(decision.cards), decision.number, values)
        case "top_five_poker":
            from pitboss.games.top_five_poker.hands import example  # noqa: PLC0415
            from pitboss.games.top_five_poker.solver import TopFive  # noqa: PLC0415

            for line in TopFive(regulation, {**in_force(regulation), **asked.options}).strategy():
                cards = example(line.holding.numbers, line.holding.royal)
                values = Values("play", {choice: line.values[choice] for choice in sorted(line.values)})
                yield TableRow(show_cards(cards) or "no high card", line.hands, values)


def _let_it_ride_table(regulation: Regulation, paytable: str) -> Iterator[TableRow]:
    ahead = let_it_ride.Ahead(regulation.paytables["base"][paytable].lines())
    for size, decision, ways in ((3, "bet_1", 49 * 48), (4, "bet_2", 48)):
        for position, number in let_it_ride.positions(size):
            win = ahead.of_three(position) if size == 3 else ahead.of_four(position).win
            values = Values(decision, {"withdraw": Fraction(0), "ride": Fraction(win, ways)})
            yield TableRow(_position(position), number, values)


def _position(position: let_it_ride.Position) -> str:
    ranks = "".join("23456789TJQKA"[rank] * count for rank, count in reversed(list(enumerate(position.counts))))
    return f"{ranks} {'one suit' if position.suited else 'mixed'}"
