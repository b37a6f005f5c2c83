// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tensor/tensor.h"

#include <string>
#include <string_view>

namespace tscope {

// The word by which those who read a layout know its member: the one that its file used if that is a usual one,
// else the first of the usual ones ("crow_indices", "col_indices"), else that of the role. In sentences and titles
// alike, so that a slot has one name wherever it is spoken of.
std::string_view readersWord(const Member& member, const Layout& layout);

// The first of the usual ones: what a member is called before there is one.
std::string_view usualWord(const RoleSpec& role);

// "crow_indices[2]", "values[3..5]"; by the role's name where the tensor lacks the member.
std::string slotsText(const Tensor& tensor, std::string_view role, std::int64_t begin, std::int64_t end);

} // namespace tscope
