// SPDX-License-Identifier: Apache-2.0
// Sums, means, least and greatest elements over dims.
#pragma once

#include "kernels/join_lattice.h"
#include "kernels/kernel_entry.h"
#include "kernels/reductions.h"
#include "kernels/sorting.h"

namespace tscope::kernels {

enum class Reduce : std::uint8_t { sum, mean, least, greatest };

// What a kind makes of a type; for those that it is not registered for, sums, which nobody calls.
template <Reduce kind, class T>
struct KindOf {
    using Type = Summing<T>;
};
template <class T>
requires(!isWhole<T>) struct KindOf<Reduce::mean, T> {
    using Type = Averaging<T>;
};
template <class T>
requires(isOrdered<T>) struct KindOf<Reduce::least, T> {
    using Type = Choosing<T, false>;
};
template <class T>
requires(isOrdered<T>) struct KindOf<Reduce::greatest, T> {
    using Type = Choosing<T, true>;
};

inline bool isReducedDim(const tscope_call& call, std::int64_t dim)
{
    const auto* dims = paramNamed(call, "dim");
    return std::find(dims->list, dims->list + dims->integer, dim) != dims->list + dims->integer;
}

// --- strided ----------------------------------------------------------------------------------------------------

template <class Kind, class Result>
struct FinishResults {
    double taken;
    const typename Kind::Partial* from;
    Result* to;
    TSCOPE_BOTH void operator()(std::int64_t i) const { to[i] = Kind::result(from[i], taken); }
};

template <class Queue, Reduce what>
std::int32_t runStridedReduce(const tscope_call* call, tscope_error* error)
{
    Queue queue(*call, error);
    const auto& from = call->in[0].members[0];
    Lattice<1> kept, reduced;
    for (int d = 0; d < from.dims; ++d)
        if (from.sizes[d] != 1)
            (isReducedDim(*call, d) ? reduced : kept).add(from.sizes[d], [&](int) { return from.strides[d]; });
    visitComputing(from.type, [&]<class T>(std::type_identity<T>) {
        using Kind = typename KindOf<what, T>::Type;
        using Result = decltype(Kind::result(Kind::start(), 0.0));
        const auto* joined =
            joinLattice(queue, kept, reduced, PlainElements<Kind, T>{static_cast<const T*>(from.data)});
        queue.each(kept.count(), FinishResults<Kind, Result>{static_cast<double>(reduced.count()), joined,
                                                             static_cast<Result*>(call->out->members[0].data)});
    });
    return queue.code();
}

// --- stored elements: those of one result are a group -----------------------------------------------------------

// Stored elements by the result that they belong to.
struct ResultKeys {
    Stored from;
    DimNumbers strides; // of the result; 0 along the reduced dims
    int parts = 1;
    int bits[1] = {};
    TSCOPE_BOTH std::uint64_t at(std::int64_t element, int) const
    {
        return static_cast<std::uint64_t>(from.offsetOf(element, strides));
    }
};

template <class Kind, class T, class Result>
struct FillResults {
    double taken;
    Result* to;
    TSCOPE_BOTH void operator()(std::int64_t i) const { to[i] = Kind::result(Kind::from(T{}), taken); }
};

// Groups by the threads that share each: a thread takes every n-th item of its group, n being how many it has.
struct GroupShares {
    static constexpr std::int64_t length = 256; // items that a thread takes at most
    const std::int64_t* starts = nullptr;       // of the groups, and where the last one ends
    const std::int64_t* begins = nullptr;       // shares before each group
    std::int64_t groups = 0, count = 0;

