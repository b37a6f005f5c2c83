// SPDX-License-Identifier: Apache-2.0
#include "convert/convert.h"

#include "base/checked_math.h"
#include "base/memory_budget.h"
#include "base/say.h"
#include "convert/build_members.h"
#include "convert/cast_array.h"
#include "convert/changes.h"
#include "convert/element_cast.h"
#include "convert/exchange.h"
#include "convert/placed_elements.h"
#include "convert/plan.h"
#include "convert/unusual_types.h"
#include "dispatch/backends.h"
#include "dispatch/call.h"
#include "dispatch/operand.h"
#include "layouts/nested/nested_views.h"
#include "layouts/registry.h"
#include "proof/came_back.h"
#include "proof/here.h"
#include "tensor/storage_bytes.h"

#include <algorithm>
#include <limits>

namespace tscope {

namespace {

std::int64_t bytesOf(const Tensor& tensor)
{
    std::int64_t bytes = 0;
    for (const auto& member : tensor.members)
        bytes = saturatingAdd(bytes, member.array.byteSize().value_or(0));
    return bytes;
}

// Components of a nested tensor lie anywhere in the buffer's storage: packed, its buffer is what they hold.
Result<NestedResult> withBufferOfComponents(const Tensor& nested, std::int64_t maxBytes)
{
    auto packed = contiguousNested(nested, maxBytes);
    if (!packed)
        return packed.error();
    const auto components = unbindNested(packed->tensor);
    if (!components)
        return components.error();
    std::int64_t elements = 0;
    for (const auto& component : *components)
        elements = saturatingAdd(elements, numel(component.geometry).value_or(int64Max));
    for (auto& member : packed->tensor.members)
        if (member.role->kind == RoleKind::values)
            member.array.geometry = Geometry::rowMajor({elements});
    return packed;
}

// Entries, their order and their duplicates stay what they are: each member changes its type alone.
Result<Converted> withTypes(const Tensor& tensor, const Target& target, const ConvertOptions& options)
{
    Converted out{tensor, {}, {}};
    std::int64_t moved = 0;
    if (tensor.layout->family == "nested" && target.dtype != tensor.declaredDType()) {
        if (auto here = checkIsHere(tensor); !here)
            return here.error();
        auto packed = withBufferOfComponents(tensor, options.maxBytes);
        if (!packed)
            return packed.error();
        out.tensor = std::move(packed->tensor);
        moved = packed->bytesMoved;
    }
    for (auto& member : out.tensor.members) {
        const bool isValues = member.role->kind == RoleKind::values;
        const auto& type = isValues ? target.dtype : target.indexDType;
        if (member.array.dtype == type || (!isValues && tensor.layout->family == "nested"))
            continue;
        if (auto here = checkIsHere(tensor); !here)
            return here.error();
        auto array =
            castArray(member.array, type, !isValues, saturatingSub(options.maxBytes, moved), options.watch);
        if (!array)
            return array.error();
        member.array = std::move(array->array);
        if (isValues)
            out.changes = array->losses.texts(type);
        moved = saturatingAdd(moved, member.array.byteSize().value_or(0));
    }
    if (out.tensor.dtype)
        out.tensor.dtype = target.dtype;
    if (out.tensor.indexDType)
        out.tensor.indexDType = target.indexDType;
    out.route.push_back(castStep(tensor, target.dtype, target.indexDType, moved));
    out.trace = {{}, out.route.back().kernel, "cpu"};
    out.trace.add(DispatchStep::Kind::run, true, out.trace.kernel, moved);
    return out;
}

// The two steps by which a leg finds its kernel.
void tellSteps(const RouteLeg& leg, std::string_view device, DispatchTrace& trace)
{
    const KernelKey key{"convert", device, {leg.from.layout->name}, leg.to.layout->name};
    trace.add(DispatchStep::Kind::table, true, text(key));
    const bool hasIndices = leg.from.layout->family != "strided" || leg.to.layout->family != "strided";
    trace.add(DispatchStep::Kind::types, true,
              hasIndices ? say("{0} with {1} indices", leg.to.dtype.name(), leg.to.indexDType.name())
                         : std::string(leg.to.dtype.name()));
}

Device placeFor(const ConvertOptions& options)
{
    return placeOf(DeviceChoice{options.device, options.deviceNumber});
}

bool livesOn(const Tensor& tensor, const Device& device)
{
    const auto* one = &tensor;
    return liveOn({&one, 1}, device);
}

// The first kernel that takes it.
Result<Tensor> runLeg(const RouteLeg& leg, const Tensor& from, const Params& params, const ConvertOptions& options,
                      DispatchTrace& trace)
{
    std::optional<Error> refusal;
    for (const auto& kernel : leg.kernels) {
        if (!kernel.isFor(leg.to.dtype) || !kernel.isForIndex(leg.to.indexDType))
            continue;
        auto made = callKernel(
            kernel, std::span(&from, 1), leg.to, params,
            {options.maxBytes, options.watch, options.deviceNumber, livesOn(from, placeFor(options))}, trace);
        if (made || made.error().reason != doesNotTake)
            return made;
        refusal = made.error();
    }
    return refusal.value_or(
        Error{ErrorCode::unsupported, say("no kernel was built for the types"), {}, doesNotTake});
}

// The memory a conversion may still take, less what it has allocated so far.
ConvertOptions withMemoryLeft(const ConvertOptions& options, const Tensor& made, const Tensor& given)
{
    auto out = options;
    out.maxBytes = std::max<std::int64_t>(saturatingSub(options.maxBytes, storageBytes(made, &given)), 1);
    return out;
}

// Nothing: kernels do not lead there.
Result<std::optional<Converted>> convertByKernels(const Sound& sound, const Target& target,
                                                  const ConvertOptions& options)
{
    auto from = formOf(sound.tensor());
    if (!hasKernels(from, target))
        return std::optional<Converted>();
    // Kernels are built for two index types; what is shorter is widened and cut in the end, and so is what counts
    // single elements on the way to blocks.
    const bool fitsOnTheWay = std::ranges::all_of(
        from.size, [](std::int64_t extent) { return extent <= std::numeric_limits<std::int32_t>::max(); });
    const bool isBuilt = (target.indexDType == DType(ElementType::i32) && fitsOnTheWay) ||
                         target.indexDType == DType(ElementType::i64);
    const auto index = isBuilt ? target.indexDType : DType(ElementType::i64);
    from.dtype = target.dtype;
    from.indexDType = index;
    const auto to = formOf(target, index);
    const auto legs = legsFor(sound, from, to, options.device);
    if (legs.empty())
        return std::optional<Converted>();

    auto typed = target;
    typed.indexDType = index;
    auto out = withTypes(sound.tensor(), typed, options);
    if (!out)
        return out.error();
    if (out->route.front().view) {
        out->route.clear();
        out->trace.steps.clear();
    }
    Params params;
    params.set("in_order", isProvenInOrder(sound));
    Changes changes;
    for (const auto& leg : legs) {
        DispatchTrace trace;
        tellSteps(leg, options.device, trace);
        auto made = runLeg(leg, out->tensor, params, withMemoryLeft(options, out->tensor, sound.tensor()), trace);
        if (!made) {
            if (made.error().reason == doesNotTake)
                return std::optional<Converted>();
            return made.error();
        }
        std::int64_t moved = 0;
        for (const auto& step : trace.steps)
            moved = saturatingAdd(moved, step.bytesMoved);
        if (moved > 0 || leg.from.layout != leg.to.layout)
            out->route.push_back({say("{0} to {1}", leg.from.layout->name, leg.to.layout->name), trace.kernel,
                                  trace.device, moved, false, say("the layouts store in another order")});
        std::ranges::move(trace.steps, std::back_inserter(out->trace.steps));
        out->trace.kernel = trace.kernel;
        out->trace.device = trace.device;
        const auto gained = storedElements(*made) - storedElements(out->tensor);
        const bool isFromDense = leg.from.layout->family == "strided",
                   isToDense = leg.to.layout->family == "strided";
        if (isFromDense)
            changes.zerosLeftOut = -gained;
        else if (leg.from.layout->family == "coo" && !isToDense)
            changes.addedUp -= gained;
        else if (!isToDense)
            changes.filledIn += gained;
        if (auto fine = checkCameBackSound(*made, options.device, options.watch); !fine)
            return fine.error();
        out->tensor = std::move(*made);
    }
    if (to.layout->family != "strided" && !isInOrder(sound)) // strided has one order only
        changes.sorted = sortedText(*to.layout, to.size.size());
    std::ranges::move(changes.texts(), std::back_inserter(out->changes));
    if (to.layout->family == "coo")
        out->tensor.claims.set("is_coalesced", true);
    if (!isBuilt) {
        auto cut = withTypes(out->tensor, target, withMemoryLeft(options, out->tensor, sound.tensor()));
        if (!cut)
            return cut.error();
        out->tensor = std::move(cut->tensor);
        out->route.insert(out->route.end(), cut->route.begin(), cut->route.end());
        std::ranges::move(cut->trace.steps, std::back_inserter(out->trace.steps));
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
    auto built =
        buildMembers(tensor, target, *elements, saturatingSub(options.maxBytes, elements->bytes()), options.watch);
    if (!built)
        return built.error();
    Converted out{std::move(built->tensor), {}, {}};
    out.route.push_back({say("{0} to {1}", tensor.layout->name, target.layout->name), "sort by place", "cpu",
                         bytesOf(out.tensor), false, say("the layouts store in another order")});
    const KernelKey key{"convert", "cpu", {tensor.layout->name}, target.layout->name};
    out.trace = {{}, "sort by place", "cpu"};
    out.trace.add(DispatchStep::Kind::table, false, say("{0}, not implemented for these forms", text(key)));
    out.trace.add(DispatchStep::Kind::around, true, say("element by element"), 0);
    out.trace.add(DispatchStep::Kind::run, true, out.trace.kernel, out.route.back().bytesMoved);
    Changes changes{elements->zerosLeftOut(), built->addedUp, elements->isOneEntry() ? 0 : built->filled,
                    !elements->isOneEntry() && !isInOrder(sound) ? sortedText(*target.layout, target.size.size())
                                                                 : std::string()};
    const auto leftAndFilled = std::min(changes.zerosLeftOut, changes.filledIn); // the same zeros
    changes.zerosLeftOut -= leftAndFilled;
    changes.filledIn -= leftAndFilled;
    out.changes = built->losses.texts(target.dtype);
    std::ranges::move(changes.texts(), std::back_inserter(out.changes));
    if (target.layout->family == "nested" && target.size.front() == 0 && target.size.size() > 1)
        out.changes.push_back(say("without components the size of one, {0}, is not kept",
                                  text(Extents(target.size.begin() + 1, target.size.end()))));
    return out;
}

Result<Converted> convertTo(const Target& target, const Sound& sound, const ConvertRequest& request,
                            const ConvertOptions& options)
{
    const auto& tensor = sound.tensor();
    if (keepsForm(tensor, target, request))
        return withTypes(tensor, target, options);

    if (auto here = checkIsHere(tensor); !here)
        return here.error();
    if (isOfComponents(*tensor.layout) && isOfComponents(*target.layout)) {
        auto out = exchange(tensor, *target.layout, options.maxBytes);
        if (!out)
            return out.error();
        auto cast = withTypes(out->tensor, target, withMemoryLeft(options, out->tensor, tensor));
        if (!cast)
            return cast.error();
        out->tensor = std::move(cast->tensor);
        std::ranges::move(cast->changes, std::back_inserter(out->changes));
        if (!cast->route.back().view)
            out->route.push_back(std::move(cast->route.back()));
        return out;
    }
    const bool mayKeepDuplicates =
        request.inOrder && tensor.layout == target.layout && tensor.layout->family == "compressed";
    if (!options.oneByOne && !mayKeepDuplicates) {
        auto done = convertByKernels(sound, target, options);
        if (!done)
            return done.error();
        if (*done)
            return std::move(**done);
    }
    return convertOneByOne(sound, target, options);
}

// What stands at one place is one element, the sum in the type that it has: whether that is zero, and what it is
// in another type, is asked of the sum.
bool addsUpFirst(const Sound& sound, const Target& target, const ConvertRequest& request)
{
    const auto& tensor = sound.tensor();
    const bool asksOfElements = target.dropZeros || target.dtype != tensor.declaredDType();
    return asksOfElements && !isProvenInOrder(sound) && !keepsForm(tensor, target, request);
}

Result<Converted> convertAddedUp(const Target& target, const Sound& sound, const ConvertRequest& request,
                                 const ConvertOptions& options)
{
    // As compressed, batch entries might differ in what is left of them.
    const auto form = formOf(sound.tensor());
    const ConvertRequest inOrder{.layout = form.batchDims > 0 ? layoutNamed("coo") : form.layout,
                                 .denseDims = form.denseDims,
                                 .inOrder = true};
    const auto same = targetOf(sound, inOrder);
    if (!same)
        return same.error();
    auto first = convertTo(*same, sound, inOrder, options);
    if (!first)
        return first;
    auto proved = prove(first->tensor, options.watch);
    const auto* added = std::get_if<Sound>(&proved);
    if (added == nullptr && std::get<Report>(proved).cancelled)
        return conversionStopped();
    if (added == nullptr)
        return unsupported(say("the entries, added up, would be no sound tensor"));
    auto second = convertTo(target, *added, request, withMemoryLeft(options, added->tensor(), sound.tensor()));
    if (!second)
        return second;
    second->changes.insert(second->changes.begin(), first->changes.begin(), first->changes.end());
    second->route.insert(second->route.begin(), first->route.begin(), first->route.end());
    second->trace.steps.insert(second->trace.steps.begin(), first->trace.steps.begin(), first->trace.steps.end());
    return second;
}

} // namespace

Result<Converted> convert(const Sound& sound, const ConvertRequest& request, const ConvertOptions& given)
{
    auto options = given;
    if (options.maxBytes <= 0)
        options.maxBytes = memoryBudget();
    const auto target = targetOf(sound, request);
    if (!target)
        return target.error();
    auto done = addsUpFirst(sound, *target, request) ? convertAddedUp(*target, sound, request, options)
                                                     : convertTo(*target, sound, request, options);
    const auto isShared = [&](const Member& member) {
        const auto* from = sound.tensor().find(member.role->name);
        return from != nullptr && from->array.storage == member.array.storage;
    };
    if (done && !std::ranges::all_of(done->tensor.members, isShared)) {
        const auto place = placeFor(options);
        done->tensor = livingOn(std::move(done->tensor), livesOn(sound.tensor(), place) ? place : Device{});
    }
    if (done) {
        if (auto change = indexTypeChange(sound.tensor(), *target, request))
            done->changes.push_back(std::move(*change));
        std::ranges::move(rulesAgainstTypes(*target), std::back_inserter(done->changes));
    }
    return done;
}

} // namespace tscope
