// SPDX-License-Identifier: Apache-2.0
#include "facts/cause_place.h"

#include "base/say.h"
#include "tensor/member_name.h"

#include <cctype>

namespace tscope {

std::optional<Slots> placeOf(const Tensor& tensor, const Cause& cause)
{
    const auto* member = tensor.find(cause.member);
    if (member == nullptr || !cause.index)
        return std::nullopt;
    return Slots{member->role->name, *cause.index, *cause.index + 1};
}

TextRange namedPart(const Tensor& tensor, const Cause& cause)
{
    const TextRange whole{0, cause.text.size()};
    const auto* member = tensor.find(cause.member);
    if (member == nullptr)
        return whole;
    const std::string name(readersWord(*member, *tensor.layout));
    const auto find = [&](const std::string& text) -> std::optional<TextRange> {
        const auto at = cause.text.find(text), end = at + text.size();
        const bool isLonger =
            at != std::string::npos && end < cause.text.size() && text.back() != '[' &&
            std::isalnum(static_cast<unsigned char>(cause.text[end])) != 0; // "entry 5" of "entry 59"
        return at == std::string::npos || isLonger ? std::nullopt : std::optional(TextRange{at, end});
    };
    if (const auto slot = find(name + '['))
        if (const auto end = cause.text.find(']', slot->begin); end != std::string::npos)
            return {slot->begin, end + 1};
    const auto& sizes = member->array.geometry.sizes;
    const bool isRow = !sizes.empty() && sizes.back() > 0 && cause.index;
    if (const auto entry = isRow ? find(say("entry {0}", *cause.index % sizes.back())) : std::nullopt)
        return *entry;
    return find(name).value_or(whole);
}

} // namespace tscope
