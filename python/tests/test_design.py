"""The package beside numpy, scipy and the program."""

import re
import threading

import numpy as np
import pytest

import fftgen


def noise(*shape, seed=1):
    numbers = np.random.default_rng(seed).uniform(-0.4, 0.4, (*shape, 2))
    return numbers.view(np.complex128)[..., 0]


def error(found, exact):
    return np.linalg.norm(found - exact) / np.linalg.norm(exact)


@pytest.mark.parametrize(
    ("flags", "limit"),
    [
        ({"precision": "fp32"}, 1e-6),
        ({"precision": "fp64", "datapath": "float"}, 1e-14),
        ({"precision": "fixed16"}, 2e-3),
        ({"precision": "fixed16", "scale": "bfp"}, 2e-3),
        ({"precision": "fp16", "inverse": True}, 5e-3),
    ],
)
def test_transforms_are_those_of_numpy(flags, limit):
    design = fftgen.Design(size=20, width=4, **flags)
    x = noise(3, 5, 20)
    exact = np.fft.ifft(x) * 20 if flags.get("inverse") else np.fft.fft(x)
    found = design.model(x)
    assert found.shape == x.shape and found.dtype == np.complex128
    assert error(found, exact * design.scale) < limit


def test_requirements_choose_what_is_not_given():
    design = fftgen.Design(size=16, clock="200MHz", throughput="100MSPS", snr="50dB")
    assert "--width 1" in design.command and "--snr" not in design.command
    x = noise(200, 16) / 0.4
    found, exact = design.model(x), np.fft.fft(x) * design.scale
    assert -20 * np.log10(error(found, exact)) > 49.5


def test_the_model_is_that_of_the_program(tmp_path):
    """Every bit of the vectors, which are of the Rust model."""
    design = fftgen.Design(size=12, width=2, precision="fixed14")
    files = design.files()
    read = lambda suffix: [int(line, 16) for line in files[f"{design.name}_tb_{suffix}.hex"].split()]

    def words(lines):
        parts = [[line >> 16 * part & 0x3FFF for part in range(4)] for line in lines]
        parts = np.array(parts, dtype=np.int64)
        return np.where(parts >= 1 << 13, parts - (1 << 14), parts).reshape(-1, 12, 2)

    given, wanted = words(read("in")), words(read("out"))
    assert (design.model_words(given) == wanted).all()
    values = design.model((given / 2.0**13) @ [1, 1j])
    assert (values == (wanted / 2.0**13) @ [1, 1j]).all()


def test_words_of_block_floating_point_have_exponents():
    design = fftgen.Design(size=16, width=1, precision="fixed12", scale="bfp")
    given = np.random.default_rng(2).integers(-2000, 2000, (2, 3, 16, 2))
    words, exponents = design.model_words(given)
    assert words.shape == (2, 3, 16, 2) and exponents.shape == (2, 3)
    exact = np.fft.fft(given @ [1, 1j])
    assert error(words @ [1, 1j] * 2.0 ** exponents[..., None], exact) < 5e-3


def test_frames_choose_by_configuration_words():
    design = fftgen.Design(sizes="8,16", width=1, precision="fp32", runtime="direction")
    x = noise(2, 16)
    assert error(design.model(x, config_word=1), np.fft.fft(x)) < 1e-6
    assert error(design.model(x[:, :8], config_word=0), np.fft.fft(x[:, :8])) < 1e-6
    assert error(design.model(x, config_word=3), np.fft.ifft(x)) < 1e-6


def test_facts_are_those_of_the_program():
    design = fftgen.Design(size=20, width=4, precision="fp32")
    assert (design.name, design.latency, design.interval) == ("dft20_w4_fp32", 38, 5)
    assert design.manifest["command"] == design.command == "fftgen --size 20 --width 4 --precision fp32"
    assert "CRT(5,4)" in design.explain()
    assert design.explain(as_json=True)["plans"][0]["cost"]["lut"] > 0
    assert design.verify().startswith("PASS")


def test_files_are_written(tmp_path):
    design = fftgen.Design(size=8, width=2, precision="fixed10", emit=["default", "cocotb"])
    files = design.files()
    assert set(design.generate(tmp_path / "core")) == set(files)
    assert all((tmp_path / "core" / name).read_bytes() == contents for name, contents in files.items())
    assert design.generate(tmp_path / "core") == []
    other = fftgen.Design(size=8, width=2, precision="fixed10", emit="none")
    with pytest.raises(OSError, match="another command"):
        other.generate(tmp_path / "core")
    other.generate(tmp_path / "core", force=True)


@pytest.mark.parametrize(
    ("flags", "message"),
    [
        ({"size": 20, "width": 4}, "--precision is missing"),
        ({"size": 20, "width": 4, "precision": "fp31"}, "fp31"),
        ({"size": 20, "width": 4, "precision": "fp32", "bits": 16}, "--precision"),
        ({"size": 4489, "width": 4, "precision": "fp32"}, "4489"),
    ],
)
def test_errors_have_the_messages_of_the_program(flags, message):
    with pytest.raises(ValueError, match=re.escape(message)):
        fftgen.Design(**flags)


def test_other_threads_run_meanwhile():
    design = fftgen.Design(size=64, width=2, precision="fp32")
    x, ticks, done = noise(20000, 64), [], threading.Event()

    def tick():
        while not done.wait(0.001):
            ticks.append(1)

    thread = threading.Thread(target=tick)
    thread.start()
    design.model(x)
    done.set()
    thread.join()
    assert len(ticks) > 3
