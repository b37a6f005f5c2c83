// SPDX-License-Identifier: Apache-2.0
#include "layouts/compressed/shifted_pointers.h"

#include <algorithm>

namespace tscope::compressed {

namespace {

class Shifts
{
public:
    Shifts(std::span<const std::int64_t> pointers, std::span<const std::int64_t> stored,
           std::optional<std::int64_t> extent)
        : m_pointers(pointers), m_stored(stored), m_extent(extent)
    {
        for (std::int64_t k = 1; k < std::ssize(stored); ++k)
            if (entry(k - 1) >= entry(k))
                m_breaks.push_back(k);
    }

    std::vector<ShiftedPointer> all() const
    {
        const auto count = std::ssize(m_pointers);
        std::vector<ShiftedPointer> found;
        std::optional<std::int64_t> before, here, behind = boundaryOf(1);
        for (std::int64_t i = 1; i + 1 < count; ++i) {
            before = here;
            here = behind;
            behind = boundaryOf(i + 1);
            if (here && !before && !behind && !isExchange(i, *here))
                found.push_back({i, *here});
        }
        return found;
    }

private:
    std::int64_t pointer(std::int64_t i) const { return m_pointers[static_cast<std::size_t>(i)]; }
    std::int64_t entry(std::int64_t k) const { return m_stored[static_cast<std::size_t>(k)]; }

    // The one break between the pointers beside this one, if it is not where this one stands.
    std::optional<std::int64_t> boundaryOf(std::int64_t i) const
    {
        if (i < 1 || i + 1 >= std::ssize(m_pointers))
            return std::nullopt;
        const auto low = pointer(i - 1), high = pointer(i + 1);
        const auto first = std::ranges::upper_bound(m_breaks, low);
        const bool isOne = first != m_breaks.end() && *first < high &&
                           (std::next(first) == m_breaks.end() || *std::next(first) >= high);
        const bool isMoved = isOne && *first != pointer(i);
        return isMoved && (!m_extent || (*first - low <= *m_extent && high - *first <= *m_extent))
                   ? std::optional(*first)
                   : std::nullopt;
    }

    // Whether the slice with the break rises once the two entries at the break change places.
    bool isExchange(std::int64_t i, std::int64_t k) const
    {
        const auto begin = k < pointer(i) ? pointer(i - 1) : pointer(i);
        const auto end = k < pointer(i) ? pointer(i) : pointer(i + 1);
        const auto first = entry(k), second = entry(k - 1); // as they would stand
        return first < second && (k - 1 == begin || entry(k - 2) < first) &&
               (k + 1 == end || second < entry(k + 1));
    }

    std::span<const std::int64_t> m_pointers, m_stored;
    std::optional<std::int64_t> m_extent;
    std::vector<std::int64_t> m_breaks; // entries that do not rise
};

} // namespace

std::vector<ShiftedPointer> shiftedPointers(std::span<const std::int64_t> pointers,
                                            std::span<const std::int64_t> stored,
                                            std::optional<std::int64_t> extent)
{
    return Shifts(pointers, stored, extent).all();
}

} // namespace tscope::compressed
