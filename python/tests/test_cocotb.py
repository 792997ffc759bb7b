"""The emitted test in cocotb beside the model of the package: random frames and data of one's own, without a file of vectors."""

import os
import subprocess
import sys

import numpy as np
import pytest

import fftgen

pytest.importorskip("cocotbext.axi")

CORES = [
    {"size": 16, "width": 2, "precision": "fixed10", "input_coding": "offset", "iq_order": "qi"},
    {"size": 12, "width": 4, "precision": "e5m6"},
    {"size": 16, "width": 1, "precision": "fixed10", "scale": "bfp"},
    {"size": (4, 6), "width": 4, "precision": "fixed10", "last": "row", "pad": "rows", "tkeep": True},
    {"kind": "rfft", "size": 16, "width": 1, "precision": "fixed10", "language": "systemverilog"},
    {"kind": "irfft", "size": 16, "width": 2, "precision": "fp16"},
    {"sizes": "8,16", "width": 1, "precision": "fixed10", "runtime": "direction"},
    {"chain": "frame 16 hop 8 | window hann | fft | power | average 2", "width": 1, "precision": "fixed12"},
    {"size": (3, 4), "width": 2, "precision": "fixed9", "memory": "axi"},
]

MORE_CORES = [
    {"size": 8, "width": 1, "precision": "fixed10", "scale": "runtime"},
    {"size": 8, "precision": "fixed10", "transform": "dct2"},
    {"chain": "real | frame 16 | rfft", "width": 2, "precision": "fixed10"},
    {"size": (4, 4), "width": 1, "precision": "fp16", "memory": "axi"},
]


def written(folder, flags):
    """Writes a core without its vectors."""
    design = fftgen.Design(**flags, name="dft", emit="cocotb")
    design.generate(folder)
    for path in folder.glob("dft_tb_*.hex"):
        path.unlink()
    return design


def simulated(folder, *arguments):
    done = subprocess.run([sys.executable, "dft_cocotb.py", "icarus", *arguments], cwd=folder, capture_output=True, text=True)
    return done.returncode, done.stdout + done.stderr


@pytest.mark.parametrize("flags", CORES + [pytest.param(flags, marks=pytest.mark.long) for flags in MORE_CORES], ids=str)
def test_random_frames_pass(tmp_path, flags):
    written(tmp_path, flags)
    code, said = simulated(tmp_path, "--frames", "3", "--seed", "5", "--pauses", "0.6")
    assert code == 0 and "PASS=2 FAIL=0" in said and "3 frames" in said, said


def test_frames_of_a_size_that_is_asked_for_pass(tmp_path):
    written(tmp_path, {"sizes": "8,16", "width": 1, "precision": "fixed10"})
    np.save(tmp_path / "data.npy", np.random.default_rng(1).uniform(-0.9, 0.9, 40) + 0j)
    code, said = simulated(tmp_path, "data.npy", "--config-word", "1")
    assert code == 0 and "PASS=2 FAIL=0" in said and "2 frames" in said, said


@pytest.mark.parametrize("ending", ["npy", "cs16"])
def test_data_pass(tmp_path, ending):
    design = written(tmp_path, {"size": 16, "width": 2, "precision": "fixed10"})
    noise = np.random.default_rng(1).uniform(-0.9, 0.9, (4, 16, 2))
    if ending == "npy":
        np.save(tmp_path / "data.npy", noise @ [1, 1j])
    else:
        (noise * 2**15).astype("<i2").tofile(tmp_path / "data.cs16")
    code, said = simulated(tmp_path, f"data.{ending}")
    assert code == 0 and "PASS=2 FAIL=0" in said and "4 frames" in said, said
    # The words are those that the package makes of the samples.
    script = "import dft_cocotb as test; print(test.frames_of(test.words_of_data()).leaving[3].tobytes().hex())"
    environment = {**os.environ, "FFTGEN_DATA": f"data.{ending}"}
    done = subprocess.run([sys.executable, "-c", script], cwd=tmp_path, capture_output=True, text=True, check=True, env=environment)
    found = done.stdout
    exact = noise if ending == "npy" else np.trunc(noise * 2**15) / 2**15
    values = design.model(exact @ [1, 1j])
    wanted = np.stack([values[3].real, values[3].imag], -1).ravel() * 2**9
    assert np.array_equal(np.frombuffer(bytes.fromhex(found.strip()), "<i2"), wanted)


def test_a_wrong_core_fails(tmp_path):
    written(tmp_path, {"size": 4, "width": 1, "precision": "fixed10"})
    core = tmp_path / "dft.v"
    core.write_text(core.read_text().replace("assign m_axis_tdata = {", "assign m_axis_tdata = 32'h1 ^ {", 1))
    code, said = simulated(tmp_path, "--frames", "2")
    assert code == 1 and "byte 0 differs" in said, said
