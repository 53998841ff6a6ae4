"""Names that look alike: letters of other scripts that are drawn like Latin ones, and scripts that no name mixes."""

# ruff: noqa: RUF001 - these letters are ambiguous, which is why they are here
import unicodedata

from pitboss.errors import InputError

_DRAWN_LIKE = {
    # Cyrillic
    **dict(zip("асеіјорѕухԁһԛԝкмтвнгӏ", "aceijopsyxdhqwkmtbhrl", strict=True)),
    # Greek
    **dict(zip("αβεικνορτυχωγη", "abeikvoptuxwyn", strict=True)),
    # Armenian
    **dict(zip("օսհոզցլ", "ouhnqgl", strict=True)),
    # Letters of other alphabets, and digits
    **dict(zip("ɑɡıȷǀ0135|", "agijlolesl", strict=True)),
}
"""Small letters, each with the Latin one that it can be taken for."""
_TOGETHER = (frozenset({"LATIN", "CJK", "HIRAGANA", "KATAKANA"}), frozenset({"LATIN", "CJK", "HANGUL"}))
"""Scripts that one name may mix, as in Japan and Korea."""


def skeleton(name: str) -> str:
    """What names that look alike have in common. It is for comparing, and never shown."""
    plain = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())
    letters = "".join(_DRAWN_LIKE.get(letter, letter) for letter in plain)
    # A capital I is drawn like a small l; r and n together like an m.
    return " ".join(letters.replace("i", "l").replace("rn", "m").replace("vv", "w").split())


def check_scripts(name: str) -> None:
    """InputError if a new name mixes scripts, by which one letter passes for another."""
    scripts = {script for letter in unicodedata.normalize("NFKC", name) if (script := _script(letter))}
    if len(scripts) > 1 and not any(scripts <= together for together in _TOGETHER):
        mixed = " and ".join(sorted(script.capitalize() for script in scripts))
        raise InputError(f"the name {name!a} mixes {mixed} letters: write it in one script")


def _script(letter: str) -> str:
    """The first word of a letter's name in Unicode, which is its script; empty for what every script has."""
    if unicodedata.category(letter)[0] not in "L":
        return ""
    return unicodedata.name(letter, "").partition(" ")[0].removesuffix("-")
