// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace tscope {

// What nlohmann's parser says is wrong, without its code and its own place: "[json.exception.parse_error.101]
// parse error at line 1, column 5: syntax error while ...; last read: ..."
inline std::string jsonProblem(std::string_view what)
{
    constexpr std::size_t limit = 200;
    if (const auto at = what.find(": "); at != std::string_view::npos)
        what.remove_prefix(at + 2);
    if (what.size() > limit)
        what = what.substr(0, what.find("; last read"));
    return std::string(what.substr(0, limit));
}

} // namespace tscope
