// SPDX-License-Identifier: Apache-2.0
#include "anatomy/rule.h"

#include "base/checked_math.h"
#include "language/catalogue.h"

namespace tscope {

void RuleRun::found(Witness witness)
{
    m_count = saturatingAdd(m_count, 1);
    if (room() <= 0)
        return;
    if (!m_take)
        m_witnesses.push_back(std::move(witness));
    else if (++m_handed; !m_take(witness))
        m_max = m_handed;
}

void RuleRun::count(std::int64_t more)
{
    m_count = saturatingAdd(m_count, more);
}

void RuleRun::skip(std::string because)
{
    m_because = translated(because); // a literal needs no say()
}

} // namespace tscope
