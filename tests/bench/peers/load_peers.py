#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Times how long NumPy, SciPy, PyTorch and fast_matrix_market take to load the files that load_bench.cpp has written to
the folder TSCOPE_BENCH_FILES. Makes the same form of JSON as validate_peers.py. What is not installed is left out."""
import importlib
import json
import os
import pathlib
import statistics
import sys
import time
import warnings

import numpy

warnings.simplefilter("ignore")  # PyTorch calls its csr a beta
FILES = pathlib.Path(os.environ["TSCOPE_BENCH_FILES"])


def optional(name):
    try:
        return importlib.import_module(name)
    except ImportError:
        print(f"{name} is not installed: it is left out", file=sys.stderr)
        return None


scipy_sparse = optional("scipy.sparse")
scipy_io = optional("scipy.io")
torch = optional("torch")
fmm = optional("fast_matrix_market")


def median_ns(work):
    """Of up to seven runs within about five seconds; some take longer for one."""
    times = []
    began = time.perf_counter()
    while not times or (len(times) < 7 and time.perf_counter() - began < 5):
        start = time.perf_counter_ns()
        work()
        times.append(time.perf_counter_ns() - start)
    return statistics.median(times)


def load_torch(path, threads):
    torch.set_num_threads(threads)
    return torch.load(path)  # PyTorch 1 checks the tensor too, version 2 does not


def main():
    rows = []

    def measure(workload, peer, name, work, threads=1):
        path = FILES / name
        if not path.exists():
            return
        took = median_ns(lambda: work(str(path)))
        print(f"{workload} {peer}, {threads} thread(s): {took / 1e6:.1f} ms", flush=True)
        rows.append({"workload": workload, "threads": threads, "peer": peer, "median_ns": took})

    measure("load_npy/dense8192", "numpy", "dense8192.npy", numpy.load)
    measure("load_npy/dense8192-all-read", "numpy", "dense8192.npy", lambda path: numpy.load(path).sum())
    if scipy_sparse is not None:
        measure("load_npz/uniform-1e7", "scipy", "uniform-1e7.npz", scipy_sparse.load_npz)
        measure("load_npz_compressed/uniform-1e7", "scipy", "uniform-1e7-packed.npz", scipy_sparse.load_npz)
        measure("load_npz_compressed/stencil5-1e7", "scipy", "stencil5-1e7-packed.npz", scipy_sparse.load_npz)
    if torch is not None:
        for threads in (1, 2):
            measure("load_pt_csr/uniform-1e7", "torch", "uniform-1e7.pt", lambda path: load_torch(path, threads), threads)
    if fmm is not None:
        for threads in (1, 2):
            measure("load_mtx/uniform-1e7", "fast_matrix_market", "uniform-1e7.mtx",
                    lambda path: fmm.mmread(path, parallelism=threads), threads)
    if scipy_io is not None:
        measure("load_mtx/uniform-1e7", "scipy", "uniform-1e7.mtx", scipy_io.mmread)

    text = json.dumps({"peers": {"numpy": numpy.__version__}, "rows": rows}, indent=1)
    if len(sys.argv) > 1:
        pathlib.Path(sys.argv[1], "load_peers.json").write_text(text + "\n", encoding="utf-8")
    else:
        print(text)


if __name__ == "__main__":
    main()
