// SPDX-License-Identifier: Apache-2.0
#include "layouts/coo/reading.h"

#include "base/say.h"
#include "layouts/shared/member_rules.h"

#include <algorithm>
#include <array>

namespace tscope {

namespace {

// A size with more entries than this is a mistake, and not written out.
constexpr std::int64_t mostDims = std::int64_t{1} << 20;

} // namespace

CooReading::CooReading(const Tensor& tensor, const ReadOptions& options)
    : Reading(tensor), m_indices(tensor.member("indices")), m_values(tensor.member("values")),
      m_watch(options.watch), m_device(options.device),
      m_previous(std::dynamic_pointer_cast<const CooScan>(options.previous)),
      m_edited(options.edited.begin(), options.edited.end())
{
    // What shares a storage may change without being named as edited.
    if (m_indices.array.storage->id() == m_values.array.storage->id())
        m_previous = nullptr;
    const auto& sizes = m_values.array.geometry.sizes;
    if (!sizes.empty()) {
        m_nnz = sizes[0];
        m_denseSize.assign(sizes.begin() + 1, sizes.end());
    }
    const auto& geometry = m_indices.array.geometry;
    if (geometry.rank() != 2) {
        m_whyNoRange = m_whyNoOrder = say("indices has {0|dim|dims}, not 2 (COO-3.1)", geometry.rank());
        return;
    }
    m_sparseDims = geometry.sizes[0];
    m_columns = geometry.sizes[1];
    m_whyNoRange = m_whyNoOrder = whyIndexUnreadable(m_indices);
    if (m_whyNoRange)
        return;
    m_whyNoOrder = whyTooRepeated(m_indices);
    m_whyNoRange = m_whyNoOrder;
    if (m_whyNoRange && geometry.strides[1] == 0)
        m_whyNoRange = whyTooRepeated(m_indices, std::array{1});
}

const std::optional<Extents>& CooReading::clampedSize() const
{
    if (tensor().size)
        return tensor().size;
    infer();
    return m_inferred;
}

const std::optional<Extents>& CooReading::size() const
{
    static const std::optional<Extents> none;
    return isSizeClamped() ? none : clampedSize();
}

bool CooReading::isSizeSplit() const
{
    return m_sparseDims && *m_sparseDims >= 0 && clampedSize() &&
           static_cast<std::int64_t>(clampedSize()->size()) == saturatingAdd(*m_sparseDims, denseDims());
}

Wide CooReading::sparseExtent(std::size_t dim) const
{
    const bool isInferred = !tensor().size && *m_columns > 0;
    return isInferred ? Wide(scan().range(static_cast<std::int64_t>(dim)).highest) + 1
                      : Wide((*clampedSize())[dim]);
}

std::optional<Extents> CooReading::inferredSize() const
{
    infer();
    return m_isClamped ? std::nullopt : m_inferred;
}

void CooReading::infer() const
{
    if (m_isInferred)
        return;
    m_isInferred = true;
    if (m_whyNoRange || *m_sparseDims > mostDims)
        return;
    Extents size(static_cast<std::size_t>(*m_sparseDims), 0);
    bool isClamped = false;
    if (!size.empty() && *m_columns > 0)
        for (std::size_t d = 0; d < size.size(); ++d) {
            const auto extent = Wide(scan().range(static_cast<std::int64_t>(d)).highest) + 1;
            isClamped = isClamped || !extent.asInt64();
            size[d] = extent.clamped();
        }
    if (m_scan && !m_scan->isComplete())
        return;
    size.insert(size.end(), m_denseSize.begin(), m_denseSize.end());
    m_inferred = std::move(size);
    m_isClamped = isClamped;
}

const CooScan& CooReading::scan() const
{
    if (m_scan)
        return *m_scan;
    // Only a claimed size can be too small; the inferred one comes from this very scan.
    std::optional<Extents> limits;
    if (tensor().size && isSizeSplit())
        limits.emplace(tensor().size->begin(),
                       tensor().size->begin() + static_cast<std::ptrdiff_t>(*m_sparseDims));
    if (m_previous)
        m_scan = CooScan::remake(*m_previous, m_indices.array, limits, m_edited);
    if (!m_scan)
        m_scan = CooScan::make(m_indices.array, std::move(limits), m_watch, m_device);
    return *m_scan;
}

std::shared_ptr<const ScanRecord> CooReading::record() const
{
    return m_scan && m_scan->isComplete() ? m_scan : nullptr;
}

Outline CooReading::outline() const
{
    Outline out;
    if (const auto& known = size()) {
        out.size.emplace();
        for (const auto extent : *known)
            out.size->push_back({OuterExtent::Kind::number, extent});
        out.numel = numel(*known);
    }
    out.nnz = m_nnz;
    out.batchDims = 0;
    out.sparseDims = m_sparseDims;
    if (const auto& rows = m_indices.array.geometry.sizes; !m_sparseDims && !rows.empty())
        out.sparseDims = rows.front(); // broken otherwise, but so many are meant
    out.denseDims = denseDims();
    out.indexDType = tensor().declaredIndexDType();
    // A lone entry is sorted and distinct without anybody saying so.
    out.coalesced = tensor().claims.flag("is_coalesced").value_or(m_nnz < 2);
    return out;
}

std::unique_ptr<Reading> readCoo(const Tensor& tensor, const ReadOptions& options)
{
    return std::make_unique<CooReading>(tensor, options);
}

} // namespace tscope
