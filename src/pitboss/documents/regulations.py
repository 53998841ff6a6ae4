"""Regulations as JSON, for `pitboss rules --json` and the rules page."""

from typing import Any

from pitboss.rules.dealing import Dealing
from pitboss.rules.paytable import Paytable
from pitboss.rules.register import count_clauses, count_rulings
from pitboss.rules.regulation import Regulation


def regulation_summary_json(regulation: Regulation) -> dict[str, Any]:
    """A regulation in a list: its names and how much there is of it."""
    return {
        "id": regulation.id,
        "edition": regulation.edition,
        "effective": regulation.effective or None,
        "until": regulation.until or None,
        "revision": regulation.revision,
        "title": regulation.title,
        "jurisdiction": regulation.jurisdiction,
        "authority": regulation.authority,
        "boxes": regulation.table.boxes,
        "wagers": list(regulation.wagers),
        "awards": list(regulation.awards),
        "paytables": {group: list(tables) for group, tables in regulation.paytables.items()},
        "devices": list(regulation.dealing),
        "versions": list(regulation.versions),
        "options": list(regulation.options),
        "clauses": count_clauses(regulation.key),
        "rulings": count_rulings(regulation.key),
    }


def regulation_json(regulation: Regulation) -> dict[str, Any]:
    """A regulation in full: wagers, awards, paytables, how each device deals, options and rulings."""
    return {
        **regulation_summary_json(regulation),
        "wagers": [
            {
                "id": name,
                "title": wager.title,
                "offered": wager.offered,
                "placed": wager.placed,
                "stakes": list(wager.stakes),
                "needs_all": list(wager.needs_all),
                "needs_any": list(wager.needs_any),
                "paytables": wager.paytable or None,
                "cite": wager.cite,
            }
            for name, wager in regulation.wagers.items()
        ],
        "awards": [
            {
                "id": name,
                "title": award.title,
                "stake_of": award.stake_of,
                "paytables": award.paytable,
                "cite": award.cite,
            }
            for name, award in regulation.awards.items()
        ],
        "paytables": {
            group: {name: _paytable(paytable) for name, paytable in tables.items()}
            for group, tables in regulation.paytables.items()
        },
        "dealing": {device: dealing_json(dealing) for device, dealing in regulation.dealing.items()},
        "options": [
            {"option": key, "values": list(ruling.values), "default": ruling.in_force, "ruling": ruling.id}
            for key, ruling in regulation.options.items()
        ],
        "rulings": [
            {
                "id": ruling.id,
                "clauses": list(ruling.clauses),
                "doubt": ruling.doubt,
                "reading": ruling.reading,
                "alternatives": list(ruling.alternatives),
                "option": ruling.option or None,
            }
            for ruling in regulation.rulings.values()
        ],
    }


def dealing_json(dealing: Dealing) -> list[dict[str, Any]]:
    """The rows by which a device deals."""
    return [
        {
            "to": list(row.to),
            "cards": row.cards,
            "times": row.times,
            "conditional": bool(row.if_offered or row.if_placed),
            "face_up": row.face_up,
            "cite": row.cite,
        }
        for row in dealing.deal
    ]


def _paytable(paytable: Paytable) -> dict[str, Any]:
    return {
        "cite": paytable.cite,
        "by_boxes": list(paytable.by_boxes) or None,
        "by_stake": list(paytable.by_stake) or None,
        "rows": [
            {"pattern": row.pattern, "pays": [str(payout) for payout in row.payouts], "cites": list(row.cites)}
            for row in paytable.pays
        ],
        "meters": {
            name: {"least_seed": meter.least_seed, "least_rate": meter.least_rate and str(meter.least_rate)}
            for name, meter in paytable.meters.items()
        },
    }
