"""Arrays in and out, as users of NumPy have them."""

import warnings

import numpy as np
import pytest

import fftgen
from samples import error, noise


@pytest.fixture(scope="module")
def design():
    return fftgen.Design(size=64, width=2, precision="fixed16")


def test_results_may_be_written(design):
    values, words = design.model(noise(64)), design.model_words(np.ones((64, 2), dtype=int))
    values *= 2
    words += 1
    design.model(noise(64).astype(np.complex64))[0] = 0
    assert design.model(np.zeros((0, 64))).shape == (0, 64)


def test_a_scale_is_a_float(design):
    x = noise(3, 64)
    result = design.model(x) / design.scale
    assert isinstance(design.scale, float) and result.dtype == np.complex128
    assert error(result, np.fft.fft(x)) < 2e-3


@pytest.mark.parametrize(
    ("flags", "scale"),
    [
        ({"scale": "1/sqrt(n)", "size": 16}, 0.25),
        ({"scale": "bfp", "size": 16}, 1),
        ({"size": 128, "width": None, "array": "line:4"}, 1 / 128),
        ({"size": (8, 8), "width": None, "array": "mesh:2x2"}, 1 / 64),
    ],
)
def test_scales_of_all_kinds(flags, scale):
    design = fftgen.Design(**{"width": 2, "precision": "fixed16"} | flags)
    assert design.scale == scale and design.snr(noise(*np.atleast_1d(flags["size"]))) > 60


def test_a_scale_that_frames_choose_is_none():
    design = fftgen.Design(size=16, width=2, precision="fixed16", scale="runtime")
    with pytest.raises(ValueError, match="frames choose their scale"):
        design.scale


def test_integers_are_values(design):
    impulse = [1] + [0] * 63
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert np.array_equal(design.model(impulse), np.full(64, 1 / 64))
        assert np.array_equal(design.model(np.array(impulse, dtype=np.uint8)), np.full(64, 1 / 64))
    words = np.array([[32767, 0]] + [[0, 0]] * 63)
    assert np.array_equal(design.model_words(words) @ [1, 1j] / 2**15, np.full(64, 1 / 64))


def test_samples_of_a_converter_warn_how_to_scale(design):
    samples = np.full((2, 64), -20000, dtype=np.int16)
    with pytest.warns(fftgen.OverflowWarning, match="±1 for 128 of 256 numbers; the largest is 20000: divide by 32768") as caught:
        design.model(samples)
    assert caught[0].filename == __file__ and caught[0].message.overflow == (128, 0)
    assert np.isclose(design.model(samples / 2**15)[0, 0], -20000 / 2**15)


@pytest.mark.parametrize("value", [np.nan, np.inf, -1.0001, 1.5j])
def test_values_that_do_not_fit_are_counted(design, value):
    x = noise(2, 64)
    x[1, 5] = value
    assert design.overflow(x) == (1, 0)
    with pytest.warns(RuntimeWarning, match="no room within ±1 for 1 of 256 numbers"):
        design.model(x)


def test_values_within_the_core_are_counted():
    design = fftgen.Design(size=16, width=2, precision="fixed16", scale="1/sqrt(n)")
    x = np.array([np.full(16, 0.1), np.full(16, 0.9)])
    with pytest.warns(fftgen.OverflowWarning, match="1 of 2 frames with values too large"):
        design.model(x)
    assert design.overflow(x) == fftgen.Overflow(components=0, frames=1)


def test_frames_are_those_of_the_results():
    design = fftgen.Design(size=16, width=2, kind="irfft", precision="fixed16", scale="1/sqrt(n)")
    with pytest.warns(fftgen.OverflowWarning, match="64 of 64 frames with"):
        design.model(np.full((64, 9), 0.9))


def test_floating_point_has_infinite_results():
    design = fftgen.Design(size=16, width=2, precision="fp16")
    assert design.overflow(np.full(16, 6e4)) == (0, 1)
    assert design.overflow(np.full(16, 1e6)) == (16, 1)
    # What is no number at the input is none at the output.
    assert design.overflow(np.full(16, np.nan)) == (0, 0)


