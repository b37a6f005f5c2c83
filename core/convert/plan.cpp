// SPDX-License-Identifier: Apache-2.0
#include "convert/plan.h"

#include "base/say.h"
#include "convert/changes.h"

namespace tscope {

Form formOf(const Target& target, const DType& indexDType)
{
    const bool isCompressed = target.layout->family == "compressed";
    return {target.layout, target.size, isCompressed ? target.batchDims() : 0, target.denseDims, target.block,
            target.dtype,  indexDType};
}

RouteStep castStep(const Tensor& tensor, const DType& dtype, const DType& indexDType, std::int64_t bytes)
{
    const bool isView = bytes == 0;
    const auto name = tensor.layout->name;
    if (isView)
        return {say("{0} unchanged", name), "share", "cpu", 0, true, {}};
    const bool hasOtherIndices = indexDType != tensor.declaredIndexDType();
    const bool hasOtherValues = dtype != tensor.declaredDType() || !hasOtherIndices;
    auto op = !hasOtherIndices ? say("{0} with {1} values", name, dtype.name())
              : !hasOtherValues
                  ? say("{0} with {1} indices", name, indexDType.name())
                  : say("{0} with {1} values and {2} indices", name, dtype.name(), indexDType.name());
    return {std::move(op), "cast", "cpu", bytes, false, say("the types differ")};
}

bool keepsForm(const Tensor& tensor, const Target& target, const ConvertRequest& request)
{
    if (isOfComponents(*tensor.layout)) // every element is stored, in one order
        return target.layout == tensor.layout;
    const auto outline = tensor.layout->read(tensor, {})->outline();
    const auto block = outline.blocksize.value_or(std::array<std::int64_t, 2>{1, 1});
    const bool isSparse = outline.denseDims.has_value();
    return target.layout == tensor.layout && target.block == block &&
           (!isSparse || target.denseDims == *outline.denseDims) && !target.dropZeros && !request.inOrder;
}

namespace {

bool isDense(const Layout& layout)
{
    return layout.family == "strided";
}

bool isBox(const Layout& layout)
{
    return isDense(layout) || layout.family == "coo" || layout.family == "compressed";
}

std::vector<RouteLeg> legsBetween(const Form& from, const Form& to, std::int64_t elements, std::string_view device)
{
    if (from.layout->family == "coo" && isDense(*to.layout)) { // duplicates are counted on the way
        auto legs = planRoute(from, from, elements, device);
        const auto last = planRoute(from, to, elements, device);
        if (legs.empty() || last.size() != 1)
            return {};
        legs.push_back(last.front());
        return legs;
    }
    return planRoute(from, to, elements, device);
}

} // namespace

bool hasKernels(const Form& from, const Target& target)
{
    if (target.dropZeros || !isBox(*from.layout) || !isBox(*target.layout))
        return false;
    return isDense(*from.layout) || isDense(*target.layout) || from.denseDims == target.denseDims;
}

// Sorted entries are what kernels that gather or scatter rely on.
std::vector<RouteLeg> legsFor(const Sound& sound, const Form& from, const Form& to, std::string_view device)
{
    if (sound.tensor().layout->family == "compressed" && !isProvenInOrder(sound))
        return {};
    return legsBetween(from, to, storedElements(sound.tensor()), device);
}

std::vector<RouteLeg> usualLegs(const Layout& from, const Layout& to, std::string_view device)
{
    if (!isBox(from) || !isBox(to))
        return {};
    const auto plain = [](const Layout& layout) {
        Form form;
        form.layout = &layout;
        form.size = {64, 64};
        if (isBlocked(layout))
            form.block = {4, 4};
        form.dtype = ElementType::f32;
        form.indexDType = ElementType::i64;
        return form;
    };
    return legsBetween(plain(from), plain(to), 512, device);
}

} // namespace tscope
