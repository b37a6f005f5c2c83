#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Do measured times hold when they are measured again?

Usage: agreement.py BIN_DIR OUT_DIR [PAIRS]

Three comparisons, each of runs in turns, so that what the machine does besides meets both sides:
 - `tscope time` with itself, the same plan twice;
 - `tscope time` with the window, which measures the same plan while it is shown;
 - the engine of both with Google Benchmark, on the same prepared kernels.
Two cells agree where the interval of their ratio contains 1, or where the ratio is nearer to 1 than the noise that the
runs measured themselves; where a machine took longer in one run for fixed pieces of work that both runs did besides,
that much longer is allowed there. Google Benchmark tells no noise: the third comparison takes that of the first. At
least 95 of 100 should agree. Tells how many do; nothing fails, as what else runs on a machine is nobody's fault.
"""
import json
import math
import pathlib
import statistics
import subprocess
import sys

MATRICES = {
    "random": ["random", "--size", "20000,20000", "--nnz", "400000"],
    "blocks": ["blocks", "--size", "8192,8192", "--blocksize", "16,16", "--nnz", "409600"],
    "powerlaw": ["powerlaw", "--size", "20000,20000", "--nnz", "400000"],
    "banded": ["banded", "--size", "30000,30000", "--bandwidth", "4"],
}
OPS = ["spmv", "spmm:32", "sum"]
MILLISECONDS = "500"


def tscope(bin_dir, *arguments):
    return subprocess.run([bin_dir / "tscope", *arguments], check=True, capture_output=True, text=True).stdout


def by_command(bin_dir, matrix, session):
    tscope(bin_dir, "time", matrix, "--ops", ",".join(OPS), "--budget", MILLISECONDS, "--quiet", "--save", session)


def by_window(bin_dir, matrix, session):
    subprocess.run([bin_dir / "tscope_window_times", matrix, session, MILLISECONDS, *OPS], check=True)


def noise_of(session, row):
    """How far two runs of this cell may lie apart for no reason, as the rounds of its session had it: at least as far as
    in the middle one of the cells of its operation."""
    apart = sorted(each["noise"] for each in session["rows"] if each["status"] == "ok" and not each["simulated"]
                   and (each["op"], each["device"]) == (row["op"], row["device"]) and each["noise"] is not None)
    middle = apart[math.ceil(len(apart) / 2) - 1] if apart else 0
    return max(session["noise"] if row["noise"] is None else row["noise"], middle)


def slowdown(old, new, row):
    """How much longer the machine surely took in each of two sessions for the same work as in the other, as both told
    besides: (after, before), at the least 1. Work in memory counts for cells that go so far."""
    reached = {"fetching from a shared cache": 1 << 20, "copying memory": new["limits"]["cpu"]["cache_bytes"]}
    took = [{each["work"]: interval_of_median(each["took"]["samples_ns"]) for each in session["tempo"]}
            for session in (old, new)]
    pairs = [(took[0][work], took[1][work]) for work in took[0].keys() & took[1].keys()
             if row["bytes"] >= reached.get(work, 0)]
    return (max([1, *(b_low / a_high for (_, a_high), (b_low, _) in pairs)]),
            max([1, *(a_low / b_high for (a_low, _), (_, b_high) in pairs)]))


def compared(bin_dir, before, after):
    """Of each cell the ratio of both times, whether they agree, and the noise that the sessions told."""
    changes = json.loads(tscope(bin_dir, "time", "--reopen", after, "--against", before, "--json"))["against"]["changes"]
    old, new = (json.loads(pathlib.Path(path).read_text(encoding="utf-8")) for path in (before, after))
    cells = []
    for change in changes:
        a, b = old["rows"][change["before"]], new["rows"][change["after"]]
        noise = max(noise_of(old, a), noise_of(new, b))
        ratio = a["median_ns"] / b["median_ns"]
        later, earlier = slowdown(old, new, b)
        is_one_within = a["low_ns"] <= b["high_ns"] * earlier and b["low_ns"] <= a["high_ns"] * later
        is_nearer = 1 / later / (1 + noise) < ratio < earlier * (1 + noise)
        cells.append((ratio, is_one_within or is_nearer, noise))
    return cells


def tell(title, cells):
    agreeing = sum(agrees for _, agrees, _ in cells)
    apart = sorted(abs(ratio - 1) for ratio, _, _ in cells)
    print(f"{title}: {agreeing} of {len(cells)} cells agree ({100 * agreeing / len(cells):.1f} %); they lie "
          f"{100 * statistics.median(apart):.1f} % apart in the middle, {100 * apart[int(0.95 * (len(apart) - 1))]:.1f} % "
          f"in 95 of 100; noise {100 * statistics.median(noise for _, _, noise in cells):.1f} %", flush=True)


def sessions_in_turns(bin_dir, out, pairs, second):
    cells = []
    for pair in range(pairs):
        for name in MATRICES:
            ways = [("a", by_command), ("b", second)]
            for side, way in ways if pair % 2 == 0 else reversed(ways):
                way(bin_dir, out / f"{name}.npz", out / f"{name}-{pair}-{side}.json")
            cells += compared(bin_dir, out / f"{name}-{pair}-a.json", out / f"{name}-{pair}-b.json")
    return cells


def interval_of_median(times):
    """In which it lies in about 95 of 100 such runs, by order."""
    ordered = sorted(times)
    cut = max(0, int(len(ordered) / 2 - len(ordered) ** 0.5))
    return ordered[cut], ordered[-1 - cut]


def with_google_benchmark(bin_dir, out, noise):
    subprocess.run([bin_dir / "tscope_bench", "--benchmark_filter=^timing/", "--benchmark_enable_random_interleaving=true",
                    f"--benchmark_out={out / 'engine.json'}", "--benchmark_out_format=json"],
                   check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    times = {}
    for run in json.loads((out / "engine.json").read_text(encoding="utf-8"))["benchmarks"]:
        if run.get("run_type") == "aggregate" or run.get("error_occurred"):
            continue
        name, _, side = run["run_name"].partition("@")
        times.setdefault(name, {}).setdefault(side.split("/")[0], []).append(run["real_time"])
    cells = []
    for name, both in sorted(times.items()):
        ratio = statistics.median(both["engine"]) / statistics.median(both["loop"])
        (a_low, a_high), (b_low, b_high) = interval_of_median(both["engine"]), interval_of_median(both["loop"])
        cells.append((ratio, (a_low <= b_high and b_low <= a_high) or 1 / (1 + noise) < ratio < 1 + noise, noise))
        print(f"  {name}: {ratio:.3f} of the loop's time", flush=True)
    return cells


def main():
    bin_dir, out = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
    pairs = int(sys.argv[3]) if len(sys.argv) > 3 else 3
    out.mkdir(parents=True, exist_ok=True)
    for name, made in MATRICES.items():
        tscope(bin_dir, "make", made[0], out / f"{name}.npz", "--layout", "csr", *made[1:])
    with_itself = sessions_in_turns(bin_dir, out, pairs, by_command)
    tell("the command with itself", with_itself)
    if (bin_dir / "tscope_window_times").exists():
        tell("the command and the window", sessions_in_turns(bin_dir, out, pairs, by_window))
    # The same noise is allowed here: that of a cell in the middle.
    noise = statistics.median(noise for _, _, noise in with_itself)
    tell("the engine and Google Benchmark", with_google_benchmark(bin_dir, out, noise))


if __name__ == "__main__":
    main()
