// SPDX-License-Identifier: Apache-2.0
#include "cpu/backend/convert.h"
#include "cpu/backend/coo_entries.h"
#include "cpu/backend/kernels.h"
#include "cpu/elementwise/strided_ops.h"

#include <algorithm>
#include <vector>

namespace tscope::cpu {

namespace {

// --- sums: all entries of both, sorted, those of one place added up ---------------------------------------------

struct Union {
    EntryList all;
    SortedEntries sorted;
};

template <class I>
bool joinEntries(const tscope_operand& a, const tscope_operand& b, EntryList& all)
{
    const auto dims = sparseDims(a), bytes = bytesPerCooEntry(a);
    if (!all.make(dims, sizeof(I), a.entries + b.entries, bytes))
        return false;
    auto* rows = all.indices.as<I>();
    auto* values = all.values.data();
    for (const auto* operand : {&a, &b}) {
        const auto* from = static_cast<const I*>(operand->members[0].data);
        const auto before = operand == &a ? 0 : a.entries;
        for (std::int64_t d = 0; d < dims; ++d)
            std::copy_n(from + d * operand->entries, operand->entries, rows + d * all.count + before);
        const auto* own = static_cast<const std::byte*>(operand->members[1].data);
        std::copy_n(own, operand->entries * bytes, values + before * bytes);
    }
    return true;
}

std::int64_t entriesOfUnion(const tscope_call* call, tscope_error* error)
{
    const auto& a = call->in[0];
    auto& kept = keptOf<Union>(*call);
    return visitIndex(a.members[0].type, [&]<class I>(std::type_identity<I>) -> std::int64_t {
        if (!joinEntries<I>(a, call->in[1], kept.all))
            return -failed(error, TSCOPE_OUT_OF_MEMORY, textOf(Ending::noMemory));
        const SortedBy<I> by(a, false, kept.all.indices.as<I>(), kept.all.count);
        const auto ending =
            sortEntries(by.indices(), kept.all.values.data(), bytesPerCooEntry(a), kept.sorted, watchOf(*call));
        if (ending != Ending::done)
            return -failed(error, codeOf(ending), textOf(ending));
        return kept.sorted.groups;
    });
}

std::int32_t runUnion(const tscope_call* call, tscope_error* error)
{
    const auto &a = call->in[0], &out = *call->out;
    const auto& kept = keptOf<Union>(*call);
    return visitIndex(a.members[0].type, [&]<class I>(std::type_identity<I>) {
        const SortedBy<I> by(a, false, kept.all.indices.as<I>(), kept.all.count);
        const auto ending = storeEntries(kept.sorted, by.indices(), kept.all.values.data(), a,
                                         static_cast<I*>(out.members[0].data), out.entries,
                                         static_cast<std::byte*>(out.members[1].data), watchOf(*call));
        return ending == Ending::done ? std::int32_t{TSCOPE_OK} : failed(error, codeOf(ending), textOf(ending));
    });
}

// --- products: places that both have
// ------------------------------------------------------------------------------

struct Pair {
    std::int64_t a = 0, b = 0;
};

struct Intersection {
    EntryList a, b; // in order, each place once
    std::vector<Pair> matches;
};

// Below 0: the entry of a comes first.
template <class I>
int compared(const EntryList& a, std::int64_t i, const EntryList& b, std::int64_t j, std::int64_t dims)
{
    for (std::int64_t d = 0; d < dims; ++d) {
        const auto left = a.indices.as<I>()[d * a.count + i], right = b.indices.as<I>()[d * b.count + j];
        if (left != right)
            return left < right ? -1 : 1;
    }
    return 0;
}

std::int64_t entriesOfIntersection(const tscope_call* call, tscope_error* error)
{
    const auto &a = call->in[0], &b = call->in[1];
    auto& kept = keptOf<Intersection>(*call);
    return visitIndex(a.members[0].type, [&]<class I>(std::type_identity<I>) -> std::int64_t {
        for (const auto* operand : {&a, &b}) {
            const auto ending = bringInOrder<I>(*operand, operand == &a ? kept.a : kept.b, watchOf(*call));
            if (ending != Ending::done)
                return -failed(error, codeOf(ending), textOf(ending));
        }
        for (Pair at; at.a < kept.a.count && at.b < kept.b.count;) {
            const auto order = compared<I>(kept.a, at.a, kept.b, at.b, sparseDims(a));
            if (order == 0)
                kept.matches.push_back(at);
            at.a += order <= 0 ? 1 : 0;
            at.b += order >= 0 ? 1 : 0;
        }
        return static_cast<std::int64_t>(kept.matches.size());
    });
}

std::int32_t runIntersection(const tscope_call* call, tscope_error*)
{
    const auto &a = call->in[0], &out = *call->out;
    const auto& kept = keptOf<Intersection>(*call);
    const std::int64_t tail[] = {valuesPerCooEntry(a)}, strides[] = {1};
    const auto watch = watchOf(*call);
    return visitIndex(a.members[0].type, [&]<class I>(std::type_identity<I>) {
        return visitComputing(a.members[1].type, [&]<class T>(std::type_identity<T>) {
            auto* rows = static_cast<I*>(out.members[0].data);
            auto* values = static_cast<T*>(out.members[1].data);
            for (std::size_t k = 0; k < kept.matches.size(); ++k) {
                const auto [i, j] = kept.matches[k];
                const auto at = static_cast<std::int64_t>(k);
                for (std::int64_t d = 0; d < sparseDims(a); ++d)
                    rows[d * out.entries + at] = kept.a.indices.as<I>()[d * kept.a.count + i];
                if (!combineStrided<T>(Binary::multiply, tail, {values + at * tail[0], strides},
                                       {kept.a.values.as<T>() + i * tail[0], strides},
                                       {kept.b.values.as<T>() + j * tail[0], strides}, watch))
                    return codeOf(false);
            }
            return codeOf(true);
        });
    });
}

// --- with a strided tensor
// ------------------------------------------------------------------------------------------

std::int32_t runTimesDense(const tscope_call* call, tscope_error*)
{
    const auto& a = call->in[0];
    const auto &dense = call->in[1].members[0], &out = call->out->members[1];
    const auto sparse = sparseDims(a);
    const auto tail = static_cast<std::size_t>(a.dense_dims);
    const auto watch = watchOf(*call);
    const auto each = valuesPerCooEntry(a);
    const std::span sizes(a.members[1].sizes + 1, tail), own(a.members[1].strides + 1, tail);
    const std::span other(dense.strides + sparse, tail);
    return visitIndex(a.members[0].type, [&]<class I>(std::type_identity<I>) {
        return visitComputing(a.members[1].type, [&]<class T>(std::type_identity<T>) {
            const auto* rows = static_cast<const I*>(a.members[0].data);
            const auto* from = static_cast<const T*>(a.members[1].data);
            for (std::int64_t k = 0; k < a.entries; ++k) {
                std::int64_t offset = 0;
                for (std::int64_t d = 0; d < sparse; ++d)
                    offset += std::int64_t{rows[d * a.entries + k]} * dense.strides[d];
                if (!combineStrided<T>(Binary::multiply, sizes, {static_cast<T*>(out.data) + k * each, own},
                                       {from + k * each, own}, {static_cast<const T*>(dense.data) + offset, other},
                                       watch))
                    return codeOf(false);
            }
            return codeOf(true);
        });
    });
}

} // namespace

void addCooElementwise(std::vector<KernelEntry>& list)
{
    list.push_back({.op = "add",
                    .name = "cpu.add.join_and_sort",
                    .layouts = {"coo", "coo"},
                    .result = "coo",
                    .run = runUnion,
                    .entries = entriesOfUnion,
                    .release = releaseKept<Union>});
    list.push_back({.op = "mul",
                    .name = "cpu.mul.sort_and_match",
                    .layouts = {"coo", "coo"},
                    .result = "coo",
                    .run = runIntersection,
                    .entries = entriesOfIntersection,
                    .release = releaseKept<Intersection>});
    list.push_back({.op = "mul",
                    .name = "cpu.mul.coordinates",
                    .layouts = {"coo", "strided"},
                    .result = "coo",
                    .run = runTimesDense,
                    .shared = {0, -1}});
}

} // namespace tscope::cpu
