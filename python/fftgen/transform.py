"""Transforms that NumPy and SciPy have too."""

from collections.abc import Mapping, Sequence
from math import prod
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

# What a manifest has of a core that does more than a transform, or another one.
OTHERS = {"chain", "channels", "support", "config", "sizes"}
FUNCTIONS: dict[str, Any] = {"fft": np.fft.fftn, "ifft": np.fft.ifftn, "rfft": np.fft.rfftn, "irfft": np.fft.irfftn}


class Transform(NamedTuple):
    """A transform of frames along their last axes."""

    kind: str
    """Name of NumPy's function of one dimension."""
    lengths: tuple[int, ...]
    """Points along each dimension, or samples of real frames."""

    @classmethod
    def of(cls, manifest: Mapping[str, Any]) -> "Transform | None":
        """Transform of a core, or ``None`` where NumPy has none that gives the results as the core does."""
        kind = "ifft" if (manifest.get("kind"), manifest.get("direction")) == ("fft", "inverse") else manifest.get("kind")
        if kind not in FUNCTIONS or manifest.get("order", "natural") != "natural" or not OTHERS.isdisjoint(manifest):
            return None
        return cls(kind, tuple(manifest.get("shape", [manifest["size"]])))

    def __str__(self) -> str:
        return f"{self.kind} of {'x'.join(map(str, self.lengths))}"

    @property
    def flags(self) -> dict[str, Any]:
        """Flags of a core for the transform."""
        kind = {"kind": self.kind} if "r" in self.kind else {"inverse": self.kind == "ifft"}
        return {"size": self.lengths, **kind}

    def factor(self, norm: str | None) -> float:
        """Factor of SciPy's result over the sum without one."""
        is_inverse = self.kind.startswith("i")
        powers = {None: -is_inverse, "backward": -is_inverse, "ortho": -0.5, "forward": is_inverse - 1}
        if norm not in powers:
            raise ValueError(f"norm is {norm!r}, and not backward, ortho or forward")
        return float(prod(self.lengths) ** powers[norm])

    def sums(self, x: ArrayLike) -> NDArray[Any]:
        """Transforms in double precision, without a factor."""
        axes: Sequence[int] = range(-len(self.lengths), 0)
        norm = "forward" if self.kind.startswith("i") else "backward"
        return np.asarray(FUNCTIONS[self.kind](np.asarray(x), s=self.lengths, axes=axes, norm=norm))
