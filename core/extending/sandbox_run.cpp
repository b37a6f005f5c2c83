// SPDX-License-Identifier: Apache-2.0
// Calls in a sandbox: what its table says, then the product's own dispatch with what stands for the extension.
#include "base/say.h"
#include "convert/convert.h"
#include "dispatch/kernel_key.h"
#include "extending/sandbox.h"
#include "layouts/registry.h"

#include <algorithm>

namespace tscope {

namespace {

using StepKind = DispatchStep::Kind;

// The key by which the product itself would look, with the device that the extension is like.
std::optional<TableEntry> keyOfCall(const Extension& extension, const OpSpec& op, std::span<const Sound> inputs)
{
    std::vector<std::string_view> layouts;
    for (const auto& input : inputs)
        layouts.emplace_back(input.tensor().layout->name);
    const auto plan = op.layouts(layouts);
    if (!plan)
        return std::nullopt;
    const auto key =
        keyOf(op, *plan, extension.kind == ExtensionKind::device ? std::string_view(extension.like) : "cpu");
    return TableEntry{std::string(key.op),
                      std::string(key.device),
                      {key.layouts.begin(), key.layouts.end()},
                      std::string(key.result),
                      {},
                      0};
}

bool standsForIt(const Extension& extension, const Tensor& tensor)
{
    if (extension.kind == ExtensionKind::layout)
        return tensor.layout->name == extension.like;
    if (extension.kind == ExtensionKind::elementType)
        return tensor.declaredDType().name() == extension.like;
    return true;
}

std::int64_t bytesIn(const Tensor& tensor)
{
    std::int64_t bytes = 0;
    for (const auto& member : tensor.members)
        bytes = saturatingAdd(bytes, member.array.byteSize().value_or(0));
    return bytes;
}

// Its arrays in other memory.
Result<Sound> copied(const Sound& sound)
{
    auto tensor = sound.tensor();
    for (auto& member : tensor.members) {
        auto copy = packed(member.array);
        if (!copy)
            return copy.error();
        member.array = std::move(*copy);
    }
    return proven(std::move(tensor), say("the copy"));
}

// What is there instead, and what it cost.
struct Instead {
    Sound sound;
    std::string text;
    std::int64_t bytes = 0;
};

Result<Instead> convertedInput(const Extension& extension, const Sound& input, std::size_t number,
                               const RunOptions& options)
{
    std::string target;
    if (extension.kind == ExtensionKind::device) {
        target = extension.like;
        auto copy = copied(input);
        if (!copy)
            return copy.error();
        return Instead{std::move(*copy), say("input {0}: {1} to {2}", number + 1, extension.name, target),
                       bytesIn(input.tensor())};
    }
    ConvertRequest request;
    request.layout = input.tensor().layout;
    if (extension.kind == ExtensionKind::layout) {
        target = extension.like == "strided" ? "coo" : "strided";
        request.layout = layoutNamed(target);
    } else {
        request.dtype = extension.like == "float64" ? ElementType::f32 : ElementType::f64;
        target = request.dtype->name();
    }
    auto made = convert(input, request, {.maxBytes = options.maxBytes, .watch = options.watch});
    if (!made)
        return made.error();
    std::int64_t bytes = 0;
    for (const auto& step : made->route)
        bytes = saturatingAdd(bytes, step.bytesMoved);
    auto sound = proven(std::move(made->tensor), say("the converted input"), options.watch);
    if (!sound)
        return sound.error();
    return Instead{std::move(*sound), say("input {0}: {1} to {2}", number + 1, extension.name, target), bytes};
}

// The call with all that the extension stands for converted. Steps are added to the trace.
Result<std::vector<Sound>> convertedInputs(const Extension& extension, std::span<const Sound> inputs,
                                           const RunOptions& options, DispatchTrace& trace)
{
    std::vector<Sound> out;
    for (std::size_t i = 0; i < inputs.size(); ++i) {
        if (!standsForIt(extension, inputs[i].tensor())) {
            out.push_back(inputs[i]);
            continue;
        }
        auto instead = convertedInput(extension, inputs[i], i, options);
        if (!instead)
            return instead.error();
        trace.add(StepKind::around, true, std::move(instead->text), instead->bytes);
        out.push_back(std::move(instead->sound));
    }
    return out;
}

} // namespace

std::optional<std::size_t> Sandbox::gapOf(const OpSpec& op, std::span<const Sound> inputs) const
{
    if (std::ranges::none_of(inputs, [this](const Sound& one) { return standsForIt(m_extension, one.tensor()); }))
        return std::nullopt;
    const auto key = keyOfCall(m_extension, op, inputs);
    if (!key)
        return std::nullopt;
    const auto found = std::ranges::find_if(
        m_gaps, [&](const DispatchGap& gap) { return m_table.entries[gap.pattern].isSameKey(*key); });
    return found == m_gaps.end() ? std::nullopt : std::optional(static_cast<std::size_t>(found - m_gaps.begin()));
}

Result<RunResult> Sandbox::run(const OpSpec& op, std::span<const Sound> inputs, const Params& params,
                               RunOptions options) const
{
    DispatchTrace own;
    auto& told = options.trace != nullptr ? *options.trace : own;
    told = {};
    options.trace = nullptr;
    options.device = m_extension.kind == ExtensionKind::device ? m_extension.like : "cpu";
    const auto ends = [&](Result<RunResult> result, std::size_t skipped) -> Result<RunResult> {
        if (!result)
            return result;
        auto& steps = result->trace.steps;
        steps.erase(steps.begin(), steps.begin() + static_cast<std::ptrdiff_t>(std::min(skipped, steps.size())));
        told.steps.insert(told.steps.end(), steps.begin(), steps.end());
        told.kernel = result->trace.kernel;
        told.device = m_extension.kind == ExtensionKind::device ? m_extension.name : result->trace.device;
        result->trace = told;
        return result;
    };
    if (m_extension.kind == ExtensionKind::wrapper) {
        told.add(StepKind::around, true, say("{0} passes on the tensors that it holds", m_extension.name));
        return ends(tscope::run(op, inputs, params, options), 0);
    }
    const auto number = gapOf(op, inputs);
    if (!number) {
        told.add(StepKind::table, false, say("{0} with {1}, no entry to fill", op.name, m_extension.name));
        return unsupported(
            say("an operation with a kernel for {0} was wanted, found {1}; what goes by conversion for "
                "{0} has no entry of its own",
                m_extension.like, op.name));
    }
    const auto& gap = m_gaps[*number];
    const auto& kernel = m_table.entries[gap.pattern].kernels.front();
    if (areCases()) {
        told.add(StepKind::table, true, text(gap.entry));
        told.add(StepKind::types, false, say("{0}, no case in {1}", m_extension.name, kernel));
    } else {
        told.add(StepKind::table, false, say("{0}, missing", text(gap.entry)));
    }
    if (gap.fill == GapFill::none)
        return unsupported(
            areCases() ? say("{0} has no case for {1}; fill gap {2} first", kernel, m_extension.name, *number)
                       : say("the table has no entry {0}; fill gap {1} first", text(gap.entry), *number));
    if (gap.fill == GapFill::conversion) {
        auto converted = convertedInputs(m_extension, inputs, options, told);
        if (!converted)
            return converted.error();
        return ends(tscope::run(op, *converted, params, options), 0);
    }
    // The first step is the sandbox's own; what follows is the kernel's.
    told.add(areCases() ? StepKind::types : StepKind::table, true,
             areCases() ? say("{0}, filled with the case of {1}", m_extension.name, m_extension.like)
                        : say("{0}, filled with {1}", text(gap.entry), kernel));
    return ends(tscope::run(op, inputs, params, options), 1);
}

} // namespace tscope
