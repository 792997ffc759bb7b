"""Designs: cores with their models."""

import json
from collections.abc import Sequence
from functools import cached_property, partial
from math import prod
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, Self, Unpack, overload

import numpy as np
from numpy.typing import ArrayLike, NDArray

from .backend import Backend
from .flags import Flags
from .keywords import given, takes_flags, text_of
from .native import Core, Frames
from .notebook import page, plot
from .overflow import Overflow, warn
from .scale import scale_of
from .spectrum import pack, unpack
from .transform import Transform

if TYPE_CHECKING:
    from matplotlib.axes import Axes

# Points of the noise that accuracy is measured with, if a frame has no more.
NOISE = 1 << 12


class Design:
    """Core that flags describe, as on the command line.

    Every flag of ``fftgen generate`` about a core and its files is a keyword, with ``_`` for ``-``: ``size=1024``,
    ``width=4``, ``precision="fp32"``, ``inverse=True``, ``max_dsp=20``, ``radix=[4, "w5"]``, ``emit="default,cocotb"``.
    A size of several dimensions is a tuple, as in ``size=(8, 8)``. ``None`` stands for a flag that is not given.

    A design is a value. Designs are equal if their commands are, have a hash, are pickled, and ``repr`` writes one as the
    call that makes it.

    Raises ``TypeError`` for a keyword that is no flag, and ``ValueError`` with the message of the program where flags
    contradict each other or cannot be met.
    """

    @takes_flags
    def __init__(self, **flags: Unpack[Flags]) -> None:
        self._flags = given(flags, type(self).__name__)
        self._core = Core([(name.replace("_", "-"), text_of(name, value)) for name, value in self._flags.items()])

    def _arguments(self) -> tuple[list[Any], dict[str, Any]]:
        """Arguments that make an equal design."""
        return [], self._flags

    def __repr__(self) -> str:
        positional, keywords = self._arguments()
        texts = [*map(repr, positional), *(f"{name}={value!r}" for name, value in keywords.items())]
        return f"{type(self).__name__}({', '.join(texts)})"

    def __eq__(self, other: object) -> bool:
        return self.command == other.command if isinstance(other, Design) and type(self) is type(other) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.command)

    def __reduce__(self) -> tuple[Any, ...]:
        positional, keywords = self._arguments()
        return partial(type(self), *positional, **keywords), ()

    def __copy__(self) -> Self:
        return self

    def __deepcopy__(self, _: Any) -> Self:
        return self

    @property
    def name(self) -> str:
        """Name of the top module."""
        return self._core.name

    @property
    def command(self) -> str:
        """Command that writes the core."""
        return self._core.command

    @cached_property
    def manifest(self) -> dict[str, Any]:
        """Manifest of the core as a dictionary: ports, timing in clock cycles, number format, digests of the files."""
        facts: dict[str, Any] = json.loads(self.files()[f"{self.name}.json"])
        return facts

    @property
    def latency(self) -> int | None:
        """Clock cycles from the first input beat to the first output beat; ``None`` for frames in external memory."""
        return self.manifest.get("latency_cycles")

    @property
    def interval(self) -> int | None:
        """Clock cycles from a frame to the next; ``None`` for frames in external memory."""
        return self.manifest.get("interval_cycles")

    @property
    def scale(self) -> float:
        """Factor between the DFT sum and the result. The manifest has it as an exact text.

        It is 1 in block floating point, whose results are words times 2^exponent. Raises ``ValueError`` where frames
        choose it.
        """
        try:
            return scale_of(self.manifest)
        except ValueError as error:
            raise ValueError(f"{self.name}: {error}") from None

    @overload
    def explain(self, as_json: Literal[False] = False) -> str: ...
    @overload
    def explain(self, as_json: Literal[True]) -> dict[str, Any]: ...
    def explain(self, as_json: bool = False) -> str | dict[str, Any]:
        """Plan, stage by stage, and the plans that it was chosen from: text, or a dictionary."""
        text = self._core.explain(as_json)
        facts: dict[str, Any] | str = json.loads(text) if as_json else text
        return facts

    def files(self) -> dict[str, bytes]:
        """Files of the core in memory: names and bytes."""
        return dict(self._core.files())

    def generate(self, folder: str | PathLike[str], force: bool = False) -> list[str]:
        """Checks the core, writes its files into a folder, and returns the names of those that have changed."""
        return self._core.generate(Path(folder), force)

    def verify(self, simulator: Literal["netlist", "verilator", "icarus", "ghdl", "nvc"] = "netlist") -> str:
        """Simulates the core and returns the verdict.

        Raises ``RuntimeError`` where a bit differs from the model.
        """
        return self._core.verify(simulator)

    def report(self) -> str:
        """Page about the core in HTML, with pictures."""
        return self._core.report()

    def _repr_html_(self) -> str:
        return page(self.name, self._core.rows(), self.report())

    def model(self, x: ArrayLike, config_word: int | None = None, *, packed: bool = False) -> NDArray[Any]:
        """Transforms frames as the hardware does, bit for bit, without the GIL.

        ``x`` has the dimensions of a frame as its last axes: N points, rows and columns of ``size=(R, C)``, or of
        ``kind="rfft"`` real samples. Its other axes are a batch of any shape. Integers are values as floats are;
        :meth:`model_words` takes words.

        Numbers are rounded once into the format. Fixed point has full scale at 1, or at 2^(i-1) in qi.f: divide samples of
        a converter of 16 bits by 2^15. Full scale itself becomes the largest word. What is larger and
        infinity saturate, and NaN becomes zero, with an :class:`OverflowWarning`. There is one too where values within the
        core are too large for their words, and in floating point where what is finite becomes infinite.

        The result is exact in complex128, or in float64 where it is real, with the scale of the core, see :attr:`scale`. It is
        an array of its own, which may be written.

        Spectra of real frames have N/2 + 1 bins, as those of ``numpy.fft.rfft``. With ``packed`` they have N/2 points as on the
        bus: bin N/2 is the imaginary part of bin 0.

        ``config_word`` is the configuration word of all frames, where frames choose what they are.

        Raises ``ValueError`` for arrays of another shape, and for complex samples of a real frame.
        """
        values = np.asarray(x)
        found, overflow = self._transformed(values, config_word, packed)
        if any(overflow):
            entering, leaving = self._core.frames(config_word)
            frames = prod(found.shape[: found.ndim - len(leaving.shape)])
            warn(self.name, values, entering, frames, overflow)
        return found

    def overflow(self, x: ArrayLike, config_word: int | None = None, *, packed: bool = False) -> Overflow:
        """Counts of what :meth:`model` warns of: components of the input beyond the range, and frames with overflow in the
        core."""
        return self._transformed(np.asarray(x), config_word, packed)[1]

    def words(self, values: ArrayLike) -> NDArray[np.int64]:
        """Words of real numbers in the format of the input, as :meth:`model_words` takes them: each rounded once as :meth:`model`
        rounds, without a warning where it saturates. An array of any shape; of complex points it has a last axis of both parts."""
        x = np.ascontiguousarray(values, dtype=np.float64)
        return np.frombuffer(self._core.words(x.reshape(-1)), dtype=np.int64).reshape(x.shape)

    def words_shape(self, config_word: int | None = None) -> tuple[int, ...]:
        """Shape of a frame of words, as :meth:`model_words` takes it."""
        return tuple(_words_shape(self._core.frames(config_word)[0]))

    def model_words(
        self, words: ArrayLike, config_word: int | None = None
    ) -> NDArray[np.int64] | tuple[NDArray[np.int64], NDArray[np.int32]]:
        """Transforms words as on the bus: integers in two's complement in fixed point, bit patterns in floating point.

        ``words`` has frames as :meth:`model` has them, and where these are complex a last axis of real and imaginary part.
        Spectra of real frames are packed. The result has words as int64 in the same form. With an exponent for each frame,
        in block floating point, it is a pair of words and exponents.

        Raises ``ValueError`` for arrays of another shape, and for numbers that are no words of the format.
        """
        x = np.asarray(words)
        if x.dtype.kind not in "iu":
            raise ValueError(f"words are integers, and these are {x.dtype}; model takes values")
        shapes = [_words_shape(side) for side in self._core.frames(config_word)]
        batch = self._batch(x, shapes[0])
        found, exponents = self._core.transform_words(np.ascontiguousarray(x, dtype=np.int64).reshape(-1), config_word)
        result = np.frombuffer(found, dtype=np.int64).reshape(*batch, *shapes[1])
        return result if exponents is None else (result, np.array(exponents, dtype=np.int32).reshape(batch))

    def _transformed(self, x: NDArray[Any], config_word: int | None, packed: bool) -> tuple[NDArray[Any], Overflow]:
        entering, leaving = self._core.frames(config_word)
        real = self._real_transform if not packed and entering.is_real + leaving.is_real else None
        if entering.is_real and np.iscomplexobj(x):
            raise ValueError(f"frames of {self.name} are real samples, and these are complex; take x.real")
        frame = entering.shape
        batch = self._batch(x, frame if real != "irfft" else [*frame[:-1], frame[-1] + 1])
        x = pack(x, frame) if real == "irfft" else x
        x = np.ascontiguousarray(x, dtype=np.float64 if entering.is_real else np.complex128)
        words, beyond, flags = self._core.transform(x.reshape(-1).view(np.float64), config_word)
        found = np.frombuffer(words, dtype=np.float64 if leaving.is_real else np.complex128)
        found = found.reshape(*batch, *leaving.shape)
        lost = ~_is_finite(found, len(leaving.shape)) & _is_finite(x, len(frame))
        overflow = Overflow(beyond, int(np.count_nonzero(lost.reshape(-1) | np.array(flags, dtype=bool))))
        return unpack(found, leaving.shape) if real == "rfft" else found, overflow

    def _batch(self, x: NDArray[Any], frame: Sequence[int]) -> tuple[int, ...]:
        """Lengths of the axes before those of a frame."""
        axes = x.ndim - len(frame)
        if axes < 0 or list(x.shape[axes:]) != frame:
            wanted = ", ".join(["...", *map(str, frame)])
            raise ValueError(f"{self.name} takes arrays of the shape ({wanted}), and this one has {x.shape}")
        return x.shape[:axes]

    @cached_property
    def _real_transform(self) -> str | None:
        """``"rfft"`` or ``"irfft"`` if spectra have NumPy's form unless they are packed."""
        if "chain" in self.manifest:
            operation, *order = self.manifest["chain"]["text"].split(" | ")[-1].split()
            return operation if operation == "rfft" and "reversed" not in order else None
        kind: str = self.manifest["kind"]
        if kind not in ("rfft", "irfft"):
            return None
        if not self._transform:
            raise ValueError(f"spectra of {self.name} have not the order of NumPy's; packed=True takes them as on the bus")
        return kind

    @cached_property
    def _transform(self) -> Transform | None:
        return Transform.of(self.manifest)

    def exact(self, x: ArrayLike) -> NDArray[Any]:
        """What :meth:`model` would return without rounding: NumPy's transform in double precision, times :attr:`scale`.

        Raises ``ValueError`` where NumPy has no such transform.
        """
        if not self._transform:
            raise ValueError(f"NumPy has no transform with the results of {self.name}; give the exact results")
        return self._transform.sums(x) * self.scale

    def snr(self, signal: ArrayLike | None = None, exact: ArrayLike | None = None) -> float:
        """Signal-to-noise ratio of :meth:`model` in dB: power of the exact results over that of the errors.

        ``signal`` is what the model takes, without it white noise of full scale. ``exact`` has the exact results, without
        it those of :meth:`exact`.
        """
        found, wanted = self._beside(signal, exact)
        with np.errstate(divide="ignore"):
            return float(10 * np.log10(np.sum(np.abs(wanted) ** 2) / np.sum(np.abs(found - wanted) ** 2)))

    def plot(self, signal: ArrayLike | None = None, exact: ArrayLike | None = None) -> "Axes":
        """Plots the power of results and of their errors in dB by their index, beside the largest one.

        The arguments are those of :meth:`snr`; powers are means over the batch. Raises ``ImportError`` without matplotlib.
        """
        found, wanted = self._beside(signal, exact)
        return plot(self.name, found, wanted, len(self._core.frames(None)[1].shape))

    def _beside(self, signal: ArrayLike | None, exact: ArrayLike | None) -> tuple[NDArray[Any], NDArray[Any]]:
        """Results of the model, and exact ones."""
        x = self._noise() if signal is None else np.asarray(signal)
        return self.model(x), self.exact(x) if exact is None else np.asarray(exact)

    def _noise(self) -> NDArray[Any]:
        entering, _ = self._core.frames(None)
        more = [0] * (len(entering.shape) - 1) + [int(self._real_transform == "irfft")]
        shape = (max(1, NOISE // prod(entering.shape)), *np.add(entering.shape, more))
        noise = np.random.default_rng(1).uniform(-1, 1, (*shape, 2))
        return noise[..., 0] if entering.is_real else noise.view(np.complex128)[..., 0]

    def backend(self, build: bool = False) -> Backend:
        """Backend of ``scipy.fft``: ``with scipy.fft.set_backend(design.backend())`` transforms are by the model.

        A transform that is not that of the core raises ``ValueError``. With ``build`` a core is built for it with the other
        flags of this one, and kept. The design itself is a backend without ``build``.
        """
        return Backend(self, build)

    __ua_domain__ = Backend.__ua_domain__

    def __ua_function__(self, method: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> NDArray[Any]:
        return self.backend().__ua_function__(method, args, kwargs)


Design.__doc__ = f"{Design.__doc__}\n    {Flags.__doc__}"


def _words_shape(side: Frames) -> list[int]:
    """Lengths of the axes of a frame of words of a side."""
    return [*side.shape, *([] if side.is_real else [2])]


def _is_finite(frames: NDArray[Any], axes: int) -> NDArray[np.bool_]:
    """Whether frames, which are the last axes, have finite numbers only."""
    return np.asarray(np.isfinite(frames).all(axis=tuple(range(-axes, 0))))
