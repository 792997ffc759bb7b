"""Designs as backends of scipy.fft."""

import itertools

import numpy as np
import pytest
import scipy.fft

import fftgen
from samples import error, noise


@pytest.fixture(scope="module")
def design():
    return fftgen.Design(size=20, width=4, precision="fp32")


def test_a_design_is_a_backend(design):
    x = noise(20, 7)
    with scipy.fft.set_backend(design):
        assert np.array_equal(scipy.fft.fft(x, axis=0), design.model(x.T).T)
        assert error(scipy.fft.fft(x[:9], 20, 0), np.fft.fft(x[:9], 20, 0)) < 1e-6
        assert error(scipy.fft.fftn(x, axes=[0]), np.fft.fft(x, axis=0)) < 1e-6
    fixed = fftgen.Design(size=20, width=4, precision="fixed24")
    with scipy.fft.set_backend(fixed):
        assert error(scipy.fft.fft(x, axis=0, norm="ortho"), np.fft.fft(x, axis=0, norm="ortho")) < 1e-4


@pytest.mark.parametrize("call", ["fft(x)", "ifft(x, axis=0)", "rfft(x.real, axis=0)", "fft2(x)", "dct(x.real, axis=0)"])
def test_what_the_core_does_not_compute_is_refused(design, call):
    function = call.partition("(")[0]
    with scipy.fft.set_backend(design):
        with pytest.raises(ValueError, match=rf"dft20_w4_fp32 computes fft of 20, and not {function[:-1]}|scipy.fft.{function}"):
            eval(f"scipy.fft.{call}", {"scipy": scipy, "x": noise(20, 7)})


def test_an_unknown_norm_is_refused(design):
    with scipy.fft.set_backend(design), pytest.raises(ValueError, match="'x', and not backward"):
        scipy.fft.fft(noise(20), norm="x")


def test_other_cores_compute_none_of_the_transforms():
    chain = fftgen.Chain("frame 8 | fft", width=1, precision="fp32")
    with scipy.fft.set_backend(chain.backend(build=True)):
        with pytest.raises(ValueError, match="none of the transforms"):
            scipy.fft.fft(noise(8))


@pytest.mark.parametrize("precision, limit", [("fp32", 1e-6), pytest.param("fixed24", 1e-4, marks=pytest.mark.long)])
def test_cores_are_built_for_all_transforms(precision, limit):
    backend = fftgen.Design(size=20, width=2, precision=precision, name="first").backend(build=True)
    x, real = noise(4, 6, 8), noise(4, 6, 8).real
    calls = [
        ("fft", x, {}),
        ("fft", x, {"n": 5, "axis": 1}),
        ("ifft", x, {"n": 12}),
        ("rfft", real, {"axis": 1}),
        ("irfft", x, {"axis": 1}),
        ("irfft", x, {"n": 12, "axis": 1}),
        ("fft2", x, {}),
        ("ifft2", x, {"axes": (0, 2)}),
        ("rfft2", real, {}),
        ("fftn", x, {}),
        ("rfftn", real, {"s": (2, 4), "axes": (2, 1)}),
        ("irfftn", x, {"s": (6, 6)}),
        ("fftn", x, {"axes": (2,)}),
    ]
    for (name, values, arguments), norm in itertools.product(calls, [None, "backward", "ortho", "forward"]):
        exact = getattr(scipy.fft, name)(values, norm=norm, **arguments)
        with scipy.fft.set_backend(backend):
            found = getattr(scipy.fft, name)(values, norm=norm, **arguments)
        assert found.shape == exact.shape and error(found, exact) < limit, (name, norm, arguments)
    # The last one is the first.
    assert len(backend._built) == len(calls) - 1
