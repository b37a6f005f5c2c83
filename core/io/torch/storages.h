// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/watch.h"
#include "element/dtype.h"
#include "io/pickle/tree.h"
#include "literals/warning_list.h"
#include "memory/storage.h"

#include <functional>
#include <string>
#include <unordered_map>

namespace tscope {

// How a pickle names a storage that lies beside it.
struct TorchStorageId {
    std::string key;
    DType dtype;             // of its class
    bool isUntyped = false;  // counted in bytes
    std::string device;      // a label only
    std::int64_t numel = 0;  // >= 0, and so many elements have a number of bytes
    std::int64_t offset = 0; // of the elements that this is a part of (files before 0.4)
};

// Reads the id that a persistent value holds; `parts` of them (5 in archives, 6 in files of the old kind).
Result<TorchStorageId> torchStorageId(const PickleTree& tree, PickleTree::Id persistent, std::size_t parts);
// How many bytes it declares; nothing where its type has no known size.
std::optional<std::int64_t> declaredBytes(const TorchStorageId& id);

// The storages of one file, each made once, so that views of one share it.
class TorchStorages
{
public:
    // Where the bytes of a storage lie; a null storage when the file has none of that key.
    struct Record {
        StoragePtr whole = {};
        std::int64_t begin = 0, size = 0;
    };
    using Find = std::function<Result<Record>(const TorchStorageId&)>;

    TorchStorages(Find find, bool isBigEndian, std::size_t fileBytes, WarningList& warnings, const Watch& watch)
        : m_find(std::move(find)), m_isBigEndian(isBigEndian), m_fileBytes(static_cast<std::int64_t>(fileBytes)),
          m_warnings(warnings), m_watch(watch)
    {
    }

    // As long as its record holds and its declaration allows. Elements of `dtype` are read from it: those of a
    // big-endian file are turned round in a copy.
    Result<StoragePtr> get(const TorchStorageId& id, const DType& dtype);

private:
    Result<StoragePtr> make(const TorchStorageId& id, std::int64_t swapped);
    Result<StoragePtr> turned(const TorchStorageId& id, const StoragePtr& storage, std::int64_t unit);

    Find m_find;
    bool m_isBigEndian;
    std::int64_t m_fileBytes, m_turnedBytes = 0;
    WarningList& m_warnings;
    const Watch& m_watch;
    // By key, and by what is turned round. What can't be had is not tried again: it may take long to find out.
    std::unordered_map<std::string, Result<StoragePtr>> m_storages;
};

} // namespace tscope
