// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "array/array.h"
#include "base/say.h"
#include "layouts/shared/member_rules.h"

#include <algorithm>

namespace tscope {

// What a walk over the entries of a tensor may pass over, since it lies outside the size or the storage: a few
// times what is stored. A broken tensor may claim any number of elements of which none is ever visited.
class PassBudget
{
public:
    void add(const Array& array)
    {
        if (array.storage->hasBytes())
            m_left = saturatingAdd(m_left, saturatingMul(array.storageNumel(), repetitionLimit));
    }
    // False when the budget is used up.
    bool pass(std::int64_t count = 1)
    {
        const bool isEnough = count <= m_left;
        m_left = std::max<std::int64_t>(m_left - count, 0);
        return isEnough;
    }

    static Error usedUp()
    {
        return unsupported(say("more elements lie outside than can be passed over one by one"));
    }

private:
    std::int64_t m_left = std::int64_t{1} << 16;
};

} // namespace tscope
