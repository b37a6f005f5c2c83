// SPDX-License-Identifier: Apache-2.0
#include "io/torch/storages.h"

#include "base/checked_math.h"
#include "base/pace.h"
#include "base/say.h"
#include "io/pickle/text.h"
#include "io/torch/names.h"

#include <algorithm>
#include <vector>

namespace tscope {

namespace {

using enum PickleKind;
using Id = PickleTree::Id;

// Copies of what is turned round, in several units where types differ: so much of any file, and of large ones so
// many times their size.
constexpr std::int64_t turnedOfAnyFile = std::int64_t{64} << 20;
constexpr std::int64_t turnedPerByte = 8;
constexpr std::size_t keyLimit = 100;
constexpr std::int64_t runBytes = std::int64_t{4} << 20; // turned round between two looks at who waits

// Keys become names of records, so nothing in them may lead elsewhere.
bool isPlainKey(std::string_view key)
{
    const auto isPlain = [](char c) {
        return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '-';
    };
    return !key.empty() && key.size() <= keyLimit && std::ranges::all_of(key, isPlain);
}

// What is turned round as one: the halves of a complex number each.
std::int64_t unitOf(const DType& dtype)
{
    const auto size = dtype.itemSize();
    return dtype.elementClass() == ElementClass::complex ? size / 2 : size;
}

Error wanted(const PickleTree& tree, Id persistent, const std::string& what)
{
    return corrupt(say("wanted {0} in the id of a storage, found {1}", what,
                       pickleText(tree, *tree.children(persistent).begin(), 120)),
                   tree.where(persistent));
}

// The sixth part of an old id: None, or (key, offset, numel) of a part of the storage.
Result<void> readPart(const PickleTree& tree, Id persistent, Id part, TorchStorageId& id)
{
    if (tree.is(part, none))
        return {};
    std::vector<Id> parts;
    if (tree.is(part, tuple) && tree.count(part) == 3)
        parts.assign(tree.children(part).begin(), tree.children(part).end());
    if (parts.empty() || !tree.is(parts[1], integer) || !tree.is(parts[2], integer))
        return wanted(tree, persistent, say("a part as (key, offset, count)"));
    id.offset = tree.integer(parts[1]);
    return {};
}

} // namespace

Result<TorchStorageId> torchStorageId(const PickleTree& tree, PickleTree::Id persistent, std::size_t parts)
{
    const auto tupleId = *tree.children(persistent).begin();
    if (tree.count(tupleId) != parts)
        return wanted(tree, persistent,
                      parts == 6 ? say("6 parts (\"storage\", class, key, device, count, part)")
                                 : say("{0} parts (\"storage\", class, key, device, count)", parts));
    std::vector<Id> values;
    for (const auto value : tree.children(tupleId))
        values.push_back(value);
    if (!tree.is(values[0], string) || tree.text(values[0]) != "storage")
        return wanted(tree, persistent, say("the word \"storage\""));
    TorchStorageId id;
    const auto type = tree.is(values[1], global) ? storageType(tree, values[1]) : std::nullopt;
    if (!type)
        return wanted(tree, persistent, say("the class of a storage"));
    id.dtype = *type;
    id.isUntyped = tree.name(values[1]).ends_with("UntypedStorage");
    if (!tree.is(values[2], string) || !isPlainKey(tree.text(values[2])))
        return wanted(tree, persistent, say("a key of plain letters and digits"));
    id.key = tree.text(values[2]);
    if (!tree.is(values[3], string))
        return wanted(tree, persistent, say("the name of a device"));
    id.device = printable(tree.text(values[3]).substr(0, keyLimit));
    if (!tree.is(values[4], integer) || tree.integer(values[4]) < 0)
        return wanted(tree, persistent, say("a number of elements"));
    id.numel = tree.integer(values[4]);
    if (!checkedMul(id.numel, std::max<std::int64_t>(id.dtype.itemSize(), 1)))
        return wanted(tree, persistent, say("a number of elements whose bytes can be counted"));
    if (parts == 6)
        if (auto read = readPart(tree, persistent, values[5], id); !read)
            return read.error();
    return id;
}

std::optional<std::int64_t> declaredBytes(const TorchStorageId& id)
{
    return id.dtype.itemSize() > 0 ? checkedMul(id.numel, id.dtype.itemSize()) : std::nullopt;
}

Result<StoragePtr> TorchStorages::get(const TorchStorageId& id, const DType& dtype)
{
    const auto unit = m_isBigEndian ? unitOf(dtype) : 1;
    const auto name = unit > 1 ? id.key + '/' + std::to_string(unit) : id.key;
    if (const auto known = m_storages.find(name); known != m_storages.end())
        return known->second;
    return m_storages.emplace(name, make(id, unit)).first->second;
}

Result<StoragePtr> TorchStorages::make(const TorchStorageId& id, std::int64_t unit)
{
    const Storage::Label label{Device::parse(id.device), false};
    const auto record = m_find(id);
    if (!record)
        return record.error();
    const auto declared = declaredBytes(id);
    if (!record->whole) {
        if (!label.device.isMeta())
            return corrupt(say("wanted the bytes of the storage {0}, found no such record", id.key));
        return declaredStorage(declared.value_or(0), label);
    }
    if (declared && *declared > record->size)
        m_warnings.add([&] {
            return say("the storage {0} holds {1} bytes, it is declared to hold {2}", id.key, record->size,
                       *declared);
        });
    auto storage =
        partOf(record->whole, record->begin, std::min(declared.value_or(record->size), record->size), label);
    return unit > 1 ? turned(id, storage, unit) : Result<StoragePtr>(std::move(storage));
}

Result<StoragePtr> TorchStorages::turned(const TorchStorageId& id, const StoragePtr& storage, std::int64_t unit)
{
    m_turnedBytes = saturatingAdd(m_turnedBytes, storage->byteSize());
    if (m_turnedBytes > turnedOfAnyFile && m_turnedBytes / turnedPerByte > m_fileBytes)
        return corrupt(say("the elements are big-endian, and with those of the storage {0} it takes {1} bytes to "
                           "turn them round, which is refused for a file of {2}",
                           id.key, m_turnedBytes, m_fileBytes));
    auto builder = StorageBuilder::make(storage->byteSize());
    if (!builder)
        return builder.error();
    const auto out = builder->bytes();
    storage->read(0, out);
    const auto whole = storage->byteSize() / unit * unit;
    for (std::int64_t begin = 0; begin < whole; begin += unit) {
        if (begin % runBytes < unit && m_watch.isStopped())
            return openingCancelled();
        std::ranges::reverse(out.subspan(static_cast<std::size_t>(begin), static_cast<std::size_t>(unit)));
    }
    return std::move(*builder).seal({storage->device(), false});
}

} // namespace tscope
