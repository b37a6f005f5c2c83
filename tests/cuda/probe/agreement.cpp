// SPDX-License-Identifier: Apache-2.0
#include "cuda/probe/agreement.h"

#include "dispatch/kernel_key.h"

#include <algorithm>
#include <cmath>
#include <cstring>

namespace tscope::probe {

namespace {

template <class T>
double distanceOf(const void* found, const void* wanted, std::int64_t count)
{
    const auto *a = static_cast<const T*>(found), *b = static_cast<const T*>(wanted);
    double apart = 0, largest = 0;
    for (std::int64_t i = 0; i < count; ++i) {
        const auto distance = std::abs(static_cast<double>(a[i]) - static_cast<double>(b[i]));
        if (std::isnan(distance) && !(std::isnan(a[i]) && std::isnan(b[i])))
            return std::numeric_limits<double>::infinity();
        apart = std::max(apart, distance);
        largest = std::max(largest, std::abs(static_cast<double>(b[i])));
    }
    return largest == 0 ? apart : apart / largest;
}

} // namespace

Result<Agreement> agreementOf(const tscope_operand& found, const Tensor& wanted)
{
    if (found.member_count != std::ssize(wanted.members))
        return corrupt("as many members as the processor wrote were wanted");
    Agreement out;
    for (std::int32_t m = 0; m < found.member_count; ++m) {
        const auto& array = found.members[m];
        const auto& member = wanted.members[static_cast<std::size_t>(m)];
        if (array.data == nullptr)
            continue;
        const auto& sizes = member.array.geometry.sizes;
        if (array.type != abiType(member.array.dtype) ||
            !std::equal(sizes.begin(), sizes.end(), array.sizes, array.sizes + array.dims))
            return corrupt(std::string(member.role->name) +
                           " has other sizes or another type than that of the processor");
        const auto flat = packed(member.array);
        if (!flat)
            return flat.error();
        const auto count = *numel(member.array.geometry);
        const auto* bytes = flat->storage->data();
        if (count == 0 || std::memcmp(array.data, bytes, static_cast<std::size_t>(count * array.item_size)) == 0)
            continue;
        out.isSame = false;
        if (array.type != TSCOPE_F32 && array.type != TSCOPE_F64)
            return corrupt(std::string(member.role->name) + " differs from that of the processor");
        out.difference =
            std::max(out.difference, array.type == TSCOPE_F32 ? distanceOf<float>(array.data, bytes, count)
                                                              : distanceOf<double>(array.data, bytes, count));
    }
    return out;
}

double toleranceOf(std::int32_t type)
{
    return type == TSCOPE_F32 ? 1e-5 : 1e-12;
}

} // namespace tscope::probe
