// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "timing/session.h"

#include "make/random.h"

#include <string>
#include <vector>

namespace tscope::timing {

inline Variant form(std::string layout, std::array<std::int64_t, 2> block = {1, 1})
{
    return {.layout = std::move(layout), .block = block, .dtype = "float32", .indexDType = "int64"};
}

// Samples with this median and interval: of 20 the sixth and the fifteenth are its ends.
inline Figure timed(double median, double low, double high)
{
    Figure out;
    out.samples.assign(6, low);
    out.samples.insert(out.samples.end(), 8, median);
    out.samples.insert(out.samples.end(), 6, high);
    out.isNarrow = true;
    return out;
}
inline Figure timed(double median)
{
    return timed(median, median, median);
}

inline Row okRow(Variant variant, Figure warm, std::string device = "cpu")
{
    Row out;
    out.tensor = "a";
    out.op = "spmv";
    out.variant = std::move(variant);
    out.device = std::move(device);
    out.status = Status::ok;
    out.isChecked = true;
    out.checkedHow = "all";
    out.warm = std::move(warm);
    out.bytes = 1000;
    out.flops = 200;
    return out;
}

// A tensor "a" with 100 elements in csr, and no rows.
inline Session emptySession()
{
    Session out;
    out.takenAt = "2026-11-25T10:00:00Z";
    out.machine = {"a processor", 4, std::int64_t{8} << 30, "a system", {}};
    out.limits.push_back({"cpu", 10, 0, 40, 100, 50, 1 << 20, {{1 << 19, 40}}});
    out.subjects.push_back({"a", "hash of a", form("csr"), {10, 20}, 100, 10, 10});
    return out;
}

inline Session sessionOf(std::vector<Row> rows)
{
    auto out = emptySession();
    out.rows = std::move(rows);
    return out;
}

// Anything that a session may hold, odd names among it.
Session randomSession(Random& random);

} // namespace tscope::timing
