// SPDX-License-Identifier: Apache-2.0
#include "mutations/running/smaller.h"

#include <algorithm>

namespace tscope::mutations {

std::string madeSmaller(std::string bytes, const std::function<bool(const std::string&)>& isBad, int mostTries)
{
    for (auto part = (bytes.size() + 1) / 2; part > 0 && mostTries > 0; part /= 2)
        for (auto end = bytes.size(); end > 0 && mostTries > 0;) { // the end first: most is read from the front
            const auto begin = end - std::min(part, end);
            auto shorter = bytes.substr(0, begin) + bytes.substr(end);
            --mostTries;
            if (isBad(shorter))
                bytes = std::move(shorter);
            end = begin;
        }
    return bytes;
}

} // namespace tscope::mutations
