// SPDX-License-Identifier: Apache-2.0
#include "dispatch/kernel_key.h"

#include "dispatch/backends.h"

#include <algorithm>

namespace tscope {

// The two lists of element types are one.
static_assert(static_cast<int>(ElementType::boolean) == TSCOPE_BOOL &&
              static_cast<int>(ElementType::u8) == TSCOPE_U8);
static_assert(static_cast<int>(ElementType::u16) == TSCOPE_U16 &&
              static_cast<int>(ElementType::u32) == TSCOPE_U32);
static_assert(static_cast<int>(ElementType::u64) == TSCOPE_U64 && static_cast<int>(ElementType::i8) == TSCOPE_I8);
static_assert(static_cast<int>(ElementType::i16) == TSCOPE_I16 &&
              static_cast<int>(ElementType::i32) == TSCOPE_I32);
static_assert(static_cast<int>(ElementType::i64) == TSCOPE_I64 &&
              static_cast<int>(ElementType::f16) == TSCOPE_F16);
static_assert(static_cast<int>(ElementType::bf16) == TSCOPE_BF16 &&
              static_cast<int>(ElementType::f32) == TSCOPE_F32);
static_assert(static_cast<int>(ElementType::f64) == TSCOPE_F64);
static_assert(static_cast<int>(ElementType::f8e4m3fn) == TSCOPE_F8_E4M3FN);
static_assert(static_cast<int>(ElementType::f8e5m2) == TSCOPE_F8_E5M2);
static_assert(static_cast<int>(ElementType::c32) == TSCOPE_C32 &&
              static_cast<int>(ElementType::c64) == TSCOPE_C64);
static_assert(static_cast<int>(ElementType::c128) == TSCOPE_C128 &&
              static_cast<int>(ElementType::qi8) == TSCOPE_QI8);
static_assert(static_cast<int>(ElementType::qu8) == TSCOPE_QU8);
static_assert(static_cast<int>(ElementType::opaque) == TSCOPE_OPAQUE);

std::string text(const KernelKey& key)
{
    std::string out(key.op);
    out += " (";
    for (std::size_t i = 0; i < key.layouts.size(); ++i)
        out.append(i == 0 ? "" : ", ").append(key.layouts[i]);
    return out.append(") -> ").append(key.result).append(" on ").append(key.device);
}

int abiType(const DType& type)
{
    return static_cast<int>(type.type());
}

std::optional<ElementType> elementTypeOf(int abiType)
{
    if (abiType < 0 || abiType > TSCOPE_OPAQUE)
        return std::nullopt;
    return static_cast<ElementType>(abiType);
}

std::vector<std::string_view> KernelChoice::layouts() const
{
    return {kernel.layouts, kernel.layouts + kernel.layout_count};
}

std::vector<std::string_view> KernelChoice::needs() const
{
    return {kernel.needs, kernel.needs + kernel.need_count};
}

bool KernelChoice::needsThemFor(const DType& type) const
{
    return kernel.need_types == 0 || (kernel.need_types & typeBit(type.type())) != 0;
}

std::vector<KernelChoice> kernelsOf(std::string_view op, std::string_view device, const tscope_backend* only)
{
    std::vector<const tscope_backend*> asked;
    if (only != nullptr)
        asked.push_back(only);
    else
        for (const auto& entry : backends())
            if (const auto* known = entry.backend != nullptr ? entry.backend : entry.known;
                known != nullptr && entry.device == device)
                asked.push_back(known);

    std::vector<KernelChoice> found;
    for (const auto* backend : asked)
        for (std::int64_t n = 0; n < backend->kernel_count; ++n)
            if (KernelChoice choice{backend, kernelOf(*backend, n)}; choice.kernel.op == op)
                found.push_back(choice);
    return found;
}

std::vector<KernelChoice> findKernels(const KernelKey& key, const tscope_backend* only)
{
    auto found = kernelsOf(key.op, key.device, only);
    std::erase_if(found, [&key](const KernelChoice& choice) {
        return choice.layouts() != key.layouts || choice.kernel.result != key.result;
    });
    return found;
}

std::optional<KernelChoice> findKernel(const KernelKey& key, const tscope_backend* only)
{
    const auto found = findKernels(key, only);
    return found.empty() ? std::nullopt : std::optional(found.front());
}

} // namespace tscope
