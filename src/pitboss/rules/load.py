"""The regulations on disk: found by their folders, shaped strictly, checked for coherence, loaded once."""

import re
import tomllib
from functools import cache
from pathlib import Path

from pitboss.errors import InputError, RulesError
from pitboss.rules.coherence import incoherences
from pitboss.rules.regulation import Regulation
from pitboss.rules.schema import TomlPlace, shape

FOLDER = Path(__file__).parent.parent / "regulations"
_ID = re.compile(r'^id = "([A-Z]+-[A-Z]+)"$', re.MULTILINE)


@cache
def folders() -> dict[str, Path]:
    """The folder of each regulation by its id. Adding a regulation is adding a folder."""
    found: dict[str, Path] = {}
    for path in sorted(FOLDER.glob("*/*/rules.toml")):
        match = _ID.search(path.read_text(encoding="utf-8"))
        if match is None:
            raise RulesError(f'{name_of(path)}: no line id = "STATE-GAME"')
        if match[1] in found:
            raise RulesError(f"{name_of(path)}: the id {match[1]} is taken by {name_of(found[match[1]])}")
        found[match[1]] = path.parent
    return found


def known_id(text: str) -> str:
    """The regulation id meant by a person, in any case; an InputError names the ones there are."""
    name, at, edition = text.upper().partition("@")
    if at and name in folders():
        raise InputError(
            f"{name} has no edition {edition[:40]!r}: there is one edition of each regulation; write {name}"
        )
    if text.upper() not in folders():
        raise InputError(f"there is no regulation {text[:40]!r}; there are {', '.join(folders())}")
    return text.upper()


@cache
def load_regulation(regulation_id: str) -> Regulation:
    """The regulation with this id; a RulesError says where its file is wrong."""
    return read_regulation(folders()[regulation_id] / "rules.toml")


def read_regulation(path: Path) -> Regulation:
    """The regulation in a file, shaped and coherent."""
    document = read_toml(path)
    place = TomlPlace(name_of(path), str(document.get("id", "")))
    regulation: Regulation = shape(Regulation, document, place)
    for where, reason in incoherences(regulation):
        place.at(where).fault("incoherent", reason)
    return regulation


def read_toml(path: Path) -> dict[str, object]:
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise RulesError(f"{name_of(path)}: {error}") from None


@cache
def rules_digest(regulation_id: str) -> str:
    """SHA-256 of the regulation's data files, so that whatever was recorded names the text it was decided by."""
    from hashlib import sha256  # noqa: PLC0415 - only approvals pay for it

    digest = sha256()
    for name in ("rules.toml", "rulings.toml"):
        digest.update((folders()[regulation_id] / name).read_bytes())
    return digest.hexdigest()


def name_of(path: Path) -> str:
    """A path as people say it: `md/three_card_poker/rules.toml`."""
    return path.relative_to(FOLDER).as_posix() if path.is_relative_to(FOLDER) else path.as_posix()
