// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "anatomy/report.h"

#include <string_view>
#include <vector>

namespace tscope {

// The slots of one member at which a report finds something broken, or which it names as the likely cause, merged
// and in order. `member` is the name of a role, which outlives this.
class BrokenPlaces
{
public:
    BrokenPlaces(const Report* report, std::string_view member);

    bool contains(std::int64_t slot) const { return overlaps(slot, slot + 1); }
    bool overlaps(std::int64_t begin, std::int64_t end) const;

    const std::vector<Slots>& places() const { return m_places; }

private:
    std::vector<Slots> m_places;
};

} // namespace tscope
