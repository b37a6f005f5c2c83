#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Puts our benchmarks and those of the peers side by side: one row per workload and number of threads.

Usage: table.py DIR, a folder with one folder per round; in each a tscope.json (Google Benchmark) and any number of
other .json files of peers (tests/bench/peers says their form). Of all rounds the fastest counts, for everyone: what
else runs on a machine only ever makes things slower. "of read limit" divides the bytes that have to be read by the
time and by the read bandwidth measured in the same rounds with as many threads. A benchmark of ours called
WORKLOAD@NAME measures something to compare the workload with, and stands in the table as a peer. Below it, what is
wanted of loading files: as many times as fast as each of these.
"""
import json
import pathlib
import sys


# Thread for thread; mapped files are wanted on the screen at once, however long it takes to read them whole.
WANTED = (
    ("load_mtx/uniform-1e7", "fast_matrix_market", 2),
    ("load_mtx/uniform-1e7", "scipy", 25),
    ("load_npy/dense8192", "numpy", 10),
    ("load_npz/uniform-1e7", "scipy", 5),
    ("load_npz_compressed/uniform-1e7", "scipy", 2),
    ("load_npz_compressed/uniform-1e7", "inflate", 0.9),
    ("load_npz_compressed/stencil5-1e7", "scipy", 2),
    ("load_npz_compressed/stencil5-1e7", "inflate", 0.9),
    ("load_pt_csr/uniform-1e7", "torch", 5),
    ("load_and_check/uniform-2GB", "memory+pages", 0.9),
)


def spelled(nanoseconds):
    for unit, size in (("s", 1e9), ("ms", 1e6), ("us", 1e3)):
        if nanoseconds >= size:
            return f"{nanoseconds / size:.3g} {unit}"
    return f"{nanoseconds:.3g} ns"


def own_rows(folder):
    units = {"ns": 1, "us": 1e3, "ms": 1e6, "s": 1e9}
    runs = {}
    for path in sorted(folder.glob("*/tscope.json")):
        for run in json.loads(path.read_text(encoding="utf-8"))["benchmarks"]:
            if run.get("error_occurred") or run.get("run_type") == "aggregate":
                continue
            parts = run["run_name"].split("/")
            threads = next((int(part.split(":")[1]) for part in parts if part.startswith("threads:")), 1)
            name = "/".join(part for part in parts if ":" not in part and part not in ("real_time", "manual_time"))
            time = run["real_time"] * units[run["time_unit"]]
            if (name, threads) not in runs or time < runs[name, threads][0]:
                runs[name, threads] = (time, run.get("bytes_per_second"), run.get("worst_us"))
    return runs


def peer_rows(folder):
    best = {}
    for path in sorted(folder.glob("*/*.json")):
        if path.name == "tscope.json":
            continue
        for row in json.loads(path.read_text(encoding="utf-8")).get("rows", []):
            times = best.setdefault(row["peer"], {})
            key = (row["workload"], row["threads"])
            times[key] = min(times.get(key, row["median_ns"]), row["median_ns"])
    return best


def split_off_comparisons(own, peers):
    for name, threads in list(own):
        workload, at, peer = name.partition("@")
        if at:
            peers.setdefault(peer, {})[workload, threads] = own.pop((name, threads))[0]


def print_table(lines):
    widths = [max(len(line[column]) for line in lines) for column in range(len(lines[0]))]
    for line in lines:
        print("  ".join(cell.ljust(width) for cell, width in zip(line, widths)).rstrip())


def wanted_lines(own, peers):
    lines = []
    for workload, peer, wanted in WANTED:
        if all(name != workload for name, _ in own):
            continue
        shared = [threads for threads in (1, 2)
                  if (workload, threads) in own and (workload, threads) in peers.get(peer, {})]
        for threads in shared:
            ours, theirs = own[workload, threads][0], peers[peer][workload, threads]
            ratio = theirs / ours
            lines.append([workload, str(threads), spelled(ours), f"{peer} {spelled(theirs)}", f"{ratio:.1f}x",
                          f"{wanted}x", "reached" if ratio >= wanted else "missed"])
        if not shared:
            lines.append([workload, "-", "-", f"{peer} is not here", "-", f"{wanted}x", "not compared"])
    return lines


def main():
    if len(sys.argv) != 2:
        sys.exit(f"usage: {sys.argv[0]} DIR")
    folder = pathlib.Path(sys.argv[1])
    own = own_rows(folder)
    peers = peer_rows(folder)
    split_off_comparisons(own, peers)
    lines = [["workload", "threads", "ours", *peers, "of read limit"]]
    for (name, threads), (time, rate, worst) in own.items():
        limit = own.get(("limit/read", threads), (0, None, None))[1]
        line = [name, str(threads), spelled(time) + (f", worst {spelled(worst * 1e3)}" if worst else "")]
        for times in peers.values():
            took = times.get((name, threads))
            line.append(f"{spelled(took)} ({took / time:.1f}x)" if took else "-")
        line.append(f"{100 * rate / limit:.0f} %" if rate and limit else "-")
        lines.append(line)
    print_table(lines)
    wanted = wanted_lines(own, peers) if peers else []
    if wanted:
        print()
        print_table([["wanted", "threads", "ours", "peer", "ratio", "wanted", ""], *wanted])
    for (name, threads), (time, rate, _) in own.items():
        if name == "limit/read":
            print(f"read limit, {threads} thread(s): {rate / 1e9:.1f} GB/s")


if __name__ == "__main__":
    main()
