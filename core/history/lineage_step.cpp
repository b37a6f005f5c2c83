// SPDX-License-Identifier: Apache-2.0
#include "history/lineage_step.h"

#include "base/say.h"
#include "dispatch/param_text.h"
#include "ops/operations.h"
#include "ops/step_code.h"

#include <algorithm>
#include <atomic>
#include <unordered_set>

namespace tscope {

LineageStep::LineageStep(LineageCall call, std::vector<LineageSource> sources, std::size_t results)
    : m_call(std::move(call)), m_sources(std::move(sources)), m_results(results)
{
}

LineageStep::~LineageStep()
{
    std::vector<LineageStepPtr> going;
    const auto take = [&going](std::vector<LineageSource>& sources) {
        for (auto& source : sources)
            if (source.from.step)
                going.push_back(std::move(source.from.step));
    };
    take(m_sources);
    while (!going.empty()) {
        const auto step = std::move(going.back());
        going.pop_back();
        if (step.use_count() > 1)
            continue;
        // The last owner of a step may take it apart; what others did to it before they let go has to be seen.
        std::atomic_thread_fence(std::memory_order_acquire);
        take(const_cast<LineageStep&>(*step).m_sources); // made by make_shared<LineageStep>, not const
    }
}

LineageStepPtr lineageStep(LineageCall call, std::vector<LineageSource> sources, std::size_t results)
{
    return std::make_shared<LineageStep>(std::move(call), std::move(sources), results);
}

std::vector<Lineage> chainLineage(const LineageSource& source, std::span<const ViewStep> chain,
                                  std::size_t results)
{
    const bool isKnown =
        std::ranges::count_if(chain, [](const ViewStep& step) { return makesSeveral(step.op); }) <= 1;
    std::vector<LineageSource> parts{source};
    const auto apply = [&](const LineageCall& call, std::size_t each) {
        std::vector<LineageSource> next;
        for (auto& part : parts) {
            const auto step = lineageStep(call, {std::move(part)}, each);
            for (std::size_t i = 0; i < each; ++i)
                next.push_back({{}, {}, {step, i}});
        }
        parts = std::move(next);
    };
    if (isKnown)
        for (const auto& step : chain)
            apply(step, makesSeveral(step.op) ? results : 1);
    else
        apply(HistoryCut{chainText(chain)}, results);
    std::vector<Lineage> out;
    for (const auto& part : parts)
        out.push_back(part.from);
    out.resize(results); // all there are, unless the caller is wrong about them
    return out;
}

// Without a call inside a call: a history may be long.
std::vector<LineageStepPtr> stepsTo(std::span<const Lineage> last, std::size_t most)
{
    struct Frame {
        LineageStepPtr step;
        std::size_t next = 0; // source
    };
    std::vector<LineageStepPtr> steps;
    std::unordered_set<const LineageStep*> known;
    std::vector<Frame> frames;
    const auto meet = [&](const LineageStepPtr& step) {
        if (step && known.size() < most && known.insert(step.get()).second)
            frames.push_back({step});
    };
    for (const auto& each : last) {
        meet(each.step);
        while (!frames.empty()) {
            auto& frame = frames.back();
            if (frame.next < frame.step->sources().size()) {
                meet(frame.step->sources()[frame.next++].from.step);
                continue;
            }
            steps.push_back(std::move(frame.step));
            frames.pop_back();
        }
    }
    return steps;
}

namespace {

struct OperationNamer {
    std::string operator()(const ConvertRequest& request) const
    {
        std::string out;
        if (request.layout != nullptr)
            out = request.layout->name;
        if (request.dtype)
            out += (out.empty() ? "" : " ") + std::string(request.dtype->name());
        return out.empty() ? "convert" : "to " + out;
    }
    std::string operator()(const OperationCall& call) const { return std::string(call.op->name); }
    std::string operator()(const ViewStep& step) const { return text(step); }
    std::string operator()(const SameTensor& /*same*/) const { return say("duplicate"); }
    std::string operator()(const HistoryCut& cut) const { return cut.what; }
};

struct CallWriter {
    CallWords operator()(const ConvertRequest& request) const { return {"convert", {}, wordsOf(request)}; }
    CallWords operator()(const OperationCall& call) const
    {
        CallWords out{"run", std::string(call.op->name)};
        for (const auto& [name, value] : call.params.all())
            out.words.emplace_back(name, text(value));
        return out;
    }
    CallWords operator()(const ViewStep& step) const { return {"view", text(step)}; }
    CallWords operator()(const SameTensor& /*same*/) const { return {"same", {}}; }
    CallWords operator()(const HistoryCut& cut) const { return {"cut", cut.what}; }
};

Error noCall(const std::string& kind)
{
    return invalidArgument(say("a step of a history was wanted, found \"{0}\"", kind));
}

} // namespace

std::string operationOf(const LineageCall& call)
{
    return std::visit(OperationNamer(), call);
}

CallWords wordsOf(const LineageCall& call)
{
    return std::visit(CallWriter(), call);
}

Result<LineageCall> callOf(const CallWords& words)
{
    if (words.kind == "same")
        return LineageCall(SameTensor{});
    if (words.kind == "cut")
        return LineageCall(HistoryCut{words.name});
    if (words.kind == "convert") {
        auto request = requestOf(words.words);
        if (!request)
            return request.error();
        return LineageCall(std::move(*request));
    }
    if (words.kind == "view") {
        auto steps = parseSteps(words.name);
        if (!steps)
            return steps.error();
        if (steps->size() != 1)
            return noCall(words.name);
        return LineageCall(std::move(steps->front()));
    }
    const auto* op = words.kind == "run" ? operationNamed(words.name) : nullptr;
    if (op == nullptr)
        return noCall(words.kind + " " + words.name);
    std::vector<std::string> texts;
    for (const auto& [name, value] : words.words)
        texts.push_back(name + "=" + value);
    auto params = parseParams(op->params, texts);
    if (!params)
        return params.error();
    return LineageCall(OperationCall{op, std::move(*params)});
}

} // namespace tscope
