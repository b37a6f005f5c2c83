// SPDX-License-Identifier: Apache-2.0
#include "layouts/shared/known_orders.h"

namespace tscope {

bool KnownOrders::Seen::isOf(const Array& array, std::int64_t from, std::int64_t to) const
{
    return storageId == array.storage->id() && begin == from && end == to && dtype == array.dtype &&
           geometry == array.geometry;
}

bool KnownOrders::rises(const Array& array, std::int64_t begin, std::int64_t end,
                        const std::function<std::optional<bool>()>& look)
{
    {
        const std::lock_guard lock(m_mutex);
        for (const auto& seen : m_seen)
            if (seen.isOf(array, begin, end))
                return seen.rises;
    }
    const auto rises = look();
    if (!rises)
        return false;
    const std::lock_guard lock(m_mutex);
    m_seen[m_next] = {array.storage->id(), array.dtype, array.geometry, begin, end, *rises};
    m_next = (m_next + 1) % m_seen.size();
    return *rises;
}

} // namespace tscope
