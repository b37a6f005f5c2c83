// SPDX-License-Identifier: Apache-2.0
// What kernels take, out of what comes over the plain interface.
#pragma once

#include "array/geometry.h"
#include "base/watch.h"
#include "cpu/dense.h"
#include "cpu/slices.h"
#include "kernels/call.h"

namespace tscope::cpu {

using namespace kernels;

// The same for the two index types that loops are built for.
template <class F>
decltype(auto) visitIndex(std::int32_t type, F&& f)
{
    if (type == TSCOPE_I32)
        return std::forward<F>(f)(std::type_identity<std::int32_t>());
    TSCOPE_CHECK(type == TSCOPE_I64, "a kernel is called for index types it was built for");
    return std::forward<F>(f)(std::type_identity<std::int64_t>());
}

inline Watch watchOf(const tscope_call& call)
{
    Watch watch;
    watch.stopFlag = call.stop;
    return watch;
}

inline std::int32_t codeOf(bool ranToItsEnd)
{
    return ranToItsEnd ? TSCOPE_OK : TSCOPE_CANCELLED;
}

// The pattern of one batch entry of a compressed operand, blocks counted as one.
template <class I>
Slices<I> slicesOf(const tscope_operand& operand, std::int64_t line)
{
    const auto rows = operand.sizes[operand.batch_dims] / operand.block[0];
    const auto columns = operand.sizes[operand.batch_dims + 1] / operand.block[1];
    const bool alongRows = hasRowSlices(operand);
    return {alongRows ? rows : columns, alongRows ? columns : rows,
            lineOf<const I>(operand.members[0], operand.batch_dims, line),
            lineOf<const I>(operand.members[1], operand.batch_dims, line)};
}

// The matrix that the last two dims of a strided operand are, for one index of all others.
template <class T>
Dense<T> denseOf(const tscope_operand& operand, std::int64_t line)
{
    const auto& array = operand.members[0];
    const auto last = operand.dims - 1;
    return {lineOf<T>(array, last - 1, line), array.sizes[last - 1], array.sizes[last], array.strides[last - 1]};
}

} // namespace tscope::cpu
