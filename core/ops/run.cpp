// SPDX-License-Identifier: Apache-2.0
#include "ops/run.h"

#include "base/check.h"
#include "base/checked_math.h"
#include "base/memory_budget.h"
#include "base/say.h"
#include "convert/changes.h"
#include "convert/convert.h"
#include "dispatch/backends.h"
#include "dispatch/call.h"
#include "dispatch/params_check.h"
#include "layouts/registry.h"
#include "ops/side_by_side.h"
#include "ops/ways_round.h"
#include "proof/came_back.h"
#include "proof/here.h"

#include <algorithm>

namespace tscope {

namespace {

using Kind = DispatchStep::Kind;

constexpr const char* notForThisType = "not supported for this type";

std::vector<std::string_view> layoutsOf(std::span<const Sound> inputs)
{
    std::vector<std::string_view> layouts;
    for (const auto& input : inputs)
        layouts.push_back(input.tensor().layout->name);
    return layouts;
}

// One call on its way to a kernel.
class Call
{
public:
    // What is done with a kernel once the inputs are as it wants them. Failing with the reason doesNotTake, it is
    // asked for another one.
    using End = std::function<Result<void>(const KernelChoice& choice, const OpPlan& plan)>;

    // `options`: of a device the kind; `number`: which of them.
    Call(const OpSpec& op, std::span<const Sound> inputs, const Params& params, RunOptions options,
         std::int32_t number, DispatchTrace& trace, End end)
        : m_op(op), m_inputs(inputs.begin(), inputs.end()), m_params(params), m_options(std::move(options)),
          m_number(number), m_trace(trace), m_end(std::move(end))
    {
    }

    Result<void> findKernel()
    {
        const auto layouts = layoutsOf(m_inputs);
        const auto plan = m_op.layouts(layouts);
        if (!plan) {
            std::string names;
            for (const auto layout : layouts)
                names.append(names.empty() ? "" : ", ").append(layout);
            m_trace.add(Kind::table, false, say("{0} ({1}), without meaning", m_op.name, names));
            return plan.error();
        }
        const auto key = keyOf(m_op, *plan, m_options.device);
        const auto choices = findKernels(key, m_options.only);
        m_trace.add(Kind::table, !choices.empty(),
                    choices.empty() ? say("{0}, not implemented", text(key)) : text(key));
        std::optional<Error> refusal;
        if (!choices.empty()) {
            auto done = withAny(choices);
            if (done || done.error().reason != doesNotTake)
                return done;
            refusal = done.error();
            m_trace.steps.resize(1);
            m_trace.steps[0] = {Kind::table, false,
                                say("{0}, but {1} {2}", text(key), choices.back().kernel.name, refusal->text), 0};
        }
        return around(layouts, *plan, refusal);
    }

private:
    ConvertOptions convertOptions() const
    {
        return {.maxBytes = m_options.maxBytes,
                .watch = m_options.watch,
                .device = m_options.device,
                .deviceNumber = m_number};
    }

    // The first of the kernels for one key that was built for the types and takes the call; the others are told.
    // One that wants entries in order comes behind one that takes them as they are.
    Result<void> withAny(std::vector<KernelChoice> choices)
    {
        const auto original = m_inputs;
        // Not the one of std::ranges, whose result clang 14 does not understand.
        const auto late =
            std::stable_partition(choices.begin(), choices.end(),
                                  [this](const KernelChoice& choice) { return !missingRule(choice).has_value(); });
        if (late != choices.begin())
            for (auto choice = late; choice != choices.end(); ++choice)
                m_trace.add(Kind::types, false,
                            say("{0}: takes entries in order only, one to a place (rule {1})", choice->kernel.name,
                                missingRule(*choice)->rule));
        const auto steps = m_trace.steps.size();
        for (std::size_t i = 0;; ++i) {
            auto done = with(choices[i]);
            if (done || i + 1 == choices.size() ||
                (done.error().reason != doesNotTake && done.error().reason != notForThisType))
                return done;
            m_inputs = original;
            m_trace.steps.resize(steps + i);
            m_trace.add(Kind::types, false, std::string(choices[i].kernel.name) + ": " + done.error().text);
        }
    }

