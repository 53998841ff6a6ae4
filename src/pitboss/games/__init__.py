"""Games: what each game adds for speed and strategy, one folder a game."""
