// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "array/array.h"
#include "base/result.h"
#include "literals/json_tree.h"
#include "literals/warning_list.h"
#include "tensor/claims.h"

#include <cstddef>
#include <string_view>

namespace tscope {

// Reads what a tensor's object claims beside its members, one key after the other.
class JsonClaimReader
{
public:
    JsonClaimReader(const JsonTree& tree, WarningList& warnings) : m_tree(tree), m_warnings(warnings) {}

    static bool isInteger(std::string_view word); // a claim that may stand among the members
    // An unknown key is kept if a claim can hold its value; a warning says so.
    Result<void> read(JsonTree::Index key, Claims& claims);

private:
    void keepUnknown(JsonTree::Index key, Claims& claims);

    const JsonTree& m_tree;
    WarningList& m_warnings;
    std::size_t m_unknown = 0;
};

// Irregular extents are written as -1 or as a word ("j").
Result<Extents> readJsonSize(const JsonTree& tree, JsonTree::Index at);

} // namespace tscope
