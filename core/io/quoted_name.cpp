// SPDX-License-Identifier: Apache-2.0
#include "io/quoted_name.h"

#include "base/printable.h"

namespace tscope {

std::string quotedName(std::string_view name, std::size_t longest)
{
    const auto start = cutText(name, longest);
    return '"' + std::string(start) + (start.size() < name.size() ? "...\"" : "\"");
}

} // namespace tscope
