// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "array/array.h"
#include "base/result.h"
#include "io/pickle/writer.h"
#include "io/torch/quantizer.h"
#include "io/torch/written_storages.h"

#include <span>
#include <string>
#include <string_view>

namespace tscope {

// Puts arrays into a pickle as the calls by which PyTorch rebuilds them.
class TorchArrayWriter
{
public:
    TorchArrayWriter(PickleWriter& pickle, const WrittenStorages& storages)
        : m_pickle(pickle), m_storages(storages)
    {
    }

    struct Beside {
        bool requiresGrad = false;
        std::span<const std::string_view> viewBits = {}; // "conj", "neg": how stored elements are meant
        const TorchQuantizer* quantizer = nullptr;       // what stored integers mean
    };
    // Fails where PyTorch has no such element type, or elements are declared but not there. `name` is what the
    // error speaks of.
    Result<void> put(const Array& array, const Beside& beside, std::string_view name);

    // A tensor of no elements in so many rows.
    void putEmptyRows(std::int64_t count);
    // The key of the record without bytes that the above lives in; empty if it was not called.
    const std::string& emptyKey() const { return m_emptyKey; }
    void putHooks(); // none; but there must be a dict of them

private:
    Result<void> putMeta(const Array& array, bool requiresGrad, std::string_view name);
    void putStorageId(std::string_view module, std::string_view type, std::string_view key,
                      std::string_view device, std::int64_t numel);
    void putViewBits(std::span<const std::string_view> bits);

    PickleWriter& m_pickle;
    const WrittenStorages& m_storages;
    std::string m_emptyKey;
};

// What an error calls a tensor: its name in quotes.
std::string quotedTensor(std::string_view name);

} // namespace tscope
