// SPDX-License-Identifier: Apache-2.0
#include "ops/number_input.h"

#include "element/element.h"
#include "layouts/registry.h"

#include <array>

namespace tscope {

std::optional<Tensor> numberTensor(std::string_view text, const DType& beside)
{
    const auto kind = beside.elementClass();
    const bool isWide = beside.type() == ElementType::f64 || beside.type() == ElementType::c128;
    const std::array types{DType(ElementType::i64),
                           kind == ElementClass::real ? beside
                                                      : DType(isWide ? ElementType::f64 : ElementType::f32),
                           DType(isWide ? ElementType::c128 : ElementType::c64)};
    for (const auto& type : types) {
        const auto element = parseElement(text, type);
        if (!element)
            continue;
        const auto& strided = *layoutNamed("strided");
        auto tensor = makeTensor(strided, {{&strided.roles[0], Array::fromBytes(type, {}, element->bytes())}});
        return tensor ? std::optional(std::move(*tensor)) : std::nullopt;
    }
    return std::nullopt;
}

} // namespace tscope
