"""Flags as keywords: their names, their texts, and the signatures of what takes them."""

import difflib
import inspect
import os
from collections.abc import Callable, Mapping
from typing import Any, TypeVar

import numpy as np

from .flags import Flags
from .native import is_flag

Taking = TypeVar("Taking", bound=Callable[..., None])


def takes_flags(init: Taking) -> Taking:
    """Gives a constructor the signature in which each flag is a keyword."""
    own = [one for one in inspect.signature(init).parameters.values() if one.kind is not one.VAR_KEYWORD]
    flags = [inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=None) for name in Flags.__annotations__]
    setattr(init, "__signature__", inspect.Signature([*own, *flags]))
    return init


def given(flags: Mapping[str, Any], taker: str) -> dict[str, Any]:
    """Flags that have values, which are Python's own. Raises ``TypeError`` for a keyword that is no flag."""
    for name in flags:
        if not is_flag(name.replace("_", "-")):
            close = difflib.get_close_matches(name, Flags.__annotations__, n=1)
            hint = f". Did you mean {close[0]!r}?" if close else ""
            raise TypeError(f"{taker}() got an unexpected keyword argument {name!r}{hint}")
    return {name: _plain(value) for name, value in flags.items() if value is not None}


def text_of(name: str, value: Any) -> str:
    """Text of a flag's value."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (list, tuple)):
        return ("x" if name == "size" else ",").join(text_of(name, element) for element in value)
    return str(value)


def _plain(value: Any) -> Any:
    if isinstance(value, (np.generic, np.ndarray)):
        return value.tolist()
    if isinstance(value, (list, tuple)):
        return type(value)(map(_plain, value))
    return os.fspath(value) if isinstance(value, os.PathLike) else value
