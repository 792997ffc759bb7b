"""What notebooks show of designs."""

import numpy as np
import pytest

import fftgen


@pytest.fixture(scope="module")
def design():
    return fftgen.Design(size=64, width=2, precision="fixed16")


def test_a_ratio_is_that_beside_double_precision(design):
    x = np.random.default_rng(1).uniform(-0.5, 0.5, (8, 64)) + 0j
    exact = np.fft.fft(x) / 64
    ratio = 10 * np.log10(np.sum(np.abs(exact) ** 2) / np.sum(np.abs(design.model(x) - exact) ** 2))
    assert design.snr(x) == pytest.approx(ratio) == design.snr(x, exact) and 60 < ratio < design.snr()
    assert np.array_equal(design.exact(x), exact)


@pytest.mark.parametrize("kind", ["rfft", "irfft"])
def test_ratios_of_real_frames(kind):
    assert fftgen.Design(size=(4, 8), width=2, kind=kind, precision="fp32").snr() > 140


def test_a_notebook_shows_facts_and_pictures(design):
    html = design._repr_html_()
    assert html.startswith("<h4>dft64_w2_fixed16</h4><table>") and "<th>latency</th>" in html
    assert html.count("<img ") == 4 and "image/svg+xml" in html
    assert design.report().startswith("<!DOCTYPE html>") and "<img " in fftgen.Chain("frame 8 | fft", width=1, precision="fp32")._repr_html_()


def test_plots_need_matplotlib(design, monkeypatch):
    monkeypatch.setitem(__import__("sys").modules, "matplotlib", None)
    with pytest.raises(ImportError, match="pip install matplotlib"):
        design.plot()


@pytest.mark.long
def test_plots_have_results_and_errors(design):
    import matplotlib

    matplotlib.use("Agg")
    results, errors = (line.get_ydata() for line in design.plot().get_lines())
    assert results.shape == errors.shape == (64,) and max(results) == 0 and -90 < max(errors) < -60
    image = fftgen.Design(size=(4, 8), width=2, kind="rfft", precision="fp32").plot()
    assert image.get_lines()[0].get_ydata().shape == (4 * 5,) and image.get_title() == "rdft4x8_w2_fp32"
    matplotlib.pyplot.close("all")
