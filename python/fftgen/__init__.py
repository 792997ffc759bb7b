"""Streaming FFT cores for FPGAs: generator and bit-accurate model.

    import fftgen, numpy as np
    design = fftgen.Design(size=1024, width=4, precision="fixed16")
    spectrum = design.model(frames)          # as the hardware computes it, bit for bit: a NumPy array
    design.generate("cores/fft1024")         # Verilog, testbench, manifest, ...

    chain = fftgen.Chain("frame 1024 hop 512 | window hann | fft | power | db", width=1, precision="fixed16")
    spectrogram = chain.model(samples)
"""

from .chain import Chain
from .design import Design
from .native import __version__
from .overflow import Overflow, OverflowWarning
from .sweep import sweep

__all__ = ["Chain", "Design", "Overflow", "OverflowWarning", "__version__", "sweep"]
