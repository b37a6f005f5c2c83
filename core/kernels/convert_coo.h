// SPDX-License-Identifier: Apache-2.0
// Conversions from coo and to it.
#pragma once

#include "kernels/convert_patterns.h"

namespace tscope::kernels {

// A coo as what comes out has its coordinates: one after the other, or as line, slice and index of a matrix.
struct CooPlaces {
    Stored coo;
    bool isMatrix = false, columnsFirst = false;

    static CooPlaces of(const tscope_call& call)
    {
        return {Stored::of(call.in[0]), !isLayout(*call.out, "coo"), isLayout(*call.out, "csc")};
    }
    int coordinates() const { return isMatrix ? 3 : coo.sparseDims; }
    TSCOPE_BOTH int dimOf(int which) const { return !isMatrix ? which : columnsFirst ? 2 - which : which - 1; }
    std::int64_t extentOf(int which) const { return isMatrix && which == 0 ? 1 : coo.sizes[dimOf(which)]; }
    TSCOPE_BOTH std::int64_t coordinate(int which, std::int64_t entry) const
    {
        return isMatrix && which == 0 ? 0 : coo.coordinate(dimOf(which), entry);
    }
};

// A slice's entries behind each other are what a matrix has; a coo of more sparse dims is another thing.
inline std::int32_t takesMatrixEntries(const tscope_call* call, tscope_error* error)
{
    const auto& out = *call->out;
    if (out.batch_dims == 0 && out.dims - out.dense_dims == 2)
        return takesFewDims(call, error);
    failed(error, TSCOPE_UNSUPPORTED, "takes matrices without batch dims only");
    return 0;
}

// --- in order, each place once: columns and values stay where they are ------------------------------------------

template <class Queue>
std::int32_t takesInOrder(const tscope_call* call, tscope_error* error)
{
    const auto* known = paramNamed(*call, "in_order"); // whoever calls has a proof of it
    if (takesFewDims(call, error) == 0)
        return 0;
    const auto places = CooPlaces::of(*call);
    if (known != nullptr && known->integer != 0 && !places.columnsFirst)
        return 1;
    Queue queue(*call, error);
    const bool isInOrder = keysRise(queue, places.coo.entries, CoordinateKeys<CooPlaces>::of(places));
    if (!queue.isGood() || isInOrder)
        return queue.isGood() ? 1 : 0; // what went wrong is told by the queue
    failed(error, TSCOPE_UNSUPPORTED, "takes entries in order only, each place once");
    return 0;
}

template <class Queue>
std::int32_t takesMatrixInOrder(const tscope_call* call, tscope_error* error)
{
    return takesMatrixEntries(call, error) == 0 ? 0 : takesInOrder<Queue>(call, error);
}

inline std::int32_t runNothing(const tscope_call*, tscope_error*)
{
    return TSCOPE_OK;
}

struct PointersOfSorted {
    CooPlaces places;
    IndicesOut to;
    struct IsBefore {
        const CooPlaces& places;
        std::int64_t slice;
        TSCOPE_BOTH bool operator()(std::int64_t entry) const { return places.coordinate(1, entry) < slice; }
    };
    TSCOPE_BOTH void operator()(std::int64_t slice) const
    {
        to.set(slice, firstNot(0, places.coo.entries, IsBefore{places, slice}));
    }
};

template <class Queue>
std::int32_t runPointers(const tscope_call* call, tscope_error* error)
{
    Queue queue(*call, error);
    const auto places = CooPlaces::of(*call);
    const IndicesOut pointers(call->out->members[0]);
    if (places.coo.entries > pointers.most())
        queue.fail(TSCOPE_OVERFLOW, "the result has more entries than its indices can count");
    queue.each(places.extentOf(1) + 1, PointersOfSorted{places, pointers});
    return queue.code();
}

// --- in any order -----------------------------------------------------------------------------------------------

template <class T>
struct SumGroups {
    Groups groups;
    std::int64_t each;
    const T* from;
    T* to;
    TSCOPE_BOTH void operator()(std::int64_t i) const
    {
        const auto group = i / each, element = i % each;
        const auto first = groups.starts[group];
        if (groups.starts[group + 1] == first + 1) { // one that is alone stays as it is, bit for bit
            to[i] = from[groups.order[first] * each + element];
            return;
        }
        auto sum = Wide<T>::from(from[groups.order[first] * each + element]);
        for (auto k = first + 1; k < groups.starts[group + 1]; ++k)
            sum = sum + Wide<T>::from(from[groups.order[k] * each + element]);
        to[i] = Wide<T>::to(sum);
    }
};

template <class Queue>
struct CooGroups {
    Queue queue;
    CooPlaces places;
    Groups groups;

