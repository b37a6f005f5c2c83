// SPDX-License-Identifier: Apache-2.0
#include "array/number_list.h"

#include <charconv>
#include <string>

namespace tscope {

Result<Extents> parseNumbers(std::string_view text)
{
    Extents out;
    if (text.empty())
        return out;
    const char* at = text.data();
    const char* const end = at + text.size();
    for (;;) {
        std::int64_t number = 0;
        const auto [next, problem] = std::from_chars(at, end, number);
        if (problem == std::errc::result_out_of_range)
            return invalidArgument("numbers up to 64 bits are wanted, found " + std::string(text));
        if (problem != std::errc())
            break;
        out.push_back(number);
        if (next == end)
            return out;
        if (*next != ',' && *next != 'x')
            break;
        at = next + 1;
    }
    return invalidArgument("integers separated by commas are wanted, found \"" + std::string(text) + "\"");
}

} // namespace tscope
