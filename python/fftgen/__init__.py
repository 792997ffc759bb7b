"""Streaming FFT cores for FPGAs: generator and bit-accurate model.

    import fftgen, numpy as np
    design = fftgen.Design(size=1024, width=4, precision="fixed16")
    spectrum = design.model(frames)          # as the hardware computes it, bit for bit
    design.generate("cores/fft1024")         # Verilog, testbench, manifest, ...
"""

from .design import Design
from .native import __version__

__all__ = ["Design", "__version__"]
