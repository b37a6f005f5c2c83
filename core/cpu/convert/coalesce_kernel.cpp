// SPDX-License-Identifier: Apache-2.0
#include "cpu/convert/coalesce.h"

#include "base/check.h"
#include "cpu/convert/group_sums.h"
#include "cpu/convert/item_moves.h"
#include "cpu/convert/nonzero_kernels.h"
#include "cpu/convert/parts.h"
#include "cpu/convert/pointers.h"
#include "cpu/convert/radix_sort.h"
#include "cpu/convert/stream.h"

#include <atomic>
#include <bit>
#include <mutex>
#include <utility>

namespace tscope::cpu {

namespace {

constexpr int wordBits = 64;

int bitsOfSize(std::int64_t size)
{
    return size <= 1 ? 0 : static_cast<int>(std::bit_width(static_cast<std::uint64_t>(size - 1)));
}

// The indices of dims [firstDim, endDim) side by side in one word.
struct KeyForm {
    std::size_t firstDim = 0, endDim = 0;
    int bits = 0;
};

// Dims from `endDim` downwards, as many as one word takes.
KeyForm keyFormBefore(std::size_t endDim, std::span<const std::int64_t> sizes)
{
    KeyForm form{endDim, endDim, 0};
    while (form.firstDim > 0 && form.bits + bitsOfSize(sizes[form.firstDim - 1]) <= wordBits)
        form.bits += bitsOfSize(sizes[--form.firstDim]);
    return form;
}

// Entries in the order of `order` (positions; null: as they stand), their keys made of some dims.
template <class I>
class CooItems
{
public:
    CooItems(const CooIndices<I>& indices, KeyForm form, const std::byte* values, std::int64_t itemBytes,
             const std::uint64_t* order)
        : m_indices(indices), m_form(form), m_values(values), m_itemBytes(itemBytes), m_order(order)
    {
    }

    template <class Take>
    void forKeys(std::int64_t first, std::int64_t count, int lowest, const Take& take) const
    {
        forKeyRuns(first, count, lowest,
                   [&](std::int64_t, const std::uint64_t* keys, std::int64_t length, int below) {
                       for (std::int64_t i = 0; i < length; ++i)
                           take(keys[i] << below);
                   });
    }

    template <class Take>
    void forItems(std::int64_t first, std::int64_t count, const Take& take) const
    {
        const auto takeWith = [&](auto itemAt) {
            forKeyRuns(first, count, 0,
                       [&](std::int64_t begin, const std::uint64_t* keys, std::int64_t length, int) {
                           for (std::int64_t i = 0; i < length; ++i)
                               take(KeyedItem{keys[i], itemAt(begin + i)});
                       });
        };
        if (m_order != nullptr)
            takeWith([this](std::int64_t k) { return m_order[k]; });
        else
            withItems(m_values, m_itemBytes, takeWith);
    }

private:
    // Dim by dim, for some entries at a time: use(first entry, keys, number of them, bits that are missing below
    // each). Dims that have no bits from `lowest` on are left out.
    template <class Use>
    void forKeyRuns(std::int64_t first, std::int64_t count, int lowest, const Use& use) const
    {
        constexpr std::int64_t atOnce = 512;
        std::uint64_t keys[atOnce];
        for (auto begin = first; begin < first + count; begin += atOnce) {
            const auto length = std::min(atOnce, first + count - begin);
            int below = m_form.bits;
            for (auto dim = m_form.firstDim; below > lowest; ++dim) {
                const auto bits = bitsOfSize(m_indices.sizes[dim]);
                if (bits > 0)
                    append(dim, begin, length, below == m_form.bits ? 0 : bits, keys);
                below -= bits;
            }
            if (below == m_form.bits)
                std::fill_n(keys, length, std::uint64_t{0});
            use(begin, keys, length, below);
        }
    }

    // The keys are those of the dims before, moved up to make room for `bits` more; 0 bits: there are none yet.
    void append(std::size_t dim, std::int64_t begin, std::int64_t length, int bits, std::uint64_t* keys) const
    {
        const auto* row = m_indices.rows[dim];
        const auto set = [&](auto indexAt) {
            if (bits == 0)
                for (std::int64_t i = 0; i < length; ++i)
                    keys[i] = static_cast<std::uint64_t>(indexAt(i));
            else
                for (std::int64_t i = 0; i < length; ++i)
                    keys[i] = keys[i] << bits | static_cast<std::uint64_t>(indexAt(i));
        };
        if (m_order == nullptr)
            set([row, begin](std::int64_t i) { return row[begin + i]; });
        else
            set([row, order = m_order + begin](std::int64_t i) { return row[order[i]]; });
    }

