"""One small table of each regulation, to drive what all of them order in nearly the same words."""

from tests.clauses.driven import Driven

WAGERS = {
    "MD-LIR": 'base = { paytable = "A", minimum = "$5", maximum = "$500" }',
    "MD-TCP": """ante = { minimum = "$10", maximum = "$500" }
        pair_plus = { paytable = "A", minimum = "$5", maximum = "$500" }""",
    "MD-TFP": 'ante = { minimum = "$10", maximum = "$200" }',
    "MA-LIR": 'base = { minimum = "$15", maximum = "$100" }',
}  # fmt: skip
AWARDS = {"MD-TCP": 'ante_bonus = { paytable = "A" }'}
BET = {
    "MD-LIR": "bet_1 $10, bet_2 $10, bet_3 $10",
    "MD-TCP": "ante $10",
    "MD-TFP": "ante $10",
    "MA-LIR": "bet_1 $15, bet_2 $15, bet_3 $15",
}
DECISIONS = {
    "MD-LIR": ("box 1 rides", "box 1 rides"),
    "MD-TCP": ("box 1 folds",),
    "MD-TFP": ("box 1 folds",),
    "MA-LIR": ("box 1 rides", "box 1 rides"),
}


def small(regulation: str, device: str, shuffler: str, *, decks: int = 1, dealer_cards: str = "layout") -> Driven:
    """A table of one regulation that offers its base game."""
    return Driven(f"""
        facility = "Harbor"
        [tables.one]
        regulation = "{regulation}"
        boxes = 6
        adjacent_boxes = 2
        device = "{device}"
        shuffler = "{shuffler}"
        dealer_cards = "{dealer_cards}"
        decks = {decks}
        {'backs = ["red", "blue"]' if decks == 2 else ""}
        [tables.one.wagers]
        {WAGERS[regulation]}
        {"[tables.one.awards]" if regulation in AWARDS else ""}
        {AWARDS.get(regulation, "")}
    """)


def bet(regulation: str) -> str:
    """The least wagers of box 1."""
    return f"1 {BET[regulation]}"
