// SPDX-License-Identifier: Apache-2.0
#include "lessons/tensor_line.h"

#include "anatomy/layout.h"
#include "base/say.h"
#include "convert/convert.h"
#include "layouts/registry.h"
#include "lessons/letters.h"
#include "literals/json_tensor.h"
#include "literals/text_literal.h"
#include "make/faults.h"
#include "make/generators.h"
#include "make/make_options.h"
#include "ops/transform.h"
#include "proof/prove.h"

#include <algorithm>
#include <array>
#include <charconv>

namespace tscope {

namespace {

// So large that every view of the window shows it whole, and no lesson takes memory that is missed.
constexpr std::int64_t mostElements = 100'000, mostClaimed = 1'000'000; // stored, and of the size
constexpr std::int64_t mostBytes = std::int64_t{1} << 24;               // that one step may take

std::string_view firstWord(std::string_view& rest)
{
    rest = trimmed(rest);
    const auto end = std::min(rest.find_first_of(" \t"), rest.size());
    const auto word = rest.substr(0, end);
    rest = trimmed(rest.substr(end));
    return word;
}

Result<TensorPtr> held(Tensor tensor)
{
    return std::make_shared<const Tensor>(std::move(tensor));
}

Result<TensorPtr> literal(std::string_view text)
{
    auto read = text.starts_with('{') ? readJsonTensors(text) : readTextLiteral(text);
    if (!read)
        return read.error();
    if (read->tensors.size() != 1)
        return invalidArgument(say("wanted one tensor, found {0}", read->tensors.size()));
    return held(std::move(read->tensors.front().tensor));
}

// "random --layout csr --size 4,6"
Result<TensorPtr> generated(std::string_view text, std::uint64_t seed)
{
    MakeSpec spec;
    spec.seed = seed;
    spec.kind = std::string(firstWord(text));
    while (!text.empty()) {
        const auto option = firstWord(text);
        const auto value = firstWord(text);
        if (!option.starts_with("--") || value.empty())
            return invalidArgument(say("wanted \"--option value\", found \"{0} {1}\"", option, value));
        const auto name = option.substr(2);
        if (name == "layout") {
            spec.layout = std::string(value);
            continue;
        }
        const auto known = std::ranges::find(makeOptions(), name, &MakeOption::name);
        if (known == makeOptions().end())
            return invalidArgument(say("there is no option {0}", option));
        if (const auto taken = known->read(value, spec); !taken)
            return taken.error();
    }
    auto whole = spec.size;
    for (const auto* more : {&spec.batch, &spec.dense})
        whole.insert(whole.end(), more->begin(), more->end());
    if (const auto count = numel(whole); !count || *count > mostClaimed || spec.nnz.value_or(0) > mostElements)
        return invalidArgument(say("wanted a tensor of at most {0#} elements", mostClaimed));
    auto made = makeTensorOf(spec);
    if (!made)
        return made.error();
    return held(*std::move(made));
}

Result<TensorPtr> viewed(const Tensor& of, std::string_view text)
{
    const auto steps = parseSteps(text);
    if (!steps)
        return steps.error();
    auto made = transform(of, *steps, {.maxBytes = mostBytes});
    if (!made)
        return made.error();
    if (made->tensors.size() != 1)
        return invalidArgument(say("wanted one tensor, found {0}", made->tensors.size()));
    return held(std::move(made->tensors.front()));
}

// "csr", "bsr 2,2", "csr index int32"
Result<TensorPtr> converted(const Tensor& of, std::string_view text)
{
    ConvertRequest request;
    const auto* layout = layoutNamed(firstWord(text));
    if (layout == nullptr)
        return invalidArgument(say("there is no such layout"));
    request.layout = layout;
    MakeSpec words; // reads them as tscope make does
    while (!text.empty()) {
        auto name = firstWord(text);
        const auto value = name.find_first_not_of("0123456789,") == std::string_view::npos
                               ? std::exchange(name, "blocksize")
                               : firstWord(text);
        if (name == "index")
            name = "index-dtype";
        const auto known = std::ranges::find(makeOptions(), name, &MakeOption::name);
        if (known == makeOptions().end())
            return invalidArgument(say("there is no option {0}", name));
        if (const auto taken = known->read(value, words); !taken)
            return taken.error();
        if (name == "blocksize")
            request.block = words.blocksize;
        else if (name == "index-dtype")
            request.indexDType = words.indexDType;
        else if (name == "dtype")
            request.dtype = words.dtype;
        else
            return invalidArgument(say("there is no option {0}", name));
    }
    const auto sound = proven(of, say("the tensor that is converted"));
    if (!sound)
        return sound.error();
    auto made = convert(*sound, request, {.maxBytes = mostBytes});
    if (!made)
        return made.error();
    return held(std::move(made->tensor));
}

// "5.2", "5.2 at 3"
Result<TensorPtr> brokenOne(const Tensor& of, std::string_view text, std::uint64_t seed)
{
    const auto rule = firstWord(text);
    std::optional<std::int64_t> at;
    if (!text.empty()) {
        std::int64_t slot = 0;
        const auto word = firstWord(text), number = firstWord(text);
        const auto read = std::from_chars(number.data(), number.data() + number.size(), slot);
        if (word != "at" || read.ec != std::errc() || read.ptr != number.data() + number.size())
            return invalidArgument(say("wanted \"{0}\", found {1}", "rule at slot",
                                       "\"" + std::string(word) + " " + std::string(number) + "\""));
        at = slot;
    }
    auto made = plant(of, rule, at, seed);
    if (!made)
        return made.error();
    return held(*std::move(made));
}

} // namespace

bool isLessonName(std::string_view name)
{
    constexpr auto taken = std::to_array<std::string_view>(
        {"and", "or", "not", "if", "else", "for", "in", "true", "false", "True", "False", "answer"});
    if (name.empty() || name.size() > 40 || !isNameStart(name.front()) ||
        std::ranges::find(taken, name) != taken.end())
        return false;
    return std::ranges::all_of(name, [](char c) { return isNamePart(c); });
}

TensorLine readTensorLine(std::string_view text)
{
    text = trimmed(text);
    if (text.starts_with("make "))
        return {TensorSource::generator, {}, std::string(trimmed(text.substr(5)))};
    const auto end = text.find_first_of(" .");
    const auto name = text.substr(0, end);
    if (end == std::string_view::npos || !isLessonName(name))
        return {TensorSource::literal, {}, std::string(text)};
    auto rest = text.substr(end);
    // torch.tensor(...) is a literal; a tensor may not be called torch.
    if (rest.starts_with('.') && name != "torch" && name != "np" && name != "numpy" && name != "scipy")
        return {TensorSource::views, std::string(name), std::string(trimmed(rest.substr(1)))};
    const auto word = firstWord(rest);
    if (word == "to")
        return {TensorSource::converted, std::string(name), std::string(rest)};
    if (word == "breaking")
        return {TensorSource::broken, std::string(name), std::string(rest)};
    return {TensorSource::literal, {}, std::string(text)};
}

Result<TensorPtr> tensorOf(TensorSource source, std::string_view text, const Tensor* of, std::uint64_t seed)
{
    auto made = [&]() -> Result<TensorPtr> {
        switch (source) {
        case TensorSource::literal:
            return literal(text);
        case TensorSource::generator:
            return generated(text, seed);
        case TensorSource::views:
            return viewed(*of, text);
        case TensorSource::converted:
            return converted(*of, text);
        case TensorSource::broken:
            return brokenOne(*of, text, seed);
        }
        return invalidArgument("");
    }();
    if (!made)
        return made;
    for (const auto& member : (*made)->members)
        if (numel(member.array.geometry).value_or(0) > mostElements)
            return invalidArgument(say("wanted a tensor of at most {0#} elements", mostElements));
    return made;
}

} // namespace tscope
