"""Random valid rounds in the form that `pitboss settle` reads."""

from collections.abc import Callable, Iterable, Mapping
from random import Random
from typing import Any

from tests.oracle import deals, ma_lir, md_lir, md_tcp, md_tfp
from tests.oracle.hands import RANK, high_cards, three_card_value
from tests.oracle.lines import Box, Table, Tables

STAKES = (100, 250, 500, 500, 1000, 1000, 1500, 2500, 2500, 5000, 10000, 50000)
SILLY = 0.15


def random_round(rng: Random, regulation: str, rigged: bool = False) -> dict[str, Any]:
    """A round that any table under the regulation could have played; `rigged` makes the rare hands common."""
    return _ROUNDS[regulation](rng, rigged and rng.random() < 0.9)


def _md_lir(rng: Random, rigged: bool) -> dict[str, Any]:
    boxes = _seats(rng, places=7, adjacent=3)
    bonuses: dict[str, Tables] = {
        "five_card_bonus": md_lir.FIVE_CARD_BONUS,
        "three_card_bonus": md_lir.THREE_CARD_BONUS,
        "six_card_bonus": md_lir.SIX_CARD_BONUS,
        "progressive": md_lir.PROGRESSIVE,
    }
    offered = _offered(rng, bonuses)
    paytables = _tables(rng, {"base": md_lir.BASE, **offered})
    options = _options(
        rng,
        {
            "dollar_prize_stake": ("gone", "returned"),
            "five_card_bonus_stake": (100, 200, 500, 2500),
            "six_card_precondition": ("base", "all_offered"),
        },
    )
    shared = {"community": 2, **({"bonus_box": 3} if "six_card_bonus" in offered else {})}
    piles = _deal_threes(rng, boxes, shared, rigged)
    for box in boxes:
        box["wagers"] = wagers = _base_bets(rng)
        for item in offered:
            if rng.random() < 0.65:
                wagers[item] = rng.choice(STAKES)
        if "six_card_bonus" in wagers and options.get("six_card_precondition") == "all_offered":
            for item in ("five_card_bonus", "three_card_bonus"):
                if item in offered:
                    wagers.setdefault(item, rng.choice(STAKES))
        if "five_card_bonus" in wagers:
            wagers["five_card_bonus"] = int(options.get("five_card_bonus_stake", 100))
        if "progressive" in wagers:
            wagers["progressive"] = rng.choice((100, 500))
        box["decisions"] = _let_it_ride(rng, box["cards"], piles["community"])
        if _abandon(rng, box):
            box["decisions"] = box["decisions"][: rng.randint(0, 2)]
    played: dict[str, Any] = {
        "regulation": "MD-LIR",
        "paytables": paytables,
        "options": options,
        **_meters(
            rng, [_table(offered, paytables, "progressive")], md_lir.LEAST_SEEDS.get(paytables.get("progressive", ""))
        ),
        "boxes": _placed(rng, boxes),
        "dealer": [],
        "community": piles["community"],
        "bonus_box": piles.get("bonus_box", []),
    }
    if rng.random() < 0.15:
        played["payout_limit"] = 100 * rng.choice((1, 25, 100, 777, 1000, 5000, 25_000, 50_000))
    return played


