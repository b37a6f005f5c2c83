// SPDX-License-Identifier: Apache-2.0
#include "ops/components.h"

#include "array/index_reader.h"
#include "base/checked_math.h"
#include "layouts/nested/pack.h"
#include "layouts/strided/strided.h"

#include <algorithm>

namespace tscope {

namespace {

// The array with its first dims joined to one.
Result<Array> asRows(const Array& array, std::int64_t columns)
{
    const auto count = numel(array.geometry).value_or(0);
    if (!isContiguous(array.geometry))
        return unsupported("values that lie side by side were wanted; tscope transform --ops \"contiguous()\" makes "
                           "them so");
    auto rows = array;
    rows.geometry = Geometry::rowMajor({columns == 0 ? 0 : count / columns, columns}, array.geometry.offset);
    return rows;
}

Result<ComponentRows> rowsOfJagged(const Tensor& tensor)
{
    const auto& values = tensor.member("values").array;
    if (tensor.find("lengths") != nullptr)
        return unsupported("a jagged tensor without holes was wanted, found lengths; tscope transform --ops "
                           "\"contiguous()\" makes one");
    if (values.geometry.sizes.size() < 2)
        return unsupported("a dim behind the ragged one was wanted, found values of size " +
                           text(values.geometry.sizes));
    auto rows = asRows(values, values.geometry.sizes.back());
    if (!rows)
        return rows.error();
    ComponentRows out{stridedOf(std::move(*rows)), {}, {}};
    out.wrap = [tensor](const Tensor& made) -> Result<Tensor> {
        auto wrapped = tensor;
        auto array = made.member("values").array;
        auto sizes = wrapped.member("values").array.geometry.sizes;
        sizes.back() = array.geometry.sizes.back();
        array.geometry = Geometry::rowMajor(std::move(sizes), array.geometry.offset);
        wrapped.find("values")->array = std::move(array);
        wrapped.dtype.reset();
        wrapped.size.reset();
        return wrapped;
    };
    return out;
}

Result<ComponentRows> rowsOfNested(const Tensor& tensor)
{
    const auto geometries = componentGeometries(tensor);
    if (!geometries)
        return geometries.error();
    if (isContiguousNested(tensor) != true)
        return unsupported("components packed one behind the other were wanted; tscope transform --ops "
                           "\"contiguous()\" packs them");
    std::vector<Extents> shapes;
    std::int64_t used = 0;
    for (const auto& geometry : *geometries) {
        if (geometry.sizes.empty() || geometry.sizes.back() != geometries->front().sizes.back())
            return unsupported("components with the same last extent were wanted, found " +
                               text(geometries->front().sizes) + " and " + text(geometry.sizes));
        shapes.push_back(geometry.sizes);
        used = saturatingAdd(used, numel(geometry).value_or(0));
    }
    auto buffer = tensor.member("buffer").array;
    buffer.geometry.sizes = {used}; // nothing behind the last component
    auto rows = asRows(buffer, shapes.empty() ? 0 : shapes.front().back());
    if (!rows)
        return rows.error();
    ComponentRows out{stridedOf(std::move(*rows)), shapes, {}};
    out.wrap = [shapes](const Tensor& made) -> Result<Tensor> {
        auto array = made.member("values").array;
        auto changed = shapes;
        for (auto& shape : changed)
            shape.back() = array.geometry.sizes.back();
        array.geometry = Geometry::rowMajor({numel(array.geometry).value_or(0)}, array.geometry.offset);
        return packedNested(std::move(array), changed);
    };
    return out;
}

std::vector<std::int64_t> numbersOf(const Member& member)
{
    std::vector<std::int64_t> numbers(static_cast<std::size_t>(numel(member.array.geometry).value_or(0)));
    if (!numbers.empty())
        IndexReader(member.array).read(0, numbers);
    return numbers;
}

} // namespace

Result<ComponentRows> rowsOfComponents(const Tensor& tensor)
{
    return tensor.layout->family == "jagged" ? rowsOfJagged(tensor) : rowsOfNested(tensor);
}

bool haveSameComponents(const Tensor& a, const Tensor& b)
{
    if (a.layout != b.layout || a.members.size() != b.members.size())
        return false;
    for (std::size_t i = 0; i < a.members.size(); ++i)
        if (a.members[i].role->kind != RoleKind::values && numbersOf(a.members[i]) != numbersOf(b.members[i]))
            return false;
    return true;
}

} // namespace tscope
