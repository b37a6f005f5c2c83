// SPDX-License-Identifier: Apache-2.0
#include "proof/prove.h"

#include "base/say.h"
#include "memory/lost_pages.h"
#include "proof/obstacle.h"
#include "rules/check.h"
#include "tensor/view_bits.h"

#include <algorithm>

namespace tscope {

namespace {

// Numbers that kernels go by must stay as they were proven: in a mapped file others could change them meanwhile.
void keepForItself(Tensor& tensor)
{
    for (auto& member : tensor.members) {
        if (member.role->kind == RoleKind::values || !member.isReadable())
            continue;
        // Of edited pages and those between them some may be the file's.
        const auto* bytes = member.array.storage->data();
        if (bytes != nullptr && !liesInMappedFile(bytes))
            continue;
        if (auto own = packed(member.array))
            member.array = std::move(*own);
    }
}

// What kernels do follows from the types that the members have, whatever a tensor says of itself.
void forgetOtherTypes(Tensor& tensor)
{
    if (!tensor.dtype && !tensor.indexDType)
        return;
    auto plain = tensor;
    plain.dtype.reset();
    plain.indexDType.reset();
    if (tensor.dtype && plain.declaredDType() != *tensor.dtype)
        tensor.dtype.reset();
    if (tensor.indexDType && plain.declaredIndexDType() != *tensor.indexDType)
        tensor.indexDType.reset();
}

// Rules that read the only value of a sparse tensor without dims as a row of one do so for all that comes after.
void giveEntriesADim(Tensor& tensor)
{
    if (tensor.layout->family == "strided")
        return;
    for (auto& member : tensor.members)
        if (auto& geometry = member.array.geometry;
            member.role->kind == RoleKind::values && geometry.sizes.empty())
            geometry = {{1}, {1}, geometry.offset};
}

} // namespace

std::variant<Sound, Report> prove(Tensor tensor, const Watch& watch)
{
    keepForItself(tensor);
    auto report = check(tensor, {.advice = false, .watch = watch});
    if (report.cancelled)
        return report;
    if (const auto* obstacle = obstacleIn(report, tensor)) {
        report.obstacle = obstacle->id;
        return report;
    }
    std::vector<std::string_view> held;
    for (const auto& rule : tensor.layout->rules)
        if (rule.guardsMemory)
            held.push_back(rule.id);
    if (held.empty())
        return report;
    // Kernels may ask for the others too.
    for (const auto& rule : tensor.layout->rules)
        if (!rule.guardsMemory && report.find(rule.id) == nullptr &&
            defaultContract().demand(*tensor.layout, rule) &&
            std::ranges::find(report.skipped, rule.id, &Skipped::rule) == report.skipped.end())
            held.push_back(rule.id);
    auto meant = withMeantElements(tensor);
    if (!meant) {
        report.skipped.push_back({std::string(tensor.layout->rules.front().id), meant.error().text});
        return report;
    }
    tensor = std::move(*meant);
    forgetOtherTypes(tensor);
    giveEntriesADim(tensor);
    return Sound(std::move(tensor), std::move(held));
}

Result<Sound> proven(Tensor tensor, std::string_view what, const Watch& watch)
{
    auto proved = prove(std::move(tensor), watch);
    if (auto* sound = std::get_if<Sound>(&proved))
        return std::move(*sound);
    return std::get<Report>(proved).cancelled ? Error{ErrorCode::cancelled, say("the operation was stopped")}
                                              : unsupported(say("{0} would not be sound", what));
}

} // namespace tscope
