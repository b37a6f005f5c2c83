// SPDX-License-Identifier: Apache-2.0
// What kernels take, out of what comes over the plain interface.
#pragma once

#include "array/geometry.h"
#include "base/watch.h"
#include "cpu/dense.h"
#include "cpu/slices.h"
#include "dispatch/abi.h"
#include "element/visit.h"

#include <string_view>
#include <type_traits>
#include <utility>

namespace tscope::cpu {

// The second step of a dispatch: calls f with the C++ type of a computing type.
template <class F>
decltype(auto) visitComputing(std::int32_t type, F&& f)
{
    switch (type) {
    case TSCOPE_BOOL:
        return std::forward<F>(f)(std::type_identity<BoolByte>());
    case TSCOPE_U8:
        return std::forward<F>(f)(std::type_identity<std::uint8_t>());
    case TSCOPE_I8:
        return std::forward<F>(f)(std::type_identity<std::int8_t>());
    case TSCOPE_I16:
        return std::forward<F>(f)(std::type_identity<std::int16_t>());
    case TSCOPE_I32:
        return std::forward<F>(f)(std::type_identity<std::int32_t>());
    case TSCOPE_I64:
        return std::forward<F>(f)(std::type_identity<std::int64_t>());
    case TSCOPE_F16:
        return std::forward<F>(f)(std::type_identity<Half>());
    case TSCOPE_BF16:
        return std::forward<F>(f)(std::type_identity<BFloat16>());
    case TSCOPE_F32:
        return std::forward<F>(f)(std::type_identity<float>());
    case TSCOPE_F64:
        return std::forward<F>(f)(std::type_identity<double>());
    case TSCOPE_C32:
        return std::forward<F>(f)(std::type_identity<ComplexHalf>());
    case TSCOPE_C64:
        return std::forward<F>(f)(std::type_identity<std::complex<float>>());
    case TSCOPE_C128:
        return std::forward<F>(f)(std::type_identity<std::complex<double>>());
    default:
        checkFailed("type", "a kernel is called for types it was built for", __FILE__, __LINE__);
    }
}

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

// What a kernel keeps from its entries() to its run(): made by the first call, deleted by releaseKept<T>.
template <class T>
T& keptOf(const tscope_call& call)
{
    if (*call.kept == nullptr)
        *call.kept = new T;
    return *static_cast<T*>(*call.kept);
}
template <class T>
void releaseKept(void* kept)
{
    delete static_cast<T*>(kept);
}

inline std::int32_t codeOf(bool ranToItsEnd)
{
    return ranToItsEnd ? TSCOPE_OK : TSCOPE_CANCELLED;
}

// A sentence for who called.
std::int32_t failed(tscope_error* error, std::int32_t code, std::string_view text);

const tscope_param* paramNamed(const tscope_call& call, std::string_view name); // null: it is absent

inline bool isLayout(const tscope_operand& operand, std::string_view layout)
{
    return layout == operand.layout;
}
inline bool hasRowSlices(const tscope_operand& operand) // csr and bsr
{
    return isLayout(operand, "csr") || isLayout(operand, "bsr");
}

// How many batch entries (or, with `dims` of a strided operand, leading indices) there are.
std::int64_t linesOf(const tscope_operand& operand, std::int32_t dims);
inline std::int64_t linesOf(const tscope_operand& operand)
{
    return linesOf(operand, operand.batch_dims);
}
// The element offset of one of them in a member.
std::int64_t lineOffset(const tscope_array& array, std::int32_t dims, std::int64_t line);

template <class T>
T* lineOf(const tscope_array& array, std::int32_t dims, std::int64_t line)
{
    return static_cast<T*>(array.data) + lineOffset(array, dims, line);
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
