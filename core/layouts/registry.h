// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "anatomy/layout.h"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tscope {

// The layouts the house knows, in the order in which they are offered.
std::vector<const Layout*> layouts();
std::string layoutNames(); // for sentences: "strided coo csr"
// By name or accepted other name; null when there is none.
const Layout* layoutNamed(std::string_view name);
// Adds one to those that are built in (a plug-in, a test). `layout` must live as long as the program.
void registerLayout(const Layout& layout);

} // namespace tscope
