// SPDX-License-Identifier: Apache-2.0
#include "base/utc_time.h"

#include <array>
#include <ctime>

namespace tscope {

std::string utcNow()
{
    const auto seconds = std::time(nullptr);
    std::tm utc{};
    ::gmtime_r(&seconds, &utc);
    std::array<char, 32> text{};
    const auto length = std::strftime(text.data(), text.size(), "%Y-%m-%dT%H:%M:%SZ", &utc);
    return {text.data(), length};
}

std::string readableTime(const std::string& utc)
{
    constexpr std::size_t date = 10, minutes = 16, whole = 20;
    if (utc.size() != whole || utc[date] != 'T' || utc.back() != 'Z')
        return utc;
    return utc.substr(0, date) + ' ' + utc.substr(date + 1, minutes - date - 1) + " UTC";
}

} // namespace tscope
