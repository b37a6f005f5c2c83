// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "facts/related.h"

#include <span>
#include <vector>

namespace tscope {

// What is lit up with a place: itself, and all that is related to it. Quick to ask, for each spot of a picture.
class LitPlaces
{
public:
    LitPlaces(Place place, Related related);
    LitPlaces(const LitPlaces&) = delete; // spans of its own
    LitPlaces& operator=(const LitPlaces&) = delete;

    bool has(const Place& spot) const;

private:
    struct OfMember {
        std::string_view member;
        std::span<const Slots> runs;
    };
    struct OfStorage {
        std::uint64_t storageId;
        std::span<const BytePlace> runs;
    };

    Place m_place;
    const Related m_related; // which the spans are of
    std::vector<OfMember> m_members;
    std::vector<OfStorage> m_storages;
};

} // namespace tscope
