"""Frames that several tests pass, and the error of what comes out."""

import numpy as np


def noise(*shape):
    numbers = np.random.default_rng(1).uniform(-0.4, 0.4, (*shape, 2))
    return numbers.view(np.complex128)[..., 0]


def error(found, exact):
    return np.linalg.norm(found - exact) / np.linalg.norm(exact)