    const CooIndices<I>& m_indices;
    KeyForm m_form;
    const std::byte* m_values;
    std::int64_t m_itemBytes;
    const std::uint64_t* m_order;
};

std::int64_t groupsOf(const KeyedItem* items, std::int64_t count)
{
    std::int64_t groups = count > 0 ? 1 : 0;
    for (std::int64_t i = 1; i < count; ++i)
        groups += items[i].key != items[i - 1].key ? 1 : 0;
    return groups;
}

// Runs of sorted items as they come, kept where they belong and counted.
class Collected
{
public:
    explicit Collected(SortedEntries& sorted) : m_sorted(sorted) {}

    void take(std::int64_t first, const KeyedItem* items, std::int64_t count)
    {
        auto* to = m_sorted.items.as<KeyedItem>() + first;
        if (to != items)
            std::memcpy(to, items, static_cast<std::size_t>(count) * sizeof(KeyedItem));
        const auto groups = groupsOf(items, count);
        const std::lock_guard lock(m_mutex);
        m_sorted.parts.push_back({first, groups}); // of this part for now
    }

    void finish()
    {
        auto& parts = m_sorted.parts;
        std::ranges::sort(parts, {}, &SortedEntries::Part::begin);
        parts.push_back({m_sorted.count, 0});
        std::int64_t before = 0;
        for (auto& part : parts)
            before += std::exchange(part.groupsBefore, before);
        m_sorted.groups = before;
    }

private:
    SortedEntries& m_sorted;
    std::mutex m_mutex;
};

// By the last dims first, then by those before them: each sort keeps the order that the one before made.
template <class I>
Ending sortByManyWords(const CooIndices<I>& indices, SortedEntries& sorted, const Watch& watch)
{
    const Buffer order = Buffer::unset(indices.count * static_cast<std::int64_t>(sizeof(std::uint64_t)));
    if (!order)
        return Ending::noMemory;
    auto* items = sorted.items.as<KeyedItem>();
    const std::uint64_t* before = nullptr;
    for (auto end = indices.sizes.size(); end > 0;) {
        const auto form = keyFormBefore(end, indices.sizes);
        const EmitSorted emit = [&](std::int64_t first, const KeyedItem* run, std::int64_t count) {
            if (items + first != run)
                std::memcpy(items + first, run, static_cast<std::size_t>(count) * sizeof(KeyedItem));
        };
        const auto ending = radixSort(CooItems<I>(indices, form, nullptr, 0, before), indices.count,
                                      {0, form.bits}, items, emit, watch);
        if (ending != Ending::done)
            return ending;
        for (std::int64_t i = 0; i < indices.count; ++i)
            order.as<std::uint64_t>()[i] = items[i].item;
        before = order.as<std::uint64_t>();
        end = form.firstDim;
    }
    std::uint64_t rank = 0;
    for (std::int64_t i = 0; i < indices.count; ++i) {
        for (std::size_t dim = 0; i > 0 && dim < indices.sizes.size(); ++dim)
            if (indices.rows[dim][items[i].item] != indices.rows[dim][items[i - 1].item]) {
                ++rank;
                break;
            }
        items[i].key = rank;
    }
    return Ending::done;
}

bool fitsItemBytes(const std::byte* values, std::int64_t itemBytes)
{
    return values != nullptr && fitsItem(itemBytes);
}

} // namespace

namespace {

// What the steps to the entries [begin, end) from the one before each are.
template <class I>
unsigned stepsOf(const CooIndices<I>& indices, std::int64_t begin, std::int64_t end)
{
    const auto dims = indices.sizes.size();
    if (dims <= 2) {
        static const auto ofPairs = stepsOfPairs<I>(nonzeroKernels());
        return ofPairs(indices.rows[0] + begin, indices.rows[dims - 1] + begin, end - begin);
    }
    unsigned steps = 0;
    for (auto i = begin; i < end; ++i) {
        std::size_t dim = 0;
        while (dim + 1 < dims && indices.rows[dim][i - 1] == indices.rows[dim][i])
            ++dim;
        if (indices.rows[dim][i - 1] >= indices.rows[dim][i])
            steps |= indices.rows[dim][i - 1] == indices.rows[dim][i] ? stepRepeats : stepFalls;
    }
    return steps;
}

} // namespace

template <class I>
EntryOrder entryOrder(const CooIndices<I>& indices)
{
    constexpr std::int64_t atOnce = 1024; // entries before another look at what others have found
    std::atomic<bool> isUnsorted = false, hasDuplicates = false;
    const auto parts = partsOfWork(indices.count);
    parallelFor(parts, [&](std::int64_t part) {
        const auto end = partBegin(part + 1, parts, indices.count);
        for (auto k = std::max<std::int64_t>(partBegin(part, parts, indices.count), 1); k < end && !isUnsorted;
             k += atOnce) {
            const auto steps = stepsOf(indices, k, std::min(k + atOnce, end));
            if ((steps & stepFalls) != 0)
                isUnsorted = true;
            if ((steps & stepRepeats) != 0)
                hasDuplicates = true;
        }
    });
    return isUnsorted ? EntryOrder::unsorted : hasDuplicates ? EntryOrder::withDuplicates : EntryOrder::ascending;
}

template <class I>
Ending sortEntries(const CooIndices<I>& indices, const std::byte* values, std::int64_t itemBytes,
                   SortedEntries& sorted, const Watch& watch)
{
    sorted = {};
    sorted.count = indices.count;
    sorted.items = Buffer::unset(indices.count * static_cast<std::int64_t>(sizeof(KeyedItem)));
    if (!sorted.items)
        return Ending::noMemory;
    const auto form = keyFormBefore(indices.sizes.size(), indices.sizes);
    Collected collected(sorted);
    auto* items = sorted.items.as<KeyedItem>();
    if (form.firstDim > 0) {
        sorted.keysAreRanks = true;
        const auto ending = sortByManyWords(indices, sorted, watch);
        if (ending != Ending::done)
            return ending;
        if (indices.count > 0)
            collected.take(0, items, indices.count);
        collected.finish();
        return Ending::done;
    }
    sorted.holdsValues = fitsItemBytes(values, itemBytes);
    const auto* held = sorted.holdsValues ? values : nullptr;
    const EmitSorted emit = [&](std::int64_t first, const KeyedItem* run, std::int64_t count) {
        collected.take(first, run, count);
    };
    const auto ending = radixSort(CooItems<I>(indices, form, held, itemBytes, nullptr), indices.count,
                                  {0, form.bits}, items, emit, watch);
    collected.finish();
    return ending;
}

namespace {

// One part of the sorted entries on its way out, some hundred groups at a time.
template <class I>
class PartOut
{
public:
    PartOut(const SortedEntries& sorted, const CooIndices<I>& indices, const std::byte* values,
            std::int64_t itemBytes, GroupSums sums, const GroupsOut<I>& out)
        : m_sorted(sorted), m_indices(indices), m_values(values), m_itemBytes(itemBytes), m_sums(sums), m_out(out)
    {
    }

