// SPDX-License-Identifier: Apache-2.0
#include "array/view_params.h"
#include "base/say.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>
#include <limits>

namespace tscope {

namespace {

constexpr std::size_t longestChain = 1 << 16;
constexpr std::size_t mostNumbers = 4096; // of one step

using ArgKind = ViewParam::Kind;

struct Signature {
    ViewOp op;
    std::string_view name;
    std::vector<ViewParam> params;
    bool isVariadic = false; // its one list may be written without brackets
};

const std::vector<Signature>& signatures()
{
    using enum ViewParam::Kind;
    using enum ViewOp;
    const StepArg none, zero = std::int64_t{0}, one = std::int64_t{1}, last = std::int64_t{-1};
    static const std::vector<Signature> table = {
        {select, "select", {{"dim"}, {"index"}}},
        {narrow, "narrow", {{"dim"}, {"start"}, {"length"}}},
        {slice,
         "slice",
         {{"dim", number, zero},
          {"start", optionalNumber, none},
          {"stop", optionalNumber, none},
          {"step", number, one}}},
        {permute, "permute", {{"dims", list}}, true},
        {transpose, "transpose", {{"dim0"}, {"dim1"}}},
        {expand, "expand", {{"sizes", list}}, true},
        {squeeze, "squeeze", {{"dim", optionalList, none}}},
        {unsqueeze, "unsqueeze", {{"dim"}}},
        {diagonal, "diagonal", {{"offset", number, zero}, {"dim1", number, zero}, {"dim2", number, one}}},
        {unfold, "unfold", {{"dim"}, {"size"}, {"step"}}},
        {flip, "flip", {{"dims", list}}, true},
        {view, "view", {{"shape", list}}, true},
        {reshape, "reshape", {{"shape", list}}, true},
        {asStrided, "as_strided", {{"sizes", list}, {"strides", list}, {"offset", optionalNumber, none}}},
        {flatten, "flatten", {{"start_dim", number, zero}, {"end_dim", number, last}}},
        {contiguous, "contiguous", {}},
        {to, "to", {{"device", ArgKind::word}}},
        {unbind, "unbind", {{"dim", number, zero}}},
        {chunk, "chunk", {{"chunks"}, {"dim", number, zero}}},
        {split, "split", {{"size", numberOrList}, {"dim", number, zero}}},
        {toPadded, "to_padded", {{"fill", real}}},
        {toJagged, "to_jagged", {}},
        {toNested, "to_nested", {}},
    };
    return table;
}

struct ChainReader {
    std::string_view chain;
    std::size_t at = 0;

    Error error(const std::string& text) const
    {
        return invalidArgument(say("ops: {0}", text), "column " + std::to_string(at + 1));
    }
    std::string found() const
    {
        return at == chain.size() ? say("found the end") : say("found \"{0}\"", chain.substr(at, 12));
    }
    void skipSpace()
    {
        while (at < chain.size() && (chain[at] == ' ' || chain[at] == '\t' || chain[at] == '\n'))
            ++at;
    }
    bool take(char c)
    {
        skipSpace();
        if (at == chain.size() || chain[at] != c)
            return false;
        ++at;
        return true;
    }
    std::string_view word()
    {
        skipSpace();
        const auto begin = at;
        while (at < chain.size() && (std::isalnum(static_cast<unsigned char>(chain[at])) != 0 || chain[at] == '_'))
            ++at;
        return chain.substr(begin, at - begin);
    }

    // A whole number, or one with a fraction.
    Result<StepArg> number()
    {
        skipSpace();
        const auto rest = chain.substr(at);
        const auto signs = rest.starts_with('+') || rest.starts_with('-') ? 1U : 0U;
        const auto digits = rest.substr(signs);
        const auto* begin = rest.data() + (rest.starts_with('+') ? 1 : 0);
        const auto* end = rest.data() + rest.size();
        const auto isNamed = digits.starts_with("inf") || digits.starts_with("nan");
        if (digits.empty() || (!isNamed && digits[0] != '.' && (digits[0] < '0' || digits[0] > '9')))
            return error(say("wanted a number, {0}", found()));
        const auto length = digits.find_first_not_of("0123456789");
        const auto isWhole = length == std::string_view::npos || (length > 0 && digits[length] != '.' &&
                                                                  digits[length] != 'e' && digits[length] != 'E');
        if (isWhole) {
            std::int64_t value = 0;
            const auto [after, failure] = std::from_chars(begin, end, value);
            if (failure != std::errc{})
                return error(say("the number does not fit 64 bits"));
            at = static_cast<std::size_t>(after - chain.data());
            return StepArg(value);
        }
        double value = 0;
        const auto [after, failure] = std::from_chars(begin, end, value);
        if (failure != std::errc{})
            return error(say("wanted a number that a double can hold, {0}", found()));
        at = static_cast<std::size_t>(after - chain.data());
        return StepArg(value);
    }

