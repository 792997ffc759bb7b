"""What the guide and the notebooks show is what comes out. `...` stands for any lines."""

import os
import re
import shutil
from pathlib import Path

import pytest

HERE = Path(__file__).resolve().parent
# Notebooks, and how many plots each has.
NOTEBOOKS = {"compare_snr.ipynb": 2, "converter.ipynb": 2, "ofdm.ipynb": 1, "stft.ipynb": 1, "chains.ipynb": 1}
PAGES = [HERE.parents[1] / "docs" / "guide" / "src" / "python.md", HERE.parent / "README.md"]


@pytest.mark.skipif(
    not shutil.which("iverilog") and "FFTGEN_REQUIRE_TOOLS" not in os.environ, reason="pages simulate by Icarus Verilog"
)
@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_the_code_of_a_page_runs(page, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    blocks = re.findall(r"```python\n(.*?)```(?:\n\n```text\n(.*?)```)?", page.read_text(encoding="utf-8"), re.DOTALL)
    assert any(shown for _, shown in blocks)
    for block, shown in blocks:
        exec(compile(block, str(page), "exec"), {})
        pattern = re.escape(shown).replace(re.escape("...\n"), "(.*\n)*")
        assert re.fullmatch(pattern if shown else "(.*\n)+", capsys.readouterr().out), shown


def texts(notebook):
    """What each cell prints on standard output."""
    cells = [cell for cell in notebook.cells if cell.cell_type == "code"]
    return ["".join(output.text for output in cell.outputs if output.get("name") == "stdout") for cell in cells]


def plots(notebook):
    """Number of plots."""
    outputs = [output for cell in notebook.cells if cell.cell_type == "code" for output in cell.outputs]
    return sum("image/png" in output.get("data", {}) for output in outputs)


@pytest.mark.long
@pytest.mark.parametrize("name", NOTEBOOKS)
def test_a_notebook_prints_and_plots_what_it_shows(name, tmp_path):
    import nbformat
    from nbclient import NotebookClient

    path = HERE.parent / "examples" / name
    kept, fresh = (nbformat.read(path, as_version=4) for _ in range(2))
    for cell in fresh.cells:
        if cell.cell_type == "code":
            cell.outputs = []
    NotebookClient(fresh, timeout=600, resources={"metadata": {"path": str(tmp_path)}}).execute()
    assert texts(fresh) == texts(kept) and any(texts(kept))
    assert plots(fresh) == plots(kept) == NOTEBOOKS[name]
