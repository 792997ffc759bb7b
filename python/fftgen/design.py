"""Designs: cores with their models."""

import json
from fractions import Fraction
from pathlib import Path

import numpy as np

from .native import Core


def text_of(value):
    """Text of a flag's value."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (list, tuple)):
        return ",".join(text_of(element) for element in value)
    return str(value)


class Design:
    """Core that flags describe, as on the command line.

    Every flag of ``fftgen generate`` about a core and its files is a keyword, with ``_`` for ``-``: ``size=1024``,
    ``width=4``, ``precision="fp32"``, ``inverse=True``, ``max_dsp=20``, ``radix=[4, "w5"]``, ``emit="default,cocotb"``.
    ``None`` stands for a flag that is not given.

    Raises ``ValueError`` with the message of the program where flags contradict each other or cannot be met.
    """

    def __init__(self, **flags):
        given = {flag.replace("_", "-"): value for flag, value in flags.items() if value is not None}
        self._core = Core([(flag, text_of(value)) for flag, value in given.items()])
        self._facts = None

    def __repr__(self):
        return f"<fftgen.{type(self).__name__} {self.name}>"

    @property
    def name(self):
        """Name of the top module."""
        return self._core.name

    @property
    def command(self):
        """Command that writes the core."""
        return self._core.command

    @property
    def manifest(self):
        """Manifest of the core as a dictionary: ports, timing in clock cycles, number format, digests of the files."""
        if self._facts is None:
            self._facts = json.loads(self.files()[f"{self.name}.json"])
        return self._facts

    @property
    def latency(self):
        """Clock cycles from the first input beat to the first output beat; ``None`` for frames in external memory."""
        return self.manifest.get("latency_cycles")

    @property
    def interval(self):
        """Clock cycles from a frame to the next; ``None`` for frames in external memory."""
        return self.manifest.get("interval_cycles")

    @property
    def scale(self):
        """Factor between the DFT sum and the result, as a ``Fraction`` or a ``float``.

        It is 1 in block floating point, whose results are words times 2^exponent.
        """
        text = self.manifest["scale"]
        if "exponent" in text:
            return Fraction(1)
        try:
            return Fraction(text)
        except ValueError:
            return float(_root(text))

    def explain(self, as_json=False):
        """Plan, stage by stage, and the plans that it was chosen from: text, or a dictionary."""
        text = self._core.explain(as_json)
        return json.loads(text) if as_json else text

    def files(self):
        """Files of the core in memory: names and bytes."""
        return dict(self._core.files())

    def generate(self, folder, force=False):
        """Checks the core, writes its files into a folder, and returns the names of those that have changed."""
        return self._core.generate(Path(folder), force)

    def verify(self, simulator="netlist"):
        """Simulates the core by ``netlist``, ``verilator`` or ``icarus`` and returns the verdict.

        Raises ``RuntimeError`` where a bit differs from the model.
        """
        return self._core.verify(simulator)

    def model(self, x, config_word=None):
        """Transforms frames as the hardware does, bit for bit, without the GIL.

        ``x`` has frames along its last axis: N points, complex64 or complex128, or of ``kind="rfft"`` N real samples.
        Its other axes are a batch of any shape. Numbers are rounded once into the format, and the result is exact in
        complex128. Fixed point has full scale at 1. The result has the scale of the core, see :attr:`scale`.

        Integers, with a last axis of real and imaginary part, are words as on the bus: two's complement in fixed point, bit
        patterns in floating point. The result then has words as int64, and with an exponent for each frame it is a pair
        of words and exponents.

        ``config_word`` is the configuration word of all frames, where frames choose what they are.
        """
        x = np.asarray(x)
        (points, _, real_in), (points_out, _, real_out) = self._core.frames(config_word)
        if np.issubdtype(x.dtype, np.integer):
            return self._model_words(x, points, points_out, config_word)
        if real_in:
            if np.iscomplexobj(x):
                raise ValueError(f"frames of {self.name} are real samples, and these are complex")
            values = np.ascontiguousarray(x, dtype=np.float64)
            length = 2 * points
        else:
            values = np.ascontiguousarray(x, dtype=np.complex128)
            length = points
        self._check(x.shape, length)
        found = np.frombuffer(self._core.transform(values.reshape(-1).view(np.float64), config_word), dtype=np.float64)
        if real_out:
            return found.reshape(*x.shape[:-1], 2 * points_out)
        return found.view(np.complex128).reshape(*x.shape[:-1], points_out)

    def _model_words(self, x, points, points_out, config_word):
        if x.ndim < 2 or x.shape[-1] != 2:
            raise ValueError("words have a last axis of two parts, real and imaginary")
        self._check(x.shape[:-1], points)
        words, exponents = self._core.transform_words(np.ascontiguousarray(x, dtype=np.int64).reshape(-1), config_word)
        found = np.frombuffer(words, dtype=np.int64).reshape(*x.shape[:-2], points_out, 2)
        if exponents is None:
            return found
        return found, np.array(exponents, dtype=np.int32).reshape(x.shape[:-2])

    def _check(self, shape, length):
        if not shape or shape[-1] != length:
            raise ValueError(f"frames of {self.name} have {length} along the last axis, and this array has the shape {shape}")

    # A backend of scipy.fft: `with scipy.fft.set_backend(design)`.
    __ua_domain__ = "numpy.scipy.fft"

    def __ua_function__(self, method, args, kwargs):
        name = "ifft" if self.manifest["direction"] == "inverse" else "fft"
        if method.__name__ != name or self.manifest["kind"] not in ("fft", "ifft"):
            return NotImplemented
        return self._scipy(name, *args, **kwargs)

    def _scipy(self, name, x, n=None, axis=-1, norm=None, overwrite_x=False, workers=None, *, plan=None):
        size = self.manifest["size"]
        x = np.asarray(x)
        if x.shape[axis] != size or n not in (None, size):
            return NotImplemented
        found = np.moveaxis(self.model(np.moveaxis(x, axis, -1)), -1, axis)
        # The factor of SciPy's result, over the factor of the core.
        factors = {"backward": {"fft": 1, "ifft": 1 / size}, "forward": {"fft": 1 / size, "ifft": 1}}
        factor = size**-0.5 if norm == "ortho" else factors[norm or "backward"][name]
        return found * (factor / float(self.scale))


def _root(text):
    """Value of a ratio with a root, as in 1/sqrt(20)."""
    _, _, inner = text.partition("sqrt(")
    return float(inner.rstrip(")")) ** -0.5
