"""The registered names of the environments."""

from pitboss.rules.load import folders, load_edition
from pitboss.rules.rules_file import FOLDER


def names() -> dict[str, str]:
    """The registered name of each regulation's environment: `pitboss/LetItRide-MD-v0` is `MD-LIR`.

    A state's second regulation of a game is named by its whole id; those of the package come first.
    """
    found: dict[str, str] = {}
    for known, folder in sorted(folders().items(), key=lambda item: not item[1].is_relative_to(FOLDER)):
        game = _game(load_edition(folder).game)
        name = f"pitboss/{game}-{known.partition('-')[0]}-v0"
        found[f"pitboss/{game}-{known}-v0" if name in found else name] = known
    return found


def _game(folder: str) -> str:
    return "".join(word.capitalize() for word in folder.split("_"))
