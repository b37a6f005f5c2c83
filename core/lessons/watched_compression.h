// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "element/element.h"
#include "lessons/watched_recorder.h"

#include <optional>

namespace tscope {

// A value as it is shown and added up.
struct WatchedValue {
    std::optional<Element> element = {}; // nothing: it can't be read

    std::string text() const { return element ? element->text() : "?"; }
};
using WatchedValues = std::vector<WatchedValue>;

Result<WatchedValue> sumOf(const WatchedValue& a, const WatchedValue& b);

// The passes that make the arrays of CSR, or by column those of CSC, out of entries in any order. Each is
// recorded.
class WatchedCompression
{
public:
    struct Arrays {
        std::size_t pointers = 0, plain = 0, values = 0; // that are made
    };
    struct Sources {
        std::size_t key = 0, plain = 0, values = 0; // that are given
    };

    WatchedCompression(WatchedRecorder& recorder, const Arrays& arrays, bool isByColumn, std::int64_t groups);

    // How many entries each row has, then where each begins.
    void countAndAddUp(std::size_t key, const Numbers& keys);
    // Each entry goes to the next free slot of its row.
    void scatter(const Sources& from, const Numbers& keys, const Numbers& plain, const WatchedValues& values);
    // Each row by column; equal ones stay in their order. No step where that is so already.
    void sort();
    // Neighbours of one place become one. Fails where nothing is computed in the type of the values.
    Result<void> addUpDuplicates();

private:
    std::int64_t begin(std::int64_t group) const { return m_begins[static_cast<std::size_t>(group)]; }
    void insert(std::int64_t group, std::int64_t from, std::int64_t to);
    void closeGap(std::int64_t group, std::int64_t slot);
    void put(std::int64_t slot); // both arrays as they are now

    WatchedRecorder& m_recorder;
    Arrays m_arrays;
    bool m_isByColumn = false;
    std::int64_t m_groups = 0;
    Numbers m_begins, m_plain;
    WatchedValues m_values;
};

} // namespace tscope
