"""Models derived from the values that answers are made of, so that a shape is declared once."""

from collections.abc import Mapping
from functools import cache
from typing import Any, get_args, get_origin, get_type_hints, is_typeddict

from pydantic import create_model

from pitboss.play.message import TypedValue
from pitboss.web.http.answers import AnswerModel


@cache
def model_of(shape: Any, name: str = "", without: tuple[str, ...] = ()) -> type[AnswerModel]:
    """The model of a TypedDict, named tuple or typed value, and of those inside it.

    A TypedDict's model has its name, others add `Json`. A key of a TypedDict that is not required may be missing.
    Answers leave out the fields `without`.
    """
    is_dict = is_typeddict(shape)
    fields: dict[str, Any] = {}
    for key, hint in get_type_hints(shape).items():
        if key in without:
            continue
        kind = _modelled(hint)
        fields[key] = (kind, ...) if not is_dict or key in shape.__required_keys__ else (kind | None, None)
    name = name or (shape.__name__ if is_dict else f"{shape.__name__}Json")
    return create_model(name, __base__=AnswerModel, __doc__=shape.__doc__, **fields)


def _modelled(hint: Any) -> Any:
    """The type of a value as JSON: tuples are lists, and the keys of a mapping are texts."""
    if is_typeddict(hint) or hasattr(hint, "_fields") or (isinstance(hint, type) and issubclass(hint, TypedValue)):
        return model_of(hint)
    origin, inner = get_origin(hint), get_args(hint)
    if origin is tuple and inner[-1] is Ellipsis:
        return list[_modelled(inner[0])]  # type: ignore[misc]
    if origin is tuple:
        (each,) = set(inner)
        return list[_modelled(each)]  # type: ignore[misc]
    if origin is Mapping:
        return dict[str, _modelled(inner[1])]  # type: ignore[misc]
    arguments = tuple(map(_modelled, inner))
    if arguments == inner:
        return hint
    if origin in (list, dict):
        return origin[arguments if len(arguments) > 1 else arguments[0]]
    found = arguments[0]
    for one in arguments[1:]:
        found |= one
    return found
