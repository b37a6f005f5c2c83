// SPDX-License-Identifier: Apache-2.0
#include "base/csv_line.h"

#include <charconv>
#include <cmath>
#include <string_view>
#include <system_error>

namespace tscope {

static bool isFiniteNumber(const std::string& text)
{
    double number = 0;
    const auto* const end = text.data() + text.size();
    const auto read = std::from_chars(text.data(), end, number);
    return read.ec == std::errc() && read.ptr == end && std::isfinite(number);
}

std::string csvField(std::string text)
{
    const bool isLikeFormula =
        !text.empty() && std::string_view("=+-@").find(text.front()) != std::string_view::npos;
    if (isLikeFormula && !isFiniteNumber(text))
        text.insert(0, " ");
    if (text.find_first_of(",\"\n\r") == std::string::npos)
        return text;
    std::string quoted = "\"";
    for (const auto c : text)
        quoted.append(c == '"' ? 2 : 1, c);
    return quoted + "\"";
}

void appendCsvLine(std::string& out, const std::vector<std::string>& fields)
{
    for (std::size_t at = 0; at < fields.size(); ++at)
        out.append(at == 0 ? "" : ",").append(csvField(fields[at]));
    out += '\n';
}

} // namespace tscope
