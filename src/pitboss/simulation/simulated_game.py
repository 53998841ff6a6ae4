"""The simulation of a regulation's game: that of its folder, or the one for any game."""

from pitboss.errors import InputError
from pitboss.odds.accelerators import check_shape
from pitboss.odds.game import game_part
from pitboss.rules.regulation import Regulation
from pitboss.simulation.game import GameSimulation
from pitboss.simulation.tree_game import TreeSimulation


def simulation_of(regulation: Regulation) -> GameSimulation:
    """The simulation of the game's folder if it is for rounds of this shape, else the one that the rules compile to."""
    try:
        check_shape(regulation)
        simulation: GameSimulation = game_part(regulation, "simulation").SIMULATION
    except InputError:
        return TreeSimulation(regulation)
    return simulation
