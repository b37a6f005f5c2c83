// SPDX-License-Identifier: Apache-2.0
#include "io/remainder.h"

namespace tscope {

std::string unreadText(std::int64_t unread)
{
    if (unread == 0)
        return {};
    return (unread == 1 ? "one tensor" : std::to_string(unread) + " tensors") +
           " can't be read, as the file is damaged there";
}

std::string remainderText(const Remainder& remainder)
{
    std::string text;
    const auto add = [&](std::int64_t count, const std::string& one, const std::string& many) {
        if (count > 0)
            text += (text.empty() ? "" : ", and ") + (count == 1 ? one : std::to_string(count) + many);
    };
    if (remainder.unread > 0)
        text = unreadText(remainder.unread);
    add(remainder.leftOut, "a part of it that is no tensor would be lost",
        " parts of it that are no tensors would be lost");
    add(remainder.notChosen, "another tensor of it would be lost", " other tensors of it would be lost");
    return text;
}

} // namespace tscope
