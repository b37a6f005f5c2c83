// SPDX-License-Identifier: Apache-2.0
#include "base/pace.h"

#include "base/say.h"

#include <algorithm>

namespace tscope {

Watch partOfWatch(const Watch& whole, double from, double to)
{
    auto part = whole.withoutProgress();
    if (whole.progress)
        part.progress = [tell = whole.progress, from, to](double done) { tell(from + done * (to - from)); };
    return part;
}

bool Pace::look(std::size_t done, std::size_t all)
{
    m_left = m_between;
    if (m_watch.isStopped())
        return false;
    if (m_watch.progress)
        m_watch.progress(all == 0 ? 1.0 : std::min(1.0, static_cast<double>(done) / static_cast<double>(all)));
    return !m_watch.isStopped();
}

Error openingCancelled()
{
    return {ErrorCode::cancelled, say("opening was cancelled")};
}

} // namespace tscope
