// SPDX-License-Identifier: Apache-2.0
#include "layouts/nested/nested.h"

#include "layouts/nested/advice.h"
#include "layouts/nested/nested_locate.h"
#include "layouts/nested/nested_reading.h"
#include "layouts/nested/nested_rules.h"
#include "layouts/nested/nested_spans.h"
#include "layouts/nested/phrases.h"

#include <algorithm>
#include <array>

namespace tscope {

namespace {

using namespace std::string_view_literals;

constexpr std::array otherNames{"nested_strided"sv, "torch.nested"sv};
constexpr std::array roles{
    RoleSpec{"buffer", {}, RoleKind::values},
    RoleSpec{"nested_sizes", {}, RoleKind::table},
    RoleSpec{"nested_strides", {}, RoleKind::table},
    RoleSpec{"storage_offsets", {}, RoleKind::table},
};

std::unique_ptr<Reading> read(const Tensor& tensor, const ReadOptions&)
{
    return std::make_unique<NestedReading>(tensor);
}

// All components in one buffer of so many elements; the first extent counts them.
std::optional<std::vector<MemberForm>> memberForms(const Form& form, std::int64_t entries)
{
    const auto components = form.size.empty() ? 0 : form.size.front();
    const auto dims = std::max<std::int64_t>(std::ssize(form.size) - 1, 0);
    const MemberForm table{ElementType::i64, {components, dims}};
    return std::vector<MemberForm>{{form.dtype, {entries}}, table, table, {ElementType::i64, {components}}};
}

} // namespace

const Layout& nestedLayout()
{
    static const Layout layout{
        .name = "nested",
        .family = "nested",
        .otherNames = otherNames,
        .roles = roles,
        .rules = nestedRules(),
        .read = read,
        .locate = locateNested,
        .readersOf = readersOfNested,
        .entries = entriesOfNested,
        .entriesWithin = entriesOfNestedWithin,
        .spansOver = spansOverNested,
        .memberForms = memberForms,
        .advice = &nestedAdvice,
        .phrases = &nestedPhrases,
    };
    return layout;
}

} // namespace tscope
