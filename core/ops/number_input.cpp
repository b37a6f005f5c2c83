// SPDX-License-Identifier: Apache-2.0
#include "ops/number_input.h"

#include "element/element.h"
#include "layouts/registry.h"

#include <algorithm>
#include <array>
#include <span>

namespace tscope {

namespace {

std::optional<Tensor> lone(const Element& element)
{
    const auto& strided = *layoutNamed("strided");
    auto tensor =
        makeTensor(strided, {{&strided.roles[0], Array::fromBytes(element.type(), {}, element.bytes())}});
    return tensor ? std::optional(std::move(*tensor)) : std::nullopt;
}

bool isInteger(std::string_view text)
{
    const auto first = text.find_first_not_of(' '), last = text.find_last_not_of(' ');
    text = text.substr(std::min(first, text.size()), last + 1 - std::min(first, last + 1));
    if (text.starts_with('-') || text.starts_with('+'))
        text.remove_prefix(1);
    return !text.empty() && std::ranges::all_of(text, [](char c) { return c >= '0' && c <= '9'; });
}

// "True": a bool may also be written as 0 or 1, which are integers here.
bool isWord(std::string_view text)
{
    return text.find_first_of("0123456789") == std::string_view::npos;
}

} // namespace

std::optional<Tensor> numberTensor(std::string_view text, const DType& beside)
{
    if (const auto flag = parseElement(text, ElementType::boolean); flag && isWord(text))
        return lone(*flag);
    const auto kind = beside.elementClass();
    const bool isWide = beside.type() == ElementType::f64 || beside.type() == ElementType::c128;
    const std::array types{DType(ElementType::i64),
                           kind == ElementClass::real ? beside
                                                      : DType(isWide ? ElementType::f64 : ElementType::f32),
                           DType(isWide ? ElementType::c128 : ElementType::c64)};
    // "2.0" and "1e3" are no integers, though their values are whole.
    for (const auto& type : std::span(types).subspan(isInteger(text) ? 0 : 1))
        if (const auto element = parseElement(text, type))
            return lone(*element);
    return std::nullopt;
}

} // namespace tscope
