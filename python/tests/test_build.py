"""The package is built with the library that the tests of the program have built."""

import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


def dependencies(*selection):
    """Packages with their features, as cargo builds them for a selection."""
    command = ["cargo", "tree", *selection, "--format", "{p} {f}", "--prefix", "none"]
    lines = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout.splitlines()
    return {line.removesuffix(" (*)") for line in lines}


@pytest.mark.skipif(not shutil.which("cargo"), reason="cargo lists the dependencies")
def test_features_of_dependencies_are_those_of_the_tests():
    """Otherwise cargo compiles the library twice, which takes minutes: python/Cargo.toml has to name what the tests add."""
    assert dependencies("--package", "fftgen-python", "--edges", "no-dev") - dependencies("--workspace") == set()
