// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "anatomy/reading.h"
#include "base/checked_math.h"
#include "layouts/compressed/scan/scan.h"
#include "tensor/tensor.h"

#include <array>
#include <memory>
#include <optional>
#include <string>

namespace tscope::compressed {

struct ToldPointers;

// Which of the four layouts: what is compressed, and whether entries are blocks.
struct Kind {
    bool rows = true;
    bool blocks = false;
};
Kind kindOf(const Layout& layout);

// The counts of one kind of scan, or why there are none.
struct Counted {
    const ScanInput* input = nullptr; // null: not scanned
    const ScanTable* table = nullptr;
    std::string_view because; // of the reading

    explicit operator bool() const { return table != nullptr; }
};

// What a scan counted, and of what: enough to know whether a later one may start from it.
class CompressedRecord final : public ScanRecord
{
public:
    CompressedRecord(const ScanInput& input, ScanTable counts);

    // Of one unit all would be looked at again anyway.
    bool isWorthKeeping() const { return table.units.size() > 1; }
    // Precondition: it is worth keeping.
    bool fits(const ScanInput& input) const; // was made of lines that lie alike and were asked the same
    const ScanTable table;

private:
    std::optional<IndexLines::Shape> m_pointers, m_entries;
    std::optional<std::int64_t> m_plainExtent, m_stored;
};

// A tensor read as csr, csc, bsr or bsc: the numbers of catalogue section 0, each known or not (table 1.8).
class CompressedReading final : public Reading
{
public:
    CompressedReading(const Tensor& tensor, const ReadOptions& options);

    const Member& compressed() const { return m_compressed; }
    const Member& plain() const { return m_plain; }
    const Member& values() const { return m_values; }
    Kind kind() const { return m_kind; }
    std::int64_t blockDims() const { return m_kind.blocks ? 2 : 0; }

    std::optional<std::int64_t> batchDims() const { return m_batchDims; } // M: 3.2 holds
    bool plainRankHolds() const { return m_plainRankHolds; }              // 3.3
    std::optional<std::int64_t> denseDims() const { return m_denseDims; } // N: 3.4 holds
    std::optional<std::int64_t> stored() const { return m_stored; }       // nnz
    // Extents of a block as the values have them, zeros too; (1, 1) without blocks.
    std::optional<std::array<std::int64_t, 2>> block() const { return m_block; }
    // Why the above are not known; for the reasons of skipped rules.
    std::string whyNoBatchDims() const;
    std::string whyNoDenseDims() const;

    // The claimed size, else the inferred one.
    const std::optional<Extents>& size() const;
    // The same for rules, which are stated in unbounded integers: an inferred extent that passes int64 ends there,
    // and isSizeClamped() says so. No size can say it, so size() is not known then.
    const std::optional<Extents>& clampedSize() const;
    bool isSizeClamped() const { return clampedSize() && m_isClamped; }
    bool sizeRankHolds() const; // 3.1 ndim
    std::optional<std::span<const std::int64_t>> referenceBatch() const;
    std::optional<std::int64_t> compressedExtent() const { return countAlong(m_kind.rows ? 0 : 1); } // nc
    std::optional<std::int64_t> plainExtent() const { return countAlong(m_kind.rows ? 1 : 0); }      // np
    std::optional<Wide> plainCount() const; // np where 2^63 counts too

    std::optional<std::int64_t> largestPlain() const; // -1: there is none

    // Why elements of a member can't be looked at; empty: they can.
    const std::string& whyNoPointers() const { return m_whyNoPointers; }
    const std::string& whyNoEntries() const { return m_whyNoEntries; }

    // Pointers and entries go together, but there is no pointer, so no slice either.
    bool hasNoSlices() const;

    // 5.1-5.3.
    Counted pointerCounts() const;
    // 5.4, 5.5; `toLastPointer`: only entries before the last pointer.
    Counted entryCounts(bool toLastPointer = false) const;
    // 5.6, or CU-5 with the weak order.
    Counted orderCounts(Order order = Order::strict, bool toLastPointer = false) const;

    Outline outline() const override;
    std::optional<Extents> inferredSize() const override;
    std::optional<Extents> inferredSizePublished() const override;
    std::shared_ptr<const ScanRecord> record() const override;

    // The pointers that the order of entries tells, found by `find` when they are first asked for.
    template <class Find>
    const ToldPointers& toldPointers(Find&& find) const
    {
        if (!m_toldPointers)
            m_toldPointers = std::make_shared<const ToldPointers>(find());
        return *m_toldPointers;
    }

private:
    struct Scanned {
        Scanned() {} // else all of it would be set to zeros first
        Scanned(ScanInput from, std::shared_ptr<const CompressedRecord> counts)
            : input(std::move(from)), record(std::move(counts))
        {
        }

        ScanInput input;
        std::shared_ptr<const CompressedRecord> record;
    };
    // A scan made at most once.
    struct Slot {
        bool tried = false;
        std::optional<Scanned> scanned;
        std::string because;
    };

    struct SeparateSlots {
        Slot pointers, entries, entriesToLast;
        Slot order, orderToLast, weakOrder, weakOrderToLast;
    };

    SeparateSlots& separate() const;
    std::optional<std::int64_t> countAlong(std::size_t sparseDim) const; // slices, of blocks
    std::optional<std::int64_t> countedAlong(std::size_t sparseDim) const;
    std::optional<std::int64_t> claimedPlainExtent() const;
    struct WideSize {
        Extents extents; // clamped
        bool isClamped = false;
    };
    WideSize sizeWith(Wide plainExtent) const;
    std::optional<WideSize> inferred() const;
    std::int64_t slicesOfPointers() const; // what compressed has room for
    bool isFused() const;
    Counted fused() const;
    static Counted counted(const Slot& slot);
    void tellByPlain(Outline& outline) const;
    void scanInto(Slot& slot, ScanInput input) const;
    const Slot& separatePointers() const;
    const Slot& separateEntries(bool toLastPointer) const;
    const Slot& separateOrder(Order order, bool toLastPointer) const;
    const std::string& whyApart() const;     // of pointers and entries: why they do not go together
    const std::string& whyNotPaired() const; // that, or there is no pointer
    bool reachesPastLastPointer() const;

    const Member& m_compressed;
    const Member& m_plain;
    const Member& m_values;
    Kind m_kind;
    ReadOptions m_options;
    std::optional<std::int64_t> m_batchDims, m_denseDims, m_stored;
    std::optional<std::array<std::int64_t, 2>> m_block;
    bool m_plainRankHolds = false;
    std::string m_whyNoPointers, m_whyNoEntries;

    mutable std::shared_ptr<const ToldPointers> m_toldPointers;
    mutable Slot m_fused;
    mutable std::unique_ptr<SeparateSlots> m_separate; // made when first asked for: most tensors need none
    mutable std::optional<std::string> m_whyApart;
    mutable std::optional<bool> m_isFused;
    mutable bool m_sizeKnown = false, m_isClamped = false;
    mutable std::optional<Extents> m_size; // clamped
    static constexpr std::int64_t notAsked = -2, notKnown = -1;
    mutable std::array<std::int64_t, 2> m_counts{notAsked, notAsked}; // along the sparse dims
};

const CompressedReading& compressedReading(const Reading& reading);
// The slot of `position` in the line of a batch entry (of a member that is all one line of batch entries: the
// batch entry itself). Nothing where repeated lines make more slots than int64 can count.
std::optional<Slots> slotIn(const Member& member, const Extents& batch, std::int64_t position);
std::unique_ptr<Reading> readCompressed(const Tensor& tensor, const ReadOptions& options);

} // namespace tscope::compressed
