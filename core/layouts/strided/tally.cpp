// SPDX-License-Identifier: Apache-2.0
#include "layouts/strided/tally.h"

#include "base/printable.h"
#include "base/thread_pool.h"
#include "element/visit.h"
#include "layouts/shared/member_rules.h"
#include "layouts/shared/tally_entries.h"

#include <algorithm>
#include <limits>
#include <type_traits>

namespace tscope {

namespace {

// As Element::isZero says, without making an Element.
template <class T>
bool isZero(T value)
{
    if constexpr (std::is_same_v<T, Half> || std::is_same_v<T, BFloat16>)
        return (value.bits & 0x7fff) == 0;
    else if constexpr (std::is_same_v<T, Float8E4M3FN> || std::is_same_v<T, Float8E5M2>)
        return (value.bits & 0x7f) == 0;
    else if constexpr (std::is_same_v<T, BoolByte>)
        return value.byte == 0;
    else if constexpr (std::is_same_v<T, QInt8> || std::is_same_v<T, QUInt8>)
        return value.stored == 0;
    else if constexpr (std::is_same_v<T, ComplexHalf>)
        return isZero(value.real) && isZero(value.imag);
    else
        return value == T{};
}

std::optional<std::string> whyNotCounted(const Member& values)
{
    if (values.layout != "strided")
        return "values is not strided but " + values.layout;
    if (values.array.dtype.isOpaque())
        return "values hold " + std::string(cutText(values.array.dtype.name(), 60)) +
               ", whose elements can't be read";
    if (!values.array.isInBounds())
        return "values reaches outside its storage";
    const auto count = numel(values.array.geometry);
    if (!count)
        return "values has no number of elements that 64 bits can hold";
    if (*count > 0 && !values.array.storage->hasBytes())
        return "values has no data, only its shape is known";
    if (*count > saturatingAdd(1 << 24, saturatingMul(values.array.storageNumel(), repetitionLimit)))
        return "values makes " + std::to_string(*count) + " elements of a storage of " +
               std::to_string(values.array.storageNumel()) + ": too many to look at one by one";
    return std::nullopt;
}

// A dim that is walked through: from where on, how many steps of which length.
struct Walked {
    std::int64_t extent = 1, stride = 0;
};

class Counter
{
public:
    // `bytes`: the whole storage.
    Counter(const Array& array, const Binning& binning, const std::byte* bytes)
        : m_bytes(bytes), m_rows(binning.rows), m_columns(binning.columns), m_offset(array.geometry.offset)
    {
        const auto& geometry = array.geometry;
        for (std::size_t d = 0; d < geometry.sizes.size(); ++d) {
            const auto stride = geometry.strides[d];
            if (d == binning.rowDim)
                m_rowStride = stride;
            else if (d == binning.columnDim)
                m_columnStride = stride;
            else if (binning.fixed[d])
                m_offset += *binning.fixed[d] * stride;
            else
                m_others.push_back({geometry.sizes[d], stride});
        }
    }

    template <class T, class Count>
    void countRows(std::int64_t bin, Count* counts) const
    {
        Extents index(m_others.size(), 0);
        for (auto row = m_rows.first(bin); row < m_rows.first(bin + 1); ++row)
            do {
                auto offset = m_offset + row * m_rowStride;
                for (std::size_t d = 0; d < index.size(); ++d)
                    offset += index[d] * m_others[d].stride;
                auto from = m_columns.begin();
                for (std::int64_t column = 0; column < m_columns.count(); ++column) {
                    const auto end = m_columns.first(column + 1);
                    counts[column] += countLine<T, Count>(offset, from, end);
                    from = end;
                }
            } while (next(index));
    }

private:
    template <class T, class Count>
    Count countLine(std::int64_t offset, std::int64_t from, std::int64_t end) const
    {
        Count count = 0;
        for (auto column = from; column < end; ++column)
            count += isZero(loadElement<T>(m_bytes + (offset + column * m_columnStride) *
                                                         static_cast<std::int64_t>(sizeof(T))))
                         ? 0
                         : 1;
        return count;
    }

    bool next(Extents& index) const
    {
        for (auto d = index.size(); d-- > 0;) {
            if (++index[d] < m_others[d].extent)
                return true;
            index[d] = 0;
        }
        return false;
    }

    const std::byte* m_bytes;
    const Bins& m_rows;
    const Bins& m_columns;
    std::int64_t m_offset, m_rowStride = 0, m_columnStride = 0;
    std::vector<Walked> m_others;
};

} // namespace

Result<void> tallyStrided(const Tensor& tensor, const Binning& binning, const Watch& watch, Tally& out)
{
    const auto& member = tensor.member("values");
    if (const auto why = whyNotCounted(member))
        return unsupported(*why);
    const auto& array = member.array;
    const auto count = *numel(array.geometry);
    if (count == 0 || out.counts.rows() == 0 || out.counts.columns() == 0)
        return {};
    const auto& storage = *array.storage;
    std::vector<std::byte> copy; // of a storage whose edited pages lie apart
    const auto bytes =
        storage.data() != nullptr ? std::span(storage.data(), 1) : storage.window(0, storage.byteSize(), copy);
    if (count > std::numeric_limits<std::uint32_t>::max())
        out.counts.widen();
    const Counter counter(array, binning, bytes.data());
    visitElement(array.dtype, [&](auto tag) {
        using T = typename decltype(tag)::type;
        parallelFor(binning.rows.count(), [&](std::int64_t bin) {
            if (watch.isStopped())
                return;
            if (out.counts.isWide())
                counter.countRows<T>(bin, out.counts.row<std::uint64_t>(bin));
            else
                counter.countRows<T>(bin, out.counts.row<std::uint32_t>(bin));
        });
    });
    return watch.isStopped() ? tallyStopped() : Result<void>();
}

} // namespace tscope
