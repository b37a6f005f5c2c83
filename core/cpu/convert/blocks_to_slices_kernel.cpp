// SPDX-License-Identifier: Apache-2.0
#include "cpu/convert/item_copy.h"
#include "cpu/convert/line_writer.h"
#include "cpu/convert/parts.h"
#include "cpu/convert/pointers.h"
#include "cpu/convert/slices_to_blocks.h"

namespace tscope::cpu {

namespace {

// The output is one run after the other: block by block through the first slice of a row of blocks, then through
// its second one. A step is one block in one slice.
template <class I, class Copy>
class StepsOut
{
public:
    StepsOut(const Slices<I>& blocks, const std::byte* values, std::int64_t itemBytes, BlockForm form, I* indices,
             std::byte* newValues, const Copy& copy)
        : m_blocks(blocks), m_values(values), m_itemBytes(itemBytes), m_form(form), m_indices(indices),
          m_newValues(newValues), m_copy(copy)
    {
    }

    bool store(std::int64_t begin, std::int64_t end, const Watch& watch) const
    {
        LineWriter indices(reinterpret_cast<std::byte*>(m_indices + begin * m_form.indices));
        LineWriter values(m_newValues + begin * m_form.indices * m_itemBytes);
        if (begin == end)
            return true;
        auto row = sliceOfEntry(m_blocks, begin / m_form.slices);
        for (auto step = begin; step < end && !watch.isStopped(); ++row) {
            const std::int64_t first = m_blocks.pointers[row], count = m_blocks.pointers[row + 1] - first;
            const auto rowBytes = count * m_form.items() * m_itemBytes;
            const auto ahead = row + 1 < m_blocks.count && rowBytes <= mostAhead ? rowBytes : 0;
            for (auto at = step - first * m_form.slices; at < count * m_form.slices && step < end;) {
                const auto slice = at / count, block = at % count;
                const auto now = std::min(count - block, end - step);
                for (std::int64_t b = 0; b < now; ++b)
                    storeBlock(first + block + b, slice, ahead, indices, values);
                at += now;
                step += now;
            }
        }
        indices.finish();
        values.finish();
        return !watch.isStopped();
    }

private:
    static constexpr std::int64_t mostAhead = std::int64_t{1} << 17; // bytes; further on it would be gone again

    // What lies `ahead` bytes further, in the next row of blocks, is asked for: a slice takes a few lines out of
    // each block, and processors foresee no such order.
    void storeBlock(std::int64_t block, std::int64_t slice, std::int64_t ahead, LineWriter& indices,
                    LineWriter& values) const
    {
        constexpr std::int64_t atOnce = 64;
        const auto base = static_cast<I>(m_blocks.indices[block] * static_cast<I>(m_form.indices));
        const auto* from = m_values + (block * m_form.items() + slice * m_form.sliceStep) * m_itemBytes;
        for (std::int64_t i = 0; i < m_form.indices; i += atOnce) {
            const auto now = std::min(atOnce, m_form.indices - i);
            I numbers[atOnce];
            for (std::int64_t n = 0; n < now; ++n)
                numbers[n] = static_cast<I>(base + static_cast<I>(i + n));
            indices.append(reinterpret_cast<const std::byte*>(numbers), static_cast<std::size_t>(now) * sizeof(I));
        }
        if (m_form.indexStep == 1) {
            const auto bytes = m_form.indices * m_itemBytes;
            const auto next = reinterpret_cast<std::uintptr_t>(from) + static_cast<std::uintptr_t>(ahead);
            for (std::int64_t line = 0; ahead > 0 && line < bytes;
                 line += cacheLine) // perhaps behind the last block
                __builtin_prefetch(reinterpret_cast<const void*>(next + static_cast<std::uintptr_t>(line)));
            values.append(from, static_cast<std::size_t>(bytes));
            return;
        }
        for (std::int64_t i = 0; i < m_form.indices; ++i)
            values.append(from + i * m_form.indexStep * m_itemBytes, m_copy.size());
    }

    const Slices<I>& m_blocks;
    const std::byte* m_values;
    std::int64_t m_itemBytes;
    BlockForm m_form;
    I* m_indices;
    std::byte* m_newValues;
    const Copy& m_copy;
};

} // namespace

template <class I>
Ending blocksToSlices(const Slices<I>& blocks, const std::byte* values, std::int64_t itemBytes, BlockForm form,
                      I* pointers, I* indices, std::byte* newValues, const Watch& watch)
{
    pointers[0] = 0;
    for (std::int64_t row = 0; row < blocks.count; ++row) {
        const auto length = static_cast<I>((blocks.pointers[row + 1] - blocks.pointers[row]) * form.indices);
        for (std::int64_t slice = 0; slice < form.slices; ++slice) {
            const auto at = row * form.slices + slice;
            pointers[at + 1] = static_cast<I>(pointers[at] + length);
        }
    }
    const auto steps = blocks.entries() * form.slices;
    const auto parts = partsOfWork(steps * form.indices);
    withItemCopy(itemBytes, [&](auto copy) {
        const StepsOut out(blocks, values, itemBytes, form, indices, newValues, copy);
        parallelFor(parts, [&](std::int64_t part) {
            out.store(partBegin(part, parts, steps), partBegin(part + 1, parts, steps), watch);
        });
    });
    return watch.isStopped() ? Ending::stopped : Ending::done;
}

template Ending blocksToSlices(const Slices<std::int32_t>&, const std::byte*, std::int64_t, BlockForm,
                               std::int32_t*, std::int32_t*, std::byte*, const Watch&);
template Ending blocksToSlices(const Slices<std::int64_t>&, const std::byte*, std::int64_t, BlockForm,
                               std::int64_t*, std::int64_t*, std::byte*, const Watch&);

} // namespace tscope::cpu
