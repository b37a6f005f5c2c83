// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "anatomy/layout.h"
#include "make/generators.h"

#include <span>
#include <string>
#include <string_view>

namespace tscope {

// One parameter of the generators, as text: the options of `tscope make` and the fields of a form are made of
// these. Kind and layout are not among them: they decide which others mean something.
struct MakeOption {
    std::string_view name;  // "blocksize"
    std::string_view title; // "Block size"
    std::string_view does;  // "rows,columns of a block"
    Result<void> (*read)(std::string_view text, MakeSpec& spec);
    std::string (*text)(const MakeSpec& spec); // what read() reads back; "" when nothing is chosen
    bool (*isTaken)(std::string_view kind, const Layout& layout);
};

std::span<const MakeOption> makeOptions();

// "tscope make random OUT --layout csr --size 6,8": what of the spec is not its default and means something.
std::string makeCommand(const MakeSpec& spec, std::string_view output);

} // namespace tscope
