// SPDX-License-Identifier: Apache-2.0
#include "convert/plan.h"

#include "convert/changes.h"

namespace tscope {

Form formOf(const Target& target, const DType& indexDType)
{
    const bool isCompressed = target.layout->family == "compressed";
    return {target.layout, target.size, isCompressed ? target.batchDims() : 0, target.denseDims, target.block,
            target.dtype,  indexDType};
}

bool keepsForm(const Tensor& tensor, const Target& target, const ConvertRequest& request)
{
    const auto outline = tensor.layout->read(tensor, {})->outline();
    const auto block = outline.blocksize.value_or(std::array<std::int64_t, 2>{1, 1});
    const bool isSparse = outline.denseDims.has_value();
    return target.layout == tensor.layout && target.block == block &&
           (!isSparse || target.denseDims == *outline.denseDims) && !target.dropZeros && !request.inOrder;
}

bool hasKernels(const Form& from, const Target& target)
{
    const auto isBox = [](const Layout& layout) {
        return layout.family == "strided" || layout.family == "coo" || layout.family == "compressed";
    };
    const auto isDense = [](const Layout& layout) { return layout.family == "strided"; };
    if (target.dropZeros || !isBox(*from.layout) || !isBox(*target.layout))
        return false;
    return isDense(*from.layout) || isDense(*target.layout) || from.denseDims == target.denseDims;
}

// Sorted entries are what kernels that gather or scatter rely on.
std::vector<RouteLeg> legsFor(const Sound& sound, const Form& from, const Form& to)
{
    const auto& layout = *sound.tensor().layout;
    if (layout.family == "compressed" && !isProvenInOrder(sound))
        return {};
    const auto elements = storedElements(sound.tensor());
    if (layout.family == "coo" && to.layout->family == "strided") { // duplicates are counted on the way
        auto legs = planRoute(from, from, elements, "cpu");
        const auto last = planRoute(from, to, elements, "cpu");
        if (legs.empty() || last.size() != 1)
            return {};
        legs.push_back(last.front());
        return legs;
    }
    return planRoute(from, to, elements, "cpu");
}

} // namespace tscope