    void store(std::size_t part) const
    {
        const auto begin = m_sorted.parts[part].begin, end = m_sorted.parts[part + 1].begin;
        const auto* items = m_sorted.items.as<KeyedItem>() + begin;
        auto group = m_sorted.parts[part].groupsBefore;
        const auto groups = m_sorted.parts[part + 1].groupsBefore - group;
        // Items that are written as they are: each group has one, which holds its value where a value fits.
        const bool areValues = m_sorted.holdsValues || !fitsItemBytes(m_values, m_itemBytes);
        if (groups == end - begin && areValues) {
            for (const auto last = group + groups; group < last; group += atOnce, items += atOnce) {
                const auto taken = std::min(atOnce, last - group);
                storeIndices(items, taken, group, end);
                if (m_out.values != nullptr)
                    storeItems(items, taken, m_values, m_itemBytes, m_out.values + group * m_itemBytes);
            }
            return streamEnd();
        }
        KeyedItem heads[atOnce];
        std::int64_t starts[atOnce + 1];
        const auto count = end - begin;
        for (std::int64_t i = 0; i < count;) {
            std::int64_t taken = 0;
            for (; i < count && taken < atOnce; ++taken) {
                heads[taken] = items[i];
                starts[taken] = i;
                const auto key = items[i].key;
                while (i < count && items[i].key == key)
                    ++i;
            }
            starts[taken] = i;
            storeIndices(heads, taken, group, end);
            if (m_out.values != nullptr)
                m_sums(items, starts, taken, m_sorted.holdsValues ? nullptr : m_values, m_itemBytes,
                       m_out.values + group * m_itemBytes);
            group += taken;
        }
        streamEnd();
    }

private:
    static constexpr std::int64_t atOnce = 256; // groups, whose items stay in the nearest cache

