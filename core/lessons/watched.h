// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/result.h"
#include "lessons/value.h"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tscope {

// An algorithm on the arrays of a tensor, one step after the other, each of which can be taken back: what it read,
// what it wrote, and why, with the numbers in it.

struct WatchedSlot {
    std::size_t array = 0; // which of the arrays
    std::int64_t slot = 0;
    bool operator==(const WatchedSlot&) const = default;
};

struct WatchedStep {
    struct Write {
        WatchedSlot at;
        std::string before, after; // "" where nothing stands
    };
    std::string text;
    std::vector<WatchedSlot> reads;
    std::vector<Write> writes;
};

struct WatchedArray {
    std::string name; // "crow_indices"
    std::vector<std::string> cells;
    bool isGiven = false; // stands there from the beginning; else it is what is made
};

struct Watched {
    std::vector<WatchedArray> arrays; // before the first step
    std::vector<WatchedStep> steps;

    // The arrays after so many steps. Precondition: at most as many as there are.
    std::vector<WatchedArray> after(std::size_t steps) const;
};

// One that can be watched.
struct WatchedAlgorithm {
    std::string_view id;     // "coo-to-csr"
    std::string_view layout; // of the tensor that it works on
    Result<Watched> (*run)(const Tensor& tensor) = nullptr;
};
// "coo-to-csr" counts, adds up, scatters and sorts; "coalesce" sorts and adds; "csr-to-csc" turns a matrix; "pad"
// and "unpad" go between a jagged tensor and a box. Each ends in the numbers of the conversion; slots that
// duplicates leave over end empty.
std::span<const WatchedAlgorithm> watchedAlgorithms();

// What can still be followed: entries, or elements of components.
inline constexpr std::int64_t mostWatched = 200;

} // namespace tscope
