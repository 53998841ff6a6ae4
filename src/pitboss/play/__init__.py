"""One round as pure functions: commands, events, dealing, decisions, settlement. Nothing here names a game."""