    // `heads` are the first items of groups from `group` on, in a part that ends at item `end`.
    void storeIndices(const KeyedItem* heads, std::int64_t count, std::int64_t group, std::int64_t end) const
    {
        int shift = 0;
        for (auto dim = m_indices.sizes.size(); dim-- > 0;) {
            const auto bits = bitsOfSize(m_indices.sizes[dim]);
            if (dim < m_out.rows.size() && m_out.rows[dim] != nullptr)
                storeDim(heads, count, dim, shift, bits, m_out.rows[dim] + group);
            if (dim == 0 && m_out.pointers != nullptr)
                storePointers(heads, count, group, end, shift, bits);
            shift += bits;
        }
    }

    void storeDim(const KeyedItem* heads, std::int64_t count, std::size_t dim, int shift, int bits, I* to) const
    {
        if (m_sorted.keysAreRanks)
            for (std::int64_t i = 0; i < count; ++i)
                to[i] = m_indices.rows[dim][heads[i].item];
        else
            storeKeys(heads, count, bits == 0 ? 0 : shift, (std::uint64_t{1} << bits) - 1, to);
    }

    std::int64_t firstIndex(const KeyedItem& item, int shift, int bits) const
    {
        if (m_sorted.keysAreRanks)
            return m_indices.rows[0][item.item];
        return bits == 0 ? 0 : static_cast<std::int64_t>(item.key >> shift);
    }

    // The last group of a slice has the last word; where the next part goes on with it, that is the next part's.
    void storePointers(const KeyedItem* heads, std::int64_t count, std::int64_t group, std::int64_t end, int shift,
                       int bits) const
    {
        const auto next =
            end == m_sorted.count ? -1 : firstIndex(m_sorted.items.as<KeyedItem>()[end], shift, bits);
        for (std::int64_t i = 0; i < count; ++i) {
            const auto slice = firstIndex(heads[i], shift, bits);
            if (slice != next)
                m_out.pointers[slice + 1] = static_cast<I>(group + i + 1);
        }
    }

    const SortedEntries& m_sorted;
    const CooIndices<I>& m_indices;
    const std::byte* m_values;
    std::int64_t m_itemBytes;
    GroupSums m_sums;
    const GroupsOut<I>& m_out;
};

} // namespace

template <class I>
Ending storeGroups(const SortedEntries& sorted, const CooIndices<I>& indices, const std::byte* values,
                   std::int64_t itemBytes, ElementType type, const GroupsOut<I>& out, const Watch& watch)
{
    const auto sums = groupSums(type);
    TSCOPE_CHECK(out.values == nullptr || sums != nullptr || sorted.groups == sorted.count,
                 "only elements that have a sum lie at one place");
    if (out.pointers != nullptr)
        std::fill(out.pointers, out.pointers + indices.sizes[0] + 1, I{0});
    const PartOut<I> partOut(sorted, indices, values, itemBytes, sums, out);
    parallelFor(static_cast<std::int64_t>(sorted.parts.size()) - 1, [&](std::int64_t part) {
        if (!watch.isStopped())
            partOut.store(static_cast<std::size_t>(part));
    });
    if (out.pointers != nullptr)
        fillEmptySlices(out.pointers, indices.sizes[0]);
    return watch.isStopped() ? Ending::stopped : Ending::done;
}

template EntryOrder entryOrder(const CooIndices<std::int32_t>&);
template EntryOrder entryOrder(const CooIndices<std::int64_t>&);
template Ending sortEntries(const CooIndices<std::int32_t>&, const std::byte*, std::int64_t, SortedEntries&,
                            const Watch&);
template Ending sortEntries(const CooIndices<std::int64_t>&, const std::byte*, std::int64_t, SortedEntries&,
                            const Watch&);
template Ending storeGroups(const SortedEntries&, const CooIndices<std::int32_t>&, const std::byte*, std::int64_t,
                            ElementType, const GroupsOut<std::int32_t>&, const Watch&);
template Ending storeGroups(const SortedEntries&, const CooIndices<std::int64_t>&, const std::byte*, std::int64_t,
                            ElementType, const GroupsOut<std::int64_t>&, const Watch&);

} // namespace tscope::cpu
