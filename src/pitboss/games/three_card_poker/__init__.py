"""Three Card Poker: the player folds the Ante or makes the Play wager against the dealer."""

from pitboss.games.three_card_poker.game import GAME

__all__ = ["GAME"]
