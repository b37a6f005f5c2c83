// SPDX-License-Identifier: Apache-2.0
#include "layouts/strided/tally.h"

#include "base/printable.h"
#include "base/say.h"
#include "base/thread_pool.h"
#include "element/visit.h"
#include "layouts/shared/draw.h"
#include "layouts/shared/member_rules.h"
#include "layouts/shared/tally_entries.h"
#include "memory/scattered_reads.h"

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
        return say("values is not strided but {0}", values.layout);
    if (values.array.dtype.isOpaque())
        return say("values hold {0}, whose elements can't be read", cutText(values.array.dtype.name(), 60));
    if (!values.array.isInBounds())
        return say("values reaches outside its storage");
    const auto count = numel(values.array.geometry);
    if (!count)
        return say("values has no number of elements that 64 bits can hold");
    if (*count > 0 && !values.array.storage->hasBytes())
        return say("values has no data, only its shape is known");
    if (*count > saturatingAdd(1 << 24, saturatingMul(values.array.storageNumel(), repetitionLimit)))
        return say("values makes {0} elements of a storage of {1}: too many to look at one by one", *count,
                   values.array.storageNumel());
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

    // Of a bin of rows those columns that lie in the bins [from, to).
    template <class T, class Count>
    void countRows(std::int64_t bin, std::int64_t from, std::int64_t to, const Watch& watch, Count* counts) const
    {
        constexpr std::int64_t enough = 1 << 16; // until it is asked whether to stop
        const auto width = m_columns.first(to) - m_columns.first(from);
        std::int64_t walked = 0;
        Extents index(m_others.size(), 0);
        for (auto row = m_rows.first(bin); row < m_rows.first(bin + 1); ++row)
            do {
                auto offset = m_offset + row * m_rowStride;
                for (std::size_t d = 0; d < index.size(); ++d)
                    offset += index[d] * m_others[d].stride;
                if ((walked += width) > enough) {
                    walked = 0;
                    if (watch.isStopped())
                        return;
                }
                auto begin = m_columns.first(from);
                for (auto column = from; column < to; ++column) {
                    const auto end = m_columns.first(column + 1);
                    counts[column] += countLine<T, Count>(offset, begin, end);
                    begin = end;
                }
            } while (next(index));
    }

    // Behind each cell of the picture, as all but its two dims are added up.
    std::int64_t elementsOfCell() const
    {
        std::int64_t elements = 1;
        for (const auto& other : m_others)
            elements = saturatingMul(elements, other.extent);
        return elements;
    }
    std::int64_t elements() const
    {
        return saturatingMul(saturatingMul(m_rows.numbers(), m_columns.numbers()), elementsOfCell());
    }

    // Bins are taken together to as many pieces as are drawn from; each bin is as dense as its piece seems to be.
    template <class T>
    void drawInto(CountGrid& counts, const ScatteredReads& reads) const
    {
        const auto pieces = drawnPieces();
        for (const auto& piece : pieces)
            reads.want(m_bytes + piece.offset * static_cast<std::int64_t>(sizeof(T)));
        for (const auto& piece : pieces) {
            int found = 0;
            for (std::int64_t k = 0; k < piece.length; ++k)
                found += isZero(elementAt<T>(piece.offset + k * piece.step)) ? 0 : 1;
            if (found == 0)
                continue;
            const auto elements =
                found / static_cast<double>(piece.length) * static_cast<double>(elementsOfCell());
            for (auto row = piece.rows.begin; row < piece.rows.end; ++row)
                for (auto column = piece.columns.begin; column < piece.columns.end; ++column)
                    counts.add(row, column,
                               standsFor(elements * static_cast<double>(m_rows.width(row)) *
                                         static_cast<double>(m_columns.width(column))));
        }
    }

private:
    struct Window {
        std::int64_t begin, end;
        std::int64_t count() const { return end - begin; }
    };
    // Bins, and elements of theirs that are neighbours in memory.
    struct Piece {
        Window rows, columns;
        std::int64_t offset = 0, step = 0, length = 0;
    };

    std::vector<Piece> drawnPieces() const
    {
        const auto rowPieces = std::max<std::int64_t>(32, drawnPlaces / m_columns.count());
        const Bins rows(0, m_rows.count(), rowPieces);
        const Bins columns(0, m_columns.count(), drawnPlaces / rows.count());
        std::vector<Piece> pieces;
        Draw draw;
        for (std::int64_t r = 0; r < rows.count(); ++r)
            for (std::int64_t c = 0; c < columns.count(); ++c) {
                Piece piece{{rows.first(r), rows.first(r + 1)}, {columns.first(c), columns.first(c + 1)}};
                drawRun(piece, draw);
                pieces.push_back(piece);
            }
        return pieces;
    }

    void drawRun(Piece& piece, Draw& draw) const
    {
        const Window rows{m_rows.first(piece.rows.begin), m_rows.first(piece.rows.end)};
        const Window columns{m_columns.first(piece.columns.begin), m_columns.first(piece.columns.end)};
        const auto nearness = [](std::int64_t stride) { return stride < 0 ? stride : -stride; };
        const bool alongRows =
            rows.count() > 1 && (columns.count() == 1 || nearness(m_rowStride) > nearness(m_columnStride));
        piece.step = alongRows ? m_rowStride : m_columnStride;
        piece.length = std::min((alongRows ? rows : columns).count(), drawnRun);
        const auto row = draw.runIn(rows.begin, rows.end, alongRows ? piece.length : 1);
        const auto column = draw.runIn(columns.begin, columns.end, alongRows ? 1 : piece.length);
        piece.offset = m_offset + row * m_rowStride + column * m_columnStride;
        for (const auto& other : m_others)
            piece.offset += draw.below(other.extent) * other.stride;
    }

    template <class T>
    T elementAt(std::int64_t offset) const
    {
        return loadElement<T>(m_bytes + offset * static_cast<std::int64_t>(sizeof(T)));
    }

    template <class T, class Count>
    Count countLine(std::int64_t offset, std::int64_t from, std::int64_t end) const
    {
        Count count = 0;
        for (auto column = from; column < end; ++column)
            count += isZero(elementAt<T>(offset + column * m_columnStride)) ? 0 : 1;
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
    out.isSampled = counter.elements() > binning.most;
    visitElement(array.dtype, [&](auto tag) {
        using T = typename decltype(tag)::type;
        if (out.isSampled) {
            const ScatteredReads reads(storage);
            return counter.drawInto<T>(out.counts, reads);
        }
        // Few long rows are work for all threads too, and none holds up a stop for long.
        constexpr std::int64_t enough = 256;
        const Bins pieces(0, binning.columns.count(), (enough + binning.rows.count() - 1) / binning.rows.count());
        parallelFor(binning.rows.count() * pieces.count(), [&](std::int64_t at) {
            const auto bin = at / pieces.count(), piece = at % pieces.count();
            const auto from = pieces.first(piece), to = pieces.first(piece + 1);
            if (out.counts.isWide())
                counter.countRows<T>(bin, from, to, watch, out.counts.row<std::uint64_t>(bin));
            else
                counter.countRows<T>(bin, from, to, watch, out.counts.row<std::uint32_t>(bin));
        });
    });
    return watch.isStopped() ? tallyStopped() : Result<void>();
}

} // namespace tscope
