"""Many designs, compared on all cores of a computer or of a cluster."""

import json
import os
from collections.abc import Mapping
from concurrent.futures import Executor, ThreadPoolExecutor, as_completed
from contextlib import AbstractContextManager, nullcontext
from os import PathLike
from pathlib import Path
from typing import Any

from . import native


def sweep(
    spec: Mapping[str, Any] | str | PathLike[str],
    client: Any = None,
    *,
    out: str | PathLike[str] | None = None,
    retry: bool = False,
) -> list[dict[str, Any]]:
    """Does the designs of a sweep and returns their rows.

    spec: a file in YAML as `fftgen sweep` reads it, or a dictionary of the same keys.
    client: a client of Dask, or another executor of `concurrent.futures`, whose workers have this package; all cores of this
        computer without one.
    out: name of the results without endings, beside which `.jsonl` has each row as soon as it is there and `.csv` all of them at
        the end; the name of the file, or "sweep", without one. A second call does what has no row.
    retry: whether designs are done again whose rows have errors.

    Returns a list of dictionaries in the order of the designs: the fields of a row of `fftgen sweep`, and `pareto`. Names of files
    in the specification are relative to the folder of each worker.
    """
    if isinstance(spec, Mapping):
        # JSON is YAML.
        text, usual = json.dumps(dict(spec)), Path("sweep")
    else:
        text, usual = Path(spec).read_text(), Path(spec).with_suffix("")
    results = native.Sweep(text, Path(out or usual))
    with _executor(client) as executor:
        futures = [executor.submit(native.sweep_row, text, number) for number in results.pending(retry)]
        for future in as_completed(futures):
            results.append(future.result())
    return [json.loads(row) | {"pareto": pareto} for row, pareto in results.finish()]


def _executor(client: Any) -> AbstractContextManager[Executor]:
    """An executor, which ends with the context if it is not that of a client."""
    if client is None:
        return ThreadPoolExecutor(os.cpu_count())
    return nullcontext(client.get_executor() if hasattr(client, "get_executor") else client)
