"""Sweeps on threads, on processes and on a cluster of Dask."""

import json
import multiprocessing
from concurrent.futures import ProcessPoolExecutor

import pytest

import fftgen

SPEC = {"sweep": {"size": [4, 8], "width": [1, 2]}, "precision": "fixed8"}


def timeless(rows):
    return [{key: value for key, value in row.items() if key != "seconds"} for row in rows]


def lines(folder):
    return (folder / "sweep.jsonl").read_text().splitlines()


def test_a_second_call_does_what_is_new(tmp_path):
    rows = fftgen.sweep(SPEC, out=tmp_path / "sweep")
    assert [(row["settings"]["size"], row["settings"]["width"]) for row in rows] == [("4", "1"), ("4", "2"), ("8", "1"), ("8", "2")]
    assert all(row["error"] is None and row["interval_cycles"] * int(row["settings"]["width"]) == row["points"] for row in rows)
    assert any(row["pareto"] for row in rows) and len((tmp_path / "sweep.csv").read_text().splitlines()) == 5
    before = lines(tmp_path)
    larger = SPEC | {"sweep": {"size": [4, 8, 16], "width": [1, 2]}}
    assert len(fftgen.sweep(larger, out=tmp_path / "sweep")) == 6
    assert lines(tmp_path)[:4] == before and len(lines(tmp_path)) == 6


def test_files_and_refusals(tmp_path):
    spec = tmp_path / "sweep.yaml"
    spec.write_text("sweep: {size: [2, 999999999]}\nwidth: 1\nprecision: fixed8\n")
    small, large = fftgen.sweep(spec)
    assert small["name"] == "dft2_w1_fixed8" and "999999999" in large["error"] and len(lines(tmp_path)) == 2
    with pytest.raises(ValueError, match="widht"):
        fftgen.sweep({"sweep": {"widht": [1]}}, out=tmp_path / "other")


def test_processes_have_the_rows_of_threads(tmp_path):
    alone = fftgen.sweep(SPEC, out=tmp_path / "alone")
    with ProcessPoolExecutor(2, mp_context=multiprocessing.get_context("spawn")) as processes:
        rows = fftgen.sweep(SPEC, processes, out=tmp_path / "sweep")
    assert timeless(rows) == timeless(alone)


@pytest.mark.long
def test_a_cluster_of_dask_has_the_rows_of_threads(tmp_path):
    distributed = pytest.importorskip("distributed")
    spec = {"sweep": {"size": list(range(2, 27)), "width": [1, 2]}, "precision": "fixed8"}
    with distributed.LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster:
        with distributed.Client(cluster) as client:
            rows = fftgen.sweep(spec, client, out=tmp_path / "sweep")
    assert len(rows) == 50 and timeless(rows) == timeless(fftgen.sweep(spec, out=tmp_path / "alone"))
    assert {json.loads(line)["key"] for line in lines(tmp_path)} == {row["key"] for row in rows}
