// SPDX-License-Identifier: Apache-2.0
#include "proof/came_back.h"

#include "base/say.h"

namespace tscope {

Result<void> checkCameBackSound(const Tensor& tensor, std::string_view device, const Watch& watch)
{
    if (device == "cpu" || tensor.layout->family == "strided")
        return {};
    const auto proved = prove(tensor, watch);
    const auto* report = std::get_if<Report>(&proved);
    if (report == nullptr)
        return {};
    if (report->cancelled)
        return Error{ErrorCode::cancelled, say("the operation was stopped"), {}, {}};
    return Error{ErrorCode::internal,
                 say("what came back from {0} is not sound, so it is not used", device),
                 {},
                 "not sound"};
}

} // namespace tscope
