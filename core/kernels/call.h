// SPDX-License-Identifier: Apache-2.0
// What kernels ask of a call that comes over the plain interface; all of it runs on the host.
#pragma once

#include "dispatch/abi.h"
#include "element/visit.h"

#include <algorithm>
#include <cstring>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

namespace tscope::kernels {

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

// The same, only of real types.
template <class F>
decltype(auto) visitReal(std::int32_t type, F&& f)
{
    switch (type) {
    case TSCOPE_F16:
        return f(std::type_identity<Half>());
    case TSCOPE_BF16:
        return f(std::type_identity<BFloat16>());
    case TSCOPE_F32:
        return f(std::type_identity<float>());
    default:
        return f(std::type_identity<double>());
    }
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

// The same of what is made with the call.
template <class T>
T& stateOf(const tscope_call& call, tscope_error* error)
{
    if (*call.kept == nullptr)
        *call.kept = new T(call, error);
    return *static_cast<T*>(*call.kept);
}

// A sentence for who called.
inline std::int32_t failed(tscope_error* error, std::int32_t code, std::string_view text)
{
    if (error != nullptr) {
        error->code = code;
        const auto length = std::min(text.size(), sizeof error->text - 1);
        std::memcpy(error->text, text.data(), length);
        error->text[length] = '\0';
    }
    return code;
}

// Compressed layouts have as many entries in each batch entry.
inline std::int64_t failUnequal(const tscope_call& call, tscope_error* error, std::int64_t first,
                                std::int64_t line, std::int64_t found)
{
    return -failed(error, TSCOPE_UNSUPPORTED,
                   "batch entries with as many entries each were wanted, which a " +
                       std::string(call.out->layout) + " must have; the first has " + std::to_string(first) +
                       ", number " + std::to_string(line) + " has " + std::to_string(found));
}

inline const tscope_param* paramNamed(const tscope_call& call, std::string_view name) // null: it is absent
{
    for (std::int32_t i = 0; i < call.param_count; ++i)
        if (name == call.params[i].name)
            return call.params + i;
    return nullptr;
}

inline bool isLayout(const tscope_operand& operand, std::string_view layout)
{
    return layout == operand.layout;
}
inline bool hasRowSlices(const tscope_operand& operand) // csr and bsr
{
    return isLayout(operand, "csr") || isLayout(operand, "bsr");
}

// How many batch entries (or, with `dims` of a strided operand, leading indices) there are.
inline std::int64_t linesOf(const tscope_operand& operand, std::int32_t dims)
{
    std::int64_t lines = 1;
    for (std::int32_t d = 0; d < dims; ++d)
        lines *= operand.sizes[d];
    return lines;
}
inline std::int64_t linesOf(const tscope_operand& operand)
{
    return linesOf(operand, operand.batch_dims);
}
// The element offset of one of them in a member.
inline std::int64_t lineOffset(const tscope_array& array, std::int32_t dims, std::int64_t line)
{
    std::int64_t offset = 0;
    for (auto d = dims; d-- > 0;) {
        const auto extent = std::max<std::int64_t>(array.sizes[d], 1); // an empty batch has no line to ask for
        offset += line % extent * array.strides[d];
        line /= extent;
    }
    return offset;
}

template <class T>
T* lineOf(const tscope_array& array, std::int32_t dims, std::int64_t line)
{
    return static_cast<T*>(array.data) + lineOffset(array, dims, line);
}

// Elements of the dense tail that each entry has.
inline std::int64_t tailOf(const tscope_operand& sparse)
{
    std::int64_t count = 1;
    for (auto d = sparse.dims - sparse.dense_dims; d < sparse.dims; ++d)
        count *= sparse.sizes[d];
    return count;
}

} // namespace tscope::kernels
