"""The calendar, for a regulation that is named without its edition. Nothing else below the house reads a clock."""

_read_on: list[str] = []


def read_as_on(day: str) -> None:
    """Sets the day on which a name without an edition is looked up; an empty day means today."""
    _read_on[:] = [day] if day else []


def today() -> str:
    """The day that was chosen, else this day by the machine's clock and time zone: `2026-11-18`."""
    if _read_on:
        return _read_on[0]
    from time import localtime, strftime  # noqa: PLC0415 - the only clock below the house, asked only when it is needed

    return strftime("%Y-%m-%d", localtime())
