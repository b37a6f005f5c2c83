// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "anatomy/reading.h"
#include "anatomy/report.h"
#include "layouts/compressed/slices.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace tscope::compressed {

// Pointers whose number is not the one that the size needs: which of them are missing or too many, as far as the
// order of entries tells. Indices rise within a slice, so a slice begins at each entry that does not rise.

// The numbers that have to be among the pointers and are not, in rising order: 0, the number of entries, and the
// entries that do not rise. Nothing where the pointers fall or leave the entries: then more is wrong with them.
std::optional<std::vector<std::int64_t>> missingPointers(std::span<const std::int64_t> pointers,
                                                         std::span<const std::int64_t> entries);

// The positions of the pointers any one of which may be removed: the others rise from 0 to the number of entries,
// and all slices rise. Of equal neighbours, whose removal gives the same, only the last.
std::vector<std::int64_t> removablePointers(std::span<const std::int64_t> pointers,
                                            std::span<const std::int64_t> entries);

// How many pointers the size needs. Nothing unless this finding of 3.8 is about their number.
std::optional<std::int64_t> expectedPointers(const Finding& lengths);

// A pointer to insert; `at` is its position once all are inserted.
struct InsertedPointer {
    std::int64_t at = 0, number = 0;
};
// All missing pointers, where the order of entries and their number tell each of them. None of a tensor with batch
// dims, with indices out of range, or too large to be read for it.
std::vector<InsertedPointer> toldInsertions(const Reading& reading, const Finding& lengths);
// The pointers any of which may be the one too many. None of such tensors, or where more than one is too many.
std::vector<std::int64_t> possibleRemovals(const Reading& reading, const Finding& lengths);

// The second half of a sentence that says which pointers are wrong: "one is missing at indptr[57], where the order
// of entries breaks"; empty where nothing tells it.
std::string wrongCountText(const Reading& reading, const Finding& lengths);
// Where that is; the finding's own place where nothing tells it.
std::optional<Slots> wrongCountPlace(const Reading& reading, const Finding& lengths);

} // namespace tscope::compressed
