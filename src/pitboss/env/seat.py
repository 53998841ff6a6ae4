"""SeatEnv: one seat at a table, as a Gymnasium environment."""

from typing import Any, SupportsInt

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.error import ResetNeeded

from pitboss.cards import parse_cards
from pitboss.env.actions import Mask
from pitboss.env.automatic_table import AutomaticTable, Cards, player_of
from pitboss.env.best_play import BestPlay
from pitboss.env.observation import Observation, Observing
from pitboss.env.text import table_text
from pitboss.errors import CommandRefused, InputError
from pitboss.rules.ruleset import Ruleset
from pitboss.rules.sample_house import find_ruleset
from pitboss.views.seat import seat_view

Info = dict[str, Any]


class SeatEnv(gymnasium.Env[Observation, SupportsInt]):
    """A player bets and decides at one box; the other boxes are empty or play optimally.

    An episode is `rounds` rounds, or ends sooner when the bankroll is too small for the least wager. The reward is 0
    until a round is settled, and then what the box has won, in units of `game.unit` cents.
    """

    metadata: dict[str, Any] = {"render_modes": ["ansi"], "render_fps": 1}  # noqa: RUF012 - as Gymnasium has it

    def __init__(  # noqa: PLR0913 - each is a choice of its own
        self,
        regulation: str | Ruleset = "",
        *,
        house: str = "",
        table: str = "",
        box: int = 1,
        others: int = 0,
        rounds: int = 1,
        bankroll: int = 100_000,
        strict: bool = False,
        render_mode: str | None = None,
    ) -> None:
        """A seat at the table that `find_ruleset` finds.

        `others` is how many other boxes play, `bankroll` in cents what each player begins an episode with. An action
        that is not open changes nothing: its reward is 0 and `info["refused"]` says why, or with `strict` it raises
        CommandRefused.
        """
        ruleset = find_ruleset(regulation, house, table)
        free = [number for number in range(1, ruleset.submission.boxes + 1) if number != box]
        if not 0 <= others <= len(free):
            raise InputError(f"table {ruleset.table} has {len(free)} other boxes, not {others}")
        check_rounds(rounds)
        if render_mode not in (None, "ansi"):
            raise InputError(f"render_mode {render_mode!r}: a seat is rendered as 'ansi' text, or not at all")
        self.game = AutomaticTable(ruleset, (box, *free[:others]), bankroll)
        self.observing = Observing(ruleset)
        self.action_names = self.game.actions.names
        self.action_space = spaces.Discrete(len(self.game.actions))
        self.observation_space = self.observing.space
        self.best_play = BestPlay(ruleset, self.game.actions, self.observing)
        self.box, self.rounds, self.strict, self.render_mode = box, rounds, strict, render_mode

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Observation, Info]:
        """A new table, open for bets. `options={"deck": "As Kd"}` puts cards on top for the first round."""
        super().reset(seed=seed)
        self.game.reset(self.np_random, written_cards(options))
        self._play_others()
        return self.observe(), self._info()

    def step(self, action: SupportsInt) -> tuple[Observation, float, bool, bool, Info]:
        """Bets or decides; then others play and the table goes on until this box is asked again, or the end."""
        number, game = checked(action, len(self.game.actions)), self.game
        if game.turn != self.box:
            raise ResetNeeded("the episode is over, or has not begun: call reset()")
        before = game.table.rounds
        try:
            game.act(self.box, number)
        except CommandRefused as refused:
            if self.strict:
                raise
            return self.observe(), 0.0, False, False, self._info() | {"refused": str(refused)}
        self._play_others()
        if game.table.round:
            return self.observe(), 0.0, False, False, self._info()
        net, settled = game.net(self.box), game.settled(self.box)
        over = before >= self.rounds or not game.can_bet(self.box)
        if not over:
            game.open_bets()
            self._play_others()
        return self.observe(), net / game.unit, over, False, self._info() | {"net": net, "settled": settled}

    def observe(self) -> Observation:
        """What the player of the box sees now."""
        return self.observing.of(self.game.table, self.box, self.game.turn)

    def action_masks(self) -> Mask:
        """1 for each action that is open now, the same as `info["action_mask"]`."""
        if self.game.turn != self.box:
            return np.zeros(len(self.game.actions), np.int8)
        return self.game.actions.mask(self.game.table, self.box)

    def render(self) -> str | None:
        """The view from the seat as text."""
        if self.render_mode is None:
            return None
        return table_text(seat_view(self.game.table, player_of(self.box)))

    def _info(self) -> Info:
        return {"action_mask": self.action_masks(), "round": self.game.table.rounds}

    def _play_others(self) -> None:
        """Other boxes bet and decide as long as it is their turn, each from its own observation."""
        game = self.game
        while (turn := game.turn) not in (None, self.box):
            assert turn is not None
            seen, mask = self.observing.of(game.table, turn, turn), game.actions.mask(game.table, turn)
            game.act(turn, self.best_play.action(seen, mask))


def checked(action: SupportsInt, number: int) -> int:
    """The action as a number below `number`; InputError if it is not one."""
    if not spaces.Discrete(number).contains(action):
        raise InputError(f"{action!r} is not an action: expected 0 to {number - 1}; action_names lists them")
    return int(action)


def check_rounds(rounds: int) -> None:
    """An InputError unless an episode has rounds."""
    if rounds < 1:
        raise InputError(f"an episode has at least one round, not {rounds}")


def written_cards(options: dict[str, Any] | None) -> Cards:
    """The cards of `options["deck"]`, from the top; other options are ignored."""
    text = (options or {}).get("deck", "")
    try:
        return parse_cards(text)
    except (ValueError, AttributeError):
        raise InputError(f"options['deck']: {text!r} are not cards: write them from the top, like 'As Kd'") from None
