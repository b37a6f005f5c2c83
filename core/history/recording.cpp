// SPDX-License-Identifier: Apache-2.0
#include "history/recording.h"

#include "base/memory_budget.h"
#include "base/say.h"
#include "dispatch/call.h"
#include "history/recording_parts.h"

#include <algorithm>

namespace tscope {

namespace {

HistoryRecord recordOf(NewStep step, std::span<const Recorded> inputs, const std::vector<Recorded>& results)
{
    HistoryRecord record{.operation = std::move(step.operation), .rule = step.rule, .call = std::move(step.call)};
    std::vector<bool> wanted;
    for (const auto& input : inputs)
        wanted.push_back(input.requiresGradient());
    for (std::size_t i = 0; i < inputs.size(); ++i) {
        const bool keepsValues =
            step.rule != nullptr && step.rule->readsValues != nullptr && step.rule->readsValues(i, wanted);
        record.inputs.push_back({inputs[i].node, inputs[i].result, step.isView && i == 0,
                                 keepsValues ? inputs[i].tensor() : withoutValues(inputs[i].tensor()), keepsValues,
                                 inputs[i].name});
    }
    for (const auto& result : results)
        record.results.push_back(withoutValues(result.tensor()));
    return record;
}

bool hasGradientType(const Tensor& tensor)
{
    return canRequireGradient(valuesMember(tensor).array.dtype);
}

// Operations take no negative strides, so what is turned around is copied, as PyTorch does.
Result<bool> copyIfTurned(Tensor& tensor, std::int64_t maxBytes)
{
    if (tensor.layout->family != "strided")
        return false;
    auto& array = tensor.members.front().array;
    if (std::ranges::none_of(array.geometry.strides, [](std::int64_t stride) { return stride < 0; }))
        return false;
    if (const auto bytes = array.byteSize().value_or(int64Max); bytes > maxBytes)
        return overBudget(say("a copy of {0}", text(array.geometry.sizes)), bytes, maxBytes);
    auto copy = packed(array);
    if (!copy)
        return copy.error();
    array = std::move(*copy);
    return true;
}

// Whether a member of the result lies in the storage of one of the input.
bool sharesValues(const Tensor& result, const Tensor& input)
{
    return valuesMember(result).array.storage == valuesMember(input).array.storage;
}

} // namespace

Result<std::vector<Recorded>> withHistory(NewStep step, std::span<const Recorded> inputs,
                                          std::vector<Tensor> results, const Watch& watch)
{
    std::vector<Recorded> out;
    for (auto& result : results) {
        for (auto& member : result.members) // whether it does says its node
            member.requiresGrad = false;
        auto sound = proven(std::move(result), say("the result of {0}", step.operation), watch);
        if (!sound)
            return sound.error();
        out.push_back(Recorded{std::move(*sound)});
    }
    const bool isRecorded = std::ranges::any_of(inputs, &Recorded::requiresGradient) &&
                            std::ranges::any_of(out, hasGradientType, &Recorded::tensor);
    if (!isRecorded)
        return out;
    const auto node = std::make_shared<HistoryNode>(recordOf(std::move(step), inputs, out));
    for (std::size_t i = 0; i < out.size(); ++i)
        if (hasGradientType(out[i].tensor())) {
            out[i].node = node;
            out[i].result = i;
        }
    return out;
}

Result<Recorded> recordedLeaf(Sound sound, bool requiresGradient)
{
    Recorded out{std::move(sound)};
    if (!requiresGradient)
        return out;
    if (const auto& type = valuesMember(out.tensor()).array.dtype; !canRequireGradient(type))
        return unsupported(
            say("real numbers with fractions were wanted, as only they can require a gradient, found {0}",
                type.name()));
    HistoryRecord record{.operation = "leaf"};
    record.results.push_back(withoutValues(out.tensor()));
    out.node = std::make_shared<HistoryNode>(std::move(record));
    return out;
}

Result<Recorded> recordedLeaf(Tensor tensor, bool requiresGradient, const Watch& watch)
{
    auto sound = proven(std::move(tensor), say("a tensor that a history begins with"), watch);
    if (!sound)
        return sound.error();
    return recordedLeaf(std::move(*sound), requiresGradient);
}

Recorded detached(const Recorded& recorded)
{
    return Recorded{recorded.sound};
}

Result<Recorded> recordedRun(const OpSpec& op, std::span<const Recorded> inputs, const Params& params,
                             const RunOptions& options)
{
    std::vector<Sound> sound;
    for (const auto& input : inputs)
        sound.push_back(input.sound);
    auto made = run(op, sound, params, options);
    if (!made)
        return made.error();
    auto out = withHistory({std::string(op.name), gradientRuleOf(op.name), params}, inputs,
                           {std::move(made->tensor)}, options.watch);
    if (!out)
        return out.error();
    return std::move(out->front());
}

Result<std::vector<Recorded>> recordedStep(const Recorded& input, const ViewStep& step,
                                           const TransformOptions& options)
{
    auto made = transform(input.tensor(), std::span(&step, 1), options);
    if (!made)
        return made.error();
    bool isView = made->route.front().view;
    for (auto& tensor : made->tensors) {
        const auto copied = copyIfTurned(tensor, options.maxBytes > 0 ? options.maxBytes : memoryBudget());
        if (!copied)
            return copied.error();
        isView = isView && !*copied;
    }
    return withHistory({text(step), &viewGradient(), step, isView}, std::span(&input, 1), std::move(made->tensors),
                       {});
}

Result<Recorded> recordedConversion(const Recorded& input, const ConvertRequest& request,
                                    const ConvertOptions& options)
{
    auto made = convert(input.sound, request, options);
    if (!made)
        return made.error();
    const bool isView = sharesValues(made->tensor, input.tensor());
    const auto& type = valuesMember(made->tensor).array.dtype;
    auto operation = "to " + std::string(made->tensor.layout->name);
    if (type != valuesMember(input.tensor()).array.dtype)
        operation += " " + std::string(type.name());
    auto out = withHistory({std::move(operation), &conversionGradient(), {}, isView}, std::span(&input, 1),
                           {std::move(made->tensor)}, options.watch);
    if (!out)
        return out.error();
    return std::move(out->front());
}

} // namespace tscope
