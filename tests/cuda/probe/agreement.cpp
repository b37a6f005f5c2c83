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

Result<Agreement> agreementOf(const Tensor& found, const Tensor& wanted)
{
    if (found.members.size() != wanted.members.size())
        return corrupt("as many members as the processor wrote were wanted");
    Agreement out;
    for (std::size_t m = 0; m < found.members.size(); ++m) {
        const auto &array = found.members[m].array, &right = wanted.members[m].array;
        const std::string role(wanted.members[m].role->name);
        if (array.dtype != right.dtype || array.geometry.sizes != right.geometry.sizes)
            return corrupt(role + " has other sizes or another type than that of the processor");
        const auto a = packed(array), b = packed(right);
        if (!a || !b)
            return (a ? b : a).error();
        const auto count = *numel(right.geometry);
        const auto *bytes = a->storage->data(), *wantedBytes = b->storage->data();
        if (count == 0 ||
            std::memcmp(bytes, wantedBytes, static_cast<std::size_t>(count * right.dtype.itemSize())) == 0)
            continue;
        out.isSame = false;
        const auto type = abiType(right.dtype);
        if (type != TSCOPE_F32 && type != TSCOPE_F64)
            return corrupt(role + " differs from that of the processor");
        out.difference =
            std::max(out.difference, type == TSCOPE_F32 ? distanceOf<float>(bytes, wantedBytes, count)
                                                        : distanceOf<double>(bytes, wantedBytes, count));
    }
    return out;
}

double toleranceOf(std::int32_t type)
{
    return type == TSCOPE_F32 ? 1e-5 : 1e-12;
}

} // namespace tscope::probe
