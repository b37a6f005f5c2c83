// SPDX-License-Identifier: Apache-2.0
#include "layouts/compressed/compressed.h"

#include "base/checked_math.h"
#include "layouts/compressed/advice.h"
#include "layouts/compressed/finding.h"
#include "layouts/compressed/phrases.h"
#include "layouts/compressed/reading.h"
#include "layouts/compressed/rules.h"
#include "layouts/compressed/spans.h"
#include "layouts/compressed/tally.h"

#include <array>

namespace tscope {

namespace {

using namespace std::string_view_literals;

// Row layouts compress the rows: "crow" points into "col". Column layouts the other way round.
constexpr std::array rowPointers{"crow_indices"sv, "indptr"sv};
constexpr std::array columnIndices{"col_indices"sv, "indices"sv};
constexpr std::array columnPointers{"ccol_indices"sv, "indptr"sv};
constexpr std::array rowIndices{"row_indices"sv, "indices"sv};
constexpr std::array data{"data"sv};

constexpr std::array rowRoles{
    RoleSpec{"compressed", rowPointers, RoleKind::index},
    RoleSpec{"plain", columnIndices, RoleKind::index},
    RoleSpec{"values", data, RoleKind::values},
};
constexpr std::array columnRoles{
    RoleSpec{"compressed", columnPointers, RoleKind::index},
    RoleSpec{"plain", rowIndices, RoleKind::index},
    RoleSpec{"values", data, RoleKind::values},
};

constexpr std::array csrNames{"torch.sparse_csr"sv, "sparse_csr"sv};
constexpr std::array cscNames{"torch.sparse_csc"sv, "sparse_csc"sv};
constexpr std::array bsrNames{"torch.sparse_bsr"sv, "sparse_bsr"sv};
constexpr std::array bscNames{"torch.sparse_bsc"sv, "sparse_bsc"sv};

Extents joined(Extents first, std::initializer_list<std::int64_t> then, const Extents& last = {})
{
    first.insert(first.end(), then);
    first.insert(first.end(), last.begin(), last.end());
    return first;
}

template <bool alongRows, bool isBlocked>
std::optional<std::vector<MemberForm>> memberForms(const Form& form, std::int64_t entries)
{
    const auto batch = form.batch(), dense = form.dense();
    const auto slices = form.size[batch.size() + (alongRows ? 0 : 1)] / form.block[alongRows ? 0 : 1];
    const auto pointers = checkedAdd(slices, 1);
    if (!pointers)
        return std::nullopt;
    return std::vector<MemberForm>{
        {form.indexDType, joined(batch, {*pointers})},
        {form.indexDType, joined(batch, {entries})},
        {form.dtype, isBlocked ? joined(batch, {entries, form.block[0], form.block[1]}, dense)
                               : joined(batch, {entries}, dense)},
    };
}

using MemberForms = std::optional<std::vector<MemberForm>> (*)(const Form&, std::int64_t);

Layout makeLayout(std::string_view name, std::span<const std::string_view> otherNames,
                  std::span<const RoleSpec> roles, MemberForms memberForms)
{
    return {
        .name = name,
        .family = "compressed",
        .otherNames = otherNames,
        .roles = roles,
        .rules = compressed::rules(),
        .read = compressed::readCompressed,
        .locate = compressed::locate,
        .readersOf = compressed::readersOf,
        .entries = compressed::entries,
        .entriesWithin = compressed::entriesWithin,
        .spansOver = compressed::spansOver,
        .tally = compressed::tally,
        .indexOfSlots = compressed::indexOfSlots,
        .memberForms = memberForms,
        .advice = &compressed::advice,
        .phrases = &compressed::phrases,
    };
}

} // namespace

const Layout& csrLayout()
{
    static const Layout layout = makeLayout("csr", csrNames, rowRoles, memberForms<true, false>);
    return layout;
}

const Layout& cscLayout()
{
    static const Layout layout = makeLayout("csc", cscNames, columnRoles, memberForms<false, false>);
    return layout;
}

const Layout& bsrLayout()
{
    static const Layout layout = makeLayout("bsr", bsrNames, rowRoles, memberForms<true, true>);
    return layout;
}

const Layout& bscLayout()
{
    static const Layout layout = makeLayout("bsc", bscNames, columnRoles, memberForms<false, true>);
    return layout;
}

} // namespace tscope
