// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/result.h"
#include "tensor/tensor.h"

#include <cstdint>
#include <string>

namespace tscope {

// What a format that lists each entry by its index makes of a tensor, which may be broken: it can list entries
// inside the size only.
struct ListedEntries {
    std::int64_t listed = 0;       // the elements that Layout::entries visits
    std::int64_t withoutPlace = 0; // stored values that none of them reads
    std::int64_t withoutValue = 0; // elements that have an index and no value
    std::int64_t sharing = 0;      // listed elements that read a value which one before them reads

    bool areAll() const { return withoutPlace == 0 && withoutValue == 0 && sharing == 0; }
};

// Fails where the entries can't be read. Precondition: the values are readable, and the layout has entries.
Result<ListedEntries> listedEntries(const Tensor& tensor);

// What the file `file` would not keep, with counts. Precondition: not all of it is kept.
std::string lostEntriesText(const ListedEntries& entries, const std::string& file);

} // namespace tscope
