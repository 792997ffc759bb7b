"""What a notebook shows of a core."""

import re
from collections.abc import Iterable
from html import escape
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from matplotlib.axes import Axes


def page(name: str, rows: Iterable[tuple[str, str]], report: str) -> str:
    """Table of facts, and the pictures of a report, in HTML."""
    table = "".join(f"<tr><th>{escape(fact)}</th><td>{escape(text)}</td></tr>" for fact, text in rows)
    return f"<h4>{escape(name)}</h4><table>{table}</table>{''.join(re.findall('<img [^>]*>', report))}"


def plot(name: str, found: NDArray[Any], exact: NDArray[Any], dimensions: int) -> "Axes":
    """Power of results and of their errors by their index, in dB beside the largest one. Zeros are at -200 dB."""
    try:
        from matplotlib import pyplot
    except ImportError:
        raise ImportError("plots need matplotlib: pip install matplotlib") from None
    frame = found.shape[found.ndim - dimensions :]
    powers = [(np.abs(values) ** 2).reshape(-1, *frame).mean(axis=0).reshape(-1) for values in (found, found - exact)]
    _, axes = pyplot.subplots()
    for power, label in zip(powers, ("results", "errors")):
        axes.plot(10 * np.log10(np.maximum(power / powers[0].max(), 1e-20)), label=label)
    axes.set(title=name, xlabel="index", ylabel="power in dB")
    axes.legend()
    return axes
