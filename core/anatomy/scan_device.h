// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "array/array.h"
#include "base/watch.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace tscope {

// What is to be counted over arrays, as a table of numbers. The kernel says what arrays it takes, what numbers it
// wants to know besides, and what its columns are.
struct ScanTask {
    std::string_view kernel;
    std::vector<Array> arrays; // each readable by itself; nothing is claimed of what they hold
    std::vector<std::pair<std::string_view, std::int64_t>> numbers = {};
    std::int64_t rows = 0, columns = 0; // of the table
};

// Who counts for data scans what else the processor counts. What it answers is what the processor would have
// found, so that a report does not tell who counted.
class ScanDevice
{
public:
    virtual ~ScanDevice() = default;

    // The table, row by row. Nothing when it is not to be had: then the processor counts. May be called by several
    // threads at once.
    virtual std::optional<std::vector<std::int64_t>> count(const ScanTask& task, const Watch& watch) = 0;
    // Told of a scan that it is not asked to do, and why.
    virtual void passOver(const std::string& why) = 0;
};

} // namespace tscope
