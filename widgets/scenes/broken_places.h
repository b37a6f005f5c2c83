// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "anatomy/report.h"
#include "tensor/tensor.h"

#include <QString>

#include <string_view>
#include <vector>

namespace tscope {

// The slots of one member at which a report finds something broken, or which it names as the likely cause.
// `member` is the name of a role, which outlives this. Borrows the tensor and its report.
class BrokenPlaces
{
public:
    BrokenPlaces(const Tensor& tensor, const Report* report, std::string_view member);

    bool contains(std::int64_t slot) const { return overlaps(slot, slot + 1); }
    bool overlaps(std::int64_t begin, std::int64_t end) const;

    const std::vector<Slots>& places() const { return m_places; } // merged and in order

    // What is wrong in these slots; where nothing is, what is wrong with the member as a whole.
    QString wordsIn(std::int64_t begin, std::int64_t end) const;

private:
    struct Found {
        std::int64_t begin = 0, end = 0;
        std::int64_t reach = 0;           // the largest end up to here
        const Finding* finding = nullptr; // or a cause
        const Witness* witness = nullptr;
        const Cause* cause = nullptr;
    };

    const Tensor& m_tensor;
    std::vector<Found> m_found; // by where they begin
    std::vector<Found> m_whole; // of the member
    std::vector<Slots> m_places;
};

} // namespace tscope
