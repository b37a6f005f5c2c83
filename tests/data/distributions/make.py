# SPDX-License-Identifier: Apache-2.0
"""What NumPy says of numbers that the tests can make again: writes cases.json beside this file."""
import json
import pathlib

import numpy as np

SHARES = [0.01, 0.05, 0.25, 0.5, 0.75, 0.95, 0.99]


def words(count):
    """The upper 32 bits of a linear congruential generator, the same in every language."""
    out = np.empty(count, np.uint64)
    state = 12345
    for i in range(count):
        state = (state * 6364136223846793005 + 1442695040888963407) % 2**64
        out[i] = state >> 32
    return out


def numbers(kind, count):
    if kind == "bell":  # around zero
        return words(4 * count).reshape(count, 4).astype(np.float64).sum(axis=1) / 2**32 - 2
    if kind == "far":  # a small spread far from zero
        return numbers("bell", count) / 2**10 + 2**20
    if kind == "decades":  # positive, over thirty powers of two
        w = words(2 * count).reshape(count, 2)
        return np.ldexp(1 + w[:, 0].astype(np.float64) / 2**32, (w[:, 1] % 30).astype(int) - 15)
    if kind == "even":  # positive, between zero and one
        return (words(count).astype(np.float64) + 1) / 2**32
    if kind == "words":  # all of the type
        return words(count)
    raise ValueError(kind)


def case(kind, dtype, count, scale):
    x = numbers(kind, count)
    if dtype == "bfloat16":  # cut to the upper half of a float
        x = (x.astype(np.float32).view(np.uint32) & 0xFFFF0000).view(np.float32)
    elif dtype == "int64":
        x = ((x << np.uint64(32)) | x).astype(np.int64)
    elif dtype.startswith(("int", "uint")):
        x = x.astype(np.uint32).view(np.int32).astype(dtype) if dtype != "uint32" else x.astype(dtype)
    else:
        x = x.astype(dtype)
    wide = x.astype(np.float64)
    out = {"kind": kind, "dtype": dtype, "count": count, "scale": scale, "mean": float(wide.mean()), "std": float(wide.std()),
           "min": x.min().item(), "max": x.max().item(), "zeros": int((x == 0).sum()),
           "quantiles": [float(q) for q in np.quantile(wide, SHARES)]}
    if dtype in ("float32", "float64"):
        bins = min(64, max(4, int(np.ceil(2 * np.cbrt(count)))))
        edges = np.geomspace(wide.min(), wide.max(), bins + 1) if scale == "logarithmic" else bins
        out["counts"] = np.histogram(wide, bins=edges)[0].tolist()
    return out


CASES = [case("bell", dtype, count, "linear") for dtype in ("float64", "float32", "float16", "bfloat16") for count in (700, 250_000)]
CASES += [case("far", "float64", 250_000, "linear")]
CASES += [case("decades", dtype, count, "logarithmic") for dtype in ("float64", "float32") for count in (700, 250_000)]
CASES += [case("even", dtype, count, "linear") for dtype in ("float64", "float32") for count in (700, 250_000)]
CASES += [case("words", dtype, count, "linear") for dtype in ("int64", "int32", "uint32", "int16", "int8", "uint8") for count in (700, 250_000)]
lines = ",\n".join(json.dumps(each) for each in CASES)
pathlib.Path(__file__).with_name("cases.json").write_text("[\n" + lines + "\n]\n")