def _ma_lir(rng: Random, rigged: bool) -> dict[str, Any]:
    boxes = _seats(rng, places=7, adjacent=2)
    offered = _offered(
        rng,
        {
            "bonus": ma_lir.BONUS,
            "three_card_bonus": ma_lir.THREE_CARD_BONUS,
            "progressive": ma_lir.PROGRESSIVE,
            "cover_all": {"A": {}},
        },
    )
    paytables = _tables(rng, {"base": ma_lir.BASE, **offered})
    options = _options(rng, {"dollar_prize_stake": ("gone", "returned"), "cover_all_dealer": ("stack", "players_only")})
    piles = _deal_threes(rng, boxes, {"community": 2, "burned": 1}, rigged)
    community = [*piles["burned"], *piles["community"]]
    for box in boxes:
        box["wagers"] = wagers = _base_bets(rng)
        for item in offered:
            if rng.random() < 0.65:
                wagers[item] = rng.choice(STAKES)
        if "bonus" in wagers:
            wagers["bonus"] = 100
        if "progressive" in wagers:
            wagers["progressive"] = ma_lir.PROGRESSIVE_STAKE[paytables["progressive"]]
        box["decisions"] = _let_it_ride(rng, box["cards"], community[1:])
        if rng.random() < 0.15:
            bets = rng.choice((["bet_3"], ["bet_3"], ["bet_1"], ["bet_2"], ["bet_1", "bet_3"]))
            box["match_play"] = {bet: rng.choice((wagers[bet], wagers[bet], wagers[bet] // 2)) for bet in bets}
    played: dict[str, Any] = {
        "regulation": "MA-LIR",
        "paytables": paytables,
        "options": options,
        **_meters(
            rng, [_table(offered, paytables, "progressive")], ma_lir.LEAST_SEEDS.get(paytables.get("progressive", ""))
        ),
        "boxes": _placed(rng, boxes),
        "dealer": [],
        "community": community,
        "bonus_box": [],
    }
    if rng.random() < 0.15:
        played["payout_limit"] = rng.choice((5_000_000, 5_000_001, 6_000_000, 10_000_000))
    return played


def _md_tcp(rng: Random, rigged: bool) -> dict[str, Any]:
    etg = rng.random() < 0.12
    boxes = _seats(rng, places=7, adjacent=3)
    bonuses: dict[str, Tables] = {
        "progressive": md_tcp.PROGRESSIVE,
        "six_card_bonus": md_tcp.SIX_CARD_BONUS,
        "five_card_progressive": md_tcp.FIVE_CARD_PROGRESSIVE,
    }
    if etg:
        del bonuses["five_card_progressive"]
    offered = _offered(rng, bonuses)
    paytables = _tables(rng, {"ante_bonus": md_tcp.ANTE_BONUS, "pair_plus": md_tcp.PAIR_PLUS, **offered})
    options = _options(rng, {"ante_bonus": ("always", "win_only"), "five_card_envy": ("as_let_it_ride", "none")})
    for box in boxes:
        box["wagers"] = wagers = _ante_and_pair_plus(rng, compulsory=paytables["ante_bonus"] == "compulsory")
        for item in offered:
            if rng.random() < 0.65:
                wagers[item] = rng.choice(STAKES if item == "six_card_bonus" else (100, 500))

    shared = {"dealer": 3}
    if any("five_card_progressive" in box["wagers"] for box in boxes):
        shared["community"] = 2
    if etg:
        piles = _deal_hands(rng, rigged)
        for box in boxes:
            box["hand"] = rng.randint(1, 3)
    else:
        piles = _deal_threes(rng, boxes, shared, rigged)
    for box in boxes:
        cards = piles["community"][3 * box["hand"] - 3 : 3 * box["hand"]] if etg else box["cards"]
        plays = three_card_value(cards) >= three_card_value(["Qs", "6d", "4c"])
        box["decisions"] = (
            [_often(rng, "play" if plays else "fold", ("play", "fold"))] if "ante" in box["wagers"] else []
        )
        if _abandon(rng, box):
            box["decisions"] = rng.choice(([], box["decisions"]))
    meters = [_table(offered, paytables, item) for item in ("progressive", "five_card_progressive")]
    return {
        "regulation": "MD-TCP",
        **({"version": "etg"} if etg else {}),
        "paytables": paytables,
        "options": options,
        **_meters(rng, meters, md_tcp.LEAST_SEEDS),
        "boxes": _placed(rng, boxes),
        "dealer": piles["dealer"],
        "community": piles.get("community", []),
        "bonus_box": [],
    }


def _md_tfp(rng: Random, rigged: bool) -> dict[str, Any]:
    boxes = _seats(rng, places=6, adjacent=3)
    offered = _offered(rng, {"top_five_bonus": md_tfp.TOP_FIVE_BONUS, "poker_bonus": md_tfp.POKER_BONUS})
    names = [_pile(box) for box in boxes]
    piles = deals.stacked_top_five(rng, names) if rigged else deals.plain(rng, dict.fromkeys(["dealer", *names], 7))
    for box in boxes:
        box["cards"] = piles[_pile(box)]
        box["wagers"] = {"ante": rng.choice(STAKES)}
        for item in offered:
            if rng.random() < 0.7:
                box["wagers"][item] = rng.choice(STAKES)
        plays = len(high_cards(box["cards"])) >= 2
        box["decisions"] = [_often(rng, "play" if plays else "fold", ("play", "fold"))]
        if _abandon(rng, box):
            box["decisions"] = rng.choice(([], box["decisions"]))
    return {
        "regulation": "MD-TFP",
        "paytables": _tables(rng, offered),
        "options": _options(rng, {"top_five_equal_counts": ("poker_rank", "high_cards")}),
        "meters": {},
        "seeds": {},
        "boxes": _placed(rng, boxes),
        "dealer": piles["dealer"],
        "community": [],
        "bonus_box": [],
    }


def _seats(rng: Random, places: int, adjacent: int) -> list[Box]:
    """Some of the boxes; a player holds one of them or up to `adjacent` side by side."""
    boxes: list[Box] = []
    run = 0
    for number in sorted(rng.sample(range(1, places + 1), rng.randint(1, places))):
        same = boxes and boxes[-1]["box"] == number - 1 and run < adjacent and rng.random() < 0.3
        run = run + 1 if same else 1
        boxes.append({"box": number, "player": boxes[-1]["player"] if same else f"p{number}"})
    owners = [box["player"] for box in boxes]
    if rng.random() < 0.2:
        for box in boxes:
            if owners.count(box["player"]) == 1:
                del box["player"]
    return boxes


def _offered(rng: Random, bonuses: Mapping[str, Tables]) -> dict[str, Tables]:
    return {item: tables for item, tables in bonuses.items() if rng.random() < 0.75}


def _tables(rng: Random, offered: Mapping[str, Tables]) -> dict[str, str]:
    """A table for each; where there is one only, its name is left out half the time."""
    return {item: rng.choice(list(tables)) for item, tables in offered.items() if len(tables) > 1 or rng.random() < 0.5}


def _table(offered: Mapping[str, Tables], paytables: Mapping[str, str], item: str) -> Table:
    return offered[item][paytables[item]] if item in offered else {}


def _options(rng: Random, values: Mapping[str, Iterable[str | int]]) -> dict[str, str | int]:
    return {key: rng.choice(list(some)) for key, some in values.items() if rng.random() < 0.4}


def _meters(rng: Random, tables: Iterable[Table], least: Mapping[str, int] | None) -> dict[str, dict[str, int]]:
    """The meters that the tables name, mostly over their seeds, now and then under."""
    names = {odds.rpartition(" ")[2]: None for table in tables for odds in table.values() if "%" in odds}
    seeds = {name: (least or {}).get(name, 100_000) * rng.choice((1, 1, 2, 5)) for name in names}
    return {"meters": {name: rng.randint(seed * 9 // 10, seed * 6) for name, seed in seeds.items()}, "seeds": seeds}


def _base_bets(rng: Random) -> dict[str, int]:
    return dict.fromkeys(("bet_1", "bet_2", "bet_3"), rng.choice(STAKES))


def _ante_and_pair_plus(rng: Random, compulsory: bool) -> dict[str, int]:
    if compulsory:
        # 7.G(3): both, neither above five times the other.
        ante = rng.choice(STAKES)
        return {"ante": ante, "pair_plus": ante * rng.choice((1, 1, 2, 5))}
    made = rng.choice((["ante"], ["ante", "pair_plus"], ["ante", "pair_plus"], ["pair_plus"]))
    return {item: rng.choice(STAKES) for item in made}


def _pile(box: Box) -> str:
    return f"box {box['box']}"


def _deal_threes(rng: Random, boxes: list[Box], shared: Mapping[str, int], rigged: bool) -> dict[str, list[str]]:
    """Three cards to each box, and the shared piles."""
    sizes = {**shared, **{_pile(box): 3 for box in boxes}}
    # Massachusetts' burned card is not part of a hand, so none is built on it.
    leading = [name for name in shared if name != "burned"]
    piles = deals.stacked(rng, sizes, leading) if rigged else deals.plain(rng, sizes)
    for box in boxes:
        box["cards"] = piles[_pile(box)]
    return piles


def _deal_hands(rng: Random, rigged: bool) -> dict[str, list[str]]:
    """The electronic table's three community hands, and the dealer's cards."""
    sizes = {"dealer": 3, "1": 3, "2": 3, "3": 3}
    piles = deals.stacked(rng, sizes, ["dealer"]) if rigged else deals.plain(rng, sizes)
    return {"dealer": piles["dealer"], "community": piles["1"] + piles["2"] + piles["3"]}


def _let_it_ride(rng: Random, cards: list[str], community: list[str]) -> list[str]:
    """Both decisions: mostly let a made hand or a good draw ride, mostly withdraw else."""
    decisions = []
    for seen in (cards, [*cards, *community[:1]]):
        ranks = [RANK[card] for card in seen]
        made = any(ranks.count(rank) > 1 and rank >= 10 for rank in ranks) or any(ranks.count(r) > 2 for r in ranks)
        draw = len({card[1] for card in seen}) == 1 and len(set(ranks)) == len(seen) and max(ranks) - min(ranks) < 6
        decisions.append(_often(rng, "ride" if made or draw else "withdraw", ("ride", "withdraw")))
    return decisions


def _often(rng: Random, sensible: str, choices: tuple[str, ...]) -> str:
    return rng.choice(choices) if rng.random() < SILLY else sensible


def _abandon(rng: Random, box: Box) -> bool:
    """Maryland: now and then the floor declares a box abandoned."""
    abandoned = rng.random() < 0.05
    if abandoned:
        box["abandoned"] = True
    return abandoned


def _placed(rng: Random, boxes: list[Box]) -> list[Box]:
    """The boxes in their order, now and then in any: the list's order means nothing."""
    return rng.sample(boxes, len(boxes)) if rng.random() < 0.1 else boxes


_ROUNDS: dict[str, Callable[[Random, bool], dict[str, Any]]] = {
    "MD-LIR": _md_lir,
    "MA-LIR": _ma_lir,
    "MD-TCP": _md_tcp,
    "MD-TFP": _md_tfp,
}
