// SPDX-License-Identifier: Apache-2.0
#include "convert/unusual_types.h"

#include "base/say.h"
#include "convert/plan.h"
#include "dispatch/operand.h"
#include "rules/check.h"

#include <algorithm>
#include <cstring>

namespace tscope {

namespace {

// What a check says of a tensor of that form that stores nothing.
std::vector<Finding> findingsOfEmpty(Form form)
{
    std::ranges::fill(form.size, 0);
    constexpr std::int64_t enough = 1 << 12; // a pointer
    auto made = ResultOperand::make(form, 0, {}, nullptr, enough);
    if (!made)
        return {};
    const auto operand = made->abi();
    for (int i = 0; i < operand.member_count; ++i) {
        const auto& member = operand.members[i];
        const auto count = *numel(Extents(member.sizes, member.sizes + member.dims));
        if (count > 0)
            std::memset(member.data, 0, static_cast<std::size_t>(count * member.item_size));
    }
    const auto tensor = std::move(*made).tensor(0);
    return tensor ? check(*tensor, {.advice = false}).findings : std::vector<Finding>();
}

} // namespace

std::vector<std::string> rulesAgainstTypes(const Target& target)
{
    std::vector<std::string> out;
    if (target.layout->memberForms == nullptr) {
        if (!isUsualIndexType(*target.layout, target.indexDType))
            out.push_back(
                say("int64 indices are what the rules of {0} want, and a check will say so", target.layout->name));
        return out;
    }
    auto form = formOf(target, target.indexDType);
    const auto broken = findingsOfEmpty(form);
    form.dtype = ElementType::f32;
    form.indexDType = ElementType::i64;
    const auto anyway = findingsOfEmpty(form);
    for (const auto& finding : broken)
        if (finding.level == Level::violation &&
            std::ranges::find(anyway, finding.rule, &Finding::rule) == anyway.end())
            out.push_back(say("rule {0} will be broken, for it wants: {1}", finding.rule, finding.statement));
    return out;
}

std::optional<std::string> indexTypeChange(const Tensor& from, const Target& target, const ConvertRequest& request)
{
    const auto isIndex = [](const RoleSpec& role) { return role.kind == RoleKind::index; };
    const bool hadIndices =
        std::ranges::any_of(from.members, [&](const Member& member) { return isIndex(*member.role); });
    const auto& before = from.declaredIndexDType();
    if (request.indexDType || !hadIndices || before == target.indexDType ||
        std::ranges::none_of(target.layout->roles, isIndex))
        return {};
    return isUsualIndexType(*target.layout, before)
               ? say("the indices are {0}, not {1} as before: {1} can't count up to the size",
                     target.indexDType.name(), before.name())
               : say("the indices are {0}, not {1} as before: {2} takes no others", target.indexDType.name(),
                     before.name(), target.layout->name);
}

} // namespace tscope
