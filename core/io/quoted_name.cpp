// SPDX-License-Identifier: Apache-2.0
#include "io/quoted_name.h"

#include <algorithm>

namespace tscope {

std::string quotedName(std::string_view name, std::size_t longest)
{
    auto cut = std::min(name.size(), longest);
    while (cut < name.size() && cut > 0 && (static_cast<unsigned char>(name[cut]) & 0xC0) == 0x80)
        --cut;
    return '"' + std::string(name.substr(0, cut)) + (cut < name.size() ? "...\"" : "\"");
}

} // namespace tscope
