"""Chains: operations around transforms, as one core."""

import json
from functools import cached_property

import numpy as np

from .design import Design, text_of


class Chain(Design):
    """Chain of operations as one core, such as ``Chain("frame 1024 hop 512 | window hann | fft | power", width=2,
    precision="fixed16")``.

    The text is that of ``fftgen --chain``, or a list of operations; ``str(chain)`` is the text in one form for all
    texts of the same chain. The flags are those of :class:`Design`, but for the size.

    ``chain | "db"`` is the chain with another operation at its end.
    """

    def __init__(self, operations, /, **flags):
        text = operations if isinstance(operations, str) else " | ".join(operations)
        super().__init__(chain=text, **flags)
        self._flags = flags

    def __str__(self):
        return self._chain["text"]

    def __or__(self, operations):
        return Chain(f"{self} | {operations}", **self._flags)

    @cached_property
    def _chain(self):
        return json.loads(self._core.explain(True))["chain"]

    @property
    def operations(self):
        """Operations as they are built, each with the frames that leave it and its cost: a list of dictionaries."""
        return self._chain["operations"]

    @property
    def yaml(self):
        """Configuration file of the core, which ``fftgen --config`` reads."""
        operations = [f"- {operation}" for operation in str(self).split(" | ")]
        flags = {flag.replace("_", "-"): text_of(value) for flag, value in self._flags.items() if value is not None}
        return "\n".join(["chain:", *operations, *(f"{flag}: {value}" for flag, value in flags.items()), ""])

    @property
    def block(self):
        """Samples that the chain takes for each frame of results."""
        (points, _, is_real), _ = self._core.frames(None)
        return points * (2 if is_real else 1)

    def model(self, samples):
        """Frames of results for samples, as the hardware computes them, bit for bit, without the GIL.

        ``samples`` has samples along its last axis, whole blocks of them, see :attr:`block`. Its other axes are
        sequences of their own, each from a reset on: the samples before it are zeros. The result has a frame for each block, and
        elements along its last axis. Numbers are rounded once into the format of the samples, and results are exact in
        complex128 or, where elements are real, in float64.

        Integers are words as on the bus. Words of complex samples and results have a last axis of two parts.
        """
        x = np.atleast_1d(samples)
        (_, _, real_in), (points, _, real_out) = self._core.frames(None)
        if real_in and np.iscomplexobj(x):
            raise ValueError(f"samples of {self.name} are real, and these are complex")
        words = np.issubdtype(x.dtype, np.integer)
        if not words:
            x = np.ascontiguousarray(x, dtype=np.float64 if real_in else np.complex128)
        has_parts = words and not real_in
        axes = x.ndim - (2 if has_parts else 1)
        if has_parts and (axes < 0 or x.shape[-1] != 2):
            raise ValueError("words of complex samples have a last axis of two parts, real and imaginary")
        if x.shape[axes] % self.block:
            raise ValueError(f"{self.name} takes blocks of {self.block} samples, and these are {x.shape[axes]}")
        sequences = x.reshape(-1, *x.shape[axes:])
        found = np.concatenate([self._sequence(sequence, words) for sequence in sequences] or [np.empty(0)])
        if real_out:
            elements = (2 * points,)
        elif words:
            elements = (points, 2)
        else:
            found, elements = found.view(np.complex128), (points,)
        return found.reshape(*x.shape[:axes], x.shape[axes] // self.block, *elements)

    def _sequence(self, x, words):
        """Components of the results of a sequence of samples."""
        if words:
            found, _ = self._core.transform_words(np.ascontiguousarray(x, dtype=np.int64).reshape(-1), None)
            return np.frombuffer(found, dtype=np.int64)
        return np.frombuffer(self._core.transform(x.reshape(-1).view(np.float64), None), dtype=np.float64)
