// SPDX-License-Identifier: Apache-2.0
#include "layouts/nested/advice.h"

#include "anatomy/report.h"
#include "base/say.h"
#include "layouts/nested/nested_reading.h"
#include "layouts/shared/mends.h"
#include "layouts/shared/rewrites.h"

#include <algorithm>

namespace tscope {

namespace {

Error notPossible()
{
    return invalidArgument(say("the tables can't be read, or their shapes do not go together"));
}

// The sizes of the components; nothing when they can't be read.
std::optional<std::vector<Extents>> componentSizes(const Tensor& tensor)
{
    const auto& member = tensor.member("nested_sizes");
    const auto& sizes = member.array.geometry.sizes;
    const auto numbers = sizes.size() == 2 ? integersOf(member) : std::nullopt;
    // Tables without columns hold no number and may claim any number of rows: then the offsets have to pay for
    // them.
    const auto& offsets = tensor.member("storage_offsets").array;
    if (!numbers || (sizes[1] == 0 && sizes[0] > (offsets.storage->hasBytes() ? offsets.storageNumel() : 0)))
        return std::nullopt;
    std::vector<Extents> out;
    for (std::int64_t t = 0; t < sizes[0]; ++t)
        out.emplace_back(numbers->begin() + t * sizes[1], numbers->begin() + (t + 1) * sizes[1]);
    return out;
}

// Strides and offsets of components that lie one behind the other.
Result<EditList> packedTables(const Tensor& tensor, const std::vector<Extents>& components)
{
    const auto& sizes = tensor.member("nested_sizes").array.geometry.sizes;
    std::vector<std::int64_t> strides, offsets;
    std::int64_t end = 0;
    for (const auto& component : components) {
        Extents own(component.size(), 1);
        for (auto d = component.size(); d-- > 1;)
            own[d - 1] = saturatingMul(own[d], component[d]);
        strides.insert(strides.end(), own.begin(), own.end());
        offsets.push_back(end);
        end = saturatingAdd(end, numel(component).value_or(int64Max));
    }
    if (end > tensor.member("buffer").array.storageNumel())
        return invalidArgument(say("the buffer is too short for all components"));
    const auto table = [&](std::string_view role, Extents shape, const std::vector<std::int64_t>& numbers) {
        const auto& member = tensor.member(role);
        const auto label = Storage::Label{member.array.storage->device(), member.array.storage->isPinned()};
        const Array like{declaredStorage(0, label), ElementType::i64, Geometry::rowMajor({0})};
        return ReplaceArray{std::string(role), *integerArray(std::move(shape), numbers, like)};
    };
    return EditList{{table("nested_strides", sizes, strides), table("storage_offsets", {sizes[0]}, offsets)}};
}

Result<EditList> planPackTables(const Reading& reading, const Report&)
{
    const auto components = componentSizes(reading.tensor());
    return components ? packedTables(reading.tensor(), *components) : Result<EditList>(notPossible());
}

// Whether a component can be read, and not where the sizes alone would have it: `end` elements into the buffer.
bool liesElsewhere(const Geometry& component, std::int64_t end, std::int64_t stored)
{
    if (numel(component).value_or(0) == 0 || !isInBounds(component, stored))
        return false;
    return component.offset != end || !isContiguous(component);
}

// The tables can only mean a packed buffer when it is as long as the components are, and when no component that
// can be read says otherwise.
bool isBufferFull(const Reading& reading, const Report&)
{
    const auto& nested = static_cast<const NestedReading&>(reading);
    const auto components = componentSizes(reading.tensor());
    if (!components)
        return false;
    const bool known = !nested.whyComponentsUnknown();
    Geometry component;
    std::int64_t sum = 0;
    for (std::size_t t = 0; t < components->size(); ++t) {
        if (known) {
            nested.component(static_cast<std::int64_t>(t), component);
            if (liesElsewhere(component, sum, nested.storageNumel()))
                return false;
        }
        sum = saturatingAdd(sum, numel((*components)[t]).value_or(int64Max));
    }
    return sum == nested.storageNumel();
}

// Each component copied behind the one before it, into a buffer of its own.
Result<EditList> planCopyPacked(const Reading& reading, const Report&)
{
    const auto& tensor = reading.tensor();
    const auto components = componentSizes(tensor);
    const auto strides = integersOf(tensor.member("nested_strides"));
    const auto offsets = integersOf(tensor.member("storage_offsets"));
    const auto& buffer = tensor.member("buffer").array;
    if (!components || !strides || !offsets || offsets->size() != components->size() ||
        !buffer.storage->hasBytes())
        return notPossible();
    std::int64_t sum = 0;
    for (const auto& component : *components)
        sum = saturatingAdd(sum, numel(component).value_or(int64Max));
    if (Wide(sum) > Wide::product(buffer.storageNumel(), 8) ||
        strides->size() % std::max<std::size_t>(components->size(), 1) != 0)
        return notPossible();
    auto builder = StorageBuilder::make(saturatingMul(sum, buffer.dtype.itemSize()));
    if (!builder)
        return builder.error();
    std::int64_t end = 0;
    auto stride = strides->begin();
    for (std::size_t t = 0; t < components->size(); ++t) {
        const auto& sizes = (*components)[t];
        if (static_cast<std::size_t>(strides->end() - stride) < sizes.size())
            return notPossible();
        const Array own{
            buffer.storage, buffer.dtype,
            Geometry{sizes, Extents(stride, stride + static_cast<std::ptrdiff_t>(sizes.size())), (*offsets)[t]}};
        stride += static_cast<std::ptrdiff_t>(sizes.size());
        const auto copy = packed(own);
        if (!copy)
            return copy.error();
        const auto bytes = copy->byteSize().value_or(0);
        copy->storage->read(
            0, builder->bytes().subspan(static_cast<std::size_t>(end), static_cast<std::size_t>(bytes)));
        end += bytes;
    }
    const Storage::Label label{buffer.storage->device(), buffer.storage->isPinned()};
    Array fresh{std::move(*builder).seal(label), buffer.dtype, Geometry::rowMajor({sum})};
    auto moved = tensor;
    moved.find("buffer")->array = fresh;
    auto list = packedTables(moved, *components);
    if (list)
        list->edits.push_back(ReplaceArray{"buffer", std::move(fresh)});
    return list;
}

Result<EditList> planTablesToCpu(const Reading& reading, const Report&)
{
    EditList list;
    for (const auto& member : reading.tensor().members) {
        if (member.role->kind != RoleKind::table || member.array.storage->device().type == "cpu")
            continue;
        auto array = relabelled(member.array, {});
        if (!array)
            return array.error();
        list.edits.push_back(ReplaceArray{std::string(member.role->name), std::move(*array), member.layout});
    }
    return list;
}

Result<EditList> planBufferToCpu(const Reading& reading, const Report&)
{
    auto array = relabelled(reading.tensor().member("buffer").array, {});
    if (!array)
        return array.error();
    return EditList{{ReplaceArray{"buffer", std::move(*array)}}};
}

Result<EditList> planFlattenBuffer(const Reading& reading, const Report&)
{
    const auto& member = reading.tensor().member("buffer");
    const auto count = numel(member.array.geometry);
    auto array = count ? reshaped(member.array, {*count}) : Result<Array>(notPossible());
    if (!array)
        return array.error();
    return EditList{{ReplaceArray{"buffer", std::move(*array), member.layout}}};
}

constexpr Mend mends[]{
    {"cast-tables", "cast the tables to int64", nothingLost, "NST-1.1 NST-1.2 NST-1.3", castIndices},
    {"take-as-strided", "take the members as the strided arrays they are held as", nothingLost, "NST-2.1",
     takeAsStrided},
    {"move-buffer", "move the buffer to the cpu", nothingLost, "NST-2.1", planBufferToCpu},
    {"move-tables", "move the tables to the cpu", nothingLost, "NST-2.2", planTablesToCpu},
    {"make-contiguous", "copy members into contiguous memory", nothingLost, "NST-3.2 NST-3.3", makeContiguous},
    {"flatten-buffer", "give the buffer one dim", nothingLost, "NST-3.1", planFlattenBuffer},
    {"pack-tables", "compute strides and offsets from the sizes", nothingLost,
     "NST-3.3 NST-3.4 NST-4.2 NST-4.3 NST-4.4", planPackTables, isBufferFull, nullptr, "computed from the sizes"},
    {"copy-packed", "copy the components into a buffer of their own", nothingLost, "NST-4.5 NST-5.2",
     planCopyPacked},
    {"repack-tables", "lay the components one behind the other, whatever the tables say",
     loses("changes which elements components have"), "NST-3.3 NST-3.4 NST-4.2 NST-4.3 NST-4.4 NST-5.2",
     planPackTables, nullptr, nullptr, "behind the component before it"},
    {"append-zeros", "append zeros to the storage that is too short", addsZeros, "STR-2.1", growStorages,
     isStorageNearlyEnough},
};

std::vector<Repair> repairs(const Reading& reading, const Report& report)
{
    return offered(reading, report, mends);
}

Result<EditList> plan(const Reading& reading, const Report& report, std::string_view repair)
{
    return planned(reading, report, mends, repair);
}

} // namespace

constinit const Advice nestedAdvice{nestedCauses, nullptr, repairs, plan};

} // namespace tscope
