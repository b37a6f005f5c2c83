// SPDX-License-Identifier: Apache-2.0
#include "memory/device.h"

#include "base/printable.h"

#include <algorithm>
#include <charconv>

namespace tscope {

Device Device::parse(std::string_view text)
{
    const auto colon = text.rfind(':');
    if (colon == std::string_view::npos)
        return {boundedWord(std::string(text)), -1};
    const auto digits = text.substr(colon + 1);
    int index = -1;
    const auto [end, problem] = std::from_chars(digits.data(), digits.data() + digits.size(), index);
    if (problem != std::errc() || end != digits.data() + digits.size() || index < 0)
        return {boundedWord(std::string(text)), -1};
    return {boundedWord(std::string(text.substr(0, colon))), index};
}

std::string Device::text() const
{
    return index < 0 ? type : type + ":" + std::to_string(index);
}

bool Device::isSame(const Device& other) const
{
    return type == other.type && std::max(index, 0) == std::max(other.index, 0);
}

} // namespace tscope
