"""RuleWords: the fields, rows and values of regulations in plain words, under the chapter that each belongs to."""

import re
import types
from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Annotated, Any, Literal, Union, get_args, get_origin

from pitboss.documents.titles import plain_words
from pitboss.money import parse_money, show_money
from pitboss.rules.clause import Clause
from pitboss.rules.comparison import OPTIONS, Path, RuleDifference, fields_of, is_row, key_fields, keyed_rows
from pitboss.rules.record import MISSING, Record
from pitboss.rules.regulation import Regulation
from pitboss.rules.rulings import Ruling
from pitboss.rules.vocabulary import Under, parse_percent, show_percent

DOCUMENT = "Document"
_CHAPTERS: Mapping[str, tuple[str, int]] = {
    "table": ("Table", 2), "boxes_per_player": ("Table", 1), "payout_limit": ("Table", 1),
    "limit_changes": ("Table", 1),
    "decks": ("Cards", 2), "opening": ("Cards", 1), "shuffling": ("Cards", 2),
    "hands": ("Hands", 2),
    "conduct": ("Conduct", 2),
    "wagers": ("Wagers", 2), "stakes": ("Wagers", 2), "awards": ("Wagers", 2), "versions": ("Wagers", 2),
    "dealing": ("Dealing", 2),
    "script": ("Round", 2), "showdown": ("Round", 1),
    "paytables": ("Payouts", 3), "meter_rules": ("Payouts", 1),
    "irregularities": ("Irregularities", 2),
    "options": ("Options", 2), "rulings": ("Rulings", 2),
}  # fmt: skip
"""The chapter of each part of a regulation, and how many parts of a path name one subject."""
CHAPTERS = (DOCUMENT, *dict.fromkeys(chapter for chapter, _ in _CHAPTERS.values()))
"""In the order of the law."""

_SUBJECTS = {
    "boxes_per_player": "adjacent boxes a player",
    "payout_limit": "payout limit a hand",
    "limit_changes": "changes of limits",
    "meter_rules": "progressive links",
    "decks.most": "decks",
    "decks.second": "second deck",
    "decks.life": "deck life",
    "shuffling.occasions": "shuffled",
    "shuffling.shufflers": "shuffled by",
    "shuffling.idle": "idle table",
    "shuffling.reshuffler": "reshuffling device",
}
_FIELDS = {
    "effective": "in force from",
    "until": "in force until",
    "replaces": "replaces edition",
    "revision": "our revision",
    "operator": "calls the house",
    "cite": "clause",
    "cites": "clause",
    "also": "further clauses",
    "or_sign": "a sign may show it instead",
    "by": "done by",
    "least": "at least",
    "most": "at most",
    "after": "required after",
    "exempt": "spares",
    "other_under": "other ranking holds if",
    "piles": "made of",
    "with_burned": "burned cards count",
    "order": "listed hands",
    "paytable": "paytables",
    "limits": "shares the limits of",
    "needs_all": "needs",
    "needs_any": "needs one of",
    "needs_offered": "also needs, if offered,",
    "needs_offered_under": "needs these if",
    "stakes": "stake only",
    "stake_option": "stake set by option",
    "goes_to": "chip goes to",
    "chip_returned_under": "chip returned if",
    "scope": "looks at the hand of the",
    "also_reads": "also looks at",
    "only_boxes_under": "looks only at boxes if",
    "shuffler_model": "only with shuffler",
    "shuffler_mode": "mode of the shuffler",
    "devices": "only with",
    "stake_of": "depends on the stake of",
    "only_on_win_under": "paid only with a win if",
    "never_under": "not paid if",
    "follows": "paytable follows that of",
    "required": "needs",
    "required_any": "needs one of",
    "must_state": "the submission states it",
    "permitted": "allowed",
    "top_at_minimum": "not below the top win at the table minimum",
    "shufflers": "shuffled",
    "closing": "closing the bets",
    "deal": "dealt to",
    "discards": "discarded from",
    "times": "passes",
    "if_offered": "if the table offers",
    "if_placed": "if a box placed",
    "count_every": "rounds between counts",
    "unless_shuffler": "not counted if shuffled",
    "asks": "asks boxes with",
    "only_with": "open only with",
    "hands": "read of another hand",
    "at_once": "collected at the fold",
    "losers_first": "losing wagers first",
    "returns": "takes back",
    "qualifies": "dealer qualifies with",
    "by_boxes": "columns by number of boxes",
    "by_stake": "columns by stake",
    "meters": "meter",
    "seed_per": "this seed for each",
    "scales": "other stakes scale it",
    "version": "only in version",
    "same": "tables of a link have the same",
    "values": "choices",
    "default": "amount in cents",
    "minutes": "minutes in advance",
    "match_play": "takes a match play coupon",
    "Cut.least": "cards at least",
    "Deal.hand": "cards of a community hand",
    "Item.by": "settled by",
    "Outcome.does": "result",
    "Paytable.least": "printed payouts are minimums",
    "PayoutLimit.wagers": "covers",
    "Step.items": "settles",
    "Step.order": "direction",
    "Version.stakes": "stakes",
}
"""Words for fields whose names do not explain themselves, with their type if necessary."""
_SILENT = frozenset({"pays", "payouts", "choices", "outcomes", "steps", "items"})
"""Parts of a path that the part after them, or the value, explains."""
_BEFORE = ("dealt to", "discarded from", "meter", "forfeits")
"""Names of fields that the key after them continues."""
_SHUFFLED = {
    "none": "by hand",
    "automated": "by a device",
    "counting": "by a device that counts",
    "reshuffling": "by a device that reshuffles and counts",
}
_WORDS: Mapping[str, Mapping[str, str]] = {
    "shufflers": _SHUFFLED,
    "unless_shuffler": _SHUFFLED,
    "after": {
        "none": "a shuffle by hand",
        "preshuffled": "preshuffled cards",
        "floor_orders": "an order of the floorperson",
    },
}
"""Words for values that do not explain themselves."""
_PATTERNS = ("pattern", "qualifies")
"""Fields that name a pattern of cards."""
_COMPARED = {"fewer": "fewer cards", "more": "more cards", "any": ""}
_TIMES = {"2": "second", "3": "third"}


