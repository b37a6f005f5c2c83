#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Times SciPy, PyTorch and NumPy at the products of products_bench.cpp and the copies and reductions of arrays_bench.cpp.

Makes one JSON object: {"peers": {name: version}, "rows": [{"workload", "threads", "peer", "median_ns"}]}.
Given a folder it becomes kernel_peers.json there, else it is printed. Packages that are missing are left out, and so is
what a package says it cannot do. After the folder, or "-", names of workloads may follow, for these alone.
"""
import json
import os
import pathlib
import statistics
import sys
import time

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # NumPy's only; two threads are measured with torch
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

WANTED = sys.argv[2:]


def uniform(rows, per_row):
    random = numpy.random.default_rng(1)
    columns = numpy.sort(random.integers(0, rows, (rows, per_row)), axis=1)
    keep = numpy.ones(columns.shape, bool)
    keep[:, 1:] = columns[:, 1:] != columns[:, :-1]
    return pattern(keep.sum(axis=1), columns[keep])


def stencil5(side):
    at = numpy.arange(side * side).reshape(side, side)
    columns = numpy.stack([at - side, at - 1, at, at + 1, at + side], axis=2)
    keep = numpy.ones(columns.shape, bool)
    keep[0, :, 0] = keep[:, 0, 1] = keep[:, -1, 3] = keep[-1, :, 4] = False
    return pattern(keep.sum(axis=2).ravel(), columns[keep])


def rmat(scale, edges):
    random = numpy.random.default_rng(1)
    rows, columns = numpy.zeros(edges, numpy.int64), numpy.zeros(edges, numpy.int64)
    for _ in range(scale):
        draw = random.random(edges)
        rows = rows * 2 + (draw >= 0.76)
        columns = columns * 2 + (((draw >= 0.57) & (draw < 0.76)) | (draw >= 0.95))
    keys = numpy.unique(rows << 32 | columns)
    return pattern(numpy.bincount(keys >> 32, minlength=1 << scale), keys & 0xFFFFFFFF)


def block_diagonal(block_rows, block):
    first = numpy.clip(numpy.arange(block_rows) - 1, 0, block_rows - 3) * block
    columns = numpy.repeat(first, block)[:, None] + numpy.arange(3 * block)
    return pattern(numpy.full(block_rows * block, 3 * block), columns.ravel())


def pattern(counts, columns):
    pointers = numpy.concatenate([[0], numpy.cumsum(counts)]).astype(numpy.int32)
    return len(counts), pointers, columns.astype(numpy.int32)


def spread(count, dtype):
    return (numpy.random.default_rng(2).random(count) - 0.5).astype(dtype)


def median_ns(work):
    work()
    times = []
    began = time.perf_counter()
    while len(times) < 5 or (time.perf_counter() - began < 1 and len(times) < 200):
        start = time.perf_counter_ns()
        work()
        times.append(time.perf_counter_ns() - start)
    return statistics.median(times)


def is_wanted(workload):
    return not WANTED or any(part in workload for part in WANTED)


class Measured:
    def __init__(self):
        self.rows = []

    def add(self, workload, peer, work, threads=(1,)):
        if not is_wanted(workload):
            return
        for count in threads:
            if torch is not None:
                torch.set_num_threads(count)
            try:
                took = median_ns(work)
            except (RuntimeError, NotImplementedError) as error:
                print(f"{workload}: {peer} cannot: {str(error).splitlines()[0]}", file=sys.stderr)
                return
            self.rows.append({"workload": workload, "threads": count, "peer": peer, "median_ns": took})


def matrices(out, made, workloads):
    """Products of one matrix: pairs of a workload and its element type."""
    wanted = [(workload, dtype) for workload, dtype in workloads if is_wanted(workload)]
    if not wanted:
        return
    size, pointers, columns = made()
    for workload, dtype in wanted:
        kind = workload.partition("/")[0]
        values = spread(len(columns), dtype)
        k = 128 if "k128" in kind else 32 if "k32" in kind else 1
        x = spread(size * k, dtype).reshape((size, k)) if k > 1 else spread(size, dtype)
        if scipy is not None:
            held = scipy.sparse.csr_matrix((values, columns, pointers), shape=(size, size), copy=False)
            if kind == "spmv_coo":
                held = held.tocoo()
                held.row, held.col = held.row.astype(numpy.int64), held.col.astype(numpy.int64)
            elif "_bsr" in kind:
                held = held.tobsr((16, 16))
            turned = held.T
            if kind == "add_csr":
                other = scipy.sparse.csr_matrix((values.copy(), columns.copy(), pointers.copy()), shape=(size, size))
                out.add(workload, "scipy", lambda: held + other)
            elif kind == "add_csr_other":
                halved = columns // 2
                other = scipy.sparse.csr_matrix((values.copy(), halved, pointers.copy()), shape=(size, size))
                other.sum_duplicates()
                out.add(workload, "scipy", lambda: held + other)
            elif kind == "spgemm_csr":
                out.add(workload, "scipy", lambda: held @ held)
            else:
                out.add(workload, "scipy", lambda: (turned if "_t" in kind[-6:] else held) @ x)
        if torch is not None and kind.startswith("spm") and "bsr" not in kind and "_t" not in kind:
            tx = torch.from_numpy(x.reshape((size, k)))
            if kind == "spmv_coo":
                coo = scipy.sparse.csr_matrix((values, columns, pointers), shape=(size, size)).tocoo()
                places = torch.from_numpy(numpy.stack([coo.row, coo.col]).astype(numpy.int64))
                sparse = torch.sparse_coo_tensor(places, torch.from_numpy(values), (size, size)).coalesce()
            else:
                sparse = torch.sparse_csr_tensor(torch.from_numpy(pointers.astype(numpy.int64)),
                                                 torch.from_numpy(columns.astype(numpy.int64)),
                                                 torch.from_numpy(values), (size, size))
            out.add(workload, "torch", lambda: sparse @ tx, (1, 2))


def arrays(out):
    nchw = spread(32 * 64 * 128 * 128, numpy.float32).reshape((32, 64, 128, 128))
    nhwc = nchw.reshape((32, 128, 128, 64))
    square = spread(8192 * 8192, numpy.float32).reshape((8192, 8192))
    moves = (("nchw_to_nhwc/32x64x128x128", nchw, (0, 2, 3, 1)), ("nhwc_to_nchw/32x64x128x128", nhwc, (0, 3, 1, 2)),
             ("transpose_copy/8192x8192", square, (1, 0)))
    for workload, array, order in moves:
        fresh = workload.replace("/", "_fresh/")
        result = numpy.empty([array.shape[axis] for axis in order], numpy.float32)
        out.add(workload, "numpy", lambda: numpy.copyto(result, array.transpose(order)))
        out.add(fresh, "numpy", lambda: numpy.ascontiguousarray(array.transpose(order)))
        if torch is not None:
            turned, into = torch.from_numpy(array).permute(order), torch.from_numpy(result)
            out.add(workload, "torch", lambda: into.copy_(turned), (1, 2))
            out.add(fresh, "torch", lambda: turned.contiguous(), (1, 2))
    sums = (("reduce_noncontig_ax0/32x64x128x128", 0), ("reduce_noncontig_ax1/32x64x128x128", 1),
            ("reduce_noncontig_ax3/32x64x128x128", 3))
    for workload, axis in sums:
        out.add(workload, "numpy", lambda: nchw.sum(axis=axis))
        if torch is not None:
            held = torch.from_numpy(nchw)
            out.add(workload, "torch", lambda: held.sum(dim=axis), (1, 2))
    left, right = spread(2048 * 2048, numpy.float32).reshape((2048, 2048)), nchw.ravel()[: 2048 * 2048].reshape((2048, 2048))
    out.add("gemm/2048", "numpy", lambda: left @ right)
    if torch is not None:
        out.add("gemm/2048", "torch", lambda: torch.from_numpy(left) @ torch.from_numpy(right), (1, 2))


def main():
    peers = {module.__name__: module.__version__ for module in (numpy, torch, scipy) if module is not None}
    out = Measured()
    double, single = numpy.float64, numpy.float32
    matrices(out, lambda: stencil5(1414), (
        ("spmv_csr/stencil5-1e7", double), ("spmv_coo/stencil5-1e7", single), ("spmm_csr_k32/stencil5-1e7", single),
        ("spgemm_csr/stencil5-1e7", double)))
    matrices(out, lambda: uniform(600_000, 15), (
        ("spmv_csr/uniform-1e7", double), ("spmv_csr_t/uniform-1e7", double), ("spmm_csr_k32/uniform-1e7", single),
        ("spmm_csr_k128/uniform-1e7", single), ("spmm_csr_t_k32/uniform-1e7", single), ("add_csr/uniform-1e7", double),
        ("add_csr_other/uniform-1e7", double)))
    matrices(out, lambda: rmat(20, 10_000_000), (("spmv_csr/rmat-1e7", double),))
    matrices(out, lambda: uniform(3_000_000, 15), (("spmv_csr/uniform-5e7", double),))
    matrices(out, lambda: block_diagonal(13_021, 16), (
        ("spmm_csr_k32/bd16-1e7", single), ("spmv_bsr/bd16-1e7", double), ("spmm_bsr_k32/bd16-1e7", single)))
    arrays(out)
    text = json.dumps({"peers": peers, "rows": out.rows}, indent=1)
    if len(sys.argv) > 1 and sys.argv[1] != "-":
        pathlib.Path(sys.argv[1], "kernel_peers.json").write_text(text + "\n", encoding="utf-8")
    else:
        print(text)


if __name__ == "__main__":
    main()
