// SPDX-License-Identifier: Apache-2.0
// Sums, products and differences of strided arrays.
#pragma once

#include "kernels/arithmetic.h"
#include "kernels/distance.h"
#include "kernels/kernel_entry.h"
#include "kernels/lattice.h"

namespace tscope::kernels {

enum class Join : std::uint8_t { add, multiply };

template <Join join, class T>
constexpr T joined(T a, T b)
{
    const auto left = Wide<T>::from(a), right = Wide<T>::from(b);
    if constexpr (join == Join::add)
        return Wide<T>::to(left + right);
    else
        return Wide<T>::to(left * right);
}

template <Join join, class T>
struct JoinElements {
    Lattice<3> places; // to, a, b
    T* to;
    const T *a, *b;
    TSCOPE_BOTH void operator()(std::int64_t i) const
    {
        std::int64_t at[3];
        places.offsets(i, at);
        to[at[0]] = joined<join>(a[at[1]], b[at[2]]);
    }
};

template <class Queue, Join join>
std::int32_t runJoin(const tscope_call* call, tscope_error* error)
{
    Queue queue(*call, error);
    const auto &to = call->out->members[0], &a = call->in[0].members[0], &b = call->in[1].members[0];
    const auto places = Lattice<3>::make(to.dims, to.sizes, {to.strides, a.strides, b.strides});
    visitComputing(to.type, [&]<class T>(std::type_identity<T>) {
        queue.each(places.count(),
                   JoinElements<join, T>{places, static_cast<T*>(to.data), static_cast<const T*>(a.data),
                                         static_cast<const T*>(b.data)});
    });
    return queue.code();
}

template <class T>
struct TellDifferences {
    Lattice<3> places; // told, a, b
    std::uint8_t* told;
    const T *a, *b;
    double relative, absolute;
    bool nanEqualsNan;
    TSCOPE_BOTH void operator()(std::int64_t i) const
    {
        std::int64_t at[3];
        places.offsets(i, at);
        const auto gap = distance<T>(a[at[1]], b[at[2]]);
        told[at[0]] = isClose(gap, relative, absolute, nanEqualsNan) ? 0 : 1;
    }
};

template <class Queue>
std::int32_t runDiffer(const tscope_call* call, tscope_error* error)
{
    Queue queue(*call, error);
    const auto &told = call->out->members[0], &a = call->in[0].members[0], &b = call->in[1].members[0];
    const auto places = Lattice<3>::make(told.dims, told.sizes, {told.strides, a.strides, b.strides});
    visitComputing(a.type, [&]<class T>(std::type_identity<T>) {
        queue.each(places.count(),
                   TellDifferences<T>{places, static_cast<std::uint8_t*>(told.data), static_cast<const T*>(a.data),
                                      static_cast<const T*>(b.data), paramNamed(*call, "rtol")->number,
                                      paramNamed(*call, "atol")->number,
                                      paramNamed(*call, "equal_nan")->integer != 0});
    });
    return queue.code();
}

template <class Queue>
void addElementwise(std::vector<KernelEntry>& list)
{
    const auto add = [&list](const char* op, const char* name, Run run) {
        list.push_back({.op = op,
                        .name = name,
                        .layouts = {"strided", "strided"},
                        .result = "strided",
                        .indexTypes = 0,
                        .run = run,
                        .takes = takesFewDims});
    };
    add("add", "add.strided", runJoin<Queue, Join::add>);
    add("mul", "mul.strided", runJoin<Queue, Join::multiply>);
    add("differ", "differ", runDiffer<Queue>);
}

} // namespace tscope::kernels
