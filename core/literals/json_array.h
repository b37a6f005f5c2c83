// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "array/array.h"
#include "literals/json_elements.h"
#include "literals/json_tree.h"
#include "literals/warning_list.h"

#include <optional>
#include <string>

namespace tscope {

// What a JSON value says of one array. Its storage may be another member's, which is found later.
struct JsonArray {
    Array array; // storage null while `sharedWith` is not resolved
    std::string layout = "strided";
    bool requiresGrad = false;
    std::string sharedWith = {}; // "tensor/member"
};

// Reads a nested list, a lone number, or an object with shape, data and so on. A word about what was left out
// goes to `warnings`. Allocates for numbers that stand in the text only, never for a shape.
Result<JsonArray> readJsonArray(const JsonTree& tree, JsonTree::Index at, const DType& defaultType,
                                WarningList& warnings, JsonAllowance& allowance);

// The same for an object that is a whole strided tensor: keys that no array has are none of its business, and
// `layout` is the tensor's.
Result<JsonArray> readFlatJsonArray(const JsonTree& tree, JsonTree::Index at, const DType& defaultType,
                                    WarningList& warnings, JsonAllowance& allowance);
bool isJsonArrayKey(std::string_view key);

Result<std::int64_t> jsonInteger(const JsonTree& tree, JsonTree::Index at);
Result<Extents> jsonExtents(const JsonTree& tree, JsonTree::Index at);
Result<bool> jsonFlag(const JsonTree& tree, JsonTree::Index at);
Result<std::string> jsonWord(const JsonTree& tree, JsonTree::Index at);

// "wanted an integer, found [1, 2]" with the path.
Error jsonError(const JsonTree& tree, JsonTree::Index at, std::string_view wanted);

} // namespace tscope
