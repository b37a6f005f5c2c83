// SPDX-License-Identifier: Apache-2.0
#include "convert/target.h"

#include "anatomy/layout.h"
#include "array/dim_limit.h"
#include "base/checked_math.h"
#include "base/say.h"
#include "layouts/shared/block_sizes.h"

#include <algorithm>
#include <limits>

namespace tscope {

namespace {

using namespace std::string_view_literals;

// Components that happen to have one size fill a box, whatever their layout says of components in general.
// Precondition: a size is known.
void takeCommonExtents(const Reading& reading, Outline& outline)
{
    auto& size = *outline.size;
    const auto isNumber = [](const OuterExtent& extent) { return extent.kind == OuterExtent::Kind::number; };
    if (!reading.hasComponents() || std::ranges::all_of(size, isNumber) || !isNumber(size.front()))
        return;
    const auto first = reading.componentSize(0);
    if (!first || first->size() + 1 != size.size())
        return;
    for (std::int64_t component = 1; component < size.front().value; ++component)
        if (reading.componentSize(component) != first)
            return;
    for (std::size_t d = 0; d < first->size(); ++d)
        size[d + 1] = {OuterExtent::Kind::number, (*first)[d]};
}

// Fails for components that differ in an extent where the target is a box: there is none that they fill.
Result<Extents> sizeFor(const Layout& to, const Outline& outline)
{
    Extents size;
    for (const auto& extent : *outline.size) {
        if (extent.kind != OuterExtent::Kind::number && isOfComponents(to)) {
            size.push_back(-1);
            continue;
        }
        if (extent.kind != OuterExtent::Kind::number && outline.size->front().value == 0)
            return unsupported(
                say("a size that another layout could have was wanted, found no components that would tell one"));
        if (extent.kind != OuterExtent::Kind::number)
            return Error{
                ErrorCode::unsupported,
                say("components of different sizes have no common size, which {0} needs; the transformation "
                    "to_padded(0) gives them one, padded with 0",
                    to.name),
                {},
                std::string(noCommonSize)};
        size.push_back(extent.value);
    }
    return size;
}

Result<std::array<std::int64_t, 2>> blockOf(const ConvertRequest& request, const Outline& outline,
                                            const Target& target)
{
    if (!isBlocked(*target.layout)) {
        if (request.block)
            return invalidArgument(
                say("only bsr and bsc have blocks, found a block size for {0}", target.layout->name));
        return std::array<std::int64_t, 2>{1, 1};
    }
    const auto block =
        request.block ? *request.block : outline.blocksize.value_or(std::array<std::int64_t, 2>{0, 0});
    if (!request.block && !outline.blocksize)
        return invalidArgument(
            say("a block size was wanted for {0}, the tensor has none of its own", target.layout->name));
    const auto first = static_cast<std::size_t>(target.batchDims());
    if (const auto rows = target.size[first], columns = target.size[first + 1]; !isDividedBy(block, rows, columns))
        return invalidArgument(undividedText(block, rows, columns));
    return block;
}

// The first extent that entries are counted along, in blocks where there are any, which int32 can't count:
// rule 1.6.
std::optional<std::int64_t> extentBeyondInt32(const Target& target)
{
    const auto isCompressed = target.layout->family == "compressed";
    if (!isCompressed && target.layout->family != "coo")
        return {};
    const auto begin = isCompressed ? static_cast<std::size_t>(target.batchDims()) : 0;
    const auto end = target.size.size() - static_cast<std::size_t>(target.denseDims);
    for (auto dim = begin; dim < end; ++dim) {
        const auto extent = isCompressed ? target.size[dim] / target.block[dim - begin] : target.size[dim];
        if (extent > std::numeric_limits<std::int32_t>::max())
            return extent;
    }
    return {};
}

// As asked for; else the tensor's own where the layout takes it and it counts as far as the size goes.
Result<DType> indexTypeOf(const ConvertRequest& request, const DType& known, const Target& target)
{
    const auto type =
        request.indexDType.value_or(isUsualIndexType(*target.layout, known) ? known : DType(ElementType::i64));
    if (!type.isIndexLike())
        return invalidArgument(say("an integer type was wanted for indices, found {0}", type.name()));
    const auto beyond = type == DType(ElementType::i32) ? extentBeyondInt32(target) : std::nullopt;
    if (beyond && request.indexDType)
        return Error{ErrorCode::overflow,
                     say("int64 was wanted for the indices of a {0} that counts up to {1}, found int32 (rule 1.6)",
                         target.layout->name, *beyond),
                     {},
                     {}};
    return beyond ? DType(ElementType::i64) : type;
}

} // namespace

bool canBeConverted(const Layout& from, const Layout& to)
{
    constexpr std::array builtFamilies{"strided"sv, "coo"sv, "compressed"sv, "nested"sv, "jagged"sv};
    return from.entries != nullptr && std::ranges::find(builtFamilies, to.family) != builtFamilies.end();
}

bool isOfComponents(const Layout& layout)
{
    return layout.family == "nested" || layout.family == "jagged";
}

std::string_view conditionOf(const Layout& from, const Layout& to)
{
    if (isOfComponents(from) && !isOfComponents(to))
        return "components of one size";
    if (from.family == "nested" && to.family == "jagged")
        return "components that differ in one dim at most";
    if (isBlocked(to) && !isBlocked(from))
        return "blocks that divide the size";
    return {};
}

bool isBlocked(const Layout& layout)
{
    return layout.name == "bsr" || layout.name == "bsc";
}

bool isUsualIndexType(const Layout& layout, const DType& dtype)
{
    return dtype.type() == ElementType::i64 || (dtype.type() == ElementType::i32 && layout.family == "compressed");
}

Result<Target> targetOf(const Sound& sound, const ConvertRequest& request)
{
    const auto& tensor = sound.tensor();
    const auto reading = tensor.layout->read(tensor, {});
    auto outline = reading->outline();
    if (!outline.size)
        return sizeUnknown();
    Target target;
    target.layout = request.layout != nullptr ? request.layout : tensor.layout;
    if (!isOfComponents(*target.layout))
        takeCommonExtents(*reading, outline);
    auto size = sizeFor(*target.layout, outline);
    if (!size)
        return size.error();
    target.size = std::move(*size);
    target.dtype = request.dtype.value_or(tensor.declaredDType());
    target.dropZeros = request.dropZeros;
    const auto& family = target.layout->family;
    if (!canBeConverted(*tensor.layout, *target.layout))
        return unsupported(say("nothing is converted to {0} so far", target.layout->name));
    const bool isSparse = family == "coo" || family == "compressed";
    const auto dims = static_cast<std::int64_t>(target.size.size());
    target.denseDims = isSparse ? request.denseDims.value_or(outline.denseDims.value_or(0)) : 0;
    if (request.denseDims && !isSparse)
        return invalidArgument(
            say("only sparse layouts have dense dims, found some for {0}", target.layout->name));
    const std::int64_t least = family == "compressed" ? 2 : isOfComponents(*target.layout) ? 1 : 0;
    if (dims >= least && (target.denseDims < 0 || target.denseDims > dims))
        return invalidArgument(say("dense dims from 0 to {0} were wanted for {1} of size {2}, found {3}",
                                   dims - least, target.layout->name, text(target.size), target.denseDims));
    if (target.denseDims < 0 || dims - target.denseDims < least)
        return invalidArgument(
            least == 1
                ? say("at least {0} dim before the dense ones was wanted for {1}, found size {2} with {3} dense",
                      least, target.layout->name, text(target.size), target.denseDims)
                : say("at least {0} dims before the dense ones were wanted for {1}, found size {2} with {3} dense",
                      least, target.layout->name, text(target.size), target.denseDims));
    if (family == "compressed" && !numel(target.size)) // rule 3.11
        return Error{ErrorCode::overflow,
                     say("a size that 64 bits can count was wanted for {0}, found {1}", target.layout->name,
                         text(target.size)),
                     {},
                     {}};
    const auto block = blockOf(request, outline, target);
    if (!block)
        return block.error();
    target.block = *block;
    const auto indexDType = indexTypeOf(request, tensor.declaredIndexDType(), target);
    if (!indexDType)
        return indexDType.error();
    target.indexDType = *indexDType;
    return target;
}

} // namespace tscope
