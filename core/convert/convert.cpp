// SPDX-License-Identifier: Apache-2.0
#include "convert/convert.h"

#include "base/checked_math.h"
#include "convert/build_members.h"
#include "convert/cast_array.h"
#include "convert/changes.h"
#include "convert/element_cast.h"
#include "convert/kernel_route.h"
#include "convert/memory_limit.h"
#include "convert/placed_elements.h"
#include "dispatch/call.h"
#include "dispatch/operand.h"

#include <algorithm>

namespace tscope {

namespace {

std::int64_t bytesOf(const Tensor& tensor)
{
    std::int64_t bytes = 0;
    for (const auto& member : tensor.members)
        bytes = saturatingAdd(bytes, member.array.byteSize().value_or(0));
    return bytes;
}

// Entries, their order and their duplicates stay what they are: each member changes its type alone.
Result<Converted> withTypes(const Tensor& tensor, const Target& target, const ConvertOptions& options)
{
    Converted out{tensor, {}, {}};
    std::int64_t moved = 0;
    for (auto& member : out.tensor.members) {
        const bool isValues = member.role->kind == RoleKind::values;
        const auto& type = isValues ? target.dtype : target.indexDType;
        if (member.array.dtype == type || (!isValues && tensor.layout->family == "nested"))
            continue;
        auto array = castArray(member.array, type, !isValues, options.maxBytes, options.watch);
        if (!array)
            return array.error();
        member.array = std::move(*array);
        moved = saturatingAdd(moved, member.array.byteSize().value_or(0));
    }
    if (out.tensor.dtype)
        out.tensor.dtype = target.dtype;
    if (out.tensor.indexDType)
        out.tensor.indexDType = target.indexDType;
    const bool isView = moved == 0;
    out.route.push_back({std::string(tensor.layout->name) + (isView ? " as it is" : " with other types"),
                         isView ? "share" : "cast", "cpu", moved, isView, isView ? "" : "the types differ"});
    return out;
}

Form formOf(const Target& target, const DType& indexDType)
{
    const bool isCompressed = target.layout->family == "compressed";
    return {target.layout, target.size, isCompressed ? target.batchDims() : 0, target.denseDims, target.block,
            target.dtype,  indexDType};
}

// Layouts that kernels convert to and from, with dims that play the same parts on both sides.
bool hasKernels(const Form& from, const Target& target)
{
    const auto isBox = [](const Layout& layout) {
        return layout.family == "strided" || layout.family == "coo" || layout.family == "compressed";
    };
    const auto isDense = [](const Layout& layout) { return layout.family == "strided"; };
    if (target.dropZeros || !isBox(*from.layout) || !isBox(*target.layout))
        return false;
    return isDense(*from.layout) || isDense(*target.layout) || from.denseDims == target.denseDims;
}

// Sorted entries are what kernels that gather or scatter rely on. Empty: there is no way.
std::vector<RouteLeg> legsFor(const Sound& sound, const Form& from, const Form& to)
{
    const auto& layout = *sound.tensor().layout;
    if (layout.family == "compressed" && !isInOrder(sound))
        return {};
    const auto elements = storedElements(sound.tensor());
    if (layout.family == "coo" && to.layout->family == "strided") { // duplicates are counted on the way
        auto legs = planRoute(from, from, elements, "cpu");
        const auto last = planRoute(from, to, elements, "cpu");
        if (legs.empty() || last.size() != 1)
            return {};
        legs.push_back(last.front());
        return legs;
    }
    return planRoute(from, to, elements, "cpu");
}

// The first kernel that takes it.
Result<Tensor> runLeg(const RouteLeg& leg, const Tensor& from, const Params& params, const ConvertOptions& options,
                      DispatchTrace& trace)
{
    std::optional<Error> refusal;
    for (const auto& kernel : leg.kernels) {
        if (!kernel.isFor(leg.to.dtype) || !kernel.isForIndex(leg.to.indexDType))
            continue;
        auto made =
            callKernel(kernel, std::span(&from, 1), leg.to, params, {options.maxBytes, options.watch}, trace);
        if (made || made.error().reason != doesNotTake)
            return made;
        refusal = made.error();
    }
    return refusal.value_or(Error{ErrorCode::unsupported, "no kernel was built for the types", {}, doesNotTake});
}

// Nothing: kernels do not lead there.
Result<std::optional<Converted>> convertByKernels(const Sound& sound, const Target& target,
                                                  const ConvertOptions& options)
{
    auto from = formOf(sound.tensor());
    if (!hasKernels(from, target))
        return std::optional<Converted>();
    // Kernels are built for two index types; what is shorter is widened and cut in the end.
    const bool isBuilt =
        target.indexDType == DType(ElementType::i32) || target.indexDType == DType(ElementType::i64);
    const auto index = isBuilt ? target.indexDType : DType(ElementType::i64);
    from.dtype = target.dtype;
    from.indexDType = index;
    const auto to = formOf(target, index);
    const auto legs = legsFor(sound, from, to);
    if (legs.empty())
        return std::optional<Converted>();

    auto typed = target;
    typed.indexDType = index;
    auto out = withTypes(sound.tensor(), typed, options);
    if (!out)
        return out.error();
    if (out->route.front().view)
        out->route.clear();
    Params params;
    const bool wasInOrder = isInOrder(sound);
    params.set("in_order", wasInOrder && sound.tensor().claims.flag("is_coalesced") == true);
    Changes changes;
    for (const auto& leg : legs) {
        DispatchTrace trace;
        auto made = runLeg(leg, out->tensor, params, options, trace);
        if (!made) {
            if (made.error().reason == doesNotTake)
                return std::optional<Converted>();
            return made.error();
        }
        std::int64_t moved = 0;
        for (const auto& step : trace.steps)
            moved = saturatingAdd(moved, step.bytesMoved);
        if (moved > 0 || leg.from.layout != leg.to.layout)
            out->route.push_back({std::string(leg.from.layout->name) + " to " + std::string(leg.to.layout->name),
                                  trace.kernel, "cpu", moved, false, "the layouts store in another order"});
        const auto gained = storedElements(*made) - storedElements(out->tensor);
        const bool isFromDense = leg.from.layout->family == "strided",
                   isToDense = leg.to.layout->family == "strided";
        if (isFromDense)
            changes.zerosLeftOut = -gained;
        else if (leg.from.layout->family == "coo" && !isToDense)
            changes.addedUp -= gained;
        else if (!isToDense)
            changes.filledIn += gained;
        out->tensor = std::move(*made);
    }
    changes.isReordered = !wasInOrder && to.layout->family != "strided"; // which has one order only
    out->changes = changes.texts();
    if (to.layout->family == "coo")
        out->tensor.claims.set("is_coalesced", true);
    if (!isBuilt) {
        auto cut = withTypes(out->tensor, target, options);
        if (!cut)
            return cut.error();
        out->tensor = std::move(cut->tensor);
        out->route.insert(out->route.end(), cut->route.begin(), cut->route.end());
    }
    return std::optional(std::move(*out));
}

// Element by element, for whatever kernels do not do.
Result<Converted> convertOneByOne(const Sound& sound, const Target& target, const ConvertOptions& options)
{
    const auto& tensor = sound.tensor();
    const auto elements = PlacedElements::of(tensor, target, options.maxBytes, options.watch);
    if (!elements)
        return elements.error();
    auto built = buildMembers(tensor, target, *elements, options.maxBytes, options.watch);
    if (!built)
        return built.error();
    Converted out{std::move(built->tensor), {}, {}};
    out.route.push_back({std::string(tensor.layout->name) + " to " + std::string(target.layout->name),
                         "sort by place", "cpu", bytesOf(out.tensor), false,
                         "the layouts store in another order"});
    Changes changes{elements->zerosLeftOut(), built->addedUp, elements->isOneEntry() ? 0 : built->filled,
                    !elements->isOneEntry() && !isInOrder(sound)};
    const auto leftAndFilled = std::min(changes.zerosLeftOut, changes.filledIn); // the same zeros
    changes.zerosLeftOut -= leftAndFilled;
    changes.filledIn -= leftAndFilled;
    out.changes = changes.texts();
    if (target.layout->family == "nested" && target.size.front() == 0 && target.size.size() > 1)
        out.changes.push_back("without components the size of one, " +
                              text(Extents(target.size.begin() + 1, target.size.end())) + ", is not kept");
    return out;
}

} // namespace

Result<Converted> convert(const Sound& sound, const ConvertRequest& request, const ConvertOptions& given)
{
    auto options = given;
    if (options.maxBytes <= 0)
        options.maxBytes = halfOfMemory();
    const auto target = targetOf(sound, request);
    if (!target)
        return target.error();
    const auto& tensor = sound.tensor();
    const auto outline = tensor.layout->read(tensor, {})->outline();
    const auto block = outline.blocksize.value_or(std::array<std::int64_t, 2>{1, 1});
    const bool isSparse = outline.denseDims.has_value();
    const bool isSameForm = target->layout == tensor.layout && target->block == block &&
                            (!isSparse || target->denseDims == *outline.denseDims) && !target->dropZeros &&
                            !request.inOrder;
    if (isSameForm)
        return withTypes(tensor, *target, options);

    const bool mayKeepDuplicates =
        request.inOrder && tensor.layout == target->layout && tensor.layout->family == "compressed";
    if (!options.oneByOne && !mayKeepDuplicates) {
        auto done = convertByKernels(sound, *target, options);
        if (!done)
            return done.error();
        if (*done)
            return std::move(**done);
    }
    return convertOneByOne(sound, *target, options);
}

} // namespace tscope
