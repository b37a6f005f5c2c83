// SPDX-License-Identifier: Apache-2.0
#include "base/say.h"
#include "layouts/compressed/repair_plans.h"

#include "layouts/compressed/phrases.h"
#include "layouts/compressed/reading.h"
#include "layouts/compressed/slices.h"
#include "layouts/shared/causes.h"
#include "layouts/shared/countable_size.h"
#include "layouts/shared/mends.h"

#include <algorithm>

namespace tscope::compressed {

Error notPossible()
{
    return invalidArgument(say("the members can't be read, or their shapes do not go together"));
}

bool isBroken(const Report& report, std::initializer_list<std::string_view> rules)
{
    return std::ranges::any_of(rules, [&](std::string_view rule) { return report.find(rule) != nullptr; });
}

bool arePointersFine(const Reading&, const Report& report)
{
    return !isBroken(report, {"5.1", "5.2", "5.3", "3.8", "3.9", "3.3", "3.4", "STR-2.1"});
}

namespace {

bool isBlocked(const Tensor& tensor)
{
    return tensor.layout->name == "bsr" || tensor.layout->name == "bsc";
}

Result<EditList> planReshape(const Reading& reading, std::string_view role, Extents sizes)
{
    const auto& member = reading.tensor().member(role);
    auto array = reshaped(member.array, std::move(sizes));
    if (!array)
        return array.error();
    return EditList{{ReplaceArray{std::string(role), std::move(*array), member.layout}}};
}

} // namespace

Result<EditList> planReshapePointers(const Reading& reading, const Report&)
{
    return planReshape(reading, "compressed", {1});
}

Result<EditList> planReshapePlain(const Reading& reading, const Report&)
{
    const auto& tensor = reading.tensor();
    auto sizes = tensor.member("compressed").array.geometry.sizes;
    const auto count = numel(tensor.member("plain").array.geometry);
    if (sizes.empty() || !count)
        return notPossible();
    sizes.pop_back();
    const auto batches = numel(sizes).value_or(0);
    if (batches < 1 || *count % batches != 0)
        return notPossible();
    sizes.push_back(*count / batches);
    return planReshape(reading, "plain", std::move(sizes));
}

Result<EditList> planReshapeValues(const Reading& reading, const Report&)
{
    const auto& tensor = reading.tensor();
    auto sizes = tensor.member("plain").array.geometry.sizes;
    const auto& pointers = tensor.member("compressed").array.geometry.sizes;
    const auto count = numel(tensor.member("values").array.geometry), entries = numel(sizes);
    if (!count || !entries || sizes.size() != pointers.size())
        return notPossible();
    if (tensor.layout->name == "csr" || tensor.layout->name == "csc")
        return planReshape(reading, "values", std::move(sizes));
    // Blocks: the extent along the pointers is told by the size, the other by what is left.
    const auto dim = compressedDim(reading);
    const auto slices = std::max<std::int64_t>(pointers.back(), 1) - 1;
    if (!dim || slices < 1 || *entries < 1 || (*tensor.size)[*dim] % slices != 0 || *count % *entries != 0)
        return notPossible();
    const auto along = (*tensor.size)[*dim] / slices, perBlock = *count / *entries;
    if (along < 1 || perBlock % along != 0)
        return notPossible();
    const bool isRow = tensor.layout->name == "bsr";
    sizes.push_back(isRow ? along : perBlock / along);
    sizes.push_back(isRow ? perBlock / along : along);
    return planReshape(reading, "values", std::move(sizes));
}

// The sparse dims extended to what the entries need and to whole blocks.
Result<EditList> planExtendSize(const Reading& reading, const Report& report)
{
    const auto& tensor = reading.tensor();
    const auto dim = plainDim(reading), other = compressedDim(reading);
    const auto outline = reading.outline();
    if (!tensor.size || !dim || !other)
        return notPossible();
    auto size = *tensor.size;
    const auto first = std::min(*dim, *other);
    const std::array<std::int64_t, 2> blocks =
        outline.blocksize && isBlocked(tensor) ? *outline.blocksize : std::array<std::int64_t, 2>{1, 1};
    for (std::size_t j = 0; j < 2; ++j) {
        auto& extent = size[first + j];
        const auto block = std::max<std::int64_t>(blocks[j], 1);
        const auto up = extent < 0 ? std::nullopt : checkedAdd(extent, (block - extent % block) % block);
        if (!up)
            return notPossible();
        extent = *up;
    }
    if (report.find("5.5")) {
        const auto plain = integersOf(tensor.member("plain"));
        if (!plain || plain->empty())
            return notPossible();
        const auto needed = checkedAdd(std::ranges::max(*plain), 1);
        const auto extent = needed ? checkedMul(*needed, std::max<std::int64_t>(blocks[*dim - first], 1)) : needed;
        if (!extent || !numel(size))
            return notPossible();
        size[*dim] = std::max(size[*dim], *extent);
    }
    if (!numel(size) || overflowsBeforeZero(size))
        return invalidArgument(say("the extended size has no element count"));
    return EditList{{SetSize{std::move(size)}}};
}

std::string largestIndexText(const Reading& reading, const Report& report)
{
    const auto largest = report.find("5.5") ? compressedReading(reading).largestPlain() : std::nullopt;
    return largest ? say("the largest {0} index is {1}", linesOf(*reading.tensor().layout).other, *largest)
                   : say("so that blocks are whole");
}

std::string extendTitle(const Reading& reading, const Report&)
{
    return isBlocked(reading.tensor()) ? std::string() : say("extend the size so that all indices are inside");
}

bool isExtendable(const Reading& reading, const Report& report)
{
    const auto* shape = report.find("3.1");
    return reading.tensor().size &&
           (!shape ||
            std::ranges::all_of(shape->witnesses, [](const Witness& w) { return word(w, "kind") == "block"; })) &&
           !isBroken(report, {"3.2", "3.3", "3.4"});
}

} // namespace tscope::compressed
