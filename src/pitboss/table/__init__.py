"""The table as pure functions: decks and procedures between rounds, the round, chips, and who may do what now."""
