"""One round, pure: commands, events, dealing, decisions, settlement. Nothing here names a game."""
