"""Questions about rounds, strategies and ledgers, each answered by one call."""

from collections.abc import Mapping, Sequence
from contextlib import closing
from os import PathLike, fspath
from typing import TYPE_CHECKING, Any

from pitboss.errors import InputError, install_command
from pitboss.library.html import html_table
from pitboss.money import parse_money
from pitboss.tabular import data_frame

if TYPE_CHECKING:
    from pitboss.evidence.verify import LedgerVerification
    from pitboss.library.regulations import RegulationEntry
    from pitboss.odds import Strategy
    from pitboss.rules.ruleset import Ruleset
    from pitboss.simulation.results import SimulationResults


class SettledRound(dict[str, Any]):
    """What a round must pay: the JSON object of `pitboss settle --json`, with a table of its lines."""

    def _lines(self) -> list[dict[str, Any]]:
        return [{"box": box["box"], **line} for box in self["boxes"] for line in box["lines"]]

    def to_frame(self) -> Any:
        """Returns the lines of all boxes as a data frame of pandas or polars; money is in cents."""
        return data_frame(self._lines())

    def _repr_html_(self) -> str:
        lines = self._lines()
        return html_table(tuple(lines[0]) if lines else ("box",), [(*line.values(),) for line in lines])


def settle(round_: Mapping[str, Any] | str | PathLike[str]) -> SettledRound:
    """Returns what a recorded round must pay, by the keys of `pitboss settle --json`; money is in cents.

    The round is an object as `pitboss settle` reads it, or the path of a file with one. It is settled by the edition
    that it names as `edition`, or by the one in force on the day `at`, else today. InputError says what is wrong.

    >>> answer = settle({
    ...     "regulation": "MD-TCP", "paytables": {"ante_bonus": "A", "pair_plus": "A"}, "dealer": ["Kc", "Kd", "4s"],
    ...     "boxes": [{"box": 1, "cards": ["Qs", "6d", "4c"], "decisions": ["play"],
    ...                "wagers": {"ante": 1000, "pair_plus": 500}}]})
    >>> answer["boxes"][0]["net"]
    -2500
    >>> [(line["item"], line["outcome"], line["cite"]) for line in answer["boxes"][0]["lines"]][0]
    ('ante', 'collected', 'MD-TCP 11.D(3)(d)(i)')
    """
    from pitboss.play.json_values import DocumentFault  # noqa: PLC0415 - for start-up time
    from pitboss.play.settle import settle as settle_round  # noqa: PLC0415 - for start-up time
    from pitboss.recorded.answer import answer  # noqa: PLC0415 - for start-up time
    from pitboss.recorded.json_text import parse_document  # noqa: PLC0415 - for start-up time
    from pitboss.recorded.round import read_round  # noqa: PLC0415 - for start-up time

    file = "" if isinstance(round_, Mapping) else fspath(round_)
    document: object = round_
    try:
        if file:
            with open(file, "rb") as stream:
                document = parse_document(stream.read())
        found = read_round(dict(document) if isinstance(document, Mapping) else document)
        return SettledRound(answer(settle_round(found.terms, found.facts), found.terms.regulation))
    except OSError as error:
        raise InputError(f"cannot be read: {(error.strerror or str(error)).lower()}", file) from None
    except DocumentFault as error:
        raise InputError(str(error), file) from None


def strategy(
    regulation: "str | RegulationEntry", paytable: str = "", *, options: Mapping[str, str | int] | None = None
) -> "Strategy":
    """Returns the optimal strategy for a paytable, the first one if none is named.

    >>> best = strategy("MD-TCP")
    >>> best.rules["play"]
    ['play with Q-6-4 or better, fold everything lower']
    >>> best.hand("Qs 6d 4c").best
    'play'
    """
    from pitboss.odds import strategy_of  # noqa: PLC0415 - for start-up time

    return strategy_of(regulation if isinstance(regulation, str) else regulation.rules, paytable, options=options)


def simulate(  # noqa: PLR0913 - each is a question of its own
    regulation: "str | Ruleset",
    rounds: int = 1_000_000,
    *,
    seed: int,
    house: str | PathLike[str] = "",
    table: str = "",
    boxes: int | None = None,
    wagers: Sequence[str] = (),
    stakes: Mapping[str, str] | None = None,
    paytables: Mapping[str, str] | None = None,
    strategies: Sequence[str] = ("optimal",),
    jobs: int = 1,
) -> "SimulationResults":
    """Plays whole rounds by Monte Carlo; the same seed gives the same results, whatever `jobs` is.

    The rules are those of a Ruleset, of a table in a house file, or of the sample house's table under the regulation.
    `stakes` are texts such as {"base": "$25"}; every wager is made at its least stake unless one is given.

    >>> found = simulate("MD-TCP", 2000, seed=1, boxes=3, wagers=["ante", "pair_plus"])
    >>> found.rounds
    2000
    >>> [wager.wager for wager in found.wagers]
    ['ante', 'pair_plus']
    """
    from pitboss.rules.sample_house import find_ruleset  # noqa: PLC0415 - for start-up time

    ruleset = find_ruleset(regulation, fspath(house), table)
    try:
        from pitboss.simulation.setup import setup_of  # noqa: PLC0415 - needs an extra
        from pitboss.simulation.simulate import simulate as play_rounds  # noqa: PLC0415 - needs an extra
    except ModuleNotFoundError as error:
        raise InputError(f"simulate needs the package {error.name}: {install_command('sim')}") from None
    if type(rounds) is not int or rounds < 1:
        raise InputError(f"rounds: expected a whole number of at least 1, found {rounds!r}")
    if boxes is not None and boxes < 1:
        raise InputError(f"boxes: expected at least 1, found {boxes!r}")
    try:
        cents = {name: parse_money(text) for name, text in (stakes or {}).items()}
    except ValueError as error:
        raise InputError(f"stakes: {error}") from None
    setup = setup_of(ruleset, boxes=boxes or 0, wagers=wagers, stakes=cents, paytables=paytables, strategies=strategies)
    return play_rounds(setup, rounds, seed, cores=jobs)


def verify(db: str | PathLike[str], *, key: str = "", older_head: str = "") -> "LedgerVerification":
    """Returns what was verified of a ledger: every entry, chain and signed head holds. LedgerBroken names the first
    entry that does not.

    `db` is a file or a postgresql:// address. `key` is the public key that you were given, `older_head` the text of a
    signed head that you kept: without them the ledger is compared with itself alone.
    """
    try:
        from pitboss.evidence.heads import PublicKey  # noqa: PLC0415 - needs an extra
        from pitboss.evidence.verify import verify_store  # noqa: PLC0415 - needs an extra
        from pitboss.ledger.open_store import open_store  # noqa: PLC0415 - needs an extra
    except ModuleNotFoundError as error:
        raise InputError(f"verify needs the package {error.name}: {install_command('house')}") from None
    with closing(open_store(fspath(db))) as store:
        return verify_store(store, PublicKey.parse(key) if key else None, older_head=older_head)
