"""Regulation: one document as typed data, chapter by chapter."""

from collections.abc import Mapping
from functools import cached_property
from typing import Literal

from pitboss.rules.clause import Clause
from pitboss.rules.dealing import Dealing
from pitboss.rules.meaning import meaning_digest
from pitboss.rules.paytable import Paytable
from pitboss.rules.procedures import Decks, Irregularity, Opening, Shuffling, TableRules
from pitboss.rules.record import Record
from pitboss.rules.regulation_text import RegulationText
from pitboss.rules.rulings import Ruling, Rulings
from pitboss.rules.script import ShowdownRules, Step
from pitboss.rules.vocabulary import Cited, Day, Device, GameName
from pitboss.rules.wagers import Award, BoxesPerPlayer, Conduct, Hand, PayoutLimit, Stake, Version, Wager


class MeterRules(Cited):
    """How progressive meters are paid, and what tables that share one must have in common."""

    paid: Clause
    """A meter win pays what the meter shows when the player's turn comes."""
    same: tuple[Literal["wager", "paytable", "stakes", "decks"], ...]
    one_stake: str = ""
    """The law around the document that asks one stake of every player on a meter; `check` warns of several."""


class LimitChangeRules(Record):
    """How the law around a document allows the limits of a wager to change without a new submission.

    A maximum may move and a minimum may fall. Each clause is written as that law is cited.
    """

    otherwise: str
    """Every other change needs an amended submission."""
    nobody_plays: str
    """At a table where nobody plays, limits change at any time."""
    notice: str
    """While players play, the change is announced in advance,"""
    sign: str
    """a sign at the table says what changes and when,"""
    announcement: str
    """and the players at the table are told."""
    minutes: int | None = None
    """How long in advance the change is announced; None if the house file states it."""


class Regulation(Record):
    """What one regulation says. Nothing here computes, and no code repeats a number of it."""

    id: str
    edition: str
    """The version that the document names; `1` if it names none."""
    effective: Day = ""
    """The first day on which the edition is in force; empty if the document names none."""
    until: Day = ""
    replaces: str = ""
    """The edition before."""
    revision: int
    """Our reading of the edition, counted from 1: a released one never changes."""
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
    limit_changes: LimitChangeRules | None = None
    """None if no law lets limits change without a new submission."""
    irregularities: tuple[Irregularity, ...]
    rulings: Rulings = Rulings()
    """How each unclear place is read, by the id of the ruling."""
    text: RegulationText = RegulationText()
    """The files of the regulation."""

    @property
    def key(self) -> str:
        """The regulation and its edition: `MD-TCP@1.4`."""
        return f"{self.id}@{self.edition}"

    @cached_property
    def options(self) -> Mapping[str, Ruling]:
        """The rulings that a submission may choose, by the option's key."""
        return {ruling.option: ruling for ruling in self.rulings.values() if ruling.option}

    @cached_property
    def coupon_wagers(self) -> tuple[str, ...]:
        """The wagers that a match play coupon may lie on; empty if no clause allows coupons."""
        if "match_play" not in self.conduct:
            return ()
        marked = tuple(name for name, wager in self.wagers.items() if wager.match_play)
        return marked or tuple(
            name for name, wager in self.wagers.items() if wager.offered == "always" and wager.placed == "before_deal"
        )

    @cached_property
    def digest(self) -> str:
        """SHA-256 of what the regulation means; comments, formatting, gists and the wording of rulings do not count."""
        return meaning_digest(self)
