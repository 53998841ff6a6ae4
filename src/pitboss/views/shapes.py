"""The shapes of the views as JSON. The pages' types are generated from these."""

from typing import NotRequired, TypedDict

from pitboss.rules.vocabulary import Person


class StepPart(TypedDict):
    """One thing that a step stands for, and its clause."""

    text: str
    cite: str


class NextStepView(TypedDict):
    """What the regulation wants next at a table. `command` takes the step; None if players or cards come first."""

    by: Person
    title: str
    cite: str
    command: str | None
    says: str
    """The prescribed words."""
    steps: list[StepPart]
    reads: int
    """The number of cards to read first."""
    places: NotRequired[list[str]]
    """Where each card that is read goes."""
    unread: NotRequired[str]
    """The command of a shuffle whose order nobody has read."""
    box: NotRequired[int]
    """The box that decides."""


class IrregularityView(TypedDict):
    """Something irregular that can be reported now, and what is then done."""

    found: str
    title: str
    command: str
    names_card: bool
    then: str
    cite: str
