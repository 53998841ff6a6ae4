"""Alerts as JSON, for `pitboss watch --json`, the floor's page and the webhook."""

from typing import Any

from pitboss.books.alerts import Alert


def alert_json(alert: Alert) -> dict[str, Any]:
    """An alert; the round as other commands name it, null between rounds."""
    return {**alert._asdict(), "round": f"{alert.table}/{alert.round}" if alert.round else None}