def chapter_of(path: Path) -> str:
    """The chapter that a place belongs to."""
    return _CHAPTERS.get(path[0], (DOCUMENT, 1))[0]


class RuleWords:
    """The words for what differs between two regulations. The ids of wagers, awards and hands stay as they are."""

    def __init__(self, *regulations: Regulation) -> None:
        self._ids = {name for one in regulations for name in (*one.wagers, *one.awards, *one.hands, *one.options)}

    # Places

    def subject(self, path: Path) -> str:
        """What a place is about: a wager, a paytable, a step of the round."""
        part = path[: _depth(path)]
        if named := _SUBJECTS.get(".".join(part)):
            return named
        match part:
            case ("versions", name) if name != "order":
                return f"version {name}"
            case ("paytables", group, name):
                return f"{group} {name}"
            case ("rulings", name):
                return name
            case ("stakes", key):
                return key.replace("+", " to ")
            case ("irregularities", key):
                return self._key(key, ", ")
            case (_, key):
                return self._key(key)
            case _:
                return _FIELDS.get(part[0], plain_words(part[0]))

    def title(self, found: RuleDifference) -> str:
        """The part of the subject that differs; empty if it is the subject itself."""
        depth, words = _depth(found.path), list[str]()
        for place, part in enumerate(found.path[depth:], depth):
            if place == len(found.path) - 1 and (found.owner or found.is_order):
                field = _field(found.owner, part) if found.owner else part
                words += [] if part in _SILENT or field in words else [field]
            elif found.path[place - 1] == "outcomes":
                words.append(_outcome(part))
            elif part not in _SILENT:
                words.append(_FIELDS.get(part) or self._key(part))
        return re.sub(f"({'|'.join(_BEFORE)}): (?!order$)", r"\1 ", ": ".join(words))

    def _key(self, key: str, joint: str = " ") -> str:
        """`reveal+community+1` as `reveal community 1`, `player#2` as `player, second time`."""
        name, _, again = key.partition("#")
        words = joint.join(
            " and ".join(one if one in self._ids else plain_words(one) for one in part.split("_and_"))
            for part in name.split("+")
        )
        return f"{words}, {_TIMES.get(again, f'{again}th')} time" if again else words

    # Values

    def side(self, found: RuleDifference, value: Any) -> str:
        """One side of a difference; `-` if it says nothing."""
        if found.is_order and value:
            return "; ".join(map(self._key, value))
        if found.owner is None and isinstance(value, Clause):
            return "yes"
        if isinstance(value, Ruling):
            return _option(value) if found.path[0] == OPTIONS else value.reading
        if found.owner is None and is_row(value):
            return self._row(value, key_fields(type(value)) if found.is_row else ()) or "yes"
        return self._value(found.kind, value, found.path[-1])

    def _value(self, kind: Any, value: Any, name: str) -> str:
        """A value of a declared type, in the field that has this name."""
        kind = _without_none(kind)
        match value:
            case None | "" | ():
                return "-"
            case bool():
                return "yes" if value else "no"
            case Clause():
                return value.address
            case Under():
                return f"{value.option} is {value.value}"
            case Fraction():
                return show_percent(value) if parse_percent in get_args(kind) else str(value)
            case int():
                return show_money(value) if parse_money in get_args(kind) else str(value)
            case str():
                is_word = get_origin(kind) is Literal or name in _PATTERNS
                return _WORDS.get(name, {}).get(value) or (plain_words(value) if is_word else value)
            case Mapping():
                return ", ".join(f"{self._key(key)}{self._details(item, ())}" for key, item in value.items())
        if isinstance(value, Record):
            return self._row(value)
        if isinstance(value, tuple) and not hasattr(value, "_fields"):
            return (" / " if name == "payouts" else ", ").join(self._items(kind, value, name))
        return str(value)

    def _items(self, kind: Any, values: tuple[Any, ...], name: str) -> Iterator[str]:
        inner = get_args(get_args(kind)[0] if get_origin(kind) is Annotated else kind)[0]
        if isinstance(values[0], Record):
            joint, without = " to " if name == "stakes" else " ", key_fields(type(values[0]))
            for key, row in keyed_rows(values).items():
                yield f"{self._key(key, joint)}{self._details(row, without)}"
        elif is_row(values[0]):
            yield from map(self._row, values)
        else:
            yield from (self._value(inner, value, name) for value in values)

    def _details(self, row: Any, without: tuple[str, ...]) -> str:
        """A row after its key, in brackets; empty if the key says everything."""
        words = self._row(row, without) if is_row(row) else ""
        return f" ({words})" if words else ""

    def _row(self, row: Any, without: tuple[str, ...] = ()) -> str:
        """What a record or row gives, without clauses and defaults."""
        fields = {name: kind for name, kind in fields_of(type(row)).items() if name not in without}
        given = {name: (kind, getattr(row, name)) for name, kind in fields.items() if not _is_cite(getattr(row, name))}
        if not isinstance(row, Record):
            return " ".join(
                f"{self._value(kind, value, name)}{f' {name}' if type(value) is int else ''}"
                for name, (kind, value) in given.items()
            )
        return "; ".join(
            self._named(type(row), name, kind, value)
            for name, (kind, value) in given.items()
            if value != row.record_defaults.get(name, MISSING)
        )

    def _named(self, owner: type, name: str, kind: Any, value: Any) -> str:
        title = "" if name in _SILENT else _field(owner, name)
        if value is True:
            return title
        words = self._value(kind, value, name)
        return f"{title} ({words})" if isinstance(value, Record) else f"{title} {words}".strip()

    # Every subject

    def subjects(self, regulation: Regulation) -> list[tuple[str, str]]:
        """Chapter and subject of everything that a regulation covers, in the order of the law."""
        parts: dict[str, Any] = {**regulation.given(), OPTIONS: regulation.options}
        spoken = {name: part for name, part in parts.items() if name not in ("rulings", "text") and not _is_cite(part)}
        paths = [path for name, part in spoken.items() if part not in (None, "") for path in _paths((name,), part)]
        found = dict.fromkeys((chapter_of(path), self.subject(path)) for path in paths)
        return sorted(found, key=lambda key: CHAPTERS.index(key[0]))


