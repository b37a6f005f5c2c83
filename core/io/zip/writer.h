// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/result.h"
#include "io/sink.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

namespace tscope {

// Writes a zip archive of stored or deflated entries, with zip64 records where sizes ask for them.
class ZipWriter
{
public:
    explicit ZipWriter(Sink& sink) : m_sink(sink) {}

    struct How {
        bool deflate = false;
        std::int64_t alignment = 1; // of an entry's first byte in the file; padded as PyTorch does
    };
    // An entry whose bytes `write` puts into the sink that it is given; they go straight on, however many they
    // are. Fails when there is one of that name already.
    Result<void> add(std::string_view name, const std::function<Result<void>(Sink&)>& write, How how);
    Result<void> add(std::string_view name, std::span<const std::byte> bytes, How how);
    // The directory. Nothing is added after it.
    Result<void> finish();

private:
    // One entry as the directory will tell it.
    struct Added {
        std::string name;
        std::int64_t begin = 0; // of its local header
        std::int64_t size = 0, packedSize = 0;
        std::uint32_t crc = 0;
        bool isDeflated = false;
    };

    Result<void> checkName(std::string_view name);
    void putLocalHeader(const Added& entry, std::int64_t alignment);

    Sink& m_sink;
    std::vector<Added> m_added;
    std::unordered_set<std::string> m_names;
};

} // namespace tscope
