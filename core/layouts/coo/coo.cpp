// SPDX-License-Identifier: Apache-2.0
#include "layouts/coo/coo.h"

#include "layouts/coo/advice.h"
#include "layouts/coo/locate.h"
#include "layouts/coo/phrases.h"
#include "layouts/coo/reading.h"
#include "layouts/coo/rules.h"
#include "layouts/coo/tally.h"

#include <array>
#include <optional>
#include <vector>

namespace tscope {

namespace {

using namespace std::string_view_literals;

constexpr std::array otherNames{"torch.sparse_coo"sv, "sparse_coo"sv};
constexpr std::array roles{RoleSpec{"indices", {}, RoleKind::index}, RoleSpec{"values", {}, RoleKind::values}};

std::optional<std::vector<MemberForm>> memberForms(const Form& form, std::int64_t entries)
{
    const auto dense = form.dense();
    Extents values{entries};
    values.insert(values.end(), dense.begin(), dense.end());
    const auto sparseDims = static_cast<std::int64_t>(form.size.size()) - form.denseDims;
    return std::vector<MemberForm>{{form.indexDType, {sparseDims, entries}}, {form.dtype, std::move(values)}};
}

} // namespace

const Layout& cooLayout()
{
    static const Layout layout{
        .name = "coo",
        .family = "coo",
        .otherNames = otherNames,
        .roles = roles,
        .rules = cooRules(),
        .read = readCoo,
        .locate = locateCoo,
        .readersOf = readersOfCoo,
        .entries = entriesOfCoo,
        .entriesWithin = entriesOfCooWithin,
        .tally = tallyCoo,
        .indexOfSlots = indexOfSlotsOfCoo,
        .memberForms = memberForms,
        .advice = &cooAdvice,
        .phrases = &coo::phrases,
    };
    return layout;
}

} // namespace tscope
