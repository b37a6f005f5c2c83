// SPDX-License-Identifier: Apache-2.0
#include "dispatch/params.h"

#include "array/number_list.h"
#include "base/say.h"
#include "element/element.h"

#include <algorithm>

namespace tscope {

namespace {

std::string namesOf(std::span<const ParamSpec> specs)
{
    std::string names;
    for (const auto& spec : specs)
        names.append(names.empty() ? "" : " ").append(spec.name);
    return names.empty() ? say("none") : names;
}

std::string wordOf(ParamKind kind)
{
    switch (kind) {
    case ParamKind::integer:
        return say("a whole number");
    case ParamKind::integers:
        return say("whole numbers with commas between them");
    case ParamKind::number:
        return say("a number");
    case ParamKind::flag:
        return say("yes or no");
    case ParamKind::type:
        return say("an element type");
    }
    return {};
}

std::optional<ParamValue> parsed(ParamKind kind, const std::string& text)
{
    switch (kind) {
    case ParamKind::integer: {
        const auto numbers = parseNumbers(text);
        if (!numbers || numbers->size() != 1)
            return std::nullopt;
        return (*numbers)[0];
    }
    case ParamKind::integers: {
        const auto numbers = parseNumbers(text);
        if (!numbers)
            return std::nullopt;
        return *numbers;
    }
    case ParamKind::number: {
        const auto element = parseElement(text, ElementType::f64);
        if (!element)
            return std::nullopt;
        return std::get<double>(element->number());
    }
    case ParamKind::flag:
        if (text == "yes" || text == "true" || text == "1")
            return true;
        if (text == "no" || text == "false" || text == "0")
            return false;
        return std::nullopt;
    case ParamKind::type: {
        const auto type = DType::parse(text);
        if (type.isOpaque())
            return std::nullopt;
        return type;
    }
    }
    return std::nullopt;
}

} // namespace

void Params::set(std::string_view name, ParamValue value)
{
    const auto at =
        std::ranges::find(m_values, name, [](const auto& pair) { return std::string_view(pair.first); });
    if (at != m_values.end())
        at->second = std::move(value);
    else
        m_values.emplace_back(name, std::move(value));
}

const ParamValue* Params::find(std::string_view name) const
{
    const auto at =
        std::ranges::find(m_values, name, [](const auto& pair) { return std::string_view(pair.first); });
    return at == m_values.end() ? nullptr : &at->second;
}

Result<Params> parseParams(std::span<const ParamSpec> specs, std::span<const std::string> texts)
{
    Params params;
    for (const auto& spec : specs)
        if (!spec.optional)
            params.set(spec.name, *parsed(spec.kind, std::string(spec.fallback)));
    for (const auto& text : texts) {
        const auto equals = text.find('=');
        const auto name = text.substr(0, equals);
        const auto spec = std::ranges::find(specs, name, &ParamSpec::name);
        if (spec == specs.end())
            return invalidArgument(
                say("a parameter of the operation was wanted ({0}), found \"{1}\"", namesOf(specs), name));
        const auto said = equals == std::string::npos ? std::string(spec->kind == ParamKind::flag ? "yes" : "")
                                                      : text.substr(equals + 1);
        auto value = parsed(spec->kind, said);
        if (!value)
            return invalidArgument(say("{0} wants {1}, found \"{2}\"", name, wordOf(spec->kind), said));
        params.set(name, std::move(*value));
    }
    return params;
}

} // namespace tscope