    CooGroups(const tscope_call& call, tscope_error* error) : queue(call, error) {}
};

template <class Queue>
std::int64_t entriesOfGroups(const tscope_call* call, tscope_error* error)
{
    auto& [queue, places, groups] = stateOf<CooGroups<Queue>>(*call, error);
    places = CooPlaces::of(*call);
    groups = groupItems(queue, places.coo.entries, CoordinateKeys<CooPlaces>::of(places));
    return queue.isGood() ? groups.count : -queue.code();
}

template <class Queue>
std::int32_t runGroups(const tscope_call* call, tscope_error* error)
{
    auto& state = stateOf<CooGroups<Queue>>(*call, error); // clang 14 can't capture structured bindings
    auto& queue = state.queue;
    const auto& places = state.places;
    const auto& groups = state.groups;
    queue.answerTo(*call, error);
    writePattern(queue, *call->out, places, groups);
    const auto &from = call->in[0].members[1], &to = Stored::valuesOf(*call->out);
    visitComputing(from.type, [&]<class T>(std::type_identity<T>) {
        queue.each(
            groups.count * places.coo.tail,
            SumGroups<T>{groups, places.coo.tail, static_cast<const T*>(from.data), static_cast<T*>(to.data)});
    });
    return queue.code();
}

// --- csr to coo -------------------------------------------------------------------------------------------------

inline std::int32_t takesOneMatrix(const tscope_call* call, tscope_error* error)
{
    if (call->in[0].batch_dims == 0)
        return takesFewDims(call, error);
    failed(error, TSCOPE_UNSUPPORTED, "takes matrices without batch dims only");
    return 0;
}

struct WriteRowsAndColumns {
    Stored from;
    IndicesOut to;
    TSCOPE_BOTH void operator()(std::int64_t entry) const
    {
        to.set(entry, from.slice(entry));
        to.set(from.entries + entry, from.indices[entry]);
    }
};

template <class Queue>
std::int32_t runExpand(const tscope_call* call, tscope_error* error)
{
    Queue queue(*call, error);
    const auto from = Stored::of(call->in[0]);
    queue.each(from.entries, WriteRowsAndColumns{from, IndicesOut(call->out->members[0])});
    return queue.code();
}

template <class Queue>
void addCooConversions(std::vector<KernelEntry>& list)
{
    const auto add = [&list](const char* name, const char* from, const char* to, std::uint64_t types, Run run,
                             Run takes) -> KernelEntry& {
        list.push_back({.op = "convert",
                        .name = name,
                        .layouts = {from},
                        .result = to,
                        .types = types,
                        .run = run,
                        .takes = takes});
        return list.back();
    };
    const auto addGroups = [&](const char* to) {
        const bool isCoo = std::string_view(to) == "coo";
        auto& groups = add("convert.sort_and_sum", "coo", to, computingTypes, runGroups<Queue>,
                           isCoo ? takesFewDims : takesMatrixEntries);
        groups.entries = entriesOfGroups<Queue>;
        groups.release = releaseKept<CooGroups<Queue>>;
    };
    for (const auto* to : {"csr", "csc"}) {
        auto& pointers =
            add("convert.pointers", "coo", to, anyType, runPointers<Queue>, takesMatrixInOrder<Queue>);
        pointers.shared = {-1, TSCOPE_SHARED_ROW(0, std::string_view(to) == "csr" ? 1 : 0), 1};
        addGroups(to);
    }
    add("convert.keep", "coo", "coo", anyType, runNothing, takesInOrder<Queue>).shared = {0, 1};
    addGroups("coo");
    add("convert.expand", "csr", "coo", anyType, runExpand<Queue>, takesOneMatrix).shared = {-1, 2};
}

} // namespace tscope::kernels
