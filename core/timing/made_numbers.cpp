// SPDX-License-Identifier: Apache-2.0
#include "timing/made_numbers.h"

#include "base/checked_math.h"
#include "base/memory_budget.h"
#include "base/say.h"
#include "convert/convert.h"
#include "layouts/registry.h"
#include "layouts/strided/strided.h"
#include "make/random.h"

namespace tscope::timing {

namespace {

constexpr std::uint64_t seed = 20231117;

// Eighths from 1/8 to 1 with a sign, or whole numbers where there are no others: few bits, so that casts are
// exact.
double numberFor(ElementClass kind, std::uint64_t bits)
{
    const auto magnitude = static_cast<double>((bits >> 8 & 7) + 1);
    switch (kind) {
    case ElementClass::boolean:
        return 1;
    case ElementClass::unsignedInteger:
        return static_cast<double>((bits & 1) + 1);
    case ElementClass::signedInteger:
        return (bits & 1) != 0 ? 1 : -1;
    default:
        return (bits & 1) != 0 ? magnitude / 8 : -magnitude / 8;
    }
}

Result<Tensor> made(const Extents& size, const DType& dtype, Random& random)
{
    const auto count = numel(size).value_or(0); // it is known by now
    auto builder = StorageBuilder::unset(count * 8);
    if (!builder)
        return builder.error();
    auto* numbers = reinterpret_cast<double*>(builder->bytes().data());
    for (std::int64_t i = 0; i < count; ++i)
        numbers[i] = numberFor(dtype.elementClass(), random.next());
    auto tensor =
        stridedOf({std::move(*builder).seal(), DType(ElementType::f64), Geometry::rowMajor(Extents(size))});
    if (dtype == DType(ElementType::f64))
        return tensor;
    const auto sound = proven(std::move(tensor), say("what the tensor is computed with"));
    if (!sound)
        return sound.error();
    auto cast = convert(*sound, {.dtype = dtype});
    if (!cast)
        return cast.error();
    return std::move(cast->tensor);
}

} // namespace

Result<std::vector<Tensor>> madeNumbers(const std::vector<Extents>& sizes, const DType& dtype,
                                        std::int64_t maxBytes)
{
    const auto most = maxBytes > 0 ? maxBytes : memoryBudget();
    constexpr std::int64_t whileMade = sizeof(double); // beside what the element type takes
    for (std::int64_t bytes = 0; const auto& size : sizes) {
        const auto count = numel(size).value_or(int64Max);
        const auto wanted = saturatingAdd(bytes, saturatingMul(count, dtype.itemSize() + whileMade));
        if (wanted > most)
            return overBudget(say("what the tensor is computed with, of size {0},", tscope::text(size)), wanted,
                              most);
        bytes = saturatingAdd(bytes, saturatingMul(count, dtype.itemSize()));
    }
    Random random(seed);
    std::vector<Tensor> out;
    for (const auto& size : sizes) {
        auto tensor = made(size, dtype, random);
        if (!tensor)
            return tensor.error();
        out.push_back(std::move(*tensor));
    }
    return out;
}

} // namespace tscope::timing
