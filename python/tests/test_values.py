"""Designs are values: equal, pickled, copied and printed as such."""

import copy
import multiprocessing
import pickle
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import numpy as np
import pytest

import fftgen

FLAGS = {"size": 64, "width": 2, "precision": "fixed16"}


def test_designs_of_the_same_core_are_equal():
    design = fftgen.Design(**FLAGS)
    assert design == fftgen.Design(**FLAGS) == fftgen.Design(precision="int16", size="64", width=np.int64(2), scale="stage")
    assert len({design, fftgen.Design(**FLAGS), fftgen.Design(**FLAGS | {"width": 4})}) == 2
    assert design != fftgen.Design(**FLAGS, inverse=True) and design != design.command


def test_a_design_prints_what_makes_it():
    assert repr(fftgen.Design(**FLAGS)) == "Design(size=64, width=2, precision='fixed16')"
    for flags in [
        {"size": np.array([8, 8]), "emit": ["default", "cocotb"], "inverse": np.bool_(True), "kind": None},
        {"size": (8, 8), "out": Path("rtl")},
    ]:
        design = fftgen.Design(**FLAGS | flags)
        assert eval(repr(design), {"Design": fftgen.Design}) == design


def test_copies_and_pickles_are_equal():
    design = fftgen.Design(**FLAGS)
    for other in [copy.copy(design), copy.deepcopy([design])[0], pickle.loads(pickle.dumps(design))]:
        assert other == design and other.name == design.name


@pytest.mark.parametrize("start", multiprocessing.get_all_start_methods())
def test_other_processes_have_the_design(start):
    design = fftgen.Design(**FLAGS)
    frames = np.random.default_rng(1).uniform(-0.5, 0.5, (2, 64))
    # The model has threads before a process is forked, which has none of them.
    wanted = design.model(frames)
    with ProcessPoolExecutor(1, mp_context=multiprocessing.get_context(start)) as processes:
        assert np.array_equal(list(processes.map(design.model, frames, timeout=60)), wanted)
