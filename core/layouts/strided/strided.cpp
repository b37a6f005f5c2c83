// SPDX-License-Identifier: Apache-2.0
#include "layouts/strided/strided.h"

#include "layouts/strided/advice.h"
#include "layouts/strided/locate.h"
#include "layouts/strided/phrases.h"
#include "layouts/strided/reading.h"
#include "layouts/strided/rules.h"
#include "layouts/strided/tally.h"

#include <array>
#include <optional>
#include <vector>

namespace tscope {

namespace {

using namespace std::string_view_literals;

constexpr std::array otherNames{"torch.strided"sv, "dense"sv};
constexpr std::array roles{RoleSpec{"values", {}, RoleKind::values}};

std::optional<std::vector<MemberForm>> memberForms(const Form& form, std::int64_t)
{
    return std::vector<MemberForm>{{form.dtype, form.size}};
}

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
        .memberForms = memberForms,
        .advice = &stridedAdvice,
        .phrases = &stridedPhrases,
    };
    return layout;
}

Tensor stridedOf(Array array)
{
    const auto& layout = stridedLayout();
    Tensor tensor{.layout = &layout, .members = {}};
    tensor.members.push_back({.role = layout.roles.data(), .array = std::move(array)});
    return tensor;
}

} // namespace tscope
