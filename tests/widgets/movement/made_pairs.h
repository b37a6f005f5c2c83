// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "convert/convert.h"
#include "layouts/registry.h"
#include "make/generators.h"
#include "make/random.h"
#include "proof/prove.h"

#include <memory>
#include <string>
#include <vector>

namespace tscope::test {

// A tensor, and what a conversion made of it.
struct MadePair {
    std::string name;
    std::shared_ptr<const Tensor> source, result;
};

inline std::shared_ptr<const Tensor> madeAs(const Layout& layout, std::uint64_t seed)
{
    MakeSpec spec;
    spec.layout = layout.name;
    spec.seed = seed;
    if (isOfComponents(layout)) { // which fill a box, as most layouts want it
        spec.size = {3, 2, 4};
        spec.lengths = {2, 2, 2};
    } else {
        spec.size = {4, 6};
        spec.density = 0.4;
    }
    auto made = makeTensorOf(spec);
    return made ? std::make_shared<const Tensor>(*std::move(made)) : nullptr;
}

inline std::shared_ptr<const Tensor> convertedTo(const Tensor& tensor, const Layout& layout)
{
    ConvertRequest request{.layout = &layout};
    if (isBlocked(layout))
        request.block = {2, 2};
    const auto proof = prove(tensor);
    auto made = convert(std::get<Sound>(proof), request);
    return made ? std::make_shared<const Tensor>(std::move(made->tensor)) : nullptr;
}

// Of each ordered pair of layouts that conversions know one.
inline std::vector<MadePair> allConversions(std::uint64_t seed)
{
    std::vector<MadePair> pairs;
    for (const auto* from : layouts())
        for (const auto* to : layouts()) {
            const auto source = canBeConverted(*from, *to) ? madeAs(*from, seed) : nullptr;
            if (source == nullptr)
                continue;
            if (const auto result = convertedTo(*source, *to))
                pairs.push_back({std::string(from->name) + " to " + std::string(to->name), source, result});
        }
    return pairs;
}

} // namespace tscope::test
