"""Chains: operations around transforms, as one core."""

import json
from collections.abc import Iterable
from functools import cached_property
from math import prod
from typing import Any, Unpack

import numpy as np
from numpy.typing import ArrayLike, NDArray

from .design import Design
from .flags import Flags
from .keywords import takes_flags, text_of
from .overflow import Overflow


class Chain(Design):
    """Chain of operations as one core, such as ``Chain("frame 1024 hop 512 | window hann | fft | power", width=2,
    precision="fixed16")``.

    The text is that of ``fftgen --chain``, or a list of operations; ``str(chain)`` is the text in one form for all
    texts of the same chain. The flags are those of :class:`Design`, but for the size. It is a value as a design is.

    ``chain | "db"`` is the chain with another operation at its end.
    """

    @takes_flags
    def __init__(self, operations: str | Iterable[str], /, **flags: Unpack[Flags]) -> None:
        text = operations if isinstance(operations, str) else " | ".join(operations)
        flags["chain"] = text
        super().__init__(**flags)

    def _arguments(self) -> tuple[list[Any], dict[str, Any]]:
        return [str(self)], {name: value for name, value in self._flags.items() if name != "chain"}

    def __str__(self) -> str:
        text: str = self._chain["text"]
        return text

    def __or__(self, operations: str) -> "Chain":
        return Chain(f"{self} | {operations}", **self._arguments()[1])

    @cached_property
    def _chain(self) -> dict[str, Any]:
        chain: dict[str, Any] = json.loads(self._core.explain(True))["chain"]
        return chain

    @property
    def operations(self) -> list[dict[str, Any]]:
        """Operations as they are built, each with the frames that leave it and its cost: a list of dictionaries."""
        operations: list[dict[str, Any]] = self._chain["operations"]
        return operations

    @property
    def yaml(self) -> str:
        """Configuration file of the core, which ``fftgen --config`` reads."""
        operations = [f"- {operation}" for operation in str(self).split(" | ")]
        flags = [f"{name.replace('_', '-')}: {text_of(name, value)}" for name, value in self._arguments()[1].items()]
        return "\n".join(["chain:", *operations, *flags, ""])

    @property
    def block(self) -> int:
        """Samples that the chain takes for each frame of results."""
        return self._core.frames(None)[0].shape[-1]

    def model(self, x: ArrayLike, config_word: int | None = None, *, packed: bool = False) -> NDArray[Any]:
        """Frames of results for samples, as the hardware computes them, bit for bit, without the GIL.

        ``x`` has samples along its last axis, whole blocks of them, see :attr:`block`. Its other axes are
        sequences of their own, each from a reset on: the samples before it are zeros. The result has a frame for each block, and
        elements along its last axis; those of a chain that ends with ``rfft`` are NumPy's N/2 + 1 bins, or with ``packed``
        N/2 points.

        Numbers, warnings and types are those of :meth:`Design.model`.
        """
        return super().model(x, config_word, packed=packed)

    def model_words(self, words: ArrayLike, config_word: int | None = None) -> NDArray[np.int64]:
        """Frames of results for samples, which are words as those of :meth:`Design.model_words`."""
        x = np.asarray(words)
        axis = x.ndim - (1 if self._core.frames(None)[0].is_real else 2)
        found = [super(Chain, self).model_words(sequence, config_word) for sequence in self._sequences(x, axis)]
        return self._joined(found, x.shape[: axis + 1])

    def _transformed(self, x: NDArray[Any], config_word: int | None, packed: bool) -> tuple[NDArray[Any], Overflow]:
        sequences = self._sequences(x, x.ndim - 1)
        found = [super(Chain, self)._transformed(sequence, config_word, packed) for sequence in sequences]
        overflow = Overflow(*map(sum, zip(*(overflow for _, overflow in found))))
        return self._joined([values for values, _ in found], x.shape), overflow

    def _sequences(self, x: NDArray[Any], axis: int) -> list[NDArray[Any]]:
        """Blocks of each sequence of samples, which are along an axis: one without blocks where there is no sequence."""
        samples = x.shape[axis] if axis >= 0 else 1
        if axis < 0 or samples % self.block:
            raise ValueError(f"{self.name} takes blocks of {self.block} samples, and these are {samples}")
        blocks = x.reshape(prod(x.shape[:axis]), samples // self.block, self.block, *x.shape[axis + 1 :])
        return [*blocks] or [np.empty((0, *blocks.shape[2:]), x.dtype)]

    def _joined(self, found: list[Any], shape: tuple[int, ...]) -> NDArray[Any]:
        """Frames of all sequences, for samples of a shape."""
        frames = np.concatenate(found)
        return frames.reshape(*shape[:-1], shape[-1] // self.block, *frames.shape[1:])
