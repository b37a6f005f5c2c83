#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Puts our benchmarks and those of the peers side by side: one row per workload and number of threads.

Usage: table.py DIR, a folder with tscope.json (Google Benchmark) and any number of other .json files of peers
(tests/bench/peers says their form). "of read limit" divides the bytes that have to be read by the time and by the
read bandwidth measured in the same run with as many threads.
"""
import json
import pathlib
import sys


def spelled(nanoseconds):
    for unit, size in (("s", 1e9), ("ms", 1e6), ("us", 1e3)):
        if nanoseconds >= size:
            return f"{nanoseconds / size:.3g} {unit}"
    return f"{nanoseconds:.3g} ns"


def own_rows(path):
    units = {"ns": 1, "us": 1e3, "ms": 1e6, "s": 1e9}
    runs = {}
    for run in json.loads(path.read_text(encoding="utf-8"))["benchmarks"]:
        if run.get("error_occurred") or run.get("aggregate_name", "median") != "median":
            continue
        parts = run["run_name"].split("/")
        threads = next((int(part.split(":")[1]) for part in parts if part.startswith("threads:")), 1)
        name = "/".join(part for part in parts if ":" not in part and part not in ("real_time", "manual_time"))
        time = run["real_time"] * units[run["time_unit"]]
        held = runs.get((name, threads))
        if held is None or run.get("aggregate_name") == "median" or time < held[0]:
            runs[name, threads] = (time, run.get("bytes_per_second"), run.get("worst_us"))
    return runs


def peer_rows(folder):
    best = {}
    for path in sorted(folder.glob("*.json")):
        if path.name == "tscope.json":
            continue
        for row in json.loads(path.read_text(encoding="utf-8")).get("rows", []):
            key = (row["workload"], row["threads"])
            if key not in best or row["median_ns"] < best[key][0]:
                best[key] = (row["median_ns"], row["peer"])
    return best


def main():
    if len(sys.argv) != 2:
        sys.exit(f"usage: {sys.argv[0]} DIR")
    folder = pathlib.Path(sys.argv[1])
    own = own_rows(folder / "tscope.json")
    peers = peer_rows(folder)
    lines = [("workload", "threads", "ours", "best peer", "ratio", "of read limit")]
    for (name, threads), (time, rate, worst) in own.items():
        limit = own.get(("limit/read", threads), (0, None, None))[1]
        peer = peers.get((name, threads))
        lines.append((
            name,
            str(threads),
            spelled(time) + (f", worst {spelled(worst * 1e3)}" if worst else ""),
            f"{spelled(peer[0])} ({peer[1]})" if peer else "-",
            f"{peer[0] / time:.1f}x" if peer else "-",
            f"{100 * rate / limit:.0f} %" if rate and limit else "-",
        ))
    widths = [max(len(line[column]) for line in lines) for column in range(len(lines[0]))]
    for line in lines:
        print("  ".join(cell.ljust(width) for cell, width in zip(line, widths)).rstrip())
    for (name, threads), (time, rate, _) in own.items():
        if name == "limit/read":
            print(f"read limit, {threads} thread(s): {rate / 1e9:.1f} GB/s")


if __name__ == "__main__":
    main()