    // After the opening bracket.
    Result<StepArg> list(char closing)
    {
        Extents numbers;
        while (!take(closing)) {
            auto value = number();
            if (!value)
                return value;
            if (!std::holds_alternative<std::int64_t>(*value))
                return error(say("a list holds whole numbers; a fraction was given"));
            numbers.push_back(std::get<std::int64_t>(*value));
            if (numbers.size() > mostNumbers)
                return error(say("a list has more than {0} numbers", mostNumbers));
            if (!take(',')) {
                if (!take(closing))
                    return error(say("wanted , or {0} in a list, {1}", std::string(1, closing), found()));
                break;
            }
        }
        return StepArg(std::move(numbers));
    }

    // The name of a device: "cuda:1".
    std::string name()
    {
        skipSpace();
        const auto quote = at < chain.size() && (chain[at] == '"' || chain[at] == '\'') ? chain[at] : '\0';
        at += quote != '\0' ? 1 : 0;
        const auto begin = at;
        while (at < chain.size() &&
               (std::isalnum(static_cast<unsigned char>(chain[at])) != 0 || chain[at] == '_' || chain[at] == ':'))
            ++at;
        std::string out(chain.substr(begin, at - begin));
        return quote == '\0' || take(quote) ? out : std::string();
    }

    Result<StepArg> argument()
    {
        if (take('('))
            return list(')');
        if (take('['))
            return list(']');
        if (chain.substr(at).starts_with("None")) {
            at += 4;
            return StepArg();
        }
        return number();
    }
};

// Brings the argument to the form that the step keeps; false when it is of another kind.
bool accept(ArgKind kind, StepArg& arg)
{
    const auto* number = std::get_if<std::int64_t>(&arg);
    const auto isNone = std::holds_alternative<std::monostate>(arg);
    const auto isList = std::holds_alternative<Extents>(arg);
    switch (kind) {
    case ArgKind::number:
        return number != nullptr;
    case ArgKind::optionalNumber:
        return number || isNone;
    case ArgKind::list:
    case ArgKind::optionalList:
        if (number) {
            const auto value = *number;
            arg.emplace<Extents>(1, value);
            return true;
        }
        return isList || (isNone && kind == ArgKind::optionalList);
    case ArgKind::numberOrList:
        return number || isList;
    case ArgKind::word:
        return std::holds_alternative<std::string>(arg);
    case ArgKind::real:
        if (number) {
            const auto value = static_cast<double>(*number);
            arg.emplace<double>(value);
        }
        return std::holds_alternative<double>(arg);
    }
    return false;
}

Result<StepArg> wordArgument(ChainReader& reader)
{
    const auto column = reader;
    auto name = reader.name();
    return name.empty() ? Result<StepArg>(column.error(say("wanted the name of a device, {0}", column.found())))
                        : StepArg(std::move(name));
}

// PyTorch's short words for bringing a tensor to a device.
bool isShortFor(ViewOp op, std::string_view word)
{
    return op == ViewOp::to && (word == "cuda" || word == "cpu");
}

// Behind the opening bracket.
Result<ViewStep> shortStep(ChainReader& reader, std::string_view word)
{
    if (!reader.take(')'))
        return reader.error(say("wanted ) after {0}(, {1}", word, reader.found()));
    return ViewStep{ViewOp::to, {StepArg(std::string(word))}};
}

Result<ViewStep> readStep(ChainReader& reader)
{
    reader.skipSpace();
    const auto begin = reader.at;
    const auto word = reader.word();
    const auto signature = std::ranges::find_if(
        signatures(), [word](const Signature& one) { return one.name == word || isShortFor(one.op, word); });
    if (signature == signatures().end()) {
        reader.at = begin;
        return reader.error(word.empty() ? say("wanted an operation, {0}", reader.found())
                                         : say("there is no operation \"{0}\"", word.substr(0, 40)));
    }
    if (!reader.take('('))
        return reader.error(say("wanted ( after {0}, {1}", word, reader.found()));
    if (isShortFor(signature->op, word))
        return shortStep(reader, word);
    std::vector<StepArg> given;
    std::vector<std::size_t> columns;
    while (!reader.take(')')) {
        reader.skipSpace();
        columns.push_back(reader.at);
        auto arg = signature->op == ViewOp::to ? wordArgument(reader) : reader.argument();
        if (!arg)
            return arg.error();
        given.push_back(*std::move(arg));
        if (given.size() > mostNumbers)
            return reader.error(say("{0} has more than {1} arguments", word, mostNumbers));
        if (!reader.take(',')) {
            if (!reader.take(')'))
                return reader.error(say("wanted , or ) in {0}, {1}", word, reader.found()));
            break;
        }
    }
    ViewStep step{signature->op, {}};
    const auto isLoose =
        std::ranges::all_of(given, [](const StepArg& arg) { return std::holds_alternative<std::int64_t>(arg); });
    if (signature->isVariadic && isLoose) {
        Extents numbers;
        for (const auto& arg : given)
            numbers.push_back(std::get<std::int64_t>(arg));
        step.args.emplace_back(std::move(numbers));
        return step;
    }
    if (given.size() > signature->params.size()) {
        reader.at = columns[signature->params.size()];
        return reader.error(
            say("too many arguments: wanted {0}, found {1}", signatureText(signature->op), given.size()));
    }
    for (std::size_t p = 0; p < signature->params.size(); ++p) {
        const auto& param = signature->params[p];
        if (p >= given.size()) {
            if (!param.fallback) {
                --reader.at;
                return reader.error(say("{0} is missing: wanted {1}", param.name, signatureText(signature->op)));
            }
            step.args.push_back(*param.fallback);
            continue;
        }
        if (!accept(param.kind, given[p])) {
            reader.at = columns[p];
            return reader.error(say("{0} of {1} has to be {2}, {3}", param.name, signatureText(signature->op),
                                    kindText(param.kind), reader.found()));
        }
        step.args.push_back(std::move(given[p]));
    }
    return step;
}

} // namespace

std::string_view name(ViewOp op)
{
    return std::ranges::find(signatures(), op, &Signature::op)->name;
}

std::span<const ViewParam> paramsOf(ViewOp op)
{
    return std::ranges::find(signatures(), op, &Signature::op)->params;
}

std::string signatureText(ViewOp op)
{
    std::string out(name(op));
    out += '(';
    for (const auto& param : paramsOf(op)) {
        if (out.back() != '(')
            out += ", ";
        out += param.name;
        if (param.fallback)
            out += '?';
    }
    return out + ')';
}

std::string kindText(ViewParam::Kind kind)
{
    switch (kind) {
    case ArgKind::number:
        return say("a whole number");
    case ArgKind::optionalNumber:
        return say("a whole number or None");
    case ArgKind::list:
        return say("a list");
    case ArgKind::optionalList:
    case ArgKind::numberOrList:
        return say("a whole number or a list");
    case ArgKind::word:
        return say("the name of a device");
    case ArgKind::real:
        break;
    }
    return say("a number");
}

std::string text(const StepArg& arg)
{
    if (const auto* number = std::get_if<std::int64_t>(&arg))
        return std::to_string(*number);
    if (const auto* list = std::get_if<Extents>(&arg))
        return text(*list);
    if (const auto* word = std::get_if<std::string>(&arg))
        return *word;
    const auto* real = std::get_if<double>(&arg);
    if (!real)
        return "None";
    char buffer[64] = {};
    const auto [end, failure] = std::to_chars(buffer, buffer + sizeof buffer, *real);
    return failure == std::errc{} ? std::string(buffer, end) : std::string("nan");
}

bool isNestedOp(ViewOp op)
{
    return op >= ViewOp::unbind;
}

std::string text(const ViewStep& step)
{
    std::string out(name(step.op));
    out += '(';
    auto count = step.args.size();
    while (count > 0 && std::holds_alternative<std::monostate>(step.args[count - 1]))
        --count; // absent is what they are when left out
    for (std::size_t a = 0; a < count; ++a)
        out += (a > 0 ? ", " : "") + text(step.args[a]);
    return out + ')';
}

Result<std::vector<ViewStep>> parseSteps(std::string_view chain)
{
    if (chain.size() > longestChain)
        return invalidArgument(
            say("ops: the chain has {0} characters, wanted are at most {1}", chain.size(), longestChain));
    ChainReader reader{chain};
    std::vector<ViewStep> steps;
    do {
        auto step = readStep(reader);
        if (!step)
            return step.error();
        steps.push_back(*std::move(step));
    } while (reader.take('.'));
    reader.skipSpace();
    if (reader.at < chain.size())
        return reader.error(say("wanted . or the end, {0}", reader.found()));
    return steps;
}

} // namespace tscope