def _depth(path: Path) -> int:
    return _CHAPTERS.get(path[0], (DOCUMENT, 1))[1]


def _paths(path: Path, value: Any) -> Iterator[Path]:
    """The subjects under a path."""
    if len(path) == _depth(path):
        yield path
        return
    if isinstance(value, Record):
        inside = {key: item for key, item in value.given().items() if not _is_cite(item) and item not in ((), None)}
    else:
        inside = dict(value) if isinstance(value, Mapping) else keyed_rows(value)
    for key, item in inside.items():
        yield from _paths((*path, key), item)


def _field(owner: type, name: str) -> str:
    return _FIELDS.get(f"{owner.__name__}.{name}") or _FIELDS.get(name) or plain_words(name)


def _outcome(key: str) -> str:
    """`ante+true+lower` as `ante, dealer qualifies, lower hand`."""
    wager, qualified, hand = key.split("+")
    dealer = {"true": "dealer qualifies", "false": "dealer does not qualify"}.get(qualified, "")
    return ", ".join(filter(None, (wager, dealer, _COMPARED.get(hand, f"{hand} hand"))))


def _option(ruling: Ruling) -> str:
    return f"{ruling.default} cents, any other" if ruling.is_amount else ", ".join(ruling.values)


def _is_cite(value: Any) -> bool:
    return isinstance(value, Clause) or (isinstance(value, tuple) and bool(value) and isinstance(value[0], Clause))


def _without_none(kind: Any) -> Any:
    """The type of a value that may be absent."""
    if isinstance(kind, types.UnionType) or get_origin(kind) is Union:
        return next(one for one in get_args(kind) if one is not type(None))
    return kind