@pytest.mark.parametrize("size", [(8, 8), "8x8", (2, 4, 3)])
def test_frames_have_their_dimensions(size):
    design = fftgen.Design(size=size, width=2, precision="fp32")
    shape = (2, 4, 3) if len(size) == 3 and size != "8x8" else (8, 8)
    x = noise(5, *shape)
    found = design.model(x)
    assert found.shape == x.shape and error(found, np.fft.fftn(x, axes=range(1, x.ndim))) < 1e-6
    assert design.model_words(np.zeros((*shape, 2), dtype=int)).shape == (*shape, 2)


def test_frames_in_memory_and_of_channels():
    memory = fftgen.Design(size=(8, 8), width=2, precision="fp32", memory="axi")
    assert error(memory.model(noise(8, 8)), np.fft.fft2(noise(8, 8))) < 1e-6 and memory.latency is None
    channels = fftgen.Design(size=8, channels=2, width=2, precision="fp32")
    assert error(channels.model(noise(8, 2)), np.fft.fft(noise(8, 2), axis=0)) < 1e-6


@pytest.mark.parametrize("size", [16, (8, 4), (4, 6, 8)])
def test_spectra_of_real_frames_are_those_of_numpy(size):
    design = fftgen.Design(size=size, width=2, kind="rfft", precision="fp32")
    axes = range(1, 2 if isinstance(size, int) else 1 + len(size))
    x = noise(3, *np.atleast_1d(size)).real
    bins, packed = design.model(x), design.model(x, packed=True)
    assert bins.shape[-1] == packed.shape[-1] + 1 and error(bins, np.fft.rfftn(x, axes=axes)) < 1e-6
    assert np.array_equal(packed[..., 1:], bins[..., 1:-1])
    inverse = fftgen.Design(size=size, width=2, kind="irfft", precision="fp32")
    # Of any bins, which need not be those of real frames.
    given = noise(*bins.shape)
    assert error(inverse.model(given), np.fft.irfftn(given, s=x.shape[1:], axes=axes)) < 1e-6
    assert error(inverse.model(packed, packed=True), x) < 1e-6
    assert np.array_equal(inverse.model(packed, packed=True), inverse.model(bins))


def test_spectra_in_another_order_are_packed():
    design = fftgen.Design(size=16, width=2, kind="rfft", precision="fp32", order="bit-reversed")
    with pytest.raises(ValueError, match="packed=True"):
        design.model(np.zeros(16))
    assert design.model(np.zeros(16), packed=True).shape == (8,)


@pytest.mark.parametrize(
    ("flags", "x", "message"),
    [
        ({}, noise(63), r"takes arrays of the shape \(..., 64\), and this one has \(63,\)"),
        ({}, 1.0, r"this one has \(\)"),
        ({"size": (8, 8)}, noise(64), r"\(..., 8, 8\)"),
        ({"kind": "irfft"}, noise(32), r"\(..., 33\)"),
        ({"kind": "rfft"}, noise(64), "real samples, and these are complex; take x.real"),
    ],
)
def test_arrays_that_do_not_fit_are_refused(flags, x, message):
    with pytest.raises(ValueError, match=message):
        fftgen.Design(**{"size": 64, "width": 2, "precision": "fixed16"} | flags).model(x)


def test_bit_patterns_are_those_of_numpy():
    design = fftgen.Design(size=8, width=2, precision="fp16")
    x = np.random.default_rng(1).uniform(-1, 1, (8, 2)).astype(np.float16)
    words = design.model_words(x.view(np.uint16))
    assert np.array_equal(words, design.model_words(x.view(np.int16)))
    assert np.array_equal(words.astype(np.uint16).view(np.float16) @ [1, 1j], design.model(x @ [1, 1j]))


def test_words_of_another_shape_are_refused(design):
    with pytest.raises(ValueError, match=r"\(..., 64, 2\)"):
        design.model_words(np.zeros((64, 3), dtype=int))
    with pytest.raises(ValueError, match="words are integers, and these are float64"):
        design.model_words(np.zeros((64, 2)))
    with pytest.raises(ValueError, match="40000 is no word of fixed16, of 16 bits"):
        design.model_words(np.full((64, 2), 40000))
