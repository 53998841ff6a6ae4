"""The registered names of the environments."""

from pitboss.rules.load import folders


def names() -> dict[str, str]:
    """The registered name of each regulation's environment: `pitboss/LetItRide-MD-v0` is `MD-LIR`."""
    return {f"pitboss/{_game(path.name)}-{path.parent.name.upper()}-v0": known for known, path in folders().items()}


def _game(folder: str) -> str:
    return "".join(word.capitalize() for word in folder.split("_"))
