// SPDX-License-Identifier: Apache-2.0
#include "history/backward.h"

#include "base/say.h"
#include "dispatch/call.h"
#include "dispatch/operand.h"
#include "history/gradient_steps.h"

#include <queue>

namespace tscope {

namespace {

using OfNode = std::vector<std::optional<Tensor>>; // of its results

// Results before what they were made of: the node with the greatest number has no part in any that is left.
struct ComesLater {
    bool operator()(const HistoryNode* a, const HistoryNode* b) const { return a->number() < b->number(); }
};

Result<Tensor> one(const Tensor& like, const BackwardOptions& options)
{
    return gatheredGradient(
        like, [](const Extents&) { return 1.0; }, options);
}

Result<Tensor> firstGradient(const Recorded& result, const std::optional<Tensor>& given,
                             const BackwardOptions& options)
{
    const auto& tensor = result.tensor();
    if (!given) {
        const bool isNumber =
            tensor.layout->family == "strided" && numel(valuesMember(tensor).array.geometry) == 1;
        if (!isNumber)
            return invalidArgument(
                say("a strided result with one element was wanted, as no gradient of it was given, found {0} {1}",
                    tensor.layout->name, text(formOf(tensor).size)));
        return one(tensor, options);
    }
    if (!isGradientOf(*given, tensor))
        return invalidArgument(say("a gradient in the form of the result was wanted, {0} {1}, found {2} {3}",
                                   tensor.layout->name, text(formOf(tensor).size), given->layout->name,
                                   text(formOf(*given).size)));
    auto sound = proven(*given, say("the gradient of the result"), options.watch);
    if (!sound)
        return sound.error();
    // Another tensor's entries may stand elsewhere.
    const auto elements = ElementsByIndex::of(sound->tensor(), SameIndex::alike, options);
    if (!elements)
        return elements.error();
    return gatheredGradient(
        tensor, [&](const Extents& index) { return elements->at(index); }, options);
}

// One step back.
Result<InputGradients> inputGradients(const HistoryNode& node, OfNode& results, const BackwardOptions& options)
{
    const auto& record = node.record();
    if (record.rule == nullptr)
        return unsupported(say("an operation that has a gradient was wanted ({0}), found {1}",
                               differentiableNames(), record.operation));
    for (std::size_t i = 0; i < results.size(); ++i)
        if (results[i] && record.results[i].layout->family == "strided") {
            auto strided = stridedGradient(*results[i], options);
            if (!strided)
                return strided.error();
            results[i] = std::move(*strided);
        }
    auto gradients = record.rule->gradients({record, results, options});
    if (!gradients)
        return gradients;
    for (std::size_t i = 0; i < gradients->size(); ++i)
        if (auto& gradient = (*gradients)[i]) {
            auto cast = inTypeOf(record.inputs[i].kept, std::move(*gradient), options);
            if (!cast)
                return cast.error();
            gradient = std::move(*cast);
        }
    return gradients;
}

Result<void> addTo(std::optional<Tensor>& sum, Tensor more, const BackwardOptions& options)
{
    if (!sum) {
        sum = std::move(more);
        return {};
    }
    auto both = sumOfGradients(*sum, more, options);
    if (!both)
        return both.error();
    sum = std::move(*both);
    return {};
}

} // namespace

const Tensor* Gradients::of(const Recorded& recorded) const
{
    if (!recorded.requiresGradient())
        return nullptr;
    const auto at = m_byNode.find(recorded.node->number());
    if (at == m_byNode.end() || recorded.result >= at->second.size() || !at->second[recorded.result])
        return nullptr;
    return &*at->second[recorded.result];
}

Result<Gradients> backward(const Recorded& result, const std::optional<Tensor>& gradient,
                           const BackwardOptions& options, bool keepsAll)
{
    if (!result.requiresGradient())
        return invalidArgument(say("a result that depends on a tensor which requires a gradient was wanted"));
    auto first = firstGradient(result, gradient, options);
    if (!first)
        return first.error();
    Gradients out;
    auto& found = out.m_byNode;
    std::priority_queue<const HistoryNode*, std::vector<const HistoryNode*>, ComesLater> waiting;
    const auto ofNode = [&](const HistoryNode* node) -> OfNode& {
        auto& known = found[node->number()];
        if (known.empty()) {
            known.resize(node->record().results.size());
            waiting.push(node);
        }
        return known;
    };
    ofNode(result.node.get())[result.result] = std::move(*first);
    while (!waiting.empty()) {
        const auto* node = waiting.top();
        waiting.pop();
        if (node->isLeaf())
            continue;
        if (options.watch.isStopped())
            return backwardStopped();
        auto results = found[node->number()];
        auto inputs = inputGradients(*node, results, options);
        if (!inputs)
            return inputs.error();
        for (std::size_t i = 0; i < inputs->size(); ++i)
            if (const auto& input = node->record().inputs[i]; input.node && (*inputs)[i])
                if (auto added = addTo(ofNode(input.node.get())[input.result], std::move(*(*inputs)[i]), options);
                    !added)
                    return added.error();
        if (!keepsAll)
            found.erase(node->number());
    }
    return out;
}

} // namespace tscope
