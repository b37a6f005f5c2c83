// SPDX-License-Identifier: Apache-2.0
#include "ops/components.h"

#include "array/index_reader.h"
#include "base/checked_math.h"
#include "base/say.h"
#include "layouts/nested/pack.h"
#include "layouts/strided/strided.h"

#include <algorithm>

namespace tscope {

namespace {

// What the kernel sees of a contiguous array.
Result<Tensor> asRows(Array array, std::int64_t columns)
{
    const auto count = numel(array.geometry).value_or(0);
    if (!isContiguous(array.geometry))
        return unsupported(say(
            "values that lie side by side were wanted; tscope transform --ops \"contiguous()\" makes them so"));
    array.geometry = Geometry::rowMajor({columns == 0 ? 0 : count / columns, columns}, array.geometry.offset);
    return stridedOf(std::move(array));
}

// The made array with its rows folded to those sizes, but for the last extent if `isFree`.
Array folded(const Tensor& made, Extents sizes, bool isFree)
{
    auto array = made.member("values").array;
    if (isFree)
        sizes.back() = array.geometry.sizes.back();
    array.geometry = Geometry::rowMajor(std::move(sizes), array.geometry.offset);
    return array;
}

Result<ComponentRows> ofJagged(const Tensor& tensor, bool isByRows)
{
    const auto& values = tensor.member("values").array;
    const auto sizes = values.geometry.sizes;
    if (tensor.find("lengths") != nullptr)
        return unsupported(say("a jagged tensor without holes was wanted, found lengths; tscope transform --ops "
                               "\"contiguous()\" makes one"));
    if (isByRows && sizes.size() < 2)
        return unsupported(say("a dim behind the ragged one was wanted, found values of size {0}", text(sizes)));
    auto rows = asRows(values, isByRows ? sizes.back() : numel(sizes).value_or(0));
    if (!rows)
        return rows.error();
    ComponentRows out{std::move(*rows), {}};
    out.wrap = [tensor, sizes, isByRows](const Tensor& made) -> Result<Tensor> {
        auto wrapped = tensor;
        wrapped.find("values")->array = folded(made, sizes, isByRows);
        wrapped.dtype.reset();
        wrapped.size.reset();
        return wrapped;
    };
    return out;
}

Result<ComponentRows> ofNested(const Tensor& tensor, bool isByRows)
{
    const auto geometries = componentGeometries(tensor);
    if (!geometries)
        return geometries.error();
    if (isContiguousNested(tensor) != true)
        return unsupported(say("components packed one behind the other were wanted; tscope transform --ops "
                               "\"contiguous()\" packs them"));
    std::vector<Extents> shapes;
    std::int64_t used = 0;
    for (const auto& geometry : *geometries) {
        if (isByRows && (geometry.sizes.empty() || geometry.sizes.back() != geometries->front().sizes.back()))
            return unsupported(say("components with the same last extent were wanted, found {0} and {1}",
                                   text(geometries->front().sizes), text(geometry.sizes)));
        shapes.push_back(geometry.sizes);
        used = saturatingAdd(used, numel(geometry).value_or(0));
    }
    auto buffer = tensor.member("buffer").array;
    buffer.geometry.sizes = {used}; // nothing behind the last component
    auto rows = asRows(std::move(buffer), !isByRows ? used : shapes.empty() ? 0 : shapes.front().back());
    if (!rows)
        return rows.error();
    ComponentRows out{std::move(*rows), {}};
    out.wrap = [shapes, isByRows](const Tensor& made) -> Result<Tensor> {
        auto changed = shapes;
        for (auto& shape : changed)
            if (isByRows)
                shape.back() = made.member("values").array.geometry.sizes.back();
        return packedNested(folded(made, {numel(made.member("values").array.geometry).value_or(0)}, false),
                            changed);
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
    return tensor.layout->family == "jagged" ? ofJagged(tensor, true) : ofNested(tensor, true);
}

Result<ComponentRows> elementsOfComponents(const Tensor& tensor)
{
    return tensor.layout->family == "jagged" ? ofJagged(tensor, false) : ofNested(tensor, false);
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
