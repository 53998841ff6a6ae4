"""Recorded rounds: the JSON form in which a round is handed over for settlement, read strictly.

Everything that is wrong is a ValueError with one sentence: where, what was found, what was expected.
"""

from collections.abc import Mapping
from typing import Any, NamedTuple

from pitboss.cards import Card, parse_card
from pitboss.errors import InputError
from pitboss.money import show_money
from pitboss.play.facts import BoxFacts, RoundFacts
from pitboss.play.terms import Cards, Terms
from pitboss.rules.load import known_id, load_regulation
from pitboss.rules.paytable import Paytable
from pitboss.rules.register import options as ruling_options
from pitboss.rules.regulation import Regulation
from pitboss.rules.shape import suggestion
from pitboss.rules.words import Pile

_ROUND_KEYS = (
    "regulation", "paytables", "options", "meters", "seeds", "boxes", "dealer", "community", "bonus_box",
    "payout_limit", "version", "paid", "round",
)  # fmt: skip
_BOX_KEYS = ("box", "player", "cards", "hand", "decisions", "wagers", "match_play", "abandoned")


class RecordedRound(NamedTuple):
    """A round as recorded: its terms, its facts, and what was handed over, if that is recorded too."""

    terms: Terms
    facts: RoundFacts
    paid: Mapping[int, Mapping[str, int]]
    name: str


def read_round(document: object) -> RecordedRound:
    """The round in a parsed JSON document."""
    return _Reading(_table(document, "the round", _ROUND_KEYS)).round()


