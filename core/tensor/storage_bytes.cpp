// SPDX-License-Identifier: Apache-2.0
#include "tensor/storage_bytes.h"

#include "base/checked_math.h"

#include <set>

namespace tscope {

std::int64_t storageBytes(const Tensor& tensor, const Tensor* given)
{
    std::set<std::uint64_t> counted;
    if (given != nullptr)
        for (const auto& member : given->members)
            counted.insert(member.array.storage->id());
    std::int64_t sum = 0;
    for (const auto& member : tensor.members)
        if (const auto& storage = *member.array.storage; storage.hasBytes() && counted.insert(storage.id()).second)
            sum = saturatingAdd(sum, storage.byteSize());
    return sum;
}

} // namespace tscope
