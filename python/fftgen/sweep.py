"""Many designs, compared on all cores of a computer or of a cluster."""

import json
import os
from concurrent.futures import ThreadPoolExecutor, as_completed
from pathlib import Path

from . import native


def sweep(spec, client=None, *, out=None, retry=False):
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
    if isinstance(spec, dict):
        # JSON is YAML.
        text, usual = json.dumps(spec), Path("sweep")
    else:
        text, usual = Path(spec).read_text(), Path(spec).with_suffix("")
    results = native.Sweep(text, Path(out or usual))
    with _executor(client) as executor:
        futures = [executor.submit(native.sweep_row, text, number) for number in results.pending(retry)]
        for future in as_completed(futures):
            results.append(future.result())
    return [json.loads(row) | {"pareto": pareto} for row, pareto in results.finish()]


class _Kept:
    """An executor that lives on."""

    def __init__(self, executor):
        self.executor = executor

    def __enter__(self):
        return self.executor

    def __exit__(self, *_):
        pass


def _executor(client):
    if client is None:
        return ThreadPoolExecutor(os.cpu_count())
    return _Kept(client.get_executor() if hasattr(client, "get_executor") else client)
