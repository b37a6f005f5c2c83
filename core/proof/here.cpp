// SPDX-License-Identifier: Apache-2.0
#include "proof/here.h"

namespace tscope {

Result<void> checkIsHere(const Tensor& tensor)
{
    for (const auto& member : tensor.members)
        if (const auto& storage = *member.array.storage; !storage.hasBytes())
            return unsupported("the bytes of " + std::string(member.role->name) +
                               " were wanted, found that they are on " + storage.device().text() +
                               ": the tensor only says where they are");
        else if (const auto& dtype = member.array.dtype; dtype.isOpaque())
            return unsupported("elements of a known type were wanted in " + std::string(member.role->name) +
                               ", found " + std::string(dtype.name()));
    return {};
}

Tensor labelledHere(Tensor tensor)
{
    tensor.device.reset();
    for (auto& member : tensor.members) {
        auto& storage = member.array.storage;
        if (storage->device() == Device{} || !storage->hasBytes())
            continue;
        if (storage->data() != nullptr) {
            storage = partOf(storage, 0, storage->byteSize());
        } else {
            std::vector<std::byte> bytes(static_cast<std::size_t>(storage->byteSize()));
            storage->read(0, bytes);
            storage = heapStorage(bytes);
        }
    }
    return tensor;
}

} // namespace tscope
