"""TypedValue: a frozen value that never equals a value of another kind. A Message is one that is written as JSON.

Commands, events and the records of the house's streams are messages.
"""

from collections.abc import Mapping
from typing import Any, Self, TypeVar, dataclass_transform

from msgspec import Struct, ValidationError, convert, structs, to_builtins

from pitboss.cards import Card, parse_dealt_card


@dataclass_transform(frozen_default=True)
class TypedValue(Struct, frozen=True):
    """Declares fields by annotations, in order. Two values are equal if their kinds and their fields are equal."""

    def replace(self, **changes: Any) -> Self:
        """Returns the same value with some fields changed."""
        return structs.replace(self, **changes)

    def as_dict(self) -> dict[str, Any]:
        """Returns the fields by name, in their order."""
        return structs.asdict(self)

    def as_tuple(self) -> tuple[Any, ...]:
        """Returns the fields in their order."""
        return structs.astuple(self)


class Message(TypedValue, frozen=True, tag=True, tag_field="event", forbid_unknown_fields=True, omit_defaults=True):
    """A value that is written as a JSON object, with its kind as `event`."""


Kind = TypeVar("Kind", bound=Message)


def message_to_json(message: Message) -> dict[str, Any]:
    """`{"event": "WagerPaid", "box": 3, …}` with cards as texts, without fields that have their default."""
    document: dict[str, Any] = to_builtins(message, enc_hook=str)
    return {name: list(value) if type(value) is tuple else value for name, value in document.items()}


def message_from_json(document: object, kinds: Mapping[str, type[Kind]]) -> Kind:
    """Returns the message in a parsed JSON object, of one of these kinds; a ValueError says what is wrong with it."""
    name = document.get("event") if isinstance(document, dict) else None
    if not isinstance(name, str) or name not in kinds:
        raise ValueError(f"expected an object with a known event, found {str(document)[:60]!r}")
    try:
        return convert(document, kinds[name], dec_hook=_card)
    except ValidationError as error:
        raise ValueError(f"{name} is not as expected: {error}") from None


def _card(_: type, value: object) -> Card:
    """Decodes a card: the only type of field that JSON has no form for."""
    if not isinstance(value, str):
        raise ValueError(f"{value!r} is not a card")
    return parse_dealt_card(value)
