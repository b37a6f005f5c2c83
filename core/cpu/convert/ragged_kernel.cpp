// SPDX-License-Identifier: Apache-2.0
#include "cpu/convert/ragged.h"

#include "base/thread_pool.h"
#include "cpu/convert/grid_parts.h"
#include "cpu/convert/line_writer.h"

#include <vector>

namespace tscope::cpu {

namespace {

constexpr std::int64_t partBytes = std::int64_t{1} << 20;

// Where a component and its padded form lie beside each other.
class PaddedForm
{
public:
    PaddedForm(const Components& components, std::span<const std::int64_t> paddedSizes)
        : m_components(components), m_paddedSizes(paddedSizes), m_innerBytes(paddedSizes.size() + 1)
    {
        m_innerBytes.back() = components.itemBytes;
        for (auto dim = paddedSizes.size(); dim-- > 0;)
            m_innerBytes[dim] = m_innerBytes[dim + 1] * paddedSizes[dim];
    }

    std::int64_t rows() const { return m_paddedSizes[0]; } // of each component
    std::int64_t rowBytes() const { return m_innerBytes[1]; }
    std::int64_t componentBytes() const { return m_innerBytes[0]; }

    // Calls copy(bytes of the component from its begin on, bytes of the padded form from its begin on, length) and
    // pad(length) for what lies in rows [first, end) of a component, in the order of the padded form.
    template <class Copy, class Pad>
    void walk(std::int64_t component, std::int64_t first, std::int64_t end, const Copy& copy, const Pad& pad) const
    {
        const auto* sizes = m_components.sizes + component * m_components.dims;
        // From the last dim on as long as they are all there, dims are one run.
        auto dims = m_paddedSizes.size();
        while (dims > 1 && sizes[dims - 1] == m_paddedSizes[dims - 1])
            --dims;
        std::int64_t rowBytes = m_components.itemBytes; // of the component
        for (std::size_t dim = 1; dim < m_paddedSizes.size(); ++dim)
            rowBytes *= sizes[dim];
        const auto last = std::clamp(sizes[0], first, end);
        if (dims == 1) {
            if (last > first)
                copy(first * rowBytes, first * m_innerBytes[1], (last - first) * rowBytes);
        } else {
            for (auto row = first; row < last; ++row)
                walkRow(sizes, dims - 1, row * rowBytes, row * m_innerBytes[1], copy, pad);
        }
        pad((end - last) * m_innerBytes[1]);
    }

private:
    // The runs of the last dim, through all that the padded form has of them in one row.
    template <class Copy, class Pad>
    void walkRow(const std::int64_t* sizes, std::size_t last, std::int64_t at, std::int64_t paddedAt,
                 const Copy& copy, const Pad& pad) const
    {
        const auto runBytes = sizes[last] * m_innerBytes[last + 1], paddedBytes = m_innerBytes[last];
        for (std::int64_t run = 0; run < m_innerBytes[1] / paddedBytes; ++run) {
            bool isThere = runBytes > 0;
            auto rest = run, from = at, step = runBytes;
            for (auto dim = last - 1; dim > 0; --dim) {
                const auto index = rest % m_paddedSizes[dim];
                rest /= m_paddedSizes[dim];
                isThere = isThere && index < sizes[dim];
                from += index * step;
                step *= sizes[dim];
            }
            if (isThere)
                copy(from, paddedAt + run * paddedBytes, runBytes);
            pad(isThere ? paddedBytes - runBytes : paddedBytes);
        }
    }

    const Components& m_components;
    std::span<const std::int64_t> m_paddedSizes;
    std::vector<std::int64_t> m_innerBytes; // of the padded form, from each dim on
};

} // namespace

Ending copyRuns(std::span<const CopyRun> runs, const Watch& watch)
{
    std::vector<std::int64_t> begins{0}; // of the runs, in all bytes
    begins.reserve(runs.size() + 1);
    for (const auto& run : runs)
        begins.push_back(begins.back() + run.byteSize);
    const auto all = begins.back(), parts = (all + partBytes - 1) / partBytes;
    parallelFor(parts, [&](std::int64_t part) {
        if (watch.isStopped())
            return;
        const auto begin = part * partBytes, end = std::min(begin + partBytes, all);
        auto run = static_cast<std::size_t>(std::ranges::upper_bound(begins, begin) - begins.begin()) - 1;
        for (auto at = begin; at < end; ++run) {
            const auto skipped = at - begins[run], now = std::min(begins[run + 1], end) - at;
            if (now > 0)
                streamCopy(runs[run].to + skipped, runs[run].from + skipped, static_cast<std::size_t>(now));
            at += now;
        }
        streamEnd();
    });
    return watch.isStopped() ? Ending::stopped : Ending::done;
}

Ending toPadded(const Components& components, const std::byte* buffer, std::span<const std::int64_t> paddedSizes,
                std::span<const std::byte> padding, std::byte* padded, const Watch& watch)
{
    const PaddedForm form(components, paddedSizes);
    if (components.count == 0 || form.componentBytes() == 0)
        return Ending::done;
    alignas(cacheLine) std::byte pattern[cacheLine];
    for (std::size_t i = 0; i < cacheLine; ++i)
        pattern[i] = padding[i % padding.size()];
    const GridParts parts(components.count, form.rows(), std::max<std::int64_t>(partBytes / form.rowBytes(), 1));
    parallelFor(parts.count(), [&](std::int64_t part) {
        const auto piece = parts.piece(part);
        LineWriter out(padded + piece.firstRow * form.componentBytes() + piece.firstColumn * form.rowBytes());
        for (auto component = piece.firstRow; component < piece.endRow && !watch.isStopped(); ++component) {
            const auto* from = buffer + components.offsets[component] * components.itemBytes;
            form.walk(
                component, piece.firstColumn, piece.endColumn,
                [&](std::int64_t at, std::int64_t, std::int64_t count) {
                    out.append(from + at, static_cast<std::size_t>(count));
                },
                [&](std::int64_t count) { out.fill(pattern, static_cast<std::size_t>(count)); });
        }
        out.finish();
    });
    return watch.isStopped() ? Ending::stopped : Ending::done;
}

Ending fromPadded(const Components& components, std::byte* buffer, std::span<const std::int64_t> paddedSizes,
                  const std::byte* padded, const Watch& watch)
{
    const PaddedForm form(components, paddedSizes);
    if (components.count == 0 || form.componentBytes() == 0)
        return Ending::done;
    const GridParts parts(components.count, form.rows(), std::max<std::int64_t>(partBytes / form.rowBytes(), 1));
    parallelFor(parts.count(), [&](std::int64_t part) {
        const auto piece = parts.piece(part);
        for (auto component = piece.firstRow; component < piece.endRow && !watch.isStopped(); ++component) {
            auto* to = buffer + components.offsets[component] * components.itemBytes;
            const auto* from = padded + component * form.componentBytes();
            form.walk(
                component, piece.firstColumn, piece.endColumn,
                [&](std::int64_t at, std::int64_t paddedAt, std::int64_t count) {
                    streamCopy(to + at, from + paddedAt, static_cast<std::size_t>(count));
                },
                [](std::int64_t) {});
        }
        streamEnd();
    });
    return watch.isStopped() ? Ending::stopped : Ending::done;
}

} // namespace tscope::cpu
