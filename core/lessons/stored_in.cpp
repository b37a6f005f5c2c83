// SPDX-License-Identifier: Apache-2.0
#include "lessons/stored_in.h"

#include "anatomy/layout.h"
#include "array/slots.h"
#include "dispatch/call.h"

#include <algorithm>

namespace tscope {

std::vector<Extents> elementsInStorage(const Tensor& tensor, std::int64_t slot, std::size_t most)
{
    const auto& values = valuesMember(tensor);
    auto indices = readersOf(values.array.geometry, slot, most).indices; // of the array that holds the values
    if (tensor.layout->name == "strided")
        return indices;
    const auto& sizes = values.array.geometry.sizes;
    std::vector<Extents> elements;
    for (const auto& index : indices) {
        std::int64_t position = 0; // row-major
        for (std::size_t dim = 0; dim < index.size(); ++dim)
            position = position * sizes[dim] + index[dim];
        const auto readers =
            tensor.layout->readersOf(tensor, values.role->name, position, static_cast<std::int64_t>(most));
        if (!readers)
            continue;
        for (const auto& element : readers->elements)
            if (elements.size() < most && std::ranges::find(elements, element) == elements.end())
                elements.push_back(element);
    }
    return elements;
}

std::optional<std::int64_t> valueSlotOf(const Tensor& tensor, const Path& path)
{
    const auto role = valuesMember(tensor).role->name;
    if (path.found)
        for (const auto& place : path.places)
            if (place.member == role)
                return place.begin;
    return std::nullopt;
}

std::optional<std::int64_t> storageSlotOf(const Tensor& tensor, const Extents& index)
{
    const auto path = tensor.layout->locate(tensor, index);
    const auto at = path ? valueSlotOf(tensor, *path) : std::nullopt;
    return at ? std::optional(offsetOf(valuesMember(tensor).array.geometry, *at)) : std::nullopt;
}

} // namespace tscope
