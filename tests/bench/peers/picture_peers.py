#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Times NumPy at what picture_bench.cpp does: entries counted in 1000 x 1000 bins, by integer buckets and bincount, the
fastest of the usual ways. Makes the same form of JSON as validate_peers.py."""
import json
import pathlib
import sys

import numpy

from validate_peers import median_ns, stencil5, uniform

BINS = 1000


def picture(size, pointers, columns):
    rows = numpy.repeat(numpy.arange(size, dtype=numpy.int64) * BINS // size, numpy.diff(pointers))
    buckets = columns.astype(numpy.int64) * BINS // size
    return numpy.bincount(rows * BINS + buckets, minlength=BINS * BINS).reshape(BINS, BINS)


def main():
    rows = []
    for workload, make in (
        ("picture/csr/uniform-1e6/i32", lambda: uniform(60_000, 15, numpy.int32)),
        ("picture/csr/uniform-1e7/i32", lambda: uniform(600_000, 15, numpy.int32)),
        ("picture/csr/stencil5-1e7/i32", lambda: stencil5(1414, numpy.int32)),
        ("picture/csr/uniform-5e7/i32", lambda: uniform(3_000_000, 15, numpy.int32)),
    ):
        size, pointers, columns = make()
        assert picture(size, pointers, columns).sum() == len(columns)
        took = median_ns(lambda: picture(size, pointers, columns))
        rows.append({"workload": workload, "threads": 1, "peer": "numpy", "median_ns": took})
    text = json.dumps({"peers": {"numpy": numpy.__version__}, "rows": rows}, indent=1)
    if len(sys.argv) > 1:
        pathlib.Path(sys.argv[1], "picture_peers.json").write_text(text + "\n", encoding="utf-8")
    else:
        print(text)


if __name__ == "__main__":
    main()
