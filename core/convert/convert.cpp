// SPDX-License-Identifier: Apache-2.0
#include "convert/convert.h"

#include "base/checked_math.h"
#include "convert/build_members.h"
#include "convert/element_cast.h"
#include "convert/memory_limit.h"
#include "convert/placed_elements.h"

#include <algorithm>

namespace tscope {

namespace {

std::string counted(std::int64_t count, const std::string& one, const std::string& many)
{
    return std::to_string(count) + " " + (count == 1 ? one : many);
}

std::int64_t bytesOf(const Tensor& tensor)
{
    std::int64_t bytes = 0;
    for (const auto& member : tensor.members)
        bytes = saturatingAdd(bytes, member.array.byteSize().value_or(0));
    return bytes;
}

// The same member with another element type; the storage is shared where it has that type already.
Result<Array> retyped(const Array& array, const DType& type, const ConvertOptions& options)
{
    const auto count = *numel(array.geometry);
    const auto bytes = checkedMul(count, type.itemSize());
    if (!bytes || *bytes > options.maxBytes)
        return unsupported("a copy as " + std::string(type.name()) + " would take more than the " +
                           std::to_string(options.maxBytes) + " bytes that may be used");
    auto builder = StorageBuilder::make(*bytes);
    if (!builder)
        return builder.error();
    auto* to = builder->bytes().data();
    for (std::int64_t position = 0; position < count; ++position) {
        if ((position & 4095) == 0 && options.watch.isStopped())
            return conversionStopped();
        const auto element = castElement(array.at(position), type);
        if (!element)
            return element.error();
        to = std::ranges::copy(element->bytes(), to).out;
    }
    return Array{std::move(*builder).seal(), type, Geometry::rowMajor(array.geometry.sizes)};
}

// Entries, their order and their duplicates stay what they are: each member changes its type alone.
Result<Converted> withTypes(const Tensor& tensor, const Target& target, const ConvertOptions& options)
{
    Converted out{tensor, {}, {}};
    std::int64_t moved = 0;
    for (auto& member : out.tensor.members) {
        const bool isValues = member.role->kind == RoleKind::values;
        const auto& type = isValues ? target.dtype : target.indexDType;
        if (member.array.dtype == type || (!isValues && tensor.layout->family == "nested"))
            continue;
        auto array = retyped(member.array, type, options);
        if (!array)
            return array.error();
        member.array = std::move(*array);
        moved = saturatingAdd(moved, member.array.byteSize().value_or(0));
    }
    if (out.tensor.dtype)
        out.tensor.dtype = target.dtype;
    if (out.tensor.indexDType)
        out.tensor.indexDType = target.indexDType;
    const bool isView = moved == 0;
    out.route.push_back({std::string(tensor.layout->name) + (isView ? " as it is" : " with other types"),
                         isView ? "share" : "cast", "cpu", moved, isView, isView ? "" : "the types differ"});
    return out;
}

void tellChanges(const Target& target, const PlacedElements& elements, const BuiltTensor& built, Converted& out)
{
    const auto tell = [&](std::int64_t count, const char* one, const char* many) {
        if (count > 0)
            out.changes.push_back(counted(count, one, many));
    };
    tell(elements.zerosLeftOut(), "element that is zero was left out", "elements that are zero were left out");
    tell(built.addedUp, "element was added to one that stands in the same place",
         "elements were added to others that stand in the same place");
    if (!elements.isOneEntry())
        tell(built.filled, "zero was filled in to make an entry whole",
             "zeros were filled in to make entries whole");
    if (!elements.wasInOrder())
        out.changes.push_back("the order of the entries is another one");
    if (target.layout->family == "nested" && target.size.front() == 0 && target.size.size() > 1)
        out.changes.push_back("without components the size of one, " +
                              text(Extents(target.size.begin() + 1, target.size.end())) + ", is not kept");
}

} // namespace

Result<Converted> convert(const Sound& sound, const ConvertRequest& request, const ConvertOptions& given)
{
    auto options = given;
    if (options.maxBytes <= 0)
        options.maxBytes = halfOfMemory();
    const auto target = targetOf(sound, request);
    if (!target)
        return target.error();
    const auto& tensor = sound.tensor();
    const auto outline = tensor.layout->read(tensor, {})->outline();
    const auto block = outline.blocksize.value_or(std::array<std::int64_t, 2>{1, 1});
    const bool isSparse = outline.denseDims.has_value();
    const bool isSameForm = target->layout == tensor.layout && target->block == block &&
                            (!isSparse || target->denseDims == *outline.denseDims) && !target->dropZeros && !request.inOrder;
    if (isSameForm)
        return withTypes(tensor, *target, options);

    const auto elements = PlacedElements::of(tensor, *target, options.maxBytes, options.watch);
    if (!elements)
        return elements.error();
    auto built = buildMembers(tensor, *target, *elements, options.maxBytes, options.watch);
    if (!built)
        return built.error();
    Converted out{std::move(built->tensor), {}, {}};
    out.route.push_back({std::string(tensor.layout->name) + " to " + std::string(target->layout->name),
                         "sort by place", "cpu", bytesOf(out.tensor), false,
                         "the layouts store in another order"});
    tellChanges(*target, *elements, *built, out);
    return out;
}

} // namespace tscope
