#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Times how long PyTorch and SciPy take to validate the matrices of validate_bench.cpp.

Makes one JSON object: {"peers": {name: version}, "rows": [{"workload", "threads", "peer", "median_ns"}]}.
Given a folder it becomes validate_peers.json there, else it is printed. Packages that are missing are left out.
"""
import json
import pathlib
import statistics
import sys
import time

import numpy

try:
    import torch
except ImportError:
    torch = None
try:
    import scipy
    import scipy.sparse
except ImportError:
    scipy = None


def uniform(rows, per_row, index):
    random = numpy.random.default_rng(1)
    columns = numpy.sort(random.integers(0, rows, (rows, per_row)), axis=1)
    keep = numpy.ones(columns.shape, bool)
    keep[:, 1:] = columns[:, 1:] != columns[:, :-1]
    pointers = numpy.concatenate([[0], numpy.cumsum(keep.sum(axis=1))]).astype(index)
    return rows, pointers, columns[keep].astype(index)


def stencil5(side, index):
    at = numpy.arange(side * side).reshape(side, side)
    columns = numpy.stack([at - side, at - 1, at, at + 1, at + side], axis=2)
    keep = numpy.ones(columns.shape, bool)
    keep[0, :, 0] = keep[:, 0, 1] = keep[:, -1, 3] = keep[-1, :, 4] = False
    pointers = numpy.concatenate([[0], numpy.cumsum(keep.sum(axis=2).ravel())]).astype(index)
    return side * side, pointers, columns[keep].astype(index)


def block_diagonal(rows, per_row, index):
    first = numpy.clip(numpy.arange(rows) - per_row // 2, 0, rows - per_row)
    columns = (first[:, None] + numpy.arange(per_row)).ravel().astype(index)
    return rows, numpy.arange(0, rows * per_row + 1, per_row, dtype=index), columns


def median_ns(work):
    work()
    times = []
    began = time.perf_counter()
    while len(times) < 7 or (time.perf_counter() - began < 1 and len(times) < 2000):
        start = time.perf_counter_ns()
        work()
        times.append(time.perf_counter_ns() - start)
    return statistics.median(times)


def measure(workload, matrix, block, rows):
    size, pointers, columns = matrix
    if torch is not None:
        crow, col = torch.from_numpy(pointers), torch.from_numpy(columns)
        # Values are not looked at, so one element stands for all of them.
        shape = (len(columns),) if block == 0 else (len(columns), block, block)
        values = torch.zeros(shape, dtype=torch.float32)
        scale = max(block, 1)
        check = torch._validate_sparse_csr_tensor_args if block == 0 else torch._validate_sparse_bsr_tensor_args
        for threads in (1, 2):
            torch.set_num_threads(threads)
            took = median_ns(lambda: check(crow, col, values, (size * scale, size * scale)))
            rows.append({"workload": workload, "threads": threads, "peer": "torch", "median_ns": took})
    if scipy is not None and block == 0:
        data = numpy.zeros(len(columns), numpy.float32)
        held = scipy.sparse.csr_matrix((data, columns, pointers), shape=(size, size), copy=False)

        def check_scipy():
            held.check_format(full_check=True)
            # Order and uniqueness are looked at only once and then remembered: a new matrix over the same arrays.
            return scipy.sparse.csr_matrix(
                (data, columns, pointers), shape=(size, size), copy=False
            ).has_canonical_format

        took = median_ns(check_scipy)
        rows.append({"workload": workload, "threads": 1, "peer": "scipy", "median_ns": took})


def main():
    peers = {module.__name__: module.__version__ for module in (torch, scipy) if module is not None}
    rows = []
    if peers:
        measure("validate/csr/uniform-1e7/i32", uniform(600_000, 15, numpy.int32), 0, rows)
        measure("validate/csr/stencil5-1e7/i32", stencil5(1414, numpy.int32), 0, rows)
        measure("validate/bsr/bd32-1e7/i64", block_diagonal(3125, 3, numpy.int64), 32, rows)
        measure("validate/csr/uniform-5e7/i64", uniform(3_000_000, 15, numpy.int64), 0, rows)
    text = json.dumps({"peers": peers, "rows": rows}, indent=1)
    if len(sys.argv) > 1:
        pathlib.Path(sys.argv[1], "validate_peers.json").write_text(text + "\n", encoding="utf-8")
    else:
        print(text)


if __name__ == "__main__":
    main()
