// SPDX-License-Identifier: Apache-2.0
// Operations and conversions of any tensors that can be proven: what comes out is sound, and what was foreseen.
#include "base/check.h"
#include "base/thread_pool.h"
#include "convert/convert.h"
#include "dispatch/backends.h"
#include "dispatch/call.h"
#include "fuzz/support/random_tensor.h"
#include "layouts/registry.h"
#include "literals/json_tensor.h"
#include "ops/operations.h"
#include "ops/run.h"
#include "rules/check.h"

#include <algorithm>
#include <cstdio>
#include <string>

using namespace tscope;

namespace {

constexpr std::int64_t maxBytes = 1 << 18;
constexpr std::int64_t maxElements = 1 << 20; // strides of 0 make more of few bytes, which is work without end

// What a failure needs to be looked into.
void tell(const std::string& what, const Tensor& tensor)
{
    const auto json = writeJsonTensors({{{"", tensor}}, {}});
    std::fprintf(stderr, "%s: %s\n", what.c_str(), json ? json->c_str() : json.error().text.c_str());
}

void expectSound(const Tensor& tensor, const std::string& of, std::span<const Sound> inputs)
{
    const auto proved = prove(tensor);
    if (const auto* report = std::get_if<Report>(&proved)) {
        for (const auto& input : inputs)
            tell("input", input.tensor());
        for (const auto& finding : report->findings)
            tell(of + " broke rule " + finding.rule, tensor);
    }
    TSCOPE_CHECK(std::holds_alternative<Sound>(proved), "what comes of sound tensors is sound");
}

std::string randomText(ByteSource& source, const ParamSpec& spec)
{
    switch (spec.kind) {
    case ParamKind::flag:
        return source.chance(128) ? "true" : "false";
    case ParamKind::number:
        return std::to_string(source.number()) + (source.chance(128) ? ".5" : "");
    case ParamKind::type:
        return std::string(DType(static_cast<ElementType>(source.below(21))).name());
    case ParamKind::integer:
        return std::to_string(source.number());
    case ParamKind::integers:
        break;
    }
    std::string list;
    for (const auto number : source.numbers(source.below(4)))
        list += (list.empty() ? "" : ",") + std::to_string(number);
    return list;
}

void runSomeOperation(ByteSource& source, std::vector<Sound> inputs)
{
    const auto all = operations();
    const auto& op = *all[source.below(all.size())];
    while (inputs.size() < op.inputs.size())
        inputs.push_back(inputs.back());
    inputs.resize(op.inputs.size(), inputs.front());
    std::vector<std::string> texts;
    for (const auto& spec : op.params)
        if (source.chance(128))
            texts.push_back(std::string(spec.name) + "=" + randomText(source, spec));
    const auto params = parseParams(op.params, texts);
    if (!params)
        return;
    const auto done = run(op, inputs, *params, {.maxBytes = maxBytes});
    if (!done) {
        TSCOPE_CHECK(!done.error().text.empty() && done.error().code != ErrorCode::internal, "a refusal says why");
        return;
    }
    expectSound(done->tensor, std::string(op.name), inputs);
    TSCOPE_CHECK(!done->trace.steps.empty(), "the kernel's name and the way to it are told");
}

bool isSmall(const Tensor& tensor)
{
    return numel(valuesMember(tensor).array.geometry).value_or(int64Max) <= maxElements;
}

void convertSomehow(ByteSource& source, const Sound& sound)
{
    const auto all = layouts();
    ConvertRequest request;
    if (source.chance(220))
        request.layout = all[source.below(all.size())];
    if (source.chance(100))
        request.block = {source.number(), source.number()};
    if (source.chance(60))
        request.dtype = DType(static_cast<ElementType>(source.below(20)));
    if (source.chance(60))
        request.indexDType = DType(source.chance(128) ? ElementType::i32 : ElementType::i64);
    if (source.chance(60))
        request.denseDims = source.number();
    request.dropZeros = source.chance(40);
    const ConvertOptions options{.maxBytes = maxBytes};
    const auto outlook = foresee(sound, request, options);
    const auto done = convert(sound, request, options);
    TSCOPE_CHECK(outlook || !done, "what is done was foreseen");
    if (!done)
        return;
    const auto isOfRule = [](const std::string& change) {
        return change.starts_with("rule ") || change.starts_with("int64 indices");
    };
    if (std::ranges::none_of(done->changes, isOfRule))
        expectSound(done->tensor, "a conversion", {&sound, 1});
    TSCOPE_CHECK(!outlook->isTried || outlook->changes == done->changes, "what would be lost is told before");
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    setThreadCount(1);
    ByteSource source(data, size);
    const bool converts = source.chance(100), hasTwo = source.chance(128);
    std::vector<Sound> inputs;
    for (int i = 0; i < (hasTwo ? 2 : 1); ++i) {
        auto proved = prove(randomTensor(source));
        auto* sound = std::get_if<Sound>(&proved);
        if (sound != nullptr && isSmall(sound->tensor()))
            inputs.push_back(std::move(*sound));
    }
    if (inputs.empty())
        return 0;
    if (converts)
        convertSomehow(source, inputs.front());
    else
        runSomeOperation(source, std::move(inputs));
    return 0;
}
