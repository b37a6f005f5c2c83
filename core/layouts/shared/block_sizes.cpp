// SPDX-License-Identifier: Apache-2.0
#include "layouts/shared/block_sizes.h"

#include "base/human_numbers.h"

#include <vector>

namespace tscope {

namespace {

constexpr std::int64_t mostTried = 1024; // divisors beyond are left out, but for the extent itself
constexpr std::size_t mostListed = 6;

// "1, 2 or 4", "1, 2, 3, 4, 5, ... or 60"
std::string divisorsOf(std::int64_t extent)
{
    if (extent < 1)
        return "any number of";
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
        out += (out.empty() ? "" : ", ") + divisor;
    if (areLeftOut)
        out += ", ...";
    return (out.empty() ? "" : out + " or ") + std::to_string(extent);
}

std::string unitsText(std::int64_t count, const char* noun)
{
    return grouped(count) + ' ' + noun + (count == 1 ? "" : "s");
}

} // namespace

bool isDividedBy(const std::array<std::int64_t, 2>& block, std::int64_t rows, std::int64_t columns)
{
    return block[0] > 0 && block[1] > 0 && rows % block[0] == 0 && columns % block[1] == 0;
}

std::string undividedText(const std::array<std::int64_t, 2>& block, std::int64_t rows, std::int64_t columns)
{
    return "blocks of " + std::to_string(block[0]) + "x" + std::to_string(block[1]) + " do not divide " +
           unitsText(rows, "row") + " and " + unitsText(columns, "column") + ": a block can have " +
           divisorsOf(rows) + (rows == 1 ? " row and " : " rows and ") + divisorsOf(columns) +
           (columns == 1 ? " column" : " columns");
}

} // namespace tscope
