// SPDX-License-Identifier: Apache-2.0
// What formulas can ask of a tensor and its arrays.
#include "anatomy/layout.h"
#include "array/stored_element.h"
#include "base/say.h"
#include "facts/info.h"
#include "facts/logical_shape.h"
#include "lessons/functions.h"

#include <algorithm>
#include <array>

namespace tscope {

namespace {

using Arguments = std::span<const Value>;

// Of the tensor that is given first, or of a member of it.
template <class Ask>
Result<Value> ofTensor(Arguments given, Ask ask)
{
    const auto x = tensor(given[0], "x");
    if (!x)
        return x.error();
    return ask(**x);
}
template <class Ask>
Result<Value> ofMember(Arguments given, Ask ask)
{
    return ofTensor(given, [&](const Tensor& x) -> Result<Value> {
        const auto member = memberArgument(given, x);
        if (!member)
            return member.error();
        return ask((*member)->array);
    });
}

Result<Value> layoutOf(Arguments given, Scope& /*scope*/)
{
    return ofTensor(given, [](const Tensor& x) { return Value(std::string(x.layout->name)); });
}

Result<Value> typeOf(Arguments given, Scope& /*scope*/)
{
    return ofMember(given, [](const Array& array) { return Value(std::string(array.dtype.name())); });
}

Result<Value> shapeOf(Arguments given, Scope& /*scope*/)
{
    if (given.size() > 1)
        return ofMember(given, [](const Array& array) { return valueOf(array.geometry.sizes); });
    return ofTensor(given, [](const Tensor& x) -> Result<Value> {
        const auto shape = logicalShape(x);
        if (!shape)
            return shape.error();
        return valueOf(shape->extents);
    });
}

Result<Value> stridesOf(Arguments given, Scope& /*scope*/)
{
    return ofMember(given, [](const Array& array) { return valueOf(array.geometry.strides); });
}

Result<Value> offsetOfMember(Arguments given, Scope& /*scope*/)
{
    return ofMember(given, [](const Array& array) { return Value(array.geometry.offset); });
}

Result<Value> counted(const std::optional<std::int64_t>& number)
{
    if (!number)
        return invalidArgument(say("the number leaves 64 bits"));
    return Value(*number);
}

Result<Value> numelOf(Arguments given, Scope& scope)
{
    const auto shape = shapeOf(given, scope);
    if (!shape)
        return shape;
    return counted(numel(*extentsOf(*shape)));
}

Result<Value> bytesOfAll(Arguments given, Scope& /*scope*/)
{
    return ofTensor(given, [](const Tensor& x) { return counted(bytesOf(x)); });
}

// The elements of an array as lists in lists, in row-major order from `position` on.
Result<Value> nestedFrom(const Array& array, std::size_t dim, std::int64_t& position)
{
    if (dim == array.geometry.sizes.size()) {
        const auto element = storedElement(array, position++);
        if (!element)
            return invalidArgument(say("an element of the array lies outside its storage"));
        return valueOf(*element);
    }
    Value::List out;
    for (std::int64_t i = 0; i < array.geometry.sizes[dim]; ++i) {
        auto part = nestedFrom(array, dim + 1, position);
        if (!part)
            return part;
        out.push_back(*std::move(part));
    }
    return Value(std::move(out));
}

Result<Value> arrayOf(Arguments given, Scope& scope)
{
    return ofMember(given, [&](const Array& array) -> Result<Value> {
        const auto count = numel(array.geometry);
        constexpr int mostDims = 64;
        if (!count || !array.geometry.isWellFormed() || array.geometry.rank() > mostDims)
            return invalidArgument(say("the sizes of the array make no sense"));
        if (const auto paid = spend(scope, *count); !paid)
            return paid.error();
        if (*count == 0)
            return Value(Value::List());
        std::int64_t position = 0;
        return nestedFrom(array, 0, position);
    });
}

constexpr auto ofArrays = std::to_array<LessonFunction>({
    {"layout", "x", "its layout: \"csr\"", 1, 1, layoutOf},
    {"dtype", "x, member", "the element type of a member; of the values where none is named", 1, 2, typeOf},
    {"shape", "x, member", "the size of the tensor, or of a member", 1, 2, shapeOf},
    {"strides", "x, member", "the strides of a member; of the values where none is named", 1, 2, stridesOf},
    {"offset", "x, member", "the slot of the storage at which a member begins", 1, 2, offsetOfMember},
    {"numel", "x, member", "how many elements the tensor or a member has", 1, 2, numelOf},
    {"bytes", "x", "the bytes of all members", 1, 1, bytesOfAll},
    {"array", "x, member", "the elements of a member, as lists in lists", 2, 2, arrayOf},
});

} // namespace

std::span<const LessonFunction> arrayFunctions()
{
    return ofArrays;
}

} // namespace tscope