    // `last`: why the kernel for just these layouts did not do it.
    Result<void> around(const std::vector<std::string_view>& layouts, const LayoutPlan& plan,
                        std::optional<Error> last)
    {
        const auto original = m_inputs;
        const auto steps = m_trace.steps.size();
        for (const auto& way : waysRound(m_op, layouts, plan.result, m_options.device, m_options.only)) {
            m_inputs = original;
            m_trace.steps.resize(steps);
            if (auto taken = takeInputs(way); !taken) {
                last = taken.error();
            } else {
                m_trace.add(Kind::table, true, text(keyOf(m_op, way.plan, m_options.device)));
                auto done = withAny(way.choices);
                if (done || done.error().reason != doesNotTake)
                    return done;
                last = done.error();
            }
            if (last->code == ErrorCode::cancelled)
                break;
        }
        if (last)
            return *last;
        return Error{ErrorCode::unsupported,
                     say("{0} is not implemented for {1} on {2}, and no conversion leads to a kernel that is",
                         m_op.name, joined(layouts), m_options.device),
                     {},
                     "not implemented"};
    }

    static std::string joined(const std::vector<std::string_view>& names)
    {
        std::string out;
        for (const auto name : names)
            out.append(out.empty() ? "" : " and ").append(name);
        return out;
    }

    Result<void> takeInputs(const WayRound& way)
    {
        for (std::size_t i = 0; i < m_inputs.size(); ++i)
            if (const auto& tensor = m_inputs[i].tensor(); tensor.layout->name != way.inputs[i])
                if (auto done = convertInput(i, {.layout = layoutNamed(way.inputs[i])}, say("of that layout"));
                    !done)
                    return done;
        return {};
    }

    // An input becomes something else; what it costs is told.
    Result<void> convertInput(std::size_t i, const ConvertRequest& request, const std::string& why)
    {
        auto converted = convert(m_inputs[i], request, convertOptions());
        if (!converted)
            return converted.error();
        for (const auto& step : converted->route)
            m_trace.add(Kind::around, true, say("input {0}: {1}, to be {2}", i + 1, step.op, why),
                        step.bytesMoved);
        auto proved = prove(std::move(converted->tensor), m_options.watch);
        auto* sound = std::get_if<Sound>(&proved);
        if (sound == nullptr && std::get<Report>(proved).cancelled)
            return Error{ErrorCode::cancelled, say("the operation was stopped")};
        if (sound == nullptr)
            return unsupported(say("input {0} would not be sound as {1}", i + 1, why));
        m_inputs[i] = std::move(*sound);
        return {};
    }

    // An input's entries in order, one to a place. Where its layout can't have them so (batch entries would differ
    // in what is left), another may.
    Result<void> addUp(std::size_t i, const std::string& why)
    {
        auto done = convertInput(i, {.layout = m_inputs[i].tensor().layout, .inOrder = true}, why);
        if (!done && (done.error().code == ErrorCode::unsupported || done.error().code == ErrorCode::outOfMemory))
            return Error{ErrorCode::unsupported,
                         say("takes entries in order only, one to a place; {0}", done.error().text),
                         {},
                         doesNotTake};
        return done;
    }

    // A rule that a kernel relies on, besides those of every sound tensor, and the input that does not keep it.
    struct MissingRule {
        std::string_view rule;
        std::size_t input;
    };
    std::optional<MissingRule> missingRule(const KernelChoice& choice) const
    {
        if (choice.kernel.need_types != 0) {
            const auto plan = planned();
            if (!plan || !choice.needsThemFor(plan->computing)) // what is wrong with the plan is told later
                return std::nullopt;
        }
        for (const auto need : choice.needs())
            for (std::size_t i = 0; i < m_inputs.size(); ++i) {
                const auto& layout = *m_inputs[i].tensor().layout;
                const bool isItsRule = std::ranges::find(layout.rules, need, &Rule::id) != layout.rules.end();
                const bool holds = std::ranges::find(m_inputs[i].rules(), need) != m_inputs[i].rules().end() ||
                                   (layout.family == "coo" && isProvenInOrder(m_inputs[i]));
                if (isItsRule && !holds)
                    return MissingRule{need, i};
            }
        return std::nullopt;
    }

    // What such rules ask for: entries in order.
    Result<void> bringIntoOrder(const KernelChoice& choice)
    {
        for (auto left = choice.needs().size() * m_inputs.size(); left > 0; --left) {
            const auto missing = missingRule(choice);
            if (!missing)
                break;
            if (auto done = addUp(missing->input, say("as rule {0} wants it", missing->rule)); !done)
                return done;
        }
        return {};
    }

    static std::string caseText(const OpPlan& plan, const DType* index)
    {
        const auto type = plan.computing.name();
        return index != nullptr ? say("{0} with {1} indices", type, index->name()) : std::string(type);
    }

