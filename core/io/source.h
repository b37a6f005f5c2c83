// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/watch.h"
#include "memory/storage.h"

#include <limits>
#include <string>
#include <string_view>

namespace tscope {

// One input, as every reader gets it: the bytes of a mapped file, and who waits for it. What lies in the file as
// it is used becomes a partOf() these bytes and is not copied.
struct Source {
    StoragePtr bytes; // in one run, never null
    Watch watch = {};
    std::string path = {}; // as it was given, for what the content leaves open; empty: none
    // What may be made of the bytes in memory, with them. What was packed before may not grow as it likes.
    std::int64_t mostMemory = std::numeric_limits<std::int64_t>::max();
    // What can be read is wanted of a file that is refused: the tensors of a pickle that names what would run
    // something, those beside a wrong one, an array as far as the file goes.
    bool despiteFaults = false;

    std::string_view text() const
    {
        return {reinterpret_cast<const char*>(bytes->data()), static_cast<std::size_t>(bytes->byteSize())};
    }
};

} // namespace tscope
