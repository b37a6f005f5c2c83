// SPDX-License-Identifier: Apache-2.0
#include "tensor/member_name.h"

#include <algorithm>

namespace tscope {

std::string_view readersWord(const Member& member, const Layout& layout)
{
    const auto& role = *member.role;
    const bool isUsual = roleNamed(layout, member.as) == &role && (member.as != role.name || role.aliases.empty());
    if (isUsual)
        return member.as;
    return usualWord(role);
}

std::string_view usualWord(const RoleSpec& role)
{
    return role.kind == RoleKind::values || role.aliases.empty() ? role.name : role.aliases.front();
}

std::string slotsText(const Tensor& tensor, std::string_view role, std::int64_t begin, std::int64_t end)
{
    const auto* member = tensor.find(role);
    std::string out(member == nullptr ? role : readersWord(*member, *tensor.layout));
    out += '[' + std::to_string(begin);
    if (end > begin + 1)
        out += ".." + std::to_string(end - 1);
    return out + ']';
}

} // namespace tscope