    // The index type that all inputs are to have, where some have one: the widest.
    static std::optional<DType> indexTypeOf(const OpPlan& plan)
    {
        std::optional<DType> widest;
        for (const auto& input : plan.inputs)
            if (hasIndices(input) && (!widest || widest->itemSize() < input.declaredIndexDType().itemSize()))
                widest = input.declaredIndexDType();
        return widest;
    }
    static bool isSparse(const Tensor& tensor)
    {
        return tensor.layout->family == "coo" || tensor.layout->family == "compressed";
    }
    static bool hasIndices(const Tensor& tensor)
    {
        return std::ranges::find(tensor.members, RoleKind::index,
                                 [](const Member& member) { return member.role->kind; }) != tensor.members.end();
    }

    Result<void> castInputs(const OpPlan& plan, const std::optional<DType>& index)
    {
        for (std::size_t i = 0; i < m_inputs.size(); ++i) {
            const auto& tensor = m_inputs[i].tensor();
            ConvertRequest request;
            std::string why;
            const bool castsValues =
                valuesMember(tensor).array.dtype != plan.computing && !m_op.inputs[i].onlyPlaces;
            // Of duplicates the element is the sum, in the type that they have.
            if (castsValues && isSparse(tensor) && !isProvenInOrder(m_inputs[i]))
                if (auto done = addUp(i, say("one entry to a place")); !done)
                    return done;
            if (castsValues) {
                request.dtype = plan.computing;
                why = std::string(plan.computing.name());
            }
            if (index && hasIndices(tensor) && tensor.declaredIndexDType() != *index) {
                request.indexDType = *index;
                why = why.empty() ? say("{0} indices", index->name())
                                  : say("{0} with {1} indices", why, index->name());
            }
            if (why.empty())
                continue;
            if (auto done = convertInput(i, request, why); !done)
                return done;
        }
        return {};
    }

    Result<OpPlan> planned() const
    {
        std::vector<Tensor> tensors;
        for (const auto& input : m_inputs)
            tensors.push_back(input.tensor());
        return m_op.plan(tensors, m_params);
    }

    // The second step: the case of the element types.
    Result<OpPlan> planFor(const KernelChoice& choice)
    {
        auto plan = planned();
        if (!plan)
            return plan;
        const auto index = indexTypeOf(*plan);
        const bool isIndexBuilt = !index || choice.isForIndex(*index);
        const auto wantedIndex = isIndexBuilt ? index : std::optional<DType>(ElementType::i32);
        if (!choice.isFor(plan->computing)) {
            m_trace.add(Kind::types, false,
                        say("{0}, not supported by {1}", caseText(*plan, nullptr), choice.kernel.name));
            return Error{
                ErrorCode::unsupported,
                say("{0} is not supported for {1} by {2}", m_op.name, plan->computing.name(), choice.kernel.name),
                {},
                notForThisType};
        }
        if (!isIndexBuilt)
            m_trace.add(Kind::types, false, say("{0}, not built for these indices", caseText(*plan, &*index)));
        if (auto done = castInputs(*plan, wantedIndex); !done)
            return done.error();
        m_trace.add(Kind::types, true, caseText(*plan, wantedIndex ? &*wantedIndex : nullptr));
        auto again = planned();
        if (again)
            again->computing = plan->computing;
        return again;
    }

    Result<void> with(const KernelChoice& choice)
    {
        if (auto done = bringIntoOrder(choice); !done)
            return done.error();
        const auto plan = planFor(choice);
        if (!plan)
            return plan.error();
        return m_end(choice, *plan);
    }

    const OpSpec& m_op;
    std::vector<Sound> m_inputs;
    const Params& m_params;
    RunOptions m_options;
    std::int32_t m_number;
    DispatchTrace& m_trace;
    End m_end;
};

OpCost costOf(const OpSpec& op, const OpPlan& plan, std::int64_t bytesWritten)
{
    OpCost cost;
    cost.flops = op.flops != nullptr ? op.flops(plan) : 0;
    const bool onlyValues = op.needsValuesOnly != nullptr && op.needsValuesOnly(plan);
    std::vector<const Array*> read; // what two inputs share is read once
    for (std::size_t i = 0; i < plan.inputs.size(); ++i)
        for (const auto& member : plan.inputs[i].members) {
            const bool areValues = member.role->kind == RoleKind::values;
            const bool counts = areValues ? !op.inputs[i].onlyPlaces : !onlyValues;
            const auto isSame = [&](const Array* other) {
                return other->storage == member.array.storage && other->geometry == member.array.geometry;
            };
            if (!counts || std::ranges::any_of(read, isSame))
                continue;
            read.push_back(&member.array);
            cost.bytes = saturatingAdd(cost.bytes, member.array.byteSize().value_or(0));
        }
    cost.bytes = saturatingAdd(cost.bytes, bytesWritten);
    return cost;
}

// A device and what a call on it may do, once the inputs are known to be fit for any.
struct Setting {
    DeviceChoice device;
    RunOptions options; // of the device the kind
    bool staysOnDevice = false;

