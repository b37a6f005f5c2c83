#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Times how long PyTorch takes to validate the coo tensor of validate_coo_bench.cpp; it does not look at the order
of the entries, we do. Makes the same form of JSON as validate_peers.py."""
import json
import pathlib
import statistics
import sys
import time

import torch

ROWS, PER_ROW, REPEATS = 1_000_000, 9, 15


def indices():
    generator = torch.Generator().manual_seed(1)
    width = ROWS // PER_ROW
    rows = torch.arange(ROWS).repeat_interleave(PER_ROW)
    columns = torch.randint(width, (ROWS, PER_ROW), generator=generator) + torch.arange(PER_ROW) * width
    return torch.stack([rows, columns.reshape(-1)])


def median_ns(work):
    work()
    times = []
    for _ in range(REPEATS):
        begin = time.perf_counter_ns()
        work()
        times.append(time.perf_counter_ns() - begin)
    return statistics.median(times)


def main():
    coordinates = indices()
    values = torch.zeros(1, dtype=torch.float32).expand(ROWS * PER_ROW)  # not looked at
    rows = []
    for threads in (1, 2):
        torch.set_num_threads(threads)
        took = median_ns(lambda: torch._validate_sparse_coo_tensor_args(coordinates, values, (ROWS, ROWS)))
        rows.append({"workload": "validate/coo/uniform-1e7/i64", "threads": threads, "peer": "torch", "median_ns": took})
    text = json.dumps({"peers": {"torch": torch.__version__}, "rows": rows}, indent=1)
    if len(sys.argv) > 1:
        pathlib.Path(sys.argv[1], "validate_coo_peers.json").write_text(text + "\n", encoding="utf-8")
    else:
        print(text)


if __name__ == "__main__":
    main()
