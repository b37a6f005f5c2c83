// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "anatomy/witness.h"
#include "tensor/tensor.h"

#include <optional>
#include <string>
#include <string_view>

namespace tscope {

// One place where a rule fails, as a sentence without a full stop: "row 1: crow_indices falls from 4 to 3 (i =
// 2)". Enumerations count from 0; where the published rule counts from 1, its number stands in brackets.
std::string placeSentence(const Tensor& tensor, std::string_view rule, const Witness& witness);

// The statement of a rule, with {names} replaced by the words of this tensor.
std::string statementText(const Tensor& tensor, std::string_view statement);

// For the terms of a family.
std::string nameOf(const Tensor& tensor, std::string_view role); // the member's, as readers know it
std::optional<std::int64_t> integerField(const Witness* witness, std::string_view key);
const Extents* extentsField(const Witness* witness, std::string_view key);

} // namespace tscope
