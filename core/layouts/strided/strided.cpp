// SPDX-License-Identifier: Apache-2.0
#include "layouts/strided/strided.h"

#include "layouts/strided/advice.h"
#include "layouts/strided/locate.h"
#include "layouts/strided/reading.h"
#include "layouts/strided/rules.h"
#include "layouts/strided/tally.h"

#include <array>

namespace tscope {

namespace {

using namespace std::string_view_literals;

constexpr std::array otherNames{"torch.strided"sv, "dense"sv};
constexpr std::array roles{RoleSpec{"values", {}, RoleKind::values}};

} // namespace

const Layout& stridedLayout()
{
    static const Layout layout{
        .name = "strided",
        .family = "strided",
        .otherNames = otherNames,
        .roles = roles,
        .rules = stridedRules(),
        .read = readStrided,
        .locate = locateStrided,
        .readersOf = readersOfStrided,
        .entries = entriesOfStrided,
        .entriesWithin = entriesOfStridedWithin,
        .tally = tallyStrided,
        .advice = &stridedAdvice,
    };
    return layout;
}

} // namespace tscope
