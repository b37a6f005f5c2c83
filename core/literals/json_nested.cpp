// SPDX-License-Identifier: Apache-2.0
#include "literals/json_nested.h"

#include "base/say.h"
#include "literals/json_array.h"
#include "literals/json_elements.h"
#include "literals/number_fit.h"
#include "literals/packed_components.h"

namespace tscope {

namespace {

// With running numbers, for want of data.
bool isFilled(const JsonTree& tree, JsonTree::Index component)
{
    return tree.kind(component) == JsonKind::object;
}

Result<JsonShape> shapeOfComponent(const JsonTree& tree, JsonTree::Index at, const DType& dtype,
                                   WarningList& warnings)
{
    if (!isFilled(tree, at))
        return nestedShape(tree, at, dtype);
    std::optional<Extents> sizes;
    for (auto key = at + 1; key < tree.end(at); key = tree.end(key + 1)) {
        if (tree.word(key) != "shape") {
            warnings.add([&] { return say("the key {0} is not known here and was left out", tree.path(key)); });
            continue;
        }
        auto given = jsonExtents(tree, key + 1);
        if (!given)
            return given.error();
        sizes = std::move(*given);
    }
    if (!sizes)
        return jsonError(tree, at, say("a nested list or an object with a shape"));
    const auto count = numel(*sizes);
    if (!count)
        return corrupt(say("a component needs a shape that can be filled, found {0}", text(*sizes)),
                       tree.path(at));
    return JsonShape{std::move(*sizes), *count};
}

} // namespace

Result<Tensor> readJsonComponents(const JsonTree& tree, JsonTree::Index at, const DType& dtype,
                                  WarningList& warnings, JsonAllowance& allowance)
{
    if (tree.kind(at) != JsonKind::list)
        return jsonError(tree, at, say("a list of components"));
    if (dtype.isOpaque())
        return corrupt(say("components can't be filled with elements of the unknown type {0}", dtype.name()),
                       tree.path(at));
    std::vector<Extents> shapes; // of maybe very many components
    std::int64_t total = 0;
    for (auto part = at + 1; part < tree.end(at); part = tree.end(part)) {
        auto shape = shapeOfComponent(tree, part, dtype, warnings);
        if (!shape)
            return shape.error();
        if (isFilled(tree, part) && !allowance.take(shape->numel))
            return corrupt(
                say("the components of a text that are filled may have up to 2^24 elements, found more"),
                tree.path(part));
        total += shape->numel; // what is written, and what was allowed
        shapes.push_back(std::move(shape->sizes));
    }
    auto buffer = StorageBuilder::make(total * dtype.itemSize());
    if (!buffer)
        return buffer.error();
    auto rest = buffer->bytes();
    std::int64_t number = 0; // of the last element
    auto part = at + 1;
    for (const auto& shape : shapes) {
        const auto count = *numel(shape);
        const auto size = static_cast<std::size_t>(count * dtype.itemSize());
        if (isFilled(tree, part)) {
            for (std::int64_t i = 0; i < count; ++i) {
                ++number;
                const auto fit = storeNumber(number, dtype, rest.data() + i * dtype.itemSize());
                if (fit != Fit::fits)
                    return corrupt(
                        say("filling with 1, 2, 3, ...: {0}", misfitText(std::to_string(number), fit, dtype)),
                        tree.path(part));
            }
        } else {
            auto stored = storeElements(tree, part, {shape, count}, dtype, rest.first(size));
            if (!stored)
                return stored.error();
            number += count;
        }
        rest = rest.subspan(size);
        part = tree.end(part);
    }
    auto tensor = packedComponents(shapes, dtype, std::move(*buffer).seal());
    if (!tensor)
        return corrupt(tensor.error().text, tree.path(at));
    return tensor;
}

} // namespace tscope
