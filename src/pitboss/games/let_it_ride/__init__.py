"""Let It Ride: three equal bets, two of which the player may withdraw."""

from pitboss.games.let_it_ride.game import GAME

__all__ = ["GAME"]
