"""TableEnv: all boxes of a table, as a PettingZoo environment in which agents act in turn."""

from typing import Any, SupportsInt

import numpy as np
from gymnasium import spaces
from gymnasium.error import ResetNeeded
from gymnasium.utils.seeding import np_random
from pettingzoo import AECEnv  # type: ignore[import-untyped]
from pettingzoo.utils.wrappers import OrderEnforcingWrapper  # type: ignore[import-untyped]

from pitboss.env.actions import Mask
from pitboss.env.automatic_table import AutomaticTable, player_of
from pitboss.env.best_play import BestPlay
from pitboss.env.observation import Observation, Observing
from pitboss.env.seat import check_rounds, checked, written_cards
from pitboss.env.text import table_text
from pitboss.errors import InputError
from pitboss.rules.ruleset import Ruleset
from pitboss.rules.sample_house import find_ruleset
from pitboss.views.seat import public_view


def table_env(regulation: str | Ruleset = "", **choices: Any) -> AECEnv:
    """A `TableEnv` that says so when it is used out of order."""
    return OrderEnforcingWrapper(TableEnv(regulation, **choices))


class TableEnv(AECEnv):  # type: ignore[misc]
    """Agents `box_1`, `box_2`, ... bet clockwise, then decide clockwise as the regulation asks them.

    An observation is `{"observation": ..., "action_mask": ...}`. An action that is not open raises CommandRefused and
    changes nothing. There is no `state()`: a view of the whole table would hold cards that lie face down.
    """

    metadata: dict[str, Any] = {"name": "pitboss_table_v0", "render_modes": ["ansi"], "is_parallelizable": False}  # noqa: RUF012

    def __init__(  # noqa: PLR0913 - each is a choice of its own
        self,
        regulation: str | Ruleset = "",
        *,
        house: str = "",
        table: str = "",
        boxes: int | None = None,
        rounds: int = 1,
        bankroll: int = 100_000,
        render_mode: str | None = None,
    ) -> None:
        """The table that `find_ruleset` finds, with some or all boxes taken; `bankroll` in cents is each box's."""
        super().__init__()
        ruleset = find_ruleset(regulation, house, table)
        number = ruleset.submission.boxes if boxes is None else boxes
        if not 1 <= number <= ruleset.submission.boxes:
            raise InputError(f"table {ruleset.table} has 1 to {ruleset.submission.boxes} boxes, not {number}")
        check_rounds(rounds)
        if render_mode not in (None, "ansi"):
            raise InputError(f"render_mode {render_mode!r}: a table is rendered as 'ansi' text, or not at all")
        self.game = AutomaticTable(ruleset, range(1, number + 1), bankroll)
        self.observing = Observing(ruleset)
        self.best_play = BestPlay(ruleset, self.game.actions, self.observing)
        self.action_names = self.game.actions.names
        self.rounds, self.render_mode = rounds, render_mode
        self._box = {player_of(box): box for box in self.game.boxes}
        self.possible_agents = list(self._box)
        self.agents: list[str] = []
        size = len(self.game.actions)
        self.action_spaces = {agent: spaces.Discrete(size) for agent in self._box}
        self.observation_spaces = {
            agent: spaces.Dict({"observation": Observing(ruleset).space, "action_mask": spaces.MultiBinary(size)})
            for agent in self._box
        }
        self._chance: np.random.Generator | None = None

    def observation_space(self, agent: str) -> spaces.Dict:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """A new table, open for bets. `options={"deck": "As Kd"}` puts cards on top for the first round."""
        if seed is not None or self._chance is None:
            self._chance, _ = np_random(seed)
        self.game.reset(self._chance, written_cards(options))
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._skip_agent_selection = None
        self._select()

    def observe(self, agent: str) -> Observation:
        """What the player of a box sees now, and which actions are open; none if it is not its turn."""
        box = self._box[agent]
        seen = self.observing.of(self.game.table, box, self.game.turn)
        return {"observation": seen, "action_mask": self._mask(box)}

    def step(self, action: SupportsInt | None) -> None:
        """The agent in turn bets or decides; when all have, the round is settled and everybody is rewarded."""
        if not self.agents:
            raise ResetNeeded("the episode is over, or has not begun: call reset()")
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise InputError(f"{agent} is to act, and None is for agents whose episode is over")
        self.game.act(self._box[agent], checked(action, len(self.game.actions)))
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        if self.game.table.round is None:
            self._settle()
        self._select()
        self._accumulate_rewards()
        self._deads_step_first()

    def render(self) -> str | None:
        """The public view of the table, as text."""
        return None if self.render_mode is None else table_text(public_view(self.game.table))

    def close(self) -> None:
        """There is nothing to close."""

    def _mask(self, box: int) -> Mask:
        game = self.game
        return game.actions.mask(game.table, box) if game.turn == box else np.zeros(len(game.actions), np.int8)

    def _settle(self) -> None:
        """Rewards of the round; then the next one, if one is left, for the boxes that have chips for it."""
        game = self.game
        for agent in self.agents:
            box = self._box[agent]
            self.rewards[agent] = game.net(box) / game.unit
            self.infos[agent] = {"net": game.net(box), "settled": game.settled(box)}
            self.terminations[agent] = game.table.rounds >= self.rounds or not game.can_bet(box)
        if not all(self.terminations.values()):
            game.open_bets()

    def _select(self) -> None:
        turn = self.game.turn
        if turn is not None:
            self.agent_selection = player_of(turn)
