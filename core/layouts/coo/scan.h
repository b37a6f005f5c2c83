// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "anatomy/reading.h"
#include "kernels/scan_counts.h"
#include "layouts/coo/index_rows.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace tscope {

// What the coordinates of a coo tensor were found to be, counted in windows of entries: how many are negative or
// too large, how many entries are below or equal to the one before, and the highest coordinate of each dim. A
// window that no count stands in has no fault.
class CooScan final : public ScanRecord
{
public:
    // Two rows of a window fit the nearest cache, where its faults are counted again.
    static constexpr std::int64_t windowEntries = kernels::entriesPerWindow;

    struct Range {                 // of one dim in one window, or in all
        std::int64_t highest = -1; // -1: none is 0 or above
        std::int64_t negative = 0, tooLarge = 0;
    };
    struct Order {
        std::int64_t unsorted = 0, duplicates = 0;
    };

    // What was looked at; two scans of the same subject can share window counts.
    struct Subject {
        std::uint64_t storageId = 0;
        DType dtype;
        Geometry geometry;
        std::optional<Extents> limits; // the extent of each sparse dim, if they are known
        std::int64_t entries = 0;      // looked at: 1 where the entry dim repeats one place
    };

    // One pass over all entries. Precondition: as IndexRows, and sparse dims and entries are not both huge by
    // repetition. A stopped scan says so and is good for nothing.
    static std::shared_ptr<const CooScan> make(const Array& indices, std::optional<Extents> limits,
                                               const Watch& watch, ScanDevice* device = nullptr);
    // The same answer from an earlier scan of a tensor that differs only in these slots of `indices`; looks at the
    // windows of those slots. Null when the earlier scan can't tell.
    static std::shared_ptr<const CooScan> remake(const CooScan& previous, const Array& indices,
                                                 const std::optional<Extents>& limits,
                                                 std::span<const Slots> edited);

    bool isComplete() const { return m_complete; }
    std::int64_t repeats() const { return m_repeats; } // what counts of ranges are to be multiplied with
    std::int64_t windows() const { return static_cast<std::int64_t>(m_orders.size()); }
    std::int64_t begin(std::int64_t window) const { return window * windowEntries; }
    std::int64_t end(std::int64_t window) const;

    const Order& order() const { return m_order; }
    const Order& order(std::int64_t window) const { return m_orders[static_cast<std::size_t>(window)]; }
    // Precondition for both: 0 <= dim < sparse dims, and there is an entry.
    const Range& range(std::int64_t dim) const { return m_ranges[static_cast<std::size_t>(dim)]; }
    Range range(std::int64_t dim, std::int64_t window) const;

private:
    struct Counts { // of a window; a window has fewer entries than 2^16
        std::int64_t highest = -1;
        std::uint16_t negative = 0, tooLarge = 0;
    };

    CooScan() = default;
    void lookAt(const IndexRows& rows, std::int64_t window, IndexRows::Scratch& a, IndexRows::Scratch& b);
    void lookAtAll(const IndexRows& rows, const Watch& watch);
    // False where the device does not.
    bool countAllOn(ScanDevice& device, const Array& indices, const Watch& watch);
    void addUp();

    Subject m_subject;
    std::int64_t m_dims = 0;
    std::int64_t m_repeats = 1;
    bool m_complete = true;
    std::vector<Counts> m_counts; // by window, then dim
    std::vector<Order> m_orders;  // by window
    std::vector<Range> m_ranges;  // by dim
    Order m_order;
};

} // namespace tscope
