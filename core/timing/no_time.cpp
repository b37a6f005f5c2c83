// SPDX-License-Identifier: Apache-2.0
#include "timing/no_time.h"

#include "base/say.h"

namespace tscope::timing {

NoTime noTimeOf(const Row& row)
{
    switch (row.status) {
    case Status::ok:
        return {};
    case Status::failed:
        return {say("failed"), row.reason};
    case Status::cancelled:
        return {say("not measured"), row.reason};
    case Status::unsupported:
        break;
    }
    if (!row.isLeftOut)
        return {say("not supported"), row.reason};
    constexpr std::string_view head = "left out: "; // the reason begins with it, in English as all of a session
    return {say("left out"), row.reason.starts_with(head) ? row.reason.substr(head.size()) : row.reason};
}

std::string text(const NoTime& noTime)
{
    return noTime.reason.empty() ? noTime.word : say("{0}: {1}", noTime.word, noTime.reason);
}

} // namespace tscope::timing
