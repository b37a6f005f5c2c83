// SPDX-License-Identifier: Apache-2.0
#include "layouts/shared/table.h"

#include "layouts/shared/member_rules.h"

namespace tscope {

Table::Table(const Member& member)
{
    auto because = whyIndexUnreadable(member);
    if (!because)
        because = whyTooRepeated(member);
    m_because = because.value_or("");
    if (!because)
        m_reader.emplace(member.array);
}

WitnessValue exactly(Wide number)
{
    if (const auto fits = number.asInt64())
        return *fits;
    return number;
}

} // namespace tscope
