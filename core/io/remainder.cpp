// SPDX-License-Identifier: Apache-2.0
#include "io/remainder.h"

#include "base/checked_math.h"
#include "base/say.h"

namespace tscope {

std::string unreadText(std::int64_t unread)
{
    if (unread == 0)
        return {};
    return unread == 1 ? say("one tensor can't be read, as the file is damaged there")
                       : say("{0} tensors can't be read, as the file is damaged there", unread);
}

std::string partlyText(std::int64_t read, std::int64_t unread)
{
    if (unread == 0)
        return {};
    return say("{0#} of {1|tensor|tensors}", read, saturatingAdd(read, unread));
}

std::string remainderText(const Remainder& remainder)
{
    std::string text;
    const auto add = [&](std::int64_t count, const std::string& part) {
        if (count > 0)
            text = text.empty() ? part : say("{0}, and {1}", text, part);
    };
    const auto leftOut = remainder.leftOut, notChosen = remainder.notChosen;
    add(remainder.unread, unreadText(remainder.unread));
    add(leftOut, leftOut == 1 ? say("a part of it that is no tensor would be lost")
                              : say("{0} parts of it that are no tensors would be lost", leftOut));
    add(notChosen, notChosen == 1 ? say("another tensor of it would be lost")
                                  : say("{0} other tensors of it would be lost", notChosen));
    return text;
}

} // namespace tscope
