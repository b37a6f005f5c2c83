// SPDX-License-Identifier: Apache-2.0
#include "base/checked_math.h"
#include "base/memory_budget.h"
#include "base/say.h"
#include "convert/cast_losses.h"
#include "convert/changes.h"
#include "convert/exchange.h"
#include "convert/plan.h"
#include "convert/unusual_types.h"
#include "dispatch/call.h"
#include "dispatch/operand.h"

#include <algorithm>

namespace tscope {

namespace {

// What members whose types change will take.
std::int64_t bytesToCast(const Tensor& tensor, const DType& dtype, const DType& indexDType)
{
    std::int64_t bytes = 0;
    for (const auto& member : tensor.members) {
        const bool isValues = member.role->kind == RoleKind::values;
        const auto& type = isValues ? dtype : indexDType;
        if (member.array.dtype != type && (isValues || tensor.layout->family != "nested"))
            bytes = saturatingAdd(bytes,
                                  saturatingMul(numel(member.array.geometry).value_or(int64Max), type.itemSize()));
    }
    return bytes;
}

// The kernel that would run a leg. Where its input is not there yet (behind the first leg, before a cast) one that
// takes any.
const KernelChoice& kernelThatRuns(const RouteLeg& leg, const Sound& sound, bool isThere, std::int64_t maxBytes)
{
    Params params;
    params.set("in_order", false); // it may look
    const auto takesIt = [&](const KernelChoice& kernel) {
        return isThere ? wouldTake(kernel, sound.tensor(), leg.to, params, maxBytes)
                       : kernel.kernel.takes == nullptr;
    };
    const auto at = std::ranges::find_if(leg.kernels, takesIt);
    return at == leg.kernels.end() ? leg.kernels.front() : *at;
}

std::vector<RouteStep> guessedRoute(const Sound& sound, const Target& target, const ConvertRequest& request,
                                    std::int64_t maxBytes, const std::string& device)
{
    const auto& tensor = sound.tensor();
    if (keepsForm(tensor, target, request))
        return {castStep(tensor, target.dtype, target.indexDType,
                         bytesToCast(tensor, target.dtype, target.indexDType))};
    if (isOfComponents(*tensor.layout) && isOfComponents(*target.layout)) {
        std::vector<RouteStep> route{guessedExchange(tensor, *target.layout)};
        if (const auto bytes = bytesToCast(tensor, target.dtype, tensor.declaredIndexDType()); bytes > 0)
            route.push_back(castStep(tensor, target.dtype, tensor.declaredIndexDType(), bytes));
        return route;
    }
    auto from = formOf(tensor);
    const auto legs = hasKernels(from, target) ? legsFor(sound, from, formOf(target, target.indexDType), device)
                                               : std::vector<RouteLeg>();
    std::vector<RouteStep> route;
    const auto why = say("the layouts store in another order");
    if (legs.empty()) {
        const auto stored = storedElements(tensor);
        const bool isSparse = target.layout->family == "coo" || target.layout->family == "compressed";
        const auto bytes = target.layout->memberForms != nullptr
                               ? guessedBytes(formOf(target, target.indexDType), stored)
                               : saturatingMul(isSparse ? stored : numel(target.size).value_or(int64Max),
                                               target.dtype.itemSize());
        route.push_back({say("{0} to {1}", tensor.layout->name, target.layout->name), "sort by place", "cpu",
                         bytes, false, why});
        return route;
    }
    const auto toCast = bytesToCast(tensor, target.dtype, target.indexDType);
    if (toCast > 0)
        route.push_back(castStep(tensor, target.dtype, target.indexDType, toCast));
    for (const auto& leg : legs) {
        if (leg.from.layout == leg.to.layout)
            continue;
        const bool isThere =
            &leg == legs.data() && toCast == 0 && leg.kernels.front().isForIndex(target.indexDType);
        const auto& kernel = kernelThatRuns(leg, sound, isThere, maxBytes).kernel;
        const auto bytes = guessedBytes(leg.to, storedElements(tensor), kernel.shared);
        route.push_back({say("{0} to {1}", leg.from.layout->name, leg.to.layout->name), kernel.name, device, bytes,
                         false, why});
    }
    return route;
}

// What may not be as it was; how often, only the conversion itself knows.
std::vector<std::string> possibleChanges(const Sound& sound, const Target& target, const ConvertRequest& request)
{
    std::vector<std::string> out;
    const auto& tensor = sound.tensor();
    if (target.dtype != tensor.declaredDType())
        out.push_back(possibleLosses(target.dtype));
    if (target.indexDType.itemSize() < tensor.declaredIndexDType().itemSize())
        out.push_back(say("an index that does not fit {0} ends the conversion", target.indexDType.name()));
    if (auto change = indexTypeChange(tensor, target, request))
        out.push_back(std::move(*change));
    std::ranges::move(rulesAgainstTypes(target), std::back_inserter(out));
    if (keepsForm(tensor, target, request))
        return out;
    const auto isSparse = [](const Layout& layout) {
        return layout.family == "coo" || layout.family == "compressed";
    };
    const bool isToSparse = isSparse(*target.layout);
    if (target.dropZeros)
        out.emplace_back(say("entries that are nothing but zeros are left out"));
    else if (isToSparse && !isSparse(*tensor.layout))
        out.emplace_back(say("elements that are zero are left out"));
    if (tensor.layout->family == "coo" && tensor.claims.flag("is_coalesced") != true)
        out.emplace_back(say("elements that stand in the same place are added up"));
    if (isToSparse && isBlocked(*target.layout))
        out.emplace_back(say("zeros are filled in to make entries whole"));
    if (isToSparse && !isInOrder(sound))
        out.push_back(sortedText(*target.layout, target.size.size()));
    return out;
}

} // namespace

Result<Outlook> foresee(const Sound& sound, const ConvertRequest& request, const ConvertOptions& options)
{
    const auto target = targetOf(sound, request);
    if (!target)
        return target.error();
    const auto most = options.maxBytes > 0 ? options.maxBytes : memoryBudget();
    Outlook out{guessedRoute(sound, *target, request, most, options.device), {}};
    constexpr std::int64_t few = 1 << 16; // elements and bytes that take no time
    std::int64_t bytes = 0;
    for (const auto& step : out.route)
        bytes = saturatingAdd(bytes, step.bytesMoved);
    if (storedElements(sound.tensor()) <= few && bytes <= 8 * few) {
        auto done = convert(sound, request, options);
        if (!done)
            return done.error();
        return Outlook{std::move(done->route), std::move(done->changes), true};
    }
    if (bytes > most)
        return overBudget(say("what would be written"), bytes, most);
    out.changes = possibleChanges(sound, *target, request);
    return out;
}

} // namespace tscope
