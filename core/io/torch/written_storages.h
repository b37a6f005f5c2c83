// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "io/sink.h"
#include "io/zip/writer.h"
#include "tensor/document.h"

#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace tscope {

// The storages that a document's tensors live in, each of which becomes one record of a file.
class WrittenStorages
{
public:
    explicit WrittenStorages(const Document& document);

    struct Known {
        const Storage* storage = nullptr;
        std::string key;        // of its record
        bool isUntyped = false; // written as bytes, as it is not elements of one type alone
    };
    // Of a storage that has bytes or needs none.
    const Known& of(const Array& array) const { return m_known[m_places.at(array.storage.get())]; }
    // All of them, each once.
    const std::vector<Known>& all() const { return m_known; }

private:
    std::vector<Known> m_known; // in order of their keys
    std::unordered_map<const Storage*, std::size_t> m_places;
};

// No bytes at hand, though there should be some.
bool isWithoutBytes(const Storage& storage);
// Puts all bytes of a storage, some MiB at a time.
void putStorage(const Storage& storage, Sink& sink);

} // namespace tscope
