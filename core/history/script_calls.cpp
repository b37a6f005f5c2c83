// SPDX-License-Identifier: Apache-2.0
#include "history/script_calls.h"

#include "base/say.h"
#include "convert/request_words.h"
#include "dispatch/call.h"
#include "history/recording.h"
#include "ops/number_input.h"
#include "ops/operations.h"
#include "ops/step_code.h"

#include <algorithm>
#include <array>

namespace tscope {

namespace {

struct ConversionWord {
    std::string_view method, layout;
};
constexpr std::array conversionWords{
    ConversionWord{"to_dense", "strided"},  ConversionWord{"to_sparse", "coo"},
    ConversionWord{"to_sparse_csr", "csr"}, ConversionWord{"to_sparse_csc", "csc"},
    ConversionWord{"to_sparse_bsr", "bsr"}, ConversionWord{"to_sparse_bsc", "bsc"},
};

// "(0, 1)" and "[0, 1]" as parameters have them: "0,1".
std::string plainWord(std::string_view word)
{
    std::string out;
    for (const auto c : word)
        if (std::string_view("()[] \t\n'\"").find(c) == std::string_view::npos)
            out += c;
    if (out.ends_with(','))
        out.pop_back();
    return out == "True" ? "yes" : out == "False" ? "no" : out;
}

std::string valueNamed(const ScriptArguments& arguments, std::string_view name)
{
    for (const auto& [key, value] : arguments.named)
        if (key == name)
            return plainWord(value);
    return {};
}

// An argument that PyTorch knows and this does not would change the numbers unseen.
Result<void> takesOnly(std::string_view call, const ScriptArguments& given, std::size_t words,
                       std::initializer_list<std::string_view> names)
{
    if (given.words.size() > words)
        return invalidArgument(say("{0} takes no argument {1} here", call, given.words[words]));
    for (const auto& [name, value] : given.named)
        if (std::ranges::find(names, name) == names.end())
            return invalidArgument(say("{0} takes no argument {1} here", call, name));
    return {};
}

Error noSuchCall(std::string_view name)
{
    return invalidArgument(say("an operation was wanted ({0} as_nested_tensor nested_tensor embedding), a step of "
                               "a view chain or a conversion, found {1}",
                               operationNames(), name));
}

Error tensorWanted(std::string_view name)
{
    return invalidArgument(say("a tensor was wanted for {0}", name));
}

} // namespace

std::size_t ScriptCalls::valuesOf(std::string_view name, bool isMethod)
{
    const auto own = isMethod ? 1U : 0U;
    if (name == "as_nested_tensor" || name == "nested_tensor" || name == "backward")
        return 1;
    if (name == "embedding")
        return 2 - own;
    const auto* op = operationNamed(name);
    return op != nullptr ? op->inputs.size() - own : 0;
}

Result<Recorded> ScriptCalls::tensorOf(const ScriptValue& value, const DType& beside) const
{
    if (const auto* recorded = std::get_if<Recorded>(&value))
        return *recorded;
    if (const auto* word = std::get_if<std::string>(&value)) {
        auto number = numberTensor(*word, beside);
        if (!number)
            return invalidArgument(say("a number was wanted, found \"{0}\"", *word));
        auto leaf = recordedLeaf(std::move(*number), false);
        if (leaf)
            leaf->name = *word;
        return leaf;
    }
    return invalidArgument(say("a tensor or a number was wanted, found a list"));
}

Result<ScriptValue> ScriptCalls::operation(const OpSpec& op, ScriptArguments arguments)
{
    std::vector<std::string> params;
    for (std::size_t i = 0; i < arguments.words.size(); ++i) {
        if (i >= op.params.size())
            return invalidArgument(say("{0} takes {1} inputs and {2} parameters, found more", op.name,
                                       op.inputs.size(), op.params.size()));
        params.push_back(std::string(op.params[i].name) + "=" + plainWord(arguments.words[i]));
    }
    for (const auto& [name, value] : arguments.named)
        params.push_back(name + "=" + plainWord(value));
    auto read = parseParams(op.params, params);
    if (!read)
        return read.error();
    if (arguments.values.size() != op.inputs.size())
        return invalidArgument(
            say("{0} takes {1} inputs, found {2}", op.name, op.inputs.size(), arguments.values.size()));
    DType beside;
    for (const auto& value : arguments.values)
        if (const auto* recorded = std::get_if<Recorded>(&value))
            beside = recorded->tensor().declaredDType();
    std::vector<Recorded> inputs;
    for (const auto& value : arguments.values) {
        auto input = tensorOf(value, beside);
        if (!input)
            return input.error();
        inputs.push_back(std::move(*input));
    }
    auto made = recordedRun(op, inputs, *read, {.maxBytes = m_options.maxBytes, .watch = m_options.watch});
    if (!made)
        return made.error();
    return ScriptValue(std::move(*made));
}

Result<ScriptValue> ScriptCalls::binary(char sign, const ScriptValue& a, const ScriptValue& b)
{
    if (!std::holds_alternative<Recorded>(a) && !std::holds_alternative<Recorded>(b))
        return tensorWanted(std::string(1, sign));
    if (sign == '-') {
        auto negative = negated(b);
        if (!negative)
            return negative;
        return binary('+', a, *negative);
    }
    if (sign == '/') {
        const auto* divisor = std::get_if<std::string>(&b);
        const auto number =
            divisor != nullptr ? parseElement(*divisor, ElementType::f64) : Result<Element>(Error{});
        if (!number)
            return unsupported(say("a number to divide by was wanted"));
        const auto inverse = Element::from(Number(1 / std::get<double>(number->number())), ElementType::f64);
        if (!inverse)
            return inverse.error();
        return binary('*', a, ScriptValue(inverse->text()));
    }
    const auto* op = operationNamed(sign == '+' ? "add" : sign == '*' ? "mul" : "matmul");
    return operation(*op, {.values = {a, b}});
}

Result<ScriptValue> ScriptCalls::negated(const ScriptValue& value)
{
    if (const auto* number = std::get_if<std::string>(&value))
        return ScriptValue(number->starts_with('-') ? number->substr(1) : "-" + *number);
    return binary('*', value, ScriptValue(std::string("-1")));
}

Result<ScriptValue> ScriptCalls::steps(const Recorded& on, const std::string& chain)
{
    const auto parsed = parseSteps(chain);
    if (!parsed)
        return parsed.error();
    auto made = recordedStep(on, parsed->front(), {.maxBytes = m_options.maxBytes});
    if (!made)
        return made.error();
    if (makesSeveral(parsed->front().op))
        return ScriptValue(std::move(*made));
    return ScriptValue(std::move(made->front()));
}

Result<ScriptValue> ScriptCalls::converted(const Recorded& on, std::string_view layout,
                                           const ScriptArguments& arguments)
{
    if (auto known = takesOnly(layout, arguments, 2, {"blocksize"}); !known)
        return known.error();
    std::string block;
    for (const auto& word : arguments.words)
        block += (block.empty() ? "" : ",") + plainWord(word);
    if (block.empty())
        block = valueNamed(arguments, "blocksize");
    NamedWords words{{"layout", std::string(layout)}};
    if (!block.empty())
        words.emplace_back("blocksize", block);
    const auto request = requestOf(words);
    if (!request)
        return request.error();
    return convertedBy(on, *request);
}

Result<ScriptValue> ScriptCalls::convertedBy(const Recorded& on, const ConvertRequest& request)
{
    auto made = recordedConversion(on, request, {.maxBytes = m_options.maxBytes, .watch = m_options.watch});
    if (!made)
        return made.error();
    return ScriptValue(std::move(*made));
}

Result<ScriptValue> ScriptCalls::castTo(const Recorded& on, ElementType type)
{
    return convertedBy(on, {.layout = on.tensor().layout, .dtype = DType(type)});
}

Result<ScriptValue> ScriptCalls::nesting(std::string_view name, const ScriptArguments& arguments)
{
    if (auto known = takesOnly(name, arguments, 0, {"layout", "requires_grad"}); !known)
        return known.error();
    const auto* list =
        arguments.values.empty() ? nullptr : std::get_if<std::vector<Recorded>>(&arguments.values[0]);
    if (list == nullptr)
        return invalidArgument(say("a list of tensors in square brackets was wanted for {0}", name));
    const auto layout = valueNamed(arguments, "layout");
    const NestingOptions options{.layout = layout == "jagged" || layout == "torch.jagged"
                                               ? ComponentLayout::jagged
                                               : ComponentLayout::nested,
                                 .maxBytes = m_options.maxBytes,
                                 .watch = m_options.watch};
    if (name == "as_nested_tensor") {
        auto made = asNestedTensor(*list, options);
        if (!made)
            return made.error();
        return ScriptValue(std::move(*made));
    }
    auto made = nestedTensor(*list, valueNamed(arguments, "requires_grad") == "yes", options);
    if (!made)
        return made.error();
    if (!made->cut.empty()) {
        std::string names;
        for (const auto i : made->cut)
            names += (names.empty() ? "" : ", ") +
                     ((*list)[i].name.empty() ? say("component {0}", i) : (*list)[i].name);
        m_run.notes.push_back(say("nested_tensor copies its list without the history: no gradient gets from its "
                                  "result to {0}; as_nested_tensor keeps the history",
                                  names));
    }
    return ScriptValue(std::move(made->made));
}

Result<ScriptValue> ScriptCalls::backwardFrom(const Recorded& on, const ScriptArguments& arguments)
{
    if (auto known = takesOnly("backward", arguments, 0, {"retain_graph"}); !known)
        return known.error();
    if (m_run.gradients)
        return invalidArgument(say("one backward() was wanted, found another one"));
    std::optional<Tensor> gradient;
    if (!arguments.values.empty()) {
        auto given = tensorOf(arguments.values.front(), on.tensor().declaredDType());
        if (!given)
            return given.error();
        gradient = given->tensor();
    }
    auto made = backward(on, gradient, {.maxBytes = m_options.maxBytes, .watch = m_options.watch}, true);
    if (!made)
        return made.error();
    m_run.gradients = std::move(*made);
    m_run.backwardOf = on.name;
    return ScriptValue(on);
}

Result<ScriptValue> ScriptCalls::function(std::string_view name, ScriptArguments arguments)
{
    if (name == "as_nested_tensor" || name == "nested_tensor")
        return nesting(name, arguments);
    if (name == "embedding") { // in the order that PyTorch has
        if (auto known = takesOnly(name, arguments, 0, {"sparse"}); !known)
            return known.error();
        if (arguments.values.size() != 2)
            return invalidArgument(say("{0} takes {1} inputs, found {2}", name, 2, arguments.values.size()));
        const auto indices = tensorOf(arguments.values[0], {}), weight = tensorOf(arguments.values[1], {});
        if (!indices || !weight)
            return (!indices ? indices : weight).error();
        auto made = recordedEmbedding(*weight, *indices, {.maxBytes = m_options.maxBytes});
        if (!made)
            return made.error();
        return ScriptValue(std::move(*made));
    }
    const auto* op = operationNamed(name);
    if (op == nullptr)
        return noSuchCall(name);
    return operation(*op, std::move(arguments));
}

Result<ScriptValue> ScriptCalls::method(std::string_view name, const Recorded& on, ScriptArguments arguments)
{
    if (name == "backward")
        return backwardFrom(on, arguments);
    constexpr auto withoutArguments =
        std::to_array<std::string_view>({"detach", "requires_grad_", "double", "float", "t"});
    if (std::ranges::find(withoutArguments, name) != withoutArguments.end())
        if (auto known = takesOnly(name, arguments, 0, {}); !known)
            return known.error();
    if (name == "detach")
        return ScriptValue(detached(on));
    if (name == "requires_grad_") {
        if (on.requiresGradient())
            return ScriptValue(on);
        auto leaf = recordedLeaf(on.sound, true);
        if (!leaf)
            return leaf.error();
        return ScriptValue(std::move(*leaf));
    }
    if (name == "double" || name == "float")
        return castTo(on, name == "double" ? ElementType::f64 : ElementType::f32);
    const auto word = std::ranges::find(conversionWords, name, &ConversionWord::method);
    if (word != conversionWords.end())
        return converted(on, word->layout, arguments);
    if (name == "convert") {
        if (auto known = takesOnly(name, arguments, 0, {}); !known && !arguments.words.empty())
            return known.error();
        for (auto& [key, value] : arguments.named)
            value = plainWord(value);
        const auto request = requestOf(arguments.named);
        if (!request)
            return request.error();
        return convertedBy(on, *request);
    }
    if (name == "t")
        return steps(on, "transpose(0, 1)");
    // A step of a view chain comes before an operation of that name.
    if (parseSteps(std::string(name) + "(" + arguments.text + ")") || operationNamed(name) == nullptr)
        return steps(on, std::string(name) + "(" + arguments.text + ")");
    arguments.values.insert(arguments.values.begin(), on);
    return operation(*operationNamed(name), std::move(arguments));
}

} // namespace tscope
