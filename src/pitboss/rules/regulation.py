"""Regulation: one document as typed data, chapter by chapter."""

from collections.abc import Mapping
from typing import Literal

from pitboss.rules.clause import Clause
from pitboss.rules.dealing import Dealing
from pitboss.rules.paytable import Paytable
from pitboss.rules.procedures import Decks, Irregularity, Opening, Shuffling, TableRules
from pitboss.rules.record import Record
from pitboss.rules.script import ShowdownRules, Step
from pitboss.rules.vocabulary import Cited, Device, GameName
from pitboss.rules.wagers import Award, BoxesPerPlayer, Conduct, Hand, PayoutLimit, Stake, Version, Wager


class MeterRules(Cited):
    """How progressive meters are paid, and what tables that share one must have in common."""

    paid: Clause
    """A meter win is what the meter shows when the player's turn to be paid comes."""
    same: tuple[Literal["wager", "paytable", "stakes", "decks"], ...]


class Regulation(Record):
    """What one regulation says. Nothing here computes, and no code repeats a number of it."""

    id: str
    title: str
    jurisdiction: str
    authority: str
    game: GameName
    """The folder of `pitboss.games` with its solver, if there is one."""
    operator: str
    """What the document calls the house: facility operator, gaming licensee."""
    wagers_cite: Clause
    """The clause that says which wagers there are."""

    table: TableRules
    decks: Decks
    opening: Opening
    shuffling: Shuffling
    hands: Mapping[str, Hand]
    conduct: Mapping[Conduct, Clause]
    wagers: Mapping[str, Wager]
    stakes: tuple[Stake, ...]
    awards: Mapping[str, Award]
    versions: Mapping[str, Version]
    boxes_per_player: BoxesPerPlayer
    payout_limit: PayoutLimit
    dealing: Mapping[Device, Dealing]
    script: tuple[Step, ...]
    showdown: ShowdownRules | None = None
    paytables: Mapping[str, Mapping[str, Paytable]]
    meter_rules: MeterRules | None = None
    irregularities: tuple[Irregularity, ...]
