// SPDX-License-Identifier: Apache-2.0
// Sparse times sparse: all products of two entries are listed, sorted by their place, and those of a place added
// up in the order in which they were listed.
#pragma once

#include "kernels/arithmetic.h"
#include "kernels/kernel_entry.h"
#include "kernels/pattern_out.h"

namespace tscope::kernels {

// Entry e of a meets all entries of the row of b that its column names.
struct PairList {
    Stored a, b;
    const std::int64_t* begins = nullptr; // of the pairs of each entry of a
    std::int64_t columns = 0;

    TSCOPE_BOTH std::int64_t countOf(std::int64_t entry) const
    {
        const auto line = entry / a.entries, row = a.indices[entry];
        return b.pointer(line, row + 1) - b.pointer(line, row);
    }
    struct BeginsAtMost {
        const std::int64_t* begins;
        std::int64_t pair;
        TSCOPE_BOTH bool operator()(std::int64_t entry) const { return begins[entry + 1] <= pair; }
    };
    TSCOPE_BOTH std::int64_t first(std::int64_t pair) const
    {
        return firstNot(0, a.lines * a.entries, BeginsAtMost{begins, pair});
    }
    TSCOPE_BOTH std::int64_t second(std::int64_t pair, std::int64_t entry) const
    {
        const auto line = entry / a.entries;
        return line * b.entries + b.pointer(line, a.indices[entry]) + pair - begins[entry];
    }
    // As that of a stored entry: line, row, column.
    TSCOPE_BOTH std::int64_t coordinate(int which, std::int64_t pair) const
    {
        const auto entry = first(pair);
        return which == 0 ? entry / a.entries : which == 1 ? a.slice(entry) : b.indices[second(pair, entry)];
    }
    int coordinates() const { return 3; }
    std::int64_t extentOf(int which) const { return which == 0 ? a.lines : which == 1 ? a.slices : columns; }
};

struct CountPairs {
    PairList pairs;
    std::int64_t* to;
    TSCOPE_BOTH void operator()(std::int64_t entry) const { to[entry] = pairs.countOf(entry); }
};

template <class T>
struct AddPairs {
    PairList pairs;
    Groups groups;
    const T *a, *b;
    T* to;
    TSCOPE_BOTH void operator()(std::int64_t group) const
    {
        WideOf<T> sum{};
        for (auto i = groups.starts[group]; i < groups.starts[group + 1]; ++i) {
            const auto pair = groups.order[i], entry = pairs.first(pair);
            sum = sum + Wide<T>::from(a[entry]) * Wide<T>::from(b[pairs.second(pair, entry)]);
        }
        to[group] = Wide<T>::to(sum);
    }
};

template <class Queue>
struct PairProduct {
    Queue queue;
    PairList pairs;
    Groups groups;

    PairProduct(const tscope_call& call, tscope_error* error) : queue(call, error) {}
};

template <class Queue>
std::int64_t entriesOfPairs(const tscope_call* call, tscope_error* error)
{
    auto& kept = stateOf<PairProduct<Queue>>(*call, error);
    auto& [queue, pairs, groups] = kept;
    pairs.a = withSlices(queue, Stored::of(call->in[0]));
    pairs.b = Stored::of(call->in[1]);
    pairs.columns = pairs.b.width;
    const auto entries = pairs.a.total();
    auto* begins = queue.template room<std::int64_t>(entries + 1);
    queue.each(entries, CountPairs{pairs, begins});
    queue.addUp(begins, entries);
    std::int64_t count = 0;
    queue.read(&count, begins + (queue.isGood() ? entries : 0), 1);
    pairs.begins = begins;
    groups = groupItems(queue, count, CoordinateKeys<PairList>::of(pairs));
    return entriesPerLine(queue, *call, error, pairs, groups);
}

template <class Queue>
std::int32_t runPairs(const tscope_call* call, tscope_error* error)
{
    auto& state = stateOf<PairProduct<Queue>>(*call, error); // clang 14 can't capture structured bindings
    auto& queue = state.queue;
    const auto& pairs = state.pairs;
    const auto& groups = state.groups;
    queue.answerTo(*call, error);
    writePattern(queue, *call->out, pairs, groups);
    const auto &a = call->in[0].members[2], &b = call->in[1].members[2];
    visitComputing(a.type, [&]<class T>(std::type_identity<T>) {
        queue.each(groups.count,
                   AddPairs<T>{pairs, groups, static_cast<const T*>(a.data), static_cast<const T*>(b.data),
                               static_cast<T*>(call->out->members[2].data)});
    });
    return queue.code();
}

template <class Queue>
void addSparseProducts(std::vector<KernelEntry>& list)
{
    list.push_back({.op = "matmul",
                    .name = "matmul.pairs",
                    .layouts = {"csr", "csr"},
                    .result = "csr",
                    .run = runPairs<Queue>,
                    .entries = entriesOfPairs<Queue>,
                    .takes = takesFewDims,
                    .release = releaseKept<PairProduct<Queue>>});
}

} // namespace tscope::kernels
