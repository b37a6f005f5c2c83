// SPDX-License-Identifier: Apache-2.0
#include "ops/layout_words.h"

#include "layouts/registry.h"

#include <array>
#include <utility>

namespace tscope {

namespace {

std::string_view familyOf(std::string_view layout)
{
    const auto* known = layoutNamed(layout);
    return known != nullptr ? known->family : std::string_view();
}

} // namespace

bool isStrided(std::string_view layout)
{
    return familyOf(layout) == "strided";
}

bool isCompressed(std::string_view layout)
{
    return familyOf(layout) == "compressed";
}

bool isSparse(std::string_view layout)
{
    return isCompressed(layout) || familyOf(layout) == "coo";
}

bool isBox(std::string_view layout)
{
    return isStrided(layout) || isSparse(layout);
}

std::string_view mirroredName(std::string_view layout)
{
    using Pair = std::pair<std::string_view, std::string_view>;
    constexpr std::array pairs{Pair{"csr", "csc"}, Pair{"csc", "csr"}, Pair{"bsr", "bsc"}, Pair{"bsc", "bsr"}};
    for (const auto& [own, other] : pairs)
        if (own == layout)
            return other;
    return layout;
}

} // namespace tscope
