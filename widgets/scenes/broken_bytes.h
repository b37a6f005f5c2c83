// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "facts/slot_bytes.h"
#include "scenes/broken_places.h"

#include <vector>

namespace tscope {

// The bytes of one storage at which a report finds something broken. Borrows the members that lie in it, their
// tensor and its report.
class BrokenBytes
{
public:
    BrokenBytes(const std::vector<const Member*>& members, const Tensor& tensor, const Report* report);

    bool overlap(std::int64_t begin, std::int64_t end) const;
    QString wordsIn(std::int64_t begin, std::int64_t end) const; // what is wrong there

private:
    struct Own {
        const Member* member = nullptr;
        BrokenPlaces places;
    };

    std::vector<Own> m_members;
    std::vector<ByteRun> m_runs; // merged and in order
};

} // namespace tscope
