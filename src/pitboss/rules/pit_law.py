"""Numbers of the law around the documents, from `pit_law.toml`: supervision, payments by check, taxes on winnings."""

from functools import cache
from pathlib import Path

from pitboss.rules.record import Record
from pitboss.rules.rules_file import parse_rules_text, read_rules_text, refuse_at
from pitboss.rules.schema import TomlPlace, shape
from pitboss.rules.vocabulary import Money


class SupervisionLaw(Record):
    """How many tables of a jurisdiction one floorperson supervises, and how many if all are electronic."""

    jurisdiction: str
    tables: int
    law: str
    electronic_tables: int
    electronic_law: str


class PayoutLaw(Record):
    """From which amount a payout is paid by check."""

    check_from: Money
    law: str


class TaxRule(Record):
    """From a day on: what takes a Form W-2G, and the winnings above which a share in percent is withheld."""

    since: str
    winnings: Money
    multiple: int
    withheld_above: Money
    percent: int
    law: str


class PitLaw(Record):
    """The whole file."""

    supervision: SupervisionLaw
    payouts: PayoutLaw
    tax: tuple[TaxRule, ...]


@cache
def pit_law() -> PitLaw:
    path = Path(__file__).with_name("pit_law.toml")
    text, file = read_rules_text(path), path.name
    law: PitLaw = shape(PitLaw, parse_rules_text(text, file), TomlPlace(file, "COMAR", reporter=refuse_at(file, text)))
    return law
