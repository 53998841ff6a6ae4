"""Models of TypedDicts, so that a shape is declared once, where the JSON is made."""

from functools import cache
from typing import Any, get_args, get_origin, get_type_hints, is_typeddict

from pydantic import create_model

from pitboss.web.http.answers import AnswerModel


@cache
def model_of(shape: Any) -> type[AnswerModel]:
    """The model of a TypedDict and of those inside it. A key that is not required may be missing."""
    fields: dict[str, Any] = {}
    for name, hint in get_type_hints(shape).items():
        kind = _modelled(hint)
        fields[name] = (kind, ...) if name in shape.__required_keys__ else (kind | None, None)
    return create_model(shape.__name__, __base__=AnswerModel, __doc__=shape.__doc__, **fields)


def _modelled(hint: Any) -> Any:
    if is_typeddict(hint):
        return model_of(hint)
    arguments = tuple(_modelled(one) for one in get_args(hint))
    if not arguments or arguments == get_args(hint):
        return hint
    origin = get_origin(hint)
    if origin in (list, dict, tuple):
        return origin[arguments if len(arguments) > 1 else arguments[0]]
    found = arguments[0]
    for one in arguments[1:]:
        found |= one
    return found
