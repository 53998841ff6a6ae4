"""Checks of what a house file says about its pit: the chips that its racks hold, and the limits of the desk."""

from pitboss.money import show_money
from pitboss.rules.house_file import HouseFile
from pitboss.rules.submission import DeskLimits

_CHIPS = "COMAR 36.05.03.02 F(3)"
_DESK = {
    "pays": "COMAR 36.05.03.23 A",
    "surveillance": "COMAR 36.05.03.23 E(5)(a)",
    "manager": "COMAR 36.05.03.23 E(3)",
}
_MOST = {"surveillance": DeskLimits().surveillance, "manager": DeskLimits().manager}
"""What the law names: a house may ask for more signatures, not for fewer."""


def check_pit(house_file: HouseFile) -> None:
    """Reports denominations that no count can tell apart, and limits that are looser than the law's."""
    house = house_file.submission
    house_file.cite_misformed(("denominations",), _CHIPS)
    for index, value in enumerate(house.denominations):
        place: tuple[str | int, ...] = ("denominations", index)
        house_file.cite_misformed(place, _CHIPS)
        if value == 0:
            house_file.report("denomination-zero", "denominations: a chip is worth more than $0", place, _CHIPS)
        elif value in house.denominations[:index]:
            told = f"denominations: {show_money(value)} is named twice; name each value once"
            house_file.report("denomination-twice", told, place, _CHIPS)
    for key, limit in house.desk.given().items():
        path: tuple[str, ...] = ("desk", key)
        house_file.cite_misformed(path, _DESK[key])
        if limit == 0:
            house_file.report("desk-limit-zero", f"{key}: every payment would take the desk", path, _DESK[key])
        elif key in _MOST and limit > _MOST[key]:
            told = f"{key}: {show_money(limit)} is above {show_money(_MOST[key])}; the house may only go below"
            house_file.report("desk-limit-too-high", told, path, _DESK[key])
    _check_alerts(house_file)


def _check_alerts(house_file: HouseFile) -> None:
    """Reports limits of alerts that mean nothing, and an address that nothing can be sent to."""
    alerts = house_file.submission.alerts
    if alerts.known_cards < 1:
        told = f"known_cards: {alerts.known_cards} is below 1: write in how many honest evenings one alert may come"
        house_file.report("alert-limit-below-one", told, ("alerts", "known_cards"))
    if alerts.result > 1:
        told = "result: no result has a probability above 100%"
        house_file.report("alert-limit-too-high", told, ("alerts", "result"))
    if alerts.webhook and not alerts.webhook.startswith(("https://", "http://")):
        told = "webhook: write an address that begins with https:// or http://"
        house_file.report("webhook-not-an-address", told, ("alerts", "webhook"))