    CallOptions forKernel() const { return {options.maxBytes, options.watch, device.number, staysOnDevice}; }
};
Result<Setting> settingOf(const OpSpec& op, std::span<const Sound> inputs, const Params& params,
                          const RunOptions& given)
{
    Setting setting{{}, given};
    auto& options = setting.options;
    if (options.maxBytes <= 0)
        options.maxBytes = memoryBudget();
    if (inputs.size() != op.inputs.size())
        return invalidArgument(
            say("{0} wants {1|tensor|tensors}, found {2}", op.name, op.inputs.size(), inputs.size()));
    if (auto fitting = checkParams(params, op.params); !fitting)
        return fitting.error();
    const auto device = deviceNamed(given.device);
    if (!device)
        return Error{ErrorCode::unsupported,
                     say("{0} can't run on {1}, {2}", op.name, given.device, device.error().text),
                     {},
                     "not built in"};
    setting.device = *device;
    options.device = device->kind;
    for (const auto& input : inputs) {
        if (auto here = checkIsHere(input.tensor()); !here)
            return here.error();
        if (!input.tensor().layout->read(input.tensor(), {})->outline().size)
            return sizeUnknown();
    }
    std::vector<const Tensor*> tensors;
    for (const auto& input : inputs)
        tensors.push_back(&input.tensor());
    setting.staysOnDevice = liveOn(tensors, placeOf(*device));
    return setting;
}

Result<Tensor> finished(Result<Tensor> made, const OpPlan& plan, const Setting& setting)
{
    if (!made)
        return made;
    if (auto sound = checkCameBackSound(*made, setting.options.device, setting.options.watch); !sound)
        return sound.error();
    return plan.finish ? plan.finish(std::move(*made)) : made;
}

} // namespace

Result<RunResult> run(const OpSpec& op, std::span<const Sound> inputs, const Params& params,
                      const RunOptions& given)
{
    DispatchTrace own;
    auto& trace = given.trace != nullptr ? *given.trace : own;
    trace = {};
    const auto setting = settingOf(op, inputs, params, given);
    if (!setting)
        return setting.error();
    RunResult out;
    const auto compute = [&](const KernelChoice& choice, const OpPlan& plan) -> Result<void> {
        auto made =
            finished(callKernel(choice, plan.inputs, plan.result, plan.params, setting->forKernel(), trace), plan,
                     *setting);
        if (!made)
            return made.error();
        out.tensor = std::move(*made);
        out.cost = costOf(op, plan, trace.steps.back().bytesMoved);
        return {};
    };
    if (auto done =
            Call(op, inputs, params, setting->options, setting->device.number, trace, compute).findKernel();
        !done) {
        // Results of a batch that differ in their number of entries have a layout that can hold them.
        auto apart = done.error().code == ErrorCode::unsupported ? runSideBySide(op, inputs, params, given)
                                                                 : Result<std::optional<RunResult>>(done.error());
        if (!apart || !*apart)
            return done.error();
        return std::move(**apart);
    }
    out.tensor = livingOn(std::move(out.tensor), setting->staysOnDevice ? placeOf(setting->device) : Device{});
    out.trace = trace;
    return out;
}

Result<PreparedRun> prepare(const OpSpec& op, std::span<const Sound> inputs, const Params& params,
                            const RunOptions& given)
{
    DispatchTrace own;
    auto& trace = given.trace != nullptr ? *given.trace : own;
    trace = {};
    const auto setting = settingOf(op, inputs, params, given);
    if (!setting)
        return setting.error();
    PreparedRun out;
    const auto keep = [&](const KernelChoice& choice, const OpPlan& plan) -> Result<void> {
        auto call = KernelCall::make(choice, plan.inputs, plan.result, plan.params, setting->forKernel(), trace);
        if (!call) {
            if (call.error().reason == deviceLost)
                loseDevices(*choice.backend, call.error().text);
            return call.error();
        }
        out.call = std::move(*call);
        out.cost = [&op, plan](std::int64_t bytesWritten) {
            auto cost = costOf(op, plan, bytesWritten);
            if (op.flopsByEntries != nullptr)
                cost.flops = saturatingAdd(cost.flops, op.flopsByEntries(plan));
            return cost;
        };
        out.finish = [plan, setting = *setting](Tensor made) { return finished(std::move(made), plan, setting); };
        return {};
    };
    if (auto done = Call(op, inputs, params, setting->options, setting->device.number, trace, keep).findKernel();
        !done)
        return done.error();
    out.trace = trace;
    return out;
}

} // namespace tscope
