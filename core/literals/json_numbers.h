// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/result.h"
#include "element/dtype.h"
#include "memory/storage.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

namespace tscope {

enum class JsonNumbers : std::uint8_t {
    strict,         // NaN and the infinities in quotes
    python,         // bare, and a float always with a point or an exponent, as Python's json module writes them
    pythonInQuotes, // the same, but NaN and the infinities in quotes
};

struct ElementRun {
    std::int64_t first = 0, count = 0;
};

// Elements of a storage as a JSON list, each in the fewest digits that read back the same. `afterSome` is called
// every some thousand, and says whether to go on; this returns whether it always did. Preconditions: a known type,
// the storage has bytes, and so many elements.
bool appendJsonElements(std::string& out, const Storage& storage, ElementRun run, const DType& dtype,
                        JsonNumbers numbers, const std::function<bool()>& afterSome);
// In quotes, what is no UTF-8 replaced.
void appendJsonWord(std::string& out, std::string_view word);

} // namespace tscope
