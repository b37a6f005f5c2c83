// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/result.h"
#include "literals/json_elements.h"
#include "literals/json_sharing.h"
#include "literals/json_tree.h"
#include "literals/warning_list.h"
#include "tensor/tensor.h"

#include <cstddef>
#include <vector>

namespace tscope {

// Everything that the tensors of one text share while they are read.
struct JsonInput {
    WarningList warnings = {};
    JsonAllowance allowance = {};
    std::vector<WaitingMember> waiting = {};
};

// The tensor at `at`, which is the `number`th of its text. A storage that another member holds is left to
// shareStorages(). A tensor that the end of a broken text left open has the members before the break, of the last
// one those elements; where its layout wants more members, it fails and those are added to `loose`.
Result<Tensor> readJsonTensor(const JsonTree& tree, JsonTree::Index at, std::size_t number, JsonInput& input,
                              std::vector<Member>& loose);

// Whether this key of the whole input is that of texts beside the tensors: "texts": {"name": "text"}.
bool isJsonTexts(const JsonTree& tree, JsonTree::Index object, JsonTree::Index key);

} // namespace tscope
