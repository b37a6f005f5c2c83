// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/result.h"
#include "dispatch/op_spec.h"

#include <string>
#include <string_view>
#include <vector>

namespace tscope {

// All operations in the order in which they are offered, and one by its name (null: there is none).
std::vector<const OpSpec*> operations();
const OpSpec* operationNamed(std::string_view name);
Result<const OpSpec*> wantedOperation(std::string_view name); // else says which there are
std::string operationNames();                                 // for sentences: "matmul add"
// Adds one to those that are built in. It must live as long as the program.
void registerOperation(const OpSpec& spec);

} // namespace tscope
