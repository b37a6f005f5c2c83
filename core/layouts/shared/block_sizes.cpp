// SPDX-License-Identifier: Apache-2.0
#include "layouts/shared/block_sizes.h"

#include "base/say.h"

#include <vector>

namespace tscope {

namespace {

constexpr std::int64_t mostTried = 1024; // divisors beyond are left out, but for the extent itself
constexpr std::size_t mostListed = 6;

// "1, 2 or 4", "1, 2, 3, 4, 5, ... or 60"
std::string divisorsOf(std::int64_t extent)
{
    if (extent < 1)
        return say("any number of");
    std::vector<std::string> listed;
    bool areLeftOut = extent > mostTried;
    for (std::int64_t divisor = 1; divisor < extent && divisor <= mostTried; ++divisor)
        if (extent % divisor == 0) {
            areLeftOut = areLeftOut || listed.size() == mostListed;
            if (listed.size() < mostListed)
                listed.push_back(std::to_string(divisor));
        }
    std::string out;
    for (const auto& divisor : listed)
        out += (out.empty() ? "" : say(", ")) + divisor;
    if (areLeftOut)
        out += say(", ...");
    return out.empty() ? std::to_string(extent) : say("{0} or {1}", out, extent);
}

} // namespace

bool isDividedBy(const std::array<std::int64_t, 2>& block, std::int64_t rows, std::int64_t columns)
{
    return block[0] > 0 && block[1] > 0 && rows % block[0] == 0 && columns % block[1] == 0;
}

std::string undividedText(const std::array<std::int64_t, 2>& block, std::int64_t rows, std::int64_t columns)
{
    const auto ofRows = rows == 1 ? say("1 row") : say("{0} rows", divisorsOf(rows));
    const auto ofColumns = columns == 1 ? say("1 column") : say("{0} columns", divisorsOf(columns));
    return say("blocks of {0}x{1} do not divide {2|row|rows} and {3|column|columns}: a block can have {4} and {5}",
               block[0], block[1], rows, columns, ofRows, ofColumns);
}

} // namespace tscope
