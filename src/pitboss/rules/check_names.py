"""Checks of the names in a house file: heads, signs, terminals and logs carry them on one line."""

from collections.abc import Iterator

from pitboss.rules.house_file import HouseFile
from pitboss.text import unseen_letter

MOST_LETTERS = 100
Named = tuple[str, str, tuple[str, ...]]
"""What has the name, the name, and its place in the file."""


def check_names(house_file: HouseFile) -> None:
    """Reports names of the facility, tables, links, meters and backs that cannot be carried everywhere."""
    for what, name, path in _names(house_file):
        if letter := unseen_letter(name):
            told = f"{what}: {name!a} holds U+{ord(letter):04X}, which cannot be seen or breaks the line: leave it out"
            house_file.report("name-unseen", told, path)
        elif name.strip() and (name != name.strip() or len(name) > MOST_LETTERS):
            told = f"{what}: {name[:40]!a} begins or ends with a space, or has more than {MOST_LETTERS} letters"
            house_file.report("name-unfit", told, path)


def _names(house_file: HouseFile) -> Iterator[Named]:
    house = house_file.submission
    yield "facility", house.facility, ("facility",)
    for name, table in house.tables.items():
        yield "table", name, ("tables", name)
        for back in table.backs:
            yield "back", back, ("tables", name, "backs")
    for name, link in house.links.items():
        yield "link", name, ("links", name)
        for meter in link.meters:
            yield "meter", meter, ("links", name, "meters", meter)
