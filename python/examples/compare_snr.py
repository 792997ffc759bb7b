"""Signal-to-noise ratio of a transform of 1,024 points in several formats, beside double precision.

With matplotlib a plot goes to snr.png.
"""

import numpy as np

import fftgen

FORMATS = ["fixed12", "fixed16", "fixed18", "fixed24", "bf16", "fp16", "fp32"]
SIZE, FRAMES = 1024, 32


def ratio(precision):
    """Ratio in dB of the power of the exact transform to that of the error, for white noise of a quarter of the full scale."""
    design = fftgen.Design(size=SIZE, width=2, precision=precision)
    noise = np.random.default_rng(1).uniform(-0.25, 0.25, (FRAMES, SIZE, 2)).view(np.complex128)[..., 0]
    exact = np.fft.fft(noise) * float(design.scale)
    error = design.model(noise) - exact
    return 10 * np.log10(np.sum(np.abs(exact) ** 2) / np.sum(np.abs(error) ** 2))


def main():
    ratios = {precision: ratio(precision) for precision in FORMATS}
    for precision, decibels in ratios.items():
        print(f"{precision:<8} {decibels:6.1f} dB")
    try:
        import matplotlib

        matplotlib.use("Agg")
        from matplotlib import pyplot
    except ImportError:
        return
    pyplot.bar(list(ratios), list(ratios.values()))
    pyplot.ylabel("signal-to-noise ratio in dB")
    pyplot.savefig("snr.png")


if __name__ == "__main__":
    main()
