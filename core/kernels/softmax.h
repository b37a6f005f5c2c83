// SPDX-License-Identifier: Apache-2.0
// Softmax along lines, which threads share, and along the last dim of each component of a nested tensor, where a
// thread takes a line.
#pragma once

#include "kernels/arithmetic.h"
#include "kernels/copy.h"
#include "kernels/join_lattice.h"
#include "kernels/kernel_entry.h"
#include "kernels/reductions.h"
#include "kernels/sorting.h"

#include <cmath>

namespace tscope::kernels {

TSCOPE_BOTH inline float exponential(float value)
{
    return expf(value);
}
TSCOPE_BOTH inline double exponential(double value)
{
    return exp(value);
}

template <class T>
TSCOPE_BOTH void softmaxLine(const T* from, std::int64_t fromStride, T* to, std::int64_t toStride,
                             std::int64_t count)
{
    using Wider = WideOf<T>;
    auto greatest = Wide<T>::from(from[0]);
    for (std::int64_t i = 1; i < count; ++i) {
        const auto value = Wide<T>::from(from[i * fromStride]);
        greatest = value > greatest || value != value ? value : greatest;
    }
    Wider sum = 0;
    for (std::int64_t i = 0; i < count; ++i)
        sum += exponential(Wide<T>::from(from[i * fromStride]) - greatest);
    for (std::int64_t i = 0; i < count; ++i)
        to[i * toStride] = Wide<T>::to(exponential(Wide<T>::from(from[i * fromStride]) - greatest) / sum);
}

// What a line sums: the exponentials of its elements, of which the greatest is taken off first.
template <class T>
struct Exponentials {
    using Joined = Summing<T>;
    const T* from;
    const WideOf<T>* greatest; // of each line
    TSCOPE_BOTH WideOf<T> at(std::int64_t line, std::int64_t offset) const
    {
        return exponential(Wide<T>::from(from[offset]) - greatest[line]);
    }
};

template <class T>
struct DivideExponentials {
    Lattice<2> places; // to, from
    std::int64_t perLine;
    T* to;
    const T* from;
    const WideOf<T>*greatest, *sums; // of each line
    TSCOPE_BOTH void operator()(std::int64_t i) const
    {
        std::int64_t at[2];
        places.offsets(i, at);
        const auto line = i / perLine;
        to[at[0]] = Wide<T>::to(exponential(Wide<T>::from(from[at[1]]) - greatest[line]) / sums[line]);
    }
};

template <class Queue>
std::int32_t runSoftmax(const tscope_call* call, tscope_error* error)
{
    Queue queue(*call, error);
    const auto &to = call->out->members[0], &from = call->in[0].members[0];
    const auto last = from.dims - 1;
    const auto lines = Lattice<1>::make(last, from.sizes, {from.strides});
    const auto inLine = Lattice<1>::make(1, from.sizes + last, {from.strides + last});
    const auto places = Lattice<2>::make(from.dims, from.sizes, {to.strides, from.strides});
    if (places.count() == 0)
        return queue.code();
    visitReal(from.type, [&]<class T>(std::type_identity<T>) {
        const auto* elements = static_cast<const T*>(from.data);
        const auto* greatest = joinLattice(queue, lines, inLine, PlainElements<Choosing<T, true>, T>{elements});
        const auto* sums = joinLattice(queue, lines, inLine, Exponentials<T>{elements, greatest});
        queue.each(places.count(), DivideExponentials<T>{places, from.sizes[last], static_cast<T*>(to.data),
                                                         elements, greatest, sums});
    });
    return queue.code();
}

// Packed components, one after the other: the lines of each have its own last extent.
struct Components {
    const std::int64_t *sizes, *offsets;
    std::int64_t count, dims;
    TSCOPE_BOTH std::int64_t length(std::int64_t component) const
    {
        return dims == 0 ? 1 : sizes[component * dims + dims - 1];
    }
    TSCOPE_BOTH std::int64_t lines(std::int64_t component) const
    {
        std::int64_t product = length(component) == 0 ? 0 : 1;
        for (std::int64_t d = 0; d + 1 < dims; ++d)
            product *= sizes[component * dims + d];
        return product;
    }
};

struct CountLines {
    Components components;
    std::int64_t* to;
    TSCOPE_BOTH void operator()(std::int64_t component) const { to[component] = components.lines(component); }
};

template <class T>
struct SoftmaxComponents {
    Components components;
    const std::int64_t* begins; // of the lines of each component
    T* to;
    const T* from;
    struct EndsAtMost {
        const std::int64_t* begins;
        std::int64_t line;
        TSCOPE_BOTH bool operator()(std::int64_t component) const { return begins[component + 1] <= line; }
    };
    TSCOPE_BOTH void operator()(std::int64_t line) const
    {
        const auto component = firstNot(0, components.count, EndsAtMost{begins, line});
        const auto count = components.length(component);
        const auto at = components.offsets[component] + (line - begins[component]) * count;
        softmaxLine(from + at, 1, to + at, 1, count);
    }
};

template <class Queue>
std::int32_t runNestedSoftmax(const tscope_call* call, tscope_error* error)
{
    Queue queue(*call, error);
    const auto* members = call->in[0].members;
    const auto &buffer = members[0], &sizes = members[1];
    const Components components{static_cast<const std::int64_t*>(sizes.data),
                                static_cast<const std::int64_t*>(members[3].data), sizes.sizes[0], sizes.sizes[1]};
    copyStrided(queue, call->out->members[0], buffer); // what no component reads stays as it is
    auto* begins = queue.template room<std::int64_t>(components.count + 1);
    queue.each(components.count, CountLines{components, begins});
    queue.addUp(begins, components.count);
    std::int64_t lines = 0;
    queue.read(&lines, begins + (queue.isGood() ? components.count : 0), 1);
    visitReal(buffer.type, [&]<class T>(std::type_identity<T>) {
        queue.each(lines, SoftmaxComponents<T>{components, begins, static_cast<T*>(call->out->members[0].data),
                                               static_cast<const T*>(buffer.data)});
    });
    return queue.code();
}

inline std::int64_t entriesOfBuffer(const tscope_call* call, tscope_error*)
{
    return call->in[0].members[0].sizes[0];
}

template <class Queue>
void addSoftmax(std::vector<KernelEntry>& list)
{
    constexpr auto real = bits({TSCOPE_F16, TSCOPE_BF16, TSCOPE_F32, TSCOPE_F64});
    list.push_back({.op = "softmax",
                    .name = "softmax.lines",
                    .layouts = {"strided"},
                    .result = "strided",
                    .types = real,
                    .indexTypes = 0,
                    .run = runSoftmax<Queue>,
                    .takes = takesFewDims});
    list.push_back({.op = "softmax",
                    .name = "softmax.components",
                    .layouts = {"nested"},
                    .result = "nested",
                    .types = real,
                    .indexTypes = bits({TSCOPE_I64}),
                    .run = runNestedSoftmax<Queue>,
                    .entries = entriesOfBuffer,
                    .shared = {-1, 1, 2, 3}});
}

} // namespace tscope::kernels
