"""Flags as keywords: their names, their types and their help."""

import inspect
import os
import subprocess
import sys
from pathlib import Path

import pytest

import fftgen
from fftgen import native
from fftgen.flags import Flags

WRITTEN = Path(__file__).parents[1] / "fftgen" / "flags.py"


def test_all_flags_are_written():
    """`FFTGEN_BLESS=1` writes the file anew."""
    if "FFTGEN_BLESS" in os.environ:
        WRITTEN.write_text(native.keywords(), encoding="utf-8")
    assert WRITTEN.read_text(encoding="utf-8") == native.keywords()


@pytest.mark.parametrize("keyword, hint", [("widht", ". Did you mean 'width'?"), ("qqqqqq", "")])
def test_unknown_keywords_are_refused(keyword, hint):
    with pytest.raises(TypeError) as raised:
        fftgen.Design(size=64, **{keyword: 3})
    assert str(raised.value) == f"Design() got an unexpected keyword argument {keyword!r}{hint}"


def test_signatures_and_help_have_all_flags():
    assert list(inspect.signature(fftgen.Design).parameters) == list(Flags.__annotations__)
    assert list(inspect.signature(fftgen.Chain).parameters) == ["operations", *Flags.__annotations__]
    assert all(f"\n    {name}: " in fftgen.Design.__doc__ for name in Flags.__annotations__)


def checked(*arguments, folder):
    """What mypy says, where matplotlib need not be installed."""
    (folder / "mypy.ini").write_text("[mypy]\n[mypy-matplotlib.*]\nignore_missing_imports = True\n")
    command = [sys.executable, "-m", "mypy", "--strict", f"--cache-dir={folder}/cache", *arguments]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True).stdout


def test_types_are_checked(tmp_path):
    pytest.importorskip("mypy")
    assert checked("-p", "fftgen", folder=tmp_path).startswith("Success")
    (tmp_path / "user.py").write_text(
        "import fftgen\nimport numpy as np\n\n"
        'design = fftgen.Design(size=(8, 8), width=2, precision="fixed16", emit=["default", "cocotb"])\n'
        "power = np.abs(design.model(np.zeros((8, 8)))) ** 2 / design.scale\n"
        'chain = fftgen.Chain(["frame 8", "fft"], rounding="up")\n'
        "fftgen.Design(widht=2)\n"
    )
    said = checked("user.py", folder=tmp_path)
    assert 'Unexpected keyword argument "widht"' in said and '"rounding"' in said and "Found 2 errors" in said, said
