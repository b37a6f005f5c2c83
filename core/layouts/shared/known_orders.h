// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "array/array.h"

#include <array>
#include <functional>
#include <mutex>
#include <optional>

namespace tscope {

// Whether runs of index members rise, as far as somebody has looked lately: searches may halve only what does.
// Storages never change and their ids are never used again, so what was seen of one stays true.
class KnownOrders
{
public:
    // The order of the positions [begin, end) of an array; `look` is called (and its answer kept) where it is not
    // known. May be used from several threads.
    bool rises(const Array& array, std::int64_t begin, std::int64_t end,
               const std::function<std::optional<bool>()>& look);

private:
    struct Seen {
        std::uint64_t storageId = 0; // 0: none yet; ids start above it
        DType dtype;
        Geometry geometry;
        std::int64_t begin = 0, end = 0;
        bool rises = false;

        bool isOf(const Array& array, std::int64_t from, std::int64_t to) const;
    };

    std::mutex m_mutex;
    std::array<Seen, 16> m_seen;
    std::size_t m_next = 0;
};

} // namespace tscope
