// SPDX-License-Identifier: GPL-3.0-or-later
#include "charts/form_look.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdlib>
#include <string_view>

namespace tscope::charts {

namespace {

// Of a name that is not known, the same in every run.
int sumOfLetters(std::string_view name)
{
    unsigned sum = 0;
    for (const char c : name)
        sum += static_cast<unsigned char>(c);
    return static_cast<int>(sum % 60);
}

// Tensors of components never have the forms of matrices beside them, so that they may have the same colours.
int colourOf(const timing::Variant& variant)
{
    struct LayoutColour {
        std::string_view layout;
        int number;
    };
    constexpr std::array colours{LayoutColour{"csr", 0},    LayoutColour{"coo", 1},   LayoutColour{"csc", 2},
                                 LayoutColour{"bsr", 3},    LayoutColour{"bsc", 4},   LayoutColour{"strided", 5},
                                 LayoutColour{"jagged", 0}, LayoutColour{"nested", 1}};
    const auto known = std::ranges::find(colours, variant.layout, &LayoutColour::layout);
    return known != colours.end() ? known->number : sumOfLetters(variant.layout) % 6;
}

// Of the side of a block: powers of two count up (1, 2, 4, 8 ...), and so do odd sides (3, 5, 7 ...).
int numberOf(std::int64_t size)
{
    const auto side = static_cast<std::uint64_t>(std::max<std::int64_t>(size, 1));
    return std::has_single_bit(side) ? std::bit_width(side) - 1 : static_cast<int>(side / 2 % 60);
}

int typeOf(const timing::Variant& variant)
{
    constexpr std::array<std::string_view, 3> types{"float32", "float64", "bfloat16"};
    const auto type = std::ranges::find(types, variant.dtype) - types.begin();
    return static_cast<int>(type) + (variant.indexDType == "int32" ? 2 : 0);
}

} // namespace

FormLook formLookOf(const timing::Row& row)
{
    constexpr int signs = 4, lines = 4; // signs that can be filled and hollow
    const auto rows = numberOf(row.variant.block[0]), columns = numberOf(row.variant.block[1]);
    const auto sign = rows + 2 * std::abs(rows - columns) + typeOf(row.variant);
    // "cpu", "cpu (2 threads)", "cuda:0"
    const auto device = row.device == "cpu" ? 0 : 1 + sumOfLetters(row.device) % 3;
    return {axisInk(colourOf(row.variant)), static_cast<Shape>(sign % signs), static_cast<Dash>(device % lines)};
}

} // namespace tscope::charts
