// SPDX-License-Identifier: Apache-2.0
// Sums, means, least and greatest elements over dims.
#pragma once

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

// The elements of one result are taken in pieces, a thread each; the pieces are joined in their order.
inline constexpr std::int64_t pieceLength = 4096;

template <class Kind, class T>
struct ReducePieces {
    Lattice<1> kept, reduced;
    std::int64_t length, pieces;
    const T* from;
    typename Kind::Partial* to;
    TSCOPE_BOTH void operator()(std::int64_t i) const
    {
        std::int64_t begin[1], at[1];
        kept.offsets(i / pieces, begin);
        const auto first = i % pieces * length, all = reduced.count();
        const auto last = first + length < all ? first + length : all;
        auto partial = Kind::start();
        for (auto k = first; k < last; ++k) {
            reduced.offsets(k, at);
            partial = Kind::join(partial, Kind::from(from[begin[0] + at[0]]));
        }
        to[i] = partial;
    }
};

template <class Kind, class Result>
struct JoinPieces {
    std::int64_t pieces;
    double taken;
    const typename Kind::Partial* from;
    Result* to;
    TSCOPE_BOTH void operator()(std::int64_t i) const
    {
        auto all = Kind::start();
        for (std::int64_t p = 0; p < pieces; ++p)
            all = Kind::join(all, from[i * pieces + p]);
        to[i] = Kind::result(all, taken);
    }
};

template <class Kind, class T, class Queue>
void reduceLattice(Queue& queue, const Lattice<1>& kept, const Lattice<1>& reduced, const T* from, void* to)
{
    using Result = decltype(Kind::result(Kind::start(), 0.0));
    const auto results = kept.count(), elements = reduced.count();
    const auto pieces = std::max<std::int64_t>((elements + pieceLength - 1) / pieceLength, 1);
    auto* partials = queue.template room<typename Kind::Partial>(results * pieces);
    queue.each(results * pieces, ReducePieces<Kind, T>{kept, reduced, pieceLength, pieces, from, partials});
    queue.each(results, JoinPieces<Kind, Result>{pieces, static_cast<double>(elements), partials,
                                                 static_cast<Result*>(to)});
}

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
        reduceLattice<typename KindOf<what, T>::Type>(queue, kept, reduced, static_cast<const T*>(from.data),
                                                      call->out->members[0].data);
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

// Groups in pieces, as above: a thread takes one, and the pieces of a group are joined in their order.
struct GroupPieces {
    Groups groups;
    const std::int64_t* begins = nullptr; // pieces before each group
    std::int64_t count = 0;

    struct EndsAtMost {
        const std::int64_t* begins;
        std::int64_t piece;
        TSCOPE_BOTH bool operator()(std::int64_t group) const { return begins[group + 1] <= piece; }
    };
    TSCOPE_BOTH std::int64_t groupOf(std::int64_t piece) const
    {
        return firstNot(0, groups.count, EndsAtMost{begins, piece});
    }
};

struct CountPieces {
    Groups groups;
    std::int64_t* to;
    TSCOPE_BOTH void operator()(std::int64_t group) const
    {
        to[group] = (groups.starts[group + 1] - groups.starts[group] + pieceLength - 1) / pieceLength;
    }
};

template <class Queue>
GroupPieces piecesOf(Queue& queue, const Groups& groups)
{
    auto* begins = queue.template room<std::int64_t>(groups.count + 1);
    queue.each(groups.count, CountPieces{groups, begins});
    queue.addUp(begins, groups.count);
    std::int64_t count = 0;
    queue.read(&count, begins + (queue.isGood() ? groups.count : 0), 1);
    return {groups, begins, count};
}

template <class Kind, class T>
struct ReduceGroupPieces {
    GroupPieces pieces;
    const T* from;
    typename Kind::Partial* to;
    TSCOPE_BOTH void operator()(std::int64_t piece) const
    {
        const auto& groups = pieces.groups;
        const auto group = pieces.groupOf(piece);
        const auto first = groups.starts[group] + (piece - pieces.begins[group]) * pieceLength;
        const auto end = groups.starts[group + 1];
        const auto last = first + pieceLength < end ? first + pieceLength : end;
        auto partial = Kind::start();
        for (auto k = first; k < last; ++k)
            partial = Kind::join(partial, Kind::from(from[groups.order[k]]));
        to[piece] = partial;
    }
};

template <class Kind, class T, class Result>
struct JoinGroupPieces {
    ResultKeys keys;
    GroupPieces pieces;
    double taken; // elements of a result, stored or not
    bool countsZeros;
    const typename Kind::Partial* from;
    Result* to;
    TSCOPE_BOTH void operator()(std::int64_t group) const
    {
        auto all = Kind::start();
        for (auto piece = pieces.begins[group]; piece < pieces.begins[group + 1]; ++piece)
            all = Kind::join(all, from[piece]);
        const auto& groups = pieces.groups;
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
        const auto pieces = piecesOf(queue, groups);
        auto* partials = queue.template room<typename Kind::Partial>(pieces.count);
        queue.each(pieces.count, ReduceGroupPieces<Kind, T>{pieces, from, partials});
        queue.each(groups.count, JoinGroupPieces<Kind, T, Result>{keys, pieces, taken, countsZeros, partials, to});
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
        addSum(list, "sum.stored", layout, runStoredReduce<Queue, Reduce::sum>).takes = takesFewDims;
        add("mean", "mean.stored", layout, fractionTypes, runStoredReduce<Queue, Reduce::mean>);
        add("amin", "amin.stored", layout, orderedTypes, runStoredReduce<Queue, Reduce::least>).needs = {once};
        add("amax", "amax.stored", layout, orderedTypes, runStoredReduce<Queue, Reduce::greatest>).needs = {once};
    }
}

} // namespace tscope::kernels
