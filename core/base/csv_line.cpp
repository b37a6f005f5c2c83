// SPDX-License-Identifier: Apache-2.0
#include "lessons/csv_line.h"

#include <string_view>

namespace tscope {

namespace {

std::string csvField(std::string text)
{
    if (!text.empty() && std::string_view("=+-@").find(text.front()) != std::string_view::npos)
        text.insert(0, " ");
    if (text.find_first_of(",\"\n\r") == std::string::npos)
        return text;
    std::string quoted = "\"";
    for (const auto c : text)
        quoted.append(c == '"' ? 2 : 1, c);
    return quoted + "\"";
}

} // namespace

void appendCsvLine(std::string& out, const std::vector<std::string>& fields)
{
    for (std::size_t at = 0; at < fields.size(); ++at)
        out.append(at == 0 ? "" : ",").append(csvField(fields[at]));
    out += '\n';
}

} // namespace tscope
