// SPDX-License-Identifier: Apache-2.0
#include "layouts/jagged/jagged.h"

#include "layouts/jagged/advice.h"
#include "layouts/jagged/jagged_locate.h"
#include "layouts/jagged/jagged_reading.h"
#include "layouts/jagged/jagged_rules.h"
#include "layouts/jagged/jagged_spans.h"
#include "layouts/jagged/phrases.h"

#include <array>

namespace tscope {

namespace {

using namespace std::string_view_literals;

constexpr std::array otherNames{"nested_jagged"sv, "torch.jagged"sv};
constexpr std::array roles{
    RoleSpec{"values", {}, RoleKind::values},
    RoleSpec{"offsets", {}, RoleKind::table},
    RoleSpec{"lengths", {}, RoleKind::table, false},
};

std::unique_ptr<Reading> read(const Tensor& tensor, const ReadOptions&)
{
    return std::make_unique<JaggedReading>(tensor);
}

} // namespace

const Layout& jaggedLayout()
{
    static const Layout layout{
        .name = "jagged",
        .family = "jagged",
        .otherNames = otherNames,
        .roles = roles,
        .rules = jaggedRules(),
        .read = read,
        .locate = locateJagged,
        .readersOf = readersOfJagged,
        .entries = entriesOfJagged,
        .entriesWithin = entriesOfJaggedWithin,
        .spansOver = spansOverJagged,
        .advice = &jaggedAdvice,
        .phrases = &jaggedPhrases,
    };
    return layout;
}

} // namespace tscope
