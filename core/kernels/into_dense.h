// SPDX-License-Identifier: Apache-2.0
// Sparse with strided: elements that are stored, put or added where they belong, or multiplied by what stands
// there.
#pragma once

#include "kernels/copy.h"
#include "kernels/elementwise.h"
#include "kernels/sorting.h"
#include "kernels/words.h"
#include "kernels/zero_test.h"

namespace tscope::kernels {

inline constexpr auto anyType = ~std::uint64_t{0}; // for kernels that only move elements

// --- moved: each place is stored once ---------------------------------------------------------------------------

struct ScatterBytes {
    Stored from;
    DimNumbers strides; // of the result, in elements
    std::int64_t itemBytes;
    const std::uint8_t* values;
    std::uint8_t* to;
    TSCOPE_BOTH void operator()(std::int64_t element) const
    {
        moveItems(to + from.offsetOf(element, strides) * itemBytes, values + element * itemBytes, itemBytes,
                  itemBytes);
    }
};

template <class Queue>
std::int32_t runScatter(const tscope_call* call, tscope_error* error)
{
    Queue queue(*call, error);
    const auto from = withSlices(queue, Stored::of(call->in[0]));
    const auto &values = Stored::valuesOf(call->in[0]), &to = call->out->members[0];
    queue.clear(to.data, linesOf(*call->out, call->out->dims) * to.item_size);
    queue.each(from.elements(),
               ScatterBytes{from, DimNumbers(to.strides, to.dims), to.item_size,
                            static_cast<const std::uint8_t*>(values.data), static_cast<std::uint8_t*>(to.data)});
    return queue.code();
}

// --- added: a place may be stored more than once ----------------------------------------------------------------

template <class T>
struct AddGroups {
    Stored from;
    Groups groups;
    DimNumbers strides;
    bool isAdded; // to what stands there; else nothing does
    const T* values;
    T* to;
    TSCOPE_BOTH void operator()(std::int64_t i) const
    {
        const auto each = from.perEntry();
        const auto group = i / each, element = i % each;
        auto& at = to[from.offsetOf(groups.first(group) * each + element, strides)];
        const auto first = groups.starts[group], end = groups.starts[group + 1];
        const auto* own = values + element;
        if (!isAdded && end == first + 1) { // one that is alone stays as it is, bit for bit
            at = own[groups.order[first] * each];
            return;
        }
        auto sum = Wide<T>::from(own[groups.order[first] * each]);
        for (auto k = first + 1; k < end; ++k)
            sum = sum + Wide<T>::from(own[groups.order[k] * each]);
        at = Wide<T>::to(isAdded ? Wide<T>::from(at) + sum : sum);
    }
};

template <class Queue>
void addInto(Queue& queue, const tscope_operand& sparse, const tscope_array& to, bool isAdded)
{
    const auto from = withSlices(queue, Stored::of(sparse));
    const auto groups = groupItems(queue, from.total(), CoordinateKeys<Stored>::of(from));
    const auto& values = Stored::valuesOf(sparse);
    visitComputing(to.type, [&]<class T>(std::type_identity<T>) {
        queue.each(groups.count * from.perEntry(),
                   AddGroups<T>{from, groups, DimNumbers(to.strides, to.dims), isAdded,
                                static_cast<const T*>(values.data), static_cast<T*>(to.data)});
    });
}

template <class Queue>
std::int32_t runAddToDense(const tscope_call* call, tscope_error* error)
{
    Queue queue(*call, error);
    copyStrided(queue, call->out->members[0], call->in[1].members[0]);
    addInto(queue, call->in[0], call->out->members[0], true);
    return queue.code();
}

template <class Queue>
std::int32_t runSumIntoPlace(const tscope_call* call, tscope_error* error)
{
    Queue queue(*call, error);
    const auto& to = call->out->members[0];
    queue.clear(to.data, linesOf(*call->out, call->out->dims) * to.item_size);
    addInto(queue, call->in[0], to, false);
    return queue.code();
}

// --- multiplied: what is stored stays, with another value -------------------------------------------------------

template <class T>
struct MultiplyStored {
    Stored from;
    DimNumbers strides; // of the strided factor
    const T *values, *factor;
    T* to;
    TSCOPE_BOTH void operator()(std::int64_t element) const
    {
        to[element] = joined<Join::multiply>(values[element], factor[from.offsetOf(element, strides)]);
    }
};

template <class Queue>
std::int32_t runMultiplyStored(const tscope_call* call, tscope_error* error)
{
    Queue queue(*call, error);
    const auto from = Stored::of(call->in[0]);
    const auto &values = Stored::valuesOf(call->in[0]), &factor = call->in[1].members[0];
    visitComputing(values.type, [&]<class T>(std::type_identity<T>) {
        queue.each(from.elements(),
                   MultiplyStored<T>{from, DimNumbers(factor.strides, factor.dims),
                                     static_cast<const T*>(values.data), static_cast<const T*>(factor.data),
                                     static_cast<T*>(Stored::valuesOf(*call->out).data)});
    });
    return queue.code();
}

template <class Queue>
void addIntoDense(std::vector<KernelEntry>& list)
{
    for (const auto* layout : {"csr", "csc", "bsr", "bsc"}) {
        list.push_back({.op = "convert",
                        .name = "convert.scatter",
                        .layouts = {layout},
                        .result = "strided",
                        .types = anyType,
                        .run = runScatter<Queue>,
                        .needs = {"5.6"}, // of two at one place one would be lost
                        .takes = takesFewDims});
        list.push_back({.op = "mul",
                        .name = "mul.stored",
                        .layouts = {layout, "strided"},
                        .result = layout,
                        .run = runMultiplyStored<Queue>,
                        .shared = {0, 1, -1},
                        .takes = takesFewDims});
        list.push_back({.op = "add",
                        .name = "add.into_place",
                        .layouts = {layout, "strided"},
                        .result = "strided",
                        .run = runAddToDense<Queue>,
                        .takes = takesFewDims});
    }
    list.push_back({.op = "convert",
                    .name = "convert.sum_into_place",
                    .layouts = {"coo"},
                    .result = "strided",
                    .run = runSumIntoPlace<Queue>,
                    .takes = takesFewDims});
    list.push_back({.op = "mul",
                    .name = "mul.stored",
                    .layouts = {"coo", "strided"},
                    .result = "coo",
                    .run = runMultiplyStored<Queue>,
                    .shared = {0, -1},
                    .takes = takesFewDims});
    list.push_back({.op = "add",
                    .name = "add.into_place",
                    .layouts = {"coo", "strided"},
                    .result = "strided",
                    .run = runAddToDense<Queue>,
                    .takes = takesFewDims});
}

} // namespace tscope::kernels
