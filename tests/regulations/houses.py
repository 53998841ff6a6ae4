"""House files for regulations that tests change: one table each."""


def three_card_house(regulation: str, *, device: str = "manual_shoe", ante: str = "$10", bonus: str = "A") -> str:
    """A table of Three Card Poker with Ante, Pair Plus and, unless it is left out, the Ante Bonus."""
    shuffler = "counting" if device == "electronic" else "none"
    awards = f'\n[tables.t.awards]\nante_bonus = {{ paytable = "{bonus}" }}\n' if bonus else ""
    return f"""
facility = "Harbor House"

[tables.t]
regulation = "{regulation}"
boxes = 4
device = "{device}"
shuffler = "{shuffler}"
adjacent_boxes = 2

[tables.t.wagers]
ante = {{ minimum = "{ante}", maximum = "$500" }}
pair_plus = {{ minimum = "$5", maximum = "$100", paytable = "D" }}
{awards}"""


def top_five_house(regulation: str) -> str:
    """A table of Top Five Poker."""
    return f"""
facility = "Harbor House"

[tables.t]
regulation = "{regulation}"
boxes = 4
device = "manual_shoe"
adjacent_boxes = 2

[tables.t.wagers]
ante = {{ minimum = "$10", maximum = "$500" }}
"""
