"""Message: a frozen value with a kind. Commands, events and the records of the house's streams are messages."""

from typing import Any, Self, dataclass_transform

from msgspec import Struct, structs


@dataclass_transform(frozen_default=True)
class Message(Struct, frozen=True, tag=True, tag_field="event", forbid_unknown_fields=True):
    """Declares fields by annotations, in order. Two messages are equal if their kinds and their fields are equal."""

    def replace(self, **changes: Any) -> Self:
        """Returns the same message with some fields changed."""
        return structs.replace(self, **changes)

    def as_dict(self) -> dict[str, Any]:
        """Returns the fields by name, in their order."""
        return structs.asdict(self)
