// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "array/array.h"
#include "literals/text_tree.h"
#include "literals/warning_list.h"

#include <optional>
#include <string_view>
#include <utility>
#include <vector>

namespace tscope {

// The arguments of a call, found by place or by name.
struct TextArguments {
    std::vector<TextTree::Index> byPlace;
    std::vector<std::pair<std::string_view, TextTree::Index>> byName;

    static TextArguments of(const TextTree& tree, TextTree::Index call);
    std::optional<TextTree::Index> find(std::string_view name) const;
};

// What holds for an array that does not say it itself.
struct TextDefaults {
    bool isSinglePrecision = false;  // torch's float32 and complex64, or Python's float64 and complex128
    std::optional<DType> dtype = {}; // for one that does not say its own
    bool isDTypeForced = false;      // a constructor converts to it whatever the array says
    std::optional<Device> device = {};
};

struct TextArray {
    Array array;
    bool requiresGrad = false;
};

// A list, a number, or a call like tensor([...], dtype=...) or array([...]).
Result<TextArray> readTextArray(const TextTree& tree, TextTree::Index at, const TextDefaults& defaults,
                                WarningList& warnings);
bool isArrayCall(std::string_view name);

// The type that all numbers below take together; that of an empty list where there are none.
DType inferredType(const TextTree& tree, TextTree::Index at, bool isSinglePrecision);

Result<DType> textDType(const TextTree& tree, TextTree::Index at);
Result<std::string> textWord(const TextTree& tree, TextTree::Index at); // a bare name or a string
Result<std::int64_t> textInteger(const TextTree& tree, TextTree::Index at);
Result<Extents> textExtents(const TextTree& tree, TextTree::Index at); // (2, 3), [2, 3], torch.Size([2, 3])
Result<bool> textFlag(const TextTree& tree, TextTree::Index at);

Error textError(const TextTree& tree, TextTree::Index at, std::string_view wanted);

} // namespace tscope
