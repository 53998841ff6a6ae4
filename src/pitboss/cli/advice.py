"""Advice for a person whose file, ledger or regulation is missing."""

from pathlib import Path

from pitboss.cli.arguments import nearest
from pitboss.errors import PlacedError


def advice(error: PlacedError) -> str:
    """The end of an error about something missing; empty for other errors, and if the error says what to do."""
    if error.reason.startswith("there is no regulation ") and "--regulations" not in error.reason:
        return "; --regulations DIR names a folder with others"
    if not error.file or "://" in error.file or Path(error.file).exists():
        return ""
    path = Path(error.file)
    if error.reason == "there is no ledger here":
        begin = "pitboss serve begins one; --db or PITBOSS_DB names another"
        return nearest(path.name, _names(path, "*.db"), begin)
    if not error.reason.startswith("cannot be read"):
        return ""
    found = nearest(path.name, _names(path, f"*{path.suffix}"), "")
    return "" if found == ": " else found


def _names(path: Path, pattern: str) -> list[str]:
    """Files beside the one that is missing."""
    try:
        return sorted(file.name for file in path.parent.glob(pattern) if file.is_file())[:1000]
    except (OSError, ValueError):
        return []
