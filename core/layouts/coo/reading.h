// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "layouts/coo/scan.h"
#include "tensor/tensor.h"

#include <memory>
#include <optional>
#include <string>

namespace tscope {

// A coo tensor in numbers. The numbers of dims are the members' own, whatever the tensor claims.
class CooReading final : public Reading
{
public:
    CooReading(const Tensor& tensor, const ReadOptions& options);

    Outline outline() const override;
    std::optional<Extents> inferredSize() const override;
    std::shared_ptr<const ScanRecord> record() const override;

    const Member& indices() const { return m_indices; }
    const Member& values() const { return m_values; }
    const Watch& watch() const { return m_watch; }

    // The extents of indices; nothing unless it has two dims (COO-3.1).
    std::optional<std::int64_t> sparseDims() const { return m_sparseDims; }
    std::optional<std::int64_t> columns() const { return m_columns; }
    // The values' own count and dense extents. Values without dims are one entry.
    std::int64_t nnz() const { return m_nnz; }
    const Extents& denseSize() const { return m_denseSize; }
    std::int64_t denseDims() const { return static_cast<std::int64_t>(m_denseSize.size()); }

    // Claimed or inferred.
    const std::optional<Extents>& size() const;
    // The same for rules, which are stated in unbounded integers: an inferred extent of 2^63 ends at the last
    // int64, and isSizeClamped() says so. No size can say it, so size() is not known then.
    const std::optional<Extents>& clampedSize() const;
    bool isSizeClamped() const { return clampedSize() && m_isClamped; }
    Wide sparseExtent(std::size_t dim) const; // exact. Precondition: clampedSize() has that dim
    // The size has one entry for each dim (the length half of COO-3.5), so it can be told which is which.
    bool isSizeSplit() const;

    // Why the range of coordinates can't be asked, and why their order can't. Nothing when they can.
    const std::optional<std::string>& whyNoRange() const { return m_whyNoRange; }
    const std::optional<std::string>& whyNoOrder() const { return m_whyNoOrder; }
    // Preconditions: !whyNoRange(); for rows() also an entry or no sparse dim.
    const CooScan& scan() const;
    IndexRows rows() const { return IndexRows(m_indices.array); }

private:
    void infer() const;

    const Member& m_indices;
    const Member& m_values;
    Watch m_watch;
    ScanDevice* m_device;
    std::optional<std::int64_t> m_sparseDims, m_columns;
    std::int64_t m_nnz = 1;
    Extents m_denseSize;
    std::optional<std::string> m_whyNoRange, m_whyNoOrder;
    std::shared_ptr<const CooScan> m_previous;
    std::vector<Slots> m_edited;
    mutable std::shared_ptr<const CooScan> m_scan; // made when first asked for
    mutable std::optional<Extents> m_inferred;     // clamped
    mutable bool m_isInferred = false, m_isClamped = false;
};

std::unique_ptr<Reading> readCoo(const Tensor& tensor, const ReadOptions& options);

} // namespace tscope
