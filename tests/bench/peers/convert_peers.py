#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Times how long PyTorch and SciPy take for the conversions of convert_bench.cpp.

Makes one JSON object: {"peers": {name: version}, "rows": [{"workload", "threads", "peer", "median_ns"}]}.
Given a folder it becomes convert_peers.json there, else it is printed. Packages that are missing are left out, and so
is what a package cannot do. A regular expression as second argument chooses workloads.
"""
import gc
import json
import pathlib
import re
import statistics
import sys
import time

import numpy

from validate_peers import stencil5, uniform

try:
    import torch
except ImportError:
    torch = None
try:
    import scipy
    import scipy.sparse
except ImportError:
    scipy = None

ROWS = []
SIDE = 8192


def median_ns(work):
    work()
    times = []
    began = time.perf_counter()
    while len(times) < 3 or (time.perf_counter() - began < 1 and len(times) < 100):
        start = time.perf_counter_ns()
        work()
        times.append(time.perf_counter_ns() - start)
    return statistics.median(times)


def measure(workload, of_torch=None, of_scipy=None):
    if torch is not None and of_torch is not None:
        for threads in (1, 2):
            torch.set_num_threads(threads)
            ROWS.append({"workload": workload, "threads": threads, "peer": "torch", "median_ns": median_ns(of_torch)})
    if scipy is not None and of_scipy is not None:
        ROWS.append({"workload": workload, "threads": 1, "peer": "scipy", "median_ns": median_ns(of_scipy)})


def dense_of(density, block=1):
    random = numpy.random.default_rng(1)
    kept = random.random((SIDE // block, SIDE // block)) < density
    dense = numpy.where(kept, numpy.float32(1.5), numpy.float32(0))
    return dense if block == 1 else dense.repeat(block, axis=0).repeat(block, axis=1)


def dense_to_csr(workload, density):
    dense = dense_of(density)
    tensor = torch and torch.from_numpy(dense)
    measure(workload, lambda: tensor.to_sparse_csr(), lambda: scipy.sparse.csr_matrix(dense))


def dense_to_bsr(workload):
    dense = dense_of(0.05, 16)
    tensor = torch and torch.from_numpy(dense)
    measure(workload, lambda: tensor.to_sparse_bsr((16, 16)))


def csr_to_dense(workload):
    sparse = scipy.sparse.csr_matrix(dense_of(0.01))
    tensor = torch and torch.from_numpy(dense_of(0.01)).to_sparse_csr()
    measure(workload, lambda: tensor.to_dense(), lambda: sparse.toarray())


def bsr_to_dense(workload):
    sparse = scipy.sparse.bsr_matrix(dense_of(0.05, 16), blocksize=(16, 16))
    tensor = torch and torch.from_numpy(dense_of(0.05, 16)).to_sparse_bsr((16, 16))
    measure(workload, lambda: tensor.to_dense(), lambda: sparse.toarray())


def csr_of(matrix, kind):
    size, pointers, columns = matrix
    values = numpy.arange(1, len(columns) + 1).astype(kind)
    return scipy.sparse.csr_matrix((values, columns, pointers), shape=(size, size))


def csr_to_csc(workload, matrix):
    csr = csr_of(matrix, numpy.float64)
    tensor = torch and torch.sparse_csr_tensor(
        torch.from_numpy(csr.indptr), torch.from_numpy(csr.indices), torch.from_numpy(csr.data), csr.shape
    )
    measure(workload, lambda: tensor.to_sparse_csc(), lambda: csr.tocsc())


def csr_to_coo(workload):
    csr = csr_of(uniform(600_000, 15, numpy.int32), numpy.float64)
    measure(workload, None, lambda: csr.tocoo(copy=False))


def rmat():
    random = numpy.random.default_rng(1)
    count, bits = 10_000_000, 20
    rows, columns = numpy.zeros(count, numpy.int32), numpy.zeros(count, numpy.int32)
    for _ in range(bits):
        chance = random.integers(0, 100, count)
        rows = rows * 2 + (chance >= 76)
        columns = columns * 2 + (((chance >= 57) & (chance < 76)) | (chance >= 95))
    return 1 << bits, rows.astype(numpy.int32), columns.astype(numpy.int32)


def coo_unsorted_to_csr(workload, kind):
    if kind == "rmat":
        size, rows, columns = rmat()
    else:
        coo = csr_of(uniform(600_000, 15, numpy.int32), numpy.float64).tocoo()
        order = numpy.random.default_rng(3).permutation(coo.nnz)
        size, rows, columns = coo.shape[0], coo.row[order], coo.col[order]
    values = numpy.ones(len(rows))

    def by_scipy():
        csr = scipy.sparse.coo_matrix((values, (rows, columns)), shape=(size, size)).tocsr()
        csr.sort_indices()
        return csr

    indices = torch and torch.from_numpy(numpy.stack([rows, columns]).astype(numpy.int64))
    held = torch and torch.from_numpy(values)
    measure(
        workload, lambda: torch.sparse_coo_tensor(indices, held, (size, size)).coalesce().to_sparse_csr(), by_scipy
    )


def coo_sorted_to_csr(workload):
    coo = csr_of(uniform(600_000, 15, numpy.int32), numpy.float32).tocoo()
    if torch is None:
        return
    indices = torch.from_numpy(numpy.stack([coo.row, coo.col]).astype(numpy.int64))
    tensor = torch.sparse_coo_tensor(indices, torch.from_numpy(coo.data), coo.shape)._coalesced_(True)
    measure(workload, lambda: tensor.to_sparse_csr())


def bands():
    rows, per_row, side = 13_021, 3, 16
    first = numpy.clip(numpy.arange(rows) - 1, 0, rows - per_row)
    columns = (first[:, None] + numpy.arange(per_row)).ravel().astype(numpy.int32)
    pointers = numpy.arange(0, rows * per_row + 1, per_row, dtype=numpy.int32)
    values = numpy.arange(1, len(columns) * side * side + 1, dtype=numpy.float64).reshape(-1, side, side)
    return scipy.sparse.bsr_matrix((values, columns, pointers), shape=(rows * side, rows * side))


def csr_to_bsr(workload):
    csr = bands().tocsr()
    csr.sort_indices()
    tensor = torch and torch.sparse_csr_tensor(
        torch.from_numpy(csr.indptr), torch.from_numpy(csr.indices), torch.from_numpy(csr.data), csr.shape
    )
    measure(workload, lambda: tensor.to_sparse_bsr((16, 16)), lambda: csr.tobsr(blocksize=(16, 16)))


def bsr_to_csr(workload):
    bsr = bands()
    measure(workload, None, lambda: bsr.tocsr())


def ragged():
    lengths = numpy.random.default_rng(1).integers(1, 257, 10_000)
    return [torch.full((int(length), 64), 1.5) for length in lengths]


def nested_build(workload):
    pieces = ragged()
    measure(workload, lambda: torch.nested.nested_tensor(pieces))


def nested_to_padded(workload):
    nested = torch.nested.nested_tensor(ragged())
    measure(workload, lambda: torch.nested.to_padded_tensor(nested, 0.0))


def nested_from_padded(workload):
    nested = torch.nested.nested_tensor(ragged())
    padded = torch.nested.to_padded_tensor(nested, 0.0)
    sizes = nested._nested_tensor_size()
    measure(workload, lambda: torch._nested_from_padded(padded, sizes))


WORKLOADS = {
    "dense_to_csr/dense8192-0.01/f32": lambda name: dense_to_csr(name, 0.01),
    "dense_to_csr/dense8192-0.1/f32": lambda name: dense_to_csr(name, 0.1),
    "dense_to_bsr/denseblk16-0.05/f32": dense_to_bsr,
    "coo_unsorted_to_csr/uniform-1e7/f64": lambda name: coo_unsorted_to_csr(name, "uniform"),
    "coo_unsorted_to_csr/rmat-1e7/f64": lambda name: coo_unsorted_to_csr(name, "rmat"),
    "coo_sorted_to_csr/uniform-1e7/f32": coo_sorted_to_csr,
    "csr_to_coo/uniform-1e7/f64": csr_to_coo,
    "csr_to_csc/uniform-1e7/f64": lambda name: csr_to_csc(name, uniform(600_000, 15, numpy.int32)),
    "csr_to_csc/stencil5-1e7/f64": lambda name: csr_to_csc(name, stencil5(1414, numpy.int32)),
    "csr_to_bsr/bd16-1e7/f64": csr_to_bsr,
    "bsr_to_csr/bd16-1e7/f64": bsr_to_csr,
    "csr_to_dense/dense8192-0.01/f32": csr_to_dense,
    "bsr_to_dense/denseblk16-0.05/f32": bsr_to_dense,
    "nested_build/ragged-1e4/f32": nested_build,
    "nested_to_padded/ragged-1e4/f32": nested_to_padded,
    "nested_from_padded/ragged-1e4/f32": nested_from_padded,
}


def main():
    chosen = re.compile(sys.argv[2] if len(sys.argv) > 2 else "")
    peers = {module.__name__: module.__version__ for module in (torch, scipy) if module is not None}
    # Most matrices are made with SciPy.
    for name, work in WORKLOADS.items() if scipy is not None else ():
        if chosen.search(name) and (torch is not None or not name.startswith("nested")):
            try:
                work(name)
            except (RuntimeError, AttributeError, TypeError) as error:
                print(f"{name}: {error}", file=sys.stderr)
            gc.collect()
    text = json.dumps({"peers": peers, "rows": ROWS}, indent=1)
    if len(sys.argv) > 1:
        pathlib.Path(sys.argv[1], "convert_peers.json").write_text(text + "\n", encoding="utf-8")
    else:
        print(text)


if __name__ == "__main__":
    main()
