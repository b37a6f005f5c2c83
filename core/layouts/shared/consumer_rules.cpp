// SPDX-License-Identifier: Apache-2.0
#include "layouts/shared/consumer_rules.h"

#include "anatomy/reading.h"
#include "tensor/tensor.h"

#include <algorithm>
#include <limits>

namespace tscope {

namespace {

void valuesTypeIsOneOf(const Reading& reading, RuleRun& run, std::initializer_list<ElementType> types)
{
    for (const auto& member : reading.tensor().members) {
        const auto& dtype = member.array.dtype;
        if (member.role->kind == RoleKind::values && std::ranges::find(types, dtype.type()) == types.end())
            run.found({{{"actual", std::string(dtype.name())}}});
    }
}

} // namespace

void valuesTypeOfScipy(const Reading& reading, RuleRun& run)
{
    using enum ElementType;
    valuesTypeIsOneOf(reading, run, {boolean, i8, i16, i32, i64, u8, u16, u32, u64, f32, f64, c64, c128});
}

void valuesTypeOfCusparse(const Reading& reading, RuleRun& run)
{
    using enum ElementType;
    valuesTypeIsOneOf(reading, run, {i8, i32, f16, bf16, f32, f64, c32, c64, c128});
}

void membersHaveMemory(const Reading& reading, RuleRun& run)
{
    for (const auto& member : reading.tensor().members)
        if (member.array.storage->device().isMeta() && numel(member.array.geometry) != 0)
            run.found({{{"member", std::string(member.role->name)}}});
}

void deviceMembersAligned(const Reading& reading, RuleRun& run)
{
    for (const auto& member : reading.tensor().members) {
        const auto& array = member.array;
        const auto& device = array.storage->device();
        const auto item = array.dtype.itemSize();
        // An upload copies to an aligned address; elements lie at multiples of their size from there.
        if (device.type == "cpu" || device.isMeta() || item <= 0 || array.storage->data() == nullptr)
            continue;
        const auto address =
            reinterpret_cast<std::uintptr_t>(array.storage->data()) +
            static_cast<std::uintptr_t>(array.geometry.offset) * static_cast<std::uintptr_t>(item);
        if (address % static_cast<std::uintptr_t>(item) != 0)
            run.found(
                {{{"member", std::string(member.role->name)}, {"actual", static_cast<std::int64_t>(address)}}});
    }
}

std::optional<std::int64_t> largestIndex(const DType& dtype)
{
    if (dtype == DType(ElementType::i32))
        return std::numeric_limits<std::int32_t>::max();
    if (dtype == DType(ElementType::i64))
        return std::numeric_limits<std::int64_t>::max();
    return std::nullopt;
}

} // namespace tscope
