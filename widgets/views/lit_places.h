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
    bool isOwn(const Place& spot) const; // it is the place, or lies in it
    // Less than the others: it belongs to a slice that what is pointed at only ends.
    bool isFaint(const Place& spot) const;

private:
    struct OfMember {
        std::string_view member;
        std::span<const Slots> runs;
    };
    struct OfStorage {
        std::uint64_t storageId;
        std::span<const BytePlace> runs;
    };

    struct Runs {
        Runs(const std::vector<Slots>& slots, const std::vector<BytePlace>& bytes);
        bool have(const Place& spot) const; // a slot or a byte

        std::vector<OfMember> members;
        std::vector<OfStorage> storages;
    };

    Place m_place;
    const Related m_related; // which the spans are of
    Runs m_runs, m_ended;
};

} // namespace tscope
