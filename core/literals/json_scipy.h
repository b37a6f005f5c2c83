// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "array/array.h"
#include "literals/json_tree.h"
#include "literals/warning_list.h"
#include "tensor/tensor.h"

#include <string>

namespace tscope {

// A tensor as SciPy names its parts, all at the top level of a JSON object:
// {"format": "csr", "shape": [2, 3], "indptr": [0, 1, 2], "indices": [0, 2], "data": [1.5, 2]}
// For coo: row, col and data, or coords and data.

bool hasScipyKeys(const Layout& layout); // whether SciPy has this layout

// The role under a key at the top level of a tensor's object; null: none.
const RoleSpec* topLevelRole(const Layout& layout, std::string_view word);

// The indices of a coo matrix from the lists of its rows and columns. If the text breaks off in one of them, the
// other counts as far as the shorter one goes. Elements of an unknown type are left out with a warning.
Result<Array> readRowAndCol(const JsonTree& tree, JsonTree::Index row, JsonTree::Index col, const DType& dtype,
                            WarningList& warnings);

// Whether this key of a block tensor says how large its blocks are, as its values do too: "blocksize": [2, 3].
// Warns where they differ.
bool isBlocksize(const JsonTree& tree, JsonTree::Index key, const Tensor& tensor, WarningList& warnings);

// "a coo tensor needs indices and values (or row, col and data), found shape, row, data": for members at the top
// level of the object at `at`.
std::string missingMembersText(const JsonTree& tree, JsonTree::Index at, const Layout& layout);

} // namespace tscope