class _Reading:
    def __init__(self, document: Mapping[str, Any]) -> None:
        self.document = document
        regulation = document.get("regulation")
        if not isinstance(regulation, str):
            raise ValueError(f'regulation: expected an id such as "MD-TCP", found {_shown(regulation)}')
        try:
            self.regulation: Regulation = load_regulation(known_id(regulation))
        except InputError as error:
            raise ValueError(f"regulation: {error.reason}") from None
        self.electronic = self._electronic()
        self.options = self._options()

    def _electronic(self) -> bool:
        version = self.document.get("version")
        if version is None:
            return False
        if version != "etg" or "electronic" not in self.regulation.dealing:
            raise ValueError(f"version: {self.regulation.id} has no version {_shown(version)} of a recorded round")
        return True

    def round(self) -> RecordedRound:
        rows = self.document.get("boxes")
        if not isinstance(rows, list) or not rows:
            raise ValueError(f"boxes: expected an array of one box or more, found {_shown(rows)}")
        tables = [_table(row, f"boxes[{index}]", _BOX_KEYS) for index, row in enumerate(rows)]
        numbers = [self._number(table, index) for index, table in enumerate(tables)]
        for number in numbers:
            if numbers.count(number) > 1:
                raise ValueError(f"boxes: box {number} stands there twice")
        wagers = {number: self._wagers(table, number) for number, table in zip(numbers, tables, strict=True)}
        placed = {wager for staked in wagers.values() for wager in staked}
        community = self._pile("community", placed)
        boxes = [
            self._box(table, number, wagers[number], community) for number, table in zip(numbers, tables, strict=True)
        ]
        dealer, bonus_box = self._pile("dealer", placed), self._pile("bonus_box", placed)
        held = () if self.electronic else tuple(card for box in boxes for card in box.cards)
        _distinct([*held, *dealer, *community, *bonus_box])
        burned = {step.card - 1 for step in self.regulation.script if step.step == "burn"}
        terms = self._terms(placed)
        facts = RoundFacts(
            boxes=tuple(sorted(boxes)),
            dealer=dealer,
            community=() if self.electronic else tuple(c for index, c in enumerate(community) if index not in burned),
            burned=tuple(community[index] for index in sorted(burned) if index < len(community)),
            bonus_box=bonus_box,
            meters=self._meters(terms, placed),
        )
        return RecordedRound(terms, facts, self._paid(set(numbers)), str(self.document.get("round", "")))

    def _number(self, table: Mapping[str, Any], index: int) -> int:
        number, most = table.get("box"), self.regulation.table.boxes
        if type(number) is not int or not 1 <= number <= most:
            raise ValueError(f"boxes[{index}].box: expected a number from 1 to {most}, found {_shown(number)}")
        return number

    # Wagers

    def _wagers(self, table: Mapping[str, Any], number: int) -> dict[str, int]:
        where = f"box {number}: wagers"
        known = [name for name, wager in self.regulation.wagers.items() if wager.placed == "before_deal"]
        given = _table(table.get("wagers"), where, known)
        wagers = {name: _cents(given[name], f"box {number}: {name}") for name in known if name in given}
        for name, stake in wagers.items():
            self._stake(where, name, stake, wagers)
        version = self.regulation.versions["standard"]
        for name in version.required:
            if name not in wagers:
                raise ValueError(f"{where}: {name} is missing; a hand needs it ({version.cite})")
        if version.required_any and not any(name in wagers for name in version.required_any):
            raise ValueError(f"{where}: expected {' or '.join(version.required_any)} ({version.cite})")
        for relation in self.regulation.stakes:
            if relation.wager in wagers and relation.to in wagers:
                ratio, least, most = wagers[relation.wager], relation.least, relation.most
                to = wagers[relation.to]
                if (least is not None and ratio < least * to) or (most is not None and ratio > most * to):
                    raise ValueError(
                        f"{where}: {relation.wager} {show_money(ratio)} does not stand in the prescribed ratio to "
                        f"{relation.to} {show_money(to)} ({relation.cite})"
                    )
        return wagers

    def _stake(self, where: str, name: str, stake: int, wagers: Mapping[str, int]) -> None:
        wager = self.regulation.wagers[name]
        for other in wager.needs_all:
            if other not in wagers:
                raise ValueError(f"{where}: {name} needs {other} ({wager.cite})")
        if wager.needs_any and not any(other in wagers for other in wager.needs_any):
            raise ValueError(f"{where}: {name} needs {' or '.join(wager.needs_any)} ({wager.cite})")
        fixed = self._fixed_stakes(name)
        if fixed and stake not in fixed:
            shown = " or ".join(show_money(amount) for amount in fixed)
            raise ValueError(
                f"{where}: {name} {show_money(stake)}; expected {shown} ({wager.stake_cite or wager.cite})"
            )

    def _fixed_stakes(self, name: str) -> tuple[int, ...]:
        wager = self.regulation.wagers[name]
        chosen = self.options.get(wager.stake_option)
        if isinstance(chosen, int):
            return (chosen,)
        if wager.stakes or not wager.paytable:
            return wager.stakes
        paytable = self._selected(wager.paytable)
        return () if paytable.scales else paytable.stakes

    # Paytables, options, meters

    def _selected(self, group: str) -> Paytable:
        given = _table(self.document.get("paytables", {}), "paytables", self.regulation.paytables)
        tables = self.regulation.paytables[group]
        name = given.get(group) if group in given else next(iter(tables)) if len(tables) == 1 else None
        if name is None:
            raise ValueError(f"paytables: {group} is missing; choose {', '.join(tables)}")
        if not isinstance(name, str) or name not in tables:
            raise ValueError(f"paytables: {group} has no paytable {_shown(name)}; choose {', '.join(tables)}")
        return tables[name]

    def _options(self) -> dict[str, str | int]:
        known = ruling_options(self.regulation.id)
        given = _table(self.document.get("options", {}), "options", known)
        chosen: dict[str, str | int] = {}
        for key, ruling in known.items():
            value = given.get(key, ruling.in_force)
            try:
                chosen[key] = ruling.chosen(value if isinstance(value, str) or type(value) is int else str(value))
            except ValueError as error:
                raise ValueError(f"options: {key}: {error}") from None
        return chosen

    def _terms(self, placed: set[str]) -> Terms:
        selected: dict[str, Paytable] = {}
        wagers, awards, groups = self.regulation.wagers, self.regulation.awards, self.regulation.paytables
        for group in _table(self.document.get("paytables", {}), "paytables", groups):
            self._selected(group)
        for name in placed:
            if wagers[name].paytable:
                selected[wagers[name].paytable] = self._selected(wagers[name].paytable)
        for award in awards.values():
            if award.stake_of in placed:
                selected[award.paytable] = self._award_table(award.paytable, award.follows)
        limit = self.document.get("payout_limit")
        if limit is not None:
            limit = _cents(limit, "payout_limit")
            if not self.regulation.payout_limit.permitted:
                raise ValueError(f"payout_limit: no limit is allowed ({self.regulation.payout_limit.cite})")
        seeds = self._least_seeds(selected.values())
        meters = {name for tables in groups.values() for table in tables.values() for name in table.meters}
        seeds |= self._amounts("seeds", meters)
        return Terms(
            regulation=self.regulation, paytables=selected, options=self.options, payout_limit=limit, seeds=seeds
        )

    def _award_table(self, group: str, follows: str) -> Paytable:
        tables = self.regulation.paytables[group]
        if not follows or group in self.document.get("paytables", {}):
            return self._selected(group)
        followed = self.document.get("paytables", {}).get(self.regulation.wagers[follows].paytable)
        return tables.get(followed) or next(iter(tables.values()))

    def _least_seeds(self, paytables: Any) -> dict[str, int]:
        return {name: meter.least_seed or 0 for table in paytables for name, meter in table.meters.items()}

    def _amounts(self, key: str, known: Any) -> dict[str, int]:
        given = _table(self.document.get(key, {}), key, sorted(known))
        return {name: _cents(amount, f"{key}: {name}", least=0) for name, amount in given.items()}

    def _meters(self, terms: Terms, placed: set[str]) -> dict[str, int]:
        known = {
            name for tables in self.regulation.paytables.values() for table in tables.values() for name in table.meters
        }
        meters = self._amounts("meters", known)
        for wager in placed:
            paytable = terms.paytables.get(self.regulation.wagers[wager].paytable)
            for name in paytable.meters if paytable else ():
                if name not in meters:
                    raise ValueError(f"meters: {name} is missing; {wager} is paid from it")
        return meters

    # Cards and decisions

    def _pile(self, pile: Pile, placed: set[str]) -> Cards:
        cards = _cards(self.document.get(pile, []), pile)
        device = "electronic" if self.electronic else next(iter(self.regulation.dealing))
        numbers, needed = {0}, False
        for deal in self.regulation.dealing[device].deal:
            if pile in deal.to:
                if deal.if_offered:
                    # An offered bonus box may be recorded whether or not anybody staked on it.
                    numbers.add(deal.cards * deal.times)
                    needed = needed or deal.if_offered in placed
                elif not deal.if_placed or deal.if_placed in placed:
                    numbers = {number + deal.cards * deal.times for number in numbers}
        if needed:
            numbers.discard(0)
        if len(cards) not in numbers:
            raise ValueError(f"{pile}: expected {' or '.join(map(str, sorted(numbers)))} cards, found {len(cards)}")
        return cards

    def _box(self, table: Mapping[str, Any], number: int, wagers: dict[str, int], community: Cards) -> BoxFacts:
        abandoned = table.get("abandoned", False)
        if not isinstance(abandoned, bool):
            raise ValueError(f"box {number}: abandoned: expected true or false, found {_shown(abandoned)}")
        if abandoned and "abandoned" not in self.regulation.conduct:
            raise ValueError(f"box {number}: abandoned: {self.regulation.id} has no clause on abandoned wagers")
        player = table.get("player", f"box {number}")
        if not isinstance(player, str):
            raise ValueError(f"box {number}: player: expected a text, found {_shown(player)}")
        choices = self._choices(table.get("decisions", []), number, wagers, abandoned)
        staked = dict(wagers)
        for decision, chosen in choices.items():
            choice = next(
                c for step in self._decisions() if step.decision == decision for c in step.choices if c.choice == chosen
            )
            for placed in choice.places:
                relation = next(stake for stake in self.regulation.stakes if stake.wager == placed)
                staked[placed] = wagers[relation.to]
        cards = self._hand(table, number, community)
        return BoxFacts(number, player, cards, staked, choices, self._coupons(table, number, wagers), abandoned)

    def _decisions(self) -> list[Any]:
        return [step for step in self.regulation.script if step.step == "decide"]

    def _choices(self, given: object, number: int, wagers: Mapping[str, int], abandoned: bool) -> dict[str, str]:
        if not isinstance(given, list):
            raise ValueError(f"box {number}: decisions: expected an array, found {_shown(given)}")
        due = [step for step in self._decisions() if not step.asks or step.asks in wagers]
        least = 0 if abandoned else len(due)
        if not least <= len(given) <= len(due):
            raise ValueError(f"box {number}: decisions: {len(given)} given, {len(due)} due")
        choices = {}
        for step, chosen in zip(due, given, strict=False):
            known = [choice.choice for choice in step.choices]
            if chosen not in known:
                raise ValueError(f"box {number}: decisions: expected {' or '.join(known)}, found {_shown(chosen)}")
            choices[step.decision] = chosen
        return choices

    def _hand(self, table: Mapping[str, Any], number: int, community: Cards) -> Cards:
        if self.electronic:
            hand, most = table.get("hand"), len(community) // 3
            if "cards" in table or type(hand) is not int or not 1 <= hand <= most:
                raise ValueError(
                    f"box {number}: expected hand, from 1 to {most}, instead of cards; found {_shown(hand)}"
                )
            return community[3 * hand - 3 : 3 * hand]
        if "hand" in table:
            raise ValueError(f"box {number}: hand: only the electronic version has community hands")
        cards = _cards(table.get("cards", []), f"box {number}: cards")
        deals = next(iter(self.regulation.dealing.values())).deal
        expected = sum(deal.cards * deal.times for deal in deals if "player" in deal.to)
        if len(cards) != expected:
            raise ValueError(f"box {number}: cards: expected {expected} cards, found {len(cards)}")
        return cards

    def _coupons(self, table: Mapping[str, Any], number: int, wagers: Mapping[str, int]) -> dict[str, int]:
        given = table.get("match_play")
        if given is None:
            return {}
        if "match_play" not in self.regulation.conduct:
            raise ValueError(f"box {number}: match_play: {self.regulation.id} has no match play coupons")
        where = f"box {number}: match_play"
        coupons = _table(given, where, self.regulation.payout_limit.wagers)
        for name, amount in coupons.items():
            if _cents(amount, f"{where}: {name}") > wagers.get(name, 0):
                raise ValueError(f"{where}: {name}: the coupon is worth more than the bet it lies on")
        return dict(coupons)

    def _paid(self, boxes: set[int]) -> dict[int, dict[str, int]]:
        paid = _table(self.document.get("paid", {}), "paid", sorted(map(str, boxes)))
        items = [*self.regulation.wagers, *self.regulation.awards]
        return {
            int(box): {
                item: _cents(amount, f"paid: box {box}: {item}", least=0)
                for item, amount in _table(given, f"paid: box {box}", items).items()
            }
            for box, given in paid.items()
        }


