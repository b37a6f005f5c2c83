// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "anatomy/reading.h"
#include "anatomy/report.h"
#include "tensor/edit.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace tscope::coo {

// The coordinates as plain numbers, for repairs: one row of `entries` for each of `dims`.
struct EntryCoordinates {
    std::int64_t dims = 0, entries = 0;
    std::vector<std::int64_t> numbers;

    std::int64_t at(std::int64_t dim, std::int64_t k) const
    {
        return numbers[static_cast<std::size_t>(dim * entries + k)];
    }
    std::int64_t& at(std::int64_t dim, std::int64_t k)
    {
        return numbers[static_cast<std::size_t>(dim * entries + k)];
    }
    // Which of two entries comes first, by the dims from `first` to `end`: -1, 0 or 1.
    int compare(std::int64_t a, std::int64_t b, std::int64_t first, std::int64_t end) const
    {
        for (auto d = first; d < end; ++d)
            if (at(d, a) != at(d, b))
                return at(d, a) < at(d, b) ? -1 : 1;
        return 0;
    }
    int compare(std::int64_t a, std::int64_t b) const { return compare(a, b, 0, dims); }
    std::vector<std::int64_t> sorted() const;
};

// Nothing where they can't be read, or there are too many of them for the entries that are stored.
std::optional<EntryCoordinates> coordinatesOf(const Reading& reading);
// The elements of a member that can be read and copied: no more than a few times what its storage holds.
std::int64_t elementsHeld(const Member& member);

Error notPossible();

// Repairs of coordinates out of range.
Result<EditList> planWrapNegative(const Reading& reading, const Report& report);
Result<EditList> planClamp(const Reading& reading, const Report& report);
std::string clampReason(const Reading& reading, const Report& report); // why these numbers; empty: not looked at

} // namespace tscope::coo
