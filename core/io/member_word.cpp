// SPDX-License-Identifier: Apache-2.0
#include "io/member_word.h"

namespace tscope {

std::string_view memberWord(const Member& member, const Layout& layout)
{
    if (roleNamed(layout, member.as) == member.role)
        return member.as;
    const bool hasAlias = member.role->kind != RoleKind::values && !member.role->aliases.empty();
    return hasAlias ? member.role->aliases.front() : member.role->name;
}

} // namespace tscope
