"""Transforms of SciPy by models of cores."""

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from .transform import FUNCTIONS, Transform

if TYPE_CHECKING:
    from .design import Design


class Backend:
    """Backend of ``scipy.fft`` with the cores of a design, see :meth:`Design.backend`."""

    __ua_domain__ = "numpy.scipy.fft"

    def __init__(self, design: "Design", build: bool) -> None:
        self._design, self._build = design, build
        self._built: dict[Transform, "Design"] = {}

    def __ua_function__(self, method: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> NDArray[Any]:
        name = re.fullmatch("(i?r?fft)([2n]?)", method.__name__)
        if not name:
            raise ValueError(f"there is no core for scipy.fft.{method.__name__}; there are those for {', '.join(FUNCTIONS)}")
        kind, dimensions = name.groups()
        return (self._several if dimensions else self._one)(kind, dimensions == "2", *args, **kwargs)

    def _one(
        self, kind: str, _: bool, x: Any, n: int | None = None, axis: int = -1, norm: str | None = None, *more: Any, **others: Any
    ) -> NDArray[Any]:
        return self._transformed(kind, np.asarray(x), None if n is None else [n], [axis], norm)

    def _several(
        self, kind: str, is_plane: bool, x: Any, s: Any = None, axes: Any = None, norm: str | None = None, *more: Any, **others: Any
    ) -> NDArray[Any]:
        x = np.asarray(x)
        if axes is None:
            axes = range(-2 if is_plane else -x.ndim if s is None else -len(s), 0)
        return self._transformed(kind, x, s, axes, norm)

    def _transformed(
        self, kind: str, x: NDArray[Any], lengths: Sequence[int] | None, axes: Sequence[int], norm: str | None
    ) -> NDArray[Any]:
        places = range(-len(axes), 0)
        x = np.moveaxis(x, axes, places)
        is_half = kind == "irfft"
        if lengths is None:
            lengths = [*x.shape[-len(axes) : -1], 2 * (x.shape[-1] - 1) if is_half else x.shape[-1]]
        transform = Transform(kind, tuple(map(int, lengths)))
        design = self._of(transform)
        taken = [*transform.lengths[:-1], transform.lengths[-1] // 2 + 1] if is_half else transform.lengths
        for place, length in zip(places, taken):
            x = _with_length(x, place, length)
        return np.moveaxis(design.model(x) * (transform.factor(norm) / design.scale), places, axes)

    def _of(self, transform: Transform) -> "Design":
        """Design for a transform."""
        own = self._design._transform
        if transform == own:
            return self._design
        if not own:
            raise ValueError(f"{self._design.name} computes none of the transforms of SciPy, and not {transform}")
        if not self._build:
            hint = "design.backend(build=True) builds a core for each transform"
            raise ValueError(f"{self._design.name} computes {own}, and not {transform}; {hint}")
        if transform not in self._built:
            flags = {name: value for name, value in self._design._flags.items() if name not in ("kind", "name")}
            self._built[transform] = type(self._design)(**flags | transform.flags)
        return self._built[transform]


def _with_length(x: NDArray[Any], axis: int, length: int) -> NDArray[Any]:
    """An array that is cut short along an axis, or goes on with zeros."""
    more = [(0, 0)] * x.ndim
    more[axis] = (0, max(0, length - x.shape[axis]))
    return np.pad(x, more).take(range(length), axis)
