"""Values that are too large for their words."""

import sys
import warnings
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from .native import Frames


class Overflow(NamedTuple):
    """Counts of what did not fit."""

    components: int
    """Real and imaginary parts that are beyond the range of the format at the input. In fixed point NaN is one of them."""
    frames: int
    """Frames of results with a value within the core that was too large for its word, or with an infinite result."""


class OverflowWarning(RuntimeWarning):
    """Values did not fit, and their results are not those of the transform. :attr:`overflow` has the counts."""

    def __init__(self, message: str, overflow: Overflow) -> None:
        super().__init__(message)
        self.overflow = overflow


def warn(name: str, x: NDArray[Any], frame: Frames, frames: int, overflow: Overflow) -> None:
    """Warns the caller of a model of what did not fit of an array, for a number of frames of results."""
    said = []
    if overflow.components:
        parts = np.abs(x.astype(np.float64 if frame.is_real else np.complex128).reshape(-1).view(np.float64))
        largest = parts[np.isfinite(parts)].max(initial=0)
        by = 2 ** int(np.ceil(np.log2(max(1, largest / frame.range))))
        hint = f"; the largest is {largest:g}: divide by {by}" if by > 1 else ""
        said.append(f"no room within ±{frame.range:g} for {overflow.components} of {parts.size} numbers{hint}")
    if overflow.frames:
        said.append(f"{overflow.frames} of {frames} frames with values too large for their words within the core")
    caller, level = sys._getframe(1), 2
    while caller.f_back and caller.f_globals.get("__package__") == __package__:
        caller, level = caller.f_back, level + 1
    warnings.warn(OverflowWarning(f"{name}: {'; '.join(said)}", overflow), stacklevel=level)
