// SPDX-License-Identifier: Apache-2.0
#include "log_commands.h"

namespace tscope::cli {

std::string WithoutCommands::operator()(std::string_view piece)
{
    constexpr std::size_t longest = 5; // "##vso"
    std::string out;
    for (const char c : piece) {
        const bool isMark = endsMark(c);
        if (isMark)
            out += c == ':' ? "\\x3a" : "\\x5b";
        else
            out += c;
        m_before += c;
        if (m_before.size() > longest)
            m_before.erase(0, 1);
        m_colons += !m_isBegun && c == ':' ? 1 : 0;
        // Servers skip blanks of all kinds, also those beyond ASCII.
        m_isBegun = m_isBegun || isMark || (c > ' ' && c <= '~' && c != ':');
    }
    return out;
}

bool WithoutCommands::endsMark(char c) const
{
    if (c == ':')
        return !m_isBegun && m_colons == 1;
    return c == '[' && (m_before.ends_with("##") || m_before == "##vso");
}

std::string withoutCommandsInJson(std::string_view json)
{
    std::string out;
    out.reserve(json.size());
    std::size_t done = 0;
    for (auto at = json.find('#'); at != std::string_view::npos; at = json.find('#', at + 1)) {
        const char before = at > 0 ? json[at - 1] : '#', after = at + 1 < json.size() ? json[at + 1] : '#';
        if (before != '#' && after != '#')
            continue;
        out.append(json, done, at - done).append("\\u0023");
        done = at + 1;
    }
    return out.append(json, done);
}

} // namespace tscope::cli