    struct EndsAtMost {
        const std::int64_t* begins;
        std::int64_t share;
        TSCOPE_BOTH bool operator()(std::int64_t group) const { return begins[group + 1] <= share; }
    };
    TSCOPE_BOTH std::int64_t groupOf(std::int64_t share) const
    {
        return firstNot(0, groups, EndsAtMost{begins, share});
    }
};

struct CountShares {
    const std::int64_t* starts;
    std::int64_t* to;
    TSCOPE_BOTH void operator()(std::int64_t group) const
    {
        to[group] = (starts[group + 1] - starts[group] + GroupShares::length - 1) / GroupShares::length;
    }
};

template <class Queue>
GroupShares sharesOf(Queue& queue, const std::int64_t* starts, std::int64_t groups)
{
    auto* begins = queue.template room<std::int64_t>(groups + 1);
    queue.each(groups, CountShares{starts, begins});
    queue.addUp(begins, groups);
    std::int64_t count = 0;
    queue.read(&count, begins + (queue.isGood() ? groups : 0), 1);
    return {starts, begins, groups, count};
}

template <class Kind, class T>
struct OrderedItems {
    const std::int64_t* order;
    const T* from;
    TSCOPE_BOTH typename Kind::Partial operator[](std::int64_t i) const { return Kind::from(from[order[i]]); }
};

template <class Kind, class Items>
struct JoinShares {
    GroupShares shares;
    Items items;
    typename Kind::Partial* to;
    TSCOPE_BOTH void operator()(std::int64_t share) const
    {
        const auto group = shares.groupOf(share);
        const auto begin = shares.begins[group], step = shares.begins[group + 1] - begin;
        const auto end = shares.starts[group + 1];
        auto joined = Kind::start();
        for (auto i = shares.starts[group] + share - begin; i < end; i += step)
            joined = Kind::join(joined, items[i]);
        to[share] = joined;
    }
};

// One for each group, none of which is empty.
template <class Kind, class Queue, class Items>
const typename Kind::Partial* joinGroups(Queue& queue, const GroupShares& shares, const Items& items)
{
    auto* joined = queue.template room<typename Kind::Partial>(shares.count);
    queue.each(shares.count, JoinShares<Kind, Items>{shares, items, joined});
    const typename Kind::Partial* from = joined;
    if (!queue.isGood() || shares.count <= shares.groups)
        return from;
    return joinGroups<Kind>(queue, sharesOf(queue, shares.begins, shares.groups), from);
}

template <class Kind, class T, class Result>
struct FinishGroups {
    ResultKeys keys;
    Groups groups;
    double taken; // elements of a result, stored or not
    bool countsZeros;
    const typename Kind::Partial* from;
    Result* to;
    TSCOPE_BOTH void operator()(std::int64_t group) const
    {
        auto all = from[group];
        if (countsZeros && static_cast<double>(groups.starts[group + 1] - groups.starts[group]) < taken)
            all = Kind::join(all, Kind::from(T{}));
        to[keys.at(groups.first(group), 0)] = Kind::result(all, taken);
    }
};

struct BeginAndEnd {
    std::int64_t items;
    std::int64_t* to;
    TSCOPE_BOTH void operator()(std::int64_t i) const { to[i] = i * items; }
};

// All items are of one group, which needs no sorting.
template <class Queue>
Groups oneGroup(Queue& queue, std::int64_t items)
{
    auto* order = queue.template room<std::int64_t>(items);
    auto* starts = queue.template room<std::int64_t>(2);
    queue.each(items, Count{order});
    queue.each(2, BeginAndEnd{items, starts});
    return {items, items > 0 ? 1 : 0, order, nullptr, starts};
}

// More than integers can count, where few of them are stored.
inline double elementsPerResult(const tscope_call& call)
{
    double product = 1;
    for (std::int32_t d = 0; d < call.in[0].dims; ++d)
        if (isReducedDim(call, d))
            product *= static_cast<double>(call.in[0].sizes[d]);
    return product;
}

template <class Queue, Reduce what>
std::int32_t runStoredReduce(const tscope_call* call, tscope_error* error)
{
    Queue queue(*call, error);
    ResultKeys keys;
    keys.from = withSlices(queue, Stored::of(call->in[0]));
    const auto& out = call->out->members[0];
    for (int d = 0; d < out.dims; ++d)
        keys.strides.at[d] = isReducedDim(*call, d) ? 0 : out.strides[d];
    const auto results = linesOf(*call->out, call->out->dims);
    keys.bits[0] = std::max(static_cast<int>(std::bit_width(static_cast<std::uint64_t>(results))), 1);
    const auto taken = elementsPerResult(*call);
    const auto elements = keys.from.elements();
    const auto& values = Stored::valuesOf(call->in[0]);
    constexpr bool countsZeros = what == Reduce::least || what == Reduce::greatest;
    visitComputing(values.type, [&]<class T>(std::type_identity<T>) {
        using Kind = typename KindOf<what, T>::Type;
        using Result = decltype(Kind::result(Kind::start(), 0.0));
        auto* to = static_cast<Result*>(out.data);
        const auto* from = static_cast<const T*>(values.data);
        queue.each(results, FillResults<Kind, T, Result>{taken, to});
        const auto groups = results == 1 ? oneGroup(queue, elements) : groupItems(queue, elements, keys);
        const auto shares = sharesOf(queue, groups.starts, groups.count);
        const auto* joined = joinGroups<Kind>(queue, shares, OrderedItems<Kind, T>{groups.order, from});
        queue.each(groups.count, FinishGroups<Kind, T, Result>{keys, groups, taken, countsZeros, joined, to});
    });
    return queue.code();
}

template <class Queue>
void addReductions(std::vector<KernelEntry>& list)
{
    const auto add = [&list](const char* op, const char* name, const char* layout, std::uint64_t types,
                             Run run) -> KernelEntry& {
        auto& entry = addReduction(list, op, name, layout, types, run);
        entry.takes = takesFewDims;
        return entry;
    };
    add("sum", "sum.strided", "strided", computingTypes, runStridedReduce<Queue, Reduce::sum>).indexTypes = 0;
    add("mean", "mean.strided", "strided", fractionTypes, runStridedReduce<Queue, Reduce::mean>).indexTypes = 0;
    add("amin", "amin.strided", "strided", orderedTypes, runStridedReduce<Queue, Reduce::least>).indexTypes = 0;
    add("amax", "amax.strided", "strided", orderedTypes, runStridedReduce<Queue, Reduce::greatest>).indexTypes = 0;
    for (const auto* layout : {"csr", "csc", "bsr", "bsc", "coo"}) {
        const auto* once = eachPlaceOnce(layout);
        addStoredSum(list, "sum", "sum.stored", layout, computingTypes, runStoredReduce<Queue, Reduce::sum>)
            .takes = takesFewDims;
        addStoredSum(list, "mean", "mean.stored", layout, fractionTypes, runStoredReduce<Queue, Reduce::mean>)
            .takes = takesFewDims;
        add("amin", "amin.stored", layout, orderedTypes, runStoredReduce<Queue, Reduce::least>).needs = {once};
        add("amax", "amax.stored", layout, orderedTypes, runStoredReduce<Queue, Reduce::greatest>).needs = {once};
    }
}

} // namespace tscope::kernels
