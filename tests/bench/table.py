#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Puts our benchmarks and those of the peers side by side: one row per workload and number of threads.

Usage: table.py DIR, a folder with one folder per round; in each a tscope.json (Google Benchmark) and any number of
other .json files of peers (tests/bench/peers says their form). In a round the median counts, of all rounds the
fastest, for everyone: what else runs on a machine only ever makes things slower. "of limit" divides the bytes that have to be moved by the
time and by the bandwidth measured in the same rounds with as many threads: of reading the very same arrays before and
after, where the benchmark does that, else of reading, or of what LIMIT_OF names. A benchmark of ours called
WORKLOAD@NAME measures something to compare the workload with, and stands in the table as a peer. Below it, what is
wanted: as many times as fast as each of these. What misses that and reads memory as fast as it can be read says so;
of other misses it is said where their time goes, as far as that is known.
What must not depend on how much is wrong, and what must be there at once, is held to that at the end.
"""
import json
import pathlib
import sys


# Thread for thread; mapped files are wanted on the screen at once, however long it takes to read them whole.
WANTED = (
    ("validate/csr/uniform-1e7/i32", "torch", 5),
    ("validate/csr/stencil5-1e7/i32", "torch", 4.5),
    ("validate/csr/uniform-5e7/i64", "torch", 4),
    ("validate/bsr/bd32-1e7/i64", "torch", 10),
    ("validate/coo/uniform-1e7/i64", "torch", 5),
    ("dense_to_csr/dense8192-0.01/f32", "eigen", 3),
    ("dense_to_csr/dense8192-0.1/f32", "eigen", 10),
    ("dense_to_bsr/denseblk16-0.05/f32", "torch", 6),
    ("coo_unsorted_to_csr/uniform-1e7/f64", "scipy", 3.5),
    ("coo_unsorted_to_csr/rmat-1e7/f64", "scipy", 2.5),
    ("coo_sorted_to_csr/uniform-1e7/f32", "torch", 3),
    ("csr_to_csc/uniform-1e7/f64", "eigen", 3.5),
    ("csr_to_csc/stencil5-1e7/f64", "scipy", 2),
    ("csr_to_bsr/bd16-1e7/f64", "torch", 4),
    ("bsr_to_csr/bd16-1e7/f64", "scipy", 2),
    ("csr_to_dense/dense8192-0.01/f32", "torch", 2),
    ("bsr_to_dense/denseblk16-0.05/f32", "torch", 8),
    ("nested_build/ragged-1e4/f32", "torch", 3),
    ("nested_to_padded/ragged-1e4/f32", "torch", 10),
    ("nested_from_padded/ragged-1e4/f32", "torch", 2.5),
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
    ("spmv_csr/stencil5-1e7", "scipy", 1.3),
    ("spmv_csr/uniform-1e7", "eigen", 1.2),
    ("spmv_csr/uniform-5e7", "scipy", 2),
    ("spmv_csr/rmat-1e7", "eigen", 1.2),
    ("spmv_csr_t/uniform-1e7", "scipy", 1.2),
    ("spmv_bsr/bd16-1e7", "scipy", 1.7),
    ("spmv_coo/stencil5-1e7", "scipy", 1.2),
    ("spmm_csr_k32/uniform-1e7", "eigen", 2),
    ("spmm_csr_k32/stencil5-1e7", "eigen", 2.3),
    ("spmm_csr_k32/bd16-1e7", "eigen", 2.5),
    ("spmm_csr_k128/uniform-1e7", "eigen", 2),
    ("spmm_bsr_k32/bd16-1e7", "scipy", 12),
    ("spmm_csr_t_k32/uniform-1e7", "eigen", 2),
    ("add_csr/uniform-1e7", "scipy", 2),
    ("nchw_to_nhwc/32x64x128x128", "torch", 3.5),
    ("nhwc_to_nchw/32x64x128x128", "numpy", 10),
    ("transpose_copy/8192x8192", "torch", 6),
    ("reduce_noncontig_ax0/32x64x128x128", "numpy", 1.3),
    ("reduce_noncontig_ax3/32x64x128x128", "torch", 1),
    ("gemm/2048", "torch", 1),
)
# Peers that have one thread only, beside as many of ours: packed members are unpacked beside each other.
WANTED_OF_ONE_THREAD = (
    ("load_npz_compressed/uniform-1e7", "scipy", 2),
    ("load_npz_compressed/stencil5-1e7", "scipy", 2),
)
# A tensor with a fault in every entry beside the sound one: not more than so many times as long.
FAULTS = (
    ("validate/csr/uniform-1e7/i32", ("every-entry-negative", "every-entry-too-large", "every-entry-unsorted",
                                      "every-pointer-falls")),
    ("validate/coo/uniform-1e7/i64", ("every-entry-wrong",)),
)
FAULTS_MAY_TAKE = 1.5
# The slowest of all verdicts after an edit of one slot, in nanoseconds.
EDIT_MAY_TAKE = 10e6
# Where time goes by a profile, in rows that may miss what is wanted: shares of it on AMD EPYCs, the first two without
# AVX-512, the others with it, or on an Intel Xeon where it says so. What setting up a benchmark takes is left out.
WHERE_TIME_GOES = {
    "validate/bsr/bd32-1e7/i64": "42 % compare 75 KB of indices out of the second cache, 10 % the pointers; the rest asks "
                                 "35 rules and makes the report, which costs the same for a tensor of ten entries",
    "load_npz_compressed/uniform-1e7": "73 % decode symbols of random mantissas, 14 % are pages seen for the first time, "
                                       "8 % read and lay out codes",
    "spmm_csr_k32/stencil5-1e7": "nearly all is the loop over rows; a plain loop without blocks takes longer, and as long where rows "
                                 "of X are asked for when they are first seen; a copy of X to Y takes half of it",
    "spmv_coo/stencil5-1e7": "all is the loop over runs of entries; to read the three streams and do nothing else takes two "
                             "thirds of it",
    "spmv_bsr/bd16-1e7": "nearly all multiplies blocks as they come from memory, at 85 % of what reading alone gives; 1.7 times "
                         "as fast as SciPy would be faster than that where SciPy runs at half of it",
    "spmv_csr_t/uniform-1e7": "nearly all adds to elements of Y that lie anywhere, one after the other; to ask for them 24 entries "
                              "ahead is as fast as 32, 64 and more are slower",
    "csr_to_csc/uniform-1e7/f64": "a Xeon takes 5 ns to put an item to one of 1024 places, half of the time, an EPYC 2 ns; past "
                                  "the caches it would be 3 ns and 5 ns. A sixth counts digits, a tenth sorts in the caches",
    "csr_to_csc/stencil5-1e7/f64": "seven tenths put entries where they belong, a sixth counts them; to ask for the places 64 or "
                                   "256 entries ahead gained nothing",
    "coo_unsorted_to_csr/uniform-1e7/f64": "a third spreads the entries over 1024 runs (on a Xeon, at 5 ns "
                                           "an entry, that and all else takes twice as long), a third sorts these in the caches by three "
                                           "digits, a tenth counts the digits, an eighth writes what came of it",
    "coo_unsorted_to_csr/rmat-1e7/f64": "on a Xeon a third spreads the entries over runs, at more than twice what that takes an "
                                        "EPYC, a third sorts these in the caches and counts their digits, a sixth adds up and "
                                        "writes what came of it",
    "dense_to_csr/dense8192-0.01/f32": "nearly all looks for what is no zero, at less than six tenths of what memory gives for reading alone",
    "dense_to_csr/dense8192-0.1/f32": "nine tenths keep what is no zero of each vector, and write both what and where, at two "
                                      "thirds of what memory gives for reading alone",
    "nested_to_padded/ragged-1e4/f32": "all of it writes rows and zeros past the caches, at nine tenths of what memory takes",
    "spmm_csr_k128/uniform-1e7": "all is the loop over rows, and to fetch the rows of X by themselves takes nine tenths of it (of "
                                 "limit); 128 columns at once instead of 64, asking 32 entries ahead instead of 96 or for "
                                 "the lines of a row from its end gained a twentieth at most",
    "spmm_csr_t_k32/uniform-1e7": "nine tenths add rows of X to rows of Y that lie anywhere, each of which is read and written for "
                                  "every entry",
    "bsr_to_csr/bd16-1e7/f64": "nearly all puts rows of blocks into the order of the slices; they are asked for one row of "
                               "blocks ahead",
    "spmv_csr/uniform-1e7": "all is the loop over rows; the loads of X and of the values by themselves take four fifths of "
                            "it (of limit)",
    "spmv_csr/uniform-5e7": "of limit says how long the loads of X and of the values take by themselves, most of it. Column "
                            "blocks would read each line of the matrix many times, as a row has less than one entry in a "
                            "block of X that fits the second cache",
    "spmv_csr/rmat-1e7": "as spmv_csr/uniform-5e7",
    "validate/csr/uniform-5e7/i64": "seven eighths compare indices as they come from memory, an eighth the pointers",
    "validate/coo/uniform-1e7/i64": "nearly all compares both rows of indices as they come from memory",
    "reduce_noncontig_ax0/32x64x128x128": "nearly all adds up columns as they come from memory",
    "reduce_noncontig_ax3/32x64x128x128": "nearly all adds up rows as they come from memory, as torch does",
    "gemm/2048": "nine tenths are the kernel of OpenBLAS, the same that torch calls",
    "transpose_copy/8192x8192": "nearly all turns tiles of 16 x 16: asking for their lines 4 or 16 ahead gained nothing",
    "nhwc_to_nchw/32x64x128x128": "as transpose_copy",
    "coo_sorted_to_csr/uniform-1e7/f32": "eight ninths compare each row index with the one before, the rest writes "
                                         "the pointers",
}
# What mostly writes, or reads and writes, is held to how fast memory is written and copied.
LIMIT_OF = {"csr_to_dense": "write", "bsr_to_dense": "write", "csr_to_bsr": "copy", "bsr_to_csr": "copy",
            "csr_to_csc": "copy", "nested_build": "copy", "nested_to_padded": "copy", "nested_from_padded": "copy"}
# Of what does not fit into caches: from this share of the bandwidth on, no loop is faster.
AT_THE_LIMIT, LARGE = 0.9, 1 << 25


def spelled(nanoseconds):
    for unit, size in (("s", 1e9), ("ms", 1e6), ("us", 1e3)):
        if nanoseconds >= size:
            return f"{nanoseconds / size:.3g} {unit}"
    return f"{nanoseconds:.3g} ns"


def repetitions_of(path):
    """The runs of each benchmark in one round."""
    runs = {}
    for run in json.loads(path.read_text(encoding="utf-8"))["benchmarks"]:
        if not run.get("error_occurred") and run.get("run_type") != "aggregate":
            runs.setdefault(run["run_name"], []).append(run)
    return runs


class Row:
    """The median of a round: its time in nanoseconds, its bytes a second, what could have been read beside it."""

    def __init__(self, runs):
        runs.sort(key=lambda run: run["real_time"])
        middle = runs[len(runs) // 2]
        self.time = middle["real_time"] * {"ns": 1, "us": 1e3, "ms": 1e6, "s": 1e9}[middle["time_unit"]]
        self.rate = middle.get("bytes_per_second")
        self.limit = middle.get("limit")
        # The same edits in each repetition: what only one of them waited for was something else on the machine.
        self.worst = min((run["worst_us"] * 1e3 for run in runs if "worst_us" in run), default=None)

    def is_large(self):
        return self.rate is not None and self.rate * self.time / 1e9 >= LARGE


def own_rows(folder):
    rows = {}
    for path in sorted(folder.glob("*/tscope.json")):
        for full_name, runs in repetitions_of(path).items():
            parts = full_name.split("/")
            threads = next((int(part.split(":")[1]) for part in parts if part.startswith("threads:")), 1)
            name = "/".join(part for part in parts
                            if ":" not in part and part not in ("real_time", "manual_time"))
            row = Row(runs)
            if (name, threads) not in rows or row.time < rows[name, threads].time:
                rows[name, threads] = row
    return rows


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
            peers.setdefault(peer, {})[workload, threads] = own.pop((name, threads)).time


def print_table(lines):
    widths = [max(len(line[column]) for line in lines) for column in range(len(lines[0]))]
    for line in lines:
        print("  ".join(cell.ljust(width) for cell, width in zip(line, widths)).rstrip())


def limit_of(own, workload, threads):
    row = own.get((workload, threads))
    if row and row.limit and row.is_large():
        return row.limit
    name = "limit/" + LIMIT_OF.get(workload.split("/")[0], "read")
    limit = own.get((name, threads), own.get(("limit/read", threads)))
    return limit.rate if limit else None


def verdict(own, workload, threads, is_reached):
    if is_reached:
        return "reached"
    row, limit = own[workload, threads], limit_of(own, workload, threads)
    is_at_limit = limit and row.is_large() and row.rate / limit >= AT_THE_LIMIT
    return "missed, as memory gives no more" if is_at_limit else "missed"


def wanted_line(own, workload, threads, peer, theirs, wanted):
    time = own[workload, threads].time
    return [workload, str(threads), spelled(time), f"{peer} {spelled(theirs)}", f"{theirs / time:.1f}x", f"{wanted}x",
            verdict(own, workload, threads, theirs / time >= wanted)]


def wanted_lines(own, peers):
    lines = []
    for workload, peer, wanted in WANTED:
        if all(name != workload for name, _ in own):
            continue
        shared = [threads for threads in (1, 2)
                  if (workload, threads) in own and (workload, threads) in peers.get(peer, {})]
        for threads in shared:
            lines.append(wanted_line(own, workload, threads, peer, peers[peer][workload, threads], wanted))
        if not shared:
            lines.append([workload, "-", "-", f"{peer} is not here", "-", f"{wanted}x", "not compared"])
    for workload, peer, wanted in WANTED_OF_ONE_THREAD:
        alone = peers.get(peer, {}).get((workload, 1))
        if alone and (workload, 2) in own:
            lines.append(wanted_line(own, workload, 2, f"{peer}, which has one thread,", alone, wanted))
    return lines


def bound_line(name, threads, what, shown, bound, is_kept):
    return [name, str(threads), what, shown, bound, "kept" if is_kept else "exceeded"]


def bound_lines(own):
    lines = []
    for sound, faults in FAULTS:
        workload, _, type_of_index = sound.rpartition("/")
        for name in (f"{workload}-{fault}/{type_of_index}" for fault in faults):
            for threads in (1, 2):
                if (name, threads) in own and (sound, threads) in own:
                    ratio = own[name, threads].time / own[sound, threads].time
                    lines.append(bound_line(name, threads, "time of a sound one", f"{ratio:.2f}x", f"{FAULTS_MAY_TAKE}x",
                                            ratio <= FAULTS_MAY_TAKE))
    for (name, threads), row in own.items():
        if name.startswith("validate/edit/") and row.worst:
            lines.append(bound_line(name, threads, "slowest of all", spelled(row.worst), spelled(EDIT_MAY_TAKE),
                                    row.worst <= EDIT_MAY_TAKE))
    return lines


def main():
    if len(sys.argv) != 2:
        sys.exit(f"usage: {sys.argv[0]} DIR")
    folder = pathlib.Path(sys.argv[1])
    own = own_rows(folder)
    peers = peer_rows(folder)
    split_off_comparisons(own, peers)
    lines = [["workload", "threads", "ours", *peers, "of limit"]]
    for (name, threads), row in own.items():
        limit = limit_of(own, name, threads)
        line = [name, str(threads), spelled(row.time) + (f", worst {spelled(row.worst)}" if row.worst else "")]
        for times in peers.values():
            took = times.get((name, threads))
            line.append(f"{spelled(took)} ({took / row.time:.1f}x)" if took else "-")
        line.append(f"{100 * row.rate / limit:.0f} %" if row.rate and limit else "-")
        lines.append(line)
    print_table(lines)
    wanted = wanted_lines(own, peers) if peers else []
    if wanted:
        print()
        print_table([["wanted", "threads", "ours", "peer", "ratio", "wanted", ""], *wanted])
        for workload in sorted({line[0] for line in wanted if line[-1].startswith("missed")} & WHERE_TIME_GOES.keys()):
            print(f"time of {workload}: {WHERE_TIME_GOES[workload]}")
    bounds = bound_lines(own)
    if bounds:
        print()
        print_table([["bounded", "threads", "", "measured", "at most", ""], *bounds])
    for (name, threads), row in own.items():
        if name.startswith("limit/"):
            print(f"{name.removeprefix('limit/')} limit, {threads} thread(s): {row.rate / 1e9:.1f} GB/s")


if __name__ == "__main__":
    main()
