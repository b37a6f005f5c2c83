// SPDX-License-Identifier: Apache-2.0
#include "io/lost_claims.h"

#include "base/say.h"
#include "io/quoted_name.h"

namespace tscope {

std::string claimsBesideMembers(const Tensor& tensor, const std::function<bool(std::string_view claim)>& isKept)
{
    std::string lost;
    const auto add = [&](std::string_view what) {
        if (!isKept || !isKept(what))
            lost += (lost.empty() ? "" : ", ") + std::string(what);
    };
    auto plain = tensor;
    plain.dtype.reset();
    plain.indexDType.reset();
    const bool isStrided = tensor.layout->family == "strided";
    if (tensor.size && !(isStrided && *tensor.size == tensor.members.front().array.geometry.sizes))
        add("size");
    if (!(plain.declaredDType() == tensor.declaredDType()))
        add("dtype");
    if (!(plain.declaredIndexDType() == tensor.declaredIndexDType()))
        add("index_dtype");
    if (!(tensor.declaredDevice() == Device{}))
        add("device");
    for (const auto& claim : tensor.claims.all())
        add(claim.name);
    return lost;
}

void noteLostTexts(const Document& document, Sink& sink, std::string_view file,
                   const std::function<bool(std::string_view name)>& isKept)
{
    const NamedText* first = nullptr;
    std::size_t count = 0;
    for (const auto& text : document.others)
        if (!isKept(text.name)) {
            first = first ? first : &text;
            ++count;
        }
    if (first)
        sink.note(count == 1 ? say("{0} does not keep the text {1}", file, quotedName(first->name, 60))
                             : say("{0} does not keep {1} texts beside the tensors, such as {2}", file, count,
                                   quotedName(first->name, 60)));
}

} // namespace tscope
