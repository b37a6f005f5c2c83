// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "array/geometry.h"
#include "make/random.h"
#include "tensor/tensor.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <functional>
#include <set>
#include <string>
#include <vector>

// Slips that make/faults.h knows nothing of: one number, label or claim of a tensor's text is changed, the way
// people and programs get it wrong.
namespace tscope::test {

using Json = nlohmann::json;
using Number = std::int64_t;
using Rules = std::set<std::string>;

// A valid tensor of that layout, of a shape that the seed decides; fails for a test's own layout.
Result<Tensor> sampleOf(std::string_view layout, Random& random);

// The JSON that stands for it.
Json textOf(Tensor tensor);

// A tensor's text while one thing in it is being changed.
class Slip
{
public:
    Slip(Json tensor, Random& source) : json(std::move(tensor)), random(source) {}

    Json json;
    Random& random;
    std::string member; // of the one number that was changed, and its position; empty: it was something else
    Number at = -1;

    Json& of(const std::string& name) { return json["members"][name]; }
    Json& data(const std::string& name) { return of(name)["data"]; }
    Json& shape(const std::string& name) { return of(name)["shape"]; }
    Number count(const std::string& name) { return static_cast<Number>(data(name).size()); }
    Number get(const std::string& name, Number k) { return data(name).at(static_cast<std::size_t>(k)); }
    bool set(const std::string& name, Number k, Number value)
    {
        if (k < 0 || k >= count(name) || get(name, k) == value)
            return false;
        data(name)[static_cast<std::size_t>(k)] = value;
        member = name;
        at = k;
        return true;
    }
    bool addToSize(std::size_t dim, Number by)
    {
        auto& size = json["size"];
        if (dim >= size.size() || size[dim].get<Number>() + by < 0)
            return false;
        size[dim] = size[dim].get<Number>() + by;
        return true;
    }
    bool claim(const std::string& key, Json value)
    {
        json[key] = std::move(value);
        return true;
    }
    bool label(const std::string& name, const std::string& key, Json value)
    {
        of(name)[key] = std::move(value);
        return true;
    }
    // As many entries along a dim as `by` says more or less; the last one is repeated.
    bool resize(const std::string& name, std::size_t dim, Number by)
    {
        auto sizes = shape(name).get<Extents>();
        if (dim >= sizes.size() || sizes[dim] < 1 || sizes[dim] + by < 0)
            return false;
        const auto inner = *numel(Extents(sizes.begin() + static_cast<std::ptrdiff_t>(dim) + 1, sizes.end()));
        const auto outer = *numel(Extents(sizes.begin(), sizes.begin() + static_cast<std::ptrdiff_t>(dim)));
        Json out = Json::array();
        for (Number o = 0; o < outer; ++o)
            for (Number k = 0; k < sizes[dim] + by; ++k)
                for (Number j = 0; j < inner; ++j)
                    out.push_back(data(name)[static_cast<std::size_t>(
                        (o * sizes[dim] + std::min(k, sizes[dim] - 1)) * inner + j)]);
        sizes[dim] += by;
        of(name)["shape"] = sizes;
        of(name)["data"] = std::move(out);
        return true;
    }
    // The storage one element too short for the shape.
    bool cutStorage(const std::string& name)
    {
        const auto sizes = shape(name).get<Extents>();
        if (count(name) < 1)
            return false;
        of(name)["storage"] = data(name);
        of(name)["storage"].erase(of(name)["storage"].size() - 1);
        of(name)["strides"] = Geometry::rowMajor(sizes).strides;
        of(name).erase("data");
        return true;
    }
};

// A kind of slip; makes nothing (false) where a tensor leaves no room for it.
struct Kind {
    std::string name;
    Rules rules;
    std::function<bool(Slip&)> make;
};

const std::vector<Kind>& compressedSlips();
const std::vector<Kind>& cooSlips();
const std::vector<Kind>& nestedSlips();
const std::vector<Kind>& jaggedSlips();
const std::vector<Kind>& stridedSlips();

} // namespace tscope::test
