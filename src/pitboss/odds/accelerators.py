"""Accelerators: the folders of `pitboss.games`, which answer what the tree of a round also answers, in less time."""

from pitboss.errors import InputError
from pitboss.odds.game import GameMath, game_part
from pitboss.odds.round_shape import other_shape
from pitboss.rules.regulation import Regulation


def game_of(regulation: Regulation) -> GameMath:
    """The game of a regulation: its folder's, or the one for any game if no folder is for rounds of this shape."""
    try:
        game: GameMath = game_part(regulation, "").GAME
    except InputError:
        return any_game()
    return any_game() if game.shape and other_shape(regulation, game.shape) else game


def any_game() -> GameMath:
    """The game of rounds that no folder is for."""
    from pitboss.odds.tree_solver import ANY_GAME  # noqa: PLC0415 - for start-up: accelerated games do without

    return ANY_GAME


def check_shape(regulation: Regulation) -> None:
    """Raises InputError if no folder has the regulation's game, or if it is for rounds of another shape."""
    game: GameMath = game_part(regulation, "").GAME
    if game.shape and (reason := other_shape(regulation, game.shape)):
        raise InputError(f"{regulation.id}: no simulation for this game: {reason}")
