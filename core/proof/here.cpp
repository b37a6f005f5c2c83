// SPDX-License-Identifier: Apache-2.0
#include "proof/here.h"

#include "base/say.h"
#include "dispatch/operand.h"

#include <algorithm>
#include <map>

namespace tscope {

Result<void> checkIsHere(const Tensor& tensor)
{
    for (const auto& member : tensor.members)
        if (const auto& storage = *member.array.storage; !storage.hasBytes())
            return unsupported(say(
                "the bytes of {0} were wanted, found that they are on {1}: the tensor only says where they are",
                member.role->name, storage.device().text()));
        else if (const auto& dtype = member.array.dtype; dtype.isOpaque())
            return unsupported(
                say("elements of a known type were wanted in {0}, found {1}", member.role->name, dtype.name()));
    return {};
}

bool liveOn(std::span<const Tensor* const> tensors, const Device& device)
{
    bool isAny = false;
    for (const auto* tensor : tensors) {
        const auto livesThere = [&](const Member& member) {
            return isHostTable(*tensor->layout, *member.role) || member.array.storage->device() == device;
        };
        const bool allLive = std::ranges::all_of(tensor->members, livesThere);
        const auto& first = tensor->members.front().array;
        const bool isNumber = tensor->layout->family == "strided" && first.geometry.sizes.empty() &&
                              first.storage->device() == Device{};
        if (!allLive && !isNumber)
            return false;
        isAny = isAny || allLive;
    }
    return isAny;
}

Tensor livingOn(Tensor tensor, const Device& device)
{
    tensor.device.reset();
    std::map<std::pair<const Storage*, bool>, StoragePtr> moved; // members that share one go on doing so
    for (auto& member : tensor.members) {
        const bool isTable = isHostTable(*tensor.layout, *member.role);
        const auto& place = isTable ? Device{} : device;
        auto& storage = member.array.storage;
        if (storage->device() == place)
            continue;
        auto& there = moved[{storage.get(), isTable}];
        if (there == nullptr)
            there = relabelled(storage, {place, false});
        storage = there;
    }
    return tensor;
}

} // namespace tscope
