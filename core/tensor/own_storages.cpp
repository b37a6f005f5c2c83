// SPDX-License-Identifier: Apache-2.0
#include "tensor/own_storages.h"

#include <map>

namespace tscope {

Tensor withOwnStorages(Tensor tensor)
{
    std::map<const Storage*, StoragePtr> own;
    for (auto& member : tensor.members) {
        auto& storage = member.array.storage;
        auto& copy = own[storage.get()];
        if (copy == nullptr)
            copy = copyOnWrite(storage);
        storage = copy;
    }
    return tensor;
}

} // namespace tscope
