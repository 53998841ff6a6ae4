"""A deal that was checked, as `pitboss verify` shows it."""

import argparse
import json
from typing import TYPE_CHECKING

from pitboss.cards import show_cards
from pitboss.cli.output import paint, say, table
from pitboss.text import printable

if TYPE_CHECKING:
    from pitboss.evidence.deal_check import DealCheck


def show_deal(options: argparse.Namespace, deal: "DealCheck") -> int:
    if options.json:
        dealt = {pile: [str(card) for card in cards] for pile, cards in deal.dealt.items()}
        document = {**deal._asdict(), "order": [str(card) for card in deal.order], "dealt": dealt}
        print(json.dumps({"whole": True, **document}, indent=2))
        return 0
    say(f"{paint('Right', 'green', 'bold')}: the deal of {printable(deal.round)}{', which was void' * deal.void}.")
    print()
    lines = [
        ("committed", deal.commitment or "to nothing: real cards, read as they were dealt"),
        ("order", show_cards(deal.order) or "known to nobody"),
        ("cuts", ", ".join(map(str, deal.cuts)) or "none"),
        *((f"box {pile}" if pile.isdecimal() else pile, show_cards(deal.dealt[pile])) for pile in deal.dealt),
    ]
    print(table(("", ""), lines))
    return 0
