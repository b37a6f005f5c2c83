// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tensor/tensor.h"

#include <algorithm>
#include <string>

namespace tscope {

// readersWord() of a member by itself, for those who do not know its layout.
inline std::string wordOf(const Member& member)
{
    const auto& role = *member.role;
    const bool isUsual = std::ranges::find(role.aliases, member.as) != role.aliases.end();
    if (isUsual)
        return member.as;
    const bool isOwn = role.kind == RoleKind::values || role.aliases.empty();
    return std::string(isOwn ? role.name : role.aliases.front());
}

} // namespace tscope
