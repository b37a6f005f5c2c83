// SPDX-License-Identifier: Apache-2.0
#include "layouts/compressed/reading.h"

#include "base/checked_math.h"
#include "base/say.h"
#include "layouts/shared/member_rules.h"

#include <algorithm>

namespace tscope::compressed {

namespace {

const Extents& shape(const Member& member)
{
    return member.array.geometry.sizes;
}

std::int64_t rank(const Member& member)
{
    return static_cast<std::int64_t>(shape(member).size());
}

} // namespace

Kind kindOf(const Layout& layout)
{
    return {layout.name == "csr" || layout.name == "bsr", layout.name == "bsr" || layout.name == "bsc"};
}

const CompressedReading& compressedReading(const Reading& reading)
{
    return static_cast<const CompressedReading&>(reading);
}

std::optional<Slots> slotIn(const Member& member, const Extents& batch, std::int64_t position)
{
    const auto& sizes = shape(member);
    Wide slot = 0;
    for (std::size_t d = 0; d < sizes.size(); ++d)
        slot = slot * Wide(sizes[d]) + Wide(d < batch.size() ? batch[d] : position);
    const auto begin = slot.asInt64();
    if (!begin || *begin == int64Max)
        return std::nullopt;
    return Slots{member.role->name, *begin, *begin + 1};
}

std::unique_ptr<Reading> readCompressed(const Tensor& tensor, const ReadOptions& options)
{
    return std::make_unique<CompressedReading>(tensor, options);
}

CompressedReading::CompressedReading(const Tensor& tensor, const ReadOptions& options)
    : Reading(tensor), m_compressed(tensor.member("compressed")), m_plain(tensor.member("plain")),
      m_values(tensor.member("values")), m_kind(kindOf(*tensor.layout)), m_options(options)
{
    m_whyNoPointers = whyIndexUnreadable(m_compressed).value_or("");
    m_whyNoEntries = whyIndexUnreadable(m_plain).value_or("");
    if (rank(m_compressed) < 1)
        return;
    const auto batchDims = rank(m_compressed) - 1;
    m_batchDims = batchDims;
    m_plainRankHolds = rank(m_plain) == 1 + batchDims;
    if (rank(m_values) < 1 + batchDims + blockDims())
        return;
    m_denseDims = rank(m_values) - 1 - batchDims - blockDims();
    const auto& extents = shape(m_values);
    const auto at = static_cast<std::size_t>(batchDims);
    m_stored = extents[at];
    m_block = m_kind.blocks ? std::array{extents[at + 1], extents[at + 2]} : std::array<std::int64_t, 2>{1, 1};
}

std::string CompressedReading::whyNoBatchDims() const
{
    return say("the pointers have no dims (3.2), so the number of batch dims is not known");
}

std::string CompressedReading::whyNoDenseDims() const
{
    return m_batchDims ? say("values has too few dims (3.4)") : whyNoBatchDims();
}

const std::optional<Extents>& CompressedReading::clampedSize() const
{
    if (tensor().size)
        return tensor().size;
    if (!m_sizeKnown) {
        m_sizeKnown = true;
        if (auto size = inferred()) {
            m_size = std::move(size->extents);
            m_isClamped = size->isClamped;
        }
    }
    return m_size;
}

const std::optional<Extents>& CompressedReading::size() const
{
    static const std::optional<Extents> none;
    return isSizeClamped() ? none : clampedSize();
}

bool CompressedReading::sizeRankHolds() const
{
    const auto& extents = clampedSize();
    return m_denseDims && extents && static_cast<std::int64_t>(extents->size()) == *m_batchDims + 2 + *m_denseDims;
}

std::optional<std::span<const std::int64_t>> CompressedReading::referenceBatch() const
{
    if (!m_batchDims)
        return std::nullopt;
    // An inferred size has the batch of compressed.
    const auto& extents = tensor().size && sizeRankHolds() ? *tensor().size : shape(m_compressed);
    return std::span(extents).first(static_cast<std::size_t>(*m_batchDims));
}

std::optional<std::int64_t> CompressedReading::countAlong(std::size_t sparseDim) const
{
    auto& count = m_counts[sparseDim];
    if (count == notAsked)
        count = countedAlong(sparseDim).value_or(notKnown);
    return count == notKnown ? std::nullopt : std::optional(count);
}

std::optional<std::int64_t> CompressedReading::countedAlong(std::size_t sparseDim) const
{
    if (!sizeRankHolds())
        return std::nullopt;
    if (isSizeClamped()) // blocks may be countable where the elements that they hold are not
        return (sparseDim == 0) == m_kind.rows ? slicesOfPointers() : plainCount()->clamped();
    const auto extent = (*clampedSize())[static_cast<std::size_t>(*m_batchDims) + sparseDim];
    const auto block = std::max<std::int64_t>((*m_block)[sparseDim], 1);
    if (extent < 0 || extent % block != 0)
        return std::nullopt;
    return extent / block;
}

std::optional<std::int64_t> CompressedReading::claimedPlainExtent() const
{
    return tensor().size ? plainExtent() : std::nullopt;
}

std::optional<Wide> CompressedReading::plainCount() const
{
    if (isSizeClamped())
        return Wide(*largestPlain()) + 1;
    const auto extent = plainExtent();
    return extent ? std::optional<Wide>(*extent) : std::nullopt;
}

std::int64_t CompressedReading::slicesOfPointers() const
{
    return std::max<std::int64_t>(shape(m_compressed).back(), 1) - 1;
}

CompressedReading::WideSize CompressedReading::sizeWith(Wide plainExtent) const
{
    const Wide slices = slicesOfPointers();
    const std::array counts{m_kind.rows ? slices : plainExtent, m_kind.rows ? plainExtent : slices};
    const auto& stored = shape(m_values);
    const auto dense = stored.begin() + *m_batchDims + 1 + blockDims();
    WideSize out;
    auto& extents = out.extents;
    extents.reserve(static_cast<std::size_t>(*m_batchDims + 2 + (stored.end() - dense)));
    extents.insert(extents.end(), shape(m_compressed).begin(), shape(m_compressed).begin() + *m_batchDims);
    for (std::size_t d = 0; d < 2; ++d) {
        const auto extent = counts[d] * Wide(std::max<std::int64_t>((*m_block)[d], 1));
        out.isClamped = out.isClamped || !extent.asInt64();
        extents.push_back(extent.clamped());
    }
    extents.insert(extents.end(), dense, stored.end());
    return out;
}

std::optional<std::int64_t> CompressedReading::largestPlain() const
{
    if (m_whyNoEntries.empty() && std::ranges::find(shape(m_plain), 0) != shape(m_plain).end() &&
        numel(m_plain.array.geometry) == 0)
        return -1;
    const auto counts = entryCounts();
    if (!counts)
        return std::nullopt;
    return counts.table->totals.largest;
}

std::optional<CompressedReading::WideSize> CompressedReading::inferred() const
{
    if (!m_plainRankHolds || !m_denseDims)
        return std::nullopt;
    const auto largest = largestPlain();
    return largest ? std::optional(sizeWith(Wide(*largest) + 1)) : std::nullopt;
}

std::optional<Extents> CompressedReading::inferredSize() const
{
    auto size = inferred();
    return size && !size->isClamped ? std::optional(std::move(size->extents)) : std::nullopt;
}

std::optional<Extents> CompressedReading::inferredSizePublished() const
{
    if (!m_plainRankHolds || !m_denseDims)
        return std::nullopt;
    const auto largest = largestPlain();
    if (!largest)
        return std::nullopt;
    auto extent = Wide(*largest) + 1;
    if (!hasNoSlices()) {
        const auto pointers = isFused() ? fused() : counted(separatePointers());
        if (!pointers || pointers.table->totals.longestSlice == int64Max) // that, or longer than int64 can tell
            return std::nullopt;
        extent = std::max(extent, Wide(pointers.table->totals.longestSlice));
    }
    auto size = sizeWith(extent);
    return size.isClamped ? std::nullopt : std::optional(std::move(size.extents));
}

// Pointers without a dim say nothing of batches; the plain indices still do, for people to read. No rule builds on
// it.
void CompressedReading::tellByPlain(Outline& outline) const
{
    const auto batch = rank(m_plain) - 1;
    const auto behind = rank(m_values) - batch - 1 - (m_kind.blocks ? 2 : 0);
    outline.batchDims = batch;
    if (behind < 0)
        return;
    outline.nnz = shape(m_values)[static_cast<std::size_t>(batch)];
    outline.denseDims = behind;
}

Outline CompressedReading::outline() const
{
    Outline outline;
    if (const auto& extents = size()) {
        outline.size.emplace();
        for (const auto extent : *extents)
            outline.size->push_back({OuterExtent::Kind::number, extent});
        if (std::ranges::all_of(*extents, [](std::int64_t extent) { return extent >= 0; }))
            outline.numel = checkedProduct(*extents);
    }
    outline.nnz = m_stored;
    outline.batchDims = m_batchDims;
    outline.sparseDims = 2;
    outline.denseDims = m_denseDims;
    if (!m_batchDims && rank(m_plain) > 0)
        tellByPlain(outline);
    if (m_kind.blocks)
        outline.blocksize = m_block;
    outline.indexDType = tensor().declaredIndexDType();
    return outline;
}

} // namespace tscope::compressed
