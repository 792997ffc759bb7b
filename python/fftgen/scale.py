"""Factor between a DFT sum and the results of a core."""

import re
from collections.abc import Mapping
from fractions import Fraction
from math import prod
from typing import Any


def scale_of(manifest: Mapping[str, Any]) -> float:
    """Factor that a manifest has as a text. Raises ``ValueError`` where there is more than one."""
    if text := manifest.get("scale"):
        return _value(text)
    # An array has a factor for each time that it transforms.
    factors = [_value(text) for text in manifest["dimension_scale"].split(", ")]
    times = sum(step["step"] == "transform" for step in manifest["steps"])
    return prod(factors if len(factors) == times else factors * times)


def _value(text: str) -> float:
    if "exponent" in text:
        return 1.0
    if root := re.fullmatch(r"1/sqrt\((\d+)\)", text):
        return float(int(root[1]) ** -0.5)
    try:
        return float(Fraction(text))
    except ValueError:
        raise ValueError(f"frames choose their scale, which is {text}") from None
