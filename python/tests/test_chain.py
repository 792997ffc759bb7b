"""Chains beside NumPy and SciPy, and the files of chains."""

import pickle

import numpy as np
import pytest
import scipy.signal

import fftgen


def noise(*shape, seed=1):
    numbers = np.random.default_rng(seed).uniform(-0.4, 0.4, (*shape, 2))
    return numbers.view(np.complex128)[..., 0]


def snr(found, exact):
    return 20 * np.log10(np.linalg.norm(exact) / np.linalg.norm(found - exact))


def test_spectrograms_are_those_of_scipy():
    chain = fftgen.Chain("frame 64 hop 32 | window hann | fft", width=1, precision="fixed20")
    x = noise(32 * 20)
    before = np.concatenate([np.zeros(32), x])
    _, _, exact = scipy.signal.stft(before, nperseg=64, noverlap=32, boundary=None, padded=False, return_onesided=False)
    found = chain.model(x)
    assert found.shape == (20, 64) and found.dtype == np.complex128
    # SciPy's scale is the sum of the window, and that of the core the size.
    assert snr(found, exact.T / 2) > 85
    power = chain | "power"
    assert str(power) == "frame 64 hop 32 | window hann | fft | power"
    assert power.model(x).dtype == np.float64 and np.array_equal(power.model(x), found.real**2 + found.imag**2)


def test_filters_are_those_of_scipy(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    taps = scipy.signal.firwin(17, 0.3)
    np.save("taps.npy", taps)
    operations = ["frame 64 hop 32", "fft", "times taps:taps.npy", "ifft", "crop 32..64"]
    chain = fftgen.Chain(operations, width=1, precision="fixed16")
    x = noise(3, 32 * 8)
    found = chain.model(x)
    assert found.shape == (3, 8, 32)
    exact = scipy.signal.oaconvolve(x, taps[np.newaxis], axes=1)[:, : x.shape[1]]
    assert snr(found.reshape(x.shape), exact) > 65


def test_samples_and_results_are_real_or_words():
    chain = fftgen.Chain("real | frame 16 hop 8 | average 2", width=1, precision="fixed12")
    assert chain.block == 16
    x = np.random.default_rng(3).integers(-2000, 2000, 64)
    words = chain.model_words(x)
    assert words.shape == (4, 16) and words.dtype == np.int64
    # A word of the mean has a bit more.
    held = np.concatenate([np.zeros(8, dtype=int), x])
    frames = np.array([held[8 * n : 8 * n + 16] for n in range(8)])
    assert np.array_equal(words, frames[::2] + frames[1::2])
    assert np.array_equal(chain.model(x / 2**11), words / 2**12)
    complex_words = fftgen.Chain("frame 8 | shift", width=2, precision="fixed12").model_words(x.reshape(-1, 2))
    assert np.array_equal(complex_words, np.roll(x.reshape(4, 8, 2), 4, axis=1))


def test_spectra_of_real_samples_are_those_of_numpy():
    chain = fftgen.Chain("real | frame 16 | rfft", width=2, precision="fp32")
    x = noise(2, 64).real
    bins, packed = chain.model(x), chain.model(x, packed=True)
    assert snr(bins, np.fft.rfft(x.reshape(2, 4, 16))) > 140
    assert np.array_equal(packed[..., 0], bins[..., 0].real + 1j * bins[..., 8].real)
    assert np.array_equal(packed[..., 1:], bins[..., 1:8])
    assert chain.model(np.zeros((0, 64))).shape == (0, 4, 9)


def test_integers_are_values_and_what_does_not_fit_is_counted():
    chain = fftgen.Chain("frame 8 | shift", width=2, precision="fixed12")
    assert np.array_equal(chain.model(np.eye(1, 8, dtype=int))[0, 0, 4], 1 - 2**-11)
    samples = np.array([[100] * 8 + [0] * 8, [0] * 8 + [1, -2] + [0] * 6])
    with pytest.warns(fftgen.OverflowWarning, match="9 of 64 numbers; the largest is 100: divide by 128") as caught:
        chain.model(samples)
    assert caught[0].filename == __file__
    assert chain.overflow(samples) == (9, 0)


def test_a_chain_is_a_value():
    chain = fftgen.Chain("frame 8|shift", width=2, precision="fixed12")
    assert repr(chain) == "Chain('frame 8 | shift', width=2, precision='fixed12')"
    assert eval(repr(chain), vars(fftgen)) == chain == pickle.loads(pickle.dumps(chain))
    assert chain != fftgen.Design(chain="frame 8 | shift", width=2, precision="fixed12") and chain | "shift" != chain
    with pytest.raises(TypeError, match="Chain.*Did you mean 'width'"):
        fftgen.Chain("frame 8", widht=2)
    assert chain.snr(np.arange(32) / 64, np.roll(np.arange(32).reshape(4, 8) / 64, 4, axis=1)) == np.inf
    with pytest.raises(ValueError, match="give the exact results"):
        chain.snr()


@pytest.mark.parametrize(
    ("operations", "samples", "message"),
    [
        ("frame 16 | frob", None, "frob is no operation"),
        ("frame 16 | db", None, "add 'power' or 'magnitude'"),
        ("frame 16", np.zeros(24), "blocks of 16 samples"),
        ("real | frame 16", np.zeros(16) + 0j, "are real samples"),
        ("real | frame 16", 1, "blocks of 16 samples, and these are 1"),
    ],
)
def test_what_does_not_fit_is_refused(operations, samples, message):
    with pytest.raises(ValueError, match=message):
        fftgen.Chain(operations, width=1, precision="fixed16").model(samples)


def test_words_of_another_shape_are_refused():
    chain = fftgen.Chain("frame 16", width=1, precision="fixed16")
    for shape in [(16,), (16, 3), (24, 2)]:
        with pytest.raises(ValueError, match="takes"):
            chain.model_words(np.zeros(shape, dtype=int))


def test_chains_print_what_makes_them_again(tmp_path):
    flags = {"width": 2, "precision": "fixed10", "rounding": "half-up", "emit": ["default", "cocotb"], "nodsp": None}
    chain = fftgen.Chain("real|frame 16 hop 16|window kaiser:8.60|rfft|power", **flags)
    assert str(chain) == "real | frame 16 | window kaiser:8.6 | rfft | power"
    assert fftgen.Chain(str(chain), **flags).files() == chain.files()
    assert chain.yaml.startswith("chain:\n- real\n- frame 16\n- window kaiser:8.6\n- rfft\n- power\nwidth: 2\n")
    (tmp_path / "chain.yaml").write_text(chain.yaml, encoding="utf-8")
    assert fftgen.Design(config=tmp_path / "chain.yaml").files() == chain.files()
    assert [row["operation"] for row in chain.operations] == ["frame 16", "window kaiser:8.6", "rfft", "power"]
    assert chain.manifest["chain"]["text"] == str(chain) and chain.verify().startswith("PASS")
    assert set(chain.generate(tmp_path / "core")) == set(chain.files())


def test_flags_of_a_design_are_a_chain():
    design = fftgen.Design(size=16, window="hann", hop=8, output="db", order="shifted", precision="fixed12")
    chain = fftgen.Chain("frame 16 hop 8 | window hann | alternate | fft | power | db", precision="fixed12")
    assert design.files() == chain.files()
