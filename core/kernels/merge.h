// SPDX-License-Identifier: Apache-2.0
// Sparse with sparse: the entries of both sorted by their place; a sum has all places, a product those of both. An
// entry that is stored more than once at a place counts as the sum of them.
#pragma once

#include "kernels/elementwise.h"
#include "kernels/pattern_out.h"

namespace tscope::kernels {

// The entries of a, then those of b.
struct BothStored {
    Stored a, b;

    int coordinates() const { return a.coordinates(); }
    std::int64_t extentOf(int which) const { return a.extentOf(which); }
    TSCOPE_BOTH std::int64_t coordinate(int which, std::int64_t item) const
    {
        const auto ofA = a.lines * a.entries;
        return item < ofA ? a.coordinate(which, item) : b.coordinate(which, item - ofA);
    }
};

// Groups in which both have an entry.
struct IsOfBoth {
    Groups groups;
    std::int64_t ofA;
    std::int64_t* to;
    TSCOPE_BOTH void operator()(std::int64_t group) const
    {
        const auto first = groups.order[groups.starts[group]], last = groups.order[groups.starts[group + 1] - 1];
        to[group] = first < ofA && last >= ofA ? 1 : 0; // items of one place stay in their order
    }
};

struct WriteChosen {
    const std::int64_t* numbers;
    std::int64_t* to;
    TSCOPE_BOTH void operator()(std::int64_t group) const
    {
        if (numbers[group + 1] != numbers[group])
            to[numbers[group]] = group;
    }
};

// Some of the groups. As those do not lie behind each other, each has its own end.
struct Chosen {
    Groups groups;
    std::int64_t count = 0;
    const std::int64_t* which = nullptr; // null: all
    TSCOPE_BOTH std::int64_t group(std::int64_t i) const { return which != nullptr ? which[i] : i; }
};

struct FirstOfChosen {
    Chosen chosen;
    std::int64_t* to;
    TSCOPE_BOTH void operator()(std::int64_t i) const { to[i] = chosen.groups.first(chosen.group(i)); }
};

template <Join join, class T>
struct MergeElements {
    Chosen chosen;
    std::int64_t ofA, each; // items of a; elements of an entry
    const T *a, *b;
    T* to;
    TSCOPE_BOTH void operator()(std::int64_t i) const
    {
        const auto group = chosen.group(i / each), element = i % each;
        const auto begin = chosen.groups.starts[group], end = chosen.groups.starts[group + 1];
        auto middle = begin; // items of a come first
        while (middle < end && chosen.groups.order[middle] < ofA)
            ++middle;
        if (join == Join::add && end == begin + 1) { // one that is alone stays as it is, bit for bit
            to[i] = middle > begin ? a[chosen.groups.order[begin] * each + element]
                                   : b[(chosen.groups.order[begin] - ofA) * each + element];
            return;
        }
        const auto sumOf = [&](const T* values, std::int64_t before, std::int64_t first, std::int64_t last) {
            auto sum = Wide<T>::from(values[(chosen.groups.order[first] - before) * each + element]);
            for (auto k = first + 1; k < last; ++k)
                sum = sum + Wide<T>::from(values[(chosen.groups.order[k] - before) * each + element]);
            return sum;
        };
        if (middle == begin || middle == end) {
            to[i] = Wide<T>::to(middle == end ? sumOf(a, 0, begin, end) : sumOf(b, ofA, begin, end));
            return;
        }
        const auto left = sumOf(a, 0, begin, middle), right = sumOf(b, ofA, middle, end);
        if constexpr (join == Join::add)
            to[i] = Wide<T>::to(left + right);
        else
            to[i] = Wide<T>::to(left * right);
    }
};

template <class Queue>
struct Merge {
    Queue queue;
    BothStored both;
    Chosen chosen;
    Groups entries; // of the result: the first item of each

    Merge(const tscope_call& call, tscope_error* error) : queue(call, error) {}
};

template <class Queue, Join join>
std::int64_t entriesOfMerge(const tscope_call* call, tscope_error* error)
{
    auto& state = stateOf<Merge<Queue>>(*call, error);
    auto& queue = state.queue;
    auto& chosen = state.chosen;
    state.both = {withSlices(queue, Stored::of(call->in[0])), withSlices(queue, Stored::of(call->in[1]))};
    const auto ofA = state.both.a.total();
    chosen.groups = groupItems(queue, ofA + state.both.b.total(), CoordinateKeys<BothStored>::of(state.both));
    chosen.count = chosen.groups.count;
    if constexpr (join == Join::multiply) {
        auto* numbers = queue.template room<std::int64_t>(chosen.groups.count + 1);
        queue.each(chosen.groups.count, IsOfBoth{chosen.groups, ofA, numbers});
        queue.addUp(numbers, chosen.groups.count);
        queue.read(&chosen.count, numbers + (queue.isGood() ? chosen.groups.count : 0), 1);
        auto* which = queue.template room<std::int64_t>(chosen.count);
        queue.each(chosen.groups.count, WriteChosen{numbers, which});
        chosen.which = which;
    }
    auto* firsts = queue.template room<std::int64_t>(chosen.count);
    queue.each(chosen.count, FirstOfChosen{chosen, firsts});
    state.entries = eachItem(queue, chosen.count, firsts);
    return entriesPerLine(queue, *call, error, state.both, state.entries);
}

template <class Queue, Join join>
std::int32_t runMerge(const tscope_call* call, tscope_error* error)
{
    auto& state = stateOf<Merge<Queue>>(*call, error);
    auto& queue = state.queue;
    queue.answerTo(*call, error);
    writePattern(queue, *call->out, state.both, state.entries);
    const auto &a = Stored::valuesOf(call->in[0]), &b = Stored::valuesOf(call->in[1]);
    const auto each =
        call->out->entries == 0 ? 1 : state.both.a.block[0] * state.both.a.block[1] * tailOf(*call->out);
    visitComputing(a.type, [&]<class T>(std::type_identity<T>) {
        queue.each(state.chosen.count * each,
                   MergeElements<join, T>{state.chosen, state.both.a.total(), each, static_cast<const T*>(a.data),
                                          static_cast<const T*>(b.data),
                                          static_cast<T*>(Stored::valuesOf(*call->out).data)});
    });
    return queue.code();
}

template <class Queue>
void addMerges(std::vector<KernelEntry>& list)
{
    const auto add = [&list](const char* op, const char* name, const char* layout, EntriesOf entries, Run run) {
        list.push_back({.op = op,
                        .name = name,
                        .layouts = {layout, layout},
                        .result = layout,
                        .run = run,
                        .entries = entries,
                        .takes = takesFewDims,
                        .release = releaseKept<Merge<Queue>>});
    };
    for (const auto* layout : {"csr", "csc", "bsr", "bsc", "coo"}) {
        add("add", "add.merge", layout, entriesOfMerge<Queue, Join::add>, runMerge<Queue, Join::add>);
        add("mul", "mul.merge", layout, entriesOfMerge<Queue, Join::multiply>, runMerge<Queue, Join::multiply>);
    }
}

} // namespace tscope::kernels
