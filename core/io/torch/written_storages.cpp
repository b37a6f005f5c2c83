// SPDX-License-Identifier: Apache-2.0
#include "io/torch/written_storages.h"

#include "io/torch/names.h"

#include <algorithm>

namespace tscope {

namespace {

constexpr std::int64_t copiedAtOnce = std::int64_t{4} << 20;

} // namespace

WrittenStorages::WrittenStorages(const Document& document)
{
    std::unordered_map<const Storage*, DType> types;
    for (const auto& [name, tensor] : document.tensors)
        for (const auto& member : tensor.members) {
            const auto& [storage, dtype, geometry] = member.array;
            if (isWithoutBytes(*storage))
                continue;
            const auto [place, isNew] = m_places.emplace(storage.get(), m_known.size());
            if (isNew) {
                m_known.push_back({storage.get(), std::to_string(m_known.size()), false});
                types.emplace(storage.get(), dtype);
            }
            const bool isWhole = dtype.itemSize() > 0 && storage->byteSize() % dtype.itemSize() == 0;
            if (!(types.at(storage.get()) == dtype) || !isWhole || torchStorageClass(dtype).empty())
                m_known[place->second].isUntyped = true;
        }
}

bool isWithoutBytes(const Storage& storage)
{
    return !storage.hasBytes() && (storage.byteSize() > 0 || storage.device().isMeta());
}

void putStorage(const Storage& storage, Sink& sink)
{
    std::vector<std::byte> scratch;
    for (std::int64_t begin = 0; begin < storage.byteSize() && !sink.isStopped(); begin += copiedAtOnce)
        sink.put(storage.window(begin, std::min(begin + copiedAtOnce, storage.byteSize()), scratch));
}

} // namespace tscope
