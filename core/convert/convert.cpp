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
    out.trace = {{}, isView ? "share" : "cast", "cpu"};
    out.trace.add(DispatchStep::Kind::run, true, out.trace.kernel, moved);
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
    if (layout.family == "compressed" && !isProvenInOrder(sound))
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

// The two steps by which a leg finds its kernel.
void tellSteps(const RouteLeg& leg, DispatchTrace& trace)
{
    const KernelKey key{"convert", "cpu", {leg.from.layout->name}, leg.to.layout->name};
    trace.add(DispatchStep::Kind::table, true, text(key));
    const bool hasIndices = leg.from.layout->family != "strided" || leg.to.layout->family != "strided";
    trace.add(DispatchStep::Kind::types, true,
              std::string(leg.to.dtype.name()) +
                  (hasIndices ? " with " + std::string(leg.to.indexDType.name()) + " indices" : ""));
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
    if (out->route.front().view) {
        out->route.clear();
        out->trace.steps.clear();
    }
    Params params;
    params.set("in_order", isProvenInOrder(sound));
    Changes changes;
    for (const auto& leg : legs) {
        DispatchTrace trace;
        tellSteps(leg, trace);
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
        out->tensor = std::move(*made);
    }
    changes.isReordered = to.layout->family != "strided" && !isInOrder(sound); // strided has one order only
    out->changes = changes.texts();
    if (to.layout->family == "coo")
        out->tensor.claims.set("is_coalesced", true);
    if (!isBuilt) {
        auto cut = withTypes(out->tensor, target, options);
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
    auto built = buildMembers(tensor, target, *elements, options.maxBytes, options.watch);
    if (!built)
        return built.error();
    Converted out{std::move(built->tensor), {}, {}};
    out.route.push_back({std::string(tensor.layout->name) + " to " + std::string(target.layout->name),
                         "sort by place", "cpu", bytesOf(out.tensor), false,
                         "the layouts store in another order"});
    const KernelKey key{"convert", "cpu", {tensor.layout->name}, target.layout->name};
    out.trace = {{}, "sort by place", "cpu"};
    out.trace.add(DispatchStep::Kind::table, false, text(key) + ", not implemented for these forms");
    out.trace.add(DispatchStep::Kind::around, true, "element by element", 0);
    out.trace.add(DispatchStep::Kind::run, true, out.trace.kernel, out.route.back().bytesMoved);
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

// Nothing but types may change: entries, their order and their duplicates stay.
bool keepsForm(const Tensor& tensor, const Target& target, const ConvertRequest& request)
{
    const auto outline = tensor.layout->read(tensor, {})->outline();
    const auto block = outline.blocksize.value_or(std::array<std::int64_t, 2>{1, 1});
    const bool isSparse = outline.denseDims.has_value();
    return target.layout == tensor.layout && target.block == block &&
           (!isSparse || target.denseDims == *outline.denseDims) && !target.dropZeros && !request.inOrder;
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
    if (keepsForm(tensor, *target, request))
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

RouteStep castStep(const Tensor& tensor, std::int64_t bytes)
{
    return {std::string(tensor.layout->name) + (bytes == 0 ? " as it is" : " with other types"),
            bytes == 0 ? "share" : "cast",
            "cpu",
            bytes,
            bytes == 0,
            bytes == 0 ? "" : "the types differ"};
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
                                    std::int64_t maxBytes)
{
    const auto& tensor = sound.tensor();
    if (keepsForm(tensor, target, request))
        return {castStep(tensor, bytesToCast(tensor, target.dtype, target.indexDType))};
    auto from = formOf(tensor);
    const auto legs = hasKernels(from, target) ? legsFor(sound, from, formOf(target, target.indexDType))
                                               : std::vector<RouteLeg>();
    std::vector<RouteStep> route;
    constexpr auto why = "the layouts store in another order";
    if (legs.empty()) {
        const auto stored = storedElements(tensor);
        const bool isSparse = target.layout->family == "coo" || target.layout->family == "compressed";
        const auto bytes = target.layout->memberForms != nullptr
                               ? guessedBytes(formOf(target, target.indexDType), stored)
                               : saturatingMul(isSparse ? stored : numel(target.size).value_or(int64Max),
                                               target.dtype.itemSize());
        route.push_back({std::string(tensor.layout->name) + " to " + std::string(target.layout->name),
                         "sort by place", "cpu", bytes, false, why});
        return route;
    }
    const auto toCast = bytesToCast(tensor, target.dtype, target.indexDType);
    if (toCast > 0)
        route.push_back(castStep(tensor, toCast));
    for (const auto& leg : legs) {
        if (leg.from.layout == leg.to.layout)
            continue;
        const bool isThere =
            &leg == legs.data() && toCast == 0 && leg.kernels.front().isForIndex(target.indexDType);
        const auto& kernel = kernelThatRuns(leg, sound, isThere, maxBytes).kernel;
        const auto bytes = guessedBytes(leg.to, storedElements(tensor), kernel.shared);
        route.push_back({std::string(leg.from.layout->name) + " to " + std::string(leg.to.layout->name),
                         kernel.name, "cpu", bytes, false, why});
    }
    return route;
}

// What may not be as it was; how often, only the conversion itself knows.
std::vector<std::string> possibleChanges(const Sound& sound, const Target& target, const ConvertRequest& request)
{
    std::vector<std::string> out;
    const auto& tensor = sound.tensor();
    if (target.dtype != tensor.declaredDType())
        out.push_back("numbers become the nearest " + std::string(target.dtype.name()) +
                      "; one that does not fit ends the conversion");
    if (target.indexDType.itemSize() < tensor.declaredIndexDType().itemSize())
        out.push_back("an index that does not fit " + std::string(target.indexDType.name()) +
                      " ends the conversion");
    if (keepsForm(tensor, target, request))
        return out;
    const auto isSparse = [](const Layout& layout) {
        return layout.family == "coo" || layout.family == "compressed";
    };
    const bool isToSparse = isSparse(*target.layout);
    if (target.dropZeros)
        out.emplace_back("entries that are nothing but zeros are left out");
    else if (isToSparse && !isSparse(*tensor.layout))
        out.emplace_back("elements that are zero are left out");
    if (tensor.layout->family == "coo" && tensor.claims.flag("is_coalesced") != true)
        out.emplace_back("elements that stand in the same place are added up");
    if (isToSparse && isBlocked(*target.layout))
        out.emplace_back("zeros are filled in to make entries whole");
    if (isToSparse && !isInOrder(sound))
        out.emplace_back("the order of the entries is another one");
    return out;
}

} // namespace

Result<Outlook> foresee(const Sound& sound, const ConvertRequest& request, const ConvertOptions& options)
{
    const auto target = targetOf(sound, request);
    if (!target)
        return target.error();
    const auto most = options.maxBytes > 0 ? options.maxBytes : halfOfMemory();
    Outlook out{guessedRoute(sound, *target, request, most), {}};
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
        return Error{ErrorCode::outOfMemory,
                     "about " + std::to_string(bytes) + " bytes would be written, more than the " +
                         std::to_string(most) + " that may be used",
                     {},
                     {}};
    out.changes = possibleChanges(sound, *target, request);
    return out;
}

} // namespace tscope
