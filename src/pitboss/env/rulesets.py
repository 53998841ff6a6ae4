"""The registered names of the environments."""

from pitboss.rules.load import folders, load_edition


def names() -> dict[str, str]:
    """The registered name of each regulation's environment: `pitboss/LetItRide-MD-v0` is `MD-LIR`."""
    return {
        f"pitboss/{_game(load_edition(folder).game)}-{known.partition('-')[0]}-v0": known
        for known, folder in folders().items()
    }


def _game(folder: str) -> str:
    return "".join(word.capitalize() for word in folder.split("_"))
