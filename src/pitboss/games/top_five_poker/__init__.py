"""Top Five Poker: seven cards, of which only tens to aces count, against the dealer."""

from pitboss.games.top_five_poker.game import GAME

__all__ = ["GAME"]