def _table(value: object, where: str, known: Any) -> Mapping[str, Any]:
    if not isinstance(value, dict):
        raise ValueError(f"{where}: expected an object, found {_shown(value)}")
    for key in value:
        if key not in known:
            raise ValueError(f"{where}: unknown key {_shown(key)}{suggestion(str(key), tuple(known))}")
    return value


def _cents(value: object, where: str, least: int = 1) -> int:
    if type(value) is not int or value < least:
        raise ValueError(f"{where}: expected whole cents, at least {least}, found {_shown(value)}")
    return value


def _cards(value: object, where: str) -> Cards:
    if not isinstance(value, list):
        raise ValueError(f"{where}: expected an array of cards, found {_shown(value)}")
    cards: list[Card] = []
    for text in value:
        if not isinstance(text, str):
            raise ValueError(f'{where}: expected a card such as "As", found {_shown(text)}')
        try:
            cards.append(parse_card(text))
        except ValueError as error:
            raise ValueError(f"{where}: {error}") from None
    return tuple(cards)


def _distinct(cards: list[Card]) -> None:
    seen: set[Card] = set()
    for card in cards:
        if card in seen:
            raise ValueError(f"{card} lies on the table twice")
        seen.add(card)


def _shown(value: object) -> str:
    text = "nothing" if value is None else str(value).lower() if isinstance(value, bool) else repr(value)
    return text if len(text) <= 40 else f"{text[:37]}..."
