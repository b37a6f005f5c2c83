// SPDX-License-Identifier: Apache-2.0
#include "array/number_list.h"

#include "base/say.h"

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
            return invalidArgument(say("numbers up to 64 bits are wanted, found {0}", text));
        if (problem != std::errc())
            break;
        out.push_back(number);
        if (next == end)
            return out;
        if (*next != ',' && *next != 'x')
            break;
        at = next + 1;
    }
    return invalidArgument(say("integers separated by commas are wanted, found \"{0}\"", text));
}

Result<std::array<std::int64_t, 2>> parseBlockSize(std::string_view text)
{
    const auto numbers = parseNumbers(text);
    if (!numbers || numbers->size() != 2)
        return invalidArgument(say("a block size of two numbers was wanted, found {0}", text));
    return std::array{(*numbers)[0], (*numbers)[1]};
}

} // namespace tscope
