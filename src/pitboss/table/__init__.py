"""The table, pure: decks and procedures between rounds, the round under way, chips, and who may do what now."""
