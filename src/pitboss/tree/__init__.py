"""The tree of a round: what a box sees and decides, which cards may still come, and how each end is settled.

`stages` reads it from the dealing rows and the script, `card_classes` and `hidden_hands` count the chances, and `ends`
has the engine settle one example of each class. Odds walk it backwards.
"""
