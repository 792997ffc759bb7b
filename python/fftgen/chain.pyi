from typing import Any, Iterable

import numpy as np
from numpy.typing import ArrayLike

from .design import Design

class Chain(Design):
    def __init__(
        self,
        operations: str | Iterable[str],
        /,
        *,
        width: int | None = ...,
        precision: str | None = ...,
        scale: str | list[int] | None = ...,
        name: str | None = ...,
        emit: str | list[str] | None = ...,
        **flags: Any,
    ) -> None: ...
    def __or__(self, operations: str) -> Chain: ...
    @property
    def operations(self) -> list[dict[str, Any]]: ...
    @property
    def yaml(self) -> str: ...
    @property
    def block(self) -> int: ...
    def model(self, samples: ArrayLike) -> np.ndarray: ...  # type: ignore[override]
