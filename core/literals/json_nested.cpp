// SPDX-License-Identifier: Apache-2.0
#include "literals/json_nested.h"

#include "literals/json_array.h"
#include "literals/json_elements.h"
#include "literals/number_fit.h"
#include "literals/packed_components.h"

namespace tscope {

namespace {

struct Component {
    JsonTree::Index at;
    JsonShape shape;
    bool isFilled; // with running numbers, for want of data
};

Result<Component> readComponent(const JsonTree& tree, JsonTree::Index at, const DType& dtype,
                                WarningList& warnings)
{
    if (tree.kind(at) != JsonKind::object) {
        auto shape = nestedShape(tree, at, dtype);
        if (!shape)
            return shape.error();
        return Component{at, std::move(*shape), false};
    }
    std::optional<Extents> sizes;
    for (auto key = at + 1; key < tree.end(at); key = tree.end(key + 1)) {
        if (tree.word(key) != "shape") {
            warnings.add([&] { return "the key " + tree.path(key) + " is not known here and was left out"; });
            continue;
        }
        auto given = jsonExtents(tree, key + 1);
        if (!given)
            return given.error();
        sizes = std::move(*given);
    }
    if (!sizes)
        return jsonError(tree, at, "a nested list or an object with a shape");
    const auto count = numel(*sizes);
    if (!count)
        return corrupt("a component needs a shape that can be filled, found " + text(*sizes), tree.path(at));
    return Component{at, {std::move(*sizes), *count}, true};
}

} // namespace

Result<Tensor> readJsonComponents(const JsonTree& tree, JsonTree::Index at, const DType& dtype,
                                  WarningList& warnings, JsonAllowance& allowance)
{
    if (tree.kind(at) != JsonKind::list)
        return jsonError(tree, at, "a list of components");
    if (dtype.isOpaque())
        return corrupt("components can't be filled with elements of the unknown type " + std::string(dtype.name()),
                       tree.path(at));
    std::vector<Component> components;
    std::vector<Extents> shapes;
    std::int64_t total = 0;
    for (auto part = at + 1; part < tree.end(at); part = tree.end(part)) {
        auto component = readComponent(tree, part, dtype, warnings);
        if (!component)
            return component.error();
        if (component->isFilled && !allowance.take(component->shape.numel))
            return corrupt("the components of a text that are filled may have up to 2^24 elements, found more",
                           tree.path(part));
        total += component->shape.numel; // what is written, and what was allowed
        shapes.push_back(component->shape.sizes);
        components.push_back(std::move(*component));
    }
    auto buffer = StorageBuilder::make(total * dtype.itemSize());
    if (!buffer)
        return buffer.error();
    auto rest = buffer->bytes();
    std::int64_t number = 0; // of the last element
    for (const auto& component : components) {
        const auto size = static_cast<std::size_t>(component.shape.numel * dtype.itemSize());
        if (component.isFilled) {
            for (std::int64_t i = 0; i < component.shape.numel; ++i) {
                ++number;
                const auto fit = storeNumber(number, dtype, rest.data() + i * dtype.itemSize());
                if (fit != Fit::fits)
                    return corrupt("filling with 1, 2, 3, ...: " + misfitText(std::to_string(number), fit, dtype),
                                   tree.path(component.at));
            }
        } else {
            auto stored = storeElements(tree, component.at, component.shape, dtype, rest.first(size));
            if (!stored)
                return stored.error();
            number += component.shape.numel;
        }
        rest = rest.subspan(size);
    }
    auto tensor = packedComponents(shapes, dtype, std::move(*buffer).seal());
    if (!tensor)
        return corrupt(tensor.error().text, tree.path(at));
    return tensor;
}

} // namespace tscope
