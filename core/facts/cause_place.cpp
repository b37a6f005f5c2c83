// SPDX-License-Identifier: Apache-2.0
#include "facts/cause_place.h"

#include "tensor/member_name.h"

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
    const auto* member = tensor.find(cause.member);
    if (member == nullptr)
        return {0, cause.text.size()};
    const auto opening = std::string(readersWord(*member, *tensor.layout)) + '[';
    const auto begin = cause.text.find(opening);
    const auto end = begin == std::string::npos ? begin : cause.text.find(']', begin);
    return end == std::string::npos ? TextRange{0, cause.text.size()} : TextRange{begin, end + 1};
}

} // namespace tscope
