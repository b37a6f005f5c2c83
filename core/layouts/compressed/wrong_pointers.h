// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace tscope::compressed {

// Neighbouring pointers that have to be set, between two that stay.
struct WrongPointers {
    std::int64_t first = 0, count = 0; // positions
    std::int64_t low = 0, high = 0;    // the two that stay: the numbers in between are possible
    bool areCertain = true;            // no other choice of pointers is as good
    // Where the order of entries breaks between the two, if it tells all of them.
    std::vector<std::int64_t> values = {};
};

// Which pointers of one batch are wrong: the fewest that have to be set for none to fall and no slice to be longer
// than `extent`. Of several choices of as few, the one that leaves the fewest breaks of order within slices.
// Entries out of order elsewhere do not change the choice. The first pointer is taken to be 0 and the last one the
// number of entries. Nothing where more have to be set than a list of pointers has errors.
std::optional<std::vector<WrongPointers>> wrongPointers(std::span<const std::int64_t> pointers,
                                                        std::span<const std::int64_t> stored,
                                                        std::optional<std::int64_t> extent = {});

// How many pointers may be wrong before the array is taken to be none of pointers.
std::int64_t mostWrongPointers(std::int64_t pointerCount);

} // namespace tscope::compressed
