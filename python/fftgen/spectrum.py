"""Spectra of real frames: NumPy's N/2 + 1 bins along the last axis, and the N/2 points of a core that pack them.

The first point of a row has bin 0 as its real part and bin N/2 as its imaginary part. In several dimensions this is so in the
rows that mirror themselves. Of two rows that mirror each other, the first has bin 0 and the other one has bin N/2.
"""

from collections.abc import Sequence
from math import prod
from typing import Any

import numpy as np
from numpy.typing import NDArray


def unpack(points: NDArray[Any], shape: Sequence[int]) -> NDArray[Any]:
    """Bins of packed points, whose frames have a shape."""
    row, mirrored, first = _rows(points, shape)
    other = first[..., mirrored].conj()
    lower = np.where(row < mirrored, first, np.where(row > mirrored, other, first.real))
    upper = np.where(row > mirrored, first, np.where(row < mirrored, other, first.imag))
    lower, upper = (end.reshape(*points.shape[:-1], 1) for end in (lower, upper))
    return np.concatenate([lower, points[..., 1:], upper], axis=-1)


def pack(bins: NDArray[Any], shape: Sequence[int]) -> NDArray[Any]:
    """Packed points of bins, whose frames have a shape of points."""
    row, mirrored, lower = _rows(bins, shape)
    ends = (lower, bins[..., -1].reshape(lower.shape))
    # As NumPy does, the means of values that should mirror each other: in a row that mirrors itself their real part.
    lower, upper = ((end + end[..., mirrored].conj()) / 2 for end in ends)
    first = np.where(row < mirrored, lower, np.where(row > mirrored, upper, lower + 1j * upper))
    return np.concatenate([first.reshape(*bins.shape[:-1], 1), bins[..., 1:-1]], axis=-1)


def _rows(frames: NDArray[Any], shape: Sequence[int]) -> tuple[NDArray[np.intp], NDArray[np.intp], NDArray[Any]]:
    """Rows of a frame by their numbers, the rows that mirror them, and the first values of each."""
    rows = tuple(shape[:-1])
    numbers = np.arange(prod(rows))
    mirrored = [-index % length for index, length in zip(np.unravel_index(numbers, rows), rows)] if rows else []
    mirror = np.ravel_multi_index(mirrored, rows) if rows else numbers
    batch = frames.shape[: frames.ndim - len(shape)]
    return numbers, mirror, frames[..., 0].reshape(*batch, numbers.size)
